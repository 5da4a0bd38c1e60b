//! What engines explore: a deterministic automaton over events, whatever its nodes are made of.
//!
//! A node stands for the words that lead to it. Node 0 is that of the empty word, before construction where there are
//! constructors.

use etiquette_component::Component;

use crate::spaces::explicit::letters::Letters;
use etiquette_outcome::{Run, StopReason};

/// The node of the empty word.
pub(crate) const INITIAL: u32 = 0;

/// What is known of a letter at a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// No state of the belief fails.
    Legal,
    /// Some state fails, with this error.
    Fails(usize),
    /// A method before construction, or a constructor after it.
    OutOfOrder,
}

/// A space over the events of letters, node by node explored as an engine asks for it.
pub(crate) trait Space {
    /// What its nodes are called.
    const UNIT: &'static str;

    /// The component that is explored.
    fn component(&self) -> &Component;

    /// The letters.
    fn letters(&self) -> &Letters;

    /// The number of nodes met so far.
    fn node_count(&self) -> usize;

    /// The number of states met so far, as the limit on states counts them.
    fn size(&self) -> u64;

    /// Tries every letter at the node.
    ///
    /// # Errors
    /// When the run is to stop; the node is then as if it had not been touched.
    fn expand(&mut self, node: u32, run: &mut Run) -> Result<(), StopReason>;

    /// Whether it is known what every letter does at the node.
    fn is_expanded(&self, node: u32) -> bool;

    /// The verdict on a letter at an expanded node.
    fn verdict(&self, node: u32, letter: usize) -> Verdict;

    /// Where an event leads from an expanded node; `None`: its letter is not legal, or the outcome can't happen.
    fn next(&self, node: u32, event: usize) -> Option<u32>;

    /// For each method: whether some call of it may not return.
    fn never_returns(&self) -> &[bool];

    /// The condition on the arguments of a method that these letters of it stand for.
    fn guard(&self, method: usize, letters: &[usize]) -> String;

    /// An error that the letter raises after this very word of letters and outcomes, which leads to the node. `known`
    /// is the one that the verdict names; other words to the node may raise others.
    fn error_after(&self, word: &dyn Fn() -> Vec<(usize, usize)>, letter: usize, known: usize) -> usize;

    /// Tries every letter at the node, as long as there are no more states than the run allows.
    ///
    /// # Errors
    /// When the run is to stop.
    fn expand_within_limits(&mut self, node: u32, run: &mut Run) -> Result<(), StopReason> {
        self.expand(node, run)?;
        match run.limits().states.is_some_and(|limit| self.size() > limit) {
            true => Err(StopReason::StateLimit),
            false => Ok(()),
        }
    }
}
