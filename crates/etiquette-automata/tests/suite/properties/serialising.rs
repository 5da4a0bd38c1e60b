//! `serialise` against a fixpoint that starts over until nothing changes.

use std::collections::BTreeSet;

use etiquette_automata::{CallId, Interface, StateId, serialise};
use proptest::prelude::*;

use super::interfaces::{allowed, interfaces, possible};

type Kept = BTreeSet<(StateId, CallId)>;

fn all_calls(interface: &Interface) -> Kept {
    let calls = |state| allowed(interface, state).into_iter().map(move |call| (state, call));
    interface.states().flat_map(calls).collect()
}

/// Whether the call still leads on, whatever the outcome.
fn leads_on(interface: &Interface, kept: &Kept, (state, call): (StateId, CallId)) -> bool {
    let targets: Vec<StateId> =
        interface.alphabet().events_of(call).filter_map(|event| interface.next(state, event)).collect();
    let is_alive = |state: &StateId| kept.iter().any(|(other, _)| other == state);
    !targets.is_empty() && targets.iter().all(is_alive)
}

fn naive(interface: &Interface) -> Kept {
    let mut kept = all_calls(interface);
    loop {
        let next: Kept = kept.iter().copied().filter(|&pair| leads_on(interface, &kept, pair)).collect();
        if next == kept {
            return kept;
        }
        kept = next;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn prunes_what_the_naive_fixpoint_prunes(interface in interfaces(8)) {
        let serial = serialise(&interface);
        let pruned: Kept = serial.pruned.iter().copied().collect();
        let expected: Kept = all_calls(&interface).difference(&naive(&interface)).copied().collect();
        prop_assert!(serial.pruned.is_sorted());
        prop_assert_eq!(pruned, expected);
    }

    #[test]
    fn the_result_is_serial_and_agrees_with_the_input(interface in interfaces(8)) {
        let serial = serialise(&interface);
        let kept = naive(&interface);
        prop_assert_eq!(serial.interface.is_some(), kept.iter().any(|&(state, _)| state == interface.initial()));
        let Some(result) = serial.interface else { return Ok(()) };
        prop_assert!(result.states().all(|state| !possible(&result, state).is_empty()));
        prop_assert_eq!(serial.state_of[interface.initial().index()], Some(result.initial()));
        for (old, new) in interface.states().zip(&serial.state_of) {
            let Some(new) = *new else { continue };
            let calls: Vec<CallId> = kept.iter().filter(|(state, _)| *state == old).map(|&(_, call)| call).collect();
            prop_assert_eq!(allowed(&result, new), calls);
            for event in possible(&result, new) {
                let to = interface.next(old, event).and_then(|to| serial.state_of[to.index()]);
                prop_assert_eq!(result.next(new, event), to);
            }
        }
    }
}
