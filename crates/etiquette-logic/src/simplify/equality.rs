//! Builders for equality.
//!
//! An equation with a constant is solved for its other side as far as that is unique: `x + 3 == 5` becomes `x == 2`.

use crate::term::{BinaryOp, Node, Term, TermPool, UnaryOp, mask, to_signed};

/// One step of solving `term == value`.
enum Step {
    /// The same as `term == value` for these.
    Simpler(Term, u64),
    /// The same as the equality of these two.
    Equation(Term, Term),
    /// No value of the term's symbols makes it true.
    Impossible,
    /// No rule applies.
    Stuck,
}

impl TermPool {
    /// `a == b`, for two terms of any one sort.
    pub fn equal(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        if a == b {
            return self.bool(true);
        }
        if self.is_boolean(a) {
            return self.equal_booleans(a, b);
        }
        match self.as_constant(b) {
            Some(value) => self.equal_to(a, value),
            None => self.equal_terms(a, b),
        }
    }

    /// `a != b`, for two terms of any one sort.
    pub fn distinct(&mut self, a: Term, b: Term) -> Term {
        let equal = self.equal(a, b);
        self.not(equal)
    }

    fn equal_booleans(&mut self, a: Term, b: Term) -> Term {
        if let Node::Bool(value) = self.node(b) {
            return if value { a } else { self.not(a) };
        }
        if self.complements(a, b) {
            return self.bool(false);
        }
        let (x, y) = (self.operand_of(UnaryOp::Not, a), self.operand_of(UnaryOp::Not, b));
        let (plain_a, plain_b) = self.ordered(x.unwrap_or(a), y.unwrap_or(b));
        let equal = self.raw_binary(BinaryOp::Equal, plain_a, plain_b);
        if x.is_some() == y.is_some() { equal } else { self.not(equal) }
    }

    /// `term == value` for a bit-vector; bits of the value above the width are ignored.
    pub(super) fn equal_to(&mut self, mut term: Term, value: u64) -> Term {
        let mut value = value & mask(self.width(term));
        loop {
            match self.solve_step(term, value) {
                Step::Simpler(next, next_value) => (term, value) = (next, next_value & mask(self.width(next))),
                Step::Equation(a, b) => return self.equal(a, b),
                Step::Impossible => return self.bool(false),
                Step::Stuck => break,
            }
        }
        if let Some(found) = self.as_constant(term) {
            return self.bool(found == value);
        }
        let constant = self.bits_like(term, value);
        self.push_into_ite(BinaryOp::Equal, term, constant)
            .unwrap_or_else(|| self.raw_binary(BinaryOp::Equal, term, constant))
    }

    fn solve_step(&self, term: Term, value: u64) -> Step {
        match self.node(term) {
            Node::Unary(op, x) => self.solve_unary(op, x, value),
            Node::Binary(op, x, y) => self.solve_binary(op, x, y, value),
            _ => Step::Stuck,
        }
    }

    fn solve_unary(&self, op: UnaryOp, x: Term, value: u64) -> Step {
        let width = self.width(x);
        match op {
            UnaryOp::Negate => Step::Simpler(x, value.wrapping_neg()),
            UnaryOp::BitNot => Step::Simpler(x, !value),
            UnaryOp::ZeroExtend(_) if value & !mask(width) == 0 => Step::Simpler(x, value),
            UnaryOp::ZeroExtend(_) => Step::Impossible,
            UnaryOp::SignExtend(to) if to_signed(value & mask(width), width) == to_signed(value, to) => {
                Step::Simpler(x, value)
            }
            UnaryOp::SignExtend(_) => Step::Impossible,
            UnaryOp::Not | UnaryOp::Extract { .. } => Step::Stuck,
        }
    }

    fn solve_binary(&self, op: BinaryOp, x: Term, y: Term, value: u64) -> Step {
        match (op, self.as_constant(x), self.as_constant(y)) {
            (BinaryOp::Add, _, Some(constant)) => Step::Simpler(x, value.wrapping_sub(constant)),
            (BinaryOp::Sub, Some(constant), _) => Step::Simpler(y, constant.wrapping_sub(value)),
            (BinaryOp::BitXor, _, Some(constant)) => Step::Simpler(x, value ^ constant),
            (BinaryOp::Mul, _, Some(factor)) if factor & 1 == 1 => {
                Step::Simpler(x, value.wrapping_mul(odd_inverse(factor)))
            }
            (BinaryOp::Sub | BinaryOp::BitXor, None, None) if value == 0 => Step::Equation(x, y),
            _ => Step::Stuck,
        }
    }

    fn equal_terms(&mut self, a: Term, b: Term) -> Term {
        if let Some((x, y)) = self.cancelled(a, b).or_else(|| self.cancelled(b, a)) {
            return self.equal(x, y);
        }
        self.equal_to_branch(a, b)
            .or_else(|| self.equal_to_branch(b, a))
            .or_else(|| self.equal_choices(a, b))
            .unwrap_or_else(|| self.raw_binary(BinaryOp::Equal, a, b))
    }

    /// An equation with less on both sides, if the two terms are built alike or one contains the other as a summand.
    fn cancelled(&mut self, a: Term, b: Term) -> Option<(Term, Term)> {
        match (self.node(a), self.node(b)) {
            (Node::Unary(op, x), Node::Unary(other, y)) if op == other && self.cancels(op, x, y) => Some((x, y)),
            (Node::Binary(BinaryOp::Add, x, y), Node::Binary(BinaryOp::Add, v, w)) => cancelled_summand(x, y, v, w),
            (Node::Binary(BinaryOp::Add, x, y), _) if x == b || y == b => {
                let zero = self.bits_like(a, 0);
                Some((if x == b { y } else { x }, zero))
            }
            (Node::Binary(BinaryOp::Sub, x, y), _) if x == b => Some((y, self.bits_like(a, 0))),
            _ => None,
        }
    }

    /// Whether the operator is one-to-one on these operands.
    fn cancels(&self, op: UnaryOp, x: Term, y: Term) -> bool {
        !matches!(op, UnaryOp::Extract { .. }) && self.sort(x) == self.sort(y)
    }

    /// `(c ? x : y) == x`
    fn equal_to_branch(&mut self, a: Term, b: Term) -> Option<Term> {
        let Node::Ite(condition, x, y) = self.node(a) else {
            return None;
        };
        let (chosen, rest) = match b {
            _ if b == x => (condition, y),
            _ if b == y => (self.not(condition), x),
            _ => return None,
        };
        let equal = self.equal(rest, b);
        Some(self.or(chosen, equal))
    }

    /// `(c ? 1 : 0) == (d ? 1 : 0)`
    fn equal_choices(&mut self, a: Term, b: Term) -> Option<Term> {
        let (Node::Ite(c, x, y), Node::Ite(d, v, w)) = (self.node(a), self.node(b)) else {
            return None;
        };
        let constants = self.as_constant(x).is_some() && self.as_constant(y).is_some() && x != y;
        (constants && (x, y) == (v, w)).then(|| self.equal(c, d))
    }
}

fn cancelled_summand(x: Term, y: Term, v: Term, w: Term) -> Option<(Term, Term)> {
    match () {
        _ if x == v => Some((y, w)),
        _ if x == w => Some((y, v)),
        _ if y == v => Some((x, w)),
        _ if y == w => Some((x, v)),
        _ => None,
    }
}

/// The inverse of an odd number modulo two to the power of 64, by Newton's iteration: each step doubles the correct
/// bits.
fn odd_inverse(factor: u64) -> u64 {
    (0..6).fold(factor, |inverse, _| inverse.wrapping_mul(2u64.wrapping_sub(factor.wrapping_mul(inverse))))
}
