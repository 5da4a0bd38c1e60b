//! What a learner is, and the driver that brings learner and oracles together.
//!
//! A learner never loses its last hypothesis: when an oracle stops the driver, it is still there.

use std::fmt;

use crate::machine::Machine;
use crate::oracle::{EquivalenceOracle, MembershipOracle};

/// Learns a machine from the answers of a membership oracle.
pub trait Learner<O, M: MembershipOracle<O>> {
    /// The machine that explains all answers so far.
    fn hypothesis(&self) -> &Machine<O>;

    /// Uses a counterexample: a word after which the right output is `output`, and the hypothesis has another one.
    /// Afterwards the hypothesis has at least one more state; it may still be wrong on the same word.
    ///
    /// If the oracle fails, the hypothesis stays as it was, and the learner must not be refined again.
    fn refine(&mut self, membership: &mut M, word: &[usize], output: &O) -> Result<(), M::Error>;

    /// Learns from a word until the hypothesis and the oracle agree on it.
    fn learn_from(&mut self, membership: &mut M, word: &[usize]) -> Result<(), M::Error>
    where
        O: Eq,
    {
        let output = membership.query(word)?;
        while *self.hypothesis().output(word) != output {
            self.refine(membership, word, &output)?;
        }
        Ok(())
    }
}

/// What the driver tells after each equivalence query.
#[derive(Clone, Copy, Debug)]
pub struct Round<'a, O> {
    /// Counts from one.
    pub number: usize,
    /// The machine that was asked about.
    pub hypothesis: &'a Machine<O>,
    /// The answer.
    pub counterexample: Option<&'a [usize]>,
}

/// Why the driver stopped without a result; the learner still has its last hypothesis.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum LearningError<E> {
    /// An oracle gave an error instead of an answer.
    Stopped(E),
    /// The equivalence oracle gave a word on which the hypothesis and the membership oracle agree.
    NotACounterexample(Vec<usize>),
    /// The membership oracle gave different answers for the same word, which showed in this counterexample.
    Inconsistent(Vec<usize>),
}

impl<E: fmt::Display> fmt::Display for LearningError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LearningError::Stopped(reason) => write!(f, "learning was stopped: {reason}"),
            LearningError::NotACounterexample(word) => {
                write!(f, "the oracles contradict each other: {word:?} is not a counterexample")
            }
            LearningError::Inconsistent(word) => {
                write!(f, "a word was answered in different ways, seen with the counterexample {word:?}")
            }
        }
    }
}

impl<E: std::error::Error> std::error::Error for LearningError<E> {}

impl<E> From<E> for LearningError<E> {
    fn from(error: E) -> Self {
        LearningError::Stopped(error)
    }
}

/// Learns until the equivalence oracle finds no counterexample. Each counterexample is used until it is none any more.
pub fn learn<O, M, Q, L>(
    learner: &mut L,
    membership: &mut M,
    equivalence: &mut Q,
    mut on_round: impl FnMut(Round<'_, O>),
) -> Result<Machine<O>, LearningError<M::Error>>
where
    O: Clone + Eq,
    M: MembershipOracle<O>,
    Q: EquivalenceOracle<O, Error = M::Error>,
    L: Learner<O, M> + ?Sized,
{
    for number in 1.. {
        let counterexample = equivalence.find_counterexample(learner.hypothesis())?;
        on_round(Round { number, hypothesis: learner.hypothesis(), counterexample: counterexample.as_deref() });
        match counterexample {
            Some(word) => use_up(learner, membership, word)?,
            None => break,
        }
    }
    Ok(learner.hypothesis().clone())
}

fn use_up<O, M, L>(learner: &mut L, membership: &mut M, word: Vec<usize>) -> Result<(), LearningError<M::Error>>
where
    O: Clone + Eq,
    M: MembershipOracle<O>,
    L: Learner<O, M> + ?Sized,
{
    let output = membership.query(&word)?;
    if *learner.hypothesis().output(&word) == output {
        return Err(LearningError::NotACounterexample(word));
    }
    let mut states = 0;
    while *learner.hypothesis().output(&word) != output {
        // Learners know all outputs of single letters, and each refinement finds a state, unless answers change.
        if word.len() < 2 || learner.hypothesis().states() <= states {
            return Err(LearningError::Inconsistent(word));
        }
        states = learner.hypothesis().states();
        learner.refine(membership, &word, &output)?;
    }
    Ok(())
}
