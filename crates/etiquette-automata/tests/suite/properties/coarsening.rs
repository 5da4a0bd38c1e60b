//! `coarsen` against all words: a call is allowed exactly where everything that it may be is allowed after every word
//! that looks the same.

use std::collections::BTreeMap;

use etiquette_automata::{Call, CallId, EventId, Interface, StateId, View, accepted_words, coarsen};
use proptest::prelude::*;

use super::interfaces::interfaces;

/// A client that takes calls for the same as their numbers say, and sees no outcomes where it should not.
fn view(interface: &Interface, groups: &[usize], sees_outcomes: bool) -> View {
    let alphabet = interface.alphabet();
    let mut names: Vec<usize> = alphabet.call_ids().map(|call| groups[call.index()]).collect();
    names.sort_unstable();
    names.dedup();
    let position = |call: CallId| names.iter().position(|name| *name == groups[call.index()]);
    let outcome = |event: EventId| if sees_outcomes { usize::from(alphabet.outcome_of(event) == "failed") } else { 0 };
    View {
        calls: names.iter().map(|name| Call::simple(format!("g{name}")).with_outcomes(["ok", "failed"])).collect(),
        call_of: alphabet.call_ids().map(|call| position(call).map(CallId::from_index)).collect(),
        outcome_of: (0..alphabet.event_count()).map(|event| outcome(EventId::from_index(event))).collect(),
        start: vec![interface.initial()],
    }
}

/// The states that the words of up to five events lead to, by what the client sees of them.
fn reached(interface: &Interface, view: &View) -> BTreeMap<Vec<(CallId, usize)>, Vec<StateId>> {
    let mut reached: BTreeMap<_, Vec<StateId>> = BTreeMap::new();
    for word in accepted_words(interface, 5) {
        let seen = |event: &EventId| {
            let call = view.call_of[interface.alphabet().call_of(*event).index()]?;
            Some((call, view.outcome_of[event.index()]))
        };
        let Some(image) = word.iter().map(seen).collect::<Option<Vec<_>>>() else { continue };
        reached.entry(image).or_default().extend(interface.run(&word));
    }
    reached
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn allows_what_is_safe_whatever_really_happened(
        interface in interfaces(5),
        groups in prop::collection::vec(0..2usize, 3),
        sees_outcomes: bool,
    ) {
        let view = view(&interface, &groups, sees_outcomes);
        let coarse = coarsen(&interface, &view, 1000).expect("few sets");
        for (image, states) in reached(&interface, &view) {
            let word: Vec<EventId> =
                image.iter().map(|&(call, outcome)| coarse.interface.alphabet().event(call, outcome)).collect();
            // The words of the coarse interface are those all of whose calls were safe.
            let Some(state) = coarse.interface.run(&word) else { continue };
            for seen in coarse.interface.alphabet().call_ids() {
                let calls = interface.alphabet().call_ids().filter(|call| view.call_of[call.index()] == Some(seen));
                let calls: Vec<CallId> = calls.collect();
                let expected = states.iter().all(|&from| calls.iter().all(|&call| interface.allows(from, call)));
                prop_assert_eq!(coarse.interface.allows(state, seen), expected);
            }
        }
    }
}
