//! What is known of each state of the interface: labels, access words, and why calls are forbidden.
//!
//! Words that witness something are looked for on the component itself: those of the abstraction first, and, where all
//! of them are spurious, others that lead to the same state.

use std::collections::BTreeMap;

use etiquette_automata::{CallId, EventId, StateId};
use etiquette_component::{Component, Event, GuardedCall, Scope, Word};
use etiquette_logic::Term;
use etiquette_predicates::Tracer;
use rustc_hash::FxHashMap;

use crate::readable::grouping::Shape;
use crate::readable::spelling::failure;
use crate::spaces::budgets::predicates_facts::{MOST_CUBES, MOST_TRIALS};
use crate::spaces::predicates::abstract_component::AbstractComponent;
use crate::spaces::predicates::pairs::Visits;
use crate::spaces::predicates::realizable::{events_along, realizable_words};
use etiquette_outcome::{Forbidden, Reason, Run, StateFacts};

/// A word that can happen, in events of the interface.
pub(crate) type AccessWord = Option<Vec<EventId>>;

/// Finds out about each state of the interface.
pub(crate) struct Facts<'a> {
    /// With all terms that were made.
    pub component: &'a mut Component,
    pub view: &'a AbstractComponent,
    pub visits: &'a Visits,
    pub shape: &'a Shape,
    /// What else holds in each state of the machine; nothing is known of those that are not named, because they can't
    /// be reached.
    pub further: Option<&'a FxHashMap<usize, Term>>,
    /// What is said of a forbidden call of which no run that fails is found.
    pub unexplained: Option<Reason>,
    pub tracer: Tracer,
    /// Whether the run is to stop: labels in words take long where there are many predicates.
    pub is_over: bool,
    /// Words that were looked for on the interface, once they are needed.
    pub searched: Option<Vec<Vec<Vec<EventId>>>>,
}

impl<'a> Facts<'a> {
    /// Words are looked for until the run is to stop.
    pub fn new(
        component: &'a mut Component,
        view: &'a AbstractComponent,
        visits: &'a Visits,
        shape: &'a Shape,
        run: &Run,
    ) -> Self {
        let mut tracer = Tracer::new(component);
        tracer.set_interrupt(run.interrupt());
        let is_over = run.interrupt()();
        Facts { component, view, visits, shape, further: None, unexplained: None, tracer, is_over, searched: None }
    }

    /// What is known of each state, and a word that leads there.
    pub fn all(&mut self) -> (Vec<StateFacts>, Vec<AccessWord>) {
        let states: Vec<StateId> = self.shape.interface.states().collect();
        states.into_iter().map(|state| self.of(state)).unzip()
    }

    fn of(&mut self, state: StateId) -> (StateFacts, AccessWord) {
        let here = self.visits_of(state);
        let (word, access) = self.access(state, &here).unzip();
        let label = self.label_text(&here);
        let calls: Vec<CallId> = self.shape.interface.alphabet().call_ids().collect();
        let mut forbidden = Vec::new();
        for call in calls.into_iter().filter(|&call| !self.shape.interface.allows(state, call)) {
            let reason = self.reason(state, &here, call).or_else(|| self.unexplained.clone());
            forbidden.extend(reason.map(|reason| Forbidden::new(call, reason)));
        }
        (StateFacts { label, access: access.unwrap_or_default(), forbidden }, word)
    }

    fn visits_of(&self, state: StateId) -> Vec<usize> {
        let visits = self.visits.states().iter().enumerate();
        visits.filter(|(_, visit)| self.shape.state_of[visit.place] == Some(state)).map(|(index, _)| index).collect()
    }

    /// The abstract states of some visits, as few conjunctions.
    fn cubes(&mut self, visits: &[usize]) -> Vec<Term> {
        self.view.cubes(self.component, visits.iter().map(|&index| self.visits.states()[index].state))
    }

    /// What holds in each state.
    pub fn labels(&mut self) -> Vec<Term> {
        let states: Vec<StateId> = self.shape.interface.states().collect();
        states.into_iter().map(|state| self.label(state)).collect()
    }

    fn label(&mut self, state: StateId) -> Term {
        let here = self.visits_of(state);
        let Some(further) = self.further else {
            let cubes = self.cubes(&here);
            return self.component.terms.any(cubes);
        };
        let mut parts: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        here.into_iter().for_each(|visit| parts.entry(self.visits.states()[visit].place).or_default().push(visit));
        let mut regions = Vec::new();
        for (place, visits) in parts {
            let cubes = self.cubes(&visits);
            let terms = &mut self.component.terms;
            let known = further.get(&place).copied().unwrap_or(terms.bool(false));
            let any = terms.any(cubes);
            regions.push(terms.and(any, known));
        }
        self.component.terms.any(regions)
    }

    fn label_text(&mut self, here: &[usize]) -> Option<String> {
        // Before construction there is no object of which a label could tell.
        if self.is_over || !here.iter().any(|&index| self.visits.states()[index].constructed) {
            return None;
        }
        let cubes = self.cubes(here);
        if cubes.len() > MOST_CUBES {
            return None;
        }
        let any = self.component.terms.any(cubes);
        (!self.component.is_true(any)).then(|| Scope::new(self.component, None).readable(any))
    }

    /// A word that can happen and leads to the state, in events of the interface and with arguments.
    fn access(&mut self, state: StateId, here: &[usize]) -> Option<(Vec<EventId>, Vec<String>)> {
        for &index in here.iter().take(MOST_TRIALS) {
            if let Some(spelled) = self.spelled(&self.events_to(index)) {
                let word = self.visits.word_to(index);
                return Some((word.into_iter().map(|event| self.grouped(event)).collect::<Option<_>>()?, spelled));
            }
        }
        let word = self.searched(state).into_iter().next()?;
        let spelled = self.spelled(&events_along(&self.shape.interface, &self.shape.groups, &word))?;
        Some((word, spelled))
    }

    fn events_to(&self, visit: usize) -> Word<GuardedCall> {
        self.view.letters.events_along(&self.visits.word_to(visit))
    }

    /// The word with arguments, if the component can do it.
    fn spelled(&mut self, word: &[Event<GuardedCall>]) -> Option<Vec<String>> {
        let run = self.tracer.run(word, None).ok()??;
        Some(self.spell(&run.word))
    }

    fn spell(&self, word: &[Event]) -> Vec<String> {
        word.iter().map(|event| self.component.written_event(event)).collect()
    }

    fn reason(&mut self, state: StateId, here: &[usize], call: CallId) -> Option<Reason> {
        let group = self.shape.groups[call.index()].clone();
        let constructed = here.first().is_none_or(|&index| self.visits.states()[index].constructed);
        if !self.view.is_in_order(constructed, group.letters[0]) {
            return Some(Reason::out_of_order(&self.component.methods[group.call.method]));
        }
        let mut failing = Vec::new();
        for &letter in &group.letters {
            let may_fail = |&&index: &&usize| self.view.may_fail(self.visits.states()[index].state, letter);
            let last = self.view.letters.all[letter];
            failing.extend(here.iter().filter(may_fail).map(|&index| (index, last)));
        }
        let mut tried = failing.into_iter().take(MOST_TRIALS);
        let found = tried.find_map(|(index, last)| self.failing_run(&self.events_to(index), last));
        found.or_else(|| self.searched_reason(state, group.call))
    }

    fn searched_reason(&mut self, state: StateId, call: GuardedCall) -> Option<Reason> {
        let Shape { interface, groups, .. } = self.shape;
        let words = self.searched(state);
        words.into_iter().find_map(|word| self.failing_run(&events_along(interface, groups, &word), call))
    }

    /// A run along the word after which the call fails.
    fn failing_run(&mut self, word: &[Event<GuardedCall>], last: GuardedCall) -> Option<Reason> {
        let run = self.tracer.run(word, Some(last)).ok()??;
        let (letter, error) = run.failed?;
        let text = self.component.written_call(letter.method, &letter.arguments);
        Some(failure(self.component, error, Some(&self.spell(&run.word)), text))
    }

    /// Words that can happen and lead to the state, looked for on the interface: where those of the abstraction are
    /// none.
    fn searched(&mut self, state: StateId) -> Vec<Vec<EventId>> {
        let Shape { interface, groups, .. } = self.shape;
        let words = self.searched.get_or_insert_with(|| realizable_words(interface, groups, &mut self.tracer));
        words[state.index()].clone()
    }

    fn grouped(&self, event: usize) -> Option<EventId> {
        let (letter, outcome) = self.view.letters.event(event);
        let call = self.shape.groups.iter().position(|group| group.letters.contains(&letter))?;
        Some(self.shape.interface.alphabet().event(CallId::from_index(call), outcome))
    }
}
