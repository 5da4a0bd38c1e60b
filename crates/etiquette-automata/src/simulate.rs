//! Walks through an interface with argument values: which call is made, whether it is allowed, and what the registers
//! are then.
//!
//! Numbers and truth values are what they are. Everything else has the values that guards name, and one more that
//! stands for all the others, as in [`Arguments`](crate::Arguments).

use std::collections::BTreeMap;

use etiquette_component::diagnostic::nearest;
use etiquette_component::{Binding, Component, Enumeration, Guard, RESULT, Type, register_of, register_parameter};
use etiquette_logic::{BinaryOp, Node, Symbol, Term, evaluate, mask};

use crate::arguments::{argument_type, named_values};
use crate::interface::{Call, CallId, EventId, Interface, StateId};
use crate::memory::{Observer, Register, Update};

/// A state with values of the registers.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Configuration {
    /// The state.
    pub state: StateId,
    /// The values of the registers, in order.
    pub registers: Vec<u64>,
}

/// Why an interface can't be walked through.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unreadable {
    /// A guard has no meaning.
    Guard {
        /// The call, by its name in files.
        call: String,
        /// What is wrong with it.
        problem: String,
    },
    /// A register has a type that none can have.
    Type {
        /// The register.
        register: String,
        /// What is wrong with it.
        problem: String,
    },
    /// What an observer is said to return has no meaning.
    Observer {
        /// The observer.
        observer: String,
        /// What is wrong with what it is said to return.
        problem: String,
    },
    /// What a register is set to, or is at first, has no meaning.
    Value {
        /// The register.
        register: String,
        /// What it is set to.
        value: String,
        /// What is wrong with it.
        problem: String,
    },
}

impl std::fmt::Display for Unreadable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Unreadable::Guard { problem, .. } | Unreadable::Type { problem, .. } => f.write_str(problem),
            Unreadable::Value { register, value, problem } => {
                write!(f, "the value `{value}` of the register `{register}` can't be read: {problem}")
            }
            Unreadable::Observer { observer, problem } => {
                write!(f, "what `{observer}` is said to return can't be read: {problem}")
            }
        }
    }
}

/// An interface made ready to be walked through.
#[derive(Clone, Debug)]
pub struct Simulator {
    component: Component,
    interface: Interface,
    registers: Vec<Binding>,
    start: Vec<u64>,
    calls: Vec<(Vec<Binding>, Term)>,
    updates: BTreeMap<(StateId, EventId), Vec<(usize, Term)>>,
    /// What stands for the number that a call returned, of each type.
    results: Vec<Binding>,
}

impl Simulator {
    /// Makes an interface ready.
    ///
    /// # Errors
    /// What in it has no meaning.
    pub fn new(interface: &Interface) -> Result<Simulator, Unreadable> {
        Simulator::with_values(interface, &[])
    }

    /// The same, with more values that are told apart: a register may hold one that no guard names.
    ///
    /// # Errors
    /// What in the interface has no meaning.
    pub fn with_values(interface: &Interface, more: &[String]) -> Result<Simulator, Unreadable> {
        let mut component = Component::new("simulated");
        let mut values = values_in(interface);
        for name in more {
            if !values.contains(name) {
                values.push(name.clone());
            }
        }
        component.enums.push(Enumeration { name: "a value with a name".into(), values });
        refuse_wide_registers(interface)?;
        let registers: Vec<Binding> = interface
            .memory()
            .registers
            .iter()
            .map(|register| bind(&mut component, register_parameter(&register.name), &register.ty))
            .collect();
        let mut simulator = Simulator {
            component,
            interface: interface.clone(),
            start: vec![0; registers.len()],
            registers,
            calls: Vec::new(),
            updates: BTreeMap::new(),
            results: Vec::new(),
        };
        simulator.read_start()?;
        for call in interface.alphabet().calls() {
            let read = simulator.read_call(call)?;
            simulator.calls.push(read);
        }
        for (state, event, update) in interface.memory().all_updates() {
            let value = simulator.read_update(event, update)?;
            simulator.updates.entry((state, event)).or_default().push((update.register, value));
        }
        interface.memory().observers.iter().try_for_each(|observer| simulator.read_observer(observer))?;
        Ok(simulator)
    }

    /// What an observer returns only has to have a meaning: no walk depends on it.
    fn read_observer(&mut self, observer: &Observer) -> Result<(), Unreadable> {
        let plain = |register: &Binding| {
            let name = register_of(&register.name).unwrap_or(&register.name).to_owned();
            Binding { name, ..register.clone() }
        };
        let registers: Vec<Binding> = self.registers.iter().map(plain).collect();
        let unreadable = |problem: String| Unreadable::Observer { observer: observer.name.clone(), problem };
        let value = observer.value.value_over(&mut self.component, &registers, argument_type(&observer.ty));
        let value = value
            .map_err(|problem| unreadable(unknown_name(&observer.value, &registers).unwrap_or(problem.message)))?;
        if self.divides_by_zero(value) { Err(unreadable(DIVIDES_BY_ZERO.into())) } else { Ok(()) }
    }

    fn read_start(&mut self) -> Result<(), Unreadable> {
        for (position, register) in self.interface.memory().registers.iter().enumerate() {
            if let Some(initial) = &register.initial {
                let value = Guard::from(initial.as_str());
                let ty = self.registers[position].ty;
                let term = value.value_over(&mut self.component, &[], ty);
                let term = term.map_err(|problem| unreadable(&register.name, &value, problem.message))?;
                if self.divides_by_zero(term) {
                    return Err(unreadable(&register.name, &value, DIVIDES_BY_ZERO.into()));
                }
                self.start[position] = evaluate(&self.component.terms, term, |_| 0);
            }
        }
        Ok(())
    }

    fn read_call(&mut self, call: &Call) -> Result<(Vec<Binding>, Term), Unreadable> {
        let parameters =
            call.parameters.iter().map(|known| bind(&mut self.component, known.name.clone(), &known.ty)).collect();
        let parameters: Vec<Binding> = parameters;
        let known: Vec<Binding> = parameters.iter().chain(&self.registers).cloned().collect();
        let guard = call.guard_over(&mut self.component, &known);
        let guard = guard.map_err(|unread| unreadable_guard(call, unread.to_string()))?;
        match self.divides_by_zero(guard) {
            false => Ok((parameters, guard)),
            true => {
                let problem = format!("the guard `{}` of `{}` divides by zero", call.guard, call.method);
                Err(unreadable_guard(call, problem))
            }
        }
    }

    fn read_update(&mut self, event: EventId, update: &Update) -> Result<Term, Unreadable> {
        let id = self.interface.alphabet().call_of(event);
        let call = self.interface.alphabet().call(id);
        let known: Vec<Binding> = self.calls[id.index()].0.iter().chain(&self.registers).cloned().collect();
        let mut scope = call.scope(&known).map_err(|unread| unreadable_guard(call, unread.to_string()))?;
        let ty = self.registers[update.register].ty;
        scope.extend(self.result(&scope, ty));
        let name = &self.interface.memory().registers[update.register].name;
        let value = update.value.value_over(&mut self.component, &scope, ty);
        let value = value.map_err(|problem| {
            let why = unknown_name(&update.value, &scope).unwrap_or(problem.message);
            unreadable(name, &update.value, why)
        })?;
        match self.divides_by_zero(value) {
            false => Ok(value),
            true => Err(unreadable(name, &update.value, DIVIDES_BY_ZERO.into())),
        }
    }

    /// What `result` means in a value of a type: a number of that type, unless something else is called so.
    fn result(&mut self, scope: &[Binding], ty: Type) -> Option<Binding> {
        let is_free = scope.iter().all(|known| known.name != RESULT) && matches!(ty, Type::Int { .. });
        if !is_free {
            return None;
        }
        let known = self.results.iter().find(|known| known.ty == ty).cloned();
        Some(known.unwrap_or_else(|| {
            let symbol = self.component.terms.new_symbol(RESULT, self.component.sort(ty));
            let binding = Binding { name: RESULT.into(), ty, symbol };
            self.results.push(binding.clone());
            binding
        }))
    }

    fn divides_by_zero(&self, term: Term) -> bool {
        let terms = &self.component.terms;
        let is_division = |op: BinaryOp| {
            matches!(op, BinaryOp::SignedDiv | BinaryOp::SignedRem | BinaryOp::UnsignedDiv | BinaryOp::UnsignedRem)
        };
        terms.reachable(&[term]).into_iter().any(|part| {
            matches!(terms.node(part), Node::Binary(op, _, by) if is_division(op) && terms.as_constant(by) == Some(0))
        })
    }

    /// The interface.
    pub fn interface(&self) -> &Interface {
        &self.interface
    }

    /// Where every walk begins. Registers that constructors set are zero until then.
    pub fn start(&self) -> Configuration {
        Configuration { state: self.interface.initial(), registers: self.start.clone() }
    }

    /// The value with a name, of those that are neither numbers nor truth values. What nothing names is told from nothing
    /// else.
    pub fn named(&self, name: &str) -> u64 {
        self.component.enums[0].values.iter().position(|value| value == name).unwrap_or(0) as u64
    }

    /// The parameters of a call, details of arguments behind them.
    pub fn parameters(&self, call: CallId) -> &[Binding] {
        &self.calls[call.index()].0
    }

    /// Which call of a method is made with these arguments: the one whose guard holds. Details of arguments stand behind
    /// them.
    pub fn call(&self, at: &Configuration, method: &str, arguments: &[u64]) -> Option<CallId> {
        let alphabet = self.interface.alphabet();
        let mut calls = alphabet.call_ids().filter(|call| alphabet.call(*call).method == method);
        let holds = |call: &CallId| self.value(at, *call, (arguments, None), self.calls[call.index()].1);
        calls.find(|call| holds(call).is_some_and(|holds| holds != 0))
    }

    /// Where a call leads that is allowed, or should return, if it can end like that. Where registers are set to what it returned, see
    /// [`Simulator::after_returning`].
    pub fn after(&self, at: &Configuration, call: CallId, arguments: &[u64], outcome: usize) -> Option<Configuration> {
        self.after_returning(at, call, arguments, (outcome, None))
    }

    /// Where a call leads that is allowed, or should return, if it can end like that: with an outcome, and a number that it returned.
    /// `None`, too, where a register is set to that number and it is not known.
    pub fn after_returning(
        &self,
        at: &Configuration,
        call: CallId,
        arguments: &[u64],
        (outcome, result): (usize, Option<u64>),
    ) -> Option<Configuration> {
        let event = self.interface.alphabet().event(call, outcome);
        let state = self.interface.leads_to(at.state, event)?;
        let mut registers = at.registers.clone();
        for &(register, value) in self.updates.get(&(at.state, event)).into_iter().flatten() {
            registers[register] = self.value(at, call, (arguments, result), value)?;
        }
        Some(Configuration { state, registers })
    }

    /// The registers with their values, as people write them.
    pub fn written(&self, at: &Configuration) -> Vec<String> {
        let known = self.interface.memory().registers.iter().zip(&self.registers).zip(&at.registers);
        known
            .map(|((register, binding), value)| {
                format!("{} = {}", register.name, self.component.value_name(binding.ty, *value))
            })
            .collect()
    }

    fn mentions_result(&self, term: Term) -> bool {
        let symbols = self.component.terms.symbols_of(term);
        self.results.iter().any(|known| symbols.contains(&known.symbol))
    }

    /// `None` where it depends on what was returned, and that is not known.
    fn value(
        &self,
        at: &Configuration,
        call: CallId,
        (arguments, result): (&[u64], Option<u64>),
        term: Term,
    ) -> Option<u64> {
        if result.is_none() && self.mentions_result(term) {
            return None;
        }
        let parameters = &self.calls[call.index()].0;
        let position = |known: &[Binding], symbol: Symbol| known.iter().position(|binding| binding.symbol == symbol);
        Some(evaluate(&self.component.terms, term, |symbol| match position(parameters, symbol) {
            Some(parameter) => arguments.get(parameter).copied().unwrap_or(0),
            None if position(&self.results, symbol).is_some() => {
                result.unwrap_or(0) & mask(self.component.terms.symbol_sort(symbol).width())
            }
            None => position(&self.registers, symbol).map_or(0, |register| at.registers[register]),
        }))
    }
}

const DIVIDES_BY_ZERO: &str = "it divides by zero";

/// Numbers that are too wide would be taken for names of values.
fn refuse_wide_registers(interface: &Interface) -> Result<(), Unreadable> {
    let is_number = |ty: &str| {
        let width = ty.strip_prefix(['i', 'u']);
        width.is_some_and(|width| width.parse::<u32>().is_ok()) && Type::of_source(ty).is_none()
    };
    match interface.memory().registers.iter().find(|register| is_number(&register.ty)) {
        None => Ok(()),
        Some(Register { name, ty, .. }) => {
            let problem = format!("the register `{name}` is of type `{ty}`, and numbers have 1 to 64 bits");
            Err(Unreadable::Type { register: name.clone(), problem })
        }
    }
}

/// What is wrong with a name in a value that can't be read, if there is one that nothing has, but for the values that
/// parameters may have.
fn unknown_name(value: &Guard, scope: &[Binding]) -> Option<String> {
    let known = || scope.iter().map(|binding| binding.name.as_str());
    let name = value.names().into_iter().find(|name| known().all(|known| known != *name))?;
    let meant = nearest(name, known()).map(|meant| format!("; did you mean `{meant}`?")).unwrap_or_default();
    Some(format!("`{name}` is no parameter or register{meant}"))
}

fn unreadable_guard(call: &Call, problem: String) -> Unreadable {
    Unreadable::Guard { call: call.id.clone(), problem }
}

fn unreadable(register: &str, value: &Guard, problem: String) -> Unreadable {
    Unreadable::Value { register: register.into(), value: value.text().into(), problem }
}

fn bind(component: &mut Component, name: String, ty: &str) -> Binding {
    let ty = argument_type(ty);
    let symbol = component.terms.new_symbol(&name, component.sort(ty));
    Binding { name, ty, symbol }
}

/// The values that guards and registers name, and one for all the others: those of parameters and registers that are
/// neither numbers nor truth values.
pub fn values_in(interface: &Interface) -> Vec<String> {
    let (alphabet, memory) = (interface.alphabet(), interface.memory());
    let first = memory.registers.iter().filter_map(|register| register.initial.as_deref().map(Guard::from));
    let first: Vec<Guard> = first.collect();
    let calls = alphabet.calls().iter().map(|call| (Some(call), &call.guard));
    let updates = memory.all_updates();
    let updates = updates.map(|(_, event, update)| (Some(alphabet.call(alphabet.call_of(event))), &update.value));
    named_values(calls.chain(updates).chain(first.iter().map(|value| (None, value))), &memory.registers)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Alphabet, Memory, Parameter, Register};

    /// A buffer that is filled with any number of things at once.
    fn buffer() -> Interface {
        let int = |name: &str| Parameter { name: name.into(), ty: "int".into() };
        let new = Call { constructor: true, parameters: vec![int("limit")], ..Call::simple("new Buffer") };
        let put =
            Call { parameters: vec![int("n")], guard: "n > 0 && count + n <= limit".into(), ..Call::simple("put") };
        let rest = Call {
            id: "put#2".into(),
            parameters: vec![int("n")],
            guard: "!(n > 0 && count + n <= limit)".into(),
            ..Call::simple("put")
        };
        let mut made = Interface::with_states(Alphabet::new(vec![new, put, rest]), 2, StateId(0));
        let [constructed, filled] = [CallId(0), CallId(1)].map(|call| made.alphabet().event(call, 0));
        made.connect(StateId(0), constructed, StateId(1));
        made.connect(StateId(1), filled, StateId(1));
        let register = |name: &str| Register { name: name.into(), ty: "int".into(), initial: None };
        let mut memory = Memory::new(vec![register("count"), register("limit")]);
        let set = |register: usize, value: &str| Update { register, value: value.into() };
        memory.set(StateId(0), constructed, vec![set(0, "0"), set(1, "limit")]);
        memory.set(StateId(1), filled, vec![set(0, "count + n")]);
        made.set_memory(memory);
        made
    }

    #[test]
    fn a_register_is_set_to_what_comes_back() {
        let mut made = buffer();
        let filled = made.alphabet().event(CallId(1), 0);
        let mut memory = made.memory().clone();
        memory.set(StateId(1), filled, vec![Update { register: 0, value: "count + result".into() }]);
        made.set_memory(memory);
        let walk = Simulator::new(&made).expect("everything can be read");
        let new = walk.call(&walk.start(), "new Buffer", &[5]).expect("a call");
        let empty = walk.after(&walk.start(), new, &[5], 0).expect("it is allowed");
        let put = walk.call(&empty, "put", &[4]).expect("a call");
        let minus_one = walk.after_returning(&empty, put, &[4], (0, Some(u64::MAX))).expect("it is allowed");
        assert_eq!(walk.written(&minus_one), ["count = -1", "limit = 5"]);
        assert_eq!(walk.after(&empty, put, &[4], 0), None, "what came back is not known");
    }

    #[test]
    fn registers_are_set_and_looked_at() {
        let walk = Simulator::new(&buffer()).expect("everything can be read");
        let made = walk.call(&walk.start(), "new Buffer", &[5]).expect("a call");
        let empty = walk.after(&walk.start(), made, &[5], 0).expect("it is allowed");
        assert_eq!(walk.written(&empty), ["count = 0", "limit = 5"], "a parameter comes before a register of its name");
        let put = walk.call(&empty, "put", &[4]).expect("a call");
        let filled = walk.after(&empty, put, &[4], 0).expect("it is allowed");
        assert_eq!(walk.written(&filled), ["count = 4", "limit = 5"]);
        let again = walk.call(&filled, "put", &[4]).expect("a call");
        assert_ne!(put, again);
        assert_eq!(walk.after(&filled, again, &[4], 0), None);
    }

    #[test]
    fn what_has_no_meaning_is_refused() {
        let with = |value: &str, register: usize| {
            let mut made = buffer();
            let mut memory = made.memory().clone();
            let event = made.alphabet().event(CallId(1), 0);
            memory.set(StateId(1), event, vec![Update { register, value: value.into() }]);
            made.set_memory(memory);
            Simulator::new(&made).err().map(|problem| problem.to_string()).unwrap_or_default()
        };
        assert!(with("nothing + 1", 0).contains("nothing"), "{}", with("nothing + 1", 0));
        assert!(with("n > 0", 0).contains("`n > 0` of the register `count`"), "{}", with("n > 0", 0));
        assert_eq!(with("n", 0), "");
    }
}
