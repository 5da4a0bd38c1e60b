//! The class and a conjecture side by side, `A||J`: a word of the conjecture that may fail, if there is one.

use etiquette_learning::Machine;

use crate::spaces::pairs::{Visit, Visits, Word, word_to};
use crate::spaces::predicates::class::{AbstractClass, Events};
use etiquette_outcome::{Run, StopReason};

/// The paper's `LM(q)`: whether the conjecture allows the method, with some outcome.
pub(crate) fn allows(machine: &Machine<bool>, events: &Events, place: usize, method: usize) -> bool {
    events.of_method(method).any(|event| *machine.output_of(machine.next(place, event)))
}

/// The pairs that can be reached, or a word of the conjecture that may fail.
pub(crate) enum Reached {
    All(Vec<Visit>),
    Failing(Word),
}

/// Searches `A||J`.
///
/// # Errors
/// When the run is to stop.
pub(crate) fn reach(class: &mut AbstractClass, machine: &Machine<bool>, run: &mut Run) -> Result<Reached, StopReason> {
    let start = class.start();
    let mut visits = Visits::default();
    if *machine.output_of(machine.initial()) {
        for &state in start.states.iter() {
            visits.add(Visit { constructed: start.constructed, state, place: machine.initial(), from: None });
        }
    }
    while let Some(index) = visits.next() {
        run.tick()?;
        let Visit { constructed, state, place, .. } = visits.all[index];
        for method in 0..class.component().methods.len() {
            if !allows(machine, &class.events, place, method) {
                continue;
            }
            // Conjectures know all words of one call more than those of the table, so this only asks again what is known.
            let moves = class.is_in_order(constructed, method).then(|| class.moves(state, method, run)).transpose()?;
            let Some(moves) = moves.filter(|moves| !moves.fails) else {
                return Ok(Reached::Failing(failing_word(&visits.all, index, machine, class, method)));
            };
            for (event, targets) in class.events.of_method(method).zip(&moves.next) {
                let next = machine.next(place, event);
                if *machine.output_of(next) {
                    for &target in targets {
                        visits.add(Visit { constructed: true, state: target, place: next, from: Some((index, event)) });
                    }
                }
            }
        }
    }
    Ok(Reached::All(visits.all))
}

/// The word to a visit and the method after it, with an outcome that the conjecture accepts.
fn failing_word(visits: &[Visit], index: usize, machine: &Machine<bool>, class: &AbstractClass, method: usize) -> Word {
    let mut word = word_to(visits, index);
    let mut events = class.events.of_method(method);
    let place = visits[index].place;
    word.extend(events.find(|&event| *machine.output_of(machine.next(place, event))));
    word
}
