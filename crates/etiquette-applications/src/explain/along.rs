//! A word along the interface: where each of its events is made, and as which call.

use super::word::Word;
use super::{Explainer, Problem};
use crate::concrete::Seen;
use crate::place::Place;

/// Where events lead, one by one; one more than there are events.
pub(super) fn places(explainer: &Explainer, events: &[Seen]) -> Result<Vec<Place>, Problem> {
    let mut places = vec![explainer.tied.start()];
    for event in events {
        let next = explainer.tied.after(&explainer.arena.component, &places[places.len() - 1], event);
        places.push(next.ok_or_else(|| Problem::Unknown("the walk leaves the interface".into()))?);
    }
    Ok(places)
}

/// The class of the word that an event belongs to.
pub(super) fn class_of(explainer: &Explainer, word: &Word, at: &Place, event: &Seen) -> Option<usize> {
    let component = &explainer.arena.component;
    word.classes
        .list()
        .iter()
        .position(|calls| calls.method == event.letter.method && at.value(component, &event.letter, calls.guard) != 0)
}

/// The guard that holds for an event, unless every argument will do.
pub(super) fn guard(explainer: &Explainer, at: &Place, event: &Seen) -> Option<String> {
    let call = explainer.tied.call_at(&explainer.arena.component, at, &event.letter)?;
    let guard = &explainer.tied.interface().alphabet().call(call).guard;
    (!guard.is_always()).then(|| guard.to_string())
}
