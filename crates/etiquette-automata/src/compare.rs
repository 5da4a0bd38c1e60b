//! Differences of two interfaces over the same events, by breadth-first search of their product: shortest words first.
//!
//! Calls are matched by id and events by the name of the outcome, so the order of the two alphabets does not matter. A
//! difference is a word that both accept, after which one side allows what the other does not. Interfaces with registers
//! are refused: `etiquette_applications::compare` compares them.

use std::fmt;

use crate::interface::{Alphabet, CallId, EventId, Interface, StateId};
use crate::matching::{AlphabetMismatch, Matching};
use crate::reached::Reached;

/// One of the two interfaces that are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Side {
    /// The first.
    Left,
    /// The second.
    Right,
}

/// What to make of an event that has no next state although its call is allowed (an outcome that cannot happen).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Realizable {
    /// An event that is missing on either side is ignored, with all words that go on from it.
    Ignore,
    /// An event that is missing on one side only is a difference.
    Strict,
}

/// What one side has after a word and the other has not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Extra {
    /// The call is allowed by one side and forbidden by the other.
    Call(CallId),
    /// Both allow the call, but this event has a next state on one side only ([`Realizable::Strict`]).
    Event(EventId),
}

/// A place where two interfaces differ. Calls and events are those of the left alphabet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// A word that both sides accept.
    pub word: Vec<EventId>,
    /// What only one side has after it.
    pub extra: Extra,
    /// The side that has it.
    pub side: Side,
}

impl Difference {
    /// The difference for people: the word, and the call or event that only one side takes after it.
    pub fn describe(&self, left: &Alphabet) -> String {
        let extra = match self.extra {
            Extra::Call(call) => left.call(call).to_string(),
            Extra::Event(event) => left.event_name(event),
        };
        let word = self.word.iter().map(|&event| left.event_name(event));
        word.chain([extra]).collect::<Vec<_>>().join(", ")
    }
}

/// The answer of [`compare`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Comparison {
    /// No word tells the two apart.
    Equal,
    /// A shortest word that does, the first in alphabet order.
    Different(Difference),
}

/// Compares the languages of two interfaces.
pub fn compare(left: &Interface, right: &Interface, mode: Realizable) -> Result<Comparison, AlphabetMismatch> {
    let first = differences(left, right, mode)?.next();
    Ok(first.map_or(Comparison::Equal, Comparison::Different))
}

/// A shortest difference in which the left side has something that the right side has not; `None` where the left
/// language is included in the right one.
pub fn not_included(
    left: &Interface,
    right: &Interface,
    mode: Realizable,
) -> Result<Option<Difference>, AlphabetMismatch> {
    Ok(differences(left, right, mode)?.find(|difference| difference.side == Side::Left))
}

/// All differences, one for each reachable pair of states and each call or event, in the order of their words: shorter
/// ones first, then in alphabet order.
pub fn differences<'a>(
    left: &'a Interface,
    right: &'a Interface,
    mode: Realizable,
) -> Result<Differences<'a>, AlphabetMismatch> {
    if [left, right].iter().any(|interface| !interface.memory().is_empty()) {
        return Err(AlphabetMismatch { registers: true, ..AlphabetMismatch::default() });
    }
    let matching = Matching::of(left.alphabet(), right.alphabet())?;
    let reached = Reached::from_starts([(left.initial(), right.initial())]);
    Ok(Differences { left, right, mode, matching, reached, expanded: 0, found: Vec::new() })
}

/// The search behind [`differences`]: it goes only as far as differences are asked for.
pub struct Differences<'a> {
    left: &'a Interface,
    right: &'a Interface,
    mode: Realizable,
    matching: Matching,
    reached: Reached<(StateId, StateId), EventId>,
    /// How many of the pairs have been looked at.
    expanded: usize,
    /// The differences of the pair looked at last, the first one at the end.
    found: Vec<(Extra, Side)>,
}

impl Iterator for Differences<'_> {
    type Item = Difference;

    fn next(&mut self) -> Option<Difference> {
        while self.found.is_empty() {
            if self.expanded == self.reached.states().len() {
                return None;
            }
            self.expand(self.expanded);
            self.expanded += 1;
            self.found.reverse();
        }
        let (extra, side) = self.found.pop()?;
        let word = self.reached.word_to(self.expanded - 1);
        Some(Difference { word, extra, side })
    }
}

impl Differences<'_> {
    fn expand(&mut self, pair: usize) {
        let (left, right) = self.reached.states()[pair];
        for call in self.left.alphabet().call_ids() {
            let allowed = (self.left.allows(left, call), self.right.allows(right, self.matching.call(call)));
            match one_sided(allowed) {
                Some(side) => self.found.push((Extra::Call(call), side)),
                None if allowed.0 => self.expand_call(pair, call),
                None => (),
            }
        }
    }

    fn expand_call(&mut self, pair: usize, call: CallId) {
        let (left, right) = self.reached.states()[pair];
        for event in self.left.alphabet().events_of(call) {
            let next = (self.left.next(left, event), self.right.next(right, self.matching.event(event)));
            if let (Some(to_left), Some(to_right)) = next {
                self.reached.enter((to_left, to_right), Some((pair, event)));
            } else if self.mode == Realizable::Strict
                && let Some(side) = one_sided((next.0.is_some(), next.1.is_some()))
            {
                self.found.push((Extra::Event(event), side));
            }
        }
    }
}

fn one_sided(has: (bool, bool)) -> Option<Side> {
    match has {
        (true, false) => Some(Side::Left),
        (false, true) => Some(Side::Right),
        _ => None,
    }
}

impl fmt::Debug for Differences<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Differences {{ pairs: {}, expanded: {} }}", self.reached.states().len(), self.expanded)
    }
}
