//! The certified engine: learning and proving at once (`docs/decisions/0006-certified-engine.md`).
//!
//! A table of experiments on beliefs gives a hypothesis (`etiquette_learning::dont_cares`), whose states and guarded
//! calls are only as fine as experiments need them. Then it is proved: a label for each state, such that one step from
//! a label leads into the next one, no allowed call fails and no forbidden one returns ([`crate::proofs`]). Where the
//! proof fails, it fails with a run of the component, from which the table learns ([`counterexample`]); arguments that
//! make a difference split guards ([`split`]).

pub(crate) mod budgets;
pub(crate) mod claim;
pub(crate) mod classes;
pub(crate) mod companions;
pub(crate) mod counterexample;
pub(crate) mod facts;
pub(crate) mod far;
pub(crate) mod search;
pub(crate) mod split;
pub(crate) mod walk;

use etiquette_component::{Component, WithCompanions};

use crate::engine::{Engine, Unsupported};
use crate::engines::certified::companions::Companions;
use crate::engines::certified::search::Search;
use etiquette_outcome::{Confidence, Outcome, Run, without_dead_ends};

/// The certified engine.
pub struct Certified;

impl Engine for Certified {
    fn name(&self) -> &'static str {
        "certified"
    }

    fn description(&self) -> &'static str {
        "learns guards and states, and proves them with labels that can be checked again"
    }

    fn synthesize(&self, component: &Component, run: &mut Run) -> Result<Outcome, Unsupported> {
        let outcome = Search::run(component, Companions::default(), None, run);
        Ok(if run.serial { pruned(outcome) } else { outcome })
    }
}

impl Certified {
    /// Works out the interface of a slice in which more can happen; words are shown only if they can happen in the
    /// component that it was made of.
    pub(crate) fn synthesize_slice(slice: &Component, whole: &Component, run: &mut Run) -> Outcome {
        Search::run(slice, Companions::default(), Some(whole), run)
    }

    /// The same, with what companions of some methods tell: in which states calls fail for certain, and what is true
    /// after those that may fail.
    pub(crate) fn synthesize_with_companions(made: &WithCompanions, whole: &Component, run: &mut Run) -> Outcome {
        let WithCompanions { opposed, passed, .. } = made.clone();
        let companions = Companions { own_methods: made.own_methods(), opposed, passed };
        Search::run(&made.component, companions, Some(whole), run)
    }
}

/// Without dead ends. Where not every outcome can always happen, which states are dead ends depends on more than the
/// interface.
fn pruned(outcome: Outcome) -> Outcome {
    let is_exact = outcome.guarantee.full;
    let mut pruned = without_dead_ends(outcome);
    if !is_exact {
        pruned.guarantee.permissive = Confidence::NotEstablished;
        pruned.guarantee.minimal = false;
    }
    pruned
}
