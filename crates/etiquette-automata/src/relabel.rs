//! The same automaton over other calls, or with fewer of them.

use crate::interface::{Alphabet, Call, CallId, EventId, Interface, NO_STATE, StateId};

/// The interface with other calls in place of its own, one for one and with as many outcomes.
pub fn with_calls(interface: &Interface, calls: Vec<Call>) -> Interface {
    let states = 0..interface.state_count();
    let allowed = states.clone().flat_map(|state| interface.allowed_row(state)).copied().collect();
    let next = states.flat_map(|state| interface.next_row(state)).copied().collect();
    let (alphabet, initial) = (Alphabet::new(calls), interface.initial());
    let mut made = Interface::from_tables(alphabet, initial, interface.state_count(), allowed, next);
    made.set_memory(interface.memory().clone());
    made
}

/// The interface with only those of its allowed calls for which `is_left` holds.
pub fn with_calls_left(interface: &Interface, is_left: impl Fn(StateId, CallId) -> bool) -> Interface {
    let alphabet = interface.alphabet();
    let (mut allowed, mut next) = (Vec::new(), Vec::new());
    for state in interface.states() {
        let is_left = |call: CallId| interface.allows(state, call) && is_left(state, call);
        allowed.extend(alphabet.call_ids().map(is_left));
        let row = interface.next_row(state.index()).iter().enumerate();
        let is_kept = |event: usize| is_left(alphabet.call_of(EventId::from_index(event)));
        next.extend(row.map(|(event, &to)| if is_kept(event) { to } else { NO_STATE }));
    }
    let initial = interface.initial();
    let mut made = Interface::from_tables(alphabet.clone(), initial, interface.state_count(), allowed, next);
    made.set_memory(interface.memory().left(|state, event| made.next(state, event).is_some()));
    made
}
