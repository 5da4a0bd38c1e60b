//! The same automaton over other calls.

use crate::interface::{Alphabet, Call, Interface};

/// The interface with other calls in place of its own, one for one and with as many outcomes.
pub fn with_calls(interface: &Interface, calls: Vec<Call>) -> Interface {
    let states = 0..interface.state_count();
    let allowed = states.clone().flat_map(|state| interface.allowed_row(state)).copied().collect();
    let next = states.flat_map(|state| interface.next_row(state)).copied().collect();
    Interface::from_tables(Alphabet::new(calls), interface.initial(), interface.state_count(), allowed, next)
}
