//! An interface as a component: `IntfP.W` of FSE 2005. One variable says which state it is in, and every call goes on
//! to the next one.
//!
//! A call that is forbidden raises the error that it is forbidden for. An outcome without a next state can't happen.
//! Arguments that no guard covers are refused, so that a gap between guards never makes a call legal.

use std::fmt;

use etiquette_automata::{Call, CallId, Interface, StateId};
use etiquette_component::{Action, Binding, Body, Component, Edge, ErrorSite, Location, Method, Place, Type, Variable};
use etiquette_logic::{Answer, Solver, Term};

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

/// The component that does what the interface allows. The signatures are those of `of`, the component that the
/// interface was made from; without it they are read from the interface, which knows the values of numbers and truth
/// values only.
///
/// # Errors
/// What in the interface has no meaning in a component.
pub fn interface_program(outcome: &Outcome, of: Option<&Component>) -> Result<Component, Unfit> {
    let mut component = Component::new(&outcome.component);
    component.enums = of.map_or(Vec::new(), |of| of.enums.clone());
    let states = outcome.interface.state_count() as u64;
    let width = (u64::BITS - (states - 1).leading_zeros()).max(1);
    let ty = Type::Int { width, signed: false };
    let symbol = component.terms.new_symbol("state", component.sort(ty));
    let binding = Binding { name: "state".into(), ty, symbol };
    component.variables.push(Variable { binding, initial: Some(outcome.interface.initial().index() as u64) });
    let mut program = Program { outcome, interface: &outcome.interface, component, width };
    let alphabet = outcome.interface.alphabet();
    for calls in alphabet.methods(|one, other| one.method == other.method) {
        let name = &alphabet.call(calls[0]).method;
        let original = of.map(|of| of.methods.iter().find(|method| method.name == *name));
        let method = match original {
            None => program.method(&calls, None)?,
            Some(Some(original)) => program.method(&calls, Some(original))?,
            Some(None) => return Err(Unfit(format!("the component has no method `{name}`"))),
        };
        program.component.methods.push(method);
    }
    Ok(program.component)
}

struct Program<'a> {
    outcome: &'a Outcome,
    interface: &'a Interface,
    component: Component,
    width: u32,
}

impl Program<'_> {
    fn method(&mut self, calls: &[CallId], original: Option<&Method>) -> Result<Method, Unfit> {
        let interface = self.interface;
        let first = interface.alphabet().call(calls[0]);
        let outcomes = original.map_or(&first.outcomes, |method| &method.outcomes);
        let differ = |&id: &CallId| interface.alphabet().call(id).outcomes != *outcomes;
        if calls.iter().any(differ) {
            return Err(Unfit(format!("the calls of `{}` have different outcomes", first.method)));
        }
        let parameters = self.parameters(first, original)?;
        let mut guards = Vec::new();
        for &call in calls {
            let guard = interface.alphabet().call(call).guard_over(&mut self.component, &parameters);
            guards.push((call, guard.map_err(|problem| Unfit(problem.to_string()))?));
        }
        let body = self.body(first, &guards);
        Ok(Method {
            name: first.method.clone(),
            constructor: first.constructor,
            parameters,
            source_types: Vec::new(),
            locals: Vec::new(),
            outcomes: outcomes.clone(),
            result: None,
            free_outcomes: false,
            registers: Vec::new(),
            body,
        })
    }

    fn parameters(&mut self, call: &Call, original: Option<&Method>) -> Result<Vec<Binding>, Unfit> {
        let types: Vec<(String, Type)> = match original {
            Some(method) => method.parameters.iter().map(|known| (known.name.clone(), known.ty)).collect(),
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

    fn body(&mut self, first: &Call, guards: &[(CallId, Term)]) -> Body {
        let mut body = Body { locations: 1, edges: Vec::new() };
        for state in self.interface.states() {
            // A held component is constructed once, and at the beginning.
            if first.constructor && state != self.interface.initial() {
                continue;
            }
            for &(call, guard) in guards {
                let here = self.in_state(state);
                let condition = self.component.terms.and(here, guard);
                let inside = step(&mut body, Location::ENTRY, |to| Action::Assume(condition, to));
                self.call(&mut body, state, call, inside);
            }
        }
        self.refuse_gaps(&mut body, first, guards);
        body
    }

    fn in_state(&mut self, state: StateId) -> Term {
        let variable = self.component.terms.symbol(self.component.variables[0].binding.symbol);
        let value = self.component.terms.bits(self.width, state.index() as u64);
        self.component.terms.equal(variable, value)
    }

    /// What a call does in a state, from a location on.
    fn call(&mut self, body: &mut Body, state: StateId, call: CallId, from: Location) {
        if !self.interface.allows(state, call) {
            let error = self.error(Some(state), self.interface.alphabet().call(call), Some(call));
            body.edges.push(Edge { from, action: Action::Error(error) });
            return;
        }
        for (outcome, event) in self.interface.alphabet().events_of(call).enumerate() {
            let Some(next) = self.interface.next(state, event) else { continue };
            let value = self.component.terms.bits(self.width, next.index() as u64);
            let symbol = self.component.variables[0].binding.symbol;
            let last = step(body, from, |to| Action::Assign(symbol, value, to));
            body.edges.push(Edge { from: last, action: Action::Return(outcome) });
        }
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
        let reason = state.zip(id).and_then(|(state, id)| self.outcome.reason(state, id));
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
