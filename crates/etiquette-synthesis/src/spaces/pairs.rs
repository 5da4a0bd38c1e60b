//! An abstraction and a conjecture side by side: which pairs of abstract state and state of the conjecture can be reached, breadth first.
//!
//! The engines on predicates have this search in common; what they do at each pair is theirs.

use std::collections::VecDeque;

use rustc_hash::FxHashSet;

/// A word, by event numbers.
pub(crate) type Word = Vec<usize>;

/// A pair that can be reached.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Visit {
    /// Whether the object is constructed.
    pub constructed: bool,
    /// The abstract state.
    pub state: u32,
    /// The state of the conjecture.
    pub place: usize,
    /// The visit before it, and the event between them.
    pub from: Option<(usize, usize)>,
}

/// The word that leads to a visit.
pub(crate) fn word_to(visits: &[Visit], mut index: usize) -> Word {
    let mut word = Vec::new();
    while let Some((before, event)) = visits[index].from {
        word.push(event);
        index = before;
    }
    word.reverse();
    word
}

/// The pairs that were met, and those of them that are still to be looked at.
#[derive(Default)]
pub(crate) struct Visits {
    pub all: Vec<Visit>,
    seen: FxHashSet<(bool, u32, usize)>,
    queue: VecDeque<usize>,
}

impl Visits {
    /// Notes a pair, unless it was met before.
    pub fn add(&mut self, visit: Visit) {
        if self.seen.insert((visit.constructed, visit.state, visit.place)) {
            self.queue.push_back(self.all.len());
            self.all.push(visit);
        }
    }

    /// The position of the next pair to look at.
    pub fn next(&mut self) -> Option<usize> {
        self.queue.pop_front()
    }
}
