//! What the client does, as letters: a method with a class of arguments that the code does not tell apart, and each
//! with its outcomes as events.
//!
//! The paper models `abort(boolean)` as two events; here the conditions on arguments alone that a method tests make its
//! classes. Later conditions, found by refinement, split further. Classes of one method are disjoint and cover all
//! arguments.

use crate::spaces::budgets::predicates_letters::{FEW_VALUES, MOST_CLASSES};
use etiquette_component::{Binding, Component, Event, GuardedCall, Word, summarise};
use etiquette_logic::{Answer, Solver, Symbol, Term};
use etiquette_predicates::atoms;

/// How the arguments of a method are told apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Split {
    /// By a condition on them.
    By(Term),
    /// By the values of these parameters, if they have few; or else by the condition that a test of arguments and state
    /// comes to in one state.
    Values(Vec<Symbol>, Option<Term>),
}

/// The letters and their events, numbered through.
#[derive(Clone, Default, Debug)]
pub(crate) struct Letters {
    /// Methods with classes of arguments.
    pub all: Vec<GuardedCall>,
    /// For each letter the parameters that have one value only in the class, with it.
    pub fixed: Vec<Vec<(Symbol, Term)>>,
    /// For each method the conditions that make its classes.
    conditions: Vec<Vec<Term>>,
    events: Vec<(usize, usize)>,
    first: Vec<usize>,
}

impl Letters {
    /// One letter for each method, with any arguments.
    pub fn of_methods(component: &mut Component) -> Self {
        let guard = component.terms.bool(true);
        let mut letters = Letters::default();
        for method in 0..component.methods.len() {
            letters.add(component, GuardedCall { method, guard }, Vec::new());
        }
        letters
    }

    /// The letters that the code itself asks for.
    pub fn of(component: &mut Component) -> Self {
        let methods = component.methods.len();
        let mut letters = Letters { conditions: vec![Vec::new(); methods], ..Letters::default() };
        for method in 0..methods {
            let summary = summarise(component, method);
            let own = component.parameter_symbols(method);
            let tested = atoms(&component.terms, &summary.terms().collect::<Vec<_>>());
            for atom in tested {
                let symbols = component.terms.symbols_of(atom);
                if !symbols.is_empty() && symbols.iter().all(|symbol| own.contains(symbol)) {
                    letters.conditions[method].push(atom);
                }
            }
        }
        letters.number(component);
        letters
    }

    /// Splits classes as a refinement asks for; whether there are more of them now.
    pub fn split_all(&mut self, component: &mut Component, splits: &[(usize, Split)]) -> bool {
        let mut finer = false;
        for (method, split) in splits {
            finer |= match split {
                Split::By(condition) => self.split(component, *method, *condition),
                Split::Values(parameters, condition) => {
                    self.split_into_values(component, *method, parameters)
                        || condition.is_some_and(|condition| self.split(component, *method, condition))
                }
            };
        }
        finer
    }

    /// Splits the classes of a method by a condition on its parameters; whether there are more classes now.
    pub fn split(&mut self, component: &mut Component, method: usize, condition: Term) -> bool {
        if self.conditions[method].contains(&condition) {
            return false;
        }
        let before = self.all.len();
        self.conditions[method].push(condition);
        self.number(component);
        self.all.len() > before
    }

    /// Gives every combination of values of the parameters a class of its own, if there are few; whether there are more
    /// classes now.
    pub fn split_into_values(&mut self, component: &mut Component, method: usize, parameters: &[Symbol]) -> bool {
        let mut bindings = component.methods[method].parameters.clone();
        bindings.retain(|binding| parameters.contains(&binding.symbol));
        let mut counts = bindings.iter().map(|binding| component.value_count(binding.ty));
        let combinations = counts.try_fold(1_u64, |all, count| all.checked_mul(count?));
        if combinations.is_none_or(|all| all > FEW_VALUES) {
            return false;
        }
        let before = self.all.len();
        for binding in &bindings {
            let mut new = value_conditions(component, binding);
            new.retain(|condition| !self.conditions[method].contains(condition));
            self.conditions[method].extend(new);
        }
        self.number(component);
        self.all.len() > before
    }

    fn number(&mut self, component: &mut Component) {
        *self = Letters { conditions: std::mem::take(&mut self.conditions), ..Letters::default() };
        for method in 0..component.methods.len() {
            for guard in classes(component, method, &self.conditions[method]) {
                let fixed = fixed_parameters(component, method, guard);
                self.add(component, GuardedCall { method, guard }, fixed);
            }
        }
    }

    fn add(&mut self, component: &Component, letter: GuardedCall, fixed: Vec<(Symbol, Term)>) {
        self.first.push(self.events.len());
        let outcomes = component.methods[letter.method].outcomes.len();
        self.events.extend((0..outcomes).map(|outcome| (self.all.len(), outcome)));
        self.all.push(letter);
        self.fixed.push(fixed);
    }

    /// The number of events.
    pub fn event_count(&self) -> usize {
        self.events.len()
    }

    /// The letter and the outcome of an event.
    pub fn event(&self, event: usize) -> (usize, usize) {
        self.events[event]
    }

    /// The events of a letter, in the order of its outcomes.
    pub fn events_of(&self, letter: usize) -> std::ops::Range<usize> {
        let end = self.first.get(letter + 1).copied().unwrap_or(self.events.len());
        self.first[letter]..end
    }

    /// A word as the component sees it.
    pub fn events_along(&self, word: &[usize]) -> Word<GuardedCall> {
        let event = |&event: &usize| {
            let (letter, outcome) = self.event(event);
            Event { letter: self.all[letter], outcome }
        };
        word.iter().map(event).collect()
    }
}

fn value_conditions(component: &mut Component, binding: &Binding) -> Vec<Term> {
    let sort = component.sort(binding.ty);
    let symbol = component.terms.symbol(binding.symbol);
    let mut made = Vec::new();
    for value in 0..component.value_count(binding.ty).unwrap_or(0) {
        let value = component.terms.constant(sort, value);
        made.push(component.terms.equal(symbol, value));
    }
    made
}

/// The combinations of the conditions that some arguments satisfy. Past the limit, the conditions that would split
/// further are left out.
fn classes(component: &mut Component, method: usize, conditions: &[Term]) -> Vec<Term> {
    let domain = component.parameter_domains(method);
    let mut solver = Solver::new();
    let mut found = vec![component.terms.bool(true)];
    for &condition in conditions {
        let mut finer = Vec::new();
        for &class in &found {
            let negated = component.terms.not(condition);
            for part in [condition, negated] {
                if solver.check(&component.terms, &[domain, class, part]) == Answer::Sat {
                    finer.push((class, part));
                }
            }
        }
        if finer.len() == found.len() {
            continue;
        }
        if finer.len() > MOST_CLASSES {
            break;
        }
        found = finer.into_iter().map(|(class, part)| component.terms.and(class, part)).collect();
    }
    found
}

fn fixed_parameters(component: &mut Component, method: usize, guard: Term) -> Vec<(Symbol, Term)> {
    let domain = component.parameter_domains(method);
    let mut solver = Solver::new();
    if component.is_true(guard) || solver.check(&component.terms, &[domain, guard]) != Answer::Sat {
        return Vec::new();
    }
    let values: Vec<(Symbol, u64)> =
        component.parameter_symbols(method).into_iter().map(|symbol| (symbol, solver.symbol_value(symbol))).collect();
    let mut fixed = Vec::new();
    for (symbol, value) in values {
        let terms = &mut component.terms;
        let value = terms.constant(terms.symbol_sort(symbol), value);
        let parameter = terms.symbol(symbol);
        let other = terms.distinct(parameter, value);
        if solver.check(terms, &[domain, guard, other]) == Answer::Unsat {
            fixed.push((symbol, value));
        }
    }
    fixed
}
