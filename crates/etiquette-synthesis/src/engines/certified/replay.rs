//! Words that were found on a slice, tried on the component that it was made of.
//!
//! On a coarse slice more can happen. A word is only shown to people if it can really happen, with whatever outcomes.

use std::sync::Arc;

use etiquette_component::{Component, Letter};

use crate::spaces::budgets::solver_execute::FEW_ROUNDS;
use crate::spaces::solver::beliefs::{Event, NodeId, Verdict, Words};
use etiquette_outcome::{Run, StopReason};

/// The component on which words are tried.
pub(crate) struct Replay {
    words: Words,
}

impl Replay {
    pub fn new(component: &Component, run: &Run) -> Self {
        let mut words = Words::new(component, FEW_ROUNDS);
        words.set_interrupt(Arc::new(run.interrupt()));
        Replay { words }
    }

    /// Whether the calls can follow each other, and one more fail then, if it is given. Not where the run stops before
    /// that is known.
    pub fn happens(&mut self, calls: &[Letter], failing: Option<&Letter>, run: &mut Run) -> bool {
        self.try_word(calls, failing, run).unwrap_or(false)
    }

    fn try_word(&mut self, calls: &[Letter], failing: Option<&Letter>, run: &mut Run) -> Result<bool, StopReason> {
        let mut nodes = vec![Words::START];
        for call in calls {
            nodes = self.after(&nodes, call, run)?;
        }
        let Some(failing) = failing else { return Ok(!nodes.is_empty()) };
        let letter = self.words.letter_id(failing.clone());
        for node in nodes {
            if matches!(self.words.verdict(node, letter, run)?, Verdict::Fails(_)) {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The beliefs after a call, whatever its outcome.
    fn after(&mut self, nodes: &[NodeId], call: &Letter, run: &mut Run) -> Result<Vec<NodeId>, StopReason> {
        let outcomes = self.words.component().methods[call.method].outcomes.len();
        let letter = self.words.letter_id(call.clone());
        let mut found = Vec::new();
        for &node in nodes {
            for outcome in 0..outcomes {
                found.extend(self.words.next(node, Event { letter, outcome }, run)?);
            }
        }
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }
}
