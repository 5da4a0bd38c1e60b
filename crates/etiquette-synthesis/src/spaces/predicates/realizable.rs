//! Words that the component can really do, found by following the interface call by call.
//!
//! Words of an abstraction may be none of the component's. Where all that were tried are such, a state still gets an
//! access word from here, and a forbidden call its reason.

use std::collections::VecDeque;

use etiquette_automata::{EventId, Interface, StateId};
use etiquette_component::{Event, GuardedCall, Word};
use etiquette_predicates::Tracer;

use crate::readable::grouping::Group;
use crate::spaces::budgets::predicates_realizable::{MOST_TRIALS, WORDS_FOR_EACH_STATE};

/// A word of the interface as the component sees it.
pub(crate) fn events_along(interface: &Interface, groups: &[Group], word: &[EventId]) -> Word<GuardedCall> {
    let alphabet = interface.alphabet();
    let event = |&event: &EventId| {
        let letter = groups[alphabet.call_of(event).index()].call;
        Event { letter, outcome: alphabet.outcome_index(event) }
    };
    word.iter().map(event).collect()
}

/// For each state a few words that can happen and lead there, shorter ones first.
pub(crate) fn realizable_words(interface: &Interface, groups: &[Group], tracer: &mut Tracer) -> Vec<Vec<Vec<EventId>>> {
    let mut found: Vec<Vec<Vec<EventId>>> = vec![Vec::new(); interface.state_count()];
    let mut queue: VecDeque<(StateId, Vec<EventId>)> = VecDeque::from([(interface.initial(), Vec::new())]);
    found[interface.initial().index()].push(Vec::new());
    let mut trials = 0;
    while let Some((state, word)) = queue.pop_front() {
        for event in (0..interface.alphabet().event_count()).map(EventId::from_index) {
            let next = interface.next(state, event);
            let Some(next) = next.filter(|next| found[next.index()].len() < WORDS_FOR_EACH_STATE) else { continue };
            trials += 1;
            if trials > MOST_TRIALS {
                return found;
            }
            let longer = [&word[..], &[event]].concat();
            if matches!(tracer.run(&events_along(interface, groups, &longer), None), Ok(Some(_))) {
                found[next.index()].push(longer.clone());
                queue.push_back((next, longer));
            }
        }
    }
    found
}
