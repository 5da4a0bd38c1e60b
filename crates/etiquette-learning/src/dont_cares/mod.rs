//! Learning where not every word can happen: L* (Angluin 1987) over beliefs, with don't-cares and classes of letters.
//!
//! A row is what experiments show after a word: legal, illegal, or *impossible* where the outcomes on the way can't
//! happen. Words belong to one state unless a possible experiment tells them apart; so states that a hidden length or
//! content would keep apart forever are one. A class of letters is known by samples. Where words of a state, or samples
//! of a class, disagree about what follows, a longer experiment, a finer class, or, if all else fails, a mark that sets
//! two words apart resolves it ([`Refinement`]).

mod cells;
mod hypothesis;
mod table;

pub use hypothesis::{Hypothesis, State};
pub use table::{ClassTable, Refinement, Sampled};

use crate::answer::Answer;

/// A letter by number.
pub type LetterId = u32;
/// A belief by number: what the words that lead to it have in common.
pub type NodeId = u32;

/// The belief before the first event.
pub const START: NodeId = 0;

/// One event of a word: the letter and the outcome.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ClassEvent {
    /// The letter.
    pub letter: LetterId,
    /// The outcome, by position.
    pub outcome: usize,
}

/// Events, and a letter whose legality is asked for after them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Experiment {
    /// The events.
    pub path: Vec<ClassEvent>,
    /// The letter.
    pub last: LetterId,
}

impl Experiment {
    /// The experiment with an event before it.
    pub fn after(&self, event: ClassEvent) -> Experiment {
        Experiment { path: std::iter::once(event).chain(self.path.iter().copied()).collect(), last: self.last }
    }
}

/// Answers what happens after words, and finds letters of a class `C` that behave otherwise than its samples.
pub trait Beliefs<C> {
    /// Why a question can fail.
    type Error;

    /// Gives the search a chance to stop.
    fn look(&mut self) -> Result<(), Self::Error>;

    /// Whether the letter is legal at the belief.
    fn is_legal(&mut self, node: NodeId, letter: LetterId) -> Result<bool, Self::Error>;

    /// The belief after an event; `None` where it can't happen.
    fn next(&mut self, node: NodeId, event: ClassEvent) -> Result<Option<NodeId>, Self::Error>;

    /// How many outcomes the letters of the class have.
    fn outcomes(&mut self, class: &C) -> usize;

    /// Whether the class has a single letter, now and forever.
    fn is_single(&mut self, class: &C) -> bool;

    /// A letter of the class that is legal at the belief where `legal` is false, or the other way round.
    fn unlike(&mut self, node: NodeId, class: &C, legal: bool) -> Option<LetterId>;

    /// For each of the outcomes that can be had at the belief, a letter of the class that has it.
    fn with_outcomes(&mut self, node: NodeId, class: &C, outcomes: &[usize]) -> Vec<LetterId>;
}

/// What an experiment shows after a belief.
pub fn observe<C, S: Beliefs<C>>(space: &mut S, mut node: NodeId, experiment: &Experiment) -> Result<Answer, S::Error> {
    for &event in &experiment.path {
        if !space.is_legal(node, event.letter)? {
            return Ok(Answer::Illegal);
        }
        match space.next(node, event)? {
            Some(next) => node = next,
            None => return Ok(Answer::Impossible),
        }
    }
    Ok(if space.is_legal(node, experiment.last)? { Answer::Legal } else { Answer::Illegal })
}
