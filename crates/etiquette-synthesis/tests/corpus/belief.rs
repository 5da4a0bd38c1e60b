//! A plain simulation of beliefs on the concrete interpreter: the judge over the engines, sharing none of their code.

use std::collections::{BTreeSet, HashMap};

use etiquette_component::{Component, Exit, Interpreter};
use etiquette_logic::evaluate;

use crate::letters::Letter;

/// The states that the component can be in after a word.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Belief {
    constructed: bool,
    pub states: BTreeSet<Vec<u64>>,
}

impl Belief {
    /// The belief after an event that can't happen.
    pub fn impossible() -> Self {
        Belief { constructed: true, states: BTreeSet::new() }
    }
}

/// What a call can do from a belief.
#[derive(Default, Debug)]
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
}

/// Runs words on a component.
pub struct Simulator<'a> {
    component: &'a Component,
    interpreter: Interpreter,
}

impl<'a> Simulator<'a> {
    pub fn new(component: &'a Component) -> Self {
        Simulator { component, interpreter: Interpreter::new(component) }
    }

    /// The belief after the empty word.
    pub fn initial(&self) -> Belief {
        let mut states: Vec<Vec<u64>> = vec![Vec::new()];
        for variable in &self.component.variables {
            let values = match variable.initial {
                Some(value) => value..value + 1,
                None => 0..self.component.value_count(variable.binding.ty).expect("a small type"),
            };
            let with = |state: Vec<u64>| values.clone().map(move |value| state.iter().copied().chain([value]).collect());
            states = states.into_iter().flat_map(with).collect();
        }
        states.retain(|state| self.is_initial(state));
        Belief { constructed: !self.component.has_constructors(), states: states.into_iter().collect() }
    }

    fn is_initial(&self, state: &[u64]) -> bool {
        let symbols = self.component.variables.iter().map(|variable| variable.binding.symbol);
        let values: HashMap<_, _> = symbols.zip(state.iter().copied()).collect();
        evaluate(&self.component.terms, self.component.initially, |symbol| values[&symbol]) != 0
    }

    /// Makes a call from every state of the belief, with every hidden choice.
    pub fn step(&mut self, belief: &Belief, letter: &Letter) -> Step {
        let method = &self.component.methods[letter.method];
        let mut step = Step { next: vec![None; method.outcomes.len()], ..Step::default() };
        if method.constructor == belief.constructed {
            step.out_of_order = true;
            return step;
        }
        for state in &belief.states {
            let mut visit = |exit: Exit, after: &[u64]| match exit {
                Exit::Returned(outcome) => {
                    let next = step.next[outcome].get_or_insert_with(Belief::impossible);
                    next.states.insert(after.to_vec());
                }
                Exit::Failed(error) => {
                    let site = &self.component.errors[error];
                    step.errors.insert((site.name.clone(), site.place.as_ref().map(ToString::to_string)));
                }
                Exit::NeverReturns => {}
            };
            let (method, arguments) = (letter.method, &letter.arguments);
            let finished = self.interpreter.for_each_result(state, method, arguments, &mut || false, &mut visit);
            finished.expect("nobody interrupts");
        }
        step
    }
}
