//! An interface made to agree with a log, by learning from what was seen alone.
//!
//! What failed in a state is forbidden there from then on, whatever else worked: that is the safe side. What worked is
//! allowed, and leads to the first state that all that was seen afterwards agrees with, or to a new one that allows
//! nothing but what was seen to work. This is state merging, as in passive learning, with the given interface in place
//! of the first states.

use std::collections::BTreeMap;

use etiquette_automata::{
    CallId, EventId, Interface, Numbered, StateId, Unreadable, number_breadth_first, with_calls_left,
};
use etiquette_outcome::{Assumption, AssumptionKind, Confidence, Forbidden, Outcome, Reason, StateFacts, StopReason};

use super::log::{Ended, Log, SeenCall, written};
use super::registers::Walker;
use super::split::{condition, split};
use super::walk::{Difference, Disagreement, Failures, compare, confirmed, event_of, made_calls, walk};

/// The most corrections that are made.
const MOST_CORRECTIONS: usize = 10_000;

struct Repair {
    log: Log,
    outcome: Outcome,
    failures: Failures,
    /// The disagreements that no correction removes.
    stuck: Vec<Disagreement>,
}

/// Makes the interface agree with the log. What is left cannot be said by any interface with these calls.
pub(super) fn repair(outcome: &Outcome, log: &Log) -> (Outcome, Vec<Disagreement>) {
    let mut repair = Repair::new(outcome, log, confirmed(&outcome.interface, &log.words));
    for _ in 0..MOST_CORRECTIONS {
        let (found, _) = compare(&repair.outcome.interface, &repair.failures, &repair.log.words);
        let open: Vec<Disagreement> = found.into_iter().filter(|one| !repair.stuck.contains(one)).collect();
        if open.is_empty() {
            break;
        }
        repair.correct(&open);
    }
    repair.conclude()
}

/// Forbids the calls of an interface with registers that failed in a state and never worked there.
///
/// # Errors
/// What in the interface has no meaning.
pub(super) fn forbid_what_never_worked(
    outcome: &Outcome,
    log: &Log,
) -> Result<(Outcome, Vec<Disagreement>), Unreadable> {
    let mut repair = Repair::new(outcome, log, Failures::new());
    loop {
        let walked = Walker::new(&repair.outcome.interface)?.walked(&repair.log.words);
        let known = repair.failures.len();
        for one in walked.disagreements.iter().filter(|one| matches!(one.difference, Difference::Failed(_))) {
            if let Some(at) = one.call.map(|call| (one.state, call)).filter(|at| !walked.worked.contains(at)) {
                repair.failures.entry(at).or_insert((one.word, one.position));
            }
        }
        if repair.failures.len() == known {
            repair.stuck = walked.disagreements;
            let (mut outcome, stuck) = repair.conclude();
            for one in &stuck {
                match one.difference {
                    Difference::Worked => outcome.guarantee.permissive = Confidence::NotEstablished,
                    Difference::Failed(_) | Difference::Unforeseen(_) => {
                        outcome.guarantee.safe = Confidence::NotEstablished;
                    }
                }
            }
            return Ok((outcome, stuck));
        }
        repair.forbid_failures();
    }
}

impl Repair {
    fn new(outcome: &Outcome, log: &Log, failures: Failures) -> Repair {
        Repair { failures, log: log.clone(), outcome: outcome.clone(), stuck: Vec::new() }
    }

    /// Failures first: they decide what may be allowed.
    fn correct(&mut self, open: &[Disagreement]) {
        let failed = open.iter().filter(|one| matches!(one.difference, Difference::Failed(_)));
        let failed: Vec<&Disagreement> = failed.collect();
        let Some(first) = failed.first() else { return self.allow(&open[0]) };
        if self.split(first) {
            return;
        }
        for one in failed {
            if let Some(call) = one.call {
                self.failures.entry((one.state, call)).or_insert((one.word, one.position));
            }
        }
        self.forbid_failures();
    }

    /// Takes a call apart that worked in the same state with other arguments.
    fn split(&mut self, one: &Disagreement) -> bool {
        let Some(call) = one.call else { return false };
        let alphabet = self.outcome.interface.alphabet();
        let (worked, failed): (Vec<&SeenCall>, Vec<&SeenCall>) =
            self.seen_in(one.state, call).into_iter().partition(|seen| matches!(seen.ended, Ended::Outcome(_)));
        let arguments = |seen: Vec<&SeenCall>| seen.iter().map(|seen| seen.arguments.clone()).collect::<Vec<_>>();
        let (worked, failed) = (arguments(worked), arguments(failed));
        let (worked, failed): (Vec<_>, Vec<_>) =
            (worked.iter().map(Vec::as_slice).collect(), failed.iter().map(Vec::as_slice).collect());
        let Some(condition) = condition(alphabet.call(call), &worked, &failed) else { return false };
        let rest = CallId::from_index(alphabet.calls().len());
        self.outcome.interface = split(&self.outcome.interface, call, &condition);
        // What was forbidden is so in both parts, for the same reason.
        for facts in &mut self.outcome.states {
            let reason = facts.forbidden.iter().find(|one| one.call == call).map(|one| one.reason.clone());
            facts.forbidden.extend(reason.map(|reason| Forbidden::new(rest, reason)));
        }
        self.log.told_apart_by(self.outcome.interface.alphabet());
        true
    }

    /// The calls that were made in a state, of this call of the interface.
    fn seen_in(&self, state: StateId, call: CallId) -> Vec<&SeenCall> {
        let made = made_calls(&self.outcome.interface, &self.failures, &self.log.words);
        let meant = made.filter(|made| made.state == state && made.seen.call == Some(call));
        meant.map(|made| made.seen).collect()
    }

    /// The interface again, without the calls that were seen to fail.
    fn forbid_failures(&mut self) {
        let failures = &self.failures;
        let is_left = |state, call| !failures.contains_key(&(state, call));
        self.outcome.interface = with_calls_left(&self.outcome.interface, is_left);
    }

    fn allow(&mut self, one: &Disagreement) {
        let seen = &self.log.words[one.word].calls[one.position];
        let outcome = match &seen.ended {
            Ended::Outcome(outcome) => outcome,
            Ended::Error(error) => error,
        };
        let event = one.call.and_then(|call| event_of(&self.outcome.interface, call, outcome));
        match event {
            Some(event) => {
                let next = self.next_state(one.state, event);
                self.outcome.interface.connect(one.state, event, next);
            }
            // An outcome or arguments that the interface has no name for.
            None => self.stuck.push(one.clone()),
        }
    }

    /// The first state that agrees with everything that was seen after the event, or a new one.
    fn next_state(&mut self, state: StateId, event: EventId) -> StateId {
        let suffixes = self.suffixes(state, event);
        let interface = &self.outcome.interface;
        let is_object = |candidate: &StateId| *candidate != interface.initial() || !has_constructors(interface);
        let mut candidates: Vec<StateId> = interface.states().filter(is_object).collect();
        // Most calls leave the state as it is.
        candidates.sort_by_key(|&candidate| (candidate != state, candidate));
        let agrees = |candidate: &StateId| {
            let words = &self.log.words;
            suffixes
                .iter()
                .all(|&(word, from)| walk(interface, &self.failures, (*candidate, from), &words[word]).is_none())
        };
        match candidates.into_iter().find(agrees) {
            Some(found) => found,
            None => {
                self.outcome.states.push(StateFacts::default());
                self.outcome.interface.add_state()
            }
        }
    }

    /// Where in the log the event happens in the state: words and the positions after it.
    fn suffixes(&self, state: StateId, event: EventId) -> Vec<(usize, usize)> {
        let interface = &self.outcome.interface;
        let made = made_calls(interface, &self.failures, &self.log.words);
        let meant = made.filter(|made| made.state == state && is_event(interface, made.seen, event));
        meant.map(|made| (made.word, made.position + 1)).collect()
    }

    fn conclude(mut self) -> (Outcome, Vec<Disagreement>) {
        let words = self.log.words.len() as u64;
        self.write_facts();
        self.drop_unreachable();
        let outcome = &mut self.outcome;
        outcome.engine = format!("{}, refined by a log", outcome.engine);
        outcome.evidence = None;
        outcome.statistics = BTreeMap::from([("words".into(), words), ("calls".into(), self.log.calls() as u64)]);
        outcome.stop = StopReason::Done;
        let guarantee = &mut outcome.guarantee;
        guarantee.safe = Confidence::TestedOn(words);
        guarantee.permissive = Confidence::TestedOn(words);
        (guarantee.full, guarantee.minimal) = (false, false);
        let text = format!("what was seen in {words} words of a log is what always happens");
        guarantee.assumptions.push(Assumption { kind: AssumptionKind::Client, text, at: None });
        (self.outcome, self.stuck)
    }

    /// The reasons of what is forbidden; labels are gone, since nobody knows what holds in the states now.
    fn write_facts(&mut self) {
        let interface = &self.outcome.interface;
        let alphabet = interface.alphabet();
        let mut all = Vec::new();
        for state in interface.states() {
            let forbidden = alphabet.call_ids().filter(|&call| !interface.allows(state, call));
            let forbidden = forbidden.map(|call| Forbidden::new(call, self.reason(state, call)));
            all.push(StateFacts { forbidden: forbidden.collect(), ..StateFacts::default() });
        }
        self.outcome.states = all;
    }

    /// States that nothing leads to any more are of no use.
    fn drop_unreachable(&mut self) {
        let Numbered { interface, number_of } = number_breadth_first(&self.outcome.interface);
        let mut states = vec![StateFacts::default(); interface.state_count()];
        for (facts, number) in std::mem::take(&mut self.outcome.states).into_iter().zip(number_of) {
            if let Some(number) = number {
                states[number.index()] = facts;
            }
        }
        (self.outcome.interface, self.outcome.states) = (interface, states);
    }

    fn reason(&self, state: StateId, call: CallId) -> Reason {
        if let Some(&(word, position)) = self.failures.get(&(state, call)) {
            let calls = &self.log.words[word].calls[..=position];
            let alphabet = self.outcome.interface.alphabet();
            let witness = calls.iter().map(|seen| written(alphabet, seen)).collect();
            let error = match &calls[position].ended {
                Ended::Error(error) | Ended::Outcome(error) => error.clone(),
            };
            return Reason::Error { witness, error, at: None };
        }
        self.outcome.reason(state, call).cloned().unwrap_or(Reason::Unexplored)
    }
}

fn has_constructors(interface: &Interface) -> bool {
    interface.alphabet().calls().iter().any(|call| call.constructor)
}

fn is_event(interface: &Interface, seen: &SeenCall, event: EventId) -> bool {
    let Ended::Outcome(outcome) = &seen.ended else { return false };
    seen.call.and_then(|call| event_of(interface, call, outcome)) == Some(event)
}
