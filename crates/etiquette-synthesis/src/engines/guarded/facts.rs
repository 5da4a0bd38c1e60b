//! Words for people: how each state is reached, and why each forbidden call is forbidden, with argument values.
//!
//! Words of letters are found beside the conjecture; arguments come from the solver, and the whole is run on the
//! component before it is told.

use etiquette_automata::{CallId, EventId, Reached, StateId};
use etiquette_component::Letter;
use rustc_hash::FxHashSet;

use crate::engines::guarded::budgets::facts::MOST_VISITS;
use crate::engines::guarded::conjecture::Conjecture;
use crate::engines::guarded::execution::{Answer, Executions};
use crate::engines::guarded::letters::LetterId;
use crate::engines::guarded::shape::Shape;
use crate::proofs::obligations::is_in_order;
use crate::readable::spelling::failure;
use crate::spaces::solver::beliefs::{Event, NodeId, Verdict, Words};
use etiquette_outcome::{Forbidden, Reason, Run, StateFacts};

/// A word that was run on the component.
struct Told {
    /// The calls that returned, as events.
    events: Vec<Event>,
    /// The error that the last call raised.
    error: Option<usize>,
}

/// Finds words.
pub(crate) struct FactCollector<'a> {
    pub executions: &'a mut Executions,
    pub conjecture: &'a Conjecture,
    pub shape: &'a Shape,
    /// States of the conjecture, each with what the component can be in then.
    visits: Reached<(StateId, NodeId), usize>,
    run: Run,
}

impl<'a> FactCollector<'a> {
    /// Goes through the conjecture beside the component, as far as that is known already or cheap.
    pub fn new(executions: &'a mut Executions, conjecture: &'a Conjecture, shape: &'a Shape) -> Self {
        // A limit that was reached must not cut short what is told.
        let visits = Reached::from_starts([(conjecture.interface.initial(), Words::START)]);
        let mut collector = FactCollector { executions, conjecture, shape, visits, run: Run::default() };
        collector.visit_all();
        collector
    }

    fn visit_all(&mut self) {
        let interface = &self.conjecture.interface;
        let mut seen = FxHashSet::from_iter([interface.initial()]);
        while let Some(index) = self.visits.visit().filter(|_| self.visits.states().len() < MOST_VISITS) {
            for letter in 0..self.executions.letters.current.len() {
                let Some(next) = self.step(index, letter) else { continue };
                if seen.insert(next.0) || seen.len() < interface.state_count() {
                    self.visits.enter(next, Some((index, letter)));
                }
            }
        }
    }

    fn step(&mut self, index: usize, letter: usize) -> Option<(StateId, NodeId)> {
        let (state, node) = self.visits.states()[index];
        let interface = &self.conjecture.interface;
        let event = interface.alphabet().event(CallId::from_index(letter), 0);
        let to = interface.next(state, event)?;
        let letter = self.executions.letters.current[letter];
        let next = self.executions.tried(node, letter, &mut self.run).ok()?.next?;
        Some((to, next))
    }

    /// What is told of all states of the interface; `proved`: whether it is known that all forbidden calls can fail.
    pub fn all(&mut self, labels: &[Option<String>], proved: bool) -> Vec<StateFacts> {
        let states: Vec<StateId> = self.shape.interface.states().collect();
        states.into_iter().map(|state| self.of(state, labels[state.index()].clone(), proved)).collect()
    }

    fn of(&mut self, state: StateId, label: Option<String>, proved: bool) -> StateFacts {
        let visits = self.visits_of(state);
        let access = visits.first().and_then(|&visit| self.spelled(visit)).unwrap_or_default();
        let calls: Vec<CallId> = self.shape.interface.alphabet().call_ids().collect();
        let mut forbidden = Vec::new();
        for call in calls.into_iter().filter(|&call| !self.shape.interface.allows(state, call)) {
            let unknown = (!proved).then_some(Reason::Unexplored);
            let reason = self.reason(state, &visits, call).or(unknown);
            forbidden.extend(reason.map(|reason| Forbidden::new(call, reason)));
        }
        StateFacts { label, access, forbidden }
    }

    /// The visits of a state of the interface, one with a shortest word first.
    fn visits_of(&self, state: StateId) -> Vec<usize> {
        let visits = self.visits.states().iter().enumerate();
        let own = visits.filter(|(_, (member, _))| self.shape.class_of[member.index()] == Some(state));
        own.map(|(index, _)| index).collect()
    }

    fn spelled(&mut self, visit: usize) -> Option<Vec<String>> {
        let word = self.visits.word_to(visit);
        let told = self.told(&word, false)?;
        Some(self.spell(&told.events))
    }

    fn spell(&mut self, events: &[Event]) -> Vec<String> {
        events.iter().map(|&event| self.executions.words.written_event(event)).collect()
    }

    fn reason(&mut self, state: StateId, visits: &[usize], call: CallId) -> Option<Reason> {
        let group = self.shape.groups[call.index()].clone();
        let component = self.executions.words.component();
        if !is_in_order(component, &self.shape.interface, state, group.call.method) {
            return Some(Reason::out_of_order(&component.methods[group.call.method]));
        }
        for &visit in visits {
            for &letter in &group.letters {
                let id = self.executions.letters.current[letter];
                let (_, node) = self.visits.states()[visit];
                let answer = self.executions.tried(node, id, &mut self.run).ok()?.answer;
                if matches!(answer, Answer::Error | Answer::Mixed) {
                    return self.failure(visit, letter);
                }
            }
        }
        None
    }

    fn failure(&mut self, visit: usize, letter: usize) -> Option<Reason> {
        let mut word = self.visits.word_to(visit);
        word.push(letter);
        let told = self.told(&word, true)?;
        let (last, before) = told.events.split_last()?;
        let before = self.spell(before);
        let words = &mut self.executions.words;
        let last = words.written_call(last.letter);
        Some(failure(words.component(), told.error?, Some(&before), last))
    }

    /// The word with arguments for which it returns, or its last call fails, run on the component. The outcome of a
    /// failing call means nothing.
    fn told(&mut self, word: &[usize], failing: bool) -> Option<Told> {
        let letters: Vec<LetterId> = word.iter().map(|&letter| self.executions.letters.current[letter]).collect();
        let arguments = self.executions.arguments(&letters, failing)?;
        let words = &mut self.executions.words;
        let calls = letters.iter().zip(arguments).map(|(&letter, arguments)| {
            let method = self.executions.letters.get(letter).method;
            words.letter_id(Letter { method, arguments })
        });
        let calls: Vec<u32> = calls.collect();
        self.run_calls(&calls, failing)
    }

    /// Runs calls, with whatever outcomes lead to the end.
    fn run_calls(&mut self, calls: &[u32], failing: bool) -> Option<Told> {
        let words = &mut self.executions.words;
        let returning = if failing { &calls[..calls.len().checked_sub(1)?] } else { calls };
        let mut layers: Vec<Vec<(NodeId, usize, usize)>> = vec![vec![(Words::START, 0, 0)]];
        for &letter in returning {
            let outcomes = words.letter(letter).method;
            let outcomes = words.component().methods[outcomes].outcomes.len();
            let mut next = Vec::new();
            for (place, &(node, ..)) in layers.last()?.iter().enumerate() {
                for outcome in 0..outcomes {
                    let reached = words.next(node, Event { letter, outcome }, &mut self.run).ok()?;
                    next.extend(reached.map(|node| (node, place, outcome)));
                }
            }
            next.sort_unstable();
            next.dedup_by_key(|(node, ..)| *node);
            layers.push(next);
        }
        let (place, error) = match failing {
            false => (0, None),
            true => {
                let last = *calls.last()?;
                let ends = layers.last()?.clone().into_iter().enumerate();
                let mut failures =
                    ends.filter_map(|(place, (node, ..))| match words.verdict(node, last, &mut self.run) {
                        Ok(Verdict::Fails(error)) => Some((place, error)),
                        _ => None,
                    });
                failures.next().map(|(place, error)| (place, Some(error)))?
            }
        };
        let mut events = backwards(&layers, returning, place)?;
        events.extend(error.and(calls.last()).map(|&letter| Event { letter, outcome: 0 }));
        Some(Told { events, error })
    }

    /// For each state of the interface a word of its events that can happen and leads there.
    pub fn access_words(&mut self) -> Vec<Option<Vec<EventId>>> {
        let states: Vec<StateId> = self.shape.interface.states().collect();
        states.into_iter().map(|state| self.access_word(state)).collect()
    }

    fn access_word(&mut self, state: StateId) -> Option<Vec<EventId>> {
        let visit = *self.visits_of(state).first()?;
        let word = self.visits.word_to(visit);
        let told = self.told(&word, false)?;
        let alphabet = self.shape.interface.alphabet();
        let event = |(letter, event): (&usize, &Event)| {
            let call = self.shape.groups.iter().position(|group| group.letters.contains(letter))?;
            Some(alphabet.event(CallId::from_index(call), event.outcome))
        };
        word.iter().zip(&told.events).map(event).collect()
    }
}

/// The events through the layers, from the end back to the start.
fn backwards(layers: &[Vec<(NodeId, usize, usize)>], calls: &[u32], mut place: usize) -> Option<Vec<Event>> {
    let mut events = Vec::new();
    for (layer, &letter) in layers.iter().skip(1).zip(calls).rev() {
        let &(_, before, outcome) = layer.get(place)?;
        events.push(Event { letter, outcome });
        place = before;
    }
    events.reverse();
    Some(events)
}
