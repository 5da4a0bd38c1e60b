//! Conjunctions and disjunctions of comparisons of one term with constants: `x < 5 && x < 7`, `x >= 0 || x < 3`.

use crate::term::{BinaryOp, Node, Term, TermPool, UnaryOp, mask, to_signed};

/// How the bits of a term are ordered.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    Signed,
    Unsigned,
}

impl Order {
    /// The place of a value in this order.
    pub(super) fn key(self, value: u64, width: u32) -> i128 {
        match self {
            Order::Signed => i128::from(to_signed(value, width)),
            Order::Unsigned => i128::from(value),
        }
    }

    /// The places of the first and the last value.
    pub(super) fn range(self, width: u32) -> (i128, i128) {
        let top = i128::from(mask(width));
        match self {
            Order::Signed => (-(top + 1) / 2, top / 2),
            Order::Unsigned => (0, top),
        }
    }
}

/// What a comparison with a constant says about its other operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Bound {
    Is(u64),
    IsNot(u64),
    Below(Order, i128),
    AtLeast(Order, i128),
}

impl Bound {
    fn negated(self) -> Bound {
        match self {
            Bound::Is(value) => Bound::IsNot(value),
            Bound::IsNot(value) => Bound::Is(value),
            Bound::Below(order, key) => Bound::AtLeast(order, key),
            Bound::AtLeast(order, key) => Bound::Below(order, key),
        }
    }

    fn admits(self, value: u64, width: u32) -> bool {
        match self {
            Bound::Is(only) => value == only,
            Bound::IsNot(hole) => value != hole,
            Bound::Below(order, key) => order.key(value, width) < key,
            Bound::AtLeast(order, key) => order.key(value, width) >= key,
        }
    }

    /// The bound without one value, if that is a bound again.
    fn without(self, value: u64, width: u32) -> Option<Bound> {
        match self {
            _ if !self.admits(value, width) => Some(self),
            Bound::Below(order, key) if order.key(value, width) == key - 1 => Some(Bound::Below(order, key - 1)),
            Bound::AtLeast(order, key) if order.key(value, width) == key => Some(Bound::AtLeast(order, key + 1)),
            _ => None,
        }
    }
}

/// The conjunction of two bounds.
enum Meet {
    Nothing,
    Bound(Bound),
    Unknown,
}

fn meet(a: Bound, b: Bound, width: u32) -> Meet {
    match (a, b) {
        (Bound::Is(value), other) | (other, Bound::Is(value)) => match other.admits(value, width) {
            true => Meet::Bound(Bound::Is(value)),
            false => Meet::Nothing,
        },
        (Bound::IsNot(value), other) | (other, Bound::IsNot(value)) => {
            other.without(value, width).map_or(Meet::Unknown, Meet::Bound)
        }
        (Bound::Below(p, x), Bound::Below(q, y)) if p == q => Meet::Bound(Bound::Below(p, x.min(y))),
        (Bound::AtLeast(p, x), Bound::AtLeast(q, y)) if p == q => Meet::Bound(Bound::AtLeast(p, x.max(y))),
        (Bound::Below(p, end), Bound::AtLeast(q, start)) | (Bound::AtLeast(q, start), Bound::Below(p, end))
            if p == q =>
        {
            meet_interval(start, end, width)
        }
        _ => Meet::Unknown,
    }
}

/// The values from `start` up to but not `end`.
fn meet_interval(start: i128, end: i128, width: u32) -> Meet {
    match end - start {
        ..=0 => Meet::Nothing,
        1 => Meet::Bound(Bound::Is(start as u64 & mask(width))),
        _ => Meet::Unknown,
    }
}

impl TermPool {
    /// The conjunction or disjunction of two comparisons of one term with constants, if it is a single comparison.
    pub(super) fn join_bounds(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        let ((x, p), (y, q)) = (self.bound(a)?, self.bound(b)?);
        if x != y {
            return None;
        }
        let conjunction = op == BinaryOp::And;
        let width = self.width(x);
        let met = match conjunction {
            true => meet(p, q, width),
            false => meet(p.negated(), q.negated(), width),
        };
        match met {
            Meet::Nothing => Some(self.bool(!conjunction)),
            Meet::Bound(bound) if conjunction => Some(self.bounded(x, bound)),
            Meet::Bound(bound) => Some(self.bounded(x, bound.negated())),
            Meet::Unknown => None,
        }
    }

    fn bound(&self, term: Term) -> Option<(Term, Bound)> {
        use BinaryOp::*;
        match self.node(term) {
            Node::Binary(Equal, x, k) if !self.is_boolean(x) => Some((x, Bound::Is(self.as_constant(k)?))),
            Node::Binary(SignedLess, x, k) => self.bound_by(Bound::Below, Order::Signed, x, k),
            Node::Binary(UnsignedLess, x, k) => self.bound_by(Bound::Below, Order::Unsigned, x, k),
            Node::Binary(SignedLessEqual, k, x) => self.bound_by(Bound::AtLeast, Order::Signed, x, k),
            Node::Binary(UnsignedLessEqual, k, x) => self.bound_by(Bound::AtLeast, Order::Unsigned, x, k),
            Node::Unary(UnaryOp::Not, inner) => match self.with_constant(Equal, inner)? {
                (x, value) if !self.is_boolean(x) => Some((x, Bound::IsNot(value))),
                _ => None,
            },
            _ => None,
        }
    }

    fn bound_by(&self, kind: fn(Order, i128) -> Bound, order: Order, x: Term, k: Term) -> Option<(Term, Bound)> {
        Some((x, kind(order, self.key(order, k)?)))
    }

    /// The place of a constant in the order.
    pub(super) fn key(&self, order: Order, constant: Term) -> Option<i128> {
        Some(order.key(self.as_constant(constant)?, self.width(constant)))
    }

    fn bounded(&mut self, x: Term, bound: Bound) -> Term {
        match bound {
            Bound::Is(value) => self.equal_to(x, value),
            Bound::IsNot(value) => {
                let equal = self.equal_to(x, value);
                self.not(equal)
            }
            Bound::Below(order, key) => self.below(order, x, key),
            Bound::AtLeast(order, key) => self.at_least(order, x, key),
        }
    }
}
