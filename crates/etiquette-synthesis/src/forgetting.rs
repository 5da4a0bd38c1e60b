//! Where the component as it is takes too long: what is true of it whatever some of its variables are.
//!
//! A number of which only the sign is kept, or nothing, is any such value when a method is called, by a choice of the
//! model. So what is allowed is legal, what is forbidden for certain fails, and where the number decides, the call is
//! doubtful and says so: that is how the next attempt knows what to remember.

use std::collections::BTreeSet;

use etiquette_component::{Action, Component, Forgotten, Owner, Slice, Slices, Type, Variable, gap_of_forgotten};

use crate::certain_failures::tell_apart;
use crate::engines::certified::Certified;
use crate::steps::of_coarse;
use etiquette_outcome::{Outcome, Run};

/// A result with which nothing is left open but doubtful calls, and the slice that it is of.
pub(crate) type Settled = (Outcome, Slice);

/// The part of the time that is left, and the steps, that one attempt is worth.
const TIME_FOR_ATTEMPT: f64 = 0.4;
const STEPS_FOR_ATTEMPT: u64 = 20_000;

/// Keeps nothing of numbers, nor what loops do, and remembers those numbers again that verdicts depend on, as long as that
/// leads to a proof: first those that doubtful calls ask, then the signs of all.
pub(crate) fn synthesize(slices: &Slices, run: &mut Run) -> Option<Settled> {
    let component = &slices.exact.component;
    let (numbers, loops) = (numbers(component), component.methods.iter().any(|method| method.body.has_loops()));
    let mut forgotten = Forgotten { wholly: numbers, loops, ..Forgotten::default() };
    if forgotten == Forgotten::default() {
        return None;
    }
    let mut best = attempt(slices, &forgotten, run)?;
    while let Some(less) = remembering(&best, &forgotten).or_else(|| with_signs(&best, &forgotten))
        && let Some(found) = attempt(slices, &less, run)
    {
        (forgotten, best) = (less, found);
    }
    Some(best)
}

/// What to forget next time if calls are doubtful, and not because of what they ask: other numbers may have a say.
fn with_signs((outcome, _): &Settled, forgotten: &Forgotten) -> Option<Forgotten> {
    let Forgotten { wholly, but_signs, loops } = forgotten.clone();
    let is_less = outcome.doubtful() > 0 && !wholly.is_empty();
    is_less.then(|| Forgotten { wholly: Vec::new(), but_signs: [but_signs, wholly].concat(), loops })
}

fn attempt(slices: &Slices, forgotten: &Forgotten, run: &mut Run) -> Option<Settled> {
    let whole = &slices.exact.component;
    let slices = slices.forgetting(forgotten, &run.interrupt());
    let before = std::mem::replace(&mut run.settles_for_doubts, true);
    let found = run.within_part_of_time(TIME_FOR_ATTEMPT, |run| {
        run.within_steps(STEPS_FOR_ATTEMPT, |run| {
            of_coarse(&slices, whole, run).or_else(|| of_exact(&slices.exact, whole, run))
        })
    });
    run.settles_for_doubts = before;
    found.map(limited)
}

fn of_exact(slice: &Slice, whole: &Component, run: &mut Run) -> Option<Settled> {
    let outcome = Certified::synthesize_slice(&slice.component, whole, run);
    let outcome = tell_apart(outcome, &slice.component, whole, run);
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

/// What to forget next time: of what doubtful calls may depend on, the sign is kept, and of what had its sign kept,
/// everything. `None` if nothing that was forgotten makes a difference, or all of it would be remembered.
fn remembering((outcome, slice): &Settled, forgotten: &Forgotten) -> Option<Forgotten> {
    let open = left_open_in_doubtful_calls(outcome, &slice.component);
    let is_open = |name: &&String| open.contains(gap_of_forgotten(name).as_str());
    let (raised, wholly): (Vec<String>, Vec<String>) =
        forgotten.wholly.iter().cloned().partition(|name| is_open(&name));
    let kept = forgotten.but_signs.iter().filter(|name| !is_open(name)).cloned();
    let less = Forgotten { wholly, but_signs: kept.chain(raised).collect(), loops: forgotten.loops };
    (less != *forgotten && less != Forgotten::default()).then_some(less)
}

/// What the methods leave open of which calls are doubtful.
fn left_open_in_doubtful_calls<'a>(outcome: &Outcome, component: &'a Component) -> BTreeSet<&'a str> {
    let methods = outcome.doubtful_methods();
    let called = component.methods.iter().filter(|method| methods.contains(method.name.as_str()));
    let gap = |action: &Action| match action {
        Action::Havoc(_, Owner::Model(gap), _) => component.gaps[*gap as usize].what.as_deref(),
        _ => None,
    };
    called.flat_map(|method| &method.body.edges).filter_map(|edge| gap(&edge.action)).collect()
}
