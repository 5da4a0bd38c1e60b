//! Pure observers: methods that always return, never fail and change nothing, wherever the interface is. One of an object
//! in a role need not where there is no such object.

use etiquette_component::{Action, Binding, Location, NO_SUCH_OBJECT, Type, observer_name};
use etiquette_logic::{Answer, Sort, Symbol, Term};

use super::Observers;
use crate::plain::{self, Values};
use crate::runs::{End, Runs, runs};

/// A method that tells something about the component.
pub struct Observer {
    /// What it returns, under the name that it has in conditions.
    pub value: Binding,
    /// That this is what it returns, over the component's variables; hidden choices may leave both open.
    pub returns: Term,
    /// The states in which it always returns, never fails and changes nothing.
    pub is_pure: Vec<bool>,
}

impl Observers<'_> {
    /// The method, if it is a pure observer. Methods with loops are not looked at.
    pub(super) fn pure(&mut self, method: usize) -> Option<Observer> {
        let value = self.value_of(method)?;
        let ends = runs(&mut self.component, method, Location::ENTRY, &[]).ok()?;
        let (mut returns, mut wrong) = (Vec::new(), Vec::new());
        for (end, runs) in &ends {
            match self.returned(method, *end, runs) {
                Some(returned) => {
                    let pool = &mut self.component.terms;
                    let own = pool.symbol(value.symbol);
                    let is_it = plain::equal(pool, own, returned);
                    returns.push((runs.condition, is_it));
                    wrong.push(self.changes_something(runs));
                }
                None => wrong.push(runs.condition),
            }
        }
        wrong.push(self.returns_nothing(returns.iter().map(|(condition, _)| *condition)));
        let pool = &mut self.component.terms;
        let wrong = plain::any(pool, wrong);
        let returning = plain::any(pool, returns.iter().map(|(condition, _)| *condition));
        let returns: Vec<Term> =
            returns.into_iter().map(|(condition, is_it)| plain::and(pool, condition, is_it)).collect();
        let returns = plain::any(pool, returns);
        let may_be_missing = self.fails_without_object(method);
        let mut is_never =
            |known: Term, what: Term| self.solver.check(&self.component.terms, &[known, what]) == Answer::Unsat;
        let mut is_pure = |known: &Option<Term>| match *known {
            None => Some(false),
            Some(known) if is_never(known, wrong) => Some(true),
            Some(known) => (may_be_missing && is_never(known, returning)).then_some(false),
        };
        let is_pure: Vec<bool> = self.states.iter().map(&mut is_pure).collect::<Option<_>>()?;
        is_pure.contains(&true).then_some(Observer { value, returns, is_pure })
    }

    /// Whether a method fails where there is no object in its role, and never otherwise.
    fn fails_without_object(&self, method: usize) -> bool {
        let edges = self.component.methods[method].body.edges.iter();
        let errors = edges.filter_map(|edge| if let Action::Error(error) = edge.action { Some(error) } else { None });
        let names: Vec<&str> = errors.map(|error| self.component.errors[error].name.as_str()).collect();
        !names.is_empty() && names.iter().all(|name| *name == NO_SUCH_OBJECT)
    }

    /// A symbol for what a method returns that is called without arguments, and may return `true` or `false`, or a number.
    fn value_of(&mut self, method: usize) -> Option<Binding> {
        let method = &self.component.methods[method];
        let has = |name: &str| method.outcomes.iter().any(|outcome| outcome == name);
        let truth = (has("true") && has("false")).then_some(Type::Bool);
        let ty = truth.or_else(|| Some(method.result()?.ty))?;
        let is_asked = !method.constructor && method.parameters.is_empty();
        let name = is_asked.then(|| observer_name(&method.name))?;
        let sort = self.component.sort(ty);
        let symbol = self.component.terms.new_symbol(name.clone(), sort);
        Some(Binding { name, ty, symbol })
    }

    /// What is returned at an end of runs; `None` where nothing is, or neither a truth value nor a number.
    fn returned(&mut self, method: usize, end: End, runs: &Runs) -> Option<Term> {
        let End::Returned(outcome) = end else { return None };
        let known = &self.component.methods[method];
        if let Some(result) = known.result().filter(|_| known.returns_number(outcome)) {
            return runs.values.get(&result.symbol).copied();
        }
        let value = match self.component.methods[method].outcomes[outcome].as_str() {
            "true" => true,
            "false" => false,
            _ => return None,
        };
        Some(self.component.terms.bool(value))
    }

    /// That no run returns whose hidden choices are made in one way. If that is never so, there always is a run.
    fn returns_nothing(&mut self, returns: impl Iterator<Item = Term>) -> Term {
        let pool = &mut self.component.terms;
        let returns = plain::any(pool, returns);
        let state: Vec<Symbol> = self.component.variables.iter().map(|variable| variable.binding.symbol).collect();
        let choices = pool.symbols_of(returns).into_iter().filter(|symbol| !state.contains(symbol));
        let made: Values = choices
            .map(|choice| {
                let sort = pool.symbol_sort(choice);
                (choice, pool.constant(sort, u64::from(sort == Sort::Bool)))
            })
            .collect();
        let returns = plain::replace(pool, returns, &made);
        plain::not(pool, returns)
    }

    /// That a run leaves a variable at another value.
    fn changes_something(&mut self, runs: &Runs) -> Term {
        let variables: Vec<Symbol> = self.component.variables.iter().map(|variable| variable.binding.symbol).collect();
        let pool = &mut self.component.terms;
        let mut changes = Vec::new();
        for symbol in variables {
            if let Some(&after) = runs.values.get(&symbol) {
                let before = pool.symbol(symbol);
                let same = plain::equal(pool, before, after);
                changes.push(plain::not(pool, same));
            }
        }
        let changes = plain::any(pool, changes);
        plain::and(pool, runs.condition, changes)
    }
}
