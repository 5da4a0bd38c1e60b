//! *Permissive Interfaces* (Henzinger, Jhala, Majumdar, FSE 2005; the engine of BLAST).
//!
//! Two predicate abstractions with predicates of their own: through the *safety* predicates, the component under its
//! maximal client becomes a witness graph that is safe by construction (`ReconstructMax`); through the *permissiveness*
//! predicates it is checked that whatever the graph refuses really fails (`Check`). Where that does not show, `Refine`
//! says which of the two has to know more. [`build_interface`] is `BuildInterface`, [`tighten`] makes the interface
//! full. Beyond the paper: components that are not visibly deterministic, classes of arguments, certificates.

pub(crate) mod build_interface;
pub(crate) mod graph;
pub(crate) mod refine_predicates;
pub(crate) mod tighten;
pub(crate) mod unrealizable;

use std::collections::BTreeMap;

use etiquette_component::Component;
use etiquette_logic::Term;
use rustc_hash::FxHashMap;

use crate::engine::{Engine, Unsupported};
use crate::engines::witness::build_interface::{Candidate, Checked, Inference};
use crate::engines::witness::graph::{WitnessGraph, witness_graph};
use crate::engines::witness::tighten::is_tight;
use crate::engines::witness::unrealizable::explain_unrealizable;
use crate::readable::grouping::Shape;
use crate::refinement::abstractions::Halt;
use crate::spaces::predicates::conclude::{Found, conclude};
use crate::spaces::predicates::interface::{complete_shape, shape};
use etiquette_outcome::{Conclusion, Outcome, Run, StopReason, unexplored};

/// The engine.
#[derive(Clone, Debug)]
pub struct Witness {
    /// Whether `Tighten` runs until the interface has the words that can't happen, too (P5 of the paper).
    pub full: bool,
}

impl Witness {
    /// The usual version of the engine.
    pub const USUAL: Witness = Witness { full: false };
    /// The version that looks for the full interface.
    pub const FULL: Witness = Witness { full: true };

    /// Works out the interface, and gives the witness graph with its labelings, too, if there is one.
    pub fn infer(&self, component: &Component, run: &mut Run) -> (Outcome, Option<WitnessGraph>) {
        self.search(component, true, run)
    }

    fn search(&self, component: &Component, wants_graph: bool, run: &mut Run) -> (Outcome, Option<WitnessGraph>) {
        let mut inference = Inference::new(component, run);
        let mut best = None;
        let mut ended = inference.build_interface(self.full, &mut best);
        while ended == Err(Halt::Restart) {
            ended = inference.build_interface(self.full, &mut best);
        }
        let halt = ended.err();
        match best {
            Some(best) => self.conclude(&mut inference, best, halt, wants_graph),
            None => {
                let stop = halt.as_ref().map_or(StopReason::NoProof, Halt::stop_reason);
                (unexplored(component, self.name(), stop), None)
            }
        }
    }

    fn conclude(
        &self,
        inference: &mut Inference<'_>,
        best: Candidate,
        halt: Option<Halt>,
        wants_graph: bool,
    ) -> (Outcome, Option<WitnessGraph>) {
        let Candidate { mut view, graph, mut checked } = best;
        let (refiner, run) = (&inference.abstractions.refiner, &mut *inference.abstractions.run);
        let mut component = refiner.component.clone();
        let permissive = checked.as_ref().map(|checked| checked.labeling(&mut component));
        let tight = checked.as_mut().is_some_and(|checked| is_tight(&mut view, &graph, checked, run));
        // The usual interface leaves out what can't happen: it has all legal words only if nothing is left out.
        let everything_happens = graph.nodes.iter().all(|(_, knowledge)| !knowledge.may.is_empty());
        let shape = if self.full && tight {
            complete_shape(&mut component, &view.letters, &graph.machine, run.minimise)
        } else {
            shape(&mut component, &view, &graph.machine, graph.visits.states(), run.minimise)
        };
        let found = Found {
            component: &mut component,
            summaries: &refiner.summaries,
            view: &view,
            visits: &graph.visits,
            shape: &shape,
            further: permissive.as_ref(),
            proved: checked.is_some(),
        };
        let conclusion = Conclusion {
            complete: tight && (self.full || everything_happens),
            stop: halt.as_ref().map_or(StopReason::Done, Halt::stop_reason),
            ..conclude(found, run)
        };
        let mut outcome = conclusion.about(&component);
        explain_unrealizable(&mut component, &shape, graph.visits.states(), &mut outcome);
        outcome.statistics = statistics(inference, view.state_count(), checked.as_ref(), &shape);
        outcome.engine = inference.note(&halt, self.full, &outcome);
        let shown = || witness_graph(&mut component, &view, &graph, &permissive.unwrap_or_default(), tight);
        (outcome, wants_graph.then(shown))
    }
}

impl Default for Witness {
    fn default() -> Self {
        Witness::USUAL
    }
}

impl Engine for Witness {
    fn name(&self) -> &'static str {
        "witness"
    }

    fn description(&self) -> &'static str {
        "builds a graph that is safe through one set of predicates and permissive through another (FSE 2005)"
    }

    fn synthesize(&self, component: &Component, run: &mut Run) -> Result<Outcome, Unsupported> {
        Ok(self.search(component, false, run).0)
    }
}

/// What holds in each node of a witness graph, by its number.
type Labeling = FxHashMap<usize, Term>;

fn statistics(
    inference: &Inference<'_>,
    safety_states: usize,
    checked: Option<&Checked>,
    shape: &Shape,
) -> BTreeMap<String, u64> {
    let abstractions = &inference.abstractions;
    let nodes = shape.state_of.iter().flatten().count();
    let permissiveness_states = checked.map_or(0, |checked| checked.view.state_count());
    let numbers = [
        ("predicates", inference.safety.len() + inference.permissiveness.len()),
        ("safety predicates", inference.safety.len()),
        ("permissiveness predicates", inference.permissiveness.len()),
        ("abstract states", safety_states + permissiveness_states),
        ("nodes of the witness graph", nodes),
    ];
    let mut found: BTreeMap<String, u64> =
        numbers.into_iter().map(|(name, number)| (name.to_owned(), number as u64)).collect();
    found.insert("iterations".to_owned(), inference.reconstructions);
    found.insert("refinements".to_owned(), abstractions.refinements);
    found
        .insert("solver calls".to_owned(), abstractions.solver_calls + abstractions.refiner.solver.statistics().checks);
    found
}
