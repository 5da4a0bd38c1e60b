//! Which calls and events of two alphabets belong together: calls by id, events by the name of the outcome.
//!
//! The order of calls and outcomes does not matter. Alphabets that differ otherwise give an error that names every call
//! concerned.

use std::fmt;

use rustc_hash::FxHashMap;

use crate::interface::{Alphabet, Call, CallId, EventId};

/// For each call and event of a left alphabet the one of the right alphabet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Matching {
    calls: Vec<CallId>,
    events: Vec<EventId>,
}

impl Matching {
    /// Matches two alphabets that have the same calls with the same outcomes, in any order.
    pub fn of(left: &Alphabet, right: &Alphabet) -> Result<Self, AlphabetMismatch> {
        let (left_ids, right_ids) = (calls_by_id(left), calls_by_id(right));
        let only_in = |alphabet: &Alphabet, other: &FxHashMap<&str, CallId>| {
            let ids = alphabet.calls().iter().map(|call| call.id.clone());
            ids.filter(|id| !other.contains_key(id.as_str())).collect::<Vec<_>>()
        };
        let mismatch = AlphabetMismatch {
            only_left: only_in(left, &right_ids),
            only_right: only_in(right, &left_ids),
            other_outcomes: with_other_outcomes(left, right, &right_ids),
            registers: false,
        };
        if mismatch != AlphabetMismatch::default() {
            return Err(mismatch);
        }
        let calls: Vec<CallId> = left.calls().iter().map(|call| right_ids[call.id.as_str()]).collect();
        Ok(Matching { events: match_events(left, right, &calls), calls })
    }

    /// The right alphabet's call.
    pub fn call(&self, left: CallId) -> CallId {
        self.calls[left.index()]
    }

    /// The right alphabet's event.
    pub fn event(&self, left: EventId) -> EventId {
        self.events[left.index()]
    }
}

fn calls_by_id(alphabet: &Alphabet) -> FxHashMap<&str, CallId> {
    let ids = alphabet.call_ids();
    ids.map(|call| (alphabet.call(call).id.as_str(), call)).collect()
}

fn with_other_outcomes(left: &Alphabet, right: &Alphabet, right_ids: &FxHashMap<&str, CallId>) -> Vec<String> {
    let differs = |call: &&Call| {
        let other = right_ids.get(call.id.as_str());
        other.is_some_and(|&other| sorted_outcomes(call) != sorted_outcomes(right.call(other)))
    };
    let calls = left.calls().iter().filter(differs);
    calls.map(|call| call.id.clone()).collect()
}

fn sorted_outcomes(call: &Call) -> Vec<&str> {
    let mut outcomes: Vec<&str> = call.outcomes.iter().map(String::as_str).collect();
    outcomes.sort_unstable();
    outcomes
}

fn match_events(left: &Alphabet, right: &Alphabet, calls: &[CallId]) -> Vec<EventId> {
    let events = (0..left.event_count()).map(EventId::from_index);
    events
        .map(|event| {
            let call = calls[left.call_of(event).index()];
            let outcome = left.outcome_of(event);
            let mut candidates = right.events_of(call);
            candidates
                .find(|&candidate| right.outcome_of(candidate) == outcome)
                .expect("the outcomes of matched calls are the same")
        })
        .collect()
}

/// Why two interfaces cannot be compared: the ids of the calls that do not match, or registers.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct AlphabetMismatch {
    /// Calls that only the left alphabet has.
    pub only_left: Vec<String>,
    /// Calls that only the right alphabet has.
    pub only_right: Vec<String>,
    /// Calls that both have, but with different outcomes.
    pub other_outcomes: Vec<String>,
    /// Whether one of them has registers, so that states and events are not all there is to compare.
    pub registers: bool,
}

impl fmt::Display for AlphabetMismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.registers {
            return f.write_str("one of the interfaces has registers, which takes a solver to compare");
        }
        let reasons = [
            ("only the first has", &self.only_left),
            ("only the second has", &self.only_right),
            ("the outcomes differ of", &self.other_outcomes),
        ];
        let reasons = reasons.iter().filter(|(_, calls)| !calls.is_empty());
        let texts: Vec<String> = reasons.map(|(reason, calls)| format!("{reason} {}", calls.join(", "))).collect();
        write!(f, "the interfaces have different calls: {}", texts.join("; "))
    }
}

impl std::error::Error for AlphabetMismatch {}
