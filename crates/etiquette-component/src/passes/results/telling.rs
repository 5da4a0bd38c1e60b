//! Which returned numbers may tell a client what later calls depend on, and which numbers to tell apart.

use std::collections::BTreeSet;

use etiquette_logic::{BinaryOp, Node, Symbol, Term};

use super::NumberOutcomes;
use crate::component::{Action, Component, Type};
use crate::passes::IsOver;
use crate::passes::slice::results_that_tell;

/// The most numbers that are told apart from all others.
const MOST_NUMBERS: usize = 6;

/// Methods whose result may tell what the component chose, where errors depend on that, with outcomes to be tried.
pub fn telling_results(component: &Component, is_over: IsOver<'_>) -> Vec<NumberOutcomes> {
    let telling = results_that_tell(component, is_over).unwrap_or_default();
    let outcomes = telling.into_iter().filter_map(|(index, depends_on)| {
        let method = &component.methods[index];
        let result = method.result()?;
        let numbers = numbers(component, result.ty, index, &depends_on);
        NumberOutcomes::around(component, &method.name, result.ty, &numbers)
    });
    outcomes.filter(|found| found.count() > 1).collect()
}

/// Numbers that the method returns, that are compared with what the result depends on, and those that tell signs apart.
fn numbers(component: &Component, ty: Type, method: usize, depends_on: &BTreeSet<Symbol>) -> Vec<u64> {
    let width = component.sort(ty).width();
    let mut found = returned_constants(component, method);
    found.extend(compared_constants(component, width, depends_on));
    let minus_one = matches!(ty, Type::Int { signed: true, .. }).then_some(etiquette_logic::mask(width));
    found.extend(minus_one.into_iter().chain([0]));
    let mut seen = BTreeSet::new();
    found.retain(|number| seen.insert(*number));
    found.truncate(MOST_NUMBERS);
    found
}

fn returned_constants(component: &Component, method: usize) -> Vec<u64> {
    let method = &component.methods[method];
    let values = method.body.edges.iter().filter_map(|edge| match edge.action {
        Action::Assign(symbol, value, _) if Some(symbol) == method.result => Some(value),
        _ => None,
    });
    values.filter_map(|value| component.terms.as_constant(value)).collect()
}

/// The constants that terms of this width over these variables are compared with.
fn compared_constants(component: &Component, width: u32, over: &BTreeSet<Symbol>) -> Vec<u64> {
    let terms = &component.terms;
    let edges = component.methods.iter().flat_map(|method| &method.body.edges);
    let roots: Vec<Term> = edges.filter_map(|edge| edge.action.term()).collect();
    let is_meant = |term: Term| terms.symbols_of(term).iter().any(|symbol| over.contains(symbol));
    let compared = terms.reachable(&roots).into_iter().filter_map(|part| match terms.node(part) {
        Node::Binary(op, left, right) if is_comparison(op) && terms.sort(left).width() == width => Some((left, right)),
        _ => None,
    });
    let constant = |(left, right): (Term, Term)| match (terms.as_constant(left), terms.as_constant(right)) {
        (Some(number), None) if is_meant(right) => Some(number),
        (None, Some(number)) if is_meant(left) => Some(number),
        _ => None,
    };
    compared.filter_map(constant).collect()
}

fn is_comparison(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Equal
            | BinaryOp::SignedLess
            | BinaryOp::SignedLessEqual
            | BinaryOp::UnsignedLess
            | BinaryOp::UnsignedLessEqual
    )
}
