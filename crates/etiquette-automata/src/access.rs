//! Shortest words that lead to the states of an interface, by breadth-first search.
//!
//! Among words of the same length the first in alphabet order is given.

use crate::interface::{EventId, Interface, StateId};

/// A shortest word to every state that can be reached, kept as a tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AccessWords {
    initial: StateId,
    /// The last event of each state's word, and the state before it.
    last_step: Vec<Option<(StateId, EventId)>>,
    /// The reachable states, nearest first.
    order: Vec<StateId>,
}

impl AccessWords {
    /// Searches the whole interface.
    pub fn of(interface: &Interface) -> Self {
        let mut words = AccessWords {
            initial: interface.initial(),
            last_step: vec![None; interface.state_count()],
            order: vec![interface.initial()],
        };
        let mut position = 0;
        while let Some(&state) = words.order.get(position) {
            position += 1;
            words.visit_successors(interface, state);
        }
        words
    }

    fn visit_successors(&mut self, interface: &Interface, state: StateId) {
        for event in (0..interface.alphabet().event_count()).map(EventId::from_index) {
            if let Some(to) = interface.next(state, event).filter(|&to| !self.reaches(to)) {
                self.last_step[to.index()] = Some((state, event));
                self.order.push(to);
            }
        }
    }

    /// Whether some word leads to the state.
    pub fn reaches(&self, state: StateId) -> bool {
        state == self.initial || self.last_step[state.index()].is_some()
    }

    /// The states that can be reached, in the order of their words: shorter ones first.
    pub fn reachable(&self) -> &[StateId] {
        &self.order
    }

    /// A shortest word that leads to the state.
    pub fn word(&self, state: StateId) -> Option<Vec<EventId>> {
        if !self.reaches(state) {
            return None;
        }
        let mut word = Vec::new();
        let mut here = state;
        while let Some((before, event)) = self.last_step[here.index()] {
            word.push(event);
            here = before;
        }
        word.reverse();
        Some(word)
    }
}
