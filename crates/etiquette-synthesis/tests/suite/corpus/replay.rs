//! Words as an outcome spells them (`move(3)`, `acquire() -> true`), run on the concrete interpreter.

use etiquette_automata::{CallId, EventId, Interface, StateId};

use super::belief::{Belief, Simulator, Step};
use super::letters::Letters;

/// Where a word leads.
pub struct Replayed {
    pub belief: Belief,
    pub state: StateId,
}

/// Runs a word of events on the component and on an interface over letters.
///
/// # Errors
/// What stops it.
pub fn replay(
    simulator: &mut Simulator<'_>,
    letters: &Letters,
    interface: &Interface,
    word: &[String],
) -> Result<Replayed, String> {
    let (mut belief, mut state) = (simulator.initial(), interface.initial());
    for text in word {
        let (call, written) = match text.split_once(" -> ") {
            Some((call, outcome)) => (call, Some(outcome)),
            None => (text.as_str(), None),
        };
        let letter = letters.find(call).ok_or_else(|| format!("there is no call {call}"))?;
        let step = simulator.step(&belief, &letters.letters[letter]);
        if !step.is_legal() {
            return Err(format!("{text} in {word:?} is not legal"));
        }
        let event = event(letters, letter, written, &step).ok_or_else(|| format!("{text} in {word:?} can't happen"))?;
        let outcome = letters.alphabet.events_of(CallId::from_index(letter)).position(|other| other == event);
        let next = outcome.and_then(|outcome| step.next[outcome].clone());
        belief = next.ok_or_else(|| format!("{text} in {word:?} can't happen"))?;
        state = interface.next(state, event).ok_or_else(|| format!("{text} in {word:?} is not accepted"))?;
    }
    Ok(Replayed { belief, state })
}

/// Runs a word whose last call must fail; gives what that call can do.
///
/// # Errors
/// What stops it before.
pub fn replay_failing(
    simulator: &mut Simulator<'_>,
    letters: &Letters,
    interface: &Interface,
    word: &[String],
) -> Result<Step, String> {
    let (last, word) = word.split_last().ok_or("an empty witness")?;
    let before = replay(simulator, letters, interface, word)?;
    let letter = letters.find(last).ok_or_else(|| format!("there is no call {last}"))?;
    if interface.allows(before.state, CallId::from_index(letter)) {
        return Err(format!("{last} is allowed after {word:?}"));
    }
    Ok(simulator.step(&before.belief, &letters.letters[letter]))
}

/// The event with the outcome that is written; where none is, it tells nothing, and any that can happen will do.
fn event(letters: &Letters, letter: usize, written: Option<&str>, step: &Step) -> Option<EventId> {
    let mut events = letters.alphabet.events_of(CallId::from_index(letter)).zip(&step.next);
    let found = match written {
        Some(outcome) => events.find(|(event, _)| letters.alphabet.outcome_of(*event) == outcome),
        None => events.find(|(_, next)| next.is_some()),
    };
    found.map(|(event, _)| event)
}
