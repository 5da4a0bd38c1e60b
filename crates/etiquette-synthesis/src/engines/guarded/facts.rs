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
use crate::proofs::obligations::is_in_order;
use crate::readable::grouping::Shape;
use crate::readable::spelling::failure;
use crate::spaces::solver::beliefs::{Event, NodeId, Replayed, Words};
use etiquette_outcome::{Forbidden, Reason, Run, StateFacts};

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
        let own = visits.filter(|(_, (member, _))| self.shape.state_of[member.index()] == Some(state));
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
        let before = self.spell(&told.events);
        let (last, error) = told.failed?;
        let words = &mut self.executions.words;
        let last = words.written_call(last);
        Some(failure(words.component(), error, Some(&before), last))
    }

    /// The word with arguments for which it returns, or its last call fails, run on the component.
    fn told(&mut self, word: &[usize], failing: bool) -> Option<Replayed> {
        let letters: Vec<LetterId> = word.iter().map(|&letter| self.executions.letters.current[letter]).collect();
        let arguments = self.executions.arguments(&letters, failing)?;
        let words = &mut self.executions.words;
        let calls = letters.iter().zip(arguments).map(|(&letter, arguments)| {
            let method = self.executions.letters.get(letter).method;
            words.letter_id(Letter { method, arguments })
        });
        let mut calls: Vec<u32> = calls.collect();
        let last = if failing { Some(calls.pop()?) } else { None };
        words.replay(&calls, last, &mut self.run).ok()?
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
