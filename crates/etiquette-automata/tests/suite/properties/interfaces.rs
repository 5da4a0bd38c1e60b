//! Random interfaces, and what the tests need to know about them.

use etiquette_automata::{Alphabet, Call, CallId, EventId, Interface, StateId};
use proptest::collection::vec;
use proptest::prelude::*;

/// An alphabet of one to three calls with one or two outcomes each.
fn alphabets() -> impl Strategy<Value = Alphabet> {
    vec(1..3usize, 1..4).prop_map(|outcome_counts| {
        let call = |(index, &count): (usize, &usize)| {
            let outcomes = ["ok", "failed"].into_iter().take(count);
            Call::simple(format!("m{index}")).with_outcomes(outcomes)
        };
        Alphabet::new(outcome_counts.iter().enumerate().map(call).collect())
    })
}

/// Interfaces of one to `most` states; about one event in five of the allowed calls cannot happen.
pub fn interfaces(most: usize) -> impl Strategy<Value = Interface> {
    alphabets().prop_flat_map(move |alphabet| over(alphabet, most))
}

/// Pairs of interfaces over the same alphabet.
pub fn pairs(most: usize) -> impl Strategy<Value = (Interface, Interface)> {
    alphabets().prop_flat_map(move |alphabet| (over(alphabet.clone(), most), over(alphabet, most)))
}

fn over(alphabet: Alphabet, most: usize) -> impl Strategy<Value = Interface> {
    let calls = vec(any::<bool>(), alphabet.calls().len());
    let events = vec((0..5u8, 0..most), alphabet.event_count());
    vec((calls, events), 1..=most).prop_map(move |rows| {
        let mut interface = Interface::new(alphabet.clone());
        (1..rows.len()).for_each(|_| _ = interface.add_state());
        for (state, (allowed, targets)) in rows.iter().enumerate() {
            let state = StateId::from_index(state);
            for call in alphabet.call_ids().filter(|call| allowed[call.index()]) {
                interface.allow(state, call);
                for event in alphabet.events_of(call) {
                    let (possible, to) = targets[event.index()];
                    if possible > 0 {
                        interface.connect(state, event, StateId::from_index(to % rows.len()));
                    }
                }
            }
        }
        interface
    })
}

/// All events of an interface.
pub fn events(interface: &Interface) -> impl Iterator<Item = EventId> + use<> {
    (0..interface.alphabet().event_count()).map(EventId::from_index)
}

/// The calls that a state allows.
pub fn allowed(interface: &Interface, state: StateId) -> Vec<CallId> {
    let calls = interface.alphabet().call_ids();
    calls.filter(|&call| interface.allows(state, call)).collect()
}

/// The events that have a next state in a state.
pub fn possible(interface: &Interface, state: StateId) -> Vec<EventId> {
    events(interface).filter(|&event| interface.next(state, event).is_some()).collect()
}
