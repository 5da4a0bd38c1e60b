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
            b = self.terms().sign_extend(b, 64);
        }
        if matches!(operation, Operation::Div | Operation::Rem) {
            let zero = self.terms().bits(if kind == Kind::Long { 64 } else { 32 }, 0);
            let by_zero = self.terms().equal(b, zero);
            point = self.unless(point, by_zero, ARITHMETIC)?;
        }
        let value = self.terms().binary(operator(operation), a, b);
        self.set_result(&mut point, kind, target, value);
        Some(point)
    }

    pub fn negate(&mut self, point: &mut Point, target: Register, kind: Kind, operand: Register) {
        if matches!(kind, Kind::Float | Kind::Double) {
            let negated = point.frame.get(operand).and_then(negated_constant).unwrap_or(Shape::Opaque);
            return point.frame.set(target, negated);
        }
        let value = self.operand(point, kind, operand);
        let negated = self.terms().negate(value);
        self.set_result(point, kind, target, negated);
    }

    /// A conversion. What comes from or goes to floating point is any value.
    pub fn convert(&mut self, point: &mut Point, target: Register, (kind, to): (Kind, Numeric), operand: Register) {
        let constant = point.frame.get(operand).and_then(constant_value);
        if matches!(to, Numeric::Float | Numeric::Double) {
            let converted = constant.map_or(Shape::Opaque, |value| constant_shape(value, to));
            return point.frame.set(target, converted);
        }
        if let Some(value) = constant {
            return self.set_converted(point, target, to, value);
        }
        if matches!(kind, Kind::Float | Kind::Double) {
            let ty = if to == Numeric::Long { super::values::LONG } else { INT };
            let any = self.any(point, target, ty);
            return self.set_number(point, target, ty, any);
        }
        let value = self.operand(point, kind, operand);
        let terms = self.terms();
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
    pub fn compare(
        &mut self,
        point: &mut Point,
        target: Register,
        (kind, nan_is_greater): (Kind, bool),
        (left, right): (Register, Register),
    ) {
        let constants = [left, right].map(|register| point.frame.get(register).and_then(constant_value));
        if let [Some(a), Some(b)] = constants {
            let order = a.partial_cmp(&b).map_or(if nan_is_greater { 1 } else { -1 }, |order| order as i64);
            let value = self.terms().bits(32, order as u64);
            return self.set_int(point, target, value);
        }
        if let Some(order) = self.compare_reals(point, nan_is_greater, (left, right)).filter(|_| kind != Kind::Long) {
            return self.set_int(point, target, order);
        }
        if kind != Kind::Long {
            let any = self.any(point, target, etiquette_component::Type::Int { width: 2, signed: true });
            let wide = self.terms().sign_extend(any, 32);
            return self.set_int(point, target, wide);
        }
        let (a, b) = (self.long(point, left), self.long(point, right));
        let terms = self.terms();
        let (less, equal) = (terms.signed_less(a, b), terms.equal(a, b));
        let (minus, zero, plus) = (terms.bits(32, u64::MAX), terms.bits(32, 0), terms.bits(32, 1));
        let not_less = terms.ite(equal, zero, plus);
        let value = terms.ite(less, minus, not_less);
        self.set_int(point, target, value);
    }

    /// A constant becomes an `int` or `long`, as the JVM does it: towards zero, the nearest that there is, zero for
    /// what is no number.
    fn set_converted(&mut self, point: &mut Point, target: Register, to: Numeric, value: f64) {
        let terms = self.terms();
        if to == Numeric::Long {
            let converted = terms.bits(64, value as i64 as u64);
            return self.set_long(point, target, converted);
        }
        let converted = terms.bits(32, u64::from(value as i32 as u32));
        self.set_int(point, target, converted);
    }

    /// The comparison of two numbers.
    pub fn condition(&mut self, condition: Condition, a: Term, b: Term) -> Term {
        let terms = self.terms();
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

/// The value of a floating-point constant; every `float` is a `double`.
pub(super) fn constant_value(shape: &Shape) -> Option<f64> {
    match shape {
        Shape::Float(bits) => Some(f64::from(f32::from_bits(*bits))),
        Shape::Double(bits) => Some(f64::from_bits(*bits)),
        _ => None,
    }
}

fn constant_shape(value: f64, ty: Numeric) -> Shape {
    if ty == Numeric::Float { Shape::Float((value as f32).to_bits()) } else { Shape::Double(value.to_bits()) }
}

/// Only negation is computed: with other operations a loop could make more and more constants.
fn negated_constant(shape: &Shape) -> Option<Shape> {
    match shape {
        Shape::Float(bits) => Some(Shape::Float((-f32::from_bits(*bits)).to_bits())),
        Shape::Double(bits) => Some(Shape::Double((-f64::from_bits(*bits)).to_bits())),
        _ => None,
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
