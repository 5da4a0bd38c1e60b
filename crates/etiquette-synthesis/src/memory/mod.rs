//! Interfaces with memory: where the interface of a component is not finite, variables that a client knows become
//! registers.
//!
//! A variable that is exposed is a parameter of the calls that use it ([`expose`]). If the certified engine decides what
//! is left, its guards on these parameters are guards on registers, and what calls set them to is read off
//! ([`updates`]). Every value is treated as possible there, so words are looked for in the component itself ([`words`]).

mod updates;
mod words;

use etiquette_component::{Component, Slice, Type, Variable, expose};

use crate::certain_failures::tell_apart;
use crate::engine::Engine;
use crate::engines::certified::Certified;
use crate::forgetting::Settled;
use etiquette_outcome::{Outcome, Run};
use updates::Unknowable;

/// The part of the time that is left, and the steps, that one attempt is worth: what is left of a component without its
/// numbers is decided quickly or not at all.
const TIME_FOR_ATTEMPT: f64 = 0.2;
const STEPS_FOR_ATTEMPT: u64 = 4_000;

/// An interface with as few registers as it takes, if there is one; `None` if there are no variables to try, too.
pub(crate) fn synthesize(slice: &Slice, run: &mut Run) -> Option<Settled> {
    let numbers = slice.component.variables.iter().filter(|variable| is_number(variable));
    let all: Vec<String> = numbers.map(|variable| variable.binding.name.clone()).collect();
    let mut best = attempt(slice, all, run)?;
    for name in best.1.registers.clone() {
        let fewer = best.1.registers.iter().filter(|known| **known != name).cloned().collect();
        if let Some(found) = attempt(slice, fewer, run).filter(|found| is_better(found, &best)) {
            best = found;
        }
    }
    words::tell_what_can_happen(&mut best.0, &slice.component, run);
    Some(best)
}

/// An interface with these registers, and whatever their values depend on.
///
/// # Errors
/// Why there is none.
pub(crate) fn with_registers(slice: &Slice, names: Vec<String>, run: &mut Run) -> Result<Settled, Unexposed> {
    let mut found = closed(slice, names, run)?;
    words::tell_what_can_happen(&mut found.0, &slice.component, run);
    Ok(found)
}

/// Why there is no interface with some registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unexposed {
    /// A variable can't be a register, for a reason that is a sentence.
    Variable(String, String),
    /// The engine comes to no end, even so.
    NoProof,
}

/// Whether it has fewer registers, and leaves no more calls in doubt.
fn is_better((outcome, slice): &Settled, other: &Settled) -> bool {
    slice.registers.len() < other.1.registers.len()
        && !slice.registers.is_empty()
        && outcome.doubtful() <= other.0.doubtful()
}

/// Without those variables that no client can know.
fn attempt(slice: &Slice, mut names: Vec<String>, run: &mut Run) -> Option<Settled> {
    while !names.is_empty() && run.look().is_ok() {
        match closed(slice, names.clone(), run) {
            Ok(found) => return Some(found),
            Err(Unexposed::Variable(name, _)) if names.contains(&name) => names.retain(|known| *known != name),
            Err(_) => return None,
        }
    }
    None
}

/// With what the registers' values depend on as registers, too.
fn closed(slice: &Slice, mut names: Vec<String>, run: &mut Run) -> Result<Settled, Unexposed> {
    loop {
        let component = expose(&slice.component, &names)
            .map_err(|(name, why)| Unexposed::Variable(name, why.to_string()))?;
        let mut outcome = decide(&component, run).ok_or(Unexposed::NoProof)?;
        match updates::read_off(&mut outcome, run) {
            Ok(()) => {
                let registers = component.registers.iter().map(|register| register.name.clone()).collect();
                return Ok((outcome, Slice { component, registers, ..slice.clone() }));
            }
            Err(Unknowable::DependsOn(others)) => names.extend(others),
            Err(Unknowable::Chosen(name, why)) => return Err(Unexposed::Variable(name, why)),
        }
    }
}

fn decide(component: &Component, run: &mut Run) -> Option<Outcome> {
    let found = run.within_part_of_time(TIME_FOR_ATTEMPT, |run| {
        run.within_steps(STEPS_FOR_ATTEMPT, |run| Certified.synthesize(component, run))
    });
    let outcome = found.ok().filter(Outcome::is_settled)?;
    Some(tell_apart(outcome, component, component, run))
}

/// Whether it may have more values than states are worth.
fn is_number(variable: &Variable) -> bool {
    matches!(variable.binding.ty, Type::Int { .. })
}
