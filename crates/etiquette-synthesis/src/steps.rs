//! Two slices of a component, one after the other: first a coarse one, on which proofs are found quickly or not at all,
//! then the exact one.
//!
//! What is proved of the coarse slice holds of the component: there, more words can happen, from more states, but what
//! fails and what never fails is the same. Only which outcomes can happen is not known any more, and loops that no
//! error depends on are taken to end.

use etiquette_component::{Component, Slice, Slices, summarise};

use crate::engine::{Engine, Unsupported};
use crate::engines::certified::Certified;
use etiquette_outcome::{Assumption, AssumptionKind, Outcome, Run};

/// The part of the time that the coarse slice is worth.
const TIME_FOR_COARSE: f64 = 0.3;

/// Works out the interface, of the coarse slice if there is one and a proof is found quickly, else with the engine of
/// the exact one. Gives the slice that it is of, too.
///
/// # Errors
/// As [`Engine::synthesize`].
pub fn synthesize_in_steps<'a>(
    engine: &dyn Engine,
    slices: &'a Slices,
    run: &mut Run,
) -> Result<(Outcome, &'a Slice), Unsupported> {
    let Slices { coarse, exact } = slices;
    if let Some(coarse) = coarse
        && let Some(outcome) = of_coarse(&coarse.component, &exact.component, run)
    {
        return Ok((outcome, coarse));
    }
    Ok((engine.synthesize(&exact.component, run)?, exact))
}

fn of_coarse(coarse: &Component, exact: &Component, run: &mut Run) -> Option<Outcome> {
    let thorough = std::mem::replace(&mut run.thorough, false);
    let outcome = run.within_part_of_time(TIME_FOR_COARSE, |run| Certified::synthesize_slice(coarse, exact, run));
    run.thorough = thorough;
    let mut outcome = Some(outcome).filter(Outcome::is_settled)?;
    outcome.guarantee.full = false;
    outcome.guarantee.assumptions.extend(loops_taken_to_end(exact, coarse));
    outcome.engine.push_str(" (outcomes make no difference)");
    Some(outcome)
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
