//! Builders that change the width of a bit-vector.

use crate::term::{BinaryOp, Node, Term, TermPool, UnaryOp};

impl TermPool {
    /// The bits `high` down to `low`, both included.
    pub fn extract(&mut self, a: Term, high: u32, low: u32) -> Term {
        let op = UnaryOp::Extract { high, low };
        if let Some(resized) = self.resized_at_once(op, a, low == 0 && high + 1 == self.width(a)) {
            return resized;
        }
        match self.node(a) {
            Node::Unary(UnaryOp::Extract { low: inner, .. }, x) => self.extract(x, high + inner, low + inner),
            Node::Unary(UnaryOp::ZeroExtend(_) | UnaryOp::SignExtend(_), x) => {
                self.extract_of_extension(a, x, high, low)
            }
            Node::Binary(inner, x, y) if low == 0 => self.truncate_operands(inner, x, y, high + 1, a),
            _ => self.raw_unary(op, a),
        }
    }

    fn extract_of_extension(&mut self, a: Term, x: Term, high: u32, low: u32) -> Term {
        let width = self.width(x);
        if high < width {
            return self.extract(x, high, low);
        }
        let zeros = matches!(self.node(a), Node::Unary(UnaryOp::ZeroExtend(_), _));
        if low < width {
            let kept = self.extract(x, width - 1, low);
            return self.extend(zeros, kept, high - low + 1);
        }
        if zeros {
            return self.bits(high - low + 1, 0);
        }
        self.raw_unary(UnaryOp::Extract { high, low }, a)
    }

    fn extend(&mut self, zeros: bool, a: Term, width: u32) -> Term {
        if zeros { self.zero_extend(a, width) } else { self.sign_extend(a, width) }
    }

    /// `(byte) (a + b)` needs only the low bits of operands that were widened before.
    fn truncate_operands(&mut self, op: BinaryOp, x: Term, y: Term, width: u32, whole: Term) -> Term {
        use BinaryOp::*;
        let by_bits = matches!(op, Add | Sub | Mul | BitAnd | BitOr | BitXor);
        if by_bits && self.narrows_to(x, width) && self.narrows_to(y, width) {
            let (x, y) = (self.truncate(x, width), self.truncate(y, width));
            return self.binary(op, x, y);
        }
        self.raw_unary(UnaryOp::Extract { high: width - 1, low: 0 }, whole)
    }

    /// Whether truncating to this width only takes an extension away.
    fn narrows_to(&self, term: Term, width: u32) -> bool {
        let extended = |(_, x): (UnaryOp, Term)| self.width(x) <= width;
        self.as_constant(term).is_some() || self.extension(term).is_some_and(extended)
    }

    /// The operator and operand, if the term is a zero or sign extension.
    pub(super) fn extension(&self, term: Term) -> Option<(UnaryOp, Term)> {
        match self.node(term) {
            Node::Unary(op @ (UnaryOp::ZeroExtend(_) | UnaryOp::SignExtend(_)), x) => Some((op, x)),
            _ => None,
        }
    }

    /// What every resizing does with constants and with a term that has the width already.
    fn resized_at_once(&mut self, op: UnaryOp, a: Term, fits: bool) -> Option<Term> {
        self.fold_unary(op, a).or_else(|| fits.then_some(a)).or_else(|| self.resize_constants(op, a))
    }

    /// Resizes the branches of a choice between two constants, the usual shape of a boolean that was made a number.
    fn resize_constants(&mut self, op: UnaryOp, a: Term) -> Option<Term> {
        let Node::Ite(condition, x, y) = self.node(a) else {
            return None;
        };
        let (x, y) = (self.fold_unary(op, x)?, self.fold_unary(op, y)?);
        Some(self.ite(condition, x, y))
    }

    /// The low `width` bits.
    pub fn truncate(&mut self, a: Term, width: u32) -> Term {
        self.extract(a, width - 1, 0)
    }

    /// `a` widened with zeros.
    pub fn zero_extend(&mut self, a: Term, width: u32) -> Term {
        let op = UnaryOp::ZeroExtend(width);
        if let Some(resized) = self.resized_at_once(op, a, width == self.width(a)) {
            return resized;
        }
        match self.operand_of(UnaryOp::ZeroExtend(self.width(a)), a) {
            Some(x) => self.raw_unary(op, x),
            None => self.raw_unary(op, a),
        }
    }

    /// `a` widened with copies of its sign.
    pub fn sign_extend(&mut self, a: Term, width: u32) -> Term {
        let op = UnaryOp::SignExtend(width);
        if let Some(resized) = self.resized_at_once(op, a, width == self.width(a)) {
            return resized;
        }
        match self.extension(a) {
            Some((UnaryOp::SignExtend(_), x)) => self.raw_unary(op, x),
            Some((UnaryOp::ZeroExtend(_), x)) if self.width(x) < self.width(a) => self.zero_extend(x, width),
            _ => self.raw_unary(op, a),
        }
    }
}
