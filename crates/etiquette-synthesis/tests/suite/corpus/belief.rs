//! A plain simulation of beliefs on the concrete interpreter: the judge over the engines, sharing none of their code.

use std::collections::{BTreeSet, HashMap, HashSet};

use etiquette_component::{Component, Exit, Interpreter};
use etiquette_logic::evaluate;

use super::letters::Letter;

/// The states that the component can be in after a word, by number.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Belief {
    constructed: bool,
    pub states: BTreeSet<usize>,
}

impl Belief {
    /// The belief after an event that can't happen.
    pub fn impossible() -> Self {
        Belief { constructed: true, states: BTreeSet::new() }
    }
}

/// What a call can do from a belief.
#[derive(Clone, Default, Debug)]
pub struct Step {
    /// Forbidden whatever the state: a method before construction, or a constructor after it.
    pub out_of_order: bool,
    /// The errors that it can raise, each with its name and its place.
    pub errors: BTreeSet<(String, Option<String>)>,
    /// For each outcome the belief after it, if it can happen.
    pub next: Vec<Option<Belief>>,
}

impl Step {
    pub fn is_legal(&self) -> bool {
        !self.out_of_order && self.errors.is_empty()
    }

    /// Whether it can both fail and return.
    pub fn is_mixed(&self) -> bool {
        !self.errors.is_empty() && self.next.iter().any(Option::is_some)
    }

    fn add(&mut self, other: &Step) {
        self.errors.extend(other.errors.iter().cloned());
        for (mine, other) in self.next.iter_mut().zip(&other.next) {
            if let Some(other) = other {
                mine.get_or_insert_with(Belief::impossible).states.extend(&other.states);
            }
        }
    }
}

/// Runs words on a component.
pub struct Simulator<'a> {
    component: &'a Component,
    interpreter: Interpreter,
    numbers: HashMap<Vec<u64>, usize>,
    states: Vec<Vec<u64>>,
    /// What a letter does from a state, each tried once: loops that never end take the interpreter a while.
    known: HashMap<(usize, usize), Step>,
}

impl<'a> Simulator<'a> {
    pub fn new(component: &'a Component) -> Self {
        Simulator {
            component,
            interpreter: Interpreter::new(component),
            numbers: HashMap::new(),
            states: Vec::new(),
            known: HashMap::new(),
        }
    }

    /// The belief after the empty word.
    pub fn initial(&mut self) -> Belief {
        let mut states: Vec<Vec<u64>> = vec![Vec::new()];
        for variable in &self.component.variables {
            let values = match variable.initial {
                Some(value) => value..value + 1,
                None => 0..self.component.value_count(variable.binding.ty).expect("a small type"),
            };
            let with =
                |state: Vec<u64>| values.clone().map(move |value| state.iter().copied().chain([value]).collect());
            states = states.into_iter().flat_map(with).collect();
        }
        states.retain(|state| self.is_initial(state));
        let states = states.into_iter().map(|state| self.number(state)).collect();
        Belief { constructed: !self.component.has_constructors(), states }
    }

    fn is_initial(&self, state: &[u64]) -> bool {
        let symbols = self.component.variables.iter().map(|variable| variable.binding.symbol);
        let values: HashMap<_, _> = symbols.zip(state.iter().copied()).collect();
        evaluate(&self.component.terms, self.component.initially, |symbol| values[&symbol]) != 0
    }

    fn number(&mut self, state: Vec<u64>) -> usize {
        let number = *self.numbers.entry(state.clone()).or_insert(self.states.len());
        if number == self.states.len() {
            self.states.push(state);
        }
        number
    }

    /// Makes a call from every state of the belief, with every hidden choice.
    pub fn step(&mut self, belief: &Belief, letter: &Letter) -> Step {
        let method = &self.component.methods[letter.method];
        let mut step = Step { next: vec![None; method.outcomes.len()], ..Step::default() };
        if method.constructor == belief.constructed {
            step.out_of_order = true;
            return step;
        }
        for &state in &belief.states {
            if !self.known.contains_key(&(state, letter.index)) {
                let single = self.step_from(state, letter);
                self.known.insert((state, letter.index), single);
            }
            step.add(&self.known[&(state, letter.index)]);
        }
        step
    }

    fn step_from(&mut self, state: usize, letter: &Letter) -> Step {
        let mut results: BTreeSet<(Exit, Vec<u64>)> = BTreeSet::new();
        let mut visit = |exit: Exit, after: &[u64]| {
            results.insert((exit, after.to_vec()));
        };
        let (values, method, arguments) = (&self.states[state], letter.method, &letter.arguments);
        let finished = self.interpreter.for_each_result(values, method, arguments, &mut || false, &mut visit);
        finished.expect("nobody interrupts");
        let mut step = Step { next: vec![None; self.component.methods[method].outcomes.len()], ..Step::default() };
        for (exit, after) in results {
            match exit {
                Exit::Returned(outcome) => {
                    let after = self.number(after);
                    step.next[outcome].get_or_insert_with(Belief::impossible).states.insert(after);
                }
                Exit::Failed(error) => {
                    let site = &self.component.errors[error];
                    step.errors.insert((site.name.clone(), site.place.as_ref().map(ToString::to_string)));
                }
                Exit::NeverReturns => {}
            }
        }
        step
    }

    /// Whether there are at most so many beliefs.
    pub fn has_few_beliefs(&mut self, letters: &[Letter], limit: usize) -> bool {
        let mut beliefs = vec![self.initial()];
        let mut seen: HashSet<Belief> = beliefs.iter().cloned().collect();
        while let Some(belief) = beliefs.pop() {
            for letter in letters {
                let step = self.step(&belief, letter);
                if step.is_legal() {
                    beliefs.extend(step.next.into_iter().flatten().filter(|next| seen.insert(next.clone())));
                }
            }
            if seen.len() > limit {
                return false;
            }
        }
        true
    }
}
