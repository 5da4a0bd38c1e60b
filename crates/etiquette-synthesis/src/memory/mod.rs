//! Interfaces with memory: where the interface of a component is not finite, variables that a client knows become
//! registers.
//!
//! A variable that is exposed is a parameter of the calls that use it (`passes/expose.rs`). If the certified engine decides what
//! is left, its guards on these parameters are guards on registers, and what calls set them to is read off
//! ([`updates`]). Every value is treated as possible there, so words are looked for in the component itself ([`words`]).

mod invariants;
mod observers;
mod updates;
mod words;

use std::collections::BTreeSet;

use etiquette_automata::{Interface, Update};
use etiquette_component::{
    Action, Component, Forgotten, Guard, Slice, Slices, gap_of_forgotten, is_number, register_of,
};

use etiquette_logic::Term;

use crate::doubtful::tell_apart;
use crate::engine::Engine;
use crate::engines::certified::Certified;
use crate::forgetting::Settled;
use etiquette_outcome::{Outcome, Run};
pub use observers::say_with_observers;
use updates::Unknowable;

/// The part of the time that is left, and the steps, that one attempt is worth: what is left of a component without its
/// numbers is decided quickly or not at all.
const TIME_FOR_ATTEMPT: f64 = 0.2;
const STEPS_FOR_ATTEMPT: u64 = 2_000;

/// An interface with registers.
#[derive(Clone, Debug)]
pub struct WithRegisters {
    /// What was found.
    pub outcome: Outcome,
    /// The slice that it is of.
    pub slice: Slice,
    /// Whether a finite interface is known to have many states, if there is one at all.
    pub takes_many_states: bool,
}

/// An interface with as few registers as it takes, that leaves no call in doubt.
///
/// # Errors
/// There is none, and these methods are in the way: what they set registers to can't be known.
pub fn synthesize_with_registers(slices: &Slices, run: &mut Run) -> Result<WithRegisters, Vec<String>> {
    let numbers = slices.exact.component.variables.iter().filter(|variable| is_number(variable));
    let all = numbers.map(|variable| variable.binding.name.clone()).collect();
    let mut attempts = Attempts { slices, blamed: Vec::new() };
    let best = attempts.without_unknowable(all, run);
    let Some(mut best) = best.as_ref().filter(|found| found.0.doubtful() == 0).cloned() else {
        return Err(attempts.in_the_way(best.as_ref()));
    };
    let needed = needed_registers(&best.0.interface);
    attempts.leave_out(&mut best, |name| !needed.contains(name), run);
    for name in best.1.registers() {
        if has_few_values(best.1.as_called(), &name) {
            attempts.leave_out(&mut best, |other| *other == name, run);
        }
    }
    let takes_many_states = words::tell_what_can_happen(&mut best.0, &slices.exact.component, run);
    let (outcome, slice) = best;
    Ok(WithRegisters { outcome, slice, takes_many_states })
}

/// An interface with these registers, and whatever their values depend on.
///
/// # Errors
/// Why there is none.
pub fn synthesize_with_these_registers(
    slices: &Slices,
    names: &[String],
    run: &mut Run,
) -> Result<(Outcome, Slice), Unexposed> {
    let mut found = closed(&slices.exact, names.to_vec(), run).or_else(|problem| match problem {
        Unexposed::NoProof => without_others(slices, names, run).ok_or(Unexposed::NoProof),
        Unexposed::Variable { .. } => Err(problem),
    })?;
    words::tell_what_can_happen(&mut found.0, &slices.exact.component, run);
    Ok(found)
}

/// The same where nothing is kept of the other numbers, if that leaves no call in doubt.
fn without_others(slices: &Slices, names: &[String], run: &mut Run) -> Option<Settled> {
    let numbers = slices.exact.component.variables.iter().filter(|variable| is_number(variable));
    let others = numbers.map(|variable| variable.binding.name.clone()).filter(|name| !names.contains(name));
    let forgotten = Forgotten { wholly: others.collect(), ..Forgotten::default() };
    let slice = slices.forgetting(&forgotten, &run.interrupt()).exact;
    let (outcome, slice) = closed(&slice, names.to_vec(), run).ok()?;
    (outcome.doubtful() == 0).then(|| limited(outcome, slice))
}

/// Why there is no interface with some registers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unexposed {
    /// A variable can't be a register.
    Variable {
        /// The variable.
        name: String,
        /// Why, as a sentence.
        why: String,
        /// The method that is in the way.
        method: Option<String>,
    },
    /// The engine comes to no end, even so.
    NoProof,
}

/// Whether it has fewer registers, and leaves no call in doubt.
fn is_better((outcome, slice): &Settled, other: &Settled) -> bool {
    slice.registers().len() < other.1.registers().len() && outcome.doubtful() == 0
}

/// The registers that guards speak of, and those that these are set to.
fn needed_registers(interface: &Interface) -> BTreeSet<String> {
    let memory = interface.memory();
    let names = |guard: &Guard| -> Vec<String> {
        let plain = |name: &str| register_of(name).unwrap_or(name).to_owned();
        guard.names().into_iter().map(plain).collect()
    };
    let mut needed: BTreeSet<String> =
        interface.alphabet().calls().iter().flat_map(|call| names(&call.guard)).collect();
    loop {
        let is_needed = |update: &Update| needed.contains(&memory.registers[update.register].name);
        let updates = memory.all_updates().filter(|(_, _, update)| is_needed(update));
        let more: Vec<String> = updates.flat_map(|(_, _, update)| names(&update.value)).collect();
        let before = needed.len();
        needed.extend(more);
        if needed.len() == before {
            return needed;
        }
    }
}

/// Whether a variable is only ever set to constants: then states may do for it.
fn has_few_values(component: &Component, name: &str) -> bool {
    let Some(variable) = component.variables.iter().find(|variable| variable.binding.name == name) else {
        return false;
    };
    let edges = component.methods.iter().flat_map(|method| &method.body.edges);
    let is_constant = |action: Action| match action {
        Action::Assign(symbol, value, _) if symbol == variable.binding.symbol => {
            component.terms.as_constant(value).is_some()
        }
        Action::Havoc(symbol, ..) => symbol != variable.binding.symbol,
        _ => true,
    };
    edges.into_iter().all(|edge| is_constant(edge.action))
}

struct Attempts<'a> {
    slices: &'a Slices,
    /// Variables that are no registers, each with the method that is in the way.
    blamed: Vec<(String, String)>,
}

impl Attempts<'_> {
    /// Leaves registers out where there is an interface without them.
    fn leave_out(&self, best: &mut Settled, is_out: impl Fn(&String) -> bool, run: &mut Run) {
        let fewer: Vec<String> = best.1.registers().into_iter().filter(|known| !is_out(known)).collect();
        if fewer.is_empty() || fewer.len() == best.1.registers().len() {
            return;
        }
        let slice = self.forgetting(&best.1.forgotten, run);
        if let Some(found) = closed(&slice, fewer, run).ok().filter(|found| is_better(found, best)) {
            *best = limited(found.0, found.1);
        }
    }

    /// Variables that no client can know are no registers. Nothing of them is kept from call to call: they would have
    /// too many values for states, too.
    fn without_unknowable(&mut self, mut names: Vec<String>, run: &mut Run) -> Option<Settled> {
        let mut forgotten = Forgotten::default();
        while !names.is_empty() && run.look().is_ok() {
            let slice = self.forgetting(&forgotten, run);
            names.retain(|name| slice.component.variables.iter().any(|kept| kept.binding.name == *name));
            match closed(&slice, names.clone(), run) {
                Ok((outcome, slice)) => return Some(limited(outcome, slice)),
                Err(Unexposed::Variable { name, method, .. }) if names.contains(&name) => {
                    names.retain(|known| *known != name);
                    self.blamed.extend(method.map(|method| (name.clone(), method)));
                    forgotten.wholly.push(name);
                }
                Err(_) => return None,
            }
        }
        None
    }

    fn forgetting(&self, forgotten: &Forgotten, run: &Run) -> Slice {
        match *forgotten == Forgotten::default() {
            true => self.slices.exact.clone(),
            false => self.slices.forgetting(forgotten, &run.interrupt()).exact,
        }
    }

    /// The methods because of which calls are in doubt, or nothing is proved at all.
    fn in_the_way(&self, found: Option<&Settled>) -> Vec<String> {
        let is_doubted = |name: &str| {
            let gap = gap_of_forgotten(name);
            found.is_none_or(|(outcome, _)| outcome.guarantee.assumptions.iter().any(|known| known.text == gap))
        };
        let blamed = self.blamed.iter().filter(|(name, _)| is_doubted(name));
        let methods: BTreeSet<&String> = blamed.map(|(_, method)| method).collect();
        methods.into_iter().cloned().collect()
    }
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
        let exposed = slice.exposing(&names, relied_on).map_err(|(name, why)| Unexposed::Variable {
            name,
            why: why.to_string(),
            method: None,
        })?;
        let mut outcome = decide(&exposed.component, run).ok_or(Unexposed::NoProof)?;
        match updates::read_off(&mut outcome, run) {
            Ok(()) => {
                label_with(&mut outcome, exposed.relied_on());
                return Ok((outcome, exposed));
            }
            Err(Unknowable::DependsOn(others)) => names.extend(others),
            Err(Unknowable::Chosen { name, method, why }) => {
                return Err(Unexposed::Variable { name, why, method: Some(method) });
            }
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
