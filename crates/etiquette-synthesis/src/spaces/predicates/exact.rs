//! Whether what may happen beside a conjecture must: then the conjecture is right about the component, and not about
//! the abstraction only.

use etiquette_learning::Machine;

use crate::spaces::predicates::abstract_component::AbstractComponent;
use crate::spaces::predicates::check::allows;
use crate::spaces::predicates::pairs::Visit;
use etiquette_outcome::{Run, StopReason};

/// Whether from every pair each call that is refused must be able to fail: then the conjecture is permissive.
///
/// # Errors
/// When the run is to stop.
pub(crate) fn refused_calls_must_fail(
    view: &mut AbstractComponent,
    machine: &Machine<bool>,
    visits: &[Visit],
    run: &Run,
) -> Result<bool, StopReason> {
    for &Visit { constructed, state, place } in visits {
        run.look()?;
        for letter in refused(view, machine, constructed, place) {
            if !view.must_fail(state, letter, run)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// Whether from every pair each outcome of each allowed call must be possible: then all words of the conjecture can
/// happen.
///
/// # Errors
/// When the run is to stop.
pub(crate) fn every_word_can_happen(
    view: &mut AbstractComponent,
    machine: &Machine<bool>,
    visits: &[Visit],
    run: &Run,
) -> Result<bool, StopReason> {
    for visit in visits {
        run.look()?;
        for event in 0..machine.alphabet() {
            let (letter, outcome) = view.letters.event(event);
            let allowed = allows(machine, &view.letters, visit.place, letter);
            if allowed && !view.must_return(visit.state, letter, outcome, run)? {
                return Ok(false);
            }
        }
    }
    Ok(true)
}

/// The letters that are refused although the rules of construction allow them.
pub(crate) fn refused(
    view: &AbstractComponent,
    machine: &Machine<bool>,
    constructed: bool,
    place: usize,
) -> Vec<usize> {
    let in_order = (0..view.letters.all.len()).filter(|&letter| view.is_in_order(constructed, letter));
    in_order.filter(|&letter| !allows(machine, &view.letters, place, letter)).collect()
}
