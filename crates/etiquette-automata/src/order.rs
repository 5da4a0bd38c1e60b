//! The canonical order of states: breadth first from the initial state, events in alphabet order.
//!
//! Two interfaces that differ only in the numbering of their states, and in states that cannot be reached, are equal
//! values after [`number_breadth_first`].

use crate::interface::{Interface, NO_STATE, StateId};

/// An interface in canonical order.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbered {
    /// The reachable part, state 0 being the initial one.
    pub interface: Interface,
    /// For each state of the original its number in the result, `None` where it cannot be reached.
    pub number_of: Vec<Option<StateId>>,
}

/// Drops the states that cannot be reached and numbers the others breadth first.
pub fn number_breadth_first(interface: &Interface) -> Numbered {
    let (order, number) = breadth_first(interface);
    let mut allowed = Vec::with_capacity(order.len() * interface.alphabet().calls().len());
    let mut next = Vec::with_capacity(order.len() * interface.alphabet().event_count());
    for &state in &order {
        allowed.extend_from_slice(interface.allowed_row(state as usize));
        next.extend(interface.next_row(state as usize).iter().map(|&to| match to {
            NO_STATE => NO_STATE,
            to => number[to as usize],
        }));
    }
    let alphabet = interface.alphabet().clone();
    let mut numbered = Interface::from_tables(alphabet, StateId(0), order.len(), allowed, next);
    numbered.set_memory(interface.memory().moved(|state| state_or_none(number[state.index()])));
    Numbered { interface: numbered, number_of: number.into_iter().map(state_or_none).collect() }
}

/// The reachable states in order, and for each state its place in that order or `NO_STATE`.
fn breadth_first(interface: &Interface) -> (Vec<u32>, Vec<u32>) {
    let mut number = vec![NO_STATE; interface.state_count()];
    let mut order = vec![interface.initial().0];
    number[interface.initial().index()] = 0;
    let mut position = 0;
    while let Some(&state) = order.get(position) {
        position += 1;
        for &to in interface.next_row(state as usize) {
            if to != NO_STATE && number[to as usize] == NO_STATE {
                number[to as usize] = order.len() as u32;
                order.push(to);
            }
        }
    }
    (order, number)
}

fn state_or_none(number: u32) -> Option<StateId> {
    (number != NO_STATE).then_some(StateId(number))
}
