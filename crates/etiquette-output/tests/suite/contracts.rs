//! Contracts, in JML and as Javadoc: what they ask for is what the interface asks for.

use std::collections::BTreeSet;

use etiquette_automata::{CallId, StateId};
use etiquette_output::{Format, json, render};

use crate::common::generated::{any_outcome, connected_outcome};

/// A buffer with registers, observers of two of its guards, and a method whose outcomes matter.
const BUFFER: &str = r#"{"etiquette": 2, "component": "org.example.Outer$Buffer", "errors": ["Full"],
  "guarantee": {"safe": "proved", "permissive": "proved"},
  "registers": [{"name": "count", "type": "int"}, {"name": "list.last", "type": "byte"}],
  "calls": [
    {"id": "new", "method": "new Buffer", "constructor": true, "params": [{"name": "_count", "type": "int"}]},
    {"id": "put#1", "method": "put", "params": [{"name": "n", "type": "long"}],
     "guard": "n > 3000000000 && count < 9", "observed": "n > 3000000000 && !isFull()"},
    {"id": "put#2", "method": "put", "params": [{"name": "n", "type": "long"}],
     "guard": "!(n > 3000000000 && count < 9)"},
    {"id": "set#1", "method": "set", "params": [{"name": "b", "type": "byte"}], "guard": "list.last == i8(b)"},
    {"id": "set#2", "method": "set", "params": [{"name": "b", "type": "byte"}], "guard": "u3(b) == 1"},
    {"id": "set#3", "method": "set", "params": [{"name": "b", "type": "byte"}], "guard": "!(u3(b) == 1)"},
    {"id": "poll", "method": "poll", "outcomes": ["true", "false", "java.io.IOException"]},
    {"id": "isFull", "method": "isFull"}],
  "initial": 0,
  "states": [
    {"label": null, "allowed": ["new"],
     "forbidden": [{"call": "put#1"}, {"call": "put#2"}, {"call": "set#1"}, {"call": "set#2"}, {"call": "set#3"},
                   {"call": "poll"}, {"call": "isFull"}],
     "next": [{"call": "new", "outcome": "ok", "to": 1, "set": {"count": "_count"}}]},
    {"label": null, "allowed": ["put#1", "set#1", "set#2", "poll", "isFull"],
     "forbidden": [{"call": "new", "why": "already constructed"}, {"call": "set#3"},
                   {"call": "put#2", "verdict": "fails", "error": "Full", "witness": [], "at": null}],
     "next": [{"call": "put#1", "outcome": "ok", "to": 1, "set": {"count": "count + 1", "list.last": "list.last + 1"}},
              {"call": "set#1", "outcome": "ok", "to": 1},
              {"call": "set#2", "outcome": "ok", "to": 1},
              {"call": "poll", "outcome": "true", "to": 1, "set": {"count": "0"}},
              {"call": "poll", "outcome": "false", "to": 1},
              {"call": "poll", "outcome": "java.io.IOException", "to": 1},
              {"call": "isFull", "outcome": "ok", "to": 1}]}],
  "stop": "done"}"#;

fn buffer(format: Format) -> (String, Vec<String>) {
    let outcome = json::read(BUFFER).expect("an interface");
    let rendered = render(&outcome, format).expect("contracts can always be written");
    (rendered.text, rendered.losses)
}

/// The clauses above the method that is declared so.
fn clauses<'a>(text: &'a str, declared: &str) -> Vec<&'a str> {
    let lines: Vec<&str> = text.lines().collect();
    let at = lines.iter().position(|line| line.trim() == declared).unwrap_or_else(|| panic!("no {declared}: {text}"));
    let above = lines[..at].iter().rev().map_while(|line| line.trim().strip_prefix("//@ "));
    above.collect::<Vec<_>>().into_iter().rev().collect()
}

#[test]
fn jml_speaks_of_observers_and_ghost_fields() {
    let (text, losses) = buffer(Format::Jml);
    assert!(text.contains("package org.example;") && text.contains("class Buffer {"), "{text}");
    assert!(text.contains("//@ public ghost byte _list_last;"), "{text}");
    assert!(!text.contains("_state"), "one state need not be told: {text}");
    assert_eq!(clauses(&text, "public Buffer(int _count);"), ["ensures this._count == _count;"]);
    assert_eq!(
        clauses(&text, "public void put(long n);"),
        [
            "requires n > 3000000000L && !isFull();",
            "ensures _count == \\old(_count + 1) && _list_last == (byte) \\old(_list_last + 1);"
        ]
    );
    assert_eq!(
        clauses(&text, "public /*@ pure @*/ boolean isFull();"),
        ["ensures \\result == !(_count < 9);"],
        "what is said of a part of a guard"
    );
    let kept = "_list_last == \\old(_list_last)";
    assert_eq!(
        clauses(&text, "public boolean poll();"),
        [
            format!("signals (java.io.IOException) _count == \\old(_count) && {kept};"),
            format!("ensures \\result ==> _count == 0 && {kept};"),
            format!("ensures !\\result ==> _count == \\old(_count) && {kept};"),
        ]
    );
    assert_eq!(
        clauses(&text, "public void set(byte b);")[0],
        "requires _list_last == (byte) (b);",
        "what Java has no words for is left out"
    );
    assert!(losses.iter().any(|loss| loss.contains("`set(b) [u3(b) == 1]` is left out")), "{losses:?}");
}

#[test]
fn javadoc_says_when_and_what_otherwise() {
    let (text, losses) = buffer(Format::Contract);
    assert!(losses.is_empty());
    let wanted = [
        "must not cause {@code Full}",
        "{@code !isFull()} is {@code count < 9}",
        "May be called only if {@code n > 3000000000 && !isFull()}; can throw {@code Full} otherwise.",
        "{@code count := 0} with {@code true}; changes nothing with {@code false} or {@code java.io.IOException}.",
    ];
    for words in wanted {
        assert!(text.contains(words), "no {words:?} in: {text}");
    }
}

/// The states in which a contract allows a call, which has no guard.
fn states_of(requires: Option<&str>, all: &BTreeSet<u32>) -> BTreeSet<u32> {
    let Some(condition) = requires.and_then(|clause| clause.strip_prefix("requires ")?.strip_suffix(';')) else {
        return all.clone();
    };
    let state = |part: &str| part.strip_prefix("_state == ").and_then(|number| number.parse().ok());
    match condition {
        "false" => BTreeSet::new(),
        condition => condition.split(" || ").map(|part| state(part).expect("a state")).collect(),
    }
}

#[test]
fn jml_requires_what_the_interface_asks_for() {
    for seed in 0..40 {
        let outcome = connected_outcome(seed, 5, 3, 50);
        let text = render(&outcome, Format::Jml).expect("contracts can always be written").text;
        let all: BTreeSet<u32> = outcome.interface.states().map(|state| state.0).collect();
        for (position, call) in outcome.interface.alphabet().calls().iter().enumerate() {
            let clauses = clauses(&text, &format!("public void {}();", call.method));
            let requires = clauses.first().copied().filter(|clause| clause.starts_with("requires"));
            let allows = |state: &u32| outcome.interface.allows(StateId(*state), CallId::from_index(position));
            let allowed: BTreeSet<u32> = all.iter().copied().filter(allows).collect();
            assert_eq!(states_of(requires, &all), allowed, "seed {seed}, {}:\n{text}", call.method);
        }
    }
}

#[test]
fn names_do_not_get_out_of_comments() {
    for seed in 0..100 {
        let outcome = any_outcome(seed);
        let javadoc = render(&outcome, Format::Contract).expect("contracts can always be written").text;
        assert_eq!(javadoc.matches("/**").count(), javadoc.matches(" */\n").count(), "seed {seed}:\n{javadoc}");
        let inside = javadoc.lines().filter(|line| line.starts_with(" * "));
        assert!(inside.clone().all(|line| !line.contains("*/")), "seed {seed}:\n{javadoc}");
        let jml = render(&outcome, Format::Jml).expect("contracts can always be written");
        let comments = jml.text.lines().take_while(|line| line.starts_with("//")).count();
        assert_eq!(comments, jml.losses.len() + 1, "seed {seed}:\n{}", jml.text);
        assert!(!jml.text.replace("\\\\", "").contains("\\u"), "seed {seed}: javac would read it:\n{}", jml.text);
    }
}
