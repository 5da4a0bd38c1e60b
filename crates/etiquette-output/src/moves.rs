//! What can be done in a state, grouped for people: the events that lead to one target together, outcomes only where
//! they matter.

use etiquette_automata::{CallId, EventId, Interface, StateId};
use etiquette_outcome::{Forbidden, Outcome, Reason};

use crate::names::Names;

/// All events that lead from one state to another.
pub struct Move {
    /// Where they lead.
    pub to: StateId,
    /// The events: `read`, or `hasNext -> true` where other outcomes of the call lead elsewhere.
    pub events: Vec<String>,
}

/// Which events are followed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Way {
    /// Those of allowed calls.
    Allowed,
    /// Those of doubtful calls, should they return.
    ShouldReturn,
}

impl Way {
    fn next(self, interface: &Interface, state: StateId, event: EventId) -> Option<StateId> {
        match self {
            Way::Allowed => interface.next(state, event),
            Way::ShouldReturn => interface.next_should_return(state, event),
        }
    }
}

/// So many outcomes are named one by one.
const MANY_OUTCOMES: usize = 3;

/// Stands between an event and what it sets.
pub const SETS: &str = " / ";

/// Where an event leads, and what it sets.
#[derive(Clone, PartialEq, Eq)]
pub struct Step {
    /// The state.
    pub to: StateId,
    /// What registers are set to: `count := count + 1`, nothing where all keep their values.
    pub sets: String,
}

/// The moves from a state, by target, in the order of the calls. What events set is said with them.
pub fn moves(outcome: &Outcome, names: &Names, from: StateId, way: Way) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    for (Step { to, sets }, events) in steps(outcome, names, from, way) {
        let events =
            events.into_iter().map(|event| if sets.is_empty() { event } else { format!("{event}{SETS}{sets}") });
        match moves.iter_mut().find(|known| known.to == to) {
            Some(known) => known.events.extend(events),
            None => moves.push(Move { to, events: events.collect() }),
        }
    }
    moves
}

/// The events of a state by where they lead and what they set, in the order of the calls. Those that set registers come
/// first: where there is little room, the others are left out.
pub fn steps(outcome: &Outcome, names: &Names, from: StateId, way: Way) -> Vec<(Step, Vec<String>)> {
    let mut steps: Vec<(Step, Vec<String>)> = Vec::new();
    for call in outcome.interface.alphabet().call_ids() {
        for (step, event) in steps_of_call(outcome, names, (from, call), way) {
            match steps.iter_mut().find(|(known, _)| *known == step) {
                Some((_, events)) => events.push(event),
                None => steps.push((step, vec![event])),
            }
        }
    }
    steps.sort_by_key(|(step, _)| step.sets.is_empty());
    steps
}

/// Where a call leads, with the name of the call, or of the events where its outcomes lead to different states.
fn steps_of_call(outcome: &Outcome, names: &Names, (from, call): (StateId, CallId), way: Way) -> Vec<(Step, String)> {
    let interface = &outcome.interface;
    let alphabet = interface.alphabet();
    let mut steps: Vec<(Step, Vec<&str>)> = Vec::new();
    for event in alphabet.events_of(call) {
        let Some(to) = way.next(interface, from, event) else {
            continue;
        };
        let seen = alphabet.outcome_of(event);
        let step = Step { to, sets: sets(interface, from, event) };
        match steps.iter_mut().find(|(known, _)| *known == step) {
            Some((_, outcomes)) => outcomes.push(seen),
            None => steps.push((step, vec![seen])),
        }
    }
    let name = names.call(call);
    if let [(step, _)] = &steps[..] {
        return vec![(step.clone(), name.to_string())];
    }
    let named: Vec<String> = (0..steps.len()).map(|index| outcomes_in_words(&steps, index)).collect();
    let event = |((step, _), outcomes): ((Step, Vec<&str>), String)| (step, format!("{name} -> {outcomes}"));
    steps.into_iter().zip(named).map(event).collect()
}

/// The outcomes that lead to one of the places; where they are many, and all others are few, these are named instead.
fn outcomes_in_words(steps: &[(Step, Vec<&str>)], index: usize) -> String {
    let own = &steps[index].1;
    let others = steps.iter().enumerate().filter(|(other, _)| *other != index);
    let others: Vec<&str> = others.flat_map(|(_, (_, outcomes))| outcomes.iter().copied()).collect();
    if own.len() > MANY_OUTCOMES && others.len() < own.len() {
        return format!("any but {}", others.join(" | "));
    }
    own.join(" | ")
}

/// What an event sets registers to.
pub fn sets(interface: &Interface, from: StateId, event: EventId) -> String {
    let updates = interface.updates(from, event).iter();
    updates.map(|update| interface.memory().written(update)).collect::<Vec<_>>().join(", ")
}

/// The calls that are allowed in a state but lead nowhere: none of their outcomes can happen there.
pub fn calls_that_never_return(outcome: &Outcome, names: &Names, state: StateId) -> Vec<String> {
    let interface = &outcome.interface;
    let alphabet = interface.alphabet();
    let leads_nowhere = |call: &CallId| {
        interface.allows(state, *call) && alphabet.events_of(*call).all(|event| interface.next(state, event).is_none())
    };
    let calls = alphabet.call_ids().filter(leads_nowhere);
    calls.map(|call| names.call(call).to_string()).collect()
}

/// What is said of a call that leads nowhere. A constructor that throws what is no error makes no object that could be
/// called, so its word ends.
pub fn how_it_ends(call: &str) -> &'static str {
    if call.starts_with("new ") { "makes no object, which ends the word" } else { "never returns" }
}

/// Whether no call at all is legal in the state (and not merely unexplored).
pub fn is_dead_end(outcome: &Outcome, state: StateId) -> bool {
    let mut calls = outcome.interface.alphabet().call_ids();
    calls.all(|call| !outcome.interface.allows(state, call)) && !is_unexplored(outcome, state)
}

/// Whether the engine stopped before it looked at some call in the state.
pub fn is_unexplored(outcome: &Outcome, state: StateId) -> bool {
    let facts = outcome.states.get(state.index());
    facts.is_some_and(|facts| facts.forbidden.iter().any(|f| f.reason == Reason::Unexplored))
}

/// The calls that are forbidden in a state, each with what is known about that, in the order of the calls.
pub fn forbidden_calls(outcome: &Outcome, state: StateId) -> Vec<(CallId, Option<&Forbidden>)> {
    let calls = outcome.interface.alphabet().call_ids();
    let forbidden = calls.filter(|call| !outcome.interface.allows(state, *call));
    forbidden.map(|call| (call, outcome.forbidden(state, call))).collect()
}

/// The calls that are allowed in every state and change nothing there (before construction does not count).
pub fn stays_everywhere(outcome: &Outcome, names: &Names) -> Vec<String> {
    let interface = &outcome.interface;
    let alphabet = interface.alphabet();
    let stays = |call: CallId, state: StateId| {
        let keeps = |event| interface.next(state, event) == Some(state) && interface.updates(state, event).is_empty();
        let leads_elsewhere = |event| interface.next(state, event).is_some() && !keeps(event);
        let leads_here = keeps;
        alphabet.events_of(call).any(leads_here) && !alphabet.events_of(call).any(leads_elsewhere)
    };
    let is_before_construction =
        |call: CallId, state: StateId| outcome.reason(state, call) == Some(&Reason::NotConstructed);
    let everywhere = |call: &CallId| {
        interface.states().all(|state| stays(*call, state) || is_before_construction(*call, state))
            && interface.states().any(|state| stays(*call, state))
    };
    let calls = alphabet.call_ids().filter(everywhere);
    calls.map(|call| names.call(call).to_string()).collect()
}
