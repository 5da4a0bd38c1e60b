//! Builders for `+ - *`, negation, quotients and remainders.
//!
//! Constants are gathered: a sum has at most one, as the right operand of its outermost addition (`(x + y) + c`), and
//! `c - x` stays a subtraction. Constant factors are positive (`x - y * 3` instead of `x + y * -3`), and neighbouring
//! multiples of one term are one (`x * 2 + x` is `x * 3`): fewer adders when it comes to circuits.

use crate::term::{BinaryOp, Node, Term, TermPool, UnaryOp, mask, to_signed};

impl TermPool {
    /// `a + b`, wrapping around.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        if let Some(folded) = self.fold_binary(BinaryOp::Add, a, b) {
            return folded;
        }
        let (a, b) = self.ordered(a, b);
        if let Some(constant) = self.as_constant(b) {
            return self.add_constant(a, constant);
        }
        self.add_gathering(a, b)
            .or_else(|| self.add_gathering(b, a))
            .unwrap_or_else(|| self.raw_binary(BinaryOp::Add, a, b))
    }

    fn add_constant(&mut self, a: Term, constant: u64) -> Term {
        if constant == 0 {
            return a;
        }
        if let Some((x, inner)) = self.with_constant(BinaryOp::Add, a) {
            let sum = self.bits_like(a, inner.wrapping_add(constant));
            return self.add(x, sum);
        }
        if let Some((minuend, x)) = self.constant_minus(a) {
            let sum = self.bits_like(a, minuend.wrapping_add(constant));
            return self.sub(sum, x);
        }
        if let Some(x) = self.operand_of(UnaryOp::Negate, a) {
            let minuend = self.bits_like(a, constant);
            return self.sub(minuend, x);
        }
        let constant = self.bits_like(a, constant);
        self.raw_binary(BinaryOp::Add, a, constant)
    }

    /// Rules for `a + b` that look into `a`; the caller tries both orders.
    fn add_gathering(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some((x, constant)) = self.with_constant(BinaryOp::Add, a) {
            let sum = self.add(x, b);
            return Some(self.add_constant_to(sum, constant));
        }
        if let Some(x) = self.operand_of(UnaryOp::Negate, a) {
            return Some(self.sub(b, x));
        }
        match self.operands_of(BinaryOp::Sub, a) {
            Some((x, y)) if y == b => Some(x),
            _ => self.gather_multiples(BinaryOp::Add, a, b),
        }
    }

    /// For addition `x * c + x * d`, `x * c + y * c`, and `(p + x * c) + x * d`; for subtraction the same with `-`.
    fn gather_multiples(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        let combine = if op == BinaryOp::Add { u64::wrapping_add } else { u64::wrapping_sub };
        let ((y, c), (x, d)) = (self.multiple(a), self.multiple(b));
        if x == y {
            return Some(self.times(x, combine(c, d)));
        }
        if c == d && c != 1 {
            let both = self.binary(op, y, x);
            return Some(self.times(both, c));
        }
        let (p, q) = self.operands_of(BinaryOp::Add, a)?;
        let ((base_p, c), (base_q, e)) = (self.multiple(p), self.multiple(q));
        let (rest, factor) = match x {
            _ if x == base_p => (q, c),
            _ if x == base_q => (p, e),
            _ => return None,
        };
        let multiple = self.times(x, combine(factor, d));
        Some(self.add(rest, multiple))
    }

    /// The term as a multiple of another one, or else of itself.
    fn multiple(&self, term: Term) -> (Term, u64) {
        self.with_constant(BinaryOp::Mul, term).unwrap_or((term, 1))
    }

    fn times(&mut self, x: Term, factor: u64) -> Term {
        let factor = self.bits_like(x, factor);
        self.mul(x, factor)
    }

    fn add_constant_to(&mut self, a: Term, constant: u64) -> Term {
        let constant = self.bits_like(a, constant);
        self.add(a, constant)
    }

    /// `c` and `x`, if the term is `c - x`.
    fn constant_minus(&self, term: Term) -> Option<(u64, Term)> {
        let (minuend, x) = self.operands_of(BinaryOp::Sub, term)?;
        Some((self.as_constant(minuend)?, x))
    }

    /// `a - b`, wrapping around.
    pub fn sub(&mut self, a: Term, b: Term) -> Term {
        if let Some(folded) = self.fold_binary(BinaryOp::Sub, a, b) {
            return folded;
        }
        if a == b {
            return self.bits_like(a, 0);
        }
        if let Some(constant) = self.as_constant(b) {
            return self.add_constant(a, constant.wrapping_neg() & mask(self.width(a)));
        }
        if let Some(minuend) = self.as_constant(a) {
            return self.sub_from_constant(minuend, b);
        }
        self.sub_gathering(a, b).unwrap_or_else(|| self.raw_binary(BinaryOp::Sub, a, b))
    }

    fn sub_from_constant(&mut self, minuend: u64, b: Term) -> Term {
        if let Some((x, constant)) = self.with_constant(BinaryOp::Add, b) {
            let difference = self.bits_like(b, minuend.wrapping_sub(constant));
            return self.sub(difference, x);
        }
        if let Some((inner, x)) = self.constant_minus(b) {
            return self.add_constant_to(x, minuend.wrapping_sub(inner));
        }
        if let Some(x) = self.operand_of(UnaryOp::Negate, b) {
            return self.add_constant_to(x, minuend);
        }
        if minuend == 0 {
            return self.negate(b);
        }
        let minuend = self.bits_like(b, minuend);
        self.raw_binary(BinaryOp::Sub, minuend, b)
    }

    /// Rules for `a - b` where neither is a constant.
    fn sub_gathering(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some((x, constant)) = self.with_constant(BinaryOp::Add, a) {
            let difference = self.sub(x, b);
            return Some(self.add_constant_to(difference, constant));
        }
        if let Some((y, constant)) = self.with_constant(BinaryOp::Add, b) {
            let difference = self.sub(a, y);
            return Some(self.add_constant_to(difference, constant.wrapping_neg()));
        }
        if let Some(y) = self.operand_of(UnaryOp::Negate, b) {
            return Some(self.add(a, y));
        }
        if let Some(x) = self.operand_of(UnaryOp::Negate, a) {
            let sum = self.add(x, b);
            return Some(self.negate(sum));
        }
        self.sub_cancelling(a, b).or_else(|| self.gather_multiples(BinaryOp::Sub, a, b))
    }

    /// `(x + y) - y`, `x - (x + y)`, `(x - y) - x`, `x - (x - y)`
    fn sub_cancelling(&mut self, a: Term, b: Term) -> Option<Term> {
        match (self.node(a), self.node(b)) {
            (Node::Binary(BinaryOp::Add, x, y), _) if x == b || y == b => Some(if x == b { y } else { x }),
            (_, Node::Binary(BinaryOp::Add, x, y)) if x == a || y == a => Some(self.negate(if x == a { y } else { x })),
            (Node::Binary(BinaryOp::Sub, x, y), _) if x == b => Some(self.negate(y)),
            (_, Node::Binary(BinaryOp::Sub, x, y)) if x == a => Some(y),
            _ => None,
        }
    }

    /// `-a`, wrapping around.
    pub fn negate(&mut self, a: Term) -> Term {
        if let Some(folded) = self.fold_unary(UnaryOp::Negate, a) {
            return folded;
        }
        if let Some(x) = self.operand_of(UnaryOp::Negate, a) {
            return x;
        }
        if let Some((x, y)) = self.operands_of(BinaryOp::Sub, a) {
            return self.sub(y, x);
        }
        if let Some((x, constant)) = self.with_constant(BinaryOp::Add, a) {
            let minuend = self.bits_like(a, constant.wrapping_neg());
            return self.sub(minuend, x);
        }
        self.raw_unary(UnaryOp::Negate, a)
    }

    /// `a * b`, wrapping around.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        if let Some(folded) = self.fold_binary(BinaryOp::Mul, a, b) {
            return folded;
        }
        let (a, b) = self.ordered(a, b);
        match self.as_constant(b) {
            Some(factor) => self.mul_by_constant(a, factor),
            None => self.raw_binary(BinaryOp::Mul, a, b),
        }
    }

    fn mul_by_constant(&mut self, a: Term, factor: u64) -> Term {
        let width = self.width(a);
        let signed = to_signed(factor, width);
        if signed == 0 || signed == 1 {
            return if signed == 0 { self.bits(width, 0) } else { a };
        }
        // The smallest number has no positive counterpart.
        if signed < 0 && factor != factor.wrapping_neg() & mask(width) {
            let positive = self.times(a, factor.wrapping_neg());
            return self.negate(positive);
        }
        if let Some((x, inner)) = self.with_constant(BinaryOp::Mul, a) {
            return self.times(x, inner.wrapping_mul(factor));
        }
        if let Some(x) = self.operand_of(UnaryOp::Negate, a) {
            let multiple = self.times(x, factor);
            return self.negate(multiple);
        }
        let factor = self.bits(width, factor);
        self.raw_binary(BinaryOp::Mul, a, factor)
    }

    /// The unsigned quotient; all ones where `b` is zero.
    pub fn unsigned_div(&mut self, a: Term, b: Term) -> Term {
        if let Some(folded) = self.fold_binary(BinaryOp::UnsignedDiv, a, b) {
            return folded;
        }
        match self.as_constant(b) {
            Some(0) => self.bits_like(a, u64::MAX),
            Some(1) => a,
            _ => self.raw_binary(BinaryOp::UnsignedDiv, a, b),
        }
    }

    /// The unsigned remainder; `a` where `b` is zero.
    pub fn unsigned_rem(&mut self, a: Term, b: Term) -> Term {
        if let Some(folded) = self.fold_binary(BinaryOp::UnsignedRem, a, b) {
            return folded;
        }
        match self.as_constant(b) {
            Some(0) => a,
            Some(1) => self.bits_like(a, 0),
            _ if a == b => self.bits_like(a, 0),
            _ => self.raw_binary(BinaryOp::UnsignedRem, a, b),
        }
    }

    /// The signed quotient, rounded towards zero; 1 or -1 (against the sign of `a`) where `b` is zero.
    pub fn signed_div(&mut self, a: Term, b: Term) -> Term {
        if let Some(folded) = self.fold_binary(BinaryOp::SignedDiv, a, b) {
            return folded;
        }
        match self.as_signed(b) {
            Some(1) => a,
            Some(-1) => self.negate(a),
            _ => self.raw_binary(BinaryOp::SignedDiv, a, b),
        }
    }

    /// The signed remainder, with the sign of `a`; `a` where `b` is zero.
    pub fn signed_rem(&mut self, a: Term, b: Term) -> Term {
        if let Some(folded) = self.fold_binary(BinaryOp::SignedRem, a, b) {
            return folded;
        }
        match self.as_signed(b) {
            Some(0) => a,
            Some(1 | -1) => self.bits_like(a, 0),
            _ if a == b => self.bits_like(a, 0),
            _ => self.raw_binary(BinaryOp::SignedRem, a, b),
        }
    }

    /// The value of a constant, read as a signed number.
    pub fn as_signed(&self, term: Term) -> Option<i64> {
        Some(to_signed(self.as_constant(term)?, self.width(term)))
    }
}
