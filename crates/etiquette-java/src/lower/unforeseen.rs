//! Checked exceptions that no client can foresee: neither the object's state nor an argument decides whether they are
//! thrown, but what is only known then, such as what a file holds.
//!
//! That is what checked exceptions are for, so where errors are what code throws on purpose, these are outcomes. An
//! unchecked one says that somebody made a mistake, and stays an error: doubtful, if nobody knows what decides it.

use std::collections::{BTreeMap, BTreeSet};

use etiquette_component::{Action, Body, Component, Edge, Location, Method};
use etiquette_logic::{Symbol, Term};

use super::world::World;
use crate::hierarchy::Answer;

/// Whether a value depends on what a client can know, and whether on a hidden choice.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct Sources {
    known: bool,
    hidden: bool,
}

impl Sources {
    fn and(self, other: Sources) -> Sources {
        Sources { known: self.known || other.known, hidden: self.hidden || other.hidden }
    }
}

/// Makes outcomes of errors that are checked exceptions and that only hidden choices decide.
pub(super) fn excuse(world: &World<'_>, component: &mut Component) {
    let is_unchecked = |class: &str| {
        ["java/lang/RuntimeException", "java/lang/Error"]
            .iter()
            .any(|above| world.is_subclass(class, above) != Answer::No)
    };
    let checked: BTreeSet<usize> = (0..component.errors.len())
        .filter(|&error| !is_unchecked(&component.errors[error].name.replace('.', "/")))
        .collect();
    if checked.is_empty() {
        return;
    }
    for index in 0..component.methods.len() {
        let sources = sources(component, index);
        let unforeseen = unforeseen(component, index, &checked, &sources);
        let mut method = component.methods[index].clone();
        for edge in unforeseen.into_iter().rev() {
            excuse_edge(component, &mut method, edge);
        }
        component.methods[index] = method;
    }
    drop_unused_errors(component);
}

/// What the variables of a method depend on, over all ways through it: by now each has one purpose.
fn sources(component: &Component, index: usize) -> BTreeMap<Symbol, Sources> {
    let method = &component.methods[index];
    let state = component.variables.iter().map(|variable| variable.binding.symbol);
    let parameters = method.parameters.iter().map(|parameter| parameter.symbol);
    let known = Sources { known: true, hidden: false };
    let mut found: BTreeMap<Symbol, Sources> = state.chain(parameters).map(|symbol| (symbol, known)).collect();
    loop {
        let before = found.clone();
        for edge in &method.body.edges {
            let (symbol, new) = match edge.action {
                Action::Assign(symbol, value, _) => (symbol, sources_of(component, value, &found)),
                Action::Havoc(symbol, ..) => (symbol, Sources { known: false, hidden: true }),
                _ => continue,
            };
            let entry = found.entry(symbol).or_default();
            *entry = entry.and(new);
        }
        if found == before {
            return found;
        }
    }
}

fn sources_of(component: &Component, term: Term, known: &BTreeMap<Symbol, Sources>) -> Sources {
    let symbols = component.terms.symbols_of(term).into_iter();
    symbols.filter_map(|symbol| known.get(&symbol)).fold(Sources::default(), |all, one| all.and(*one))
}

/// The positions of the edges that raise an error which is checked and which only hidden choices decide.
fn unforeseen(
    component: &Component,
    index: usize,
    checked: &BTreeSet<usize>,
    sources: &BTreeMap<Symbol, Sources>,
) -> Vec<usize> {
    let body = &component.methods[index].body;
    let is_meant = |edge: &Edge| matches!(edge.action, Action::Error(error) if checked.contains(&error));
    let only_hidden = |edge: &Edge| {
        let conditions = deciding(body, edge.from);
        let all = conditions
            .iter()
            .fold(Sources::default(), |all, condition| all.and(sources_of(component, *condition, sources)));
        all == Sources { known: false, hidden: true }
    };
    let edges = body.edges.iter().enumerate();
    edges.filter(|(_, edge)| is_meant(edge) && only_hidden(edge)).map(|(position, _)| position).collect()
}

/// The conditions that were asked last on the ways to a location.
fn deciding(body: &Body, location: Location) -> Vec<Term> {
    let mut conditions = Vec::new();
    let mut seen = BTreeSet::from([location]);
    let mut pending = vec![location];
    while let Some(location) = pending.pop() {
        for edge in body.edges.iter().filter(|edge| edge.action.target() == Some(location)) {
            match edge.action {
                Action::Assume(condition, _) => conditions.push(condition),
                _ if seen.insert(edge.from) => pending.push(edge.from),
                _ => {}
            }
        }
    }
    conditions
}

/// A constructor that fails makes no object, so nothing comes after it.
fn excuse_edge(component: &Component, method: &mut Method, edge: usize) {
    let Action::Error(error) = method.body.edges[edge].action else { return };
    if method.constructor {
        method.body.edges.remove(edge);
        return;
    }
    let name = &component.errors[error].name;
    let simple = name.rsplit(['.', '$']).next().unwrap_or(name);
    let known = method.outcomes.iter().position(|outcome| outcome == simple);
    let outcome = known.unwrap_or_else(|| {
        method.outcomes.push(simple.to_owned());
        method.outcomes.len() - 1
    });
    method.body.edges[edge].action = Action::Return(outcome);
}

/// Errors that nothing raises any more would be named in the result.
fn drop_unused_errors(component: &mut Component) {
    let edges = component.methods.iter().flat_map(|method| &method.body.edges);
    let used: BTreeSet<usize> = edges.filter_map(|edge| raised(&edge.action)).collect();
    let place = |error: usize| used.iter().position(|&kept| kept == error);
    for edge in component.methods.iter_mut().flat_map(|method| &mut method.body.edges) {
        if let Some(error) = raised(&edge.action).and_then(place) {
            edge.action = Action::Error(error);
        }
    }
    let mut position = 0;
    component.errors.retain(|_| {
        position += 1;
        used.contains(&(position - 1))
    });
}

fn raised(action: &Action) -> Option<usize> {
    match action {
        Action::Error(error) => Some(*error),
        _ => None,
    }
}
