//! From what was learned to an outcome: the interface of what can happen, what is guaranteed, and why each forbidden call is forbidden.
//!
//! Words that witness something are looked for on the component itself: those of the abstraction first, and, where all of them are spurious, others that lead to the
//! same state. Where none fails, no reason is given.

use etiquette_automata::{CallId, EventId, Interface, StateId, merge_compatible, number_breadth_first};
use etiquette_component::{Event, GuardedCall, Scope};
use etiquette_learning::Machine;
use etiquette_predicates::{Tracer, Valuation, cover};

use crate::engines::game::product::allows;
use crate::engines::maymust::realizable::realizable_words;
use crate::readable::spelling::failure;
use crate::spaces::pairs::{Visit, Word, word_to};
use crate::spaces::predicates::class::{AbstractClass, Events};
use etiquette_outcome::{Forbidden, Reason, Run, StateFacts, empty_interface};

/// Words that are tried for each state and each forbidden call.
const MOST_TRIALS: usize = 8;
/// Longer labels tell nothing.
const MOST_CUBES: usize = 12;

/// The interface, and what goes with it.
pub(crate) struct Shape {
    pub interface: Interface,
    /// For each state of the machine its state in the interface.
    pub state_of: Vec<Option<StateId>>,
    /// Whether no smaller one forbids the same calls.
    pub minimal: bool,
}

/// The part of the machine that can be reached beside the class; an outcome that can't happen leads nowhere.
pub(crate) fn shape(class: &mut AbstractClass, machine: &Machine<bool>, visits: &[Visit], minimise: bool) -> Shape {
    let mut interface = empty_interface(class.component());
    for _ in 1..machine.states() {
        interface.add_state();
    }
    interface.set_initial(StateId::from_index(machine.initial()));
    for visit in visits {
        for method in 0..class.component().methods.len() {
            if allows(machine, &class.events, visit.place, method) {
                interface.allow(StateId::from_index(visit.place), CallId::from_index(method));
            }
        }
    }
    for (from, event) in visits.iter().enumerate().flat_map(|(index, _)| happening(class, machine, visits, index)) {
        let to = StateId::from_index(machine.next(from, event));
        interface.connect(StateId::from_index(from), EventId::from_index(event), to);
    }
    if minimise {
        let merged = merge_compatible(&interface);
        return Shape { interface: merged.interface, state_of: merged.class_of, minimal: merged.minimal };
    }
    let numbered = number_breadth_first(&interface);
    Shape { interface: numbered.interface, state_of: numbered.number_of, minimal: false }
}

/// The events that the machine accepts and that can happen at a visit, with the machine's state.
fn happening(class: &AbstractClass, machine: &Machine<bool>, visits: &[Visit], index: usize) -> Vec<(usize, usize)> {
    let Visit { state, place, .. } = visits[index];
    let accepted = (0..machine.alphabet()).filter(|&event| *machine.output_of(machine.next(place, event)));
    accepted.filter(|&event| class.can_happen(state, event)).map(|event| (place, event)).collect()
}

/// Finds out about each state of the interface.
pub(crate) struct Facts<'a> {
    pub class: &'a mut AbstractClass,
    pub visits: &'a [Visit],
    pub shape: &'a Shape,
    tracer: Tracer,
    /// For each state words that the component can do, found without the abstraction, once they are needed.
    searched: Option<Vec<Vec<Word>>>,
}

impl<'a> Facts<'a> {
    /// Words are looked for until the run is to stop.
    pub fn new(class: &'a mut AbstractClass, visits: &'a [Visit], shape: &'a Shape, run: &Run) -> Self {
        let mut tracer = Tracer::new(class.component());
        tracer.set_interrupt(run.interrupt());
        Facts { class, visits, shape, tracer, searched: None }
    }

    pub fn all(&mut self) -> Vec<StateFacts> {
        let states: Vec<StateId> = self.shape.interface.states().collect();
        states.into_iter().map(|state| self.of(state)).collect()
    }

    fn of(&mut self, state: StateId) -> StateFacts {
        let here: Vec<usize> = (0..self.visits.len())
            .filter(|&index| self.shape.state_of[self.visits[index].place] == Some(state))
            .collect();
        let words: Vec<Vec<usize>> = here.iter().take(MOST_TRIALS).map(|&index| word_to(self.visits, index)).collect();
        let access = words.iter().find_map(|word| self.spelled(word));
        let access = access.or_else(|| self.searched(state).iter().find_map(|word| self.spelled(word)));
        let access = access.unwrap_or_default();
        let constructed = here.iter().any(|&index| self.visits[index].constructed);
        let label = if constructed { self.label(&here) } else { None };
        let calls: Vec<CallId> = self.shape.interface.alphabet().call_ids().collect();
        let forbidden = calls.into_iter().filter(|&call| !self.shape.interface.allows(state, call));
        let forbidden = forbidden
            .filter_map(|call| Some(Forbidden { call, reason: self.reason(state, &here, call.index())? }))
            .collect();
        StateFacts { label, access, forbidden }
    }

    /// The valuations that can hold in the state, as a condition on the component's variables.
    fn label(&mut self, here: &[usize]) -> Option<String> {
        let valuations = here.iter().map(|&index| self.class.valuation(self.visits[index].state).clone());
        let cubes: Vec<Valuation> = cover(valuations);
        if cubes.len() > MOST_CUBES {
            return None;
        }
        let cubes: Vec<_> = cubes.iter().map(|cube| self.class.abstraction.concretisation(cube)).collect();
        let component = self.class.abstraction.component_mut();
        let any = component.terms.any(cubes);
        (!component.is_true(any)).then(|| Scope::new(component, None).readable(any))
    }

    fn events(&self, word: &[usize]) -> Vec<Event<GuardedCall>> {
        word.iter().map(|&event| event_of(&self.class.events, event)).collect()
    }

    /// The word with arguments, if the component can do it.
    fn spelled(&mut self, word: &[usize]) -> Option<Vec<String>> {
        let run = self.tracer.run(&self.events(word), None).ok()??;
        Some(self.spell(&run.word))
    }

    fn spell(&self, word: &[Event]) -> Vec<String> {
        word.iter().map(|event| self.class.component().written_event(event)).collect()
    }

    fn reason(&mut self, state: StateId, here: &[usize], method: usize) -> Option<Reason> {
        let constructed = here.first().is_none_or(|&index| self.visits[index].constructed);
        if !self.class.is_in_order(constructed, method) {
            return Some(Reason::out_of_order(&self.class.component().methods[method]));
        }
        let failing: Vec<usize> =
            here.iter().copied().filter(|&index| self.class.may_fail(self.visits[index].state, method)).collect();
        let words: Vec<Word> = failing.into_iter().take(MOST_TRIALS).map(|index| word_to(self.visits, index)).collect();
        let found = words.iter().find_map(|word| self.failing_run(word, method));
        found.or_else(|| self.searched(state).iter().find_map(|word| self.failing_run(word, method)))
    }

    /// A run along the word after which the method fails.
    fn failing_run(&mut self, word: &[usize], method: usize) -> Option<Reason> {
        let run = self.tracer.run(&self.events(word), Some(GuardedCall::any(method))).ok()??;
        let component = self.class.component();
        let (last, error) = run.failed?;
        let last = component.written_call(method, &last.arguments);
        Some(failure(component, error, Some(&self.spell(&run.word)), last))
    }

    /// Words that can happen and lead to the state.
    fn searched(&mut self, state: StateId) -> Vec<Word> {
        if self.searched.is_none() {
            let events = &self.class.events;
            let event_of = |event: EventId| event_of(events, event.index());
            let found = realizable_words(&self.shape.interface, event_of, &mut self.tracer);
            let indices = |words: Vec<Vec<EventId>>| -> Vec<Word> {
                words.into_iter().map(|word| word.iter().map(|event| event.index()).collect()).collect()
            };
            self.searched = Some(found.into_iter().map(indices).collect());
        }
        self.searched.as_ref().map_or(Vec::new(), |words| words[state.index()].clone())
    }
}

fn event_of(events: &Events, event: usize) -> Event<GuardedCall> {
    let (method, outcome) = events.split(event);
    Event { letter: GuardedCall::any(method), outcome }
}
