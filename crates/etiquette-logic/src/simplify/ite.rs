//! The builder for if-then-else, and comparisons of choices with constants.

use crate::term::{BinaryOp, Node, Term, TermPool, UnaryOp};

/// How many nested choices a comparison is pushed through.
const PUSH_LIMIT: usize = 8;

impl TermPool {
    /// `condition ? a : b`
    pub fn ite(&mut self, condition: Term, a: Term, b: Term) -> Term {
        use BinaryOp::*;
        match self.node(condition) {
            Node::Bool(value) => return if value { a } else { b },
            _ if a == b => return a,
            Node::Unary(UnaryOp::Not, inner) => return self.ite(inner, b, a),
            // Of the two ways to say it, the strict comparison: one choice is one term.
            Node::Binary(SignedLessEqual | UnsignedLessEqual, ..) => {
                let strict = self.not(condition);
                return self.ite(strict, b, a);
            }
            _ => {}
        }
        self.ite_under(condition, a, b)
    }

    fn ite_under(&mut self, condition: Term, a: Term, b: Term) -> Term {
        if self.is_boolean(a)
            && let Some(result) = self.boolean_ite(condition, a, b)
        {
            return result;
        }
        if let Some((x, y)) = self.branches_under(condition, a, b) {
            return self.ite(condition, x, y);
        }
        self.merged_ite(condition, a, b)
            .or_else(|| self.chosen_equal(condition, a, b))
            .unwrap_or_else(|| self.intern(Node::Ite(condition, a, b)))
    }

    /// A choice between truth values is a conjunction or disjunction if a branch is known.
    fn boolean_ite(&mut self, condition: Term, a: Term, b: Term) -> Option<Term> {
        let (then_known, else_known) =
            (self.known_under(condition, a), self.known_under(condition, b).map(|known| !known));
        match (then_known, self.node(a), else_known, self.node(b)) {
            (Some(true), ..) | (_, Node::Bool(true), ..) => Some(self.or(condition, b)),
            (_, _, Some(false), _) | (_, _, _, Node::Bool(false)) => Some(self.and(condition, a)),
            (Some(false), ..) | (_, Node::Bool(false), ..) => {
                let not_condition = self.not(condition);
                Some(self.and(not_condition, b))
            }
            (_, _, Some(true), _) | (_, _, _, Node::Bool(true)) => {
                let not_condition = self.not(condition);
                Some(self.or(not_condition, a))
            }
            _ => self.complements(a, b).then(|| self.equal(condition, a)),
        }
    }

    /// The truth of `term` where `condition` holds, if the one is visibly the other or its negation.
    fn known_under(&self, condition: Term, term: Term) -> Option<bool> {
        match () {
            _ if term == condition => Some(true),
            _ if self.complements(term, condition) => Some(false),
            _ => None,
        }
    }

    /// The branches without choices that the condition has already made.
    fn branches_under(&self, condition: Term, a: Term, b: Term) -> Option<(Term, Term)> {
        let branch = |term: Term, holds: bool| match self.node(term) {
            Node::Ite(inner, x, y) if inner == condition => Some(if holds { x } else { y }),
            _ => None,
        };
        match (branch(a, true), branch(b, false)) {
            (None, None) => None,
            (x, y) => Some((x.unwrap_or(a), y.unwrap_or(b))),
        }
    }

    /// Two nested choices with a common result are one.
    fn merged_ite(&mut self, condition: Term, a: Term, b: Term) -> Option<Term> {
        if let Node::Ite(inner, x, y) = self.node(b)
            && (x == a || y == a)
        {
            let (inner, rest) = if x == a { (inner, y) } else { (self.not(inner), x) };
            let either = self.or(condition, inner);
            return Some(self.ite(either, a, rest));
        }
        if let Node::Ite(inner, x, y) = self.node(a)
            && (x == b || y == b)
        {
            let (inner, rest) = if y == b { (inner, x) } else { (self.not(inner), y) };
            let both = self.and(condition, inner);
            return Some(self.ite(both, rest, b));
        }
        None
    }

    /// `x == y ? x : y` is `y`, and `x == y ? y : x` is `x`.
    fn chosen_equal(&self, condition: Term, a: Term, b: Term) -> Option<Term> {
        let (x, y) = self.operands_of(BinaryOp::Equal, condition)?;
        ((x, y) == (a, b) || (x, y) == (b, a)).then_some(b)
    }

    /// A comparison of a choice with a constant, made in the branches: `(c ? 1 : x) == 1` is `c || x == 1`.
    pub(super) fn push_into_ite(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        let choice_is_left = match (self.as_constant(a), self.as_constant(b)) {
            (_, Some(_)) if self.chooses_constants(a) => true,
            (Some(_), _) if self.chooses_constants(b) => false,
            _ => return None,
        };
        let Node::Ite(condition, x, y) = self.node(if choice_is_left { a } else { b }) else {
            return None;
        };
        let (x, y) = match choice_is_left {
            true => (self.binary(op, x, b), self.binary(op, y, b)),
            false => (self.binary(op, a, x), self.binary(op, a, y)),
        };
        Some(self.ite(condition, x, y))
    }

    /// Whether the term is a short chain of choices, each with a constant branch: pushing into it doesn't make it grow.
    fn chooses_constants(&self, term: Term) -> bool {
        let mut next = term;
        for _ in 0..PUSH_LIMIT {
            let Node::Ite(_, x, y) = self.node(next) else {
                return next != term;
            };
            next = match (self.as_constant(x), self.as_constant(y)) {
                (Some(_), _) => y,
                (None, Some(_)) => x,
                (None, None) => return next != term,
            };
        }
        false
    }
}
