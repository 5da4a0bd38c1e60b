//! Whether no smaller interface would do: as many words as states that any safe and permissive interface has to tell
//! apart.
//!
//! Two words have to be told apart if after both some continuation can happen, and then a call is allowed after one of
//! them and forbidden after the other. That they can happen is asked of the component itself.

use std::collections::VecDeque;

use etiquette_automata::{EventId, Interface, StateId};
use etiquette_predicates::Tracer;
use rustc_hash::FxHashSet;

use crate::proofs::budgets::distinct::{MOST_STATES, MOST_TRIALS};
use crate::readable::grouping::Group;
use crate::spaces::predicates::realizable::events_along;

/// The interface, its calls, and the component to ask.
pub(crate) struct Distinct<'a> {
    pub interface: &'a Interface,
    pub groups: &'a [Group],
    pub tracer: &'a mut Tracer,
}

impl Distinct<'_> {
    /// Whether all states have to be told apart, each given by a word that can happen.
    pub fn are_all_needed(&mut self, words: &[Option<Vec<EventId>>]) -> bool {
        let Some(words) = words.iter().cloned().collect::<Option<Vec<_>>>() else { return false };
        words.len() <= MOST_STATES && (0..words.len()).all(|one| (0..one).all(|other| self.differ(&words, one, other)))
    }

    fn differ(&mut self, words: &[Vec<EventId>], one: usize, other: usize) -> bool {
        let continuations = self.continuations(StateId::from_index(one), StateId::from_index(other));
        continuations.iter().any(|continuation| {
            [one, other].iter().all(|&state| self.can_happen(&[&words[state][..], continuation].concat()))
        })
    }

    /// Shortest ways to pairs of states that do not allow the same calls.
    fn continuations(&self, one: StateId, other: StateId) -> Vec<Vec<EventId>> {
        let mut found = Vec::new();
        let mut seen = FxHashSet::from_iter([(one, other)]);
        let mut queue = VecDeque::from([(one, other, Vec::new())]);
        while let Some((one, other, word)) = queue.pop_front() {
            let mut calls = self.interface.alphabet().call_ids();
            if calls.any(|call| self.interface.allows(one, call) != self.interface.allows(other, call)) {
                found.push(word.clone());
                if found.len() == MOST_TRIALS {
                    break;
                }
            }
            for event in (0..self.interface.alphabet().event_count()).map(EventId::from_index) {
                let next = self.interface.next(one, event).zip(self.interface.next(other, event));
                if let Some(pair) = next.filter(|pair| pair.0 != pair.1 && seen.insert(*pair)) {
                    queue.push_back((pair.0, pair.1, [&word[..], &[event]].concat()));
                }
            }
        }
        found
    }

    fn can_happen(&mut self, word: &[EventId]) -> bool {
        matches!(self.tracer.run(&events_along(self.interface, self.groups, word), None), Ok(Some(_)))
    }
}
