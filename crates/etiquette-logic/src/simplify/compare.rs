//! Builders for the orders, signed and unsigned.
//!
//! A comparison with a constant becomes `x < c` or its negation `c <= x`, so that `x <= 4` and `x < 5` are one term; at
//! the ends of the range it becomes an equality or a truth value.

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

    /// `a < b`, both read as unsigned numbers.
    pub fn unsigned_less(&mut self, a: Term, b: Term) -> Term {
        self.less(Order::Unsigned, a, b)
    }

    /// `a <= b`, both read as unsigned numbers.
    pub fn unsigned_less_equal(&mut self, a: Term, b: Term) -> Term {
        self.less_equal(Order::Unsigned, a, b)
    }

    fn less(&mut self, order: Order, a: Term, b: Term) -> Term {
        self.compare(order, true, a, b)
    }

    fn less_equal(&mut self, order: Order, a: Term, b: Term) -> Term {
        self.compare(order, false, a, b)
    }

    /// `a < b` if it is strict, else `a <= b`.
    fn compare(&mut self, order: Order, strict: bool, a: Term, b: Term) -> Term {
        if a == b {
            return self.bool(!strict);
        }
        let op = if strict { order.less() } else { order.less_equal() };
        if let Some(pushed) = self.push_into_ite(op, a, b) {
            return pushed;
        }
        if let Some(key) = self.key(order, b) {
            return self.below(order, a, key + i128::from(!strict));
        }
        if let Some(key) = self.key(order, a) {
            return self.at_least(order, b, key + i128::from(strict));
        }
        match self.narrowed(order, a, b) {
            Some((order, a, b)) => self.compare(order, strict, a, b),
            None => self.raw_binary(op, a, b),
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
        self.is_below(order, x, key, true)
    }

    /// `x` is at the place `key`, which may lie outside of the range, or behind it.
    pub(super) fn at_least(&mut self, order: Order, x: Term, key: i128) -> Term {
        self.is_below(order, x, key, false)
    }

    /// Whether `x` is before the place `key` is what `below` says.
    fn is_below(&mut self, order: Order, x: Term, key: i128, below: bool) -> Term {
        let (first, last) = order.range(self.width(x));
        if key <= first || key > last {
            return self.bool((key > last) == below);
        }
        if let Some(value) = self.as_constant(x) {
            return self.bool((order.key(value, self.width(x)) < key) == below);
        }
        if let Some((order, inner)) = self.narrowed_for_constant(order, x) {
            return self.is_below(order, inner, key, below);
        }
        // A side with a single value is an equality. With one bit both sides are: the side that is asked for comes
        // first.
        let (low, high) = ((first + 1, first, true), (last, last, false));
        for (place, only, is_below) in if below { [low, high] } else { [high, low] } {
            if key == place {
                let equal = self.equal_to(x, only as u64);
                return if is_below == below { equal } else { self.not(equal) };
            }
        }
        let bound = self.bits_like(x, key as u64);
        match below {
            true => self.raw_binary(order.less(), x, bound),
            false => self.raw_binary(order.less_equal(), bound, x),
        }
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
