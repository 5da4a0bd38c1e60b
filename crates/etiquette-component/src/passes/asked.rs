//! The variables that errors ask at first hand: in the last test before one is raised.

use std::collections::BTreeSet;

use etiquette_logic::Symbol;

use crate::component::{Action, Body, Component, Location, Method, Type};

/// The names of the variables of a component that the last tests before its errors read, by themselves or through locals.
pub fn asked_by_errors(component: &Component) -> BTreeSet<&str> {
    let asked: BTreeSet<Symbol> =
        component.methods.iter().flat_map(|method| read_by_last_tests(component, method)).collect();
    names_of(component, &asked)
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
        component.methods.iter().flat_map(|method| tests_before_errors(component, &method.body, Tests::All)).collect();
    let mut asked: BTreeSet<Symbol> = BTreeSet::new();
    while let Some(symbol) = new.pop() {
        if asked.insert(symbol) {
            let edges = component.methods.iter().flat_map(|method| &method.body.edges);
            let writes = edges.filter(|edge| edge.action.written() == Some(symbol));
            new.extend(writes.filter_map(|edge| edge.action.term()).flat_map(|term| component.terms.symbols_of(term)));
        }
    }
    names_of(component, &asked)
}

fn read_by_last_tests(component: &Component, method: &Method) -> BTreeSet<Symbol> {
    let is_variable = |symbol| component.variables.iter().any(|variable| variable.binding.symbol == symbol);
    let mut read: BTreeSet<Symbol> = BTreeSet::new();
    let mut new: Vec<Symbol> = tests_before_errors(component, &method.body, Tests::Last);
    while let Some(symbol) = new.pop() {
        if read.insert(symbol) && !is_variable(symbol) {
            let writes = method.body.edges.iter().filter(|edge| edge.action.written() == Some(symbol));
            new.extend(writes.filter_map(|edge| edge.action.term()).flat_map(|term| component.terms.symbols_of(term)));
        }
    }
    read
}

/// Which of the tests before an error is raised.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tests {
    All,
    /// Those after which nothing but steps without a test follows.
    Last,
}

/// What the tests read after which an error may be raised.
fn tests_before_errors(component: &Component, body: &Body, which: Tests) -> Vec<Symbol> {
    let mut leading = vec![false; body.locations];
    let mut work: Vec<Location> =
        body.edges.iter().filter(|edge| matches!(edge.action, Action::Error(_))).map(|edge| edge.from).collect();
    let mut read = Vec::new();
    while let Some(location) = work.pop() {
        if std::mem::replace(&mut leading[location.index()], true) {
            continue;
        }
        for edge in body.edges.iter().filter(|edge| edge.action.target() == Some(location)) {
            let test = if let Action::Assume(condition, _) = edge.action { Some(condition) } else { None };
            let test = test.filter(|condition| !component.is_true(*condition));
            read.extend(test.into_iter().flat_map(|condition| component.terms.symbols_of(condition)));
            if test.is_none() || which == Tests::All {
                work.push(edge.from);
            }
        }
    }
    read
}

/// The names of the variables among some symbols.
fn names_of<'a>(component: &'a Component, symbols: &BTreeSet<Symbol>) -> BTreeSet<&'a str> {
    let variables = component.variables.iter().map(|variable| &variable.binding);
    variables.filter(|binding| symbols.contains(&binding.symbol)).map(|binding| binding.name.as_str()).collect()
}
