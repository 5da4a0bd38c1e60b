//! What the way to an outcome needs to know of an explored space, whatever its nodes are made of.
//!
//! A node stands for the words that lead to it. Node 0 is that of the empty word, before construction where there are
//! constructors.

use etiquette_component::Component;

use crate::spaces::explicit::letters::Letters;
use crate::spaces::explicit::space::Verdict;

/// The node of the empty word.
pub(crate) const INITIAL: u32 = 0;

/// A deterministic automaton over the events of letters, as far as it was explored.
pub(crate) trait Explored {
    /// The component that was explored.
    fn component(&self) -> &Component;

    /// The letters.
    fn letters(&self) -> &Letters;

    /// The number of nodes met so far.
    fn node_count(&self) -> usize;

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
}
