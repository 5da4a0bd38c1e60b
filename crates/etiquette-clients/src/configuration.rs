//! Where an object may be: a state of its interface, with what is known of the registers, and what observers said.

use etiquette_automata::StateId;

use crate::comparison::{Comparison, Operand};
use crate::ranges::Range;

/// What an observer said.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Said {
    /// Yes or no.
    Answer(String, bool),
    /// Some number, at this place of the client.
    Number(String, u32),
    /// A number that compares so with another one.
    Compared(String, Comparison, Operand),
}

impl Said {
    /// The observer.
    pub fn observer(&self) -> &str {
        match self {
            Said::Answer(name, _) | Said::Number(name, _) | Said::Compared(name, ..) => name,
        }
    }

    /// Whether it means something outside of the method, too, that was looked at.
    fn is_known_everywhere(&self) -> bool {
        matches!(self, Said::Answer(..) | Said::Compared(_, _, Operand::Number(_)))
    }
}

/// A state, with ranges of the registers.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Configuration {
    /// The state.
    pub state: StateId,
    /// What each register may be.
    pub registers: Vec<Range>,
    /// What observers said since the last call that may have changed it.
    pub said: Vec<Said>,
}

impl Configuration {
    /// A state in which registers may be anything.
    pub fn any(state: StateId, registers: usize) -> Configuration {
        Configuration { state, registers: vec![Range::ANY; registers], said: Vec::new() }
    }

    /// The same, once an observer said something. Only an answer takes the place of another.
    #[must_use]
    pub fn with_said(mut self, said: Said) -> Configuration {
        if matches!(said, Said::Answer(..)) {
            self.said.retain(|known| known.observer() != said.observer());
        }
        self.said.push(said);
        self.said.sort();
        self.said.dedup();
        self
    }

    /// The same without what means nothing in another method.
    #[must_use]
    pub fn elsewhere(mut self) -> Configuration {
        self.said.retain(Said::is_known_everywhere);
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
            let said = |observer: &str, answer| Said::Answer(observer.into(), answer);
            known.with_said(said("isEmpty", answer)).with_said(said("isFull", false))
        };
        let found = joined(vec![at(1, 3, true), at(0, 7, true), at(1, 5, false)]);
        assert_eq!(found.len(), 2);
        assert_eq!(found[1].registers, [Range { low: 3, high: 5 }]);
        assert_eq!(found[1].said, [Said::Answer("isFull".into(), false)]);
    }
}
