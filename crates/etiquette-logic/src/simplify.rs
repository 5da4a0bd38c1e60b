//! The rewriting builders: `pool.add(a, b)` and friends build a term of the same meaning as the plain node, and often a
//! smaller one.
//!
//! Each builder looks at its operands and a level or two below, never further, and every rule makes the term smaller or
//! moves it towards a normal form, so building takes constant time and ends. The normal form: constants are right
//! operands of commutative operators, other operands are ordered by age; `x - c` is an addition; a comparison of `x`
//! with a constant is `x < c` or its negation `c <= x`; negations of comparisons are comparisons; boolean `^` is a
//! negated `==`.

mod arithmetic;
mod bitwise;
mod boolean;
mod bounds;
mod compare;
mod equality;
mod ite;
mod resize;

use rustc_hash::FxHashMap;

use crate::evaluate::{apply_binary, apply_unary};
use crate::term::{BinaryOp, Node, Sort, Term, TermPool, UnaryOp, mask};

impl TermPool {
    /// The term rebuilt from its leaves through the rewriting builders.
    pub fn simplify(&mut self, term: Term) -> Term {
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        for part in self.reachable(&[term]) {
            let result = self.rebuild(self.node(part), |operand| done[&operand]);
            done.insert(part, result);
        }
        done[&term]
    }

    /// A unary operator, rewritten.
    pub fn unary(&mut self, op: UnaryOp, a: Term) -> Term {
        match op {
            UnaryOp::Not => self.not(a),
            UnaryOp::BitNot => self.bit_not(a),
            UnaryOp::Negate => self.negate(a),
            UnaryOp::Extract { high, low } => self.extract(a, high, low),
            UnaryOp::ZeroExtend(width) => self.zero_extend(a, width),
            UnaryOp::SignExtend(width) => self.sign_extend(a, width),
        }
    }

    /// A binary operator, rewritten.
    pub fn binary(&mut self, op: BinaryOp, a: Term, b: Term) -> Term {
        match op {
            BinaryOp::And => self.and(a, b),
            BinaryOp::Or => self.or(a, b),
            BinaryOp::Xor => self.xor(a, b),
            BinaryOp::Equal => self.equal(a, b),
            BinaryOp::Add => self.add(a, b),
            BinaryOp::Sub => self.sub(a, b),
            BinaryOp::Mul => self.mul(a, b),
            BinaryOp::UnsignedDiv => self.unsigned_div(a, b),
            BinaryOp::UnsignedRem => self.unsigned_rem(a, b),
            BinaryOp::SignedDiv => self.signed_div(a, b),
            BinaryOp::SignedRem => self.signed_rem(a, b),
            BinaryOp::BitAnd => self.bit_and(a, b),
            BinaryOp::BitOr => self.bit_or(a, b),
            BinaryOp::BitXor => self.bit_xor(a, b),
            BinaryOp::ShiftLeft => self.shift_left(a, b),
            BinaryOp::ShiftRightLogical => self.shift_right_logical(a, b),
            BinaryOp::ShiftRightArithmetic => self.shift_right_arithmetic(a, b),
            BinaryOp::UnsignedLess => self.unsigned_less(a, b),
            BinaryOp::UnsignedLessEqual => self.unsigned_less_equal(a, b),
            BinaryOp::SignedLess => self.signed_less(a, b),
            BinaryOp::SignedLessEqual => self.signed_less_equal(a, b),
        }
    }

    fn raw_unary(&mut self, op: UnaryOp, a: Term) -> Term {
        self.intern(Node::Unary(op, a))
    }

    fn raw_binary(&mut self, op: BinaryOp, a: Term, b: Term) -> Term {
        self.intern(Node::Binary(op, a, b))
    }

    fn fold_unary(&mut self, op: UnaryOp, a: Term) -> Option<Term> {
        let value = self.as_constant(a)?;
        let folded = apply_unary(op, self.width(a), value);
        let sort = self.sort_of(Node::Unary(op, a));
        Some(self.constant(sort, folded))
    }

    fn fold_binary(&mut self, op: BinaryOp, a: Term, b: Term) -> Option<Term> {
        let (left, right) = (self.as_constant(a)?, self.as_constant(b)?);
        let folded = apply_binary(op, self.width(a), left, right);
        let sort = self.sort_of(Node::Binary(op, a, b));
        Some(self.constant(sort, folded))
    }

    /// The operands of a commutative operator: a constant on the right, else the older term on the left.
    fn ordered(&self, a: Term, b: Term) -> (Term, Term) {
        let rank = |term: Term| (self.as_constant(term).is_some(), term);
        if rank(b) < rank(a) { (b, a) } else { (a, b) }
    }

    fn width(&self, term: Term) -> u32 {
        self.sort(term).width()
    }

    /// Whether the term is the bit-vector constant with these bits.
    fn is_bits(&self, term: Term, value: u64) -> bool {
        matches!(self.node(term), Node::Bits { value: found, .. } if found == value)
    }

    /// Whether the term is the bit-vector constant with all bits set.
    fn is_ones(&self, term: Term) -> bool {
        matches!(self.node(term), Node::Bits { value, width } if value == mask(width))
    }

    /// A bit-vector constant of the width of `like`.
    fn bits_like(&mut self, like: Term, value: u64) -> Term {
        self.bits(self.width(like), value)
    }

    fn is_boolean(&self, term: Term) -> bool {
        self.sort(term) == Sort::Bool
    }

    /// The operands, if the term is this binary operator.
    fn operands_of(&self, op: BinaryOp, term: Term) -> Option<(Term, Term)> {
        match self.node(term) {
            Node::Binary(found, a, b) if found == op => Some((a, b)),
            _ => None,
        }
    }

    /// The operand, if the term is this unary operator.
    fn operand_of(&self, op: UnaryOp, term: Term) -> Option<Term> {
        match self.node(term) {
            Node::Unary(found, a) if found == op => Some(a),
            _ => None,
        }
    }

    /// The left operand and the value of the right one, if the term is this operator with a constant on the right.
    fn with_constant(&self, op: BinaryOp, term: Term) -> Option<(Term, u64)> {
        let (a, b) = self.operands_of(op, term)?;
        Some((a, self.as_constant(b)?))
    }
}
