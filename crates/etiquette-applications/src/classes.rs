//! Classes of calls: for each method its arguments, taken apart by conditions, so that no condition tells two calls of
//! a class apart.
//!
//! Every automaton that meets a component here is over such classes. They cover all methods and all arguments, and
//! don't overlap, so that what an interface does not mention is not forgotten.

use etiquette_component::{Component, GuardedCall, Letter, Scope};
use etiquette_logic::{Answer, Solver, Term};

/// The most classes that are made.
const MOST_CLASSES: usize = 4096;

/// All calls of a component, taken apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Classes {
    classes: Vec<GuardedCall>,
    /// For each class whether it lies within each of the conditions.
    within: Vec<Vec<bool>>,
}

/// The conditions tell more calls apart than can be looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyClasses;

impl std::fmt::Display for TooManyClasses {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the guards tell more than {MOST_CLASSES} kinds of calls apart")
    }
}

impl std::error::Error for TooManyClasses {}

impl Classes {
    /// The coarsest classes that each of the conditions is a union of.
    ///
    /// # Errors
    /// There are too many.
    pub fn of(component: &mut Component, conditions: &[GuardedCall]) -> Result<Classes, TooManyClasses> {
        let mut found = Classes { classes: Vec::new(), within: Vec::new() };
        for method in 0..component.methods.len() {
            found.add_method(component, method, conditions)?;
        }
        Ok(found)
    }

    fn add_method(
        &mut self,
        component: &mut Component,
        method: usize,
        conditions: &[GuardedCall],
    ) -> Result<(), TooManyClasses> {
        let domain = component.parameter_domains(method);
        let mut parts = vec![(component.terms.bool(true), vec![false; conditions.len()])];
        for (index, condition) in conditions.iter().enumerate().filter(|(_, condition)| condition.method == method) {
            parts = split(component, domain, parts, (index, condition.guard));
            if self.classes.len() + parts.len() > MOST_CLASSES {
                return Err(TooManyClasses);
            }
        }
        for (guard, within) in parts {
            self.classes.push(GuardedCall { method, guard });
            self.within.push(within);
        }
        Ok(())
    }

    /// The classes.
    pub fn list(&self) -> &[GuardedCall] {
        &self.classes
    }

    /// Whether a class lies within one of the conditions that the classes were made from; otherwise it lies outside.
    pub fn is_within(&self, class: usize, condition: usize) -> bool {
        self.within[class][condition]
    }
}

/// Takes each part apart by a condition; empty parts are left out.
fn split(
    component: &mut Component,
    domain: Term,
    parts: Vec<(Term, Vec<bool>)>,
    (index, condition): (usize, Term),
) -> Vec<(Term, Vec<bool>)> {
    let outside = component.terms.not(condition);
    let mut split = Vec::new();
    for (guard, within) in parts {
        for (side, inside) in [(condition, true), (outside, false)] {
            let both = component.terms.and(guard, side);
            // Where it is not known whether some arguments fulfil both, an empty class does no harm.
            if Solver::new().check(&component.terms, &[domain, both]) != Answer::Unsat {
                let mut within = within.clone();
                within[index] = inside;
                split.push((both, within));
            }
        }
    }
    split
}

/// The condition that the arguments of a method are these, where they are given.
pub fn arguments_are(component: &mut Component, method: usize, arguments: &[Option<u64>]) -> Term {
    let parameters = component.methods[method].parameters.clone();
    let mut condition = component.terms.bool(true);
    for (parameter, value) in parameters.iter().zip(arguments) {
        let Some(value) = *value else { continue };
        let sort = component.sort(parameter.ty);
        let (term, value) = (component.terms.symbol(parameter.symbol), component.terms.constant(sort, value));
        let part = component.terms.equal(term, value);
        condition = component.terms.and(condition, part);
    }
    condition
}

/// The guarded call that stands for this letter only.
pub fn only(component: &mut Component, letter: &Letter) -> GuardedCall {
    let arguments: Vec<Option<u64>> = letter.arguments.iter().copied().map(Some).collect();
    GuardedCall { method: letter.method, guard: arguments_are(component, letter.method, &arguments) }
}

/// The calls of a class as a call of an interface, with the method's own outcomes.
pub fn as_call(component: &Component, calls: &GuardedCall, id: String) -> etiquette_automata::Call {
    let method = &component.methods[calls.method];
    let guard = Scope::new(component, Some(method)).exact(calls.guard).into();
    etiquette_automata::Call { id, guard, ..etiquette_automata::Call::of_method(component, method) }
}
