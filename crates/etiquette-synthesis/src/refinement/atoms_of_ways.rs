//! Atomic conditions, way by way.
//!
//! The weakest precondition of a method with branches has conditions such as `(cursor <= last ? cursor : cursor - 1) ==
//! -1`. On each single way through the method the branch is taken, and the condition is simple: `cursor == -1` on one
//! of them, `cursor == 0` on the other. The transitions of May and Must are such ways.

use etiquette_component::Component;
use etiquette_logic::{Node, Term, TermPool};
use etiquette_predicates::atoms;

/// Conditions that come in more versions than this, or are larger than that, are left as they are.
const MOST_VERSIONS: usize = 8;
const LARGEST: usize = 60;

/// The atomic conditions of the terms; those with branches once for each way.
pub(crate) fn atoms_of_ways(component: &mut Component, roots: &[Term]) -> Vec<Term> {
    let mut found = Vec::new();
    for atom in atoms(&component.terms, roots) {
        let terms = &mut component.terms;
        let versions = if terms.reachable(&[atom]).len() > LARGEST { None } else { versions(terms, atom) };
        found.extend(versions.unwrap_or_else(|| vec![atom]));
    }
    atoms(&component.terms, &found)
}

/// The term with every branch in it taken one way or the other; `None` if that makes too many. It goes no deeper than
/// the term is large.
fn versions(terms: &mut TermPool, term: Term) -> Option<Vec<Term>> {
    let made = match terms.node(term) {
        Node::Bool(_) | Node::Bits { .. } | Node::Symbol(_) => vec![term],
        Node::Ite(_, one, other) => [versions(terms, one)?, versions(terms, other)?].concat(),
        Node::Unary(op, operand) => {
            let operands = versions(terms, operand)?;
            operands.into_iter().map(|operand| terms.unary(op, operand)).collect()
        }
        Node::Binary(op, one, other) => {
            let (ones, others) = (versions(terms, one)?, versions(terms, other)?);
            let pairs = ones.iter().flat_map(|&one| others.iter().map(move |&other| (one, other)));
            pairs.map(|(one, other)| terms.binary(op, one, other)).collect()
        }
    };
    (made.len() <= MOST_VERSIONS).then_some(made)
}
