//! Terms built to the letter.
//!
//! The engines build with the simplifier. A checker that did so too would share its mistakes, and so would every
//! outside solver that reads what we export. Only `true` in a conjunction and `false` in a disjunction are left out,
//! for the reader.

use etiquette_logic::{BinaryOp, Node, Symbol, Term, TermPool, UnaryOp};
use rustc_hash::FxHashMap;

/// What symbols stand for; a symbol that is not in it stands for itself.
pub type Values = FxHashMap<Symbol, Term>;

pub fn not(pool: &mut TermPool, a: Term) -> Term {
    pool.intern(Node::Unary(UnaryOp::Not, a))
}

pub fn and(pool: &mut TermPool, a: Term, b: Term) -> Term {
    all(pool, [a, b])
}

pub fn or(pool: &mut TermPool, a: Term, b: Term) -> Term {
    any(pool, [a, b])
}

pub fn equal(pool: &mut TermPool, a: Term, b: Term) -> Term {
    pool.intern(Node::Binary(BinaryOp::Equal, a, b))
}

pub fn ite(pool: &mut TermPool, condition: Term, a: Term, b: Term) -> Term {
    if a == b { a } else { pool.intern(Node::Ite(condition, a, b)) }
}

pub fn all(pool: &mut TermPool, terms: impl IntoIterator<Item = Term>) -> Term {
    chain(pool, BinaryOp::And, true, terms)
}

pub fn any(pool: &mut TermPool, terms: impl IntoIterator<Item = Term>) -> Term {
    chain(pool, BinaryOp::Or, false, terms)
}

fn chain(pool: &mut TermPool, op: BinaryOp, neutral: bool, terms: impl IntoIterator<Item = Term>) -> Term {
    let neutral = pool.bool(neutral);
    let parts = terms.into_iter().filter(|term| *term != neutral);
    parts.reduce(|a, b| pool.intern(Node::Binary(op, a, b))).unwrap_or(neutral)
}

/// The term with all symbols replaced at once.
pub fn replace(pool: &mut TermPool, term: Term, values: &Values) -> Term {
    let mut done: FxHashMap<Term, Term> = FxHashMap::default();
    for part in pool.reachable(&[term]) {
        let result = match pool.node(part) {
            Node::Symbol(symbol) => values.get(&symbol).copied().unwrap_or(part),
            _ => rebuild(pool, part, |operand| done[&operand]),
        };
        done.insert(part, result);
    }
    done[&term]
}

/// The same term with other operands.
pub fn rebuild(pool: &mut TermPool, term: Term, operand: impl Fn(Term) -> Term) -> Term {
    let node = with_operands(pool.node(term), operand);
    pool.intern(node)
}

/// The same node over other operands, which may be of another pool.
pub fn with_operands(node: Node, operand: impl Fn(Term) -> Term) -> Node {
    match node {
        Node::Unary(op, a) => Node::Unary(op, operand(a)),
        Node::Binary(op, a, b) => Node::Binary(op, operand(a), operand(b)),
        Node::Ite(condition, a, b) => Node::Ite(operand(condition), operand(a), operand(b)),
        leaf => leaf,
    }
}

/// The value of a symbol.
pub fn value(pool: &mut TermPool, values: &Values, symbol: Symbol) -> Term {
    values.get(&symbol).copied().unwrap_or_else(|| pool.symbol(symbol))
}

/// The symbols that stand for something else in any of the maps, in order.
pub fn changed<'a>(maps: impl IntoIterator<Item = &'a Values>) -> Vec<Symbol> {
    let mut symbols: Vec<Symbol> = maps.into_iter().flat_map(|values| values.keys().copied()).collect();
    symbols.sort_unstable();
    symbols.dedup();
    symbols
}
