//! The direct algorithm (Three Algorithms for Interface Synthesis, 2006, Algorithm 1), explicit.
//!
//! The errorless automaton of the component is already the safe and permissive interface; pruning dead ends
//! (`Serialize`, Algorithm 2) is up to the user. Beyond the paper: states are explored on the fly, hidden choices are
//! handled by beliefs, so the component need not be visibly deterministic, and the result is minimised unless the run
//! asks for it as it is.

use std::collections::BTreeMap;

use etiquette_component::Component;

use crate::engine::{Engine, Unsupported};
use crate::readable::labels::labels;
use crate::spaces::explicit;
use crate::spaces::explicit::Found;
use crate::spaces::explicit::space::BeliefSpace;
use crate::spaces::space::Space;
use etiquette_outcome::{Outcome, Run, StopReason};

/// The direct algorithm on explicit states.
pub struct Direct;

impl Engine for Direct {
    fn name(&self) -> &'static str {
        "direct"
    }

    fn description(&self) -> &'static str {
        "explores every reachable state, then minimises (direct algorithm, 2006)"
    }

    fn supports(&self, component: &Component) -> Result<(), Unsupported> {
        explicit::supports(component)
    }

    fn synthesize(&self, component: &Component, run: &mut Run) -> Result<Outcome, Unsupported> {
        let mut space = BeliefSpace::new(component)?;
        let stop = explore(&mut space, run).err().unwrap_or(StopReason::Done);
        let interface = explicit::expanded_interface(&space);
        let statistics = BTreeMap::from([
            ("component states".to_owned(), space.states.len() as u64),
            ("beliefs".to_owned(), space.expanded_count() as u64),
            ("calls tried".to_owned(), (space.expanded_count() * space.letters.len()) as u64),
        ]);
        let found = Found { engine: self.name(), space: &space, interface, labels, stop, statistics };
        Ok(explicit::conclude(found, run))
    }
}

/// Expands all nodes, breadth first: nodes are numbered in the order in which they are met.
pub(crate) fn explore<S: Space>(space: &mut S, run: &mut Run) -> Result<(), StopReason> {
    let mut level_end = space.node_count();
    let mut depth = 0;
    let mut node = 0;
    while node < space.node_count() {
        if node == level_end {
            depth += 1;
            level_end = space.node_count();
            if run.limits().depth.is_some_and(|limit| depth > limit) {
                return Err(StopReason::DepthLimit);
            }
        }
        space.expand_within_limits(node as u32, run)?;
        node += 1;
        if node.is_multiple_of(1 << 10) {
            run.report("explore", node as u64, S::UNIT);
        }
    }
    Ok(())
}
