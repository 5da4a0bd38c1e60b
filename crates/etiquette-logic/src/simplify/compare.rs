//! Builders for the orders, signed and unsigned.
//!
//! A comparison with a constant becomes `x < c` or its negation `c <= x`, so that `x <= 4` and `x < 5` are one term; at the ends
//! of the range it becomes an equality or a truth value.

use super::bounds::Order;
use crate::term::{BinaryOp, Term, TermPool, UnaryOp};

impl Order {
    fn less(self) -> BinaryOp {
        match self {
            Order::Signed => BinaryOp::SignedLess,
            Order::Unsigned => BinaryOp::UnsignedLess,
        }
    }

    fn less_equal(self) -> BinaryOp {
        match self {
            Order::Signed => BinaryOp::SignedLessEqual,
            Order::Unsigned => BinaryOp::UnsignedLessEqual,
        }
    }
}

impl TermPool {
    /// `a < b`, both read as signed numbers.
    pub fn signed_less(&mut self, a: Term, b: Term) -> Term {
        self.less(Order::Signed, a, b)
    }

    /// `a <= b`, both read as signed numbers.
    pub fn signed_less_equal(&mut self, a: Term, b: Term) -> Term {
        self.less_equal(Order::Signed, a, b)
    }

    /// `a > b`, both read as signed numbers.
    pub fn signed_greater(&mut self, a: Term, b: Term) -> Term {
        self.less(Order::Signed, b, a)
    }

    /// `a >= b`, both read as signed numbers.
    pub fn signed_greater_equal(&mut self, a: Term, b: Term) -> Term {
        self.less_equal(Order::Signed, b, a)
    }

    /// `a < b`, both read as unsigned numbers.
    pub fn unsigned_less(&mut self, a: Term, b: Term) -> Term {
        self.less(Order::Unsigned, a, b)
    }

    /// `a <= b`, both read as unsigned numbers.
    pub fn unsigned_less_equal(&mut self, a: Term, b: Term) -> Term {
        self.less_equal(Order::Unsigned, a, b)
    }

    /// `a > b`, both read as unsigned numbers.
    pub fn unsigned_greater(&mut self, a: Term, b: Term) -> Term {
        self.less(Order::Unsigned, b, a)
    }

    /// `a >= b`, both read as unsigned numbers.
    pub fn unsigned_greater_equal(&mut self, a: Term, b: Term) -> Term {
        self.less_equal(Order::Unsigned, b, a)
    }

    fn less(&mut self, order: Order, a: Term, b: Term) -> Term {
        if a == b {
            return self.bool(false);
        }
        if let Some(pushed) = self.push_into_ite(order.less(), a, b) {
            return pushed;
        }
        if let Some(key) = self.key(order, b) {
            return self.below(order, a, key);
        }
        if let Some(key) = self.key(order, a) {
            return self.at_least(order, b, key + 1);
        }
        match self.narrowed(order, a, b) {
            Some((order, a, b)) => self.less(order, a, b),
            None => self.raw_binary(order.less(), a, b),
        }
    }

    fn less_equal(&mut self, order: Order, a: Term, b: Term) -> Term {
        if a == b {
            return self.bool(true);
        }
        if let Some(pushed) = self.push_into_ite(order.less_equal(), a, b) {
            return pushed;
        }
        if let Some(key) = self.key(order, b) {
            return self.below(order, a, key + 1);
        }
        if let Some(key) = self.key(order, a) {
            return self.at_least(order, b, key);
        }
        match self.narrowed(order, a, b) {
            Some((order, a, b)) => self.less_equal(order, a, b),
            None => self.raw_binary(order.less_equal(), a, b),
        }
    }

    /// Two terms extended alike compare like the terms themselves; zero extension makes both orders the unsigned one.
    fn narrowed(&self, order: Order, a: Term, b: Term) -> Option<(Order, Term, Term)> {
        let ((op, x), (other, y)) = (self.extension(a)?, self.extension(b)?);
        let alike = op == other && self.width(x) == self.width(y) && self.width(x) < self.width(a);
        let order = match op {
            UnaryOp::ZeroExtend(_) => Order::Unsigned,
            _ => order,
        };
        alike.then_some((order, x, y))
    }

    /// `x` is before the place `key`, which may lie outside of the range.
    pub(super) fn below(&mut self, order: Order, x: Term, key: i128) -> Term {
        let (first, last) = order.range(self.width(x));
        if key <= first || key > last {
            return self.bool(key > last);
        }
        if let Some(value) = self.as_constant(x) {
            return self.bool(order.key(value, self.width(x)) < key);
        }
        if let Some((order, inner)) = self.narrowed_for_constant(order, x) {
            return self.below(order, inner, key);
        }
        if key == first + 1 {
            return self.equal_to(x, first as u64);
        }
        if key == last {
            let equal = self.equal_to(x, last as u64);
            return self.not(equal);
        }
        let bound = self.bits_like(x, key as u64);
        self.raw_binary(order.less(), x, bound)
    }

    /// `x` is at the place `key`, which may lie outside of the range, or behind it.
    pub(super) fn at_least(&mut self, order: Order, x: Term, key: i128) -> Term {
        let (first, last) = order.range(self.width(x));
        if key <= first || key > last {
            return self.bool(key <= first);
        }
        if let Some(value) = self.as_constant(x) {
            return self.bool(order.key(value, self.width(x)) >= key);
        }
        if let Some((order, inner)) = self.narrowed_for_constant(order, x) {
            return self.at_least(order, inner, key);
        }
        if key == last {
            return self.equal_to(x, last as u64);
        }
        if key == first + 1 {
            let equal = self.equal_to(x, first as u64);
            return self.not(equal);
        }
        let bound = self.bits_like(x, key as u64);
        self.raw_binary(order.less_equal(), bound, x)
    }

    /// The operand of an extension, and the order in which it has the places of the extended term.
    fn narrowed_for_constant(&self, order: Order, x: Term) -> Option<(Order, Term)> {
        let (op, inner) = self.extension(x)?;
        let strict = self.width(inner) < self.width(x);
        match op {
            UnaryOp::ZeroExtend(_) if strict => Some((Order::Unsigned, inner)),
            UnaryOp::SignExtend(_) if order == Order::Signed => Some((Order::Signed, inner)),
            _ => None,
        }
    }
}
