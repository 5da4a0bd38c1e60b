//! How a body ends: by throwing, by returning to its caller, or by giving the client an outcome.

use std::rc::Rc;
use std::str::FromStr;

use etiquette_component::{Action, RETURNED, Type};
use etiquette_logic::Term;

use super::Stop;
use super::exceptions::THROWABLE;
use super::flow::{Flow, Point};
use super::heap::Heap;
use super::model::{About, Origin, number_type};
use super::reach::Exception;
use super::shape::Shape;
use crate::class::Kind;
use crate::code::Register;
use crate::descriptor::{MethodDescriptor, TypeDescriptor};

impl Flow<'_, '_> {
    pub fn throw(&mut self, point: Point, object: Register) -> Result<(), Stop> {
        let Some(point) = self.not_null(point, object) else { return Ok(()) };
        let thrower = self.thrower(&point);
        match point.frame.get(object).cloned() {
            Some(Shape::Throwable { class, site, .. }) => {
                let site = self.thrown(&point, site);
                self.raise(point, &class, site);
            }
            Some(Shape::Outside { class, exact: true, .. }) => self.raise_because(point, &class, thrower),
            Some(Shape::Outside { class, .. }) => match self.exceptions_thrown(&point)? {
                Some(exceptions) => self.throw_some_of(point, exceptions.into_iter().collect()),
                None => self.throw_any(point, &class),
            },
            _ => self.raise_because(point, THROWABLE, thrower),
        }
        Ok(())
    }

    /// One of some exceptions is thrown.
    fn throw_some_of(&mut self, point: Point, mut exceptions: Vec<Exception>) {
        self.left_open = "the class of an exception".into();
        let thrower = self.thrower(&point);
        let Some(last) = exceptions.pop() else { return };
        let mut rest = point;
        for exception in exceptions {
            let (failing, other) = self.choose(rest);
            self.raise_from_call(failing, &exception, thrower);
            rest = other;
        }
        self.raise_from_call(rest, &last, thrower);
    }

    /// An exception is thrown that comes from elsewhere.
    fn throw_any(&mut self, point: Point, class: &Rc<str>) {
        self.left_open = "the class of an exception".into();
        let made = self.origin(&point);
        let site = self.thrown(&point, made);
        let open = self.known_origin(Origin { open: true, ..self.model.origins[site].clone() });
        let mut rest = point;
        for error in self.world.errors_below(class) {
            let (failing, other) = self.choose(rest);
            self.raise(failing, &error.as_str().into(), site);
            rest = other;
        }
        self.raise(rest, class, open);
    }

    /// Returns: to the caller of an inlined method, or from the call.
    pub fn give_back(&mut self, mut point: Point, value: Option<(Kind, Register)>) {
        let Some(caller) = self.contexts[point.context].caller.clone() else {
            return self.end_call(point, value.map(|(_, register)| register));
        };
        let inner = point.context;
        let mut frame = caller.frame.clone();
        frame.resume(&point.frame.known_objects);
        if let (Some(target), Some((_, register))) = (caller.result, value) {
            self.pass(&mut point, register, (caller.context, target), &mut frame);
        }
        debug_assert_eq!(point.context, inner);
        self.next(Point { context: caller.context, offset: caller.offset, frame, location: point.location });
    }

    /// Ends the call that the client made; what it sees is the outcome.
    pub fn end_call(&mut self, point: Point, value: Option<Register>) {
        let context = &self.contexts[point.context];
        let descriptor = MethodDescriptor::from_str(&context.class.methods[context.method].descriptor).ok();
        let result = descriptor.and_then(|descriptor| descriptor.result);
        match (result, value) {
            (_, Some(register)) if self.makes_object => self.end_with_object(point, register),
            (Some(TypeDescriptor::Boolean), Some(register)) => {
                let (value, zero) = (self.int(&point, register), self.terms().bits(32, 0));
                let no = self.terms().equal(value, zero);
                self.end_by(point, no, "false", "true");
            }
            (Some(TypeDescriptor::Object(_) | TypeDescriptor::Array(_)), Some(register)) => {
                self.end_with_reference(point, register)
            }
            (Some(ty), Some(register)) => match number_type(&ty) {
                Some(ty) => self.end_with_number(point, register, ty),
                None => self.end_as(&point, RETURNED),
            },
            _ => self.end_as(&point, RETURNED),
        }
    }

    /// A client sees the number that comes back; whether that tells anything is not known yet.
    fn end_with_number(&mut self, mut point: Point, register: Register, ty: Type) {
        let value = self.number(&point, register, ty);
        let result = self.result.unwrap_or_else(|| {
            let name = format!("c0.result.{}", self.model.component.type_name(ty));
            self.local(&name, ty)
        });
        self.result = Some(result);
        self.assign(&mut point, result, value);
        self.end_as(&point, RETURNED);
    }

    /// A static method gives back the object that it made, or another one of which nothing is known. Without one there
    /// is nothing to call, and the word ends.
    fn end_with_object(&mut self, point: Point, register: Register) {
        let null = self.is_null(&point, register);
        let (_, present) = self.fork(point, null);
        let Some(mut point) = present else { return };
        if point.frame.get(register) != Some(&Shape::Object(Heap::RECEIVER)) {
            let subject = self.subject();
            self.left_open = format!("the state of what `{subject}` gives back");
            self.note(
                &point,
                About::Open,
                format!("`{subject}` may give back an object that was made before, in any state"),
            );
            self.havoc_object(&mut point, Heap::RECEIVER, true);
        }
        self.end_as(&point, RETURNED);
    }

    pub fn end_with_reference(&mut self, point: Point, register: Register) {
        self.hand_out(&point, register);
        let Some(Shape::Enum(class)) = point.frame.get(register).cloned() else {
            let null = self.is_null(&point, register);
            return self.end_by(point, null, "null", "object");
        };
        let constants = self.world.enum_constants(&class).unwrap_or_default();
        let names: Vec<String> = std::iter::once("null".to_owned()).chain(constants).collect();
        let value = self.enum_value(&point, register, &class);
        let width = self.terms().sort(value).width();
        let mut rest = Some(point);
        for (index, name) in names.iter().enumerate() {
            let Some(point) = rest else { return };
            let constant = self.terms().bits(width, index as u64);
            let matches = self.terms().equal(value, constant);
            let (taken, passed) = self.fork(point, matches);
            if let Some(taken) = taken {
                self.end_as(&taken, name);
            }
            rest = passed;
        }
    }

    /// A client gets an object that is part of the state, and is taken to leave it as it is.
    fn hand_out(&mut self, point: &Point, register: Register) {
        let objects = point.frame.get(register).map(Shape::objects).unwrap_or_default();
        self.let_cells_go(&objects);
        for object in objects.into_iter().filter(|object| *object != Heap::RECEIVER) {
            let (class, subject) = (&self.model.heap.objects[object].class.name, self.subject());
            let text = format!("a client does not change the `{}` that `{subject}` hands out", class.replace('/', "."));
            self.note(point, About::Client, text);
        }
    }

    pub fn end_by(&mut self, point: Point, condition: Term, yes: &str, no: &str) {
        let (first, second) = self.fork(point, condition);
        if let Some(point) = first {
            self.end_as(&point, yes);
        }
        if let Some(point) = second {
            self.end_as(&point, no);
        }
    }

    pub fn end_as(&mut self, point: &Point, name: &str) {
        let outcome = self.outcome(name);
        self.end(point, Action::Return(outcome));
    }
}
