//! A closer look where calls are doubtful: states in which they fail for certain are told from those in which they may,
//! and what is true after a call that may fail is found out, should it return.
//!
//! An interface that only has to forbid takes states for one in which the same calls may fail, and never looks behind
//! such a call. So the search is made once more with companions of the doubtful methods: opposites, which states do not
//! have in common in which a call certainly fails and in which it may, and passages, which go on where it returns. The
//! labels prove the same of the component without them.

use std::collections::BTreeSet;

use etiquette_component::{Component, with_companions};
use etiquette_logic::Symbol;

use crate::engines::certified::Certified;
use crate::steps::is_large;
use etiquette_outcome::{Outcome, Run};

/// The part of the time that is left that a second search is worth.
const TIME_FOR_COMPANIONS: f64 = 0.4;
/// The steps that it is worth: with opposites there are few more states, behind doubtful calls there may be many.
const STEPS_FOR_OPPOSITES: u64 = 20_000;
const STEPS_FOR_PASSAGES: u64 = 100_000;

/// Behind a doubtful call others may be doubtful that could not be made before. So many times it is looked behind them.
const ROUNDS: usize = 3;

/// The outcome of the certified engine, or another one in which more calls are known to fail.
pub(crate) fn tell_apart(outcome: Outcome, component: &Component, whole: &Component, run: &mut Run) -> Outcome {
    if !is_worth_it(&outcome, run) {
        return outcome;
    }
    let doubtful = methods(component, &names(&outcome));
    let found = search(component, whole, (&doubtful, &[]), run);
    let is_better = found.is_settled() && found.certain_failures() > outcome.certain_failures();
    if is_better { found } else { outcome }
}

/// Another outcome than that of the certified engine, which says what is true after doubtful calls, should they return.
pub(crate) fn look_behind(known: &Outcome, component: &Component, whole: &Component, run: &mut Run) -> Option<Outcome> {
    if !is_worth_it(known, run) || !component.registers.is_empty() {
        return None;
    }
    let (mut best, mut passed) = (None, BTreeSet::new());
    for _ in 0..ROUNDS {
        let last = best.as_ref().unwrap_or(known);
        let new: BTreeSet<String> = names(last).difference(&passed).cloned().collect();
        if !methods(component, &new).into_iter().any(|method| leads_elsewhere(component, method)) {
            break;
        }
        passed.extend(new);
        let opposed = methods(component, &passed);
        let passages: Vec<usize> =
            opposed.iter().copied().filter(|&method| leads_elsewhere(component, method)).collect();
        let found = search(component, whole, (&opposed, &passages), run);
        let shows_more = found.interface.looks_behind_doubts() && found.certain_failures() >= last.certain_failures();
        if !found.is_settled() || !shows_more {
            break;
        }
        best = Some(found);
    }
    best
}

fn is_worth_it(outcome: &Outcome, run: &Run) -> bool {
    outcome.doubtful() > 0 && outcome.is_settled() && !run.serial
}

fn names(outcome: &Outcome) -> BTreeSet<String> {
    outcome.doubtful_methods().into_iter().map(ToOwned::to_owned).collect()
}

/// The methods of these names, by position.
fn methods(component: &Component, names: &BTreeSet<String>) -> Vec<usize> {
    let methods = component.methods.iter().enumerate();
    methods.filter(|(_, method)| names.contains(&method.name)).map(|(index, _)| index).collect()
}

/// Whether what is true after a call that returned may be more than before: it writes what later calls depend on, or
/// that it returned tells something of the state. The latter rarely matters, and in large components takes long.
fn leads_elsewhere(component: &Component, method: usize) -> bool {
    let own = &component.methods[method];
    let is_kept = |symbol: &Symbol| component.variables.iter().any(|variable| variable.binding.symbol == *symbol);
    let writes = || own.body.edges.iter().filter_map(|edge| edge.action.written()).any(|symbol| is_kept(&symbol));
    let reads = || component.variables.iter().any(|variable| component.reads(own, variable.binding.symbol));
    own.constructor || writes() || !is_large(component) && reads()
}

/// A search with opposites and passages of these methods.
fn search(component: &Component, whole: &Component, (opposed, passed): (&[usize], &[usize]), run: &mut Run) -> Outcome {
    let made = with_companions(component, opposed, passed);
    let steps = if passed.is_empty() { STEPS_FOR_OPPOSITES } else { STEPS_FOR_PASSAGES };
    let before = std::mem::replace(&mut run.settles_for_doubts, true);
    let name = if passed.is_empty() { "failures from doubts" } else { "behind doubts" };
    let search = |run: &mut Run| Certified::synthesize_with_companions(&made, whole, run);
    let found =
        run.stage(name, |run| run.within_part_of_time(TIME_FOR_COMPANIONS, |run| run.within_steps(steps, search)));
    run.settles_for_doubts = before;
    found
}
