//! Chooses between the engines, and says why in one line.
//!
//! The certified engine goes first: it is rarely slower than exploration, takes parameters of any width, and its proofs can be checked
//! again. Where it ends without a proof and the component is small enough to try everything, `direct` decides. Nothing is raced,
//! so the same component gives the same result.

use etiquette_component::{Action, Binding, Component, Type};

use crate::certified::Certified;
use crate::direct::Direct;
use crate::engine::{Engine, Unsupported};
use crate::explicit::read_parameters;
use crate::outcome::{Outcome, StopReason};
use crate::run::Run;

/// A component with more states than this is not explored when no proof was found.
const EXPLORED_STATES: u64 = 200_000;

/// Picks the engine.
pub struct Auto;

impl Engine for Auto {
    fn name(&self) -> &'static str {
        "auto"
    }

    fn description(&self) -> &'static str {
        "certified, and where that finds no proof direct; the result says which and why"
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
        let outcome = Certified.synthesize(component, run)?;
        if explicit.is_err() {
            return Ok(chosen(outcome, &too_many_values(component)));
        }
        if outcome.is_proved() || has_stopped(&outcome, run) {
            return Ok(chosen(outcome, "its proofs can be checked again"));
        }
        explore_instead(component, outcome, run)
    }
}

/// What exploration finds, if it gets to an end; else what was known before.
fn explore_instead(component: &Component, before: Outcome, run: &mut Run) -> Result<Outcome, Unsupported> {
    run.lower_state_limit(EXPLORED_STATES);
    let outcome = Direct.synthesize(component, run)?;
    Ok(match outcome.stop {
        StopReason::Done => chosen(outcome, "certified found no proof, and there are few states"),
        _ => chosen(before, "there are too many states to explore"),
    })
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
        StopReason::StateLimit => run.limits().states.is_some(),
        StopReason::TimeLimit | StopReason::MemoryLimit | StopReason::Cancelled => true,
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
            Action::Havoc(symbol, _) => component.binding(Some(method), symbol),
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
    use crate::outcome::Outcome;
    use crate::run::{Limits, Run};

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
