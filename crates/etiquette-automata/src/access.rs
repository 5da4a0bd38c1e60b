//! Shortest words that lead to the states of an interface, by breadth-first search.
//!
//! Among words of the same length the first in alphabet order is given.

use crate::interface::{EventId, Interface, StateId};
use crate::reached::Reached;

/// A shortest word to every state that can be reached, kept as a tree.
#[derive(Clone, Debug)]
pub struct AccessWords(Reached<StateId, EventId>);

impl AccessWords {
    /// Searches the whole interface.
    pub fn of(interface: &Interface) -> Self {
        let mut reached = Reached::from_starts([interface.initial()]);
        let mut position = 0;
        while let Some(&state) = reached.states().get(position) {
            for event in (0..interface.alphabet().event_count()).map(EventId::from_index) {
                if let Some(to) = interface.next(state, event) {
                    reached.enter(to, Some((position, event)));
                }
            }
            position += 1;
        }
        AccessWords(reached)
    }

    /// Whether some word leads to the state.
    pub fn reaches(&self, state: StateId) -> bool {
        self.0.number_of(&state).is_some()
    }

    /// The states that can be reached, in the order of their words: shorter ones first.
    pub fn reachable(&self) -> &[StateId] {
        self.0.states()
    }

    /// A shortest word that leads to the state.
    pub fn word(&self, state: StateId) -> Option<Vec<EventId>> {
        self.0.number_of(&state).map(|number| self.0.word_to(number))
    }
}
