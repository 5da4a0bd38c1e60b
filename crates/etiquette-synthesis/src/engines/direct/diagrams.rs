//! The direct algorithm (Three Algorithms for Interface Synthesis, 2006, Algorithms 1 and 2), on diagrams.
//!
//! The errorless automaton stays symbolic: reachable states, errors and steps are diagrams. Minimised, it becomes
//! explicit, one node for each class of states that behave alike; where there are as many classes as states, beliefs
//! are explored instead, each of them a diagram. Not minimised, it is written down only if it is small; else its size
//! is reported, after backward pruning (*Serialize*) where that was asked for.

use etiquette_component::Component;
use etiquette_symbolic::{Bdd, Halt, Reached, SymbolicComponent};

use crate::engine::{Engine, Unsupported};
use crate::engines::direct::budgets::diagrams::{EXPLORED_STATES, FEW_CLASSES, MANY_CLASSES, SHOWN_STATES};
use crate::engines::direct::explicit::explore;
use crate::spaces::budgets::diagrams::REACHING_STEPS;
use crate::spaces::diagrams::labels;
use crate::spaces::diagrams::quotient::{Patience, partition, use_blocks};
use crate::spaces::diagrams::space::SymbolicSpace;
use crate::spaces::diagrams::{
    Failed, Ready, reach, space, states_that_count, statistics, stop_reason, visible_determinism,
};
use crate::spaces::explicit;
use crate::spaces::explicit::Found;
use etiquette_outcome::{Outcome, Run, StopReason, unexplored};

/// The direct algorithm on diagrams.
pub struct DirectSymbolic;

impl Engine for DirectSymbolic {
    fn name(&self) -> &'static str {
        "direct-bdd"
    }

    fn description(&self) -> &'static str {
        "direct on sets of states as decision diagrams (direct algorithm, symbolic, 2006)"
    }

    fn synthesize(&self, component: &Component, run: &mut Run) -> Result<Outcome, Unsupported> {
        Ok(self.outcome(component, run, true))
    }
}

impl DirectSymbolic {
    /// The same for an abstraction: whether that is visibly deterministic is known.
    pub(crate) fn on_abstraction(&self, abstraction: &Component, run: &mut Run) -> Outcome {
        self.outcome(abstraction, run, false)
    }

    fn outcome(&self, component: &Component, run: &mut Run, asks_determinism: bool) -> Outcome {
        self.attempt(component, run, asks_determinism).unwrap_or_else(|failed| {
            let stop = failed.reason(run);
            unexplored(component, self.name(), stop)
        })
    }

    fn attempt(&self, component: &Component, run: &mut Run, asks_determinism: bool) -> Result<Outcome, Failed> {
        run.report("build diagrams", 0, "nodes");
        let ready = Ready::new(component, run)?;
        let symbolic = &ready.symbolic;
        let reached = match (run.limits().depth, run.minimise) {
            (Some(_), _) => None,
            (None, true) => reach(&ready, REACHING_STEPS, run)?,
            (None, false) => reach(&ready, u64::MAX, run)?,
        };
        let care = states_that_count(symbolic, &reached);
        if let Some(count) = states_not_shown(symbolic, &reached, run)? {
            let mut outcome = unexplored(component, self.name(), StopReason::TooLargeToShow);
            outcome.statistics.insert("automaton states".into(), u64::try_from(count).unwrap_or(u64::MAX));
            return Ok(outcome);
        }
        let mut space = space(component, symbolic, &care)?;
        let stop = fill(&mut space, &ready, &care, &reached, run);
        let determinism = if asks_determinism { visible_determinism(&ready, run) } else { None };
        ready.finish();
        let mut statistics = statistics(&space, &reached);
        statistics.extend(determinism.map(|visible| ("visibly deterministic".to_owned(), visible)));
        statistics.insert("nodes".into(), space.expanded_count() as u64);
        let interface = explicit::expanded_interface(&space);
        let found = Found { engine: self.name(), space: &space, interface, labels: labels::labels, stop, statistics };
        Ok(explicit::conclude(found, run))
    }
}

/// Gives the space its nodes.
fn fill(
    space: &mut SymbolicSpace<'_>,
    ready: &Ready,
    care: &Bdd,
    reached: &Option<Reached>,
    run: &mut Run,
) -> StopReason {
    if run.minimise && run.limits().depth.is_none() {
        run.report("split into classes", 0, "classes");
        match ready.for_half_the_time(run, || by_classes(space, care, reached, run)) {
            Ok(Some(true)) => return StopReason::Done,
            // Beliefs one by one: whatever time there is, something comes of it.
            Ok(Some(false) | None) | Err(Halt::NodeTableFull) => {}
            Err(halt) => return stop_reason(halt, run),
        }
    }
    explore(space, run).err().unwrap_or(StopReason::Done)
}

/// Whether there were few enough classes to make them nodes.
fn by_classes(space: &mut SymbolicSpace<'_>, care: &Bdd, reached: &Option<Reached>, run: &Run) -> Result<bool, Halt> {
    let is_small = reached
        .as_ref()
        .is_some_and(|reached| reached.complete && space.symbolic.count(&reached.states) <= EXPLORED_STATES);
    let most = match (is_small, space.symbolic.has_single_runs()) {
        (true, _) => FEW_CLASSES,
        (false, true) => usize::MAX,
        (false, false) => MANY_CLASSES,
    };
    let limit = run.limits().states.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
    let Some(blocks) = partition(space, care, Patience { blocks: most.min(limit) })? else { return Ok(false) };
    use_blocks(space, &blocks)?;
    Ok(true)
}

/// The number of states of the automaton, if it is too large to be written down: then it stays symbolic. Where a word
/// does not determine the state, the automaton has beliefs for states, and their number is known only when all are.
fn states_not_shown(symbolic: &SymbolicComponent, reached: &Option<Reached>, run: &Run) -> Result<Option<u128>, Halt> {
    let Some(reached) = reached.as_ref().filter(|reached| reached.complete && !run.minimise) else { return Ok(None) };
    if !symbolic.has_single_runs() || symbolic.count(&reached.states) <= SHOWN_STATES {
        return Ok(None);
    }
    let states = if run.serial { without_dead_ends(symbolic, &reached.states)? } else { reached.states.clone() };
    Ok(Some(symbolic.count(&states)))
}

/// The paper's *Serialize* as a fixpoint: takes away the states from which every call fails, gets stuck or leads to
/// what was taken away, and then what can be reached only by way of those.
fn without_dead_ends(symbolic: &SymbolicComponent, states: &Bdd) -> Result<Bdd, Halt> {
    let diagrams = &symbolic.diagrams;
    let mut alive = states.clone();
    loop {
        let mut leads_on = diagrams.constant(false);
        for method in 0..symbolic.methods.len() {
            leads_on = diagrams.or(&leads_on, &safe_steps(symbolic, method, &alive)?.1)?;
        }
        let kept = diagrams.and(&alive, &leads_on)?;
        if kept == alive {
            break;
        }
        alive = kept;
    }
    let mut reached = diagrams.and(&symbolic.initial, &alive)?;
    let mut frontier = reached.clone();
    while !frontier.is_false() {
        let mut after = diagrams.constant(false);
        for method in 0..symbolic.methods.len() {
            let (safe, _) = safe_steps(symbolic, method, &alive)?;
            let sources = diagrams.and(&frontier, &safe)?;
            for relation in &symbolic.methods[method].returns {
                let image = relation.image(diagrams, &sources)?;
                let arguments = diagrams.cube(&symbolic.layout.arguments(method))?;
                after = diagrams.or(&after, &diagrams.exists(&image, &arguments)?)?;
            }
        }
        frontier = diagrams.minus(&after, &reached)?;
        reached = diagrams.or(&reached, &frontier)?;
    }
    Ok(reached)
}

/// The states and arguments from which a call returns, and only into the set; and the states that have such arguments.
fn safe_steps(symbolic: &SymbolicComponent, method: usize, set: &Bdd) -> Result<(Bdd, Bdd), Halt> {
    let diagrams = &symbolic.diagrams;
    let outside = diagrams.not(set)?;
    let mut returning = diagrams.constant(false);
    let mut leaving = diagrams.constant(false);
    for relation in &symbolic.methods[method].returns {
        returning = diagrams.or(&returning, &relation.sources(diagrams)?)?;
        leaving = diagrams.or(&leaving, &relation.preimage(diagrams, &outside)?)?;
    }
    let safe = diagrams.and(&diagrams.minus(&returning, &leaving)?, &symbolic.arguments[method])?;
    let states = diagrams.exists(&safe, &diagrams.cube(&symbolic.layout.arguments(method))?)?;
    Ok((safe, states))
}
