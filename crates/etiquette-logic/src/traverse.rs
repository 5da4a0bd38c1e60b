//! Walks over the shared graph of a term without recursion, so that depth is bounded by memory and not by the stack.
//!
//! Operands are older than the terms built from them, so sorting what was reached gives an order in which every operand
//! comes before its users.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::term::{Node, Symbol, Term, TermPool};

impl Node {
    /// The direct operands, in order.
    pub fn operands(self) -> impl Iterator<Item = Term> {
        let operands = match self {
            Node::Bool(_) | Node::Bits { .. } | Node::Symbol(_) => [None, None, None],
            Node::Unary(_, a) => [Some(a), None, None],
            Node::Binary(_, a, b) => [Some(a), Some(b), None],
            Node::Ite(condition, a, b) => [Some(condition), Some(a), Some(b)],
        };
        operands.into_iter().flatten()
    }
}

impl TermPool {
    /// The terms reachable from `roots` (roots included), each once, operands before their users.
    pub fn reachable(&self, roots: &[Term]) -> Vec<Term> {
        self.reachable_unless(roots, |_| false)
    }

    /// Like [`TermPool::reachable`], but neither lists nor enters the terms for which `known` holds.
    pub(crate) fn reachable_unless(&self, roots: &[Term], known: impl Fn(Term) -> bool) -> Vec<Term> {
        let mut seen = FxHashSet::default();
        let mut found = Vec::new();
        let mut pending: Vec<Term> = roots.to_vec();
        while let Some(term) = pending.pop() {
            if !known(term) && seen.insert(term) {
                found.push(term);
                pending.extend(self.node(term).operands());
            }
        }
        found.sort_unstable();
        found
    }

    /// How often each term is an operand of one of these parts.
    pub fn count_uses(&self, parts: &[Term]) -> FxHashMap<Term, usize> {
        let mut uses = FxHashMap::default();
        for operand in parts.iter().flat_map(|&part| self.node(part).operands()) {
            *uses.entry(operand).or_default() += 1;
        }
        uses
    }

    /// The symbols that occur in the term, sorted, each once.
    pub fn symbols_of(&self, term: Term) -> Vec<Symbol> {
        self.symbols_of_all(&[term])
    }

    /// The symbols that occur in any of the terms, sorted, each once.
    pub fn symbols_of_all(&self, terms: &[Term]) -> Vec<Symbol> {
        let reached = self.reachable(terms);
        let mut symbols: Vec<Symbol> = reached.into_iter().filter_map(|term| self.as_symbol(term)).collect();
        symbols.sort_unstable();
        symbols
    }

    /// The symbol that the term consists of, `None` for any other term.
    pub fn as_symbol(&self, term: Term) -> Option<Symbol> {
        match self.node(term) {
            Node::Symbol(symbol) => Some(symbol),
            _ => None,
        }
    }
}
