//! Where calls are doubtful: states in which they fail for certain are told from those in which they may.
//!
//! Both forbid the call, so an interface that only has to forbid takes them for one state, and then the call is
//! doubtful in it. The search is made once more with opposites of the doubtful methods, which such states do not have in
//! common; its labels prove the same of the component without them.

use etiquette_component::{Component, with_opposites};

use crate::engines::certified::Certified;
use etiquette_outcome::{Outcome, Run};

/// The part of the time that is left, and the steps, that a second search is worth.
const TIME_FOR_OPPOSITES: f64 = 0.4;
const STEPS_FOR_OPPOSITES: u64 = 20_000;

/// The outcome of the certified engine, or another one in which more calls are known to fail.
pub(crate) fn tell_apart(outcome: Outcome, component: &Component, whole: &Component, run: &mut Run) -> Outcome {
    let doubtful = outcome.doubtful_methods();
    if doubtful.is_empty() || !outcome.is_settled() || run.serial {
        return outcome;
    }
    let methods = component.methods.iter().enumerate();
    let opposed = methods.filter(|(_, method)| doubtful.contains(method.name.as_str())).map(|(index, _)| index);
    let made = with_opposites(component, opposed);
    let before = std::mem::replace(&mut run.settles_for_doubts, true);
    let found = run.within_part_of_time(TIME_FOR_OPPOSITES, |run| {
        run.within_steps(STEPS_FOR_OPPOSITES, |run| Certified::synthesize_with_opposites(&made, whole, run))
    });
    run.settles_for_doubts = before;
    let is_better = found.is_settled() && found.certain_failures() > outcome.certain_failures();
    if is_better { found } else { outcome }
}
