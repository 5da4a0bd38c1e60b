//! From what was learned to an outcome: the interface of what can happen over guarded calls, labels, witnesses, and what is guaranteed.
//!
//! Words that witness something are looked for on the component itself. Where a call is forbidden and no run that fails is found, the outcome says that it is not
//! explored, or nothing where it is proved all the same.

use std::collections::BTreeMap;

use etiquette_automata::{CallId, EventId, Interface, StateId, merge_compatible, number_breadth_first};
use etiquette_component::{Component, Event, GuardedCall, Letter, Scope};
use etiquette_learning::Machine;
use etiquette_logic::Term;
use etiquette_predicates as predicates;
use etiquette_predicates::{Tracer, cover};
use rustc_hash::FxHashMap;

use crate::engines::maymust::check::allows;
use crate::engines::maymust::realizable::{event_of, realizable_words};
use crate::readable::grouping::{Group, group, letter_alphabet};
use crate::readable::spelling::failure;
use crate::spaces::pairs::{Visit, Word, word_to};
use crate::spaces::predicates::letters::Letters;
use crate::spaces::predicates::view::View;
use etiquette_outcome::{Forbidden, Reason, StateFacts};

/// Words that are tried for each state and each forbidden call.
const MOST_TRIALS: usize = 8;
/// Longer labels tell nothing.
const MOST_CUBES: usize = 12;

/// The interface, and what goes with it.
pub(crate) struct Shape {
    pub interface: Interface,
    pub groups: Vec<Group>,
    /// For each state of the machine its state in the interface.
    pub state_of: Vec<Option<StateId>>,
    /// Whether no smaller one forbids the same calls.
    pub merged_minimal: bool,
}

/// The part of the machine that can be reached beside the component; an outcome that can't happen leads nowhere.
pub(crate) fn shape(
    component: &mut Component,
    view: &View,
    machine: &Machine<bool>,
    visits: &[Visit],
    minimise: bool,
) -> Shape {
    let letters = &view.letters;
    let alphabet = letter_alphabet(component, letters.all.iter().map(|letter| letter.method));
    let mut interface = Interface::with_states(alphabet, machine.states(), StateId::from_index(machine.initial()));
    for visit in visits {
        let from = StateId::from_index(visit.place);
        for letter in 0..letters.all.len() {
            if view.is_in_order(visit.constructed, letter) && allows(machine, letters, visit.place, letter) {
                interface.allow(from, CallId::from_index(letter));
            }
        }
    }
    for visit in visits {
        let from = StateId::from_index(visit.place);
        for event in (0..letters.event_count()).filter(|&event| view.can_happen(visit.state, event)) {
            let to = machine.next(visit.place, event);
            if *machine.output_of(to) && interface.allows(from, CallId::from_index(letters.event(event).0)) {
                interface.connect(from, EventId::from_index(event), StateId::from_index(to));
            }
        }
    }
    finish(component, letters, &interface, minimise)
}

/// The smallest interface that says the same where it matters, or the same one without what can't be reached, over guarded calls.
pub(crate) fn finish(component: &mut Component, letters: &Letters, interface: &Interface, minimise: bool) -> Shape {
    let (small, state_of, merged_minimal) = if minimise {
        let merged = merge_compatible(interface);
        (merged.interface, merged.class_of, merged.minimal)
    } else {
        let numbered = number_breadth_first(interface);
        (numbered.interface, numbered.number_of, false)
    };
    let (interface, groups) = group(component, &letters.classes(), &small);
    Shape { interface, groups, state_of, merged_minimal }
}

/// Finds out about each state of the interface.
pub(crate) struct Facts<'a> {
    pub component: &'a mut Component,
    pub view: &'a mut View,
    pub visits: &'a [Visit],
    pub shape: &'a Shape,
    /// What else holds in each state of the machine; nothing is known of those that are not named, because they can't be reached.
    pub further: Option<&'a FxHashMap<usize, Term>>,
    /// Where nothing is proved, a forbidden call without a witness is one that was not explored.
    pub proved: bool,
    pub tracer: Tracer,
    /// Words that were looked for on the interface, once they are needed.
    pub searched: Option<Vec<Vec<Vec<EventId>>>>,
}

impl Facts<'_> {
    pub fn all(&mut self) -> Vec<StateFacts> {
        let states: Vec<StateId> = self.shape.interface.states().collect();
        states.into_iter().map(|state| self.of(state)).collect()
    }

    fn visits_of(&self, state: StateId) -> Vec<usize> {
        (0..self.visits.len()).filter(|&index| self.shape.state_of[self.visits[index].place] == Some(state)).collect()
    }

    fn of(&mut self, state: StateId) -> StateFacts {
        let here = self.visits_of(state);
        let words: Vec<Word> = here.iter().take(MOST_TRIALS).map(|&index| word_to(self.visits, index)).collect();
        let access = words.iter().find_map(|word| self.spelled(word));
        let access = access.or_else(|| self.searched_access(state)).unwrap_or_default();
        let label = self.label_text(&here);
        let calls: Vec<CallId> = self.shape.interface.alphabet().call_ids().collect();
        let mut forbidden = Vec::new();
        for call in calls.into_iter().filter(|&call| !self.shape.interface.allows(state, call)) {
            let unexplored = (!self.proved).then_some(Reason::Unexplored);
            let reason = self.reason(&here, call).or_else(|| self.searched_reason(state, call));
            if let Some(reason) = reason.or(unexplored) {
                forbidden.push(Forbidden { call, reason });
            }
        }
        StateFacts { label, access, forbidden }
    }

    /// The abstract states that can hold in the state, as few conjunctions.
    fn cubes(&mut self, here: &[usize]) -> Vec<Term> {
        let valuations = here.iter().map(|&index| self.view.valuation(self.visits[index].state).clone());
        let cubes = cover(valuations);
        let predicates = self.view.abstraction.predicate_terms();
        let mut made = Vec::new();
        for cube in cubes {
            let terms = &mut self.component.terms;
            let literals: Vec<Term> = cube
                .known()
                .map(|(index, value)| if value { predicates[index] } else { terms.not(predicates[index]) })
                .collect();
            made.push(terms.all(literals));
        }
        made
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
        here.into_iter().for_each(|visit| parts.entry(self.visits[visit].place).or_default().push(visit));
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
        if !here.iter().any(|&index| self.visits[index].constructed) {
            return None;
        }
        let cubes = self.cubes(here);
        if cubes.len() > MOST_CUBES {
            return None;
        }
        let any = self.component.terms.any(cubes);
        (!self.component.is_true(any)).then(|| Scope::new(self.component, None).readable(any))
    }

    fn events(&self, word: &[usize]) -> Vec<Event<GuardedCall>> {
        let letters = &self.view.letters;
        let event = |&event: &usize| {
            let (letter, outcome) = letters.event(event);
            Event { letter: self.call(letter), outcome }
        };
        word.iter().map(event).collect()
    }

    fn call(&self, letter: usize) -> GuardedCall {
        let letter = &self.view.letters.all[letter];
        GuardedCall { method: letter.method, guard: letter.guard }
    }

    /// The word with arguments, if the component can do it.
    fn spelled(&mut self, word: &[usize]) -> Option<Vec<String>> {
        let run = self.tracer.run(&self.events(word), None).ok()??;
        Some(self.spell(&run.word))
    }

    fn spell(&self, word: &[Event]) -> Vec<String> {
        word.iter().map(|event| self.component.written_event(event)).collect()
    }

    /// Why a call is forbidden that fails at the end of a run.
    fn failure(&self, run: predicates::Run) -> Option<Reason> {
        let (Letter { method, arguments }, error) = run.failed?;
        let last = self.component.written_call(method, &arguments);
        Some(failure(self.component, error, Some(&self.spell(&run.word)), last))
    }

    fn reason(&mut self, here: &[usize], call: CallId) -> Option<Reason> {
        let group = self.shape.groups[call.index()].clone();
        let constructed = here.first().is_none_or(|&index| self.visits[index].constructed);
        if !self.view.is_in_order(constructed, group.letters[0]) {
            return Some(Reason::out_of_order(&self.component.methods[group.call.method]));
        }
        let mut failing = Vec::new();
        for &letter in &group.letters {
            failing.extend(
                here.iter()
                    .filter(|&&index| self.view.may_fail(self.visits[index].state, letter))
                    .map(|&index| (index, letter)),
            );
        }
        failing.into_iter().take(MOST_TRIALS).find_map(|(index, letter)| self.failing_run(index, letter))
    }

    /// A run to the visit after which the letter fails.
    fn failing_run(&mut self, index: usize, letter: usize) -> Option<Reason> {
        let word = word_to(self.visits, index);
        let run = self.tracer.run(&self.events(&word), Some(self.call(letter))).ok()??;
        self.failure(run)
    }

    /// For each state a word that the component can do and that leads there, in events of the interface.
    pub fn access_words(&mut self) -> Vec<Option<Vec<EventId>>> {
        let states: Vec<StateId> = self.shape.interface.states().collect();
        states.into_iter().map(|state| self.access_word(state)).collect()
    }

    fn access_word(&mut self, state: StateId) -> Option<Vec<EventId>> {
        let here = self.visits_of(state);
        let words: Vec<Word> = here.iter().take(MOST_TRIALS).map(|&index| word_to(self.visits, index)).collect();
        match words.into_iter().find(|word| self.spelled(word).is_some()) {
            Some(word) => word.into_iter().map(|event| self.grouped(event)).collect(),
            None => self.searched(state).into_iter().next(),
        }
    }

    /// Words that can happen and lead to the state, looked for on the interface: where those of the abstraction are none.
    fn searched(&mut self, state: StateId) -> Vec<Vec<EventId>> {
        let Shape { interface, groups, .. } = self.shape;
        let words = self.searched.get_or_insert_with(|| {
            realizable_words(interface, |event| event_of(interface, groups, event), &mut self.tracer)
        });
        words[state.index()].clone()
    }

    fn searched_access(&mut self, state: StateId) -> Option<Vec<String>> {
        let word = self.searched(state).into_iter().next()?;
        let run = self.tracer.run(&self.component_events(&word), None).ok()??;
        Some(self.spell(&run.word))
    }

    fn searched_reason(&mut self, state: StateId, call: CallId) -> Option<Reason> {
        let last = self.shape.groups[call.index()].call;
        let words = self.searched(state);
        words.into_iter().find_map(|word| {
            let run = self.tracer.run(&self.component_events(&word), Some(last)).ok()??;
            self.failure(run)
        })
    }

    fn component_events(&self, word: &[EventId]) -> Vec<Event<GuardedCall>> {
        word.iter().map(|&event| event_of(&self.shape.interface, &self.shape.groups, event)).collect()
    }

    fn grouped(&self, event: usize) -> Option<EventId> {
        let (letter, outcome) = self.view.letters.event(event);
        let call = self.shape.groups.iter().position(|group| group.letters.contains(&letter))?;
        Some(self.shape.interface.alphabet().event(CallId::from_index(call), outcome))
    }
}
