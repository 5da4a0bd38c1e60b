//! The engine `witness` as a user sees it, and interfaces side by side.

use serde_json::Value;

use crate::common::{run, run_on};

const FAILS_ONCE: &str = "component lock { var held: bool = false; var failed: bool = false;
  method acq() -> bool { if (held) { error Held; }
    choose { held = true; return true; } or { assume !failed; failed = true; return false; } }
  method read() { if (!held) { error NotHeld; } }
  method rel() { held = false; } }";

const TWO_LAMPS: &str = "component lamps { var left: bool = false; var right: bool = false;
  method press_left() { left = !left; } method read_left() { if (!left) { error Dark; } }
  method press_right() { right = !right; } method read_right() { if (!right) { error Dark; } } }";

#[test]
fn predicates_are_named_by_what_they_are_for() {
    let answer = run_on(FAILS_ONCE, &["synth", "--engine", "witness"]).ends_with(0);
    assert!(
        answer.text().starts_with("lock: 2 states, 3 calls · safe: proved · permissive: proved"),
        "{}",
        answer.text()
    );
    let words = answer.text().split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(
        words.contains("engine witness (for safety 1 predicate: held; for permissiveness 1 predicate: held)"),
        "{words}"
    );
    assert!(words.contains("Certificate:"), "{words}");
}

#[test]
fn the_full_interface_has_what_can_not_happen() {
    let answer = run_on(FAILS_ONCE, &["synth", "--engine", "witness", "--full"]).ends_with(0);
    assert!(
        answer.text().starts_with("lock: 5 states, 3 calls · safe: proved · permissive: proved · full"),
        "{}",
        answer.text()
    );
    assert!(answer.text().contains("{ false }"), "{}", answer.text());
    run_on(FAILS_ONCE, &["synth", "--full"]).refuses(&["`--full` is about the engine `witness`"]);
}

#[test]
fn methods_that_share_no_state_are_shown_side_by_side() {
    let answer = run_on(TWO_LAMPS, &["synth", "--engine", "witness"]).ends_with(0);
    assert!(answer.text().contains("Part 1 of 2: press_left, read_left"), "{}", answer.text());
    assert!(answer.text().contains("Part 2 of 2: press_right, read_right"), "{}", answer.text());
    assert_eq!(answer.text().matches("lamps: 2 states, 2 calls").count(), 2, "{}", answer.text());
    let whole = run_on(TWO_LAMPS, &["synth", "--engine", "witness", "--whole"]).ends_with(0);
    assert!(whole.text().starts_with("lamps: 4 states, 4 calls"), "{}", whole.text());
    let other = run_on(TWO_LAMPS, &["synth", "--split-methods"]).ends_with(0);
    assert_eq!(other.text().matches("2 states").count(), 2, "{}", other.text());
}

#[test]
fn errors_are_looked_at_one_by_one() {
    let answer = run_on(FAILS_ONCE, &["synth", "--split-errors", "--format", "json"]).ends_with(0);
    let json: Value = serde_json::from_str(answer.text()).expect("JSON");
    assert_eq!(json["together"], "intersection");
    let errors: Vec<&Value> = json["parts"].as_array().expect("parts").iter().map(|part| &part["errors"][0]).collect();
    assert_eq!(errors, ["Held", "NotHeld"]);
    run_on(FAILS_ONCE, &["synth", "--split-errors", "--format", "svg"]).refuses(&["several interfaces", "json"]);
    run_on(FAILS_ONCE, &["synth", "--split-errors", "--serial"]).refuses(&["cannot be used with"]);
}

#[test]
fn the_table_of_jist_is_repeated() {
    let answer = run(&["bench", "jist", "--quick", "--format", "markdown"]).ends_with(0);
    assert!(answer.text().contains("| Signature"), "{}", answer.text());
}
