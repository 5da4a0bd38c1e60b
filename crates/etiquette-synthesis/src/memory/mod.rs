//! Interfaces with memory: where the interface of a component is not finite, variables that a client knows become
//! registers.
//!
//! A variable that is exposed is a parameter of the calls that use it (`passes/expose.rs`). If the certified engine decides what
//! is left, its guards on these parameters are guards on registers, and what calls set them to is read off
//! ([`updates`]). Every value is treated as possible there, so words are looked for in the component itself ([`words`]).

mod invariants;
mod updates;
mod words;

use etiquette_component::{Component, Forgotten, Slice, Slices, Type, Variable};

use etiquette_logic::Term;

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

/// An interface with as few registers as it takes, if there is one.
pub(crate) fn synthesize(slices: &Slices, run: &mut Run) -> Option<Settled> {
    let numbers = slices.exact.component.variables.iter().filter(|variable| is_number(variable));
    let all = numbers.map(|variable| variable.binding.name.clone()).collect();
    let mut best = attempt(slices, all, run)?;
    for name in best.1.registers() {
        let fewer = best.1.registers().into_iter().filter(|known| *known != name).collect();
        if let Some(found) = attempt(slices, fewer, run).filter(|found| is_better(found, &best)) {
            best = found;
        }
    }
    words::tell_what_can_happen(&mut best.0, &slices.exact.component, run);
    Some(best)
}

/// An interface with these registers, and whatever their values depend on.
///
/// # Errors
/// Why there is none.
pub(crate) fn with_registers(slices: &Slices, names: Vec<String>, run: &mut Run) -> Result<Settled, Unexposed> {
    let mut found = closed(&slices.exact, names, run)?;
    words::tell_what_can_happen(&mut found.0, &slices.exact.component, run);
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
    slice.registers().len() < other.1.registers().len() && outcome.doubtful() <= other.0.doubtful()
}

/// Variables that no client can know are no registers. Nothing of them is kept from call to call: they would have too
/// many values for states, too.
fn attempt(slices: &Slices, mut names: Vec<String>, run: &mut Run) -> Option<Settled> {
    let mut forgotten = Forgotten::default();
    let mut slice = slices.exact.clone();
    while !names.is_empty() && run.look().is_ok() {
        match closed(&slice, names.clone(), run) {
            Ok((outcome, slice)) => return Some(limited(outcome, slice)),
            Err(Unexposed::Variable(name, _)) if names.contains(&name) => {
                names.retain(|known| *known != name);
                forgotten.wholly.push(name);
                slice = slices.forgetting(&forgotten, &run.interrupt()).exact;
                names.retain(|name| slice.component.variables.iter().any(|kept| kept.binding.name == *name));
            }
            Err(_) => return None,
        }
    }
    None
}

/// Where variables are forgotten, more words can happen than in the component, so a smaller interface may do, too.
fn limited(mut outcome: Outcome, slice: Slice) -> Settled {
    if slice.forgotten != Forgotten::default() {
        (outcome.guarantee.full, outcome.guarantee.minimal) = (false, false);
    }
    (outcome, slice)
}

/// With what the registers' values depend on as registers, too.
fn closed(slice: &Slice, mut names: Vec<String>, run: &mut Run) -> Result<Settled, Unexposed> {
    loop {
        let (slice, relied_on) = with_invariants(slice, &names, run);
        let exposed =
            slice.exposing(&names, relied_on).map_err(|(name, why)| Unexposed::Variable(name, why.to_string()))?;
        let t = std::time::Instant::now(); //DBG
        let decided = decide(&exposed.component, run); //DBG
        if std::env::var("ETIQ_MEM").is_ok() {
            eprintln!(
                "MEM {names:?} forgotten {:?} rely {} steps {} -> {:?} in {:?}",
                slice.forgotten.wholly,
                etiquette_component::Scope::new(&slice.component, None).readable(relied_on),
                exposed.component.steps(),
                decided.as_ref().map(|o| (o.interface.state_count(), o.doubtful())),
                t.elapsed()
            );
        } //DBG
        if std::env::var("ETIQ_MEM").as_deref() == Ok("2") {
            eprintln!("{}", etiquette_component::print(&exposed.component));
        } //DBG
        let mut outcome = decided.ok_or(Unexposed::NoProof)?;
        let read = updates::read_off(&mut outcome, run); //DBG
        if std::env::var("ETIQ_MEM").is_ok() {
            eprintln!("MEM read {read:?} {:?}", t.elapsed());
        } //DBG
        match read {
            Ok(()) => {
                label_with(&mut outcome, exposed.relied_on());
                return Ok((outcome, exposed));
            }
            Err(Unknowable::DependsOn(others)) => names.extend(others),
            Err(Unknowable::Chosen(name, why)) => return Err(Unexposed::Variable(name, why)),
        }
    }
}

/// Labels say what is relied on, too, as soon as there is an object.
fn label_with(outcome: &mut Outcome, relied_on: Option<String>) {
    let Some(relied_on) = relied_on else { return };
    let alphabet = outcome.interface.alphabet();
    let has_constructors = alphabet.calls().iter().any(|call| call.constructor);
    let initial = outcome.interface.initial().index();
    for (state, facts) in outcome.states.iter_mut().enumerate() {
        if state != initial || !has_constructors {
            let label = facts.label.as_ref().map(|label| format!("{} && {relied_on}", in_conjunction(label)));
            facts.label = Some(label.unwrap_or_else(|| relied_on.clone()));
        }
    }
}

fn in_conjunction(label: &str) -> String {
    if label.contains("||") || label.contains('?') { format!("({label})") } else { label.to_owned() }
}

/// What can be relied on of the registers; the slice then has the term.
fn with_invariants(slice: &Slice, names: &[String], run: &Run) -> (Slice, Term) {
    let mut slice = slice.clone();
    let found = invariants::invariants(&mut slice.component, names, run);
    let found = invariants::irredundant(&mut slice.component, found);
    let relied_on = slice.component.terms.all(found);
    (slice, relied_on)
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
