//! Moves terms from the pool of one component to that of another, node by node and without rewriting, so that they
//! print as they did.

use etiquette_logic::{Node, Symbol, Term, TermPool};
use rustc_hash::FxHashMap;

/// What symbols of the one pool are called in the other.
pub(super) type Names = FxHashMap<Symbol, Symbol>;

/// The term in the other pool.
///
/// # Panics
/// If the term has a symbol without a name there.
pub(super) fn transplant(from: &TermPool, term: Term, to: &mut TermPool, names: &Names) -> Term {
    let mut done: FxHashMap<Term, Term> = FxHashMap::default();
    for part in from.reachable(&[term]) {
        let node = match from.node(part) {
            Node::Symbol(symbol) => Node::Symbol(names[&symbol]),
            Node::Unary(operator, a) => Node::Unary(operator, done[&a]),
            Node::Binary(operator, a, b) => Node::Binary(operator, done[&a], done[&b]),
            Node::Ite(condition, a, b) => Node::Ite(done[&condition], done[&a], done[&b]),
            constant => constant,
        };
        done.insert(part, to.intern(node));
    }
    done[&term]
}
