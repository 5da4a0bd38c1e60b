//! The learning algorithm (Three Algorithms for Interface Synthesis, 2006, Algorithm 3), on diagrams.
//!
//! Membership follows the belief of a word as one diagram. Equivalence is reachability on the product of component and
//! conjecture, from set to set where a word determines the state, and else from belief to belief.

use etiquette_component::Component;

use crate::engine::{Engine, Unsupported};
use crate::engines::learn::budgets::diagrams::FEW_STATES;
use crate::engines::learn::explicit::{Studied, Teaching, Wanted, by_nodes, machine_interface, study};
use crate::spaces::budgets::diagrams::REACHING_STEPS;
use crate::spaces::diagrams::labels;
use crate::spaces::diagrams::product::{Product, Sources};
use crate::spaces::diagrams::space::SymbolicSpace;
use crate::spaces::diagrams::{Failed, Ready, reach, space, states_that_count, statistics, stop_reason};
use crate::spaces::explicit;
use crate::spaces::explicit::Found;
use crate::spaces::explored::Explored;
use etiquette_learning::{Answer, Machine};
use etiquette_outcome::{Outcome, Run, StopReason, unexplored};

/// The learning algorithm on diagrams.
pub struct LearnSymbolic;

impl Engine for LearnSymbolic {
    fn name(&self) -> &'static str {
        "learn-bdd"
    }

    fn description(&self) -> &'static str {
        "learn on sets of states as decision diagrams (learning algorithm, symbolic, 2006)"
    }

    /// Every component has finite domains. Whether its diagrams fit into the table shows only on the way.
    fn supports(&self, _component: &Component) -> Result<(), Unsupported> {
        Ok(())
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
        let sources = symbolic.has_single_runs().then(|| Sources::new(&space)).transpose()?;
        let few_states =
            reached.as_ref().is_some_and(|found| found.complete && symbolic.count(&found.states) <= FEW_STATES);
        let Studied { lesson, machine, queries, rounds } = study(Lesson { space, sources, few_states, run });
        let Lesson { space, run, .. } = lesson;
        ready.finish();
        let (interface, stop) = match machine {
            Ok(machine) => {
                // What the product went through without looking at single nodes is looked at as far as needed.
                space.expand_lazily();
                (machine_interface(&space, &machine), StopReason::Done)
            }
            Err(reason) => (explicit::expanded_interface(&space), reason),
        };
        let mut statistics = statistics(&space, &reached);
        statistics.insert("membership queries".into(), queries);
        statistics.insert("equivalence queries".into(), rounds);
        let found = Found { engine: self.name(), space: &space, interface, labels: labels::labels, stop, statistics };
        Ok(explicit::conclude(found, run))
    }
}

struct Lesson<'r, 's> {
    space: SymbolicSpace<'s>,
    /// Where a word determines the state.
    sources: Option<Sources>,
    /// Whether states can be looked at one by one, if need be.
    few_states: bool,
    run: &'r mut Run,
}

impl<'s> Teaching for Lesson<'_, 's> {
    type Space = SymbolicSpace<'s>;

    fn space(&self) -> &SymbolicSpace<'s> {
        &self.space
    }

    fn run(&mut self) -> &mut Run {
        self.run
    }

    fn expand(&mut self, node: u32) -> Result<(), StopReason> {
        self.run.tick()?;
        self.space.expand(node).map_err(|halt| stop_reason(halt, self.run))?;
        let met = Explored::node_count(&self.space) as u64;
        match self.run.limits().states.is_some_and(|limit| met > limit) {
            true => Err(StopReason::StateLimit),
            false => Ok(()),
        }
    }

    fn difference(&mut self, conjecture: &Machine<Answer>, wanted: Wanted) -> Result<Vec<Vec<usize>>, StopReason> {
        let by_nodes_at_last = wanted == Wanted::OneOfEachKind && self.few_states;
        match self.sources.as_ref().filter(|_| !by_nodes_at_last) {
            Some(sources) => {
                let found = Product { space: &self.space, sources, conjecture }.difference(self.run)?;
                Ok(found.into_iter().collect())
            }
            None => by_nodes(self, conjecture, wanted),
        }
    }
}
