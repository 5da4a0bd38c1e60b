//! Pure observers: methods that always return, never fail and change nothing, wherever the interface is.

use etiquette_component::{Binding, Location, Type, observer_name};
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
}

impl Observers<'_> {
    /// The method, if it is a pure observer. Methods with loops are not looked at.
    pub(super) fn pure(&mut self, method: usize) -> Option<Observer> {
        let [yes, no] = self.truth_values(method)?;
        let ends = runs(&mut self.component, method, Location::ENTRY, &[]).ok()?;
        let never = self.component.terms.bool(false);
        let [yes, no] = [yes, no].map(|outcome| End::Returned(outcome));
        let [is_yes, is_no] = [yes, no].map(|end| ends.get(&end).map_or(never, |runs| runs.condition));
        let mut wrong = vec![self.returns_nothing(is_yes, is_no)];
        for (end, runs) in &ends {
            wrong.push(if [yes, no].contains(end) { self.changes_something(runs) } else { runs.condition });
        }
        let wrong = plain::any(&mut self.component.terms, wrong);
        let states: Vec<Term> = self.states.iter().flatten().copied().collect();
        let mut is_never = |known: &Term| self.solver.check(&self.component.terms, &[*known, wrong]) == Answer::Unsat;
        states.iter().all(&mut is_never).then(|| self.observer(method, is_yes, is_no))
    }

    /// The positions of the outcomes `true` and `false`, of a method that is called without arguments.
    fn truth_values(&self, method: usize) -> Option<[usize; 2]> {
        let method = &self.component.methods[method];
        let outcome = |name: &str| method.outcomes.iter().position(|outcome| outcome == name);
        let is_asked = !method.constructor && method.parameters.is_empty();
        Some([outcome("true")?, outcome("false")?]).filter(|_| is_asked)
    }

    /// That no run returns whose hidden choices are made in one way. If that is never so, there always is a run.
    fn returns_nothing(&mut self, is_yes: Term, is_no: Term) -> Term {
        let pool = &mut self.component.terms;
        let returns = plain::or(pool, is_yes, is_no);
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

    fn observer(&mut self, method: usize, is_yes: Term, is_no: Term) -> Observer {
        let name = observer_name(&self.component.methods[method].name);
        let pool = &mut self.component.terms;
        let symbol = pool.new_symbol(name.clone(), Sort::Bool);
        let value = pool.symbol(symbol);
        let yes = plain::and(pool, is_yes, value);
        let is_false = plain::not(pool, value);
        let no = plain::and(pool, is_no, is_false);
        let returns = plain::or(pool, yes, no);
        Observer { value: Binding { name, ty: Type::Bool, symbol }, returns }
    }
}
