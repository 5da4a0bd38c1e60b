//! The certified engine: learning and proving at once (section 5 of the design).
//!
//! A table of experiments on beliefs gives a hypothesis ([`table`]), whose states and guarded calls are only as fine as experiments need them. Then it is
//! proved: a label for each state, such that one step from a label leads into the next one, no allowed call fails and no forbidden
//! one returns ([`proof`]). Where the proof fails, it fails with a run of the component, from which the table learns
//! ([`counterexample`]); arguments that make a difference split guards ([`split`]).

mod boxes;
mod candidates;
mod certificate;
mod claim;
mod counterexample;
mod execute;
mod facts;
mod guards;
mod houdini;
mod inside;
mod obligations;
mod proof;
mod regions;
mod replay;
mod rounds;
mod search;
mod split;
mod spreads;
mod table;
mod tidy;
mod walk;
mod words;

use etiquette_component::Component;

use crate::engine::{Engine, Unsupported};
pub(crate) use certificate::choices;
use etiquette_outcome::Run;
use etiquette_outcome::without_dead_ends;
use etiquette_outcome::{Confidence, Outcome};
pub(crate) use execute::{MANY_ROUNDS, Possible};
pub(crate) use guards::{bounds_at, guard_text};
pub(crate) use obligations::{ProofCall, domains, failing_with, is_in_order};
pub(crate) use regions::{Regions, Setting};
use search::Search;
pub(crate) use words::{Event, Letter, NodeId, Verdict, Words, conjuncts, guard_holds, relevant_condition};

/// The certified engine.
pub struct Certified;

impl Engine for Certified {
    fn name(&self) -> &'static str {
        "certified"
    }

    fn description(&self) -> &'static str {
        "learns guards and states, and proves them with labels that can be checked again"
    }

    fn supports(&self, _: &Component) -> Result<(), Unsupported> {
        Ok(())
    }

    fn synthesize(&self, component: &Component, run: &mut Run) -> Result<Outcome, Unsupported> {
        let outcome = Search::run(component, None, run);
        Ok(if run.serial { pruned(outcome) } else { outcome })
    }
}

impl Certified {
    /// Works out the interface of a coarse slice; words are shown only if they can happen in the component that it was made of.
    pub(crate) fn synthesize_slice(slice: &Component, whole: &Component, run: &mut Run) -> Outcome {
        Search::run(slice, Some(whole), run)
    }
}

/// Without dead ends. Where not every outcome can always happen, which states are dead ends depends on more than the interface.
fn pruned(outcome: Outcome) -> Outcome {
    let is_exact = outcome.guarantee.full;
    let mut pruned = without_dead_ends(outcome);
    if !is_exact {
        pruned.guarantee.permissive = Confidence::NotEstablished;
        pruned.guarantee.minimal = false;
    }
    pruned
}
