//! Whether a component is well-formed: what every pass and engine may rely on, whichever front end made it.

use std::fmt;

use etiquette_logic::{Sort, Symbol, Term};
use rustc_hash::FxHashMap;

use crate::component::{Action, Binding, Component, Edge, Method, Owner, Type};

/// A rule that a component breaks. It is a mistake in the front end that made the component.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Malformed {
    /// The method, where one is concerned.
    pub method: Option<String>,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.method {
            Some(method) => write!(f, "method `{method}`: {}", self.message),
            None => f.write_str(&self.message),
        }
    }
}

/// Checks the rules: targets, outcomes, errors and enum values exist, terms have the right sorts, and use only symbols
/// that are in scope.
///
/// # Errors
/// Every rule that is broken; never empty.
pub fn check(component: &Component) -> Result<(), Vec<Malformed>> {
    let mut checker = Checker { component, method: None, scope: FxHashMap::default(), broken: Vec::new() };
    checker.component();
    for method in &component.methods {
        checker.method(method);
    }
    if checker.broken.is_empty() { Ok(()) } else { Err(checker.broken) }
}

struct Checker<'a> {
    component: &'a Component,
    method: Option<&'a Method>,
    scope: FxHashMap<Symbol, Type>,
    broken: Vec<Malformed>,
}

impl<'a> Checker<'a> {
    fn require(&mut self, holds: bool, message: impl FnOnce() -> String) {
        if !holds {
            let method = self.method.map(|method| method.name.clone());
            self.broken.push(Malformed { method, message: message() });
        }
    }

    fn component(&mut self) {
        let component = self.component;
        let empty = component.enums.iter().find(|found| found.values.is_empty());
        self.require(empty.is_none(), || format!("enum `{}` has no values", empty.map_or("", |found| &found.name)));
        self.bind(component.variables.iter().map(|variable| &variable.binding));
        for variable in &component.variables {
            let fits = variable.initial.is_none_or(|value| self.is_value(variable.binding.ty, value));
            self.require(fits, || format!("the initial value of `{}` is no value of its type", variable.binding.name));
        }
        self.term(component.initially, Sort::Bool, "the initial condition");
        let mut names: Vec<&str> = component.methods.iter().map(|method| method.name.as_str()).collect();
        names.sort_unstable();
        let twice = names.windows(2).find(|pair| pair[0] == pair[1]);
        self.require(twice.is_none(), || format!("two methods are named `{}`", twice.map_or("", |pair| pair[0])));
    }

    fn is_value(&self, ty: Type, value: u64) -> bool {
        self.component.value_count(ty).is_none_or(|count| value < count)
    }

    fn bind(&mut self, bindings: impl Iterator<Item = &'a Binding>) {
        for binding in bindings {
            let known = match binding.ty {
                Type::Enum(index) => index < self.component.enums.len(),
                Type::Int { width, .. } => (1..=etiquette_logic::MAX_WIDTH).contains(&width),
                Type::Bool => true,
            };
            self.require(known, || format!("`{}` has no such type", binding.name));
            let fits = known && self.component.terms.symbol_sort(binding.symbol) == self.component.sort(binding.ty);
            self.require(fits, || format!("the symbol of `{}` has another sort than its type", binding.name));
            let fresh = self.scope.insert(binding.symbol, binding.ty).is_none();
            self.require(fresh, || format!("`{}` shares its symbol with another variable", binding.name));
        }
    }

    fn method(&mut self, method: &'a Method) {
        let outer = self.scope.clone();
        self.method = Some(method);
        self.bind(method.parameters.iter().chain(&method.locals));
        self.require(!method.outcomes.is_empty(), || "it has no outcome".into());
        let is_number =
            |symbol| method.locals.iter().any(|local| local.symbol == symbol && matches!(local.ty, Type::Int { .. }));
        let fits = method.result.is_none_or(is_number);
        self.require(fits, || "what holds the number that it returns is no local variable of such a type".into());
        self.require(method.body.locations > 0, || "its body has no location".into());
        for edge in &method.body.edges {
            self.edge(method, edge);
        }
        self.method = None;
        self.scope = outer;
    }

    fn edge(&mut self, method: &Method, edge: &Edge) {
        let locations = method.body.locations;
        let ends = [Some(edge.from), edge.action.target()];
        let inside = ends.into_iter().flatten().all(|location| location.index() < locations);
        self.require(inside, || format!("an edge of location {} leads outside of the body", edge.from.0));
        match edge.action {
            Action::Assume(condition, _) => self.term(condition, Sort::Bool, "an assumption"),
            Action::Assign(symbol, value, _) => {
                self.written(symbol);
                self.term(value, self.component.terms.symbol_sort(symbol), "an assigned value");
            }
            Action::Havoc(symbol, owner, _) => {
                if let Owner::Model(gap) = owner {
                    self.require((gap as usize) < self.component.gaps.len(), || format!("there is no gap {gap}"));
                }
                self.written(symbol);
            }
            Action::Return(outcome) => {
                self.require(outcome < method.outcomes.len(), || format!("there is no outcome {outcome}"));
            }
            Action::Error(error) => {
                self.require(error < self.component.errors.len(), || format!("there is no error {error}"));
            }
        }
    }

    fn written(&mut self, symbol: Symbol) {
        let known = self.scope.contains_key(&symbol);
        self.require(known, || format!("`{}` is assigned but not declared", self.component.terms.symbol_name(symbol)));
    }

    fn term(&mut self, term: Term, sort: Sort, what: &str) {
        self.require(self.component.terms.sort(term) == sort, || format!("{what} has the wrong sort"));
        for symbol in self.component.terms.symbols_of(term) {
            let known = self.scope.contains_key(&symbol);
            self.require(known, || {
                format!("{what} uses `{}`, which is not in scope", self.component.terms.symbol_name(symbol))
            });
        }
    }
}
