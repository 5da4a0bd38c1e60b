//! Equalities that diverge: where steps count, the weakest precondition of `x == -1` is `x == -2`, then `x == -3`, and
//! so on until machine integers come round.
//!
//! A second equality of the same variable that no method tests is taken for the beginning of such a series, and orders
//! are tried in its place. The first equality is a bound from below and one from above: a bound is often kept by the
//! very step that moves the equality. If both are known, the signs of what the variable is compared with come next:
//! they decide whether a comparison can hold on both sides of an overflow. Only when these are known, too, the equality
//! itself is taken, so that refinement always has something left to go on with.

use etiquette_component::{Component, Type};
use etiquette_logic::{BinaryOp, Node, Symbol, Term, TermPool};

use crate::readable::guards::bounds_at;
use crate::refinement::atoms_of_ways::atoms_of_ways;

/// What is known where something was found.
#[derive(Clone, Copy)]
pub(crate) struct Surroundings<'a> {
    /// The predicates.
    pub known: &'a [Term],
    /// The conditions that methods test.
    pub tested: &'a [Term],
    /// The weakest preconditions.
    pub preconditions: &'a [Term],
}

/// Orders in the place of equalities that diverge; what was found if none does, or all orders are known.
pub(crate) fn without_diverging_equalities(
    component: &mut Component,
    found: Vec<Term>,
    around: Surroundings<'_>,
) -> Vec<Term> {
    let Surroundings { known, preconditions, .. } = around;
    let diverging = diverging(component, &found, around);
    let mut orders = Vec::new();
    for &(variable, first) in &diverging {
        orders.extend(bounds(component, variable, first));
    }
    orders.retain(|&order| is_new(component, order, known));
    if orders.is_empty() && !diverging.is_empty() {
        orders = signs(component, &diverging, preconditions);
        orders.retain(|&order| is_new(component, order, known));
    }
    if orders.is_empty() { found } else { orders }
}

/// The variables with a new equality, and the number of their first one.
fn diverging(component: &Component, found: &[Term], around: Surroundings<'_>) -> Vec<(Symbol, Term)> {
    let mut diverging = Vec::new();
    let mut seen: Vec<(Symbol, Term)> = around.known.iter().filter_map(|&known| equality(component, known)).collect();
    let moved = found.iter().filter(|found| !around.tested.contains(found));
    for (variable, number) in moved.filter_map(|&found| equality(component, found)) {
        let first = seen.iter().find(|(other, _)| *other == variable).copied();
        let is_known = seen.contains(&(variable, number));
        seen.push((variable, number));
        diverging.extend(first.filter(|first| !is_known && !diverging.contains(first)));
    }
    diverging
}

/// The variable and the number of `x == 5`. Enumerations have no order.
fn equality(component: &Component, condition: Term) -> Option<(Symbol, Term)> {
    let terms = &component.terms;
    let Node::Binary(BinaryOp::Equal, one, other) = terms.node(condition) else { return None };
    let (variable, number) = if terms.as_constant(one).is_some() { (other, one) } else { (one, other) };
    terms.as_constant(number)?;
    let symbol = terms.as_symbol(variable)?;
    is_signed(component, symbol)?;
    Some((symbol, number))
}

/// Whether a variable is a signed number; `None` if it is no number.
fn is_signed(component: &Component, symbol: Symbol) -> Option<bool> {
    match component.variables.iter().find(|variable| variable.binding.symbol == symbol)?.binding.ty {
        Type::Int { signed, .. } => Some(signed),
        Type::Bool | Type::Enum(_) => None,
    }
}

fn bounds(component: &mut Component, symbol: Symbol, number: Term) -> [Term; 2] {
    let signed = is_signed(component, symbol) == Some(true);
    let variable = component.terms.symbol(symbol);
    bounds_at(&mut component.terms, variable, number, signed)
}

/// The signs of all variables that come together with one of those that diverge in a condition.
fn signs(component: &mut Component, diverging: &[(Symbol, Term)], preconditions: &[Term]) -> Vec<Term> {
    let mut compared: Vec<Symbol> = Vec::new();
    for condition in atoms_of_ways(component, preconditions) {
        let symbols = component.terms.symbols_of(condition);
        if diverging.iter().any(|(variable, _)| symbols.contains(variable)) {
            compared.extend(symbols.into_iter().filter(|&symbol| is_signed(component, symbol) == Some(true)));
        }
    }
    let terms = &mut component.terms;
    compared.into_iter().map(|symbol| sign(terms, symbol)).collect()
}

fn sign(terms: &mut TermPool, symbol: Symbol) -> Term {
    let zero = terms.constant(terms.symbol_sort(symbol), 0);
    let variable = terms.symbol(symbol);
    terms.signed_less(variable, zero)
}

fn is_new(component: &mut Component, order: Term, known: &[Term]) -> bool {
    let negated = component.terms.not(order);
    component.terms.as_constant(order).is_none() && !known.contains(&order) && !known.contains(&negated)
}
