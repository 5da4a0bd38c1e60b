//! Numbers: arithmetic, conversions and comparisons as terms, with the JVM's meaning.

use etiquette_logic::{BinaryOp, Term, TermPool};

use super::exceptions::ARITHMETIC;
use super::flow::{Flow, Point};
use super::shape::Shape;
use super::values::INT;
use crate::class::{Condition, Kind, Numeric, Operation};
use crate::code::Register;

impl Flow<'_, '_> {
    /// The value of an `int` or `long` register.
    fn operand(&mut self, point: &Point, kind: Kind, register: Register) -> Term {
        if kind == Kind::Long { self.long(point, register) } else { self.int(point, register) }
    }

    pub fn set_result(&mut self, point: &mut Point, kind: Kind, register: Register, value: Term) {
        if kind == Kind::Long { self.set_long(point, register, value) } else { self.set_int(point, register, value) }
    }

    /// An operation on two numbers; dividing by zero raises an exception.
    pub fn arithmetic(
        &mut self,
        point: Point,
        target: Register,
        (operation, kind): (Operation, Kind),
        (left, right): (Register, Register),
    ) -> Option<Point> {
        let mut point = point;
        if matches!(kind, Kind::Float | Kind::Double) {
            point.frame.set(target, Shape::Opaque);
            return Some(point);
        }
        let shift = matches!(operation, Operation::ShiftLeft | Operation::ShiftRight | Operation::ShiftRightUnsigned);
        let a = self.operand(&point, kind, left);
        let mut b = self.operand(&point, if shift { Kind::Int } else { kind }, right);
        if shift && kind == Kind::Long {
            b = self.model.component.terms.sign_extend(b, 64);
        }
        if matches!(operation, Operation::Div | Operation::Rem) {
            let zero = self.model.component.terms.bits(if kind == Kind::Long { 64 } else { 32 }, 0);
            let by_zero = self.model.component.terms.equal(b, zero);
            point = self.unless(point, by_zero, ARITHMETIC)?;
        }
        let value = self.model.component.terms.binary(operator(operation), a, b);
        self.set_result(&mut point, kind, target, value);
        Some(point)
    }

    pub fn negate(&mut self, point: &mut Point, target: Register, kind: Kind, operand: Register) {
        if matches!(kind, Kind::Float | Kind::Double) {
            return point.frame.set(target, Shape::Opaque);
        }
        let value = self.operand(point, kind, operand);
        let negated = self.model.component.terms.negate(value);
        self.set_result(point, kind, target, negated);
    }

    /// A conversion. What comes from or goes to floating point is any value.
    pub fn convert(&mut self, point: &mut Point, target: Register, (kind, to): (Kind, Numeric), operand: Register) {
        if matches!(to, Numeric::Float | Numeric::Double) {
            return point.frame.set(target, Shape::Opaque);
        }
        if matches!(kind, Kind::Float | Kind::Double) {
            self.note(point, "converting a floating-point number may give any result");
            let ty = if to == Numeric::Long { super::values::LONG } else { INT };
            let any = self.any(point, target, ty);
            return self.set_number(point, target, ty, any);
        }
        let value = self.operand(point, kind, operand);
        let terms = &mut self.model.component.terms;
        let narrow = |terms: &mut TermPool, width| terms.truncate(value, width);
        let (kind, converted) = match (kind, to) {
            (Kind::Int, Numeric::Long) => (Kind::Long, terms.sign_extend(value, 64)),
            (Kind::Long, Numeric::Int) => (Kind::Int, narrow(terms, 32)),
            (_, Numeric::Byte) => (Kind::Int, widen(terms, value, 8, true)),
            (_, Numeric::Short) => (Kind::Int, widen(terms, value, 16, true)),
            (_, Numeric::Char) => (Kind::Int, widen(terms, value, 16, false)),
            (kind, _) => (kind, value),
        };
        self.set_result(point, kind, target, converted);
    }

    /// `lcmp` and its like: -1, 0 or 1.
    pub fn compare(&mut self, point: &mut Point, target: Register, kind: Kind, left: Register, right: Register) {
        if kind != Kind::Long {
            self.note(point, "comparing floating-point numbers may give any result");
            let any = self.any(point, target, etiquette_component::Type::Int { width: 2, signed: true });
            let wide = self.model.component.terms.sign_extend(any, 32);
            return self.set_int(point, target, wide);
        }
        let (a, b) = (self.long(point, left), self.long(point, right));
        let terms = &mut self.model.component.terms;
        let (less, equal) = (terms.signed_less(a, b), terms.equal(a, b));
        let (minus, zero, plus) = (terms.bits(32, u64::MAX), terms.bits(32, 0), terms.bits(32, 1));
        let not_less = terms.ite(equal, zero, plus);
        let value = terms.ite(less, minus, not_less);
        self.set_int(point, target, value);
    }

    /// The comparison of two numbers.
    pub fn condition(&mut self, condition: Condition, a: Term, b: Term) -> Term {
        let terms = &mut self.model.component.terms;
        match condition {
            Condition::Equal => terms.equal(a, b),
            Condition::NotEqual => terms.distinct(a, b),
            Condition::Less => terms.signed_less(a, b),
            Condition::LessOrEqual => terms.signed_less_equal(a, b),
            Condition::Greater => terms.signed_less(b, a),
            Condition::GreaterOrEqual => terms.signed_less_equal(b, a),
        }
    }
}

fn operator(operation: Operation) -> BinaryOp {
    match operation {
        Operation::Add => BinaryOp::Add,
        Operation::Sub => BinaryOp::Sub,
        Operation::Mul => BinaryOp::Mul,
        Operation::Div => BinaryOp::SignedDiv,
        Operation::Rem => BinaryOp::SignedRem,
        Operation::And => BinaryOp::BitAnd,
        Operation::Or => BinaryOp::BitOr,
        Operation::Xor => BinaryOp::BitXor,
        Operation::ShiftLeft => BinaryOp::ShiftLeft,
        Operation::ShiftRight => BinaryOp::ShiftRightArithmetic,
        Operation::ShiftRightUnsigned => BinaryOp::ShiftRightLogical,
    }
}

/// The low bits, widened to an `int` again.
fn widen(terms: &mut TermPool, value: Term, width: u32, signed: bool) -> Term {
    let low = terms.truncate(value, width);
    if signed { terms.sign_extend(low, 32) } else { terms.zero_extend(low, 32) }
}
