//! Predicates as a user sees them: `etiquette abstract`, and the engine `game`.

use crate::common::{run, run_on};

const LIST: &str = "component list {
  var cursor: i4 = 0;
  var last: i4 = -1;
  var changes: u2 = 0;
  method next() -> bool { if (cursor == -1) { return false; } last = cursor; cursor = cursor + 1; return true; }
  method remove() { if (last == -1) { error IllegalState; } last = -1; changes = changes + 1; }
}";

#[test]
fn the_verdict_of_the_paper_is_reported() {
    let strict = ["synth", "--engine", "game", "--line-by-line", "--predicates", "last == -1"];
    let answer = run_on(LIST, &strict).ends_with(3);
    assert!(answer.text().contains("permissive: not established"), "{}", answer.text());
    assert!(answer.text().contains("may not be most permissive, but maximal"), "{}", answer.text());
    let exact = [&strict[..], &["cursor == -1"]].concat();
    let answer = run_on(LIST, &exact).ends_with(0);
    assert!(answer.text().contains("engine game (most permissive)"), "{}", answer.text());
}

#[test]
fn predicates_that_no_error_depends_on_are_left_out_with_a_warning() {
    let command = ["synth", "--engine", "game", "--predicates", "last == -1", "cursor == -1", "changes == 0"];
    run_on(LIST, &command).ends_with(0).says(&["the predicate `changes == 0` is left out"]);
    let answer = run_on(LIST, &["synth", "--engine", "game", "--predicates", "changes == 0"]);
    let answer = answer.ends_with(3).says(&["is left out"]);
    assert!(answer.text().contains("others may allow more"), "{}", answer.text());
}

#[test]
fn words_are_offered() {
    let command =
        ["synth", "--engine", "game", "--line-by-line", "--predicates", "last == -1", "--allow", "next remove"];
    let answer = run_on(LIST, &command).ends_with(3);
    let words: Vec<&str> = answer.text().split_whitespace().collect();
    assert!(words.join(" ").contains("offered, but not safe: `next -> true, remove`"), "{}", answer.text());
}

#[test]
fn abstractions_are_components() {
    for abstraction in ["boolean", "cartesian"] {
        let command = ["abstract", "--abstraction", abstraction, "--predicates", "last == -1", "cursor == -1"];
        let printed = run_on(LIST, &command).ends_with(0);
        let again = run_on(printed.text(), &["component"]).ends_with(0);
        assert_eq!(again.text(), printed.text());
        let interface = run_on(printed.text(), &["synth"]).ends_with(0);
        assert!(interface.text().contains("2 states"), "{}", interface.text());
    }
}

#[test]
fn abstractions_are_written_for_model_checkers() {
    let answer = run_on(LIST, &["abstract", "--format", "smv"]).ends_with(0);
    for words in ["MODULE main", "p0 : boolean; -- last == -1", "m1 = remove", "CTLSPEC AG !failed"] {
        assert!(answer.text().contains(words), "{}", answer.text());
    }
}

#[test]
fn predicates_that_can_t_be_read_are_shown_with_their_place() {
    for command in [&["abstract"][..], &["synth", "--engine", "game"]] {
        let with = |predicate| run_on(LIST, &[command, &["--predicates", "last == -1", predicate]].concat());
        with("corsor == -1").refuses(&["there is no variable `corsor`", "--predicates:1:1", "did you mean `cursor`?"]);
        with("cursor ==").refuses(&["--predicates:1:"]);
        with("cursor").refuses(&["expected `bool`, found `i4`"]);
        with("cursor == 0 && result").refuses(&["is a return value", "--predicates:1:16"]);
    }
}

#[test]
fn words_that_can_t_be_read_are_shown_with_their_place() {
    let with = |word| run_on(LIST, &["synth", "--engine", "game", "--allow", word]);
    with("next remov").refuses(&["there is no method `remov`", "--allow:1:6", "did you mean `remove`?"]);
    with("next -> maybe").refuses(&["there is no outcome `maybe`"]);
    with("").refuses(&["this word has no calls"]);
}

#[test]
fn other_engines_take_no_predicates() {
    run_on(LIST, &["synth", "--predicates", "last == -1"]).refuses(&["only the engine `game`", "--engine game"]);
    run_on(LIST, &["synth", "--engine", "direct", "--settle"]).refuses(&["`--settle`"]);
}

#[test]
fn too_many_abstract_states_are_inconclusive() {
    let answer = run_on(LIST, &["abstract", "--predicates", "last == -1", "cursor == -1", "--max-states", "2"]);
    let answer = answer.ends_with(3).says(&["more than 2 abstract states", "--max-states"]);
    assert!(answer.stdout.is_empty());
}

#[test]
fn classes_are_abstracted_too() {
    let class = "java-corpus/Signature/Signature.class";
    let answer = run(&["synth", class, "--error", "SignatureException", "--engine", "game"]).ends_with(0);
    assert!(answer.text().starts_with("Signature: 4 states"), "{}", answer.text());
    assert!(answer.text().contains("engine game (most permissive)"), "{}", answer.text());
}
