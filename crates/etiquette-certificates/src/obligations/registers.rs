//! Registers: after each allowed call they are what the interface says.

use etiquette_automata::{Call, Update};
use etiquette_component::{Binding, Component, Exposed, RESULT};
use etiquette_logic::{Symbol, Term};

use super::{Aim, ObligationKind, ObligationMaker, Pursuit};
use crate::plain::{self, Values};
use crate::wellformed::Malformed;

impl ObligationMaker<'_> {
    /// No run that ends with the outcome leaves a register at another value.
    pub(super) fn registers_after(
        &mut self,
        pursuit: &Pursuit,
        call: &str,
        outcome: usize,
        run: [Term; 2],
        values: &Values,
    ) {
        let event = self.interface.alphabet().event(pursuit.call, outcome);
        let is_accepted = pursuit.aim == Aim::Allowed && self.interface.next(pursuit.state, event).is_some();
        if self.interface.memory().is_empty() || !is_accepted {
            return;
        }
        let updates = self.interface.updates(pursuit.state, event);
        for exposed in self.component.methods[pursuit.method].registers.clone() {
            let Some(after) = exposed.after else { continue };
            let update = updates.iter().find(|update| update.register == exposed.register);
            let said = self.said(pursuit, outcome, update, &exposed);
            // What is returned is known then, and not before.
            let said = self.with_result(pursuit.method, said, values);
            let pool = &mut self.component.terms;
            let own = pool.symbol(after);
            let found = values.get(&after).copied().unwrap_or(own);
            let same = plain::equal(pool, found, said);
            let differs = plain::not(pool, same);
            let register = &self.component.registers[exposed.register].binding.name;
            let what = format!("{call} leaves `{register}` at what is said");
            self.demand(ObligationKind::Labels, what, run.into_iter().chain([differs]));
        }
        if updates.iter().any(|update| update.value.names().contains(&RESULT)) {
            self.results_tell_nothing_else(pursuit, call, run, values);
        }
        self.relied_on_after(pursuit.method, call, run, values);
    }

    /// What clients rely on still holds. That it did before is in the run, as that arguments have values of their types.
    fn relied_on_after(&mut self, method: usize, call: &str, run: [Term; 2], values: &Values) {
        let exposed = self.component.methods[method].registers.clone();
        if exposed.iter().all(|known| known.after.is_none()) {
            return;
        }
        let mut now = Values::default();
        for Exposed { register, before, after } in exposed {
            let symbol = self.component.registers[register].binding.symbol;
            let pool = &mut self.component.terms;
            let kept = after.or(before).map(|found| pool.symbol(found));
            let new = after.and_then(|found| values.get(&found).copied());
            now.extend(new.or(kept).map(|value| (symbol, value)));
        }
        let broken = self.misses(self.component.relied_on, &now);
        let what = format!("{call} preserves what is relied on of the registers");
        self.demand(ObligationKind::Labels, what, run.into_iter().chain([broken]));
    }

    /// What clients rely on holds from the beginning, where there are no constructors to see to it.
    pub(super) fn relied_on_at_first(&mut self) {
        if self.interface.memory().is_empty() || self.component.has_constructors() {
            return;
        }
        let component = &mut *self.component;
        let first = component.registers.iter().map(|register| {
            let sort = component.terms.symbol_sort(register.binding.symbol);
            (register.binding.symbol, component.terms.constant(sort, register.initial))
        });
        let first: Values = first.collect();
        let broken = self.misses(self.component.relied_on, &first);
        let what = "what is relied on of the registers holds at first".into();
        self.demand(ObligationKind::Labels, what, [broken]);
    }

    /// A term with the number that was returned for the variable that holds it.
    fn with_result(&mut self, method: usize, term: Term, values: &Values) -> Term {
        let returned = self.component.methods[method].result.and_then(|result| Some((result, *values.get(&result)?)));
        plain::replace(&mut self.component.terms, term, &returned.into_iter().collect())
    }

    /// What a register is said to be after a call.
    fn said(&mut self, pursuit: &Pursuit, outcome: usize, update: Option<&Update>, exposed: &Exposed) -> Term {
        let call = self.interface.alphabet().call(pursuit.call);
        match (update, exposed.before) {
            (Some(update), _) => {
                new_value(self.component, call, (pursuit.method, outcome), update).expect("it is well formed")
            }
            (None, Some(before)) => self.component.terms.symbol(before),
            (None, None) => {
                let register = &self.component.registers[exposed.register];
                let (sort, initial) = (self.component.sort(register.binding.ty), register.initial);
                self.component.terms.constant(sort, initial)
            }
        }
    }
}

/// What an update sets a register to when a call of the method ends with the outcome, over its parameters and what it
/// returned.
///
/// # Errors
/// If it says nothing there.
pub fn new_value(
    component: &mut Component,
    call: &Call,
    (method, outcome): (usize, usize),
    update: &Update,
) -> Result<Term, Malformed> {
    let result = component.methods[method].result_in_values(outcome);
    let parameters: Vec<Binding> = component.methods[method].parameters.clone();
    let malformed = |problem: String| Malformed { place: format!("what `{call}` sets a register to"), problem };
    let mut scope = call.scope(&parameters).map_err(|unread| malformed(unread.to_string()))?;
    scope.extend(result.clone());
    let ty = component.registers[update.register].binding.ty;
    let value = update.value.value_over(component, &scope, ty).map_err(|problem| malformed(problem.message))?;
    let symbols = component.terms.symbols_of(value);
    let is_seen = |symbol: &Symbol| parameters.iter().chain(&result).any(|known| known.symbol == *symbol);
    let unseen = symbols.into_iter().find(|symbol| !is_seen(symbol));
    match unseen {
        None => Ok(value),
        Some(unseen) => Err(malformed(format!("`{}` can't be seen there", component.terms.symbol_name(unseen)))),
    }
}
