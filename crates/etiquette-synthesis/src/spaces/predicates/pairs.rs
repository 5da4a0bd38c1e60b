//! An abstraction and a conjecture side by side: the pairs that can be reached, and words to them.

use etiquette_automata::Reached;

/// A word, by event numbers.
pub(crate) type Word = Vec<usize>;

/// A pair of abstract state and state of the conjecture that can be reached.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Visit {
    /// Whether the object is constructed.
    pub constructed: bool,
    /// The abstract state.
    pub state: u32,
    /// The state of the conjecture.
    pub place: usize,
}

/// The pairs that can be reached, with the events between them.
pub(crate) type Visits = Reached<Visit, usize>;
