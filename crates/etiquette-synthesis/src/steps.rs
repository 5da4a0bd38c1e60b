//! Slices of a component, one after the other: first a coarse one, on which proofs are found quickly or not at all, then
//! the exact one, and where that takes too long, what is left of it when some variables are not kept from call to call.
//!
//! What is proved of the coarse slice holds of the component: there, more words can happen, from more states, but what
//! fails and what never fails is the same. Only which outcomes can happen is not known any more, and loops that no
//! error depends on are taken to end.

use etiquette_component::{Component, Slice, Slices, summarise};

use crate::doubtful::{look_behind, tell_apart};
use crate::engine::{Engine, Unsupported};
use crate::engines::certified::Certified;
use crate::forgetting::{self, Settled};
use etiquette_outcome::{Assumption, AssumptionKind, Outcome, Run};

/// The part of the time that the coarse slice is worth.
const TIME_FOR_COARSE: f64 = 0.15;
/// The part of the time after which less than everything is tried, and the steps after which it is in any case.
const TIME_FOR_EXACT: f64 = 0.15;
const STEPS_FOR_EXACT: u64 = 40_000;
/// The states of a small interface.
pub(crate) const FEW_STATES: u64 = 32;

/// What the engine says of itself where it was given the coarse slice.
const WITHOUT_OUTCOMES: &str = " (outcomes make no difference)";

/// The number of steps of all methods from which on less than everything is tried first.
const LARGE: usize = 1_000;

/// Works out the interface, of the coarse slice if there is one and a proof is found quickly, else with the engine of
/// the exact one. Gives the slice that it is of, too.
///
/// # Errors
/// As [`Engine::synthesize`].
pub fn synthesize_in_steps(
    engine: &dyn Engine,
    slices: &Slices,
    run: &mut Run,
) -> Result<(Outcome, Slice), Unsupported> {
    if let Some(settled) = of_coarse(slices, &slices.exact.component, TIME_FOR_COARSE, run) {
        return Ok(settled);
    }
    Ok((engine.synthesize(&slices.exact.component, run)?, slices.exact.clone()))
}

/// Another outcome of a slice, which says what is true after doubtful calls, should they return, if the certified engine
/// found the one that is known. No more is claimed than was.
pub fn look_behind_doubts(known: &Outcome, slice: &Slice, whole: &Component, run: &mut Run) -> Option<Outcome> {
    if !known.engine.starts_with(Certified.name()) {
        return None;
    }
    let thorough = run.thorough;
    run.thorough &= !known.engine.ends_with(WITHOUT_OUTCOMES);
    let found = look_behind(known, &slice.component, whole, run);
    run.thorough = thorough;
    let mut found = found?;
    found.engine.clone_from(&known.engine);
    found.guarantee.full = false;
    found.guarantee.minimal = false;
    Some(found)
}

/// A finite interface, if that is a matter of few states and so many steps.
pub fn synthesize_soon(slices: &Slices, steps: u64, run: &mut Run) -> Option<(Outcome, Slice)> {
    let exact = &slices.exact.component;
    let soon = |run: &mut Run| {
        let coarse = run.within_steps(steps, |run| of_coarse(slices, exact, 1.0, run));
        coarse.or_else(|| {
            let found = run.within_steps(steps, |run| Certified.synthesize(exact, run)).ok()?;
            found.is_settled().then(|| (told_apart(found, exact, run), slices.exact.clone()))
        })
    };
    run.stage("few steps", |run| run.within_states(FEW_STATES, soon))
}

/// The same; where the engine comes to no end, variables are forgotten, and calls that depend on them are doubtful. If
/// that leads nowhere, either, what is left of the time is for the engine again.
///
/// # Errors
/// As [`Engine::synthesize`].
pub fn synthesize_or_forget(
    engine: &dyn Engine,
    slices: &Slices,
    run: &mut Run,
) -> Result<(Outcome, Slice), Unsupported> {
    let exact = &slices.exact.component;
    if is_large(exact)
        && let Some(settled) = forgetting::synthesize(slices, run)
    {
        return Ok(settled);
    }
    let coarse = match of_coarse(slices, exact, TIME_FOR_COARSE, run) {
        Some(settled) if settled.0.doubtful() == 0 => return Ok(settled),
        coarse => coarse,
    };
    let first = run.stage("exact slice", |run| {
        run.within_part_of_time(TIME_FOR_EXACT, |run| {
            run.within_steps(STEPS_FOR_EXACT, |run| engine.synthesize(exact, run))
        })
    })?;
    let first = first.is_settled().then(|| (told_apart(first, exact, run), slices.exact.clone()));
    if let Some(settled) = forgetting::clearer(first, coarse) {
        return Ok(settled);
    }
    if !is_large(exact)
        && let Some(settled) = forgetting::synthesize(slices, run)
    {
        return Ok(settled);
    }
    Ok((run.stage("what is left", |run| engine.synthesize(exact, run))?, slices.exact.clone()))
}

/// Whether each question about a component is likely to take long.
pub(crate) fn is_large(component: &Component) -> bool {
    component.steps() > LARGE
}

/// With certain failures told from doubtful calls, if the certified engine found it: another one is asked for by name.
fn told_apart(outcome: Outcome, component: &Component, run: &mut Run) -> Outcome {
    let is_certified = outcome.engine == "certified";
    if is_certified { tell_apart(outcome, component, component, run) } else { outcome }
}

/// What is proved of the coarse slice within a part of the time; words are shown only if they can happen in the whole.
pub(crate) fn of_coarse(slices: &Slices, whole: &Component, part: f64, run: &mut Run) -> Option<Settled> {
    let Slices { coarse, exact } = slices;
    let (coarse, exact) = (coarse.as_ref()?, &exact.component);
    let thorough = std::mem::replace(&mut run.thorough, false);
    let outcome = run.stage("coarse slice", |run| {
        run.within_part_of_time(part, |run| {
            let found = Certified::synthesize_slice(&coarse.component, whole, run);
            tell_apart(found, &coarse.component, whole, run)
        })
    });
    run.thorough = thorough;
    let mut outcome = Some(outcome).filter(Outcome::is_settled)?;
    outcome.guarantee.full = false;
    outcome.guarantee.assumptions.extend(loops_taken_to_end(exact, &coarse.component));
    outcome.engine.push_str(WITHOUT_OUTCOMES);
    Some((outcome, coarse.clone()))
}

/// Methods whose loops are not in the coarse slice: there, a call is taken to return.
pub fn loops_taken_to_end(exact: &Component, coarse: &Component) -> Vec<Assumption> {
    let loops = |component: &Component| -> Vec<bool> {
        let mut component = component.clone();
        (0..component.methods.len()).map(|method| !summarise(&mut component, method).is_loop_free()).collect()
    };
    let methods = exact.methods.iter().zip(loops(exact).into_iter().zip(loops(coarse)));
    let ended = methods.filter(|(_, (before, after))| *before && !after);
    let assumption = |name: &str| Assumption {
        kind: AssumptionKind::Ends,
        text: format!("loops in `{name}` that no error depends on come to an end"),
        at: Some(name.into()),
    };
    ended.map(|(method, _)| assumption(&method.name)).collect()
}
