//! Pruning dead ends, compared with the expected interface pruned in the plainest way.

use std::collections::BTreeSet;

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_outcome::{Confidence, Outcome, Reason, Run, without_dead_ends};
use etiquette_synthesis::{Certified, Direct, Engine};

use super::subject::{check_every_answer, demand, same_language};

#[test]
fn dead_ends_are_pruned() {
    let pruning = || {
        let mut run = Run::default();
        run.serial = true;
        run
    };
    check_every_answer("dead ends", pruning, |subject, answer| {
        let serial = &answer.outcome;
        demand(serial.guarantee.serial, || "not said to be serial".into())?;
        if serial.guarantee.permissive != Confidence::Proved {
            return Ok(());
        }
        let spread = subject.letters.spread(&subject.component, &serial.interface)?;
        let pruned = prune(&subject.realizable);
        same_language(&spread, &pruned)?;
        let smallest = subject.case.number("serial-states").unwrap_or(subject.expected.state_count());
        let found = serial.interface.state_count();
        demand(found >= smallest && (!serial.guarantee.minimal || found == smallest), || {
            format!("{found} states, minimal: {}, but the case says {smallest}", serial.guarantee.minimal)
        })?;
        let reasons = serial.states.iter().flat_map(|facts| &facts.forbidden);
        let dead_ends = reasons.filter(|forbidden| forbidden.reason == Reason::LeadsToDeadEnd).count();
        // A pruned call may share its state with one that fails, and then that is the reason given.
        demand(dead_ends == 0 || pruned != subject.realizable, || format!("{dead_ends} calls lead to dead ends"))
    });
}

/// Takes away, again and again, every call that may lead to a state where nothing is left, or nowhere.
fn prune(interface: &Interface) -> Interface {
    let alphabet = interface.alphabet();
    let allowed = |state| alphabet.call_ids().filter(move |&call| interface.allows(state, call));
    let mut left: BTreeSet<(StateId, CallId)> =
        interface.states().flat_map(|state| allowed(state).map(move |call| (state, call))).collect();
    loop {
        let alive: BTreeSet<StateId> = left.iter().map(|&(state, _)| state).collect();
        let leads_on = |&(state, call): &(StateId, CallId)| {
            let targets: Vec<StateId> =
                alphabet.events_of(call).filter_map(|event| interface.next(state, event)).collect();
            !targets.is_empty() && targets.iter().all(|target| alive.contains(target))
        };
        let count = left.len();
        left = left.iter().copied().filter(leads_on).collect();
        if left.len() == count {
            break;
        }
    }
    let mut pruned = Interface::new(alphabet.clone());
    for _ in 1..interface.state_count() {
        pruned.add_state();
    }
    pruned.set_initial(interface.initial());
    for (state, call) in left {
        pruned.allow(state, call);
        for event in alphabet.events_of(call) {
            if let Some(to) = interface.next(state, event) {
                pruned.connect(state, event, to);
            }
        }
    }
    pruned
}

fn both(source: &str) -> [Outcome; 2] {
    let component = etiquette_component::parse(source, "test.component").expect("a component");
    let mut run = Run::default();
    let certified = Certified.synthesize(&component, &mut run).expect("every component is taken");
    run.serial = true;
    [without_dead_ends(certified), Direct.synthesize(&component, &mut run).expect("a small component")]
}

#[test]
fn what_is_left_is_what_exploration_leaves() {
    let [pruned, explored] = both(
        "component a { var on: bool = false; method press() { assert !on; on = true; } method wait() { assert !on; } }",
    );
    assert_eq!(pruned.interface, explored.interface);
    assert!(pruned.guarantee.serial && pruned.evidence.is_none());
    assert!(pruned.states[0].forbidden.iter().any(|forbidden| forbidden.reason == Reason::LeadsToDeadEnd));
}

#[test]
fn a_client_that_must_get_stuck_may_do_nothing() {
    let [pruned, explored] = both("component a { var on: bool = false; method press() { assert !on; on = true; } }");
    assert_eq!(pruned.interface.state_count(), 1);
    assert_eq!(pruned.interface, explored.interface);
}
