//! One statement of three-address code at a time.

use std::rc::Rc;

use super::calls::Call;
use super::flow::{Flow, Point};
use super::shape::Shape;
use super::steadiness::Disturbance;
use super::{Change, LowerError, Stop};
use crate::code::{Register, Statement, Test, Value};

/// Whether to stop is asked after so many statements: often enough, as each takes microseconds.
const STEPS_BETWEEN_LOOKS: usize = 256;

/// Said of a choice of the model where nothing better is known about it.
const NOT_TRACKED: &str = "a value that is not tracked";

impl Flow<'_, '_> {
    /// Lowers everything that is reachable from the pending points.
    pub fn run(&mut self) -> Result<(), Stop> {
        let ended = self.run_all();
        self.world.add_work(self.body.locations);
        ended
    }

    fn run_all(&mut self) -> Result<(), Stop> {
        let mut steps = 0_usize;
        while let Some(point) = self.pending.pop() {
            if self.body.locations > self.effort.room() {
                return Err(LowerError::TooLarge(self.subject()).into());
            }
            if self.world.is_too_much(self.body.locations) {
                return Err(Stop::TooMuch);
            }
            let code = Rc::clone(&self.contexts[point.context].code);
            let statement = code.statements.get(&point.offset);
            steps += 1;
            // What a call may do that is not followed can take long to find out.
            if steps.is_multiple_of(STEPS_BETWEEN_LOOKS) || matches!(statement, Some(Statement::Invoke { .. })) {
                self.world.go_on()?;
            }
            match statement {
                Some(statement) => self.statement(point, statement)?,
                None => return Err(LowerError::Malformed("code jumps to where there is none".into()).into()),
            }
        }
        Ok(())
    }

    fn statement(&mut self, point: Point, statement: &Statement) -> Result<(), Stop> {
        let Some(mut point) = self.initialise_used(point, statement) else { return Ok(()) };
        self.left_open = left_open_by(statement);
        match statement {
            Statement::Assign(target, value) => {
                if let Some(point) = self.evaluate(point, *target, value)? {
                    self.next(point);
                }
            }
            Statement::Rearrange(copies) => {
                self.rearrange(&mut point, copies);
                self.next(point);
            }
            Statement::PutField(object, member, value) => {
                self.disturb_field(&point, Some(*object), member);
                if let Some(point) = self.put_field(point, *object, member, *value)? {
                    self.next(point);
                }
            }
            Statement::Nop => self.next(point),
            Statement::PutStatic(member, value) => {
                self.disturb_field(&point, None, member);
                let point = self.put_static(point, member, *value)?;
                self.next(point);
            }
            Statement::ArrayStore(element, array, index, value) => {
                self.disturb(&point, Disturbance::Element);
                self.let_go(&mut point, *value);
                if let Some(point) = self.array_store(point, *element, (*array, *index), *value)? {
                    self.next(point);
                }
            }
            Statement::Invoke { kind, member, arguments, result } => {
                self.invoke(point, &Call { kind: *kind, member, arguments, result: *result })?;
            }
            Statement::InvokeDynamic { site, arguments, result } => {
                self.invoke_dynamic(point, site, arguments, *result)
            }
            Statement::CheckCast(object, class) => {
                if let Some(point) = self.check_cast(point, *object, class) {
                    self.next(point);
                }
            }
            Statement::Monitor(object) => {
                if let Some(point) = self.not_null(point, *object) {
                    self.next(point);
                }
            }
            Statement::Goto(target) => self.go_on(point, *target),
            Statement::If(test, target) => self.branch(point, *test, *target),
            Statement::Switch(register, cases, default) => self.switch(point, *register, cases, *default),
            Statement::Return(value) => self.give_back(point, *value),
            Statement::Throw(object) => self.throw(point, *object)?,
        }
        Ok(())
    }

    /// Copies at once: through fresh registers beyond the code's own, so that no copy sees another's result.
    pub fn rearrange(&mut self, point: &mut Point, copies: &[(Register, Register)]) {
        let own = self.contexts[point.context].code.registers;
        let before = point.frame.clone();
        let mut wide = super::shape::Frame::new(own + copies.len() as u16, before.known_objects.clone());
        for register in (0..own).map(Register) {
            if let Some(shape) = before.get(register) {
                wide.set(register, shape.clone());
            }
        }
        point.frame = wide;
        for (index, (_, from)) in copies.iter().enumerate() {
            self.copy(point, *from, Register(own + index as u16));
        }
        for (index, (to, _)) in copies.iter().enumerate() {
            self.copy(point, Register(own + index as u16), *to);
        }
        point.frame.truncate(own);
    }

    fn evaluate(&mut self, mut point: Point, target: Register, value: &Value) -> Result<Option<Point>, Change> {
        match value {
            Value::Constant(constant) => self.set_constant(&mut point, target, constant),
            Value::Copy(from) => self.copy(&mut point, *from, target),
            Value::Increment(register, by) => {
                let old = self.int(&point, *register);
                let by = self.terms().bits(32, *by as u32 as u64);
                let sum = self.terms().add(old, by);
                self.set_int(&mut point, target, sum);
            }
            Value::Negate(kind, operand) => self.negate(&mut point, target, *kind, *operand),
            Value::Arithmetic(operation, kind, a, b) => {
                return Ok(self.arithmetic(point, target, (*operation, *kind), (*a, *b)));
            }
            Value::Convert(kind, to, operand) => self.convert(&mut point, target, (*kind, *to), *operand),
            Value::Compare { kind, nan_is_greater, left, right } => {
                self.compare(&mut point, target, (*kind, *nan_is_greater), (*left, *right));
            }
            Value::InstanceOf(object, class) => self.instance_of(point.clone(), target, *object, class, &mut point),
            Value::ArrayLength(array) => {
                let Some(mut fine) = self.not_null(point, *array) else { return Ok(None) };
                let length = self.array_length(&mut fine, *array);
                self.set_int(&mut fine, target, length);
                return Ok(Some(fine));
            }
            Value::ArrayLoad(element, array, index) => {
                return Ok(self.array_load(point, target, *element, *array, *index));
            }
            Value::GetField(object, member) => return Ok(self.get_field(point, target, *object, member)),
            Value::GetStatic(member) => return Ok(self.get_static(point, target, member)),
            Value::New(class) => self.new_object(&mut point, target, class),
            Value::NewArray(descriptor, lengths) => return Ok(self.new_array(point, target, descriptor, lengths)),
        }
        Ok(Some(point))
    }

    fn branch(&mut self, point: Point, test: Test, target: u32) {
        let mut point = point;
        let condition = match test {
            Test::Zero(condition, register) => {
                let (value, zero) = (self.int(&point, register), self.terms().bits(32, 0));
                self.condition(condition, value, zero)
            }
            Test::Ints(condition, a, b) => {
                let (a, b) = (self.int(&point, a), self.int(&point, b));
                self.condition(condition, a, b)
            }
            Test::Null(wanted, register) => {
                let null = self.is_null(&point, register);
                if wanted { null } else { self.terms().not(null) }
            }
            Test::Same(wanted, a, b) => {
                let same = self.same(&mut point, a, b);
                if wanted { same } else { self.terms().not(same) }
            }
        };
        let (taken, passed) = self.fork(point, condition);
        if let Some(taken) = taken {
            let taken = self.sharpen(taken, test, true);
            self.go_on(taken, target);
        }
        if let Some(passed) = passed {
            let passed = self.sharpen(passed, test, false);
            self.next(passed);
        }
    }

    fn switch(&mut self, point: Point, register: Register, cases: &[(i32, u32)], default: u32) {
        let value = self.int(&point, register);
        let mut rest = Some(point);
        for (key, target) in cases {
            let Some(point) = rest else { return };
            let key = self.terms().bits(32, *key as u32 as u64);
            let matches = self.terms().equal(value, key);
            let (taken, passed) = self.fork(point, matches);
            if let Some(taken) = taken {
                self.go_on(taken, *target);
            }
            rest = passed;
        }
        if let Some(point) = rest {
            self.go_on(point, default);
        }
    }

    /// After a test more is known about the reference.
    fn sharpen(&self, mut point: Point, test: Test, taken: bool) -> Point {
        match test {
            Test::Null(wanted, register) => {
                if let Some(shape) = point.frame.get(register).cloned() {
                    let known = if wanted == taken { Shape::Null } else { shape.not_null() };
                    point.frame.set(register, known);
                }
            }
            Test::Same(wanted, a, b) => self.compared(&mut point, a, b, wanted == taken),
            _ => {}
        }
        point
    }
}

/// What is not known where a statement makes a choice of the model.
fn left_open_by(statement: &Statement) -> String {
    match statement {
        Statement::Invoke { member, .. } => format!("what `{}` returns", member.dotted()),
        Statement::Assign(_, value) => left_open_in(value),
        Statement::PutField(_, member, _) => format!("the field `{}`", member.dotted()),
        Statement::CheckCast(..) => "the class of an object".into(),
        _ => NOT_TRACKED.into(),
    }
}

fn left_open_in(value: &Value) -> String {
    match value {
        Value::GetField(_, member) => format!("the field `{}`", member.dotted()),
        Value::GetStatic(member) => format!("the static field `{}`", member.dotted()),
        Value::ArrayLoad(..) => "an element of an array".into(),
        Value::ArrayLength(_) => "the length of an array".into(),
        Value::InstanceOf(..) => "the class of an object".into(),
        Value::Arithmetic(..) | Value::Compare { .. } | Value::Convert(..) | Value::Negate(..) => {
            "a floating-point number".into()
        }
        _ => NOT_TRACKED.into(),
    }
}
