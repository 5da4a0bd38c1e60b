//! The quotient of an interface: one state for each class of states.
//!
//! Used by minimisation, where the states of a class agree on everything, and by the merging of compatible states,
//! where a next state may be known to some of them only.

use crate::interface::{Interface, NO_STATE, StateId};

/// Merges the states of each class. Classes are numbered from zero without gaps; the states of a class must allow the
/// same calls, and the next states of an event, where it has any in the class, must lie in one class, and it must set
/// registers to the same.
pub(crate) fn quotient(interface: &Interface, class_of: &[u32]) -> Interface {
    let count = class_of.iter().map(|&class| class as usize + 1).max().unwrap_or(0);
    let (calls, events) = (interface.alphabet().calls().len(), interface.alphabet().event_count());
    let mut allowed = vec![false; count * calls];
    let mut next = vec![NO_STATE; count * events];
    for (state, &class) in class_of.iter().enumerate() {
        allowed[class as usize * calls..][..calls].copy_from_slice(interface.allowed_row(state));
        let row = &mut next[class as usize * events..][..events];
        for (place, &to) in row.iter_mut().zip(interface.next_row(state)) {
            if to != NO_STATE {
                debug_assert!(*place == NO_STATE || *place == class_of[to as usize]);
                *place = class_of[to as usize];
            }
        }
    }
    let initial = StateId(class_of[interface.initial().index()]);
    let mut merged = Interface::from_tables(interface.alphabet().clone(), initial, count, allowed, next);
    merged.set_memory(interface.memory().moved(|state| Some(StateId(class_of[state.index()]))));
    merged
}
