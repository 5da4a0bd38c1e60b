//! Builders for `+ - *`, negation, quotients and remainders.
//!
//! Constants are gathered: a sum has at most one, as the right operand of its outermost addition (`(x + y) + c`), and `c - x`
//! stays a subtraction.

use crate::term::{BinaryOp, Term, TermPool, UnaryOp, mask, to_signed};

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
            _ => None,
        }
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
        self.sub_gathering(a, b)
            .unwrap_or_else(|| self.raw_binary(BinaryOp::Sub, a, b))
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
        match self.operands_of(BinaryOp::Add, a) {
            Some((x, y)) if y == b => return Some(x),
            Some((x, y)) if x == b => return Some(y),
            _ => {}
        }
        match self.operands_of(BinaryOp::Sub, b) {
            Some((x, y)) if x == a => Some(y),
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
        let Some(factor) = self.as_constant(b) else {
            return self.raw_binary(BinaryOp::Mul, a, b);
        };
        if factor == 0 || factor == 1 {
            return if factor == 0 { b } else { a };
        }
        if self.is_ones(b) {
            return self.negate(a);
        }
        if let Some((x, inner)) = self.with_constant(BinaryOp::Mul, a) {
            let product = self.bits_like(a, inner.wrapping_mul(factor));
            return self.mul(x, product);
        }
        self.raw_binary(BinaryOp::Mul, a, b)
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
