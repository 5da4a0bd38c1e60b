//! JSON: what is written can be read back, and what breaks the contract is refused with a message that helps.

use etiquette_output::json::{self, ReadError};

use crate::common;

#[test]
fn reading_back_gives_the_same_outcome() {
    for seed in 0..500 {
        let outcome = common::generated::any_outcome(seed);
        let text = json::render(&outcome);
        assert_eq!(json::read(&text).as_ref(), Ok(&outcome), "seed {seed}:\n{text}");
    }
}

#[test]
fn outcomes_built_by_hand_survive_too() {
    for outcome in [common::device(), common::list_iterator(), common::socket(), common::many_calls()] {
        assert_eq!(json::read(&json::render(&outcome)), Ok(outcome));
    }
}

#[test]
fn keys_stand_in_the_order_of_the_contract() {
    let text = json::render(&common::device());
    let keys = ["etiquette", "component", "errors", "guarantee", "calls", "initial", "states", "stop", "stats"];
    let places: Vec<_> = keys.iter().map(|key| text.find(&format!("\n  \"{key}\":"))).collect();
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{places:?}");
}

#[test]
fn optional_keys_may_be_left_out() {
    let outcome = json::read(
        r#"{"etiquette": 1, "component": "Door", "errors": ["Jammed"], "guarantee": {"safe": "proved", "permissive": "proved"},
            "calls": [{"id": "open", "method": "open", "a new key": 1}], "initial": 0, "stop": "done",
            "states": [{"allowed": ["open"], "forbidden": [], "next": [{"call": "open", "outcome": "ok", "to": 1}]},
                       {"allowed": [], "forbidden": [{"call": "open", "witness": ["open", "open"]}], "next": []}]}"#,
    );
    let outcome = outcome.expect("it is complete");
    assert_eq!(outcome.interface.alphabet().calls()[0].outcomes, ["ok"]);
    assert!(matches!(
        &outcome.states[1].forbidden[0].reason,
        etiquette_outcome::Reason::Error { error, at: None, .. } if error == "Jammed"
    ));
}

#[test]
fn a_syntax_error_has_its_line() {
    let error = json::read("{\n  \"etiquette\": ,\n}").expect_err("not JSON");
    assert_eq!(error.position, Some((2, 16)));
    assert!(error.to_string().starts_with("line 2, column 16: this is not JSON: "), "{error}");
}

#[test]
fn a_guard_that_is_no_condition_is_refused_where_it_stands() {
    let error = error_after("\"guard\": \"true\"", "\"guard\": \"0 <= <=\"");
    assert!(error.position.is_some_and(|(line, _)| line > 1) && error.path.ends_with("].guard"), "{error}");
    let problem = "`0 <= <=` can't be read: expected an expression, found `<=`";
    assert!(error.problem == problem && error.advice.contains("0 < p && p < 20"), "{error}");
}

#[test]
fn a_broken_promise_has_its_line_too() {
    let error = error_after("\"initial\": 0", "\"initial\": 9");
    assert_eq!(
        error.to_string(),
        "line 22, column 14: initial: there is no state 9; the states are numbered from 0 to 2"
    );
}

/// The error for the device's JSON with one piece replaced.
fn error_after(old: &str, new: &str) -> ReadError {
    let text = json::render(&common::device());
    assert!(text.contains(old), "the text has no {old}");
    json::read(&text.replacen(old, new, 1)).expect_err("it breaks the contract")
}

#[track_caller]
fn check(old: &str, new: &str, message: &str) {
    let error = error_after(old, new);
    assert!(error.position.is_some(), "{error}");
    let without_position = ReadError { position: None, ..error };
    assert_eq!(without_position.to_string(), message);
}

#[test]
fn unknown_version() {
    check(
        "\"etiquette\": 2",
        "\"etiquette\": 3",
        "etiquette: version 3 of the format is not known; this program reads versions up to 2: convert the file, or use a newer release",
    );
    check(
        "\"etiquette\": 2,",
        "",
        "the key \"etiquette\" is missing, so this does not look like an interface; add \"etiquette\": 2 if it is one",
    );
}

#[test]
fn state_out_of_range() {
    check("\"to\": 1", "\"to\": 7", "states[0].next[0].to: there is no state 7; the states are numbered from 0 to 2");
    check("\"initial\": 0", "\"initial\": 3", "initial: there is no state 3; the states are numbered from 0 to 2");
}

#[test]
fn unknown_names() {
    check(
        "\"allowed\": [\"acq_r\"",
        "\"allowed\": [\"acquire\"",
        "states[0].allowed[0]: there is no call \"acquire\"; use an \"id\" from \"calls\", or add the call there",
    );
    check(
        "\"outcome\": \"ok\"",
        "\"outcome\": \"null\"",
        "states[0].next[0].outcome: the call \"acq_r\" has no outcome \"null\"; its outcomes, listed in \"calls\", are ok",
    );
    check(
        "\"stop\": \"done\"",
        "\"stop\": \"tired\"",
        "stop: \"tired\" is no stop reason; write one of \"done\", \"time limit\", \"memory limit\", \"depth limit\", \
         \"no proof\", \"too many guards\", \"too large to show\", \"state limit\", \"predicate limit\", \"cancelled\"",
    );
    check(
        "\"safe\": \"proved\"",
        "\"safe\": \"certain\"",
        "guarantee.safe: \"certain\" does not say how sure the result is; write \"proved\", \"proved up to 7 calls\", \
         \"tested on 100 words\" or \"not established\"",
    );
}

#[test]
fn calls_in_both_lists_or_in_none() {
    check(
        "\"allowed\": [\"acq_r\"",
        "\"allowed\": [\"read\", \"acq_r\"",
        "states[0].forbidden[0].call: the call \"read\" is both allowed and forbidden; list it in one of the two only",
    );
    check(
        "\"allowed\": [\"acq_r\", ",
        "\"allowed\": [",
        "states[0].forbidden: the call \"acq_r\" is neither allowed nor forbidden; list it in \"allowed\", or here as \
         {\"call\": \"acq_r\"}",
    );
    check(
        "\"allowed\": [\"acq_r\"",
        "\"allowed\": [\"acq_r\", \"acq_r\"",
        "states[0].allowed[1]: the call \"acq_r\" is listed as allowed twice; list it once",
    );
}

#[test]
fn impossible_next_states() {
    check(
        "\"next\": [{\"call\": \"acq_r\"",
        "\"next\": [{\"call\": \"read\"",
        "states[0].next[0].call: the call \"read\" is forbidden here, so it leads nowhere; allow the call, or remove this entry",
    );
    check(
        "\"next\": [{\"call\": \"acq_r\"",
        "\"next\": [{\"call\": \"acq_rw\"",
        "states[0].next[1]: \"acq_rw\" has two next states here; keep one of them: an interface is deterministic",
    );
}

#[test]
fn duplicate_ids() {
    check(
        "\"id\": \"acq_rw\"",
        "\"id\": \"acq_r\"",
        "calls[1].id: the call \"acq_r\" is listed twice; give each call its own id",
    );
    check(
        "\"outcomes\": [\"ok\"]",
        "\"outcomes\": [\"ok\", \"ok\"]",
        "calls[0].outcomes[1]: the outcome \"ok\" is listed twice; list each outcome once",
    );
    check(
        "\"outcomes\": [\"ok\"]",
        "\"outcomes\": []",
        "calls[0].outcomes: the call has no outcome; list at least one, \"ok\" if there is nothing to tell apart",
    );
}

#[test]
fn wrong_types_and_missing_keys() {
    check("\"initial\": 0", "\"initial\": \"0\"", "initial: a string stands here; write a whole number");
    check("\"initial\": 0", "\"initial\": -1", "initial: -1 stands here; write a whole number");
    check("\"initial\": 0,", "", "the key \"initial\" is missing; add \"initial\"");
    check("\"minimal\": true", "\"minimal\": 1", "guarantee.minimal: 1 stands here; write true or false");
}

#[test]
fn what_is_enclosed_survives_too() {
    let source = json::Source {
        forgotten: vec!["size".into()],
        registers: vec!["count".into()],
        relied_on: Some("count >= 0".into()),
        signs: vec!["count".into()],
        target: "Foo.class".into(),
        options: vec!["--error".into(), "IllegalStateException".into()],
        variables: vec!["state: State".into()],
        methods: vec!["open() -> ok".into()],
        forgets_loops: true,
        left_out: vec!["huge".into()],
    };
    let certificate = serde_json::json!({"labels": ["true"]});
    let enclosed = json::Enclosed { source: Some(source), certificate: Some(certificate) };
    let outcome = common::device();
    let text = json::render_enclosed(&outcome, &enclosed);
    assert_eq!(json::read_enclosed(&text), Ok((outcome.clone(), enclosed)));
    assert_eq!(json::read(&text), Ok(outcome));
    let broken = text.replace("\"target\": \"Foo.class\"", "\"target\": 7");
    let error = json::read_enclosed(&broken).expect_err("a target is a text");
    assert!(error.to_string().contains("source.target"), "{error}");
}
