//! The learning algorithm (Three Algorithms for Interface Synthesis, 2006, Algorithm 3), on diagrams.
//!
//! Membership follows the belief of a word as one diagram. Equivalence is reachability on the product of component and
//! conjecture, from set to set where a word determines the state, and else from belief to belief.

use etiquette_component::Component;

use crate::engine::{Engine, Unsupported};
use crate::engines::learn::budgets::diagrams::FEW_STATES;
use crate::engines::learn::explicit::{Lesson, Wanted, by_nodes};
use crate::spaces::budgets::diagrams::REACHING_STEPS;
use crate::spaces::diagrams::labels;
use crate::spaces::diagrams::product::{Product, Sources};
use crate::spaces::diagrams::{Failed, Ready, reach, space, states_that_count, statistics};
use crate::spaces::explicit;
use crate::spaces::explicit::Found;
use etiquette_outcome::{Outcome, Run, unexplored};

/// The learning algorithm on diagrams.
pub struct LearnSymbolic;

impl Engine for LearnSymbolic {
    fn name(&self) -> &'static str {
        "learn-bdd"
    }

    fn description(&self) -> &'static str {
        "learn on sets of states as decision diagrams (learning algorithm, symbolic, 2006)"
    }

    fn synthesize(&self, component: &Component, run: &mut Run) -> Result<Outcome, Unsupported> {
        Ok(self.attempt(component, run).unwrap_or_else(|failed| {
            let stop = failed.reason(run);
            unexplored(component, self.name(), stop)
        }))
    }
}

impl LearnSymbolic {
    fn attempt(&self, component: &Component, run: &mut Run) -> Result<Outcome, Failed> {
        let ready = Ready::new(component, run)?;
        let symbolic = &ready.symbolic;
        let reached = reach(&ready, REACHING_STEPS, run)?;
        let space = space(component, symbolic, &states_that_count(symbolic, &reached))?;
        // Where a word determines the state.
        let sources = symbolic.has_single_runs().then(|| Sources::new(&space)).transpose()?;
        // Whether states can be looked at one by one, if need be.
        let few_states =
            reached.as_ref().is_some_and(|found| found.complete && symbolic.count(&found.states) <= FEW_STATES);
        let mut lesson = Lesson { space, run };
        let studied = lesson.study(|lesson, conjecture, wanted| {
            let by_nodes_at_last = wanted == Wanted::OneOfEachKind && few_states;
            match sources.as_ref().filter(|_| !by_nodes_at_last) {
                Some(sources) => {
                    let found = Product { space: &lesson.space, sources, conjecture }.difference(lesson.run)?;
                    Ok(found.into_iter().collect())
                }
                None => by_nodes(lesson, conjecture, wanted),
            }
        });
        let Lesson { space, run } = lesson;
        ready.finish();
        if studied.machine.is_ok() {
            // What the product went through without looking at single nodes is looked at as far as needed.
            space.expand_lazily();
        }
        let (interface, stop) = studied.interface(&space);
        let mut statistics = statistics(&space, &reached);
        statistics.extend(studied.statistics());
        let found = Found { engine: self.name(), space: &space, interface, labels: labels::labels, stop, statistics };
        Ok(explicit::conclude(found, run))
    }
}
