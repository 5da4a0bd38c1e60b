//! Where an object may be: a state of its interface, with what is known of the registers, and what observers said.

use etiquette_automata::StateId;

use crate::ranges::Range;

/// A state, with ranges of the registers.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Configuration {
    /// The state.
    pub state: StateId,
    /// What each register may be.
    pub registers: Vec<Range>,
    /// What observers said since the last call that may have changed it.
    pub said: Vec<(String, bool)>,
}

impl Configuration {
    /// A state in which registers may be anything.
    pub fn any(state: StateId, registers: usize) -> Configuration {
        Configuration { state, registers: vec![Range::ANY; registers], said: Vec::new() }
    }

    /// What an observer said, if it is still so.
    pub fn said(&self, observer: &str) -> Option<bool> {
        self.said.iter().find(|(name, _)| name == observer).map(|(_, answer)| *answer)
    }

    /// The same, once an observer was asked.
    #[must_use]
    pub fn with_answer(mut self, observer: &str, answer: bool) -> Configuration {
        self.said.retain(|(name, _)| name != observer);
        self.said.push((observer.to_owned(), answer));
        self.said.sort();
        self
    }
}

/// Puts together what is known of each state: ranges that have all numbers, and answers that were always given.
pub fn joined(mut all: Vec<Configuration>) -> Vec<Configuration> {
    all.sort();
    let mut joined: Vec<Configuration> = Vec::new();
    for one in all {
        match joined.last_mut().filter(|last| last.state == one.state) {
            Some(last) => {
                last.registers.iter_mut().zip(&one.registers).for_each(|(range, other)| *range = range.hull(*other));
                last.said.retain(|answer| one.said.contains(answer));
            }
            None => joined.push(one),
        }
    }
    joined
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_known_of_a_state_is_put_together() {
        let at = |state, low, answer| {
            let known = Configuration { registers: vec![Range::exactly(low)], ..Configuration::any(StateId(state), 1) };
            known.with_answer("isEmpty", answer).with_answer("isFull", false)
        };
        let found = joined(vec![at(1, 3, true), at(0, 7, true), at(1, 5, false)]);
        assert_eq!(found.len(), 2);
        assert_eq!(found[1].registers, [Range { low: 3, high: 5 }]);
        assert_eq!((found[1].said("isEmpty"), found[1].said("isFull")), (None, Some(false)));
    }
}
