//! Replaces symbols by terms, and rebuilds terms through the rewriting builders.
//!
//! All symbols are replaced at once: what a replacement contains is not replaced again.

use rustc_hash::FxHashMap;

use crate::term::{Node, Symbol, Term, TermPool};

/// A map from symbols to terms that can be applied to many terms; parts that they share are rewritten once.
#[derive(Clone, Default, Debug)]
pub struct Substitution {
    replacements: FxHashMap<Symbol, Term>,
    done: FxHashMap<Term, Term>,
}

impl Substitution {
    /// The substitution that replaces each symbol of the map by its term.
    pub fn new(replacements: FxHashMap<Symbol, Term>) -> Self {
        Substitution { replacements, done: FxHashMap::default() }
    }

    /// The same with other replacements of some symbols.
    pub fn with(mut self, others: impl IntoIterator<Item = (Symbol, Term)>) -> Self {
        self.replacements.extend(others);
        Substitution::new(self.replacements)
    }

    /// The term with all symbols replaced, simplified on the way. Use one pool only with one substitution.
    ///
    /// # Panics
    /// If a replacement has another sort than its symbol.
    pub fn apply(&mut self, pool: &mut TermPool, term: Term) -> Term {
        if let Some(&result) = self.done.get(&term) {
            return result;
        }
        for part in pool.reachable_unless(&[term], |part| self.done.contains_key(&part)) {
            let result = match pool.node(part) {
                Node::Symbol(symbol) => self.replacement(pool, symbol, part),
                node => pool.rebuild(node, |operand| self.done[&operand]),
            };
            self.done.insert(part, result);
        }
        self.done[&term]
    }

    fn replacement(&self, pool: &TermPool, symbol: Symbol, term: Term) -> Term {
        let Some(&result) = self.replacements.get(&symbol) else {
            return term;
        };
        assert_eq!(pool.sort(result), pool.symbol_sort(symbol), "a symbol is replaced by a term of its sort");
        result
    }
}

impl FromIterator<(Symbol, Term)> for Substitution {
    fn from_iter<I: IntoIterator<Item = (Symbol, Term)>>(pairs: I) -> Self {
        Substitution::new(pairs.into_iter().collect())
    }
}

impl TermPool {
    /// The term with each symbol of the map replaced by its term, simplified on the way.
    ///
    /// # Panics
    /// If a replacement has another sort than its symbol.
    pub fn substitute(&mut self, term: Term, replacements: &FxHashMap<Symbol, Term>) -> Term {
        Substitution::new(replacements.clone()).apply(self, term)
    }

    /// The term with parts of it replaced by others, from below, simplified on the way. What a part is replaced by may be
    /// a part itself, and is then replaced, too.
    pub fn replace(&mut self, term: Term, with: &FxHashMap<Term, Term>) -> Term {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        for part in self.reachable(&[term]) {
            let new = match with.get(&part) {
                Some(other) => done.get(other).copied().unwrap_or(*other),
                None => {
                    let node = self.node(part);
                    self.rebuild(node, |operand| done[&operand])
                }
            };
            done.insert(part, new);
        }
        done[&term]
    }

    /// The same node with its operands mapped, built by the rewriting builders.
    pub(crate) fn rebuild(&mut self, node: Node, map: impl Fn(Term) -> Term) -> Term {
        match node {
            Node::Bool(_) | Node::Bits { .. } | Node::Symbol(_) => self.intern(node),
            Node::Unary(op, a) => self.unary(op, map(a)),
            Node::Binary(op, a, b) => self.binary(op, map(a), map(b)),
            Node::Ite(condition, a, b) => self.ite(map(condition), map(a), map(b)),
        }
    }
}
