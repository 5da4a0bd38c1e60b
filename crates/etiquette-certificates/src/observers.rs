//! Guards in the class's own words: whether pure observers of a component say the same as a guard.
//!
//! An observer is asked about the component as it was read, not about a slice: slicing takes away what no error depends
//! on, and what a method returns is mostly that. The labels of a certificate hold there all the same, since a slice has
//! the component's variables with their values.

mod carry;
mod pure;

use etiquette_automata::{Call, CallId, Interface, Register, StateId};
use etiquette_component::{Binding, Component, Guard, Type, register_parameter};
use etiquette_logic::{Answer, Solver, Term};

use crate::certificate::Certificate;
use crate::check::{Limits, solver};
use crate::plain;
use crate::scope::{Seen, domain, domains};
use carry::Carry;
use pure::Observer;

/// The pure observers of a component, and what is known wherever its interface is.
pub struct Observers<'a> {
    component: Component,
    interface: &'a Interface,
    /// What holds in each state, over the component's variables; `None` where there is no object yet.
    states: Vec<Option<Term>>,
    observers: Vec<Observer>,
    solver: Solver,
}

/// Why observers are not known to say the same as a guard.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotObserved {
    /// They say something else.
    Differs,
    /// The solver gave up.
    Undecided,
    /// It can't be read: what it names is no pure observer, or no parameter.
    Unreadable(String),
}

impl<'a> Observers<'a> {
    /// The observers of a component, as far as the certificate of an interface says where it can be. The certificate is
    /// about `sliced`, which has some of the variables, as variables or as registers. `None` where it has others.
    pub fn new(
        component: &Component,
        interface: &'a Interface,
        (sliced, certificate): (&Component, &Certificate),
        limits: &Limits,
    ) -> Option<Self> {
        let mut component = component.clone();
        let carry = Carry::new(sliced, &component)?;
        let always = domains(&mut component, Seen::State);
        let relied_on = carry.term(sliced.relied_on, &mut component)?;
        let mut states = Vec::new();
        for state in interface.states() {
            let label = carry.term(*certificate.labels.get(state.index())?, &mut component)?;
            let known = plain::all(&mut component.terms, [always, relied_on, label]);
            let is_there = state != interface.initial() || !component.has_constructors();
            states.push(is_there.then_some(known));
        }
        let mut found = Observers { component, interface, states, observers: Vec::new(), solver: solver(limits) };
        found.observers = (0..found.component.methods.len()).filter_map(|method| found.pure(method)).collect();
        Some(found)
    }

    /// What the observers are called in a condition, `isEmpty()`, and the types of what they return.
    pub fn names(&self) -> impl Iterator<Item = (&str, Type)> {
        self.observers.iter().map(|observer| (observer.value.name.as_str(), observer.value.ty))
    }

    /// Whether a condition says the same as a call's guard, in every state where some call of the method is allowed.
    ///
    /// # Errors
    /// Why that is not known.
    pub fn say_the_same(&mut self, call: CallId, observed: &Guard) -> Result<(), NotObserved> {
        let call = self.interface.alphabet().call(call);
        let unreadable = |problem: String| NotObserved::Unreadable(problem);
        let scope = self.scope(call).map_err(unreadable)?;
        let read = |component: &mut Component, condition: &Guard, scope: &[Binding]| {
            condition.over(component, scope).map_err(|problem| unreadable(problem.message))
        };
        let guard = read(&mut self.component, &call.guard, &scope)?;
        let values: Vec<Binding> = self.observers.iter().map(|observer| observer.value.clone()).collect();
        let said = read(&mut self.component, observed, &[&scope[..], &values[..]].concat())?;
        let states = self.where_it_matters(&call.method);
        self.can_be_asked(said, &states)?;
        let differs = self.differs(&scope, guard, said);
        self.is_never(&states, differs)
    }

    /// Whether an observer returns this, which is over registers, wherever there is an object.
    ///
    /// # Errors
    /// Why that is not known.
    pub fn returns(&mut self, name: &str, value: &Guard) -> Result<(), NotObserved> {
        let unreadable = |problem: String| NotObserved::Unreadable(problem);
        let observer = self.observers.iter().find(|observer| observer.value.name == name);
        let own = observer.ok_or_else(|| unreadable(format!("`{name}` is no observer")))?.value.clone();
        let states = self.made();
        let asked = self.component.terms.symbol(own.symbol);
        self.can_be_asked(asked, &states)?;
        let registers = self.registers().map_err(unreadable)?;
        let value = value.value_over(&mut self.component, &registers, own.ty);
        let value = value.map_err(|problem| unreadable(problem.message))?;
        let differs = self.differs(&[], asked, value);
        self.is_never(&states, differs)
    }

    /// Whether the observers of which a condition speaks are pure in each of the states.
    fn can_be_asked(&self, condition: Term, states: &[StateId]) -> Result<(), NotObserved> {
        let symbols = self.component.terms.symbols_of(condition);
        let mut asked = self.observers.iter().filter(|observer| symbols.contains(&observer.value.symbol));
        match asked.find(|observer| states.iter().any(|state| !observer.is_pure[state.index()])) {
            Some(observer) => Err(NotObserved::Unreadable(format!("`{}` can't be asked there", observer.value.name))),
            None => Ok(()),
        }
    }

    /// The states in which there is an object.
    fn made(&self) -> Vec<StateId> {
        self.interface.states().filter(|state| self.states[state.index()].is_some()).collect()
    }

    /// Whether a condition holds in none of the states.
    fn is_never(&mut self, states: &[StateId], condition: Term) -> Result<(), NotObserved> {
        for known in states.iter().filter_map(|state| self.states[state.index()]) {
            match self.solver.check(&self.component.terms, &[known, condition]) {
                Answer::Unsat => {}
                Answer::Sat => return Err(NotObserved::Differs),
                Answer::Unknown(_) => return Err(NotObserved::Undecided),
            }
        }
        Ok(())
    }

    /// That two conditions differ, with values of their types for all that is in scope, and with observers that are
    /// what they return.
    fn differs(&mut self, scope: &[Binding], guard: Term, said: Term) -> Term {
        let mut symbols = self.component.terms.symbols_of(said);
        symbols.extend(self.component.terms.symbols_of(guard));
        let asked: Vec<Term> = { &self.observers }
            .iter()
            .filter(|observer| symbols.contains(&observer.value.symbol))
            .map(|observer| observer.returns)
            .collect();
        let mut parts = asked;
        for binding in scope {
            let term = self.component.terms.symbol(binding.symbol);
            parts.extend(domain(&mut self.component, binding.ty, term));
        }
        let pool = &mut self.component.terms;
        let same = plain::equal(pool, guard, said);
        parts.push(plain::not(pool, same));
        plain::all(pool, parts)
    }

    /// What a guard may speak of: the parameters of the method, and registers, which are variables of the component.
    fn scope(&self, call: &Call) -> Result<Vec<Binding>, String> {
        let method = self.component.methods.iter().find(|method| method.name == call.method);
        let method = method.ok_or_else(|| format!("there is no method `{}`", call.method))?;
        let told = |register: Binding| Binding { name: register_parameter(&register.name), ..register };
        let registers = self.registers()?.into_iter().map(told);
        let bindings: Vec<Binding> = method.parameters.iter().cloned().chain(registers).collect();
        call.scope(&bindings).map_err(|unread| unread.to_string())
    }

    /// The registers, which are variables of the component.
    fn registers(&self) -> Result<Vec<Binding>, String> {
        let variable = |register: &Register| {
            let found = self.component.variables.iter().find(|known| known.binding.name == register.name);
            found.map(|known| known.binding.clone()).ok_or_else(|| format!("there is no variable `{}`", register.name))
        };
        self.interface.memory().registers.iter().map(variable).collect()
    }

    /// The states where some call of a method is allowed. Elsewhere nothing depends on what tells its calls apart.
    fn where_it_matters(&self, method: &str) -> Vec<StateId> {
        let alphabet = self.interface.alphabet();
        let is_allowed = |state: &StateId| {
            let mut calls = alphabet.call_ids().filter(|call| alphabet.call(*call).method == method);
            calls.any(|call| self.interface.allows(*state, call))
        };
        self.made().into_iter().filter(is_allowed).collect()
    }
}
