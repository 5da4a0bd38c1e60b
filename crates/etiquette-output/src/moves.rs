//! What can be done in a state, grouped for people: the events that lead to one target together, outcomes only where
//! they matter.

use etiquette_automata::{CallId, StateId};
use etiquette_outcome::{Forbidden, Outcome, Reason};

use crate::names::Names;

/// All events that lead from one state to another.
pub struct Move {
    /// Where they lead.
    pub to: StateId,
    /// The events: `read`, or `hasNext -> true` where other outcomes of the call lead elsewhere.
    pub events: Vec<String>,
}

/// The moves from a state, by target, in the order of the calls.
pub fn moves(outcome: &Outcome, names: &Names, from: StateId) -> Vec<Move> {
    let mut moves: Vec<Move> = Vec::new();
    for call in outcome.interface.alphabet().call_ids() {
        for (to, event) in targets_of_call(outcome, names, from, call) {
            match moves.iter_mut().find(|known| known.to == to) {
                Some(known) => known.events.push(event),
                None => moves.push(Move { to, events: vec![event] }),
            }
        }
    }
    moves
}

/// Where a call leads, with the name of the call, or of the events where its outcomes lead to different states.
fn targets_of_call(outcome: &Outcome, names: &Names, from: StateId, call: CallId) -> Vec<(StateId, String)> {
    let interface = &outcome.interface;
    let alphabet = interface.alphabet();
    let mut targets: Vec<(StateId, Vec<&str>)> = Vec::new();
    for event in alphabet.events_of(call) {
        let Some(to) = interface.next(from, event) else {
            continue;
        };
        let seen = alphabet.outcome_of(event);
        match targets.iter_mut().find(|(known, _)| *known == to) {
            Some((_, outcomes)) => outcomes.push(seen),
            None => targets.push((to, vec![seen])),
        }
    }
    let name = names.call(call);
    if let [(to, _)] = targets[..] {
        return vec![(to, name.to_string())];
    }
    let event = |(to, outcomes): (StateId, Vec<&str>)| (to, format!("{name} -> {}", outcomes.join(" | ")));
    targets.into_iter().map(event).collect()
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
        let leads_elsewhere = |event| interface.next(state, event).is_some_and(|to| to != state);
        let leads_here = |event| interface.next(state, event) == Some(state);
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
