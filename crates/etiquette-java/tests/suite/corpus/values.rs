//! The concrete calls on which interfaces are compared: all of them where there are few, otherwise those at the edges.

use std::collections::BTreeSet;

use etiquette_automata::{Alphabet, Call};
use etiquette_component::{Component, Method, Type};

use super::case::Case;
use super::letters::{Letter, Letters};

/// Methods with more combinations of arguments than this are tried on some of them only.
const MOST_CALLS: u64 = 256;

/// The calls of a component, with the numbers in the case's guards and their neighbours among the arguments.
pub fn letters(case: &Case, component: &Component) -> Letters {
    let edges = edges(case);
    let mut letters = Vec::new();
    for (index, method) in component.methods.iter().enumerate() {
        for arguments in tuples(component, method, &edges) {
            let text = text(component, method, &arguments);
            letters.push(Letter { index: letters.len(), method: index, arguments, text });
        }
    }
    let calls = letters.iter().map(|letter: &Letter| {
        let outcomes = component.methods[letter.method].outcomes.iter();
        Call::simple(&letter.text).with_outcomes(outcomes)
    });
    Letters { alphabet: Alphabet::new(calls.collect()), letters }
}

fn text(component: &Component, method: &Method, arguments: &[u64]) -> String {
    let pairs = method.parameters.iter().zip(arguments);
    let written: Vec<String> = pairs.map(|(parameter, &value)| component.value_name(parameter.ty, value)).collect();
    format!("{}({})", method.name, written.join(", "))
}

fn tuples(component: &Component, method: &Method, edges: &BTreeSet<i64>) -> Vec<Vec<u64>> {
    let mut counts = method.parameters.iter().map(|parameter| component.value_count(parameter.ty));
    let count = counts.try_fold(1u64, |product, count| product.checked_mul(count?));
    let few = count.is_some_and(|count| count <= MOST_CALLS);
    let mut tuples: Vec<Vec<u64>> = vec![Vec::new()];
    for parameter in &method.parameters {
        let values = values(component, parameter.ty, few, edges);
        let extended = tuples.iter().flat_map(|tuple| {
            let with = |value: &u64| tuple.iter().chain([value]).copied().collect();
            values.iter().map(with).collect::<Vec<_>>()
        });
        tuples = extended.collect();
    }
    tuples
}

fn values(component: &Component, ty: Type, all: bool, edges: &BTreeSet<i64>) -> Vec<u64> {
    match (component.value_count(ty), ty) {
        // Long arrays can't be made.
        (_, Type::LENGTH) => {
            let lengths = edges.iter().filter_map(|&edge| u64::try_from(edge).ok());
            lengths.chain([0, 1, 100]).collect::<BTreeSet<u64>>().into_iter().collect()
        }
        (_, Type::Int { width, .. }) if !all => {
            let mask = u64::MAX >> (64 - width);
            let extremes = [0, 1, 1 << (width - 1), mask >> 1, mask];
            let chosen = extremes.into_iter().chain(edges.iter().map(|&edge| edge as u64 & mask));
            chosen.collect::<BTreeSet<u64>>().into_iter().collect()
        }
        (count, _) => (0..count.expect("a small type")).collect(),
    }
}

/// The numbers in the guards of the expected interface, and their neighbours.
fn edges(case: &Case) -> BTreeSet<i64> {
    let states = case.states();
    let events = states.iter().flat_map(|(_, calls)| calls.keys());
    let guards = events.filter_map(|event| event.split_once('[')).map(|(_, guard)| guard);
    let numbers = guards.flat_map(|guard| guard.split(|c: char| !c.is_ascii_digit()).filter_map(|n| n.parse().ok()));
    numbers.flat_map(|number: i64| [number - 1, number, number + 1, -number]).collect()
}
