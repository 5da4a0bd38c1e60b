//! What an interface keeps beside its state, in the product: variables of the system that returning calls set.
//!
//! Guards of calls may read them as they read state variables. New values are over these variables and the method's
//! parameters as they were when the call was made, and over the number that it returned.

use std::collections::BTreeMap;

use etiquette_automata::{CallId, EventId, StateId};
use etiquette_component::BlockEnd;
use etiquette_logic::{Substitution, Symbol, Term};
use rustc_hash::FxHashMap;

use super::encode::Encoder;

/// Variables of an interface, with what events set them to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Registers {
    /// The variables, with what they are at first.
    pub variables: Vec<(Symbol, u64)>,
    /// What events set them to, by the state in which the call is made. What is not named keeps its value.
    pub updates: BTreeMap<(StateId, EventId), Vec<(Symbol, Term)>>,
    /// The numbers that events must return: runs in which they return others are not looked at.
    pub returned: BTreeMap<(StateId, EventId), u64>,
}

impl Registers {
    /// All values that the events of a call set.
    pub(super) fn values_of(&self, is_of_call: impl Fn(EventId) -> bool) -> Vec<Term> {
        let updates = self.updates.iter().filter(|((_, event), _)| is_of_call(*event));
        updates.flat_map(|(_, set)| set.iter().map(|(_, value)| *value)).collect()
    }
}

impl Encoder<'_, '_> {
    /// The event that a call is which ends like this.
    fn event(&self, call: CallId, end: BlockEnd) -> Option<EventId> {
        let BlockEnd::Returned(outcome) = end else { return None };
        self.product.interface.alphabet().events_of(call).nth(outcome)
    }

    /// What a call sets where it returns. `given` has the values of its parameters when it was made, and of its result.
    pub(super) fn set_registers(
        &mut self,
        call: CallId,
        end: BlockEnd,
        given: &mut Substitution,
        values: &mut FxHashMap<Symbol, Term>,
    ) {
        let Some(event) = self.event(call, end) else { return };
        for &(register, _) in &self.parts.registers.variables {
            let mut result = self.component.terms.symbol(register);
            for (value, states) in self.values_by_states(register, event) {
                let (value, here) = (given.apply(&mut self.component.terms, value), self.is_among(&states));
                result = self.component.terms.ite(here, value, result);
            }
            values.insert(register, result);
        }
    }

    /// The number that a call returns where it ends like this, if anybody looks at it. `otherwise` is what its variable
    /// holds if the last step does not set it.
    pub(super) fn result(
        &mut self,
        call: CallId,
        end: BlockEnd,
        values: &FxHashMap<Symbol, Term>,
        otherwise: impl FnOnce(&mut Self, Symbol) -> Term,
    ) -> Option<(Symbol, Term)> {
        let event = self.event(call, end)?;
        let symbol = self.component.methods[self.parts.calls[call.index()].method].result?;
        let set = self.parts.registers.values_of(|other| other == event);
        let is_set = self.component.terms.symbols_of_all(&set).contains(&symbol);
        let is_asked = self.parts.registers.returned.keys().any(|(_, other)| *other == event);
        let value = (is_set || is_asked).then(|| values.get(&symbol).copied())?;
        Some((symbol, value.unwrap_or_else(|| otherwise(self, symbol))))
    }

    /// Whether a call that ends like this returns what it must.
    pub(super) fn returns_as_asked(&mut self, call: CallId, end: BlockEnd, result: Option<Term>) -> Term {
        let registers = self.parts.registers;
        let asked = registers.returned.iter().filter(|((_, event), _)| Some(*event) == self.event(call, end));
        let asked: Vec<(StateId, u64)> = asked.map(|(&(state, _), &number)| (state, number)).collect();
        let terms = asked.into_iter().map(|(state, number)| {
            let elsewhere = self.is_among(&[state]);
            let elsewhere = self.component.terms.not(elsewhere);
            let Some(result) = result else { return elsewhere };
            let number = self.component.terms.constant(self.component.terms.sort(result), number);
            let same = self.component.terms.equal(result, number);
            self.component.terms.or(elsewhere, same)
        });
        let terms: Vec<Term> = terms.collect();
        self.component.terms.all(terms)
    }

    /// The values that an event sets a register to, each with the states in which it does.
    fn values_by_states(&self, register: Symbol, event: EventId) -> Vec<(Term, Vec<StateId>)> {
        let mut found: Vec<(Term, Vec<StateId>)> = Vec::new();
        for (&(state, _), set) in self.parts.registers.updates.iter().filter(|((_, other), _)| *other == event) {
            for &(_, value) in set.iter().filter(|(symbol, _)| *symbol == register) {
                match found.iter_mut().find(|(known, _)| *known == value) {
                    Some((_, states)) => states.push(state),
                    None => found.push((value, vec![state])),
                }
            }
        }
        found
    }

    /// For a method with loops, a symbol for each parameter that registers are set from and that its body changes before
    /// it returns.
    pub(super) fn remembered(&mut self, call: CallId) -> Vec<(Symbol, Symbol)> {
        let method = self.parts.calls[call.index()].method;
        let summary = &self.parts.summaries[method];
        if summary.is_loop_free() {
            return Vec::new();
        }
        let is_changed = |symbol: Symbol| {
            let mut updates = summary.blocks.iter().flat_map(|block| &block.updates);
            updates.any(|(changed, _)| *changed == symbol)
        };
        let alphabet = self.product.interface.alphabet();
        let values = self.parts.registers.values_of(|event| alphabet.call_of(event) == call);
        let read = self.component.terms.symbols_of_all(&values);
        let parameters = self.component.parameter_symbols(method).into_iter();
        let parameters = parameters.filter(|symbol| read.contains(symbol) && is_changed(*symbol));
        let terms = &mut self.component.terms;
        let copy = |symbol: Symbol| {
            let (name, sort) = (format!("{} given", terms.symbol_name(symbol)), terms.symbol_sort(symbol));
            (symbol, terms.new_symbol(&name, sort))
        };
        parameters.map(copy).collect()
    }
}
