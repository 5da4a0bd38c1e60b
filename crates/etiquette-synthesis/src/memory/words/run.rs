//! Runs of a component beside an interface, with small arguments and simple choices, breadth first.

use std::collections::VecDeque;

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_component::{Component, Event, Exit, GuardedCall, Interpreter, Letter, Location, RETURNED, Type};
use etiquette_logic::{evaluate, mask};
use rustc_hash::FxHashMap;

use crate::readable::spelling::failure;
use etiquette_outcome::{Reason, Run};

/// The most configurations that are followed, and the most calls of one method that are made in each.
const MOST_CONFIGURATIONS: usize = 600;
const MOST_ARGUMENTS: usize = 24;
/// A number that takes longer to count down than a small interface could.
const LARGE: u64 = 40;
/// No finite interface with more states than this is preferred to one with registers.
const FEW_STATES: usize = crate::steps::FEW_STATES as usize;
/// The most steps that all calls together take.
const MOST_STEPS: u64 = 2_000_000;

/// What was seen.
pub struct Runs {
    /// How each configuration was reached: from which one, and by what.
    reached_by: Vec<Option<(usize, String)>>,
    first_in_state: FxHashMap<StateId, usize>,
    failures: FxHashMap<(StateId, CallId), (usize, Letter, usize)>,
    /// What was seen of each configuration.
    seen: Vec<Seen>,
    /// Whether a finite interface is known to have more than a few states.
    many_states: bool,
}

/// What calls come to in a configuration.
#[derive(Clone, Default)]
struct Seen {
    /// Whether each call with small arguments is allowed, in one order for all configurations.
    allowed: Vec<bool>,
    /// Where calls with small arguments and an outcome lead.
    next: FxHashMap<(usize, usize), usize>,
}

/// So many configurations are compared with each other.
const COMPARED: usize = 128;

impl Runs {
    /// Runs a component for a while.
    pub fn of(component: &Component, interface: &Interface, calls: &[GuardedCall], run: &Run) -> Runs {
        let mut interpreter = Interpreter::new(component);
        interpreter.steps_left = MOST_STEPS;
        let runs = Runs {
            reached_by: Vec::new(),
            first_in_state: FxHashMap::default(),
            failures: FxHashMap::default(),
            seen: Vec::new(),
            many_states: false,
        };
        let mut running = Running { component, interface, calls, interpreter, runs, configurations: Vec::new() };
        running.start();
        running.go_on(run);
        running.runs.many_states =
            running.runs.differing_configurations() > FEW_STATES || running.have_long_chains(FEW_STATES);
        running.runs
    }

    /// A shortest word to a state, among those that were seen.
    pub fn to(&self, state: StateId) -> Option<Vec<String>> {
        self.first_in_state.get(&state).map(|found| self.word(*found))
    }

    /// A word to a state, and there a call that fails.
    pub fn failing(&self, component: &Component, state: StateId, call: CallId) -> Option<Reason> {
        let (found, letter, error) = self.failures.get(&(state, call))?;
        let last = component.written_call(letter.method, &letter.arguments);
        Some(failure(component, *error, Some(&self.word(*found)), last))
    }

    /// Whether no automaton with few states is safe and permissive.
    pub fn needs_many_states(&self) -> bool {
        self.many_states
    }

    /// Configurations of which each two differ in what may be called next, or after some calls.
    fn differing_configurations(&self) -> usize {
        let count = self.seen.len().min(COMPARED);
        let mut differ = vec![vec![false; count]; count];
        let pairs = || (0..count).flat_map(|one| (0..one).map(move |other| (one, other)));
        pairs().for_each(|(one, other)| differ[one][other] = self.seen[one].allowed != self.seen[other].allowed);
        let mut goes_on = true;
        while std::mem::take(&mut goes_on) {
            for (one, other) in pairs() {
                if !differ[one][other] && self.differ_later(&differ, one, other) {
                    differ[one][other] = true;
                    goes_on = true;
                }
            }
        }
        let mut distinct: Vec<usize> = Vec::new();
        for (one, differs) in differ.iter().enumerate() {
            if distinct.iter().all(|other| differs[*other]) {
                distinct.push(one);
            }
        }
        distinct.len()
    }

    fn differ_later(&self, differ: &[Vec<bool>], one: usize, other: usize) -> bool {
        self.seen[one].next.iter().any(|(event, to)| {
            let also = self.seen[other].next.get(event);
            also.is_some_and(|also| {
                let (high, low) = (*to.max(also), *to.min(also));
                high < differ.len() && differ[high][low]
            })
        })
    }

    fn word(&self, mut configuration: usize) -> Vec<String> {
        let mut word = Vec::new();
        while let Some((before, event)) = &self.reached_by[configuration] {
            word.push(event.clone());
            configuration = *before;
        }
        word.reverse();
        word
    }
}

/// A call that returned: the number of its letter, what happened, and what that led to.
struct Made {
    letter: usize,
    event: Event,
    /// The number that came back.
    result: Option<u64>,
    configuration: (StateId, Vec<u64>),
}

pub(super) struct Running<'a> {
    pub(super) component: &'a Component,
    pub(super) interface: &'a Interface,
    pub(super) calls: &'a [GuardedCall],
    pub(super) interpreter: Interpreter,
    runs: Runs,
    pub(super) configurations: Vec<(StateId, Vec<u64>)>,
}

impl Running<'_> {
    /// The component as it is at first, where that is one state.
    fn start(&mut self) {
        let values = self.component.variables.iter().map(|variable| variable.initial.unwrap_or_default());
        let state: Vec<u64> = values.collect();
        let is_initial = {
            let value = |symbol| {
                let position = self.component.variables.iter().position(|known| known.binding.symbol == symbol);
                position.map_or(0, |position| state[position])
            };
            evaluate(&self.component.terms, self.component.initially, value) != 0
        };
        if is_initial {
            self.reach((self.interface.initial(), state), None);
        }
    }

    fn reach(&mut self, configuration: (StateId, Vec<u64>), by: Option<(usize, String)>) {
        let position = self.configurations.len();
        self.runs.first_in_state.entry(configuration.0).or_insert(position);
        self.runs.reached_by.push(by);
        self.configurations.push(configuration);
    }

    fn go_on(&mut self, run: &Run) {
        let known = self.configurations.iter().cloned().enumerate().map(|(position, found)| (found, position));
        let mut known: FxHashMap<(StateId, Vec<u64>), usize> = known.collect();
        let mut pending: VecDeque<usize> = (0..self.configurations.len()).collect();
        while let Some(from) = pending.pop_front() {
            if run.look().is_err() || self.interpreter.steps_left == 0 {
                return;
            }
            for Made { letter, event, result, configuration } in self.calls_from(from) {
                let outcome = event.outcome;
                let is_new = !known.contains_key(&configuration);
                if is_new && self.configurations.len() < MOST_CONFIGURATIONS {
                    pending.push_back(self.configurations.len());
                    known.insert(configuration.clone(), self.configurations.len());
                    self.reach(configuration.clone(), Some((from, written(self.component, &event, result))));
                }
                if let Some(&to) = known.get(&configuration) {
                    self.runs.seen[from].next.entry((letter, outcome)).or_insert(to);
                }
            }
        }
    }

    /// What calls with small arguments come to; failures are noted.
    fn calls_from(&mut self, from: usize) -> Vec<Made> {
        let (at, state) = self.configurations[from].clone();
        let (mut found, mut allowed) = (Vec::new(), Vec::new());
        for method in 0..self.component.methods.len() {
            if !self.is_in_order(method, at) {
                continue;
            }
            for arguments in some_arguments(self.component, method) {
                let mut calls = self.interface.alphabet().call_ids();
                let fits =
                    |call: &CallId| self.calls[call.index()].method == method && self.fits(*call, &state, &arguments);
                let Some(call) = calls.find(fits) else { continue };
                allowed.push(self.interface.allows(at, call));
                self.call(from, call, (allowed.len(), &Letter { method, arguments }), &mut found);
            }
        }
        self.runs.seen.resize(self.runs.seen.len().max(from + 1), Seen::default());
        self.runs.seen[from].allowed = allowed;
        found
    }

    pub(super) fn is_in_order(&self, method: usize, at: StateId) -> bool {
        let is_first = self.component.has_constructors() && at == self.interface.initial();
        self.component.methods[method].constructor == is_first
    }

    pub(super) fn fits(&self, call: CallId, state: &[u64], arguments: &[u64]) -> bool {
        let GuardedCall { method, guard } = self.calls[call.index()];
        let value = |symbol| {
            let own = self.component.methods[method].parameters.iter().position(|known| known.symbol == symbol);
            let variable = || self.component.variables.iter().position(|known| known.binding.symbol == symbol);
            own.map(|position| arguments[position]).or_else(|| variable().map(|position| state[position])).unwrap_or(0)
        };
        evaluate(&self.component.terms, guard, value) != 0
    }

    /// The next state. Where variables are forgotten, the interface may tell fewer outcomes apart.
    pub(super) fn next(&self, at: StateId, call: CallId, method: usize, outcome: usize) -> Option<StateId> {
        let told = &self.interface.alphabet().call(call).outcomes;
        let name = &self.component.methods[method].outcomes[outcome];
        let position = if told.len() == 1 { Some(0) } else { told.iter().position(|known| known == name) };
        self.interface.next(at, self.interface.alphabet().event(call, position?))
    }

    fn call(&mut self, from: usize, call: CallId, (number, letter): (usize, &Letter), found: &mut Vec<Made>) {
        let (at, before) = self.configurations[from].clone();
        for policy in [|_: u64| 0, |last: u64| last, |last: u64| last.min(1), |last: u64| last.min(LARGE)] {
            let mut state = before.clone();
            let mut choose = |_: Location, last: u64| Some(policy(last));
            match self.interpreter.call(&mut state, letter.method, &letter.arguments, &mut choose) {
                Exit::Returned(outcome) => {
                    if let Some(next) = self.next(at, call, letter.method, outcome) {
                        let event = Event { letter: letter.clone(), outcome };
                        let result = self.interpreter.result(letter.method);
                        found.push(Made { letter: number, event, result, configuration: (next, state) });
                    }
                }
                Exit::Failed(error) if !self.interface.allows(at, call) => {
                    self.runs.failures.entry((at, call)).or_insert((from, letter.clone(), error));
                }
                Exit::Failed(_) | Exit::NeverReturns => {}
            }
        }
    }
}

/// An event with the number that came back, where no outcome tells it.
fn written(component: &Component, event: &Event, result: Option<u64>) -> String {
    let method = &component.methods[event.letter.method];
    let returned = method.result().zip(result).filter(|_| method.outcomes[event.outcome] == RETURNED);
    match returned {
        Some((binding, number)) => {
            let call = component.written_call(event.letter.method, &event.letter.arguments);
            format!("{call} -> {}", component.value_name(binding.ty, number))
        }
        None => component.written_event(event),
    }
}

/// Some arguments of a method, small ones first.
pub(super) fn some_arguments(component: &Component, method: usize) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = vec![Vec::new()];
    for parameter in &component.methods[method].parameters {
        let values = some_values(component, parameter.ty);
        let longer = all.iter().flat_map(|known| {
            values.iter().map(move |value| known.iter().copied().chain([*value]).collect::<Vec<u64>>())
        });
        all = longer.take(MOST_ARGUMENTS).collect();
    }
    all
}

fn some_values(component: &Component, ty: Type) -> Vec<u64> {
    match ty {
        Type::Bool => vec![0, 1],
        Type::Int { width, signed } => {
            let mut values: Vec<u64> = [1, 0, 2, LARGE].iter().map(|value| value & mask(width)).collect();
            values.extend(signed.then_some(mask(width)));
            values
        }
        Type::Enum(index) => (0..component.enums[index].values.len() as u64).rev().take(3).collect(),
    }
}
