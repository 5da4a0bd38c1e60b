//! What runs of a call show at its loop heads: where a variable takes few values, how far others go with each of them.
//!
//! A loop that shifts one number while it counts in another needs an invariant about the two (`log == 2 ⇒ x <= 31`),
//! which no comparison of the source suggests. A few runs with the smallest and largest arguments do. As with all
//! candidates, elimination tells which of them hold.

use std::collections::BTreeMap;

use etiquette_component::{BlockEnd, Component, GuardedCall, Location, Summary, Type};
use etiquette_logic::{Symbol, Term, evaluate, mask};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::proofs::budgets::rounds::{MAX_INTEGERS, MAX_ROUNDS, MAX_STATES, MAX_VALUES};
use crate::readable::guards::ordered;

/// The values of variables, parameters and locals.
type Values = FxHashMap<Symbol, u64>;

/// Conditions that held whenever a run came by the loop head.
pub(crate) fn suggested(
    component: &mut Component,
    call: GuardedCall,
    summary: &Summary,
    states: &[Vec<u64>],
    head: Location,
) -> Vec<Term> {
    let starts = starts(component, call, states);
    let visits: Vec<Values> = starts.into_iter().flat_map(|start| visits(component, summary, start, head)).collect();
    let integers = integers(component, call.method);
    if integers.len() > MAX_INTEGERS || visits.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for &counter in &integers {
        let values: FxHashSet<u64> = visits.iter().map(|visit| visit[&counter.0]).collect();
        found.extend(range(component, counter, &visits.iter().collect::<Vec<_>>()));
        if (2..=MAX_VALUES).contains(&values.len()) {
            let others = integers.iter().copied().filter(|other| *other != counter);
            others.for_each(|other| found.extend(ranges_by(component, counter, other, &visits)));
        }
    }
    found
}

/// An integer, and whether it is signed.
type Integer = (Symbol, bool);

fn integers(component: &Component, method: usize) -> Vec<Integer> {
    let own = &component.methods[method];
    let state = component.variables.iter().map(|variable| &variable.binding);
    let all = state.chain(&own.parameters).chain(&own.locals);
    all.filter_map(|binding| match binding.ty {
        Type::Int { signed, .. } => Some((binding.symbol, signed)),
        _ => None,
    })
    .collect()
}

/// How far one variable goes for each value of the other.
fn ranges_by(component: &mut Component, counter: Integer, other: Integer, visits: &[Values]) -> Vec<Term> {
    let mut groups: BTreeMap<u64, Vec<&Values>> = BTreeMap::new();
    visits.iter().for_each(|visit| groups.entry(visit[&counter.0]).or_default().push(visit));
    let mut found = Vec::new();
    for (value, group) in groups {
        let terms = &mut component.terms;
        let (variable, constant) = (terms.symbol(counter.0), terms.constant(terms.symbol_sort(counter.0), value));
        let here = terms.equal(variable, constant);
        for bound in range(component, other, &group) {
            found.push(component.terms.implies(here, bound));
        }
    }
    found
}

/// That a variable is between the least and the greatest value that was seen.
fn range(component: &mut Component, (symbol, signed): Integer, visits: &[&Values]) -> Vec<Term> {
    let terms = &mut component.terms;
    let (variable, sort) = (terms.symbol(symbol), terms.symbol_sort(symbol));
    let sign = if signed { 1 << (sort.width() - 1) } else { 0 };
    let mut values: Vec<u64> = visits.iter().map(|visit| visit[&symbol]).collect();
    values.sort_unstable_by_key(|value| value ^ sign);
    let (Some(&least), Some(&greatest)) = (values.first(), values.last()) else { return Vec::new() };
    let (least, greatest) = (terms.constant(sort, least), terms.constant(sort, greatest));
    vec![ordered(terms, least, variable, signed), ordered(terms, variable, greatest, signed)]
}

/// Where runs begin: some states, each with extreme arguments in the guard.
fn starts(component: &Component, call: GuardedCall, states: &[Vec<u64>]) -> Vec<Values> {
    let own = &component.methods[call.method];
    let zeros: Values = own.parameters.iter().chain(&own.locals).map(|binding| (binding.symbol, 0)).collect();
    let mut found = Vec::new();
    for state in states.iter().take(MAX_STATES) {
        let symbols = component.variables.iter().map(|variable| variable.binding.symbol);
        let mut start = zeros.clone();
        start.extend(symbols.zip(state.iter().copied()));
        found.push(start.clone());
        for parameter in &own.parameters {
            for value in extremes(component, parameter.ty) {
                let mut start = start.clone();
                start.insert(parameter.symbol, value);
                found.push(start);
            }
        }
    }
    found.retain(|start| holds(component, call.guard, start));
    found
}

/// The numbers at the ends of a type and around zero.
fn extremes(component: &Component, ty: Type) -> Vec<u64> {
    let all = mask(component.sort(ty).width());
    match ty {
        Type::Int { .. } => vec![1, all, all >> 1, (all >> 1) + 1],
        _ => vec![1],
    }
}

fn holds(component: &Component, condition: Term, values: &Values) -> bool {
    evaluate(&component.terms, condition, |symbol| values.get(&symbol).copied().unwrap_or(0)) != 0
}

/// What the values are whenever the run from `start` comes by the loop head. Hidden choices are zero.
fn visits(component: &Component, summary: &Summary, start: Values, head: Location) -> Vec<Values> {
    let (mut at, mut values, mut found) = (Location::ENTRY, start, Vec::new());
    for _ in 0..MAX_ROUNDS {
        if at == head {
            found.push(values.clone());
        }
        let mut blocks = summary.blocks.iter().filter(|block| block.from == at);
        let Some(block) = blocks.find(|block| holds(component, block.condition, &values)) else { break };
        let BlockEnd::At(next) = block.to else { break };
        let after = |term| evaluate(&component.terms, term, |symbol| values.get(&symbol).copied().unwrap_or(0));
        let changed: Values = block.updates.iter().map(|&(symbol, term)| (symbol, after(term))).collect();
        values.extend(changed);
        at = next;
    }
    found
}
