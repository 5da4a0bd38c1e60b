//! Verification on the examples: what an engine proves is confirmed, what is made wrong is found, with a word that
//! shows it.

use etiquette_applications::reading::read_expression;
use etiquette_applications::verify::{Answer, Verification, Wrong, verify};
use etiquette_automata::{CallId, EventId, Interface, StateId};
use etiquette_component::Component;
use etiquette_outcome::{Outcome, Run};

use crate::common::{component, example, examples, work_out};

fn check(component: &Component, interface: &Interface) -> Verification {
    verify(component, interface, &mut Run::default(), &mut |run, subject| work_out(subject, run)).expect("it fits")
}

fn check_expression(component: &Component, expression: &str) -> Verification {
    check(component, &read_expression(component, expression).expect("an expression").interface)
}

fn word(answer: &Answer) -> Vec<String> {
    match answer {
        Answer::No(why) => why.word.clone(),
        other => panic!("the answer is {other:?}"),
    }
}

/// The interface with one call allowed or forbidden in one state.
fn changed(interface: &Interface, state: StateId, call: CallId) -> Interface {
    let alphabet = interface.alphabet();
    let mut changed = Interface::new(alphabet.clone());
    for _ in 1..interface.state_count() {
        changed.add_state();
    }
    changed.set_initial(interface.initial());
    for from in interface.states() {
        for event in (0..alphabet.event_count()).map(EventId::from_index) {
            if let Some(to) = interface.next(from, event)
                && (from, alphabet.call_of(event)) != (state, call)
            {
                changed.connect(from, event, to);
            }
        }
    }
    if !interface.allows(state, call) {
        let events: Vec<EventId> = alphabet.events_of(call).collect();
        events.iter().for_each(|&event| changed.connect(state, event, state));
    }
    changed
}

#[test]
fn what_an_engine_proves_is_confirmed() {
    for (name, component) in examples() {
        let outcome = work_out(&component, &mut Run::default()).expect("every example is taken");
        assert!(outcome.is_proved(), "{name}");
        let found = check(&component, &outcome.interface);
        assert!(matches!(found.safe, Answer::Yes(_)), "{name}: {:?}", found.safe);
        assert!(matches!(found.permissive, Answer::Yes(_)), "{name}: {:?}", found.permissive);
        if outcome.guarantee.full {
            assert!(!matches!(found.full, Answer::No(_)), "{name}: {:?}", found.full);
        }
    }
}

/// A call that is forbidden although it is legal, or allowed although it is not, in any state of any example.
#[test]
fn every_wrong_call_is_found() {
    // A queue has loops, and each of its questions takes a second.
    for (name, component) in examples().into_iter().filter(|(name, _)| *name != "queue") {
        let outcome: Outcome = work_out(&component, &mut Run::default()).expect("every example is taken");
        let interface = &outcome.interface;
        for state in interface.states() {
            for call in interface.alphabet().call_ids() {
                // Before construction no method can be called, whatever an interface says.
                let is_first = component.has_constructors() && state == interface.initial();
                if is_first || interface.alphabet().call(call).constructor {
                    continue;
                }
                let found = check(&component, &changed(interface, state, call));
                let was_allowed = interface.allows(state, call);
                let (wrong, right) =
                    if was_allowed { (&found.permissive, &found.safe) } else { (&found.safe, &found.permissive) };
                assert!(matches!(wrong, Answer::No(_)), "{name}, state {}, {call:?}: {wrong:?}", state.0);
                if was_allowed {
                    assert!(matches!(right, Answer::Yes(_)), "{name}, state {}, {call:?}: {right:?}", state.0);
                }
            }
        }
    }
}

#[test]
fn words_are_shortest_and_say_where() {
    let file = example("file");
    let found = check_expression(&file, "(open_read (read | write)* close)*");
    assert_eq!(word(&found.safe), ["open_read()", "write()"]);
    let Answer::No(why) = &found.safe else { panic!("it is not safe") };
    let Wrong::Fails { error, at, .. } = &why.wrong else { panic!("it fails") };
    assert_eq!((error.as_str(), at.as_deref()), ("NotWritable", Some("file.component:26")));
    assert_eq!(word(&found.permissive), ["open_write()"]);
}

#[test]
fn guards_are_told_apart_by_values() {
    let queue = example("queue");
    let found = check_expression(&queue, "(take(0) | is_empty)*");
    assert!(matches!(found.safe, Answer::Yes(_)), "{:?}", found.safe);
    assert_eq!(word(&found.permissive), ["put()"]);
    let found = check_expression(&queue, "(put take(2))*");
    assert_eq!(word(&found.safe), ["put()", "take(2)"]);
}

/// Whether `read` fails after `wake` is a hidden choice: refusing it is right, refusing it after the answer `true` is
/// not.
#[test]
fn hidden_choices_are_a_matter_of_beliefs() {
    let sensor = example("sensor");
    let permissive = "(read | heat | is_warm -> true | wake+ (is_warm -> false | wake)* (heat | is_warm -> true))* wake* (is_warm -> false | wake)*";
    let found = check_expression(&sensor, permissive);
    assert!(matches!(found.safe, Answer::Yes(_)), "{:?}", found.safe);
    assert!(matches!(found.permissive, Answer::Yes(_)), "{:?}", found.permissive);
    let found = check_expression(&sensor, "(read | heat | is_warm)*");
    assert_eq!(word(&found.permissive), ["wake()"]);
    let found = check_expression(&sensor, "(read | heat | is_warm | wake)*");
    assert_eq!(word(&found.safe), ["wake()", "read()"]);
}

#[test]
fn full_interfaces_accept_what_cannot_happen() {
    let lamp = component(
        "component lamp { var on: bool = false; method lit() -> bool { return on; } method press() { on = !on; }
        method read() { assert on; } }",
    );
    let outcome = work_out(&lamp, &mut Run::default()).expect("it is taken");
    let found = check(&lamp, &outcome.interface);
    assert!(matches!(found.permissive, Answer::Yes(_)));
    let nothing_full = check_expression(&lamp, "(lit -> false | press (read | lit -> true)* press)* press?");
    assert!(matches!(nothing_full.full, Answer::No(_)), "{:?}", nothing_full.full);
    let free = component(
        "component free { method a() { } method b() -> bool { choose { return true; } or { return false; } } }",
    );
    let found = check_expression(&free, "(a | b)*");
    assert!(matches!(found.full, Answer::Yes(_)), "{:?}", found.full);
}

/// An outcome that tells nothing can still be one that an interface goes by, rightly or wrongly.
#[test]
fn outcomes_that_tell_nothing_are_not_made_up() {
    let source = "component c { var n: u2 = 0; method parity() -> bool { return false; } method go() { assert n == 0; n = 1; } }";
    let c = component(source);
    // After `parity -> true`, which never happens, `go go` would be accepted.
    let found = check_expression(&c, "parity -> false* (go | parity -> true go go)");
    assert!(matches!(found.safe, Answer::Yes(_)), "{:?}", found.safe);
}

#[test]
fn misfits_are_said() {
    let (file, lock) = (example("file"), example("lock"));
    let other = work_out(&lock, &mut Run::default()).expect("it is taken");
    let misfit = verify(&file, &other.interface, &mut Run::default(), &mut |run, subject| work_out(subject, run));
    let misfit = misfit.expect_err("another component");
    assert!(misfit.message.contains("no such method"), "{misfit}");
}

/// The interface of the sensor is permissive, but only beliefs show it.
#[test]
fn an_engine_that_finds_nothing_leaves_it_open() {
    let sensor = example("sensor");
    let interface = work_out(&sensor, &mut Run::default()).expect("it is taken").interface;
    let mut nothing = |_: &mut Run, _: &Component| Err("nothing".to_owned());
    let found = verify(&sensor, &interface, &mut Run::default(), &mut nothing).expect("it fits");
    assert!(matches!(found.permissive, Answer::Unknown(_)), "{:?}", found.permissive);
    assert!(matches!(found.full, Answer::Unknown(_)), "{:?}", found.full);
}

/// There are 2^30 ways through the call, and one of them fails.
#[test]
fn a_word_that_depends_on_many_choices_is_confirmed() {
    let choice = |n: usize| match n % 3 {
        0 => "c = *; if (c) { right = false; }",
        _ => "c = *; if (!c) { right = false; }",
    };
    let choices: String = (0..30).map(choice).collect();
    let text = format!(
        "component many {{ method run() {{ var right: bool = true; var c: bool = *; {choices} assert !right; }} }}"
    );
    let component = etiquette_component::parse(&text, "many.component").expect("a component");
    assert_eq!(word(&check_expression(&component, "run*").safe), ["run()"]);
}
