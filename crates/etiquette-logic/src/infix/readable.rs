//! How [`Style::Readable`](super::Style::Readable) restates terms: negated comparisons, constants on the right, ranges,
//! comparisons with zero instead of signs, and subtraction instead of the addition of a negative number.

use super::layout::{Level, Operator, operator};
use super::types::Wanted;
use super::{Operand, Piece, Printing, Shape};
use crate::term::{BinaryOp, Node, Term, UnaryOp, mask, to_signed};

/// How a number with each sign compares with zero, and one without.
const SIGN_TESTS: [[&str; 2]; 3] = [["<", ">="], ["==", "!="], [">", "<="]];

/// A comparison `left < right` or `left <= right`.
#[derive(Clone, Copy)]
struct Comparison {
    strict: bool,
    signed: bool,
    /// Whether to write it as `right > left`.
    flipped: bool,
    left: Operand,
    right: Operand,
}

impl Comparison {
    fn new(op: BinaryOp, left: Term, right: Term) -> Option<Self> {
        let (strict, signed) = match op {
            BinaryOp::SignedLess => (true, true),
            BinaryOp::SignedLessEqual => (false, true),
            BinaryOp::UnsignedLess => (true, false),
            BinaryOp::UnsignedLessEqual => (false, false),
            _ => return None,
        };
        let (left, right) = (Operand::Term(left), Operand::Term(right));
        Some(Comparison { strict, signed, flipped: false, left, right })
    }

    fn negated(self) -> Self {
        Comparison { strict: !self.strict, flipped: !self.flipped, left: self.right, right: self.left, ..self }
    }

    fn operator(self, flipped: bool) -> Operator {
        let text = match (self.strict, flipped) {
            (true, false) => "<",
            (false, false) => "<=",
            (true, true) => ">",
            (false, true) => ">=",
        };
        let op = if self.signed { BinaryOp::SignedLess } else { BinaryOp::UnsignedLess };
        Operator { text, ..operator(op) }
    }
}

impl Printing<'_> {
    /// The term in other words, if there are better ones.
    pub(super) fn restated(&self, term: Term, wanted: Wanted) -> Option<Shape> {
        if let Some(comparison) = self.comparison(term) {
            return Some(self.comparison_shape(comparison));
        }
        if let Some(test) = self.test_of_sign(term) {
            return Some(test);
        }
        match self.pool.node(term) {
            Node::Binary(BinaryOp::And, a, b) => self.range(a, b),
            Node::Binary(BinaryOp::Add, a, b) => self.subtraction(a, b, wanted),
            Node::Binary(BinaryOp::Equal, a, b) if self.is_number(Operand::Term(a)) => {
                Some(self.infix(operator(BinaryOp::Equal), Operand::Term(b), Operand::Term(a), wanted))
            }
            _ => None,
        }
    }

    fn comparison(&self, term: Term) -> Option<Comparison> {
        match self.pool.node(term) {
            Node::Binary(op, a, b) => Comparison::new(op, a, b).map(|comparison| self.around_zero(comparison)),
            Node::Unary(UnaryOp::Not, inner) => match self.pool.node(inner) {
                Node::Binary(op, a, b) => Some(self.around_zero(Comparison::new(op, a, b)?.negated())),
                _ => None,
            },
            _ => None,
        }
    }

    /// What is said of the sign of a number as a comparison with zero.
    fn test_of_sign(&self, term: Term) -> Option<Shape> {
        let (equality, holds) = match self.pool.node(term) {
            Node::Unary(UnaryOp::Not, inner) => (inner, false),
            _ => (term, true),
        };
        let Node::Binary(BinaryOp::Equal, a, b) = self.pool.node(equality) else { return None };
        let (variable, (_, sign)) = match (self.value(Operand::Term(a)), self.value(Operand::Term(b))) {
            (None, Some(value)) => (a, value),
            (Some(value), None) => (b, value),
            _ => return None,
        };
        let number = self.vocabulary.sign_of(self.pool.as_symbol(variable)?)?;
        let [yes, no] = *SIGN_TESTS.get(usize::try_from(sign).ok()?)?;
        let level = if sign == 1 { Level::Equality } else { Level::Relation };
        let text = format!("{number} {} 0", if holds { yes } else { no });
        Some(Shape { level, pieces: vec![text.into()] })
    }

    /// `1 <= x` as `0 < x`, and `x < 1` as `x <= 0`.
    fn around_zero(&self, comparison: Comparison) -> Comparison {
        let one = |operand| matches!(self.value(operand), Some((width, 1)) if width > 1);
        let zero = |operand| Operand::Value { width: self.value(operand).map_or(1, |(width, _)| width), value: 0 };
        let strict = !comparison.strict;
        match comparison {
            Comparison { strict: false, left, .. } if one(left) => {
                Comparison { strict, left: zero(left), ..comparison }
            }
            Comparison { strict: true, right, .. } if one(right) => {
                Comparison { strict, right: zero(right), ..comparison }
            }
            _ => comparison,
        }
    }

    /// The width and value of a number.
    fn value(&self, operand: Operand) -> Option<(u32, u64)> {
        match operand {
            Operand::Value { width, value } => Some((width, value)),
            Operand::Term(term) => match self.pool.node(term) {
                Node::Bits { width, value } => Some((width, value)),
                _ => None,
            },
        }
    }

    fn comparison_shape(&self, comparison: Comparison) -> Shape {
        let flipped = match (self.is_number(comparison.left), self.is_number(comparison.right)) {
            (true, false) => true,
            (false, true) => false,
            _ => comparison.flipped,
        };
        let (left, right) = match flipped {
            true => (comparison.right, comparison.left),
            false => (comparison.left, comparison.right),
        };
        self.infix(comparison.operator(flipped), left, right, Wanted::Bool)
    }

    /// `0 < x && x < 20`, in this order and this direction.
    fn range(&self, a: Term, b: Term) -> Option<Shape> {
        let (first, second) = (self.comparison(a)?, self.comparison(b)?);
        let (lower, upper) = match self.is_number(first.left) {
            true => (first, second),
            false => (second, first),
        };
        let (Operand::Term(x), Operand::Term(y)) = (lower.right, upper.left) else {
            return None;
        };
        if x != y || !self.is_number(lower.left) || !self.is_number(upper.right) {
            return None;
        }
        let lower = self.infix(lower.operator(false), lower.left, lower.right, Wanted::Bool);
        let upper = self.infix(upper.operator(false), upper.left, upper.right, Wanted::Bool);
        let mut pieces = lower.pieces;
        pieces.push(Piece::from(" && "));
        pieces.extend(upper.pieces);
        Some(Shape { level: Level::And, pieces })
    }

    /// `x - 3` for `x + (-3)`
    fn subtraction(&self, a: Term, b: Term, wanted: Wanted) -> Option<Shape> {
        let Node::Bits { width, value } = self.pool.node(b) else {
            return None;
        };
        let negated = value.wrapping_neg() & mask(width);
        if to_signed(value, width) >= 0 || negated == value {
            return None;
        }
        let subtrahend = Operand::Value { width, value: negated };
        Some(self.infix(operator(BinaryOp::Sub), Operand::Term(a), subtrahend, wanted))
    }
}
