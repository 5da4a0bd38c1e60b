//! The registers of an interface that is tied to a component: symbols of the component's terms, and what events set
//! them to.

use std::collections::BTreeMap;

use etiquette_automata::{EventId, Interface, Simulator, StateId, Update};
use etiquette_component::{Binding, Component, Guard, Method, RESULT, Type, register_of, register_parameter};
use etiquette_logic::{Symbol, Term, evaluate};

use crate::tied::{Misfit, OTHER_OPTIONS, misfit};

/// Registers with what they are at first, and what becomes of them.
#[derive(Clone, Debug, Default)]
pub struct TiedRegisters {
    registers: Vec<(Binding, u64)>,
    updates: BTreeMap<(StateId, EventId), Vec<(Symbol, Term)>>,
}

impl TiedRegisters {
    /// The registers, which nothing sets yet.
    pub(crate) fn new(component: &mut Component, interface: &Interface) -> Result<Self, Misfit> {
        if interface.memory().is_empty() {
            return Ok(TiedRegisters::default());
        }
        // What has no meaning whatever the component is, is best said in terms of the interface.
        Simulator::new(interface).map_err(|problem| misfit(problem.to_string(), "correct the interface"))?;
        let registers = interface.memory().registers.iter().map(|register| {
            let ty = type_of(component, &register.ty).ok_or_else(|| {
                let message = format!("the register `{}` has a type that is not known: {}", register.name, register.ty);
                misfit(message, OTHER_OPTIONS)
            })?;
            let name = register_parameter(&register.name);
            let symbol = component.terms.new_symbol(&name, component.sort(ty));
            let binding = Binding { name, ty, symbol };
            let first = match &register.initial {
                Some(written) => constant(component, &binding, &Guard::from(written.as_str()))?,
                None => 0,
            };
            Ok((binding, first))
        });
        Ok(TiedRegisters { registers: registers.collect::<Result<_, _>>()?, ..TiedRegisters::default() })
    }

    /// Reads what events set; `outcomes_of` gives the component's method for an event, and the outcomes that are this
    /// event.
    pub(crate) fn read_updates(
        &mut self,
        component: &mut Component,
        interface: &Interface,
        outcomes_of: impl Fn(EventId) -> (usize, Vec<usize>),
    ) -> Result<(), Misfit> {
        for (state, event, update) in interface.memory().all_updates() {
            let set = self.read_update(component, interface, (event, outcomes_of(event)), update)?;
            self.updates.entry((state, event)).or_default().push(set);
        }
        Ok(())
    }

    fn read_update(
        &self,
        component: &mut Component,
        interface: &Interface,
        (event, (method, outcomes)): (EventId, (usize, Vec<usize>)),
        update: &Update,
    ) -> Result<(Symbol, Term), Misfit> {
        let call = interface.alphabet().call(interface.alphabet().call_of(event));
        let known = self.beside_parameters(component, method);
        let mut scope = call.scope(&known).map_err(|problem| misfit(problem.to_string(), OTHER_OPTIONS))?;
        let (register, _) = &self.registers[update.register];
        if update.looks_at_result() && scope.iter().all(|known| known.name != RESULT) {
            scope.push(result(&component.methods[method], &outcomes, name_of(register))?);
        }
        let value = update.value.value_over(component, &scope, register.ty);
        Ok((register.symbol, value.map_err(|problem| unreadable(register, &update.value, &problem.message))?))
    }

    /// The parameters of a method, and the registers behind them: what a guard of the method may speak of.
    pub(crate) fn beside_parameters(&self, component: &Component, method: usize) -> Vec<Binding> {
        component.methods[method].parameters.iter().chain(self.registers.iter().map(|(one, _)| one)).cloned().collect()
    }

    /// The registers, with what they are at first.
    pub fn at_first(&self) -> Vec<(Symbol, u64)> {
        self.registers.iter().map(|(register, first)| (register.symbol, *first)).collect()
    }

    /// What an event sets in a state.
    pub fn updates(&self, state: StateId, event: EventId) -> Vec<(Symbol, Term)> {
        self.updates.get(&(state, event)).cloned().unwrap_or_default()
    }

    /// The names of registers with their values, as people write them.
    pub fn written(&self, component: &Component, values: &[(Symbol, u64)]) -> Vec<(String, String)> {
        let written = self.registers.iter().zip(values).map(|((register, _), (_, value))| {
            (name_of(register).to_owned(), component.value_name(register.ty, *value))
        });
        written.collect()
    }
}

/// What `result` means in a value after calls that end with one of these outcomes.
fn result(method: &Method, outcomes: &[usize], register: &str) -> Result<Binding, Misfit> {
    let returned = outcomes.iter().map(|&outcome| method.result_in_values(outcome));
    let found = returned.collect::<Option<Vec<_>>>().and_then(|mut found| found.pop());
    found.ok_or_else(|| {
        let name = &method.name;
        let message =
            format!("the register `{register}` is set to what `{name}` returns, and that is not always a number");
        misfit(message, OTHER_OPTIONS)
    })
}

fn name_of(register: &Binding) -> &str {
    register_of(&register.name).unwrap_or(&register.name)
}

/// A type of numbers or truth values, or an enum of the component.
fn type_of(component: &Component, written: &str) -> Option<Type> {
    let named = || component.enums.iter().position(|known| known.name == written).map(Type::Enum);
    Type::of_source(written).or_else(named)
}

fn constant(component: &mut Component, register: &Binding, written: &Guard) -> Result<u64, Misfit> {
    let term = written.value_over(component, &[], register.ty);
    let term = term.map_err(|problem| unreadable(register, written, &problem.message))?;
    Ok(evaluate(&component.terms, term, |_| 0))
}

fn unreadable(register: &Binding, value: &Guard, problem: &str) -> Misfit {
    let name = name_of(register);
    misfit(format!("the value `{value}` of the register `{name}` can't be read: {problem}"), OTHER_OPTIONS)
}
