//! The full interface: words that can't happen are accepted, too, and lead to states of their own.
//!
//! The usual interface leaves out outcomes that can't happen. A client that is checked call by call may come upon them
//! all the same (Example 14); the full interface does not blame it.

use std::collections::{BTreeSet, VecDeque};

use etiquette_automata::{EventId, StateId};
use etiquette_component::{Component, Event, Letter};
use etiquette_logic::{Answer, Solver};

use crate::readable::grouping::Group;
use crate::readable::grouping::Shape;
use crate::spaces::predicates::pairs::Visit;
use etiquette_outcome::{Outcome, StateFacts};

/// Says of states to which no word that can happen leads that this is so, and how they are reached.
pub(crate) fn explain_unrealizable(component: &mut Component, shape: &Shape, visits: &[Visit], outcome: &mut Outcome) {
    let interface = &shape.interface;
    let visited: BTreeSet<StateId> = visits.iter().filter_map(|visit| shape.state_of[visit.place]).collect();
    let mut from: Vec<Option<(StateId, EventId)>> = vec![None; interface.state_count()];
    let mut queue = VecDeque::from([interface.initial()]);
    while let Some(state) = queue.pop_front() {
        for event in (0..interface.alphabet().event_count()).map(EventId::from_index) {
            let Some(next) = interface.next(state, event) else { continue };
            if next == interface.initial() || from[next.index()].is_some() {
                continue;
            }
            from[next.index()] = Some((state, event));
            queue.push_back(next);
            if !visited.contains(&next) {
                let last = spelled(component, shape, event);
                let before = outcome.states[state.index()].access.iter().cloned();
                let access = before.chain([last]).collect();
                let StateFacts { forbidden, .. } = std::mem::take(&mut outcome.states[next.index()]);
                outcome.states[next.index()] = StateFacts { label: Some("false".into()), access, forbidden };
            }
        }
    }
}

/// An event with some arguments.
fn spelled(component: &mut Component, shape: &Shape, event: EventId) -> String {
    let alphabet = shape.interface.alphabet();
    let call = alphabet.call_of(event);
    let group = &shape.groups[call.index()];
    let arguments = some_arguments(component, group);
    let letter = Letter { method: group.call.method, arguments };
    component.written_event(&Event { letter, outcome: alphabet.outcome_index(event) })
}

fn some_arguments(component: &mut Component, group: &Group) -> Vec<u64> {
    let domain = component.call_domains(group.call.method);
    let mut solver = Solver::new();
    let found = solver.check(&component.terms, &[domain, group.call.guard]) == Answer::Sat;
    let parameters = component.methods[group.call.method].parameters.iter();
    parameters.map(|binding| if found { solver.symbol_value(binding.symbol) } else { 0 }).collect()
}
