//! Chooses between the engines, and says why in one line.
//!
//! The certified engine goes first: it is rarely slower than exploration, takes parameters of any width, and its proofs
//! can be checked again. Where it ends without a proof and the component is small enough to try everything, `direct`
//! decides, on single states or on diagrams. Where it is not, or where the model leaves things open, of which only
//! certificates can tell whether they matter, `game` finds an interface that is safe at least. Nothing is raced, so the
//! same component gives the same result.

use etiquette_component::{Action, Binding, Component, Type};

use crate::engine::{Engine, Unsupported};
use crate::engines::budgets::auto::{
    CERTIFIED_STATES, DIAGRAM_BITS, EXPLORED_STATES, TIME_FOR_PROOFS, UNLIMITED_STATES,
};
use crate::engines::certified::Certified;
use crate::engines::direct::diagrams::DirectSymbolic;
use crate::engines::direct::explicit::Direct;
use crate::engines::game::Game;
use crate::spaces::explicit::letters::read_parameters;
use etiquette_outcome::{Confidence, Outcome, Run, StopReason};

/// Picks the engine.
pub struct Auto;

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn description(&self) -> &'static str {
        "certified, and where that finds no proof direct, on states or diagrams; the result says which and why"
    }

    fn supports(&self, component: &Component) -> Result<(), Unsupported> {
        Certified.supports(component)
    }

    fn synthesize(&self, component: &Component, run: &mut Run) -> Result<Outcome, Unsupported> {
        let explicit = Direct.supports(component);
        if run.serial && explicit.is_ok() {
            let outcome = Direct.synthesize(component, run)?;
            return Ok(chosen(outcome, "dead ends are pruned while it explores"));
        }
        let outcome = certified_for_a_while(component, explicit.is_ok(), run)?;
        if outcome.is_settled() || has_stopped(&outcome, run) {
            let why =
                explicit.map_or_else(|_| too_many_values(component), |()| "its proofs can be checked again".into());
            return Ok(chosen(outcome, &why));
        }
        let has_gaps = component.has_gaps();
        let found = match explicit {
            Ok(()) if !has_gaps => explore(&Direct, "there are few states", component, run)?,
            _ => None,
        };
        let found = match found {
            None if !has_gaps && state_bits(component) <= DIAGRAM_BITS => {
                explore(&DirectSymbolic, "its diagrams are small", component, run)?
            }
            found => found,
        };
        found.map_or_else(|| at_least_safe(component, outcome, run), Ok)
    }
}

/// The search for labels need not come to an end: it stops early where exploring seems to be cheaper, and where the
/// user sets no limits.
fn certified_for_a_while(component: &Component, is_explicit: bool, run: &mut Run) -> Result<Outcome, Unsupported> {
    let limits = run.limits();
    let states = match (is_explicit, limits.time, limits.states) {
        (true, ..) => CERTIFIED_STATES,
        (false, None, None) => UNLIMITED_STATES,
        _ => u64::MAX,
    };
    run.within_part_of_time(TIME_FOR_PROOFS, |run| {
        run.within_states(states, |run| Certified.synthesize(component, run))
    })
}

/// Where nothing was proved: what can be said through the guards in front of the errors is often a safe interface that
/// is of use.
fn at_least_safe(component: &Component, outcome: Outcome, run: &mut Run) -> Result<Outcome, Unsupported> {
    const TOO_MANY: &str = "there are too many states to explore";
    if outcome.guarantee.safe == Confidence::Proved {
        return Ok(chosen(outcome, TOO_MANY));
    }
    let mut safe = Game::default().synthesize(component, run)?;
    if safe.guarantee.safe == Confidence::Proved {
        if !safe.is_settled() {
            safe.stop = outcome.stop;
        }
        return Ok(chosen(safe, "certified found no proof; this is what predicates tell"));
    }
    // The bound was ours, and only there because something else seemed to be cheaper.
    match outcome.stop == StopReason::StateLimit && run.look().is_ok() {
        true => Ok(chosen(Certified.synthesize(component, run)?, TOO_MANY)),
        false => Ok(chosen(outcome, TOO_MANY)),
    }
}

/// What exploration finds, if it gets to an end.
fn explore(
    engine: &dyn Engine,
    why: &str,
    component: &Component,
    run: &mut Run,
) -> Result<Option<Outcome>, Unsupported> {
    let outcome = run.within_part_of_time(TIME_FOR_PROOFS, |run| {
        run.within_states(EXPLORED_STATES, |run| engine.synthesize(component, run))
    })?;
    let is_done = outcome.stop == StopReason::Done;
    Ok(is_done.then(|| chosen(outcome, &format!("certified found no proof, and {why}"))))
}

/// How many bits a state has.
fn state_bits(component: &Component) -> u32 {
    component.variables.iter().map(|variable| component.sort(variable.binding.ty).width()).sum()
}

fn chosen(mut outcome: Outcome, why: &str) -> Outcome {
    outcome.engine = format!("{} (auto: {why})", outcome.engine);
    outcome
}

/// Whether a limit of the user's ended the search, so that no other engine should go on.
fn has_stopped(outcome: &Outcome, run: &Run) -> bool {
    match outcome.stop {
        StopReason::Done | StopReason::NoProof | StopReason::TooManyGuards | StopReason::TooLargeToShow => false,
        StopReason::DepthLimit => run.limits().depth.is_some(),
        StopReason::PredicateLimit => true,
        StopReason::StateLimit => run.limits().states.is_some_and(|limit| limit <= CERTIFIED_STATES),
        StopReason::TimeLimit | StopReason::MemoryLimit | StopReason::Cancelled => run.look().is_err(),
    }
}

/// Why trying all values is out of the question: the largest type of what a client or the component may choose.
fn too_many_values(component: &Component) -> String {
    let free = component.variables.iter().filter(|variable| variable.initial.is_none());
    let mut choices: Vec<&Binding> = free.map(|variable| &variable.binding).collect();
    for method in &component.methods {
        let read = read_parameters(component, method);
        choices.extend(method.parameters.iter().zip(read).filter(|(_, read)| *read).map(|(parameter, _)| parameter));
        choices.extend(method.body.edges.iter().filter_map(|edge| match edge.action {
            Action::Havoc(symbol, ..) => component.binding(Some(method), symbol),
            _ => None,
        }));
    }
    // Of several that are equally large, the first is named.
    let largest = choices.into_iter().rev().max_by_key(|binding| component.sort(binding.ty).width());
    largest.map_or_else(
        || "there are too many states to explore".into(),
        |binding| format!("`{}` has {} values", binding.name, value_count(component, binding.ty)),
    )
}

fn value_count(component: &Component, ty: Type) -> String {
    match (ty, component.value_count(ty)) {
        (Type::Int { width, .. }, _) => format!("2^{width}"),
        (_, Some(count)) => count.to_string(),
        (_, None) => "too many".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::Auto;
    use crate::engine::Engine;
    use etiquette_outcome::Outcome;
    use etiquette_outcome::{Limits, Run};

    fn outcome(source: &str, mut run: Run) -> Outcome {
        let component = etiquette_component::parse(source, "test.component").expect("a component");
        Auto.synthesize(&component, &mut run).expect("every component is taken")
    }

    #[test]
    fn wide_parameters_are_the_reason() {
        let source = "component a { method move(near: u4, far: i32) { assert far > 3 && near < 9; } }";
        assert_eq!(outcome(source, Run::default()).engine, "certified (auto: `far` has 2^32 values)");
    }

    #[test]
    fn small_components_get_a_certificate_too() {
        let source = "component a { var on: bool = false; method press() { assert !on; on = true; } }";
        let found = outcome(source, Run::default());
        assert_eq!(found.engine, "certified (auto: its proofs can be checked again)");
        assert!(found.evidence.is_some());
    }

    #[test]
    fn dead_ends_are_pruned_by_exploration() {
        let source = "component a { var on: bool = false; method press() { assert !on; on = true; } method wait() { assert !on; } }";
        let mut run = Run::new(Limits::default());
        run.serial = true;
        let found = outcome(source, run);
        assert!(found.guarantee.serial);
        assert_eq!(found.engine, "direct (auto: dead ends are pruned while it explores)");
    }
}
