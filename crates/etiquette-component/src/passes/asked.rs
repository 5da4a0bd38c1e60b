//! The variables that errors ask at first hand: in the last test before one is raised.

use std::collections::BTreeSet;

use etiquette_logic::Symbol;

use crate::component::{Action, Body, Component, Location, Method, Type};

/// The names of the variables of a component that the last tests before its errors read, by themselves or through locals.
pub fn asked_by_errors(component: &Component) -> BTreeSet<&str> {
    let asked: BTreeSet<Symbol> =
        component.methods.iter().flat_map(|method| read_by_last_tests(component, method)).collect();
    let variables = component.variables.iter().map(|variable| &variable.binding);
    variables.filter(|binding| asked.contains(&binding.symbol)).map(|binding| binding.name.as_str()).collect()
}

impl Component {
    /// Whether any error asks a number at first hand that is too wide for its values to be looked at one by one.
    pub fn errors_ask_numbers(&self) -> bool {
        let asked = asked_by_errors(self);
        let mut asked = self.variables.iter().filter(|variable| asked.contains(variable.binding.name.as_str()));
        asked.any(|variable| matches!(variable.binding.ty, Type::Int { width: 9.., .. }))
    }
}

/// The names of the variables that tests on the way to errors read, and of those whose values come to be in these.
pub fn asked_on_the_way_to_errors(component: &Component) -> BTreeSet<&str> {
    let mut new: Vec<Symbol> =
        component.methods.iter().flat_map(|method| tests_on_the_way(component, &method.body)).collect();
    let mut asked: BTreeSet<Symbol> = BTreeSet::new();
    while let Some(symbol) = new.pop() {
        if asked.insert(symbol) {
            let edges = component.methods.iter().flat_map(|method| &method.body.edges);
            let writes = edges.filter(|edge| edge.action.written() == Some(symbol));
            new.extend(writes.filter_map(|edge| edge.action.term()).flat_map(|term| component.terms.symbols_of(term)));
        }
    }
    let variables = component.variables.iter().map(|variable| &variable.binding);
    variables.filter(|binding| asked.contains(&binding.symbol)).map(|binding| binding.name.as_str()).collect()
}

/// What the tests read after which an error may be raised.
fn tests_on_the_way(component: &Component, body: &Body) -> Vec<Symbol> {
    let mut leading = vec![false; body.locations];
    let mut work: Vec<Location> =
        body.edges.iter().filter(|edge| matches!(edge.action, Action::Error(_))).map(|edge| edge.from).collect();
    let mut read = Vec::new();
    while let Some(location) = work.pop() {
        if std::mem::replace(&mut leading[location.index()], true) {
            continue;
        }
        for edge in body.edges.iter().filter(|edge| edge.action.target() == Some(location)) {
            if let Action::Assume(condition, _) = edge.action {
                read.extend(component.terms.symbols_of(condition));
            }
            work.push(edge.from);
        }
    }
    read
}

fn read_by_last_tests(component: &Component, method: &Method) -> BTreeSet<Symbol> {
    let is_variable = |symbol| component.variables.iter().any(|variable| variable.binding.symbol == symbol);
    let mut read: BTreeSet<Symbol> = BTreeSet::new();
    let mut new: Vec<Symbol> = last_tests(component, &method.body);
    while let Some(symbol) = new.pop() {
        if read.insert(symbol) && !is_variable(symbol) {
            let writes = method.body.edges.iter().filter(|edge| edge.action.written() == Some(symbol));
            new.extend(writes.filter_map(|edge| edge.action.term()).flat_map(|term| component.terms.symbols_of(term)));
        }
    }
    read
}

/// What the tests read after which nothing but steps without a test follows until an error is raised.
fn last_tests(component: &Component, body: &Body) -> Vec<Symbol> {
    let mut leading = vec![false; body.locations];
    let mut work: Vec<Location> =
        body.edges.iter().filter(|edge| matches!(edge.action, Action::Error(_))).map(|edge| edge.from).collect();
    let mut read = Vec::new();
    while let Some(location) = work.pop() {
        if std::mem::replace(&mut leading[location.index()], true) {
            continue;
        }
        for edge in body.edges.iter().filter(|edge| edge.action.target() == Some(location)) {
            match edge.action {
                Action::Assume(condition, _) if !component.is_true(condition) => {
                    read.extend(component.terms.symbols_of(condition));
                }
                _ => work.push(edge.from),
            }
        }
    }
    read
}
