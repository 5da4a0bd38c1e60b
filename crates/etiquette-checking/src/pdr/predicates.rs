//! Comparisons of variables that the system itself makes, as building blocks for invariants.
//!
//! An order between two numbers takes one predicate, but a clause for nearly every bit without it. Where the system
//! compares two terms in one way, an invariant often needs another (`size != cursor` in the code, `cursor <= size` in
//! the invariant), so all ways are offered. And where a comparison matters after a step, what it was before the step
//! matters too (`asked == served + 1` if both are equal afterwards).

use etiquette_logic::{BinaryOp, Node, Sort, Substitution, Symbol, Term, TermPool};
use rustc_hash::FxHashSet;

use super::feature::WIDEST_CODE;
use crate::system::System;

/// More would cost more than they help.
const MOST_PREDICATES: usize = 120;

/// The predicates for a system, each once, in the order in which its terms were built.
pub(super) fn predicates(pool: &mut TermPool, system: &System, bad: Term) -> Vec<Term> {
    let mut found = Vec::new();
    for (op, a, b) in comparisons(pool, system, bad) {
        for predicate in ways_to_compare(pool, op, a, b) {
            add(pool, &mut found, predicate);
        }
    }
    for (variable, constant) in assigned_constants(pool, system) {
        for predicate in ways_to_compare(pool, BinaryOp::Equal, variable, constant) {
            add(pool, &mut found, predicate);
        }
    }
    for predicate in before_steps(pool, system, &found) {
        add(pool, &mut found, predicate);
    }
    found
}

/// Adds a predicate, unless it or its negation is there, or it would be of no use.
fn add(pool: &mut TermPool, found: &mut Vec<Term>, predicate: Term) {
    let negated = pool.not(predicate);
    let predicate = predicate.min(negated);
    let is_useless = pool.as_constant(predicate).is_some()
        || is_single_value(pool, predicate)
        || is_single_value(pool, negated)
        || is_costly(pool, predicate);
    if !is_useless && !found.contains(&predicate) && found.len() < MOST_PREDICATES {
        found.push(predicate);
    }
}

/// Whether the term multiplies or divides: as circuits such predicates are larger than what they save.
fn is_costly(pool: &TermPool, term: Term) -> bool {
    use BinaryOp::*;
    let costly = |op: BinaryOp| matches!(op, Mul | UnsignedDiv | UnsignedRem | SignedDiv | SignedRem);
    pool.reachable(&[term]).into_iter().any(|part| matches!(pool.node(part), Node::Binary(op, _, _) if costly(op)))
}

/// Whether the term is an equality with a constant: one state, while an order is half of them, so that a cube that
/// loses one becomes a range. Orders turn into equalities at the ends of the type.
fn is_single_value(pool: &TermPool, term: Term) -> bool {
    matches!(pool.node(term), Node::Binary(BinaryOp::Equal, a, b) if [a, b].iter().any(|&side| pool.as_constant(side).is_some()))
}

/// The numbers that variables are set to.
fn assigned_constants(pool: &mut TermPool, system: &System) -> Vec<(Term, Term)> {
    let mut found = Vec::new();
    for &(symbol, value) in system.steps.iter().flat_map(|step| &step.updates) {
        if pool.symbol_sort(symbol).width() > WIDEST_CODE {
            let variable = pool.symbol(symbol);
            found.extend(possible_constants(pool, value).into_iter().map(|constant| (variable, constant)));
        }
    }
    found
}

/// The constants that a term is in one case or another.
fn possible_constants(pool: &TermPool, term: Term) -> Vec<Term> {
    let mut found = Vec::new();
    let mut seen = FxHashSet::default();
    let mut pending = vec![term];
    while let Some(term) = pending.pop() {
        match pool.node(term) {
            _ if !seen.insert(term) => {}
            Node::Ite(_, a, b) => pending.extend([b, a]),
            Node::Bits { .. } => found.push(term),
            _ => {}
        }
    }
    found
}

/// What must hold before a step for a predicate to hold afterwards, where that is a comparison of variables.
fn before_steps(pool: &mut TermPool, system: &System, predicates: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    for step in &system.steps {
        let mut before: Substitution = step.updates.iter().copied().collect();
        for &predicate in predicates {
            let term = before.apply(pool, predicate);
            let of_state = pool.symbols_of(term).iter().all(|symbol| system.variables.contains(symbol));
            if of_state && matches!(pool.node(term), Node::Binary(op, a, _) if is_comparison(pool, op, a)) {
                found.push(term);
            }
        }
    }
    found
}

/// The comparisons of numbers that depend on nothing but variables, and not on a single bit of them.
fn comparisons(pool: &TermPool, system: &System, bad: Term) -> Vec<(BinaryOp, Term, Term)> {
    let mut roots = vec![bad, system.initial];
    for step in &system.steps {
        roots.push(step.condition);
        roots.extend(step.updates.iter().map(|(_, value)| *value));
    }
    let variables: FxHashSet<Symbol> = system.variables.iter().copied().collect();
    let mut of_state = FxHashSet::default();
    let mut found = Vec::new();
    for term in pool.reachable(&roots) {
        let node = pool.node(term);
        let is_of_state = match node {
            Node::Symbol(symbol) => variables.contains(&symbol),
            _ => node.operands().all(|operand| of_state.contains(&operand)),
        };
        if !is_of_state {
            continue;
        }
        of_state.insert(term);
        if let Node::Binary(op, a, b) = node
            && is_comparison(pool, op, a)
        {
            found.push((op, a, b));
        }
    }
    found
}

fn is_comparison(pool: &TermPool, op: BinaryOp, operand: Term) -> bool {
    use BinaryOp::*;
    let compares = matches!(op, Equal | UnsignedLess | UnsignedLessEqual | SignedLess | SignedLessEqual);
    compares && matches!(pool.sort(operand), Sort::Bits(width) if width > WIDEST_CODE)
}

/// Smaller and greater; after an equality in both orders, since it tells nothing of signs, and a counter that stops at
/// `x == limit` stays below it in the unsigned order only.
fn ways_to_compare(pool: &mut TermPool, op: BinaryOp, a: Term, b: Term) -> Vec<Term> {
    let mut ways = Vec::new();
    if matches!(op, BinaryOp::Equal | BinaryOp::UnsignedLess | BinaryOp::UnsignedLessEqual) {
        ways.extend([pool.unsigned_less(a, b), pool.unsigned_less(b, a)]);
    }
    if matches!(op, BinaryOp::Equal | BinaryOp::SignedLess | BinaryOp::SignedLessEqual) {
        ways.extend([pool.signed_less(a, b), pool.signed_less(b, a)]);
    }
    ways.push(pool.equal(a, b));
    ways
}
