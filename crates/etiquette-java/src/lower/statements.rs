//! One statement of three-address code at a time.

use std::rc::Rc;
use std::str::FromStr;

use etiquette_component::Action;
use etiquette_logic::Term;

use super::exceptions::{CAST, INDEX, NEGATIVE_SIZE, dotted};
use super::flow::{Flow, Point};
use super::heap::{Birth, Heap};
use super::shape::{ObjectId, Shape};
use super::{Demotion, LowerError, Stop};
use crate::class::{Element, Kind};
use crate::code::{Register, Statement, Test, Value};
use crate::descriptor::{MethodDescriptor, TypeDescriptor};
use crate::hierarchy::Answer;

impl Flow<'_, '_> {
    /// Lowers everything that is reachable from the pending points.
    pub fn run(&mut self) -> Result<(), Stop> {
        while let Some(point) = self.pending.pop() {
            if self.body.locations > self.world.max_locations() {
                return Err(LowerError::TooLarge.into());
            }
            let code = Rc::clone(&self.contexts[point.context].code);
            match code.statements.get(&point.offset) {
                Some(statement) => self.statement(point, statement)?,
                None => return Err(LowerError::Malformed("code jumps to where there is none".into()).into()),
            }
        }
        Ok(())
    }

    fn statement(&mut self, mut point: Point, statement: &Statement) -> Result<(), Stop> {
        match statement {
            Statement::Nop => self.next(point),
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
                if let Some(point) = self.put_field(point, *object, member, *value)? {
                    self.next(point);
                }
            }
            Statement::PutStatic(_, value) => {
                self.escape(&mut point, *value);
                self.next(point);
            }
            Statement::ArrayStore(_, array, index, value) => {
                if let Some(mut point) = self.element(point, *array, *index) {
                    self.escape(&mut point, *value);
                    self.next(point);
                }
            }
            Statement::Invoke { kind, member, arguments, result } => {
                self.invoke(point, *kind, member, arguments, *result)?
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
            Statement::Throw(object) => self.throw(point, *object),
        }
        Ok(())
    }

    /// Copies at once: through fresh registers beyond the code's own, so that no copy sees another's result.
    fn rearrange(&mut self, point: &mut Point, copies: &[(Register, Register)]) {
        let own = self.contexts[point.context].code.registers;
        let before = point.frame.clone();
        let mut wide = super::shape::Frame::new(own + copies.len() as u16, before.made.clone());
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

    fn evaluate(&mut self, mut point: Point, target: Register, value: &Value) -> Result<Option<Point>, Demotion> {
        match value {
            Value::Constant(constant) => self.set_constant(&mut point, target, constant),
            Value::Copy(from) => self.copy(&mut point, *from, target),
            Value::Increment(register, by) => {
                let old = self.int(&point, *register);
                let by = self.model.component.terms.bits(32, *by as u32 as u64);
                let sum = self.model.component.terms.add(old, by);
                self.set_int(&mut point, target, sum);
            }
            Value::Negate(kind, operand) => self.negate(&mut point, target, *kind, *operand),
            Value::Arithmetic(operation, kind, a, b) => {
                return Ok(self.arithmetic(point, target, (*operation, *kind), (*a, *b)));
            }
            Value::Convert(kind, to, operand) => self.convert(&mut point, target, (*kind, *to), *operand),
            Value::Compare { kind, left, right, .. } => self.compare(&mut point, target, *kind, *left, *right),
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
            Value::GetStatic(member) => self.get_static(&mut point, target, member),
            Value::New(class) => self.new_object(&mut point, target, class),
            Value::NewArray(descriptor, lengths) => return Ok(self.new_array(point, target, descriptor, lengths)),
        }
        Ok(Some(point))
    }

    /// The length of an array that is not null; any where the array is not known as one.
    fn array_length(&mut self, point: &mut Point, array: Register) -> Term {
        match point.frame.get(array) {
            Some(Shape::Array { .. }) => self.length(point, array),
            _ => self.any_length(point, array),
        }
    }

    /// Goes on where the array is there and the index inside.
    fn element(&mut self, point: Point, array: Register, index: Register) -> Option<Point> {
        let mut point = self.not_null(point, array)?;
        let length = self.array_length(&mut point, array);
        let index = self.int(&point, index);
        let terms = &mut self.model.component.terms;
        let outside = terms.unsigned_less_equal(length, index);
        self.unless(point, outside, INDEX)
    }

    fn array_load(
        &mut self,
        point: Point,
        target: Register,
        element: Element,
        array: Register,
        index: Register,
    ) -> Option<Point> {
        if let Some(Shape::SwitchMap(name)) = point.frame.get(array).cloned() {
            let mut point = point;
            self.switch_map_entry(&mut point, target, &name, index);
            return Some(point);
        }
        let descriptor = match point.frame.get(array) {
            Some(Shape::Array { descriptor, .. }) => TypeDescriptor::from_str(descriptor).ok(),
            _ => None,
        };
        let mut point = self.element(point, array, index)?;
        let ty = match (descriptor, element) {
            (Some(TypeDescriptor::Array(inner)), _) => *inner,
            (_, Element::Byte) => TypeDescriptor::Byte,
            (_, Element::Char) => TypeDescriptor::Char,
            (_, Element::Short) => TypeDescriptor::Short,
            (_, Element::Int) => TypeDescriptor::Int,
            (_, Element::Long) => TypeDescriptor::Long,
            (_, Element::Float) => TypeDescriptor::Float,
            (_, Element::Double) => TypeDescriptor::Double,
            (_, Element::Reference) => TypeDescriptor::Object("java/lang/Object".into()),
        };
        self.set_any(&mut point, target, &ty);
        Some(point)
    }

    /// What a compiler's switch table says for an ordinal.
    fn switch_map_entry(&mut self, point: &mut Point, target: Register, name: &str, index: Register) {
        let ordinal = self.int(point, index);
        let mut value = self.model.component.terms.bits(32, 0);
        for (constant, entry) in self.world.switch_map(name) {
            let terms = &mut self.model.component.terms;
            let (constant, entry) = (terms.bits(32, constant as u64), terms.bits(32, entry as u32 as u64));
            let matches = terms.equal(ordinal, constant);
            value = terms.ite(matches, entry, value);
        }
        self.set_int(point, target, value);
    }

    /// A new object: one that is to be tracked, an exception, or one that nothing more is known about.
    fn new_object(&mut self, point: &mut Point, target: Register, class: &str) {
        if self.world.is_subclass(class, "java/lang/Throwable") == Answer::Yes {
            let site = self.origin(point);
            return point.frame.set(target, Shape::Throwable { class: class.into(), site });
        }
        match self.planned(point, class) {
            Some(object) => {
                point.frame.made.insert(object);
                point.frame.set(target, Shape::Object(object));
            }
            None => point.frame.set(target, Shape::Outside { class: class.into(), exact: true, nullable: false }),
        }
    }

    /// The tracked object of this class that a constructor of its holder is about to make.
    fn planned(&self, point: &Point, class: &str) -> Option<ObjectId> {
        let context = &self.contexts[point.context];
        if context.class.methods[context.method].name != "<init>" {
            return None;
        }
        let Some(Shape::Object(holder)) = point.frame.get(Register(0)) else { return None };
        (Heap::RECEIVER..self.model.heap.objects.len()).find(|id| {
            let object = &self.model.heap.objects[*id];
            object.birth == Birth::Made
                && object.holder == Some(*holder)
                && object.class.name == class
                && !point.frame.made.contains(id)
        })
    }

    fn new_array(
        &mut self,
        mut point: Point,
        target: Register,
        descriptor: &str,
        lengths: &[Register],
    ) -> Option<Point> {
        for length in lengths {
            let value = self.int(&point, *length);
            let zero = self.model.component.terms.bits(32, 0);
            let negative = self.model.component.terms.signed_less(value, zero);
            point = self.unless(point, negative, NEGATIVE_SIZE)?;
        }
        let length = self.int(&point, lengths[0]);
        self.set_array(&mut point, target, descriptor, length, None);
        Some(point)
    }

    /// Whether the object is an instance, as far as its class is known; otherwise either.
    fn instance_of(&mut self, point: Point, target: Register, object: Register, class: &str, result: &mut Point) {
        let mut point = point;
        let null = self.is_null(&point, object);
        let is = match self.class_test(&point, object, class) {
            Answer::Yes => self.model.component.terms.bool(true),
            Answer::No => self.model.component.terms.bool(false),
            Answer::Unknown(_) => self.any(&mut point, target, etiquette_component::Type::Bool),
        };
        let terms = &mut self.model.component.terms;
        let present = terms.not(null);
        let value = terms.and(present, is);
        self.set_bool(&mut point, target, value);
        *result = point;
    }

    /// Whether a non-null object belongs to a class.
    fn class_test(&self, point: &Point, object: Register, class: &str) -> Answer {
        let (known, exact) = match point.frame.get(object) {
            Some(Shape::Object(id)) => (self.model.heap.objects[*id].class.name.as_str(), true),
            Some(Shape::Throwable { class, .. }) => (&**class, true),
            Some(Shape::Outside { class, exact, .. }) => (&**class, *exact),
            Some(Shape::Enum(class)) => (&**class, false),
            Some(Shape::Array { descriptor, .. }) => (&**descriptor, false),
            _ => return Answer::Unknown(String::new()),
        };
        match self.world.is_subclass(known, class) {
            Answer::No if !exact => Answer::Unknown(class.to_owned()),
            answer => answer,
        }
    }

    fn check_cast(&mut self, point: Point, object: Register, class: &str) -> Option<Point> {
        let mut point = point;
        match self.class_test(&point, object, class) {
            Answer::Yes => Some(point),
            Answer::No => {
                let null = self.is_null(&point, object);
                let present = self.model.component.terms.not(null);
                self.unless(point, present, CAST)
            }
            Answer::Unknown(_) => {
                if let Some(Shape::Outside { nullable, .. }) = point.frame.get(object).cloned() {
                    self.note(&point, format!("the cast to `{}` succeeds", dotted(class)));
                    self.recast(&mut point, object, class, nullable);
                }
                Some(point)
            }
        }
    }

    /// After a cast more is known about the class.
    fn recast(&mut self, point: &mut Point, object: Register, class: &str, nullable: bool) {
        let name: Rc<str> = class.into();
        if class.starts_with('[') {
            let length = self.any_length(point, object);
            let nullness = nullable.then(|| self.nullness(point, object));
            self.set_array(point, object, class, length, nullness);
        } else if self.world.enum_constants(class).is_none() {
            let exact = self.world.is_final(class);
            point.frame.set(object, Shape::Outside { class: name, exact, nullable });
        } else {
            let ty = TypeDescriptor::Object(class.to_owned());
            self.set_any(point, object, &ty);
        }
    }

    fn branch(&mut self, point: Point, test: Test, target: u32) {
        let mut point = point;
        let condition = match test {
            Test::Zero(condition, register) => {
                let (value, zero) = (self.int(&point, register), self.model.component.terms.bits(32, 0));
                self.condition(condition, value, zero)
            }
            Test::Ints(condition, a, b) => {
                let (a, b) = (self.int(&point, a), self.int(&point, b));
                self.condition(condition, a, b)
            }
            Test::Null(wanted, register) => {
                let null = self.is_null(&point, register);
                if wanted { null } else { self.model.component.terms.not(null) }
            }
            Test::Same(wanted, a, b) => {
                let same = self.same(&mut point, a, b);
                if wanted { same } else { self.model.component.terms.not(same) }
            }
        };
        let (taken, passed) = self.fork(point, condition);
        if let Some(taken) = taken {
            self.go_on(sharpen(taken, test, true), target);
        }
        if let Some(passed) = passed {
            self.next(sharpen(passed, test, false));
        }
    }

    /// Whether two references are the same object, as far as that is known; otherwise either.
    fn same(&mut self, point: &mut Point, a: Register, b: Register) -> Term {
        let shapes = (point.frame.get(a).cloned(), point.frame.get(b).cloned());
        match shapes {
            (Some(Shape::Object(one)), Some(Shape::Object(other))) => self.model.component.terms.bool(one == other),
            (Some(Shape::Null), _) => self.is_null(point, b),
            (_, Some(Shape::Null)) => self.is_null(point, a),
            (Some(Shape::Enum(class)), Some(Shape::Enum(other))) if class == other => {
                let (one, other) = (self.enum_value(point, a, &class), self.enum_value(point, b, &class));
                self.model.component.terms.equal(one, other)
            }
            _ => {
                let (one, other) = (self.is_null(point, a), self.is_null(point, b));
                let any = self.any(point, a, etiquette_component::Type::Bool);
                let terms = &mut self.model.component.terms;
                let (both, alike) = (terms.and(one, other), terms.equal(one, other));
                let maybe = terms.and(alike, any);
                terms.or(both, maybe)
            }
        }
    }

    fn switch(&mut self, point: Point, register: Register, cases: &[(i32, u32)], default: u32) {
        let value = self.int(&point, register);
        let mut rest = Some(point);
        for (key, target) in cases {
            let Some(point) = rest else { return };
            let key = self.model.component.terms.bits(32, *key as u32 as u64);
            let matches = self.model.component.terms.equal(value, key);
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

    fn throw(&mut self, point: Point, object: Register) {
        let Some(point) = self.not_null(point, object) else { return };
        match point.frame.get(object).cloned() {
            Some(Shape::Throwable { class, site }) => self.raise(point, &class, site),
            Some(Shape::Outside { class, exact: true, .. }) => self.raise_here(point, &class),
            Some(Shape::Outside { class, .. }) => {
                self.note(
                    &point,
                    format!("an exception that comes from elsewhere is taken to be a `{}`", dotted(&class)),
                );
                let site = self.origin(&point);
                self.raise(point, &class, site);
            }
            _ => self.raise_here(point, "java/lang/Throwable"),
        }
    }

    /// Returns: to the caller of an inlined method, or from the call.
    fn give_back(&mut self, mut point: Point, value: Option<(Kind, Register)>) {
        let Some(caller) = self.contexts[point.context].caller.clone() else {
            return self.end_call(point, value.map(|(_, register)| register));
        };
        let inner = point.context;
        let mut frame = caller.frame.clone();
        frame.made.clone_from(&point.frame.made);
        if let (Some(target), Some((_, register))) = (caller.result, value) {
            self.pass(&mut point, register, (caller.context, target), &mut frame);
        }
        debug_assert_eq!(point.context, inner);
        self.next(Point { context: caller.context, offset: caller.offset, frame, location: point.location });
    }

    /// Ends the call that the client made; what it sees is the outcome.
    fn end_call(&mut self, point: Point, value: Option<Register>) {
        let context = &self.contexts[point.context];
        let descriptor = MethodDescriptor::from_str(&context.class.methods[context.method].descriptor).ok();
        let result = descriptor.and_then(|descriptor| descriptor.result);
        match (result, value) {
            (Some(TypeDescriptor::Boolean), Some(register)) => {
                let (value, zero) = (self.int(&point, register), self.model.component.terms.bits(32, 0));
                let no = self.model.component.terms.equal(value, zero);
                self.end_by(point, no, "false", "true");
            }
            (Some(TypeDescriptor::Object(_) | TypeDescriptor::Array(_)), Some(register)) => {
                self.end_with_reference(point, register)
            }
            _ => self.end_as(&point, "ok"),
        }
    }

    fn end_with_reference(&mut self, point: Point, register: Register) {
        let Some(Shape::Enum(class)) = point.frame.get(register).cloned() else {
            let null = self.is_null(&point, register);
            return self.end_by(point, null, "null", "object");
        };
        let constants = self.world.enum_constants(&class).unwrap_or_default();
        let names: Vec<String> = std::iter::once("null".to_owned()).chain(constants).collect();
        let value = self.enum_value(&point, register, &class);
        let width = self.model.component.terms.sort(value).width();
        let mut rest = Some(point);
        for (index, name) in names.iter().enumerate() {
            let Some(point) = rest else { return };
            let constant = self.model.component.terms.bits(width, index as u64);
            let matches = self.model.component.terms.equal(value, constant);
            let (taken, passed) = self.fork(point, matches);
            if let Some(taken) = taken {
                self.end_as(&taken, name);
            }
            rest = passed;
        }
    }

    fn end_by(&mut self, point: Point, condition: Term, yes: &str, no: &str) {
        let (first, second) = self.fork(point, condition);
        if let Some(point) = first {
            self.end_as(&point, yes);
        }
        if let Some(point) = second {
            self.end_as(&point, no);
        }
    }

    fn end_as(&mut self, point: &Point, name: &str) {
        let outcome = self.outcome(name);
        self.end(point, Action::Return(outcome));
    }
}

/// After a test for null more is known about the reference.
fn sharpen(mut point: Point, test: Test, taken: bool) -> Point {
    if let Test::Null(wanted, register) = test {
        if let Some(shape) = point.frame.get(register).cloned() {
            let known = if wanted == taken { Shape::Null } else { shape.not_null() };
            point.frame.set(register, known);
        }
    }
    point
}
