//! A closed and consistent table as an automaton.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{ClassEvent, LetterId, NodeId};
use crate::answer::Answer;

/// A state of the hypothesis. It is known by the beliefs that are *expanded* in it: the one that made it, and those
/// after prefixes of counterexamples.
#[derive(Clone, Debug)]
pub struct State {
    /// The word that made the state.
    pub access: Vec<ClassEvent>,
    /// The belief after it.
    pub creator: NodeId,
    /// All beliefs that were seen to belong to it.
    pub members: FxHashSet<NodeId>,
    pub(super) row: Vec<Answer>,
}

impl State {
    pub(super) fn new(creator: NodeId, row: &[Answer]) -> Self {
        State { access: Vec::new(), creator, members: FxHashSet::from_iter([creator]), row: row.to_vec() }
    }

    /// A belief joins: what could not happen after the others may show after this one.
    pub(super) fn join(&mut self, node: NodeId, row: &[Answer]) {
        if self.members.insert(node) {
            for (mine, other) in self.row.iter_mut().zip(row) {
                if *mine == Answer::Impossible {
                    *mine = *other;
                }
            }
        }
    }
}

/// Where an event of a state leads, and which belief said so first.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lead {
    pub to: usize,
    pub from_node: NodeId,
    pub letter: LetterId,
    pub node: NodeId,
}

/// The automaton. Classes have their positions in the table.
#[derive(Clone, Debug, Default)]
pub struct Hypothesis {
    /// Its states, the initial one first.
    pub states: Vec<State>,
    /// By state, class and outcome.
    pub(super) leads: FxHashMap<(usize, usize, usize), Lead>,
    /// Legal classes by state.
    pub(super) allowed: FxHashSet<(usize, usize)>,
}

impl Hypothesis {
    /// Whether the letters of the class are legal in the state.
    pub fn allows(&self, state: usize, class: usize) -> bool {
        self.allowed.contains(&(state, class))
    }

    /// The state after an event; `None` where no word was seen on which it can happen.
    pub fn next(&self, state: usize, class: usize, outcome: usize) -> Option<usize> {
        self.leads.get(&(state, class, outcome)).map(|lead| lead.to)
    }
}
