//! An interface as a component: `IntfP.W` of FSE 2005. One variable says which state it is in, and every call goes on
//! to the next one. Registers are variables, which calls set.
//!
//! A call that is forbidden raises the error that it is forbidden for. An outcome without a next state can't happen.
//! Arguments that no guard covers are refused, so that a gap between guards never makes a call legal.

use std::collections::BTreeMap;
use std::fmt;

use etiquette_automata::{Call, CallId, EventId, Interface, StateId, Update};
use etiquette_component::{
    Action, Binding, Body, Component, Edge, Enumeration, ErrorSite, Guard, Location, Method, Owner, Place, RESULT,
    Type, Variable, condition_of_outcome, register_of, register_parameter,
};
use etiquette_logic::{Answer, Solver, Symbol, Term, evaluate};

use etiquette_outcome::{Outcome, Reason};

/// Why an interface can't be a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unfit(pub String);

impl fmt::Display for Unfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unfit {}

/// Where the parameters of methods are known from.
pub enum Signatures<'a> {
    /// The component that the interface was made from.
    Component(&'a Component),
    /// The interface itself, which knows the values of numbers and truth values only.
    Interface,
    /// Parameters by the methods' names. What is neither number nor truth value has one of these values.
    Given {
        /// The values.
        values: Vec<String>,
        /// The parameters of each method, of which enums have the values.
        parameters: BTreeMap<String, Vec<(String, Type)>>,
        /// The types of the numbers that methods return, where a register is set to them.
        results: BTreeMap<String, Type>,
    },
}

/// The component that does what the interface allows. The signatures are those of `of`, the component that the
/// interface was made from; without it they are read from the interface.
///
/// # Errors
/// What in the interface has no meaning in a component.
pub fn interface_program(outcome: &Outcome, of: Option<&Component>) -> Result<Component, Unfit> {
    let signatures = of.map_or(Signatures::Interface, Signatures::Component);
    let program =
        Program { outcome: Some(outcome), ..Program::new(&outcome.component, &outcome.interface, &signatures)? };
    program.made(&signatures)
}

/// The same for an interface alone. Whatever it forbids raises the same error. Numbers that are returned are such that
/// registers which are set to them are as the labels of the states say, where there are any.
///
/// # Errors
/// What in the interface has no meaning in a component.
pub fn bare_interface_program(
    interface: &Interface,
    signatures: &Signatures<'_>,
    labels: Vec<Option<Guard>>,
) -> Result<Component, Unfit> {
    Program { labels, ..Program::new("interface", interface, signatures)? }.made(signatures)
}

/// The local variable that holds what is returned.
const RETURNED_NUMBER: &str = "returned number";

struct Program<'a> {
    /// Why calls are forbidden, where that is known.
    outcome: Option<&'a Outcome>,
    interface: &'a Interface,
    component: Component,
    width: u32,
    /// The registers as guards name them.
    registers: Vec<Binding>,
    /// What holds in states, where that is known.
    labels: Vec<Option<Guard>>,
}

impl<'a> Program<'a> {
    /// The variables: the state, and the registers.
    fn new(name: &str, interface: &'a Interface, signatures: &Signatures<'_>) -> Result<Self, Unfit> {
        let mut component = Component::new(name);
        component.enums = match signatures {
            Signatures::Component(of) => of.enums.clone(),
            Signatures::Interface => Vec::new(),
            Signatures::Given { values, .. } => vec![Enumeration { name: "values".into(), values: values.clone() }],
        };
        let width = (u64::BITS - (interface.state_count() as u64 - 1).leading_zeros()).max(1);
        let (registers, labels) = (Vec::new(), Vec::new());
        let mut program = Program { outcome: None, interface, component, width, registers, labels };
        let registers = &interface.memory().registers;
        let taken = |name: &str| registers.iter().any(|register| register.name == name);
        let state = if taken("state") { "state of the interface" } else { "state" };
        program.add_variable(state, Type::Int { width, signed: false }, interface.initial().index() as u64);
        for register in registers {
            let ty = program.type_of(&register.ty, signatures).ok_or_else(|| {
                Unfit(format!("the register `{}` is a `{}`, whose values are not known", register.name, register.ty))
            })?;
            let initial = register.initial.as_deref().map(|written| program.constant(&register.name, written, ty));
            let symbol = program.add_variable(&register.name, ty, initial.transpose()?.unwrap_or(0));
            program.registers.push(Binding { name: register_parameter(&register.name), ty, symbol });
        }
        Ok(program)
    }

    fn add_variable(&mut self, name: &str, ty: Type, initial: u64) -> Symbol {
        let symbol = self.component.terms.new_symbol(name, self.component.sort(ty));
        let binding = Binding { name: name.into(), ty, symbol };
        self.component.variables.push(Variable { binding, initial: Some(initial) });
        symbol
    }

    fn type_of(&self, written: &str, signatures: &Signatures<'_>) -> Option<Type> {
        let named = || match signatures {
            Signatures::Given { .. } => Some(Type::Enum(0)),
            _ => self.component.enums.iter().position(|known| known.name == written).map(Type::Enum),
        };
        Type::of_source(written).or_else(named)
    }

    fn constant(&mut self, register: &str, written: &str, ty: Type) -> Result<u64, Unfit> {
        let read = Guard::from(written).value_over(&mut self.component, &[], ty);
        let term = read.map_err(|problem| unreadable(register, written, &problem.message))?;
        Ok(evaluate(&self.component.terms, term, |_| 0))
    }

    fn made(mut self, signatures: &Signatures<'_>) -> Result<Component, Unfit> {
        let alphabet = self.interface.alphabet();
        for calls in alphabet.methods(|one, other| one.method == other.method) {
            let method = self.method(&calls, signatures)?;
            self.component.methods.push(method);
        }
        Ok(self.component)
    }

    fn method(&mut self, calls: &[CallId], signatures: &Signatures<'_>) -> Result<Method, Unfit> {
        let interface = self.interface;
        let first = interface.alphabet().call(calls[0]);
        let original = match signatures {
            Signatures::Component(of) => {
                let found = of.methods.iter().find(|method| method.name == first.method);
                Some(found.ok_or_else(|| Unfit(format!("the component has no method `{}`", first.method)))?)
            }
            _ => None,
        };
        let outcomes = original.map_or(&first.outcomes, |method| &method.outcomes);
        let differ = |&id: &CallId| interface.alphabet().call(id).outcomes != *outcomes;
        if calls.iter().any(differ) {
            return Err(Unfit(format!("the calls of `{}` have different outcomes", first.method)));
        }
        let parameters = self.parameters(first, original, signatures)?;
        let known: Vec<Binding> = parameters.iter().chain(&self.registers).cloned().collect();
        let mut guards = Vec::new();
        for &call in calls {
            let guard = interface.alphabet().call(call).guard_over(&mut self.component, &known);
            guards.push((call, guard.map_err(|problem| Unfit(problem.to_string()))?));
        }
        let result = self.result(first, original, signatures)?;
        let is_given = matches!(signatures, Signatures::Given { .. });
        let types = first.written_parameters().iter().filter(|_| is_given);
        let mut method = Method {
            name: first.method.clone(),
            constructor: first.constructor,
            source_types: types.map(|parameter| parameter.ty.clone()).collect(),
            parameters,
            result: result.as_ref().map(|known| known.symbol),
            locals: result.into_iter().collect(),
            outcomes: outcomes.clone(),
            free_outcomes: false,
            registers: Vec::new(),
            body: Body { locations: 1, edges: Vec::new() },
        };
        self.add_body(&mut method, first, &guards, &known)?;
        Ok(method)
    }

    fn parameters(
        &mut self,
        call: &Call,
        original: Option<&Method>,
        signatures: &Signatures<'_>,
    ) -> Result<Vec<Binding>, Unfit> {
        let given = match signatures {
            Signatures::Given { parameters, .. } => parameters.get(&call.method).cloned(),
            _ => original.map(|method| method.parameters.iter().map(|known| (known.name.clone(), known.ty)).collect()),
        };
        let types: Vec<(String, Type)> = match given {
            Some(given) => given,
            None => call
                .parameters
                .iter()
                .map(|parameter| Ok((parameter.name.clone(), plain_type(&parameter.ty, call)?)))
                .collect::<Result<_, Unfit>>()?,
        };
        let bind = |(name, ty): (String, Type)| {
            let symbol = self.component.terms.new_symbol(&name, self.component.sort(ty));
            Binding { name, ty, symbol }
        };
        Ok(types.into_iter().map(bind).collect())
    }

    /// What holds the number that calls of a method return, where a register is set to it.
    fn result(
        &mut self,
        call: &Call,
        original: Option<&Method>,
        signatures: &Signatures<'_>,
    ) -> Result<Option<Binding>, Unfit> {
        let alphabet = self.interface.alphabet();
        let is_own = |event: EventId| alphabet.call(alphabet.call_of(event)).method == call.method;
        let ty = match signatures {
            Signatures::Given { results, .. } => results.get(&call.method).copied(),
            _ if !self.interface.memory().events_looked_at().any(is_own) => None,
            _ => Some(original.and_then(Method::result).map(|known| known.ty).ok_or_else(|| {
                Unfit(format!("a register is set to what `{}` returns, which is not known here", call.method))
            })?),
        };
        Ok(ty.map(|ty| {
            let symbol = self.component.terms.new_symbol(RETURNED_NUMBER, self.component.sort(ty));
            Binding { name: RETURNED_NUMBER.into(), ty, symbol }
        }))
    }

    fn add_body(
        &mut self,
        method: &mut Method,
        first: &Call,
        guards: &[(CallId, Term)],
        known: &[Binding],
    ) -> Result<(), Unfit> {
        let guards = self.apart(guards);
        for state in self.interface.states() {
            // A held component is constructed once, and at the beginning.
            if first.constructor && state != self.interface.initial() {
                continue;
            }
            for &(call, guard) in &guards {
                let here = self.in_state(state);
                let condition = self.component.terms.and(here, guard);
                let inside = step(&mut method.body, Location::ENTRY, |to| Action::Assume(condition, to));
                self.add_call(method, (state, call), known, inside)?;
            }
        }
        self.refuse_gaps(&mut method.body, first, &guards);
        Ok(())
    }

    /// Guards of registers may overlap where registers never are. The first one counts.
    fn apart(&mut self, guards: &[(CallId, Term)]) -> Vec<(CallId, Term)> {
        if self.registers.is_empty() {
            return guards.to_vec();
        }
        let terms = &mut self.component.terms;
        let mut before = terms.bool(true);
        let apart = guards.iter().map(|&(call, guard)| {
            let alone = terms.and(before, guard);
            let other = terms.not(guard);
            before = terms.and(before, other);
            (call, alone)
        });
        apart.collect()
    }

    fn in_state(&mut self, state: StateId) -> Term {
        let variable = self.component.terms.symbol(self.component.variables[0].binding.symbol);
        let value = self.component.terms.bits(self.width, state.index() as u64);
        self.component.terms.equal(variable, value)
    }

    /// What a call does in a state, from a location on.
    fn add_call(
        &mut self,
        method: &mut Method,
        (state, call): (StateId, CallId),
        known: &[Binding],
        from: Location,
    ) -> Result<(), Unfit> {
        if !self.interface.allows(state, call) {
            let error = self.error(Some(state), self.interface.alphabet().call(call), Some(call));
            method.body.edges.push(Edge { from, action: Action::Error(error) });
            return Ok(());
        }
        for (outcome, event) in self.interface.alphabet().events_of(call).enumerate() {
            let Some(next) = self.interface.next(state, event) else { continue };
            let value = self.component.terms.bits(self.width, next.index() as u64);
            let symbol = self.component.variables[0].binding.symbol;
            let returned = self.returns_number(method, outcome, from)?;
            let set = self.set_registers(method, (state, event), known, returned)?;
            let set = self.returned_as_labelled(method, (state, event, next), set);
            let last = step(&mut method.body, set, |to| Action::Assign(symbol, value, to));
            method.body.edges.push(Edge { from: last, action: Action::Return(outcome) });
        }
        Ok(())
    }

    /// Chooses the number that is returned with an outcome, if one is.
    fn returns_number(&mut self, method: &mut Method, outcome: usize, from: Location) -> Result<Location, Unfit> {
        let Some(result) = method.result_in_values(outcome) else { return Ok(from) };
        let chosen = step(&mut method.body, from, |to| Action::Havoc(result.symbol, Owner::Component, to));
        let Some(condition) = condition_of_outcome(&method.outcomes, outcome) else { return Ok(chosen) };
        let condition = condition.over(&mut self.component, &[result]);
        let condition = condition.map_err(|problem| Unfit(problem.message))?;
        Ok(step(&mut method.body, chosen, |to| Action::Assume(condition, to)))
    }

    /// Leaves out numbers that are never returned: registers that are set to them would not be as the label says.
    fn returned_as_labelled(
        &mut self,
        method: &mut Method,
        (state, event, next): (StateId, EventId, StateId),
        from: Location,
    ) -> Location {
        let looks_at_result = self.interface.updates(state, event).iter().any(Update::looks_at_result);
        let label = self.labels.get(next.index()).cloned().flatten();
        let Some(label) = label.filter(|_| looks_at_result) else { return from };
        let named = |register: &Binding| Binding {
            name: register_of(&register.name).unwrap_or(&register.name).to_owned(),
            ..register.clone()
        };
        let scope: Vec<Binding> = self.registers.iter().map(named).collect();
        let known = label.parts_over(&mut self.component, &scope);
        let known = self.component.terms.all(known);
        step(&mut method.body, from, |to| Action::Assume(known, to))
    }

    /// Sets registers; all new values are worked out before.
    fn set_registers(
        &mut self,
        method: &mut Method,
        (state, event): (StateId, EventId),
        known: &[Binding],
        mut from: Location,
    ) -> Result<Location, Unfit> {
        let call = self.interface.alphabet().call(self.interface.alphabet().call_of(event));
        let mut scope = call.scope(known).map_err(|problem| Unfit(problem.to_string()))?;
        let result = method.result_in_values(self.interface.alphabet().outcome_index(event));
        scope.extend(result.filter(|_| scope.iter().all(|known| known.name != RESULT)));
        let mut set = Vec::new();
        for update in self.interface.updates(state, event) {
            let register = self.registers[update.register].clone();
            let value = update.value.value_over(&mut self.component, &scope, register.ty).map_err(|problem| {
                let name = &self.interface.memory().registers[update.register].name;
                unreadable(name, update.value.text(), &problem.message)
            })?;
            let local = self.local(method, &register);
            from = step(&mut method.body, from, |to| Action::Assign(local, value, to));
            set.push((register.symbol, self.component.terms.symbol(local)));
        }
        for (symbol, value) in set {
            from = step(&mut method.body, from, |to| Action::Assign(symbol, value, to));
        }
        Ok(from)
    }

    /// The local variable that holds the new value of a register.
    fn local(&mut self, method: &mut Method, register: &Binding) -> Symbol {
        let name = format!("{} after", register.name);
        if let Some(known) = method.locals.iter().find(|known| known.name == name) {
            return known.symbol;
        }
        let symbol = self.component.terms.new_symbol(&name, self.component.sort(register.ty));
        method.locals.push(Binding { name, ty: register.ty, symbol });
        symbol
    }

    fn refuse_gaps(&mut self, body: &mut Body, first: &Call, guards: &[(CallId, Term)]) {
        let terms = &mut self.component.terms;
        let covered = guards.iter().fold(terms.bool(false), |sum, &(_, guard)| terms.or(sum, guard));
        let gap = terms.not(covered);
        if Solver::new().check(terms, &[gap]) == Answer::Unsat {
            return;
        }
        let error = self.error(None, first, None);
        let failed = step(body, Location::ENTRY, |to| Action::Assume(gap, to));
        body.edges.push(Edge { from: failed, action: Action::Error(error) });
    }

    /// The error for which a call is forbidden.
    fn error(&mut self, state: Option<StateId>, call: &Call, id: Option<CallId>) -> usize {
        let reason = state.zip(id).and_then(|(state, id)| self.outcome?.reason(state, id));
        let site = match reason {
            Some(Reason::Error { error, at, .. }) => {
                ErrorSite { name: error.clone(), message: None, place: at.as_deref().and_then(place) }
            }
            _ => ErrorSite {
                name: "Forbidden".into(),
                message: Some(format!(
                    "the interface of `{}` does not allow `{}` here",
                    self.component.name, call.method
                )),
                place: None,
            },
        };
        let errors = &mut self.component.errors;
        errors.iter().position(|known| *known == site).unwrap_or_else(|| {
            errors.push(site);
            errors.len() - 1
        })
    }
}

fn unreadable(register: &str, value: &str, problem: &str) -> Unfit {
    Unfit(format!("the value `{value}` of the register `{register}` can't be read: {problem}"))
}

/// Adds an edge to a new location.
fn step(body: &mut Body, from: Location, action: impl FnOnce(Location) -> Action) -> Location {
    let to = Location(body.locations as u32);
    body.locations += 1;
    body.edges.push(Edge { from, action: action(to) });
    to
}

/// `Lock.java:12` as a place.
fn place(written: &str) -> Option<Place> {
    let (file, line) = written.rsplit_once(':')?;
    Some(Place { file: file.into(), line: line.parse().ok()? })
}

/// A type that means the same everywhere: a number of Java or of the component language, or a truth value.
fn plain_type(written: &str, call: &Call) -> Result<Type, Unfit> {
    let values = || format!("`{}` takes a `{written}`, whose values the interface does not list", call.method);
    Type::of_source(written).ok_or_else(|| Unfit(values()))
}
