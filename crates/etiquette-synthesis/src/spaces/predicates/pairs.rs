//! An abstraction and a conjecture side by side, searched breadth first: the nodes that were met, and the way to each
//! of them.
//!
//! The engines on predicates have this search in common; what a node is, and what they do there, is theirs.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// A word, by event numbers.
pub(crate) type Word = Vec<usize>;

/// The node before another one, and the event between them.
pub(crate) type From = Option<(usize, usize)>;

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

/// The pairs that can be reached.
pub(crate) type Visits = BreadthFirst<Visit>;

/// The nodes that were met, in the order in which they are looked at.
pub(crate) struct BreadthFirst<N> {
    pub nodes: Vec<N>,
    from: Vec<From>,
    numbers: FxHashMap<N, usize>,
    next: usize,
}

impl<N> Default for BreadthFirst<N> {
    fn default() -> Self {
        BreadthFirst { nodes: Vec::new(), from: Vec::new(), numbers: FxHashMap::default(), next: 0 }
    }
}

impl<N: Clone + Eq + Hash> BreadthFirst<N> {
    /// Begins with one node.
    pub fn at(start: N) -> Self {
        let mut search = BreadthFirst::default();
        search.enter(start, None);
        search
    }

    /// Notes a node, unless it was met before; its number.
    pub fn enter(&mut self, node: N, from: From) -> usize {
        if let Some(known) = self.number(&node) {
            return known;
        }
        let number = self.nodes.len();
        self.numbers.insert(node.clone(), number);
        self.nodes.push(node);
        self.from.push(from);
        number
    }

    /// The number of a node that was met before.
    pub fn number(&self, node: &N) -> Option<usize> {
        self.numbers.get(node).copied()
    }

    /// The next node to look at.
    pub fn next(&mut self) -> Option<(usize, N)> {
        let found = self.next;
        let node = self.nodes.get(found)?.clone();
        self.next += 1;
        Some((found, node))
    }

    /// The node before another one, and the event between them.
    pub fn from(&self, number: usize) -> From {
        self.from[number]
    }

    /// The word that leads to a node.
    pub fn word_to(&self, mut number: usize) -> Word {
        let mut word = Vec::new();
        while let Some((before, event)) = self.from[number] {
            word.push(event);
            number = before;
        }
        word.reverse();
        word
    }
}
