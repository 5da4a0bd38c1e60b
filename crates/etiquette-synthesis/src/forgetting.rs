//! Where the component as it is takes too long: what is true of it whatever some of its variables are.
//!
//! A variable that is forgotten is any value when a method is called, by a choice of the model. So what is allowed is
//! legal, what is forbidden for certain fails, and where the variable decides, the call is doubtful and says so: that is
//! how the next attempt knows what to remember. Numbers are forgotten first, since searches run away in them.

use std::collections::BTreeSet;

use etiquette_component::{Component, Slice, Slices, Type, Variable, forgotten};

use crate::engine::Engine;
use crate::engines::certified::Certified;
use crate::steps::of_coarse;
use etiquette_outcome::{Outcome, Run};

/// A result with which nothing is left open but doubtful calls, and the slice that it is of.
pub(crate) type Settled = (Outcome, Slice);

/// The part of the time that is left, and the steps, that one attempt is worth.
const TIME_FOR_ATTEMPT: f64 = 0.4;
const STEPS_FOR_ATTEMPT: u64 = 20_000;

/// Forgets all numbers, and remembers those again on which verdicts depend, as long as that leads to a proof.
pub(crate) fn synthesize(slices: &Slices, run: &mut Run) -> Option<Settled> {
    let mut names = numbers(&slices.exact.component);
    let mut best = None;
    while !names.is_empty() {
        let Some(found) = attempt(slices, &names, run) else { break };
        let blamed = blamed(&found.0, &names);
        best = Some(found);
        if blamed.is_empty() {
            break;
        }
        names.retain(|name| !blamed.contains(name));
    }
    best
}

fn attempt(slices: &Slices, names: &[String], run: &mut Run) -> Option<Settled> {
    let slices = slices.forgetting(names, &run.interrupt());
    run.within_part_of_time(TIME_FOR_ATTEMPT, |run| {
        run.within_steps(STEPS_FOR_ATTEMPT, |run| of_coarse(&slices, run).or_else(|| of_exact(&slices.exact, run)))
    })
    .map(limited)
}

fn of_exact(slice: &Slice, run: &mut Run) -> Option<Settled> {
    let outcome = Certified.synthesize(&slice.component, run).ok()?;
    outcome.is_settled().then(|| (outcome, slice.clone()))
}

/// More words can happen in what is left than in the component, so a smaller interface may do, too.
fn limited((mut outcome, slice): Settled) -> Settled {
    (outcome.guarantee.full, outcome.guarantee.minimal) = (false, false);
    (outcome, slice)
}

/// Numbers that are too wide for their values to be looked at one by one.
fn numbers(component: &Component) -> Vec<String> {
    let is_wide = |variable: &&Variable| matches!(variable.binding.ty, Type::Int { width, .. } if width > 8);
    component.variables.iter().filter(is_wide).map(|variable| variable.binding.name.clone()).collect()
}

/// The forgotten variables on which verdicts depend.
fn blamed(outcome: &Outcome, names: &[String]) -> BTreeSet<String> {
    let left_open: BTreeSet<&str> = outcome.guarantee.left_open().map(|found| found.text.as_str()).collect();
    names.iter().filter(|name| left_open.contains(forgotten(name).as_str())).cloned().collect()
}
