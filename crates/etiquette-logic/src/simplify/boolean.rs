//! Builders for negation, conjunction, disjunction and what is made of them.
//!
//! Conjunction and disjunction share their rules: each is written once for a *junction* `op` and its *dual*.

use rustc_hash::FxHashSet;

use crate::term::{BinaryOp, Node, Term, TermPool, UnaryOp};

/// How many operands of a chain of conjunctions or disjunctions are compared with a new one.
const CHAIN_LIMIT: usize = 16;

fn dual(op: BinaryOp) -> BinaryOp {
    match op {
        BinaryOp::And => BinaryOp::Or,
        _ => BinaryOp::And,
    }
}

impl TermPool {
    /// `!a`
    pub fn not(&mut self, a: Term) -> Term {
        match (self.node(a), self.negated_comparison(a)) {
            (Node::Bool(value), _) => self.bool(!value),
            (Node::Unary(UnaryOp::Not, x), _) => x,
            (Node::Binary(BinaryOp::Xor, x, y), _) => self.equal(x, y),
            (_, Some((op, x, y))) => self.binary(op, x, y),
            _ => self.raw_unary(UnaryOp::Not, a),
        }
    }

    /// The comparison that holds where this one does not: `y <= x` for `x < y`.
    fn negated_comparison(&self, term: Term) -> Option<(BinaryOp, Term, Term)> {
        use BinaryOp::*;
        match self.node(term) {
            Node::Binary(SignedLess, x, y) => Some((SignedLessEqual, y, x)),
            Node::Binary(SignedLessEqual, x, y) => Some((SignedLess, y, x)),
            Node::Binary(UnsignedLess, x, y) => Some((UnsignedLessEqual, y, x)),
            Node::Binary(UnsignedLessEqual, x, y) => Some((UnsignedLess, y, x)),
            _ => None,
        }
    }

    /// `a && b`
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.junction(BinaryOp::And, a, b)
    }

    /// `a || b`
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.junction(BinaryOp::Or, a, b)
    }

    /// Whether exactly one of `a` and `b` holds.
    pub fn xor(&mut self, a: Term, b: Term) -> Term {
        let same = self.equal(a, b);
        self.not(same)
    }

    /// `!a || b`
    pub fn implies(&mut self, a: Term, b: Term) -> Term {
        let not_a = self.not(a);
        self.or(not_a, b)
    }

    /// The terms whose conjunction the term is.
    pub fn conjuncts(&self, term: Term) -> Vec<Term> {
        let (mut parts, mut pending) = (Vec::new(), vec![term]);
        while let Some(next) = pending.pop() {
            match self.node(next) {
                Node::Binary(BinaryOp::And, one, other) => pending.extend([other, one]),
                Node::Bool(true) => {}
                _ => parts.push(next),
            }
        }
        parts
    }

    /// The conjunction of all terms; `true` for none.
    pub fn all(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        self.junction_of(BinaryOp::And, terms)
    }

    /// That each term has its value.
    pub fn all_equal(&mut self, values: impl IntoIterator<Item = (Term, u64)>) -> Term {
        let mut all = self.bool(true);
        for (term, value) in values {
            let value = self.constant(self.sort(term), value);
            let equal = self.equal(term, value);
            all = self.and(all, equal);
        }
        all
    }

    /// The disjunction of all terms; `false` for none.
    pub fn any(&mut self, terms: impl IntoIterator<Item = Term>) -> Term {
        self.junction_of(BinaryOp::Or, terms)
    }

    /// Keeps the order of the terms but for doubles: people read it.
    fn junction_of(&mut self, op: BinaryOp, terms: impl IntoIterator<Item = Term>) -> Term {
        let neutral = self.bool(op == BinaryOp::And);
        let absorbing = self.bool(op != BinaryOp::And);
        let mut seen = FxHashSet::default();
        let mut result = neutral;
        for term in terms {
            if self.existing_negation(term).is_some_and(|negation| seen.contains(&negation)) {
                return absorbing;
            }
            if seen.insert(term) {
                result = self.junction(op, result, term);
            }
        }
        result
    }

    /// The negation of the term, if the pool has it already.
    fn existing_negation(&self, term: Term) -> Option<Term> {
        match (self.node(term), self.negated_comparison(term)) {
            (Node::Unary(UnaryOp::Not, x), _) => Some(x),
            (_, Some((op, x, y))) => self.find(Node::Binary(op, x, y)),
            _ => self.find(Node::Unary(UnaryOp::Not, term)),
        }
    }

    fn junction(&mut self, op: BinaryOp, a: Term, b: Term) -> Term {
        let neutral = op == BinaryOp::And;
        for (constant, other) in [(a, b), (b, a)] {
            if let Node::Bool(value) = self.node(constant) {
                return if value == neutral { other } else { constant };
            }
        }
        if a == b {
            return a;
        }
        if self.complements(a, b) {
            return self.bool(!neutral);
        }
        let (a, b) = self.ordered(a, b);
        self.absorb(op, a, b)
            .or_else(|| self.absorb(op, b, a))
            .or_else(|| self.resolve(op, a, b))
            .or_else(|| self.join_bounds(op, a, b))
            .unwrap_or_else(|| self.raw_binary(op, a, b))
    }

    /// What `a op b` comes to when `a` says something about a part of `b`.
    fn absorb(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        match self.node(b) {
            Node::Binary(found, ..) if found == op => self.absorb_in_chain(op, a, b),
            Node::Binary(found, x, y) if found == dual(op) => self.absorb_in_dual(op, a, x, y),
            Node::Unary(UnaryOp::Not, inner) => self.absorb_in_negation(op, a, inner),
            _ => None,
        }
    }

    /// `a && (… a …)`, `a && (… !a …)`
    fn absorb_in_chain(&mut self, op: BinaryOp, a: Term, chain: Term) -> Option<Term> {
        let mut pending = vec![chain];
        for _ in 0..CHAIN_LIMIT {
            let term = pending.pop()?;
            if term == a {
                return Some(chain);
            }
            if self.complements(term, a) {
                return Some(self.bool(op != BinaryOp::And));
            }
            if let Some((x, y)) = self.operands_of(op, term) {
                pending.extend([x, y]);
            }
        }
        None
    }

    /// `a && (a || y)`, `a && (!a || y)`
    fn absorb_in_dual(&mut self, op: BinaryOp, a: Term, x: Term, y: Term) -> Option<Term> {
        if x == a || y == a {
            return Some(a);
        }
        if self.complements(x, a) {
            return Some(self.junction(op, a, y));
        }
        self.complements(y, a).then(|| self.junction(op, a, x))
    }

    /// `a && !(a && y)`, `a && !(!a && y)`, `a && !(a || y)`, `a && !(!a || y)`
    fn absorb_in_negation(&mut self, op: BinaryOp, a: Term, inner: Term) -> Option<Term> {
        let Node::Binary(found @ (BinaryOp::And | BinaryOp::Or), x, y) = self.node(inner) else {
            return None;
        };
        let (inverted, rest) = match () {
            _ if x == a => (false, y),
            _ if y == a => (false, x),
            _ if self.complements(x, a) => (true, y),
            _ if self.complements(y, a) => (true, x),
            _ => return None,
        };
        match (found == op, inverted) {
            (true, false) | (false, true) => {
                let not_rest = self.not(rest);
                Some(self.junction(op, a, not_rest))
            }
            (true, true) => Some(a),
            (false, false) => Some(self.bool(op != BinaryOp::And)),
        }
    }

    /// `(x || y) && (x || !y)`
    fn resolve(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        let (x, y) = self.operands_of(dual(op), a)?;
        let (v, w) = self.operands_of(dual(op), b)?;
        let pairs = [(x, y, v, w), (x, y, w, v), (y, x, v, w), (y, x, w, v)];
        let common = pairs.into_iter().find(|&(x, y, v, w)| x == v && self.complements(y, w));
        common.map(|(x, ..)| x)
    }

    /// Whether one of the two boolean terms is visibly the negation of the other.
    pub fn complements(&self, a: Term, b: Term) -> bool {
        match (self.node(a), self.node(b)) {
            (Node::Unary(UnaryOp::Not, x), _) if x == b => true,
            (_, Node::Unary(UnaryOp::Not, y)) if y == a => true,
            (_, node) => self.negated_comparison(a).is_some_and(|(op, x, y)| node == Node::Binary(op, x, y)),
        }
    }
}
