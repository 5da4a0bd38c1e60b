//! The meaning of terms: what an operator does to concrete bits, and the value of a whole term.
//!
//! [`apply_unary`] and [`apply_binary`] are the one definition of the operators; the simplifier folds constants with
//! them and interpreters may call them in their inner loops. They take and give values whose bits above the width are
//! zero.

use rustc_hash::FxHashMap;

use crate::term::{BinaryOp, MAX_WIDTH, Node, Symbol, Term, TermPool, UnaryOp, mask, to_signed};

/// The result of a unary operator on an operand of `operand_width` bits (1 for booleans).
#[inline]
pub fn apply_unary(op: UnaryOp, operand_width: u32, a: u64) -> u64 {
    match op {
        UnaryOp::Not => a ^ 1,
        UnaryOp::BitNot => !a & mask(operand_width),
        UnaryOp::Negate => a.wrapping_neg() & mask(operand_width),
        UnaryOp::Extract { high, low } => (a >> low) & mask(high - low + 1),
        UnaryOp::ZeroExtend(_) => a,
        UnaryOp::SignExtend(to) => to_signed(a, operand_width) as u64 & mask(to),
    }
}

/// The result of a binary operator on operands of `operand_width` bits (1 for booleans); comparisons give 0 or 1.
#[inline]
pub fn apply_binary(op: BinaryOp, operand_width: u32, a: u64, b: u64) -> u64 {
    use BinaryOp::*;
    let width = operand_width;
    match op {
        And | BitAnd => a & b,
        Or | BitOr => a | b,
        Xor | BitXor => a ^ b,
        Equal => u64::from(a == b),
        Add => a.wrapping_add(b) & mask(width),
        Sub => a.wrapping_sub(b) & mask(width),
        Mul => a.wrapping_mul(b) & mask(width),
        UnsignedDiv => a.checked_div(b).unwrap_or(mask(width)),
        UnsignedRem => a.checked_rem(b).unwrap_or(a),
        SignedDiv => signed_div(width, a, b),
        SignedRem => signed_rem(width, a, b),
        ShiftLeft => (a << shift_amount(width, b)) & mask(width),
        ShiftRightLogical => a >> shift_amount(width, b),
        ShiftRightArithmetic => (to_signed(a, width) >> shift_amount(width, b)) as u64 & mask(width),
        UnsignedLess => u64::from(a < b),
        UnsignedLessEqual => u64::from(a <= b),
        SignedLess => u64::from(aligned(width, a) < aligned(width, b)),
        SignedLessEqual => u64::from(aligned(width, a) <= aligned(width, b)),
    }
}

/// Shift amounts are taken modulo the width; for the machine's own widths this is one mask.
#[inline]
fn shift_amount(width: u32, amount: u64) -> u64 {
    let width = u64::from(width);
    if width.is_power_of_two() { amount & (width - 1) } else { amount % width }
}

/// The value moved to the top of a machine word, where signed order can be read off without extending the sign.
#[inline]
fn aligned(width: u32, value: u64) -> i64 {
    (value << (MAX_WIDTH - width)) as i64
}

#[inline]
fn signed_div(width: u32, a: u64, b: u64) -> u64 {
    let (dividend, divisor) = (to_signed(a, width), to_signed(b, width));
    let quotient = match divisor {
        0 if dividend < 0 => 1,
        0 => -1,
        _ => dividend.wrapping_div(divisor),
    };
    quotient as u64 & mask(width)
}

#[inline]
fn signed_rem(width: u32, a: u64, b: u64) -> u64 {
    let (dividend, divisor) = (to_signed(a, width), to_signed(b, width));
    let remainder = match divisor {
        0 => dividend,
        _ => dividend.wrapping_rem(divisor),
    };
    remainder as u64 & mask(width)
}

/// The value of a term when each symbol has the value that `assignment` gives it.
///
/// Bits of the assignment above a symbol's width are ignored. Booleans are 0 or 1.
pub fn evaluate(pool: &TermPool, term: Term, assignment: impl Fn(Symbol) -> u64) -> u64 {
    Evaluator::new(assignment).value(pool, term)
}

/// Evaluates many terms under one assignment and remembers the values of shared parts.
pub struct Evaluator<A> {
    assignment: A,
    values: FxHashMap<Term, u64>,
}

impl<A: Fn(Symbol) -> u64> Evaluator<A> {
    /// An evaluator that has seen no term yet.
    pub fn new(assignment: A) -> Self {
        Evaluator { assignment, values: FxHashMap::default() }
    }

    /// The value of the term under the assignment.
    pub fn value(&mut self, pool: &TermPool, term: Term) -> u64 {
        if let Some(&value) = self.values.get(&term) {
            return value;
        }
        for part in pool.reachable_unless(&[term], |part| self.values.contains_key(&part)) {
            let value = self.node_value(pool, part);
            self.values.insert(part, value);
        }
        self.values[&term]
    }

    fn node_value(&self, pool: &TermPool, term: Term) -> u64 {
        let width = |operand: Term| pool.sort(operand).width();
        match pool.node(term) {
            Node::Bool(value) => u64::from(value),
            Node::Bits { value, .. } => value,
            Node::Symbol(symbol) => (self.assignment)(symbol) & mask(pool.symbol_sort(symbol).width()),
            Node::Unary(op, a) => apply_unary(op, width(a), self.values[&a]),
            Node::Binary(op, a, b) => apply_binary(op, width(a), self.values[&a], self.values[&b]),
            Node::Ite(condition, a, _) if self.values[&condition] == 1 => self.values[&a],
            Node::Ite(_, _, b) => self.values[&b],
        }
    }
}
