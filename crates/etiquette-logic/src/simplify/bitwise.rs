//! Builders for bitwise operators and shifts.

use crate::term::{BinaryOp, Term, TermPool, UnaryOp, mask};

impl TermPool {
    /// The bitwise complement of `a`.
    pub fn bit_not(&mut self, a: Term) -> Term {
        if let Some(folded) = self.fold_unary(UnaryOp::BitNot, a) {
            return folded;
        }
        match self.operand_of(UnaryOp::BitNot, a) {
            Some(x) => x,
            None => self.raw_unary(UnaryOp::BitNot, a),
        }
    }

    /// The bitwise conjunction of `a` and `b`.
    pub fn bit_and(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        if a == b || self.is_ones(b) {
            return a;
        }
        if self.is_bits(b, 0) || self.bit_complements(a, b) {
            return self.bits_like(a, 0);
        }
        if let Some(x) = self.mask_of_extension(a, b) {
            return x;
        }
        self.gather_bitwise(BinaryOp::BitAnd, a, b)
    }

    /// `zext(x) & m` where `m` keeps all bits of `x`.
    fn mask_of_extension(&self, a: Term, b: Term) -> Option<Term> {
        let kept = self.as_constant(b)?;
        let (UnaryOp::ZeroExtend(_), x) = self.extension(a)? else {
            return None;
        };
        let all = mask(self.width(x));
        (kept & all == all).then_some(a)
    }

    /// The bitwise disjunction of `a` and `b`.
    pub fn bit_or(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        if a == b || self.is_bits(b, 0) {
            return a;
        }
        if self.is_ones(b) || self.bit_complements(a, b) {
            return self.bits_like(a, u64::MAX);
        }
        self.gather_bitwise(BinaryOp::BitOr, a, b)
    }

    /// The bitwise exclusive disjunction of `a` and `b`.
    pub fn bit_xor(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        if a == b {
            return self.bits_like(a, 0);
        }
        if self.is_bits(b, 0) {
            return a;
        }
        if self.bit_complements(a, b) {
            return self.bits_like(a, u64::MAX);
        }
        if self.is_ones(b) {
            return self.bit_not(a);
        }
        self.gather_bitwise(BinaryOp::BitXor, a, b)
    }

    fn bit_complements(&self, a: Term, b: Term) -> bool {
        self.operand_of(UnaryOp::BitNot, a) == Some(b) || self.operand_of(UnaryOp::BitNot, b) == Some(a)
    }

    /// Folds constants, also those of `(x op c) op d`.
    fn gather_bitwise(&mut self, op: BinaryOp, a: Term, b: Term) -> Term {
        if let Some(folded) = self.fold_binary(op, a, b) {
            return folded;
        }
        if let (Some((x, inner)), true) = (self.operands_of(op, a), self.as_constant(b).is_some())
            && let Some(constant) = self.fold_binary(op, inner, b)
        {
            return self.binary(op, x, constant);
        }
        self.raw_binary(op, a, b)
    }

    /// `a << b`, with the amount taken modulo the width.
    pub fn shift_left(&mut self, a: Term, b: Term) -> Term {
        self.shift(BinaryOp::ShiftLeft, a, b)
    }

    /// `a >>> b` in Java's notation: zeros come in from the left.
    pub fn shift_right_logical(&mut self, a: Term, b: Term) -> Term {
        self.shift(BinaryOp::ShiftRightLogical, a, b)
    }

    /// `a >> b` in Java's notation: copies of the sign come in from the left.
    pub fn shift_right_arithmetic(&mut self, a: Term, b: Term) -> Term {
        self.shift(BinaryOp::ShiftRightArithmetic, a, b)
    }

    fn shift(&mut self, op: BinaryOp, a: Term, b: Term) -> Term {
        if self.is_bits(a, 0) {
            return a;
        }
        if let Some(folded) = self.fold_binary(op, a, b) {
            return folded;
        }
        match self.as_constant(b) {
            Some(amount) => self.shift_by_constant(op, a, amount % u64::from(self.width(a))),
            None => {
                let amount = self.unmasked_amount(b);
                self.raw_binary(op, a, amount)
            }
        }
    }

    fn shift_by_constant(&mut self, op: BinaryOp, a: Term, amount: u64) -> Term {
        if amount == 0 {
            return a;
        }
        if let Some((x, inner)) = self.with_constant(op, a)
            && inner < u64::from(self.width(a))
        {
            return self.shift_twice(op, x, inner + amount);
        }
        let amount = self.bits_like(a, amount);
        self.raw_binary(op, a, amount)
    }

    /// A shift by the sum of two amounts, which may exceed the width and then doesn't wrap around.
    fn shift_twice(&mut self, op: BinaryOp, x: Term, total: u64) -> Term {
        let last = u64::from(self.width(x)) - 1;
        if total > last && op != BinaryOp::ShiftRightArithmetic {
            return self.bits_like(x, 0);
        }
        self.shift_by_constant(op, x, total.min(last))
    }

    /// The amount without a mask that taking it modulo the width makes superfluous (`1 << (n & 31)`).
    fn unmasked_amount(&self, amount: Term) -> Term {
        let needed = u64::from(self.width(amount)) - 1;
        match self.with_constant(BinaryOp::BitAnd, amount) {
            Some((x, kept)) if self.width(amount).is_power_of_two() && kept & needed == needed => x,
            _ => amount,
        }
    }
}
