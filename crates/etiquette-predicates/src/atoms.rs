//! The atomic conditions that terms are made of: predicates are chosen among them.
//!
//! Conditions inside of values (`ite(c, 1, x) == y`) count, too. Each comes once; what is behind a negation is an atom,
//! the negation is none.

use etiquette_logic::{BinaryOp, Node, Sort, Term, TermPool, UnaryOp};

/// The atomic conditions of the terms, the first ones first.
pub fn atoms(terms: &TermPool, roots: &[Term]) -> Vec<Term> {
    let parts = terms.reachable(roots);
    parts.into_iter().filter(|&term| terms.sort(term) == Sort::Bool && is_atom(terms, term)).collect()
}

/// The same without those that are the negation of another one, as `y <= x` is of `x < y`: as predicates both tell the
/// same.
pub(crate) fn atoms_up_to_negation(terms: &mut TermPool, roots: &[Term]) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    for atom in atoms(terms, roots) {
        let negated = terms.not(atom);
        if !found.contains(&negated) {
            found.push(atom);
        }
    }
    found
}

fn is_atom(terms: &TermPool, term: Term) -> bool {
    match terms.node(term) {
        Node::Bool(_) | Node::Ite(..) | Node::Unary(UnaryOp::Not, _) => false,
        Node::Binary(BinaryOp::And | BinaryOp::Or | BinaryOp::Xor, ..) => false,
        Node::Binary(BinaryOp::Equal, one, _) => terms.sort(one) != Sort::Bool,
        _ => true,
    }
}
