//! Comparisons of versions: on small pairs by hand, and on random pairs against all short words with concrete
//! arguments.

use std::collections::BTreeMap;

use etiquette_applications::diff::{
    Components, Diff, Side, Trial, Verdict, diff, diff_tried, json, markdown, text, witness,
};
use etiquette_automata::{Alphabet, Call, CallId, EventId, Interface, Parameter, StateId};
use etiquette_outcome::{Confidence, Forbidden, Guarantee, Integers, Outcome, Reason, Run, StateFacts, StopReason};

use crate::common;

fn proved(interface: Interface) -> Outcome {
    let guarantee = Guarantee {
        safe: Confidence::Proved,
        permissive: Confidence::Proved,
        full: false,
        minimal: false,
        serial: false,
        integers: Integers::Wrap,
        assumptions: Vec::new(),
    };
    Outcome {
        not_covered: Vec::new(),
        component: "Gate".into(),
        roles: Vec::new(),
        errors: vec!["IllegalStateException".into()],
        error_choice: None,
        engine: "none".into(),
        states: vec![StateFacts::default(); interface.state_count()],
        interface,
        guarantee,
        evidence: None,
        stop: StopReason::Done,
        statistics: BTreeMap::new(),
    }
}

/// An interface from edges written as `(from, call id, outcome, to)`.
fn interface(calls: Vec<Call>, states: usize, edges: &[(u32, &str, usize, u32)]) -> Outcome {
    let mut interface = Interface::new(Alphabet::new(calls));
    (1..states).for_each(|_| _ = interface.add_state());
    for &(from, id, outcome, to) in edges {
        let call = interface.alphabet().calls().iter().position(|call| call.id == id).expect("a call");
        let event = interface.alphabet().event(CallId::from_index(call), outcome);
        interface.connect(StateId(from), event, StateId(to));
    }
    proved(interface)
}

fn guarded(id: &str, guard: &str) -> Call {
    let method = id.split('#').next().unwrap_or(id);
    let parameters = vec![Parameter { name: "p".into(), ty: "int".into() }];
    Call { id: id.into(), parameters, guard: guard.into(), ..Call::simple(method) }
}

fn constructor(name: &str) -> Call {
    Call { constructor: true, ..Call::simple(format!("new {name}")) }
}

fn compared(old: &Outcome, new: &Outcome) -> Diff {
    diff(old, new).expect("they can be compared")
}

/// Open, then close; in the new version closing twice is forbidden.
fn gates() -> (Outcome, Outcome) {
    let calls = || vec![constructor("Gate"), Call::simple("open"), Call::simple("close")];
    let old = interface(calls(), 3, &[(0, "new Gate", 0, 1), (1, "open", 0, 2), (2, "close", 0, 2)]);
    let mut new =
        interface(calls(), 4, &[(0, "new Gate", 0, 1), (1, "open", 0, 2), (2, "close", 0, 3), (3, "open", 0, 2)]);
    let error = "IllegalStateException".to_string();
    let reason = Reason::Error { witness: Vec::new(), error, at: Some("Gate.java:12".into()) };
    new.states[3].forbidden = vec![Forbidden::new(CallId(2), reason)];
    (old, new)
}

#[test]
fn a_breaking_change_has_a_shortest_word_and_its_error() {
    let (old, new) = gates();
    let found = compared(&old, &new);
    assert_eq!(found.verdict(), Verdict::Breaking);
    assert_eq!(found.forbidden.len(), 1);
    assert_eq!(found.forbidden[0].written_word(), ["new Gate()", "open()", "close()", "close()"]);
    assert_eq!(found.legal[0].written_word(), ["new Gate()", "open()", "close()", "open()"]);
    let report = text::render(&found);
    assert!(
        report.contains(
            "    new Gate() · open() · close() · close()\n      now: raises IllegalStateException at Gate.java:12\n"
        ),
        "{report}"
    );
    assert_eq!(json::value(&found)["forbidden"][0]["at"], "Gate.java:12");
    assert!(markdown::render(&found).contains("| `close` | `new Gate() · open() · close() · close()` |"));
}

#[test]
fn another_error_is_told_and_breaks_nothing() {
    let failing = |error: &str| {
        let mut gate = interface(vec![Call::simple("open"), Call::simple("close")], 1, &[(0, "open", 0, 0)]);
        let reason = Reason::Error { witness: Vec::new(), error: error.into(), at: None };
        gate.states[0].forbidden = vec![Forbidden::new(CallId(1), reason)];
        gate
    };
    let found = compared(&failing("NullPointerException"), &failing("IllegalStateException"));
    assert_eq!(found.verdict(), Verdict::Compatible);
    assert_eq!(
        (found.errors[0].old.as_str(), found.errors[0].new.as_str()),
        ("NullPointerException", "IllegalStateException")
    );
    assert!(
        text::render(&found).contains("    close()\n      raised NullPointerException, now IllegalStateException\n")
    );
    assert!(compared(&failing("X"), &failing("X")).errors.is_empty());
}

#[test]
fn a_version_is_compatible_with_itself() {
    let (old, new) = gates();
    for version in [old, new] {
        let found = compared(&version, &version);
        assert_eq!(found.verdict(), Verdict::Compatible);
        assert!(found.forbidden.is_empty() && found.legal.is_empty() && found.guards.is_empty());
    }
}

#[test]
fn what_was_not_proved_leaves_the_answer_open() {
    let (old, new) = gates();
    let mut unsafe_old = old.clone();
    unsafe_old.guarantee.safe = Confidence::TestedOn(3);
    assert_eq!(compared(&unsafe_old, &new).verdict(), Verdict::Open, "the old call may have failed, too");
    let mut unsure_new = new.clone();
    unsure_new.guarantee.permissive = Confidence::ProvedUpTo(3);
    assert_eq!(compared(&old, &unsure_new).verdict(), Verdict::Open, "the new version may allow it");
    let mut unsafe_new = old.clone();
    unsafe_new.guarantee.safe = Confidence::NotEstablished;
    assert_eq!(compared(&old, &unsafe_new).verdict(), Verdict::Open, "the new version may fail anywhere");
    assert_eq!(compared(&unsafe_new, &old).verdict(), Verdict::Compatible, "an old version that fails is no promise");
    let mut bounded = new.clone();
    bounded.states[3].forbidden[0].reason = Reason::Unexplored;
    assert_eq!(compared(&old, &bounded).verdict(), Verdict::Open);
}

#[test]
fn guards_are_compared_by_argument_values() {
    let version = |small: &str, large: &str| {
        interface(vec![guarded("pay#1", small), guarded("pay#2", large)], 1, &[(0, "pay#1", 0, 0)])
    };
    let found = compared(&version("p <= 50", "p > 50"), &version("p < 40", "p >= 40"));
    assert_eq!(found.forbidden[0].written_word(), ["pay(50)"]);
    assert!(found.legal.is_empty());
    assert_eq!(found.guards.len(), 1);
    let same = compared(&version("p <= 50", "p > 50"), &version("!(p > 50)", "!(p <= 50)"));
    assert_eq!(same.verdict(), Verdict::Compatible);
    assert!(same.guards.is_empty(), "other words for the same guards are no change");
}

#[test]
fn a_guard_that_cannot_be_read_leaves_the_answer_open() {
    let version = |guard: &str| interface(vec![guarded("pay", guard)], 1, &[(0, "pay", 0, 0)]);
    let found = compared(&version("p looks fine"), &version("true"));
    assert_eq!(found.verdict(), Verdict::Open);
    assert!(found.open[0].contains("p looks fine"), "{:?}", found.open);
}

/// In the new version `try` shows what came of it; in the old one nobody could tell, and `go` was legal after both.
#[test]
fn outcomes_that_were_not_told_apart_are_all_followed() {
    let old = interface(vec![Call::simple("try"), Call::simple("go")], 1, &[(0, "try", 0, 0), (0, "go", 0, 0)]);
    let calls = vec![Call::simple("try").with_outcomes(["true", "false"]), Call::simple("go")];
    let new = interface(calls, 2, &[(0, "try", 0, 0), (0, "try", 1, 1), (0, "go", 0, 0), (1, "try", 1, 1)]);
    let found = compared(&old, &new);
    assert_eq!(found.forbidden[0].written_word(), ["try() -> false", "go()"]);
}

/// An outcome that cannot happen in one version is not followed: what the other one forbids after it is no difference.
#[test]
fn an_outcome_that_cannot_happen_is_no_difference() {
    let calls = || vec![Call::simple("try").with_outcomes(["true", "false"]), Call::simple("go")];
    let old = interface(calls(), 1, &[(0, "try", 0, 0), (0, "go", 0, 0)]);
    let new = interface(calls(), 2, &[(0, "try", 0, 0), (0, "try", 1, 1), (0, "go", 0, 0)]);
    assert_eq!(compared(&old, &new).verdict(), Verdict::Compatible);
    assert_eq!(compared(&new, &old).verdict(), Verdict::Compatible);
}

#[test]
fn a_method_that_is_gone_breaks_clients_that_could_call_it() {
    let old = interface(vec![Call::simple("go"), Call::simple("stop")], 1, &[(0, "go", 0, 0), (0, "stop", 0, 0)]);
    let never = interface(vec![Call::simple("go"), Call::simple("stop")], 1, &[(0, "go", 0, 0)]);
    let new = interface(vec![Call::simple("go")], 1, &[(0, "go", 0, 0)]);
    assert_eq!(compared(&old, &new).verdict(), Verdict::Breaking);
    assert_eq!(compared(&never, &new).verdict(), Verdict::Compatible);
    assert_eq!(compared(&new, &old).added.len(), 1);
}

#[test]
fn overloading_a_method_is_no_change_of_the_old_one() {
    let single = interface(vec![guarded("put", "true")], 1, &[(0, "put", 0, 0)]);
    let mut long = guarded("put(long)", "true");
    long.parameters[0].ty = "long".into();
    let overloaded =
        interface(vec![guarded("put(int)", "true"), long], 1, &[(0, "put(int)", 0, 0), (0, "put(long)", 0, 0)]);
    let found = compared(&single, &overloaded);
    assert_eq!((found.verdict(), found.added.len(), found.removed.len()), (Verdict::Compatible, 1, 0));
}

#[test]
fn versions_of_other_kinds_are_refused() {
    let (old, mut new) = gates();
    new.guarantee.serial = true;
    assert!(diff(&old, &new).expect_err("serial").to_string().contains("--serial"));
    new.guarantee.serial = false;
    new.guarantee.integers = Integers::Ideal;
    assert!(diff(&old, &new).expect_err("ideal").to_string().contains("--integers"));
}

#[test]
fn witness_programs_make_the_calls_of_the_word() {
    let (old, new) = gates();
    let found = compared(&old, &new);
    let program = witness::program("com.acme.Gate", &found.forbidden[0], 1).expect("a program");
    assert_eq!((program.path.as_str(), program.class.as_str()), ("com/acme/Witness1.java", "com.acme.Witness1"));
    for line in ["package com.acme;", "com.acme.Gate subject = new com.acme.Gate();", "subject.close(); // fails"] {
        assert!(program.source.contains(line), "{}", program.source);
    }
    let jdk = witness::program("java.util.zip.Deflater", &found.forbidden[0], 2).expect("a program");
    assert_eq!(jdk.path, "Witness2.java");
    let mut headless = found.forbidden[0].clone();
    headless.word.remove(0);
    assert!(witness::program("Gate", &headless, 1).is_err());
}

/// A small random number generator (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % bound
    }
}

const BOUND: u64 = 4;

/// A method whose argument is compared with a random bound, and one with two outcomes.
fn random_version(random: &mut Random) -> (Outcome, u64) {
    let bound = random.below(BOUND);
    let mut small = guarded("set#1", &format!("p < {bound}"));
    let mut large = guarded("set#2", &format!("p >= {bound}"));
    for call in [&mut small, &mut large] {
        call.parameters[0].ty = "u2".into();
    }
    let ask = Call::simple("ask").with_outcomes(["yes", "no"]);
    let states = 1 + random.below(4);
    let mut interface = Interface::new(Alphabet::new(vec![small, large, ask]));
    (1..states).for_each(|_| _ = interface.add_state());
    for state in interface.states() {
        for call in interface.alphabet().call_ids().filter(|_| random.below(3) > 0).collect::<Vec<_>>() {
            interface.allow(state, call);
            for event in interface.alphabet().events_of(call) {
                if random.below(4) > 0 {
                    let to = StateId::from_index(random.below(states) as usize);
                    interface.connect(state, event, to);
                }
            }
        }
    }
    (proved(interface), bound)
}

/// What a client does: a method with an argument, and the outcome that it sees.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Concrete {
    Set(u64),
    Ask(usize),
}

impl Concrete {
    fn all() -> Vec<Concrete> {
        (0..BOUND).map(Concrete::Set).chain([Concrete::Ask(0), Concrete::Ask(1)]).collect()
    }

    fn event(self, bound: u64) -> EventId {
        match self {
            Concrete::Set(value) => EventId(u32::from(value >= bound)),
            Concrete::Ask(outcome) => EventId(2 + outcome as u32),
        }
    }
}

/// The lengths of the shortest words after which only the first, or only the second, version allows something: the
/// definition.
fn naive(old: &(Outcome, u64), new: &(Outcome, u64)) -> [Option<usize>; 2] {
    let (one, other) = (&old.0.interface, &new.0.interface);
    let mut pairs = vec![(one.initial(), other.initial())];
    let mut seen = pairs.clone();
    let mut found = [None; 2];
    for length in 1.. {
        let mut next = Vec::new();
        for &(left, right) in &pairs {
            for letter in Concrete::all() {
                let (left_event, right_event) = (letter.event(old.1), letter.event(new.1));
                let left_allows = one.allows(left, one.alphabet().call_of(left_event));
                let right_allows = other.allows(right, other.alphabet().call_of(right_event));
                if left_allows && !right_allows {
                    found[0].get_or_insert(length);
                }
                if right_allows && !left_allows {
                    found[1].get_or_insert(length);
                }
                if let (Some(to_left), Some(to_right)) = (one.next(left, left_event), other.next(right, right_event))
                    && !seen.contains(&(to_left, to_right))
                {
                    seen.push((to_left, to_right));
                    next.push((to_left, to_right));
                }
            }
        }
        if next.is_empty() {
            break;
        }
        pairs = next;
    }
    found
}

/// Whether a version takes the word of a change up to its last call, and whether it allows that.
fn allows_last(version: &(Outcome, u64), word: &[String]) -> bool {
    let interface = &version.0.interface;
    let concrete = |step: &String| match step.as_str() {
        "ask() -> yes" | "ask()" => Concrete::Ask(0),
        "ask() -> no" => Concrete::Ask(1),
        set => {
            let value = set.strip_prefix("set(").and_then(|rest| rest.strip_suffix(')')).and_then(|n| n.parse().ok());
            Concrete::Set(value.expect("an argument"))
        }
    };
    let (last, before) = word.split_last().expect("a word");
    let events: Vec<EventId> = before.iter().map(|step| concrete(step).event(version.1)).collect();
    let state = interface.run(&events).expect("both versions accept the word before");
    interface.allows(state, interface.alphabet().call_of(concrete(last).event(version.1)))
}

#[test]
fn random_versions_differ_where_the_definition_says() {
    let random = &mut Random(7);
    let mut differing = 0;
    for round in 0..400 {
        let (old, new) = (random_version(random), random_version(random));
        let found = compared(&old.0, &new.0);
        let shortest =
            |changes: &[etiquette_applications::diff::Change]| changes.iter().map(|change| change.word.len() + 1).min();
        assert_eq!([shortest(&found.forbidden), shortest(&found.legal)], naive(&old, &new), "round {round}");
        for change in &found.forbidden {
            let word = change.written_word();
            assert!(allows_last(&old, &word) && !allows_last(&new, &word), "round {round}: {word:?}");
        }
        for change in &found.legal {
            let word = change.written_word();
            assert!(!allows_last(&old, &word) && allows_last(&new, &word), "round {round}: {word:?}");
        }
        differing += usize::from(!found.forbidden.is_empty());
    }
    assert!(differing > 100, "most random versions differ: {differing}");
}

/// A meter that takes so many coins at once, and jams if there are fewer.
fn meter(least: u32) -> (etiquette_component::Component, Outcome) {
    let component = common::component(&format!(
        "component meter {{ var paid: bool = false;
           method pay(coins: u4) {{ if (coins < {least}) {{ error Jam; }} paid = true; }}
           method enter() {{ if (!paid) {{ error Closed; }} paid = false; }} }}"
    ));
    let outcome = common::work_out(&component, &mut Run::default()).expect("an interface");
    (component, outcome)
}

#[test]
fn words_are_tried_on_the_components_that_are_there() {
    let ((old_meter, old), (new_meter, new)) = (meter(3), meter(5));
    let tried = |components| diff_tried(&old, &new, components, &Run::default()).expect("comparable");
    let both = tried(Components { old: Some(&old_meter), new: Some(&new_meter) });
    assert_eq!(both.forbidden[0].trial, Trial::Agrees(vec![Side::Old, Side::New]));
    assert!(both.forbidden[0].certain);
    assert_eq!(json::value(&both)["forbidden"][0]["tried"]["agrees"], serde_json::json!(["old", "new"]));
    let one = tried(Components { old: None, new: Some(&new_meter) });
    assert_eq!(one.forbidden[0].trial, Trial::Agrees(vec![Side::New]));
    let none = tried(Components::default());
    assert_eq!((&none.forbidden[0].trial, none.verdict()), (&Trial::Agrees(Vec::new()), Verdict::Breaking));
}

/// The interface says that it is proved, and is that of another component.
#[test]
fn what_a_component_does_not_show_is_not_certain() {
    let ((old_meter, old), (_, new)) = (meter(3), meter(5));
    let components = Components { old: Some(&old_meter), new: Some(&old_meter) };
    let found = diff_tried(&old, &new, components, &Run::default()).expect("comparable");
    assert!(matches!(found.forbidden[0].trial, Trial::Disagrees(_)), "{:?}", found.forbidden[0].trial);
    assert_eq!(found.verdict(), Verdict::Open);
    let report = text::render(&found);
    assert!(report.contains("but the component does not show it"), "{report}");
    assert!(
        report.contains("Open: `pay(3)` is not confirmed: its last call does not fail after it in the new version"),
        "{report}"
    );
    let reversed = diff_tried(&new, &old, Components { old: Some(&old_meter), new: None }, &Run::default());
    let reversed = reversed.expect("comparable");
    assert!(!reversed.legal[0].certain, "the old version does not fail");
}

#[test]
fn a_call_that_may_fail_was_not_legal() {
    let ((old_meter, old), (new_meter, new)) = (meter(3), meter(5));
    let swapped = Components { old: Some(&new_meter), new: Some(&old_meter) };
    let found = diff_tried(&old, &new, swapped, &Run::default()).expect("comparable");
    let Trial::Disagrees(why) = &found.forbidden[0].trial else { panic!("{:?}", found.forbidden[0].trial) };
    assert_eq!(why, "call 1 of it fails in the old version");
}

/// The outcome that the word needs can't happen in the old version, though its interface has an edge for it.
#[test]
fn a_word_that_can_not_happen_is_not_certain() {
    let old_lock = common::component(
        "component lock { var held: bool = false;
           method take() -> bool { held = true; return true; } method read() { if (!held) { error NotHeld; } } }",
    );
    let outcomes = || Call { outcomes: vec!["true".into(), "false".into()], ..Call::simple("take") };
    let calls = || vec![outcomes(), Call::simple("read")];
    let old = interface(calls(), 3, &[(0, "take", 0, 1), (0, "take", 1, 2), (1, "read", 0, 1), (2, "read", 0, 2)]);
    let new = interface(calls(), 2, &[(0, "take", 0, 1), (0, "take", 1, 0), (1, "read", 0, 1)]);
    let found = diff_tried(&old, &new, Components { old: Some(&old_lock), new: None }, &Run::default());
    let found = found.expect("comparable");
    assert_eq!(found.forbidden[0].written_word(), ["take() -> false", "read()"]);
    let Trial::Disagrees(why) = &found.forbidden[0].trial else { panic!("{:?}", found.forbidden[0].trial) };
    assert_eq!(why, "it can't happen in the old version");
}
