//! Merging states and all that follows from it: when two states are merged, so are their next states.
//!
//! A set of merges either works out, i.e. the result is deterministic and merged states allow the same calls, or is
//! undone completely.

use crate::incompatible::PairSet;
use crate::interface::{Interface, NO_STATE};

/// A partition of the states that can be merged without a contradiction.
pub(crate) struct Folding<'a> {
    interface: &'a Interface,
    incompatible: &'a PairSet,
    /// Towards the representative of each state's class; no path compression, so that merges can be undone.
    parent: Vec<u32>,
    size: Vec<u32>,
    /// Row-major: for each representative and event a next state of the class, if any state of it has one.
    next: Vec<u32>,
    undo: Vec<Change>,
    /// How many more merges may be tried.
    merges_left: usize,
}

enum Change {
    Joined { child: u32, parent: u32 },
    NextOf { place: usize },
}

impl<'a> Folding<'a> {
    /// Every state is alone.
    pub(crate) fn new(interface: &'a Interface, incompatible: &'a PairSet, merge_limit: usize) -> Self {
        let states = interface.state_count();
        let rows = (0..states).flat_map(|state| interface.next_row(state));
        Folding {
            interface,
            incompatible,
            parent: (0..states as u32).collect(),
            size: vec![1; states],
            next: rows.copied().collect(),
            undo: Vec::new(),
            merges_left: merge_limit,
        }
    }

    pub(crate) fn representative(&self, state: usize) -> usize {
        let mut here = state;
        while self.parent[here] as usize != here {
            here = self.parent[here] as usize;
        }
        here
    }

    /// Merges two states and what follows; undoes everything and returns false if that is not possible.
    pub(crate) fn try_merge(&mut self, first: usize, second: usize) -> bool {
        let mut waiting = vec![(first, second)];
        while let Some((first, second)) = waiting.pop() {
            let (first, second) = (self.representative(first), self.representative(second));
            if first == second {
                continue;
            }
            if self.incompatible.contains(first, second) || self.merges_left == 0 {
                self.undo_all();
                return false;
            }
            self.merges_left -= 1;
            self.join(first, second, &mut waiting);
        }
        self.undo.clear();
        true
    }

    fn join(&mut self, first: usize, second: usize, waiting: &mut Vec<(usize, usize)>) {
        let (parent, child) = if self.size[first] >= self.size[second] { (first, second) } else { (second, first) };
        self.parent[child] = parent as u32;
        self.size[parent] += self.size[child];
        self.undo.push(Change::Joined { child: child as u32, parent: parent as u32 });
        let events = self.interface.alphabet().event_count();
        for event in 0..events {
            let place = parent * events + event;
            match (self.next[place], self.next[child * events + event]) {
                (_, NO_STATE) => (),
                (NO_STATE, to) => {
                    self.next[place] = to;
                    self.undo.push(Change::NextOf { place });
                }
                (to, other) => waiting.push((to as usize, other as usize)),
            }
        }
    }

    fn undo_all(&mut self) {
        while let Some(change) = self.undo.pop() {
            match change {
                Change::NextOf { place } => self.next[place] = NO_STATE,
                Change::Joined { child, parent } => {
                    self.parent[child as usize] = child;
                    self.size[parent as usize] -= self.size[child as usize];
                }
            }
        }
    }

    /// For each state the number of its class, numbered from zero without gaps.
    pub(crate) fn classes(&self) -> Vec<u32> {
        let mut number = vec![NO_STATE; self.parent.len()];
        let mut count = 0;
        let class_of = |state: usize| {
            let place = &mut number[self.representative(state)];
            if *place == NO_STATE {
                *place = count;
                count += 1;
            }
            *place
        };
        (0..self.parent.len()).map(class_of).collect()
    }
}
