//! The choice of the engine and of the meaning of integers, as a user sees them.

use crate::common::{run, run_on};

#[test]
fn the_choice_is_explained() {
    let wide = "component c { method go(speed: i32) { assert speed < 9; } }";
    let answer = run_on(wide, &["synth"]).ends_with(0);
    assert!(answer.text().contains("engine certified (auto: `speed` has 2^32 values)"), "{}", answer.text());
    assert!(answer.text().contains("go(speed) [speed <= 8]"), "{}", answer.text());
    let chosen = run_on(wide, &["synth", "--engine", "certified", "--format", "json"]).ends_with(0);
    assert!(chosen.text().contains("\"engine\": \"certified\""), "{}", chosen.text());
}

#[test]
fn every_engine_can_be_named() {
    let lamp = "component lamp { var on: bool = false; method press() { on = !on; } method read() { assert on; } }";
    let summary = "lamp: 2 states, 2 calls · safe: proved · permissive: proved · full · minimal\n";
    for engine in ["auto", "certified", "direct", "learn"] {
        let answer = run_on(lamp, &["synth", "--engine", engine]).ends_with(0);
        assert!(answer.text().starts_with(summary), "{engine}: {}", answer.text());
    }
    run_on(lamp, &["synth", "--engine", "magic"]).refuses(&["certified", "direct"]);
}

#[test]
fn engines_can_compute_on_diagrams() {
    let lamp = "component lamp { var on: bool = false; method press() { on = !on; } method read() { assert on; } }";
    for engine in ["direct", "learn", "refine"] {
        let explicit = run_on(lamp, &["synth", "--engine", engine]).ends_with(0);
        let symbolic = run_on(lamp, &["synth", "--engine", engine, "--representation", "bdd"]).ends_with(0);
        let shown = |text: &str| text.split("engine ").next().map(str::to_owned);
        assert_eq!(shown(symbolic.text()), shown(explicit.text()));
        assert!(symbolic.text().contains(&format!("engine {engine}-bdd")), "{}", symbolic.text());
    }
    run_on(lamp, &["synth", "--representation", "bdd"])
        .refuses(&["`auto` has no version on decision diagrams", "direct"]);
}

/// All states are found, but not written down one by one.
#[test]
fn large_automata_stay_symbolic() {
    let counter = "component counter { var value: u60 = 0; method next() { value = value + 1; } method stop() { assert value != 7; } }";
    let direct = ["synth", "--engine", "direct", "--representation", "bdd", "--no-minimise"];
    let answer = run_on(counter, &direct).ends_with(3);
    assert!(answer.text().contains("too large to show"), "{}", answer.text());
    assert!(answer.text().contains("automaton states 1152921504606846976"), "{}", answer.text());
}

/// The same answers as exploration where dead ends are pruned.
#[test]
fn dead_ends_are_pruned_whatever_the_engine() {
    let source = "component trap { var fuel: u2 = 3;
        method burn() { assert fuel > 0; fuel = fuel - 1; } method refuel() { assert fuel > 0; fuel = 3; } }";
    for engine in ["auto", "certified", "direct"] {
        let answer = run_on(source, &["synth", "--serial", "--engine", engine]);
        assert!(answer.text().contains("serial") && !answer.text().contains("dead end: no call"), "{}", answer.text());
    }
}

/// The sum can overflow and then be negative; with ideal integers it can't.
const ACCOUNT: &str = "component account {
    var total: i32 = 0;
    method pay(amount: i32) { assert amount > 0; total = total + amount; }
    method close() { assert total >= 0; }
}";

#[test]
fn ideal_integers_are_another_question() {
    let answer = run_on(ACCOUNT, &["synth", "--integers", "ideal"]).ends_with(0);
    assert!(answer.text().contains("Integers are ideal"), "{}", answer.text());
    assert!(answer.text().starts_with("account: 1 state, 3 calls"), "{}", answer.text());
    let json = run_on(ACCOUNT, &["synth", "--integers", "ideal", "--format", "json"]).ends_with(0);
    assert!(json.text().contains("\"integers\": \"ideal\""), "{}", json.text());
    assert!(json.text().contains("\"options\": [\"--integers\", \"ideal\"]"), "{}", json.text());
}

#[test]
fn where_numbers_wrap_around_ideal_ones_are_suggested() {
    let answer = run_on(ACCOUNT, &["synth", "--integers", "wrap", "--timeout", "2"]);
    assert!(answer.code == Some(3) || answer.code == Some(0), "{answer:?}");
    assert_eq!(answer.code == Some(3), answer.text().contains("`--integers ideal`"), "{}", answer.text());
}

#[test]
fn where_numbers_that_wrap_around_are_in_the_way_ideal_ones_are_tried() {
    let answer = run_on(ACCOUNT, &["synth"]).ends_with(0);
    assert!(answer.text().contains("given that no number overflows"), "{}", answer.text());
    assert!(answer.text().contains("`--integers wrap` asks about"), "{}", answer.text());
    let json = run_on(ACCOUNT, &["synth", "--format", "json"]).ends_with(0);
    assert!(json.text().contains("\"options\": [\"--integers\", \"ideal\"]"), "{}", json.text());
    assert!(json.text().contains("\"kind\": \"overflow\""), "{}", json.text());
}

#[test]
fn an_interface_that_is_large_only_because_numbers_wrap_around_gives_way_to_a_small_one() {
    let source = "component builder { var parts: i8 = 0;
        method add() { parts = parts + 1; } method build() { assert parts != 0; } }";
    let answer = run_on(source, &["synth"]).ends_with(0);
    assert!(answer.text().starts_with("builder: 2 states"), "{}", answer.text());
    assert!(answer.text().contains("given that no number overflows"), "{}", answer.text());
    let wrapping = run_on(source, &["synth", "--integers", "wrap", "--registers", "none"]).ends_with(0);
    assert!(wrapping.text().starts_with("builder: 256 states"), "{}", wrapping.text());
}

#[test]
fn independent_protocols_are_shown_side_by_side() {
    let pair = |name: usize| {
        format!(
            "var on{name}: bool = false; method open{name}() {{ assert !on{name}; on{name} = true; }}
             method close{name}() {{ assert on{name}; on{name} = false; }} "
        )
    };
    let source = format!("component pairs {{ {} }}", (0..6).map(pair).collect::<String>());
    let answer = run_on(&source, &["synth"]).ends_with(0);
    assert!(answer.text().contains("Part 6 of 6: open5, close5"), "{}", answer.text());
    assert!(answer.text().contains("One interface of all has 64 states: `--whole` shows it"), "{}", answer.text());
    let whole = run_on(&source, &["synth", "--whole"]).ends_with(0);
    assert!(whole.text().starts_with("pairs: 64 states"), "{}", whole.text());
}

#[test]
fn a_loop_that_counts_is_what_it_comes_to() {
    let source = "component tank { var level: i32 = 0;
        method rise() { assert level >= 0; level = 7; } method sink() { level = -1; }
        method drain() { while (level > 0) { level = level - 1; } }
        method check() { assert level == 0; } }";
    let answer = run_on(source, &["synth"]).ends_with(0);
    assert!(answer.text().starts_with("tank: 3 states"), "{}", answer.text());
    assert!(!answer.text().contains("Taken for granted"), "{}", answer.text());
}

#[test]
fn a_component_can_be_seen_with_ideal_integers() {
    let wrap = run_on(ACCOUNT, &["component"]).ends_with(0);
    let ideal = run_on(ACCOUNT, &["component", "--integers", "ideal"]).ends_with(0);
    assert!(ideal.text().len() > wrap.text().len(), "{}", ideal.text());
    run_on(ideal.text(), &["component"]).ends_with(0);
}

#[test]
fn the_suite_of_the_certified_engine_runs() {
    let answer = run(&["bench", "certified", "--quick", "--format", "json"]).ends_with(0);
    let report: serde_json::Value = serde_json::from_slice(&answer.stdout).expect("JSON");
    let rows = report["rows"].as_array().expect("rows");
    assert!(
        rows.len() >= 5 && rows.iter().all(|row| !row["proved"].as_str().unwrap_or("rejected").contains("rejected"))
    );
    run(&["bench", "certified", "--root", "examples"]).refuses(&["can't read the corpus", "--root"]);
}
