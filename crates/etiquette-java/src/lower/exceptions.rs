//! Exceptions: implicit ones, handlers, and how a call ends when none catches.

use std::rc::Rc;

use etiquette_component::{Action, Place};
use etiquette_logic::Term;

use super::flow::{Flow, Point};
use super::interruptions::Interruption;
use super::model::{About, Cause, Origin};
use super::shape::{Reason, Shape};
use super::world::World;
use crate::class::{Access, Handler};
use crate::code::Register;
use crate::hierarchy::Answer;

pub(super) const THROWABLE: &str = "java/lang/Throwable";
pub(super) const NULL_POINTER: &str = "java/lang/NullPointerException";
pub(super) const INDEX: &str = "java/lang/ArrayIndexOutOfBoundsException";
pub(super) const ARITHMETIC: &str = "java/lang/ArithmeticException";
pub(super) const CAST: &str = "java/lang/ClassCastException";
pub(super) const STORE: &str = "java/lang/ArrayStoreException";
pub(super) const NEGATIVE_SIZE: &str = "java/lang/NegativeArraySizeException";
pub(super) const EXHAUSTION: &str = "java/lang/VirtualMachineError";
pub(super) const OUT_OF_MEMORY: &str = "java/lang/OutOfMemoryError";

impl Flow<'_, '_> {
    /// A new origin for exceptions raised at a point.
    pub fn origin(&mut self, point: &Point) -> usize {
        let place = self.place(point);
        self.origin_of(point, place, false, Cause::Code)
    }

    /// The origin of an exception that code throws; one that was caught and is thrown again keeps its own.
    pub fn thrown(&mut self, point: &Point, site: usize) -> usize {
        let made = self.model.origins[site].clone();
        if made.thrown { site } else { self.origin_of(point, made.place, true, self.thrower(point)) }
    }

    /// Who throws at a point: code of the class and of its package, and static methods that it hands its checks to, such
    /// as `Objects.requireNonNull`. What objects of others throw is their affair.
    pub fn thrower(&self, point: &Point) -> Cause {
        let mut at = Some(point.context);
        while let Some(context) = at.map(|context| &self.contexts[context]) {
            if self.is_at_home(&context.class.name) {
                return Cause::Code;
            }
            if !context.class.methods[context.method].access.has(Access::STATIC) {
                return Cause::Elsewhere;
            }
            at = context.caller.as_ref().map(|caller| caller.context);
        }
        Cause::Code
    }

    fn origin_of(&mut self, point: &Point, place: Option<Place>, thrown: bool, cause: Cause) -> usize {
        let context = &self.contexts[point.context];
        let method = &context.class.methods[context.method];
        let (name, descriptor) = (method.name.clone(), method.descriptor.clone());
        let class = context.class.name.clone();
        self.known_origin(Origin { place, class, method: name, descriptor, thrown, foreign: false, open: false, cause })
    }

    /// The position of an origin; a new one if it was not met before.
    pub fn known_origin(&mut self, origin: Origin) -> usize {
        let known = self.model.origins.iter().position(|known| *known == origin);
        known.unwrap_or_else(|| {
            self.model.origins.push(origin);
            self.model.origins.len() - 1
        })
    }

    /// Raises an exception that the JVM itself throws here.
    pub fn raise_here(&mut self, point: Point, class: &str) {
        self.raise_because(point, class, Cause::Jvm);
    }

    /// Raises an exception at a point.
    pub fn raise_because(&mut self, point: Point, class: &str, cause: Cause) {
        let place = self.place(&point);
        let site = self.origin_of(&point, place, true, cause);
        self.raise(point, &class.into(), site);
    }

    /// Raises an exception that a call that is not followed throws.
    pub fn raise_foreign(&mut self, point: Point, class: &str) {
        let place = self.place(&point);
        let site = self.origin_of(&point, place, true, Cause::Elsewhere);
        let origin = Origin { foreign: true, open: true, ..self.model.origins[site].clone() };
        let site = self.known_origin(origin);
        self.raise(point, &class.into(), site);
    }

    /// Goes on without the exception; where the condition holds, the exception is raised. `None`: it always is.
    pub fn unless(&mut self, point: Point, condition: Term, exception: &str) -> Option<Point> {
        let (failing, fine) = self.fork(point, condition);
        if let Some(failing) = failing {
            self.raise_here(failing, exception);
        }
        fine
    }

    /// Goes on where the reference is not null.
    pub fn not_null(&mut self, point: Point, register: Register) -> Option<Point> {
        let null = self.is_null(&point, register);
        let (failing, fine) = self.fork(point, null);
        if let (Some(failing), Some(fine)) = (&failing, &fine)
            && !self.is_caught(fine, NULL_POINTER, |_, _| true)
        {
            self.interruptions.push(Interruption::if_null(failing, fine, null));
        }
        if let Some(failing) = failing {
            self.raise_here(failing, NULL_POINTER);
        }
        let mut fine = fine?;
        if let Some(shape) = fine.frame.get(register).cloned() {
            fine.frame.set(register, shape.not_null());
        }
        Some(fine)
    }

    /// Finds the handler of an exception, in this code or in its callers'; without one the call ends.
    pub fn raise(&mut self, mut point: Point, class: &Rc<str>, site: usize) {
        loop {
            let code = Rc::clone(&self.contexts[point.context].code);
            for handler in &code.handlers {
                if !(handler.start..handler.end).contains(&point.offset) {
                    continue;
                }
                match handler.catch.as_ref().map_or(Answer::Yes, |catch| self.world.is_subclass(class, catch)) {
                    Answer::No if self.may_be_below(class, handler, site) => {
                        self.left_open = format!("the class of a `{}`", dotted(class));
                        let (caught, passed) = self.choose(point);
                        let below = handler.catch.as_deref().unwrap_or(class).into();
                        self.catch(caught, handler.target, code.caught, &below, site);
                        point = passed;
                    }
                    Answer::No => {}
                    Answer::Yes => return self.catch(point, handler.target, code.caught, class, site),
                    Answer::Unknown(missing) => {
                        let text =
                            format!("`{missing}` was not found, so a handler may or may not catch `{}`", dotted(class));
                        self.note(&point, About::Open, text);
                        self.left_open = format!("whether `{missing}` is a class above `{}`", dotted(class));
                        let (caught, passed) = self.choose(point);
                        self.catch(caught, handler.target, code.caught, class, site);
                        point = passed;
                    }
                }
            }
            let Some(caller) = self.contexts[point.context].caller.clone() else { break };
            let known_objects = point.frame.known_objects;
            point =
                Point { context: caller.context, offset: caller.offset, frame: caller.frame, location: point.location };
            point.frame.resume(&known_objects);
        }
        self.leave(&point, class, site);
    }

    /// Whether an exception may be of the class of a handler, which is below the one by which it is known.
    fn may_be_below(&self, class: &str, handler: &Handler, site: usize) -> bool {
        let is_below = |catch: &String| self.world.is_subclass(catch, class) == Answer::Yes;
        self.model.origins[site].open && handler.catch.as_ref().is_some_and(is_below)
    }

    /// Whether an exception that code which is not followed raises at a point would be an error, since no handler that
    /// names its class takes it.
    pub fn would_be_error(&mut self, point: &Point, class: &str) -> bool {
        let site = self.origin(point);
        let origin = Origin { cause: Cause::Elsewhere, ..self.model.origins[site].clone() };
        !self.is_caught(point, class, |_, _| true) && self.world.is_error(class, &origin)
    }

    /// Whether a handler takes an exception that is raised at a point, among those whose class is meant.
    pub fn is_caught(&self, point: &Point, class: &str, is_meant: impl Fn(&World<'_>, &str) -> bool) -> bool {
        let mut at = Some((point.context, point.offset));
        while let Some((context, offset)) = at {
            let context = &self.contexts[context];
            let takes = |handler: &Handler| {
                let names =
                    |catch: &String| is_meant(self.world, catch) && self.world.is_subclass(class, catch) != Answer::No;
                (handler.start..handler.end).contains(&offset) && handler.catch.as_ref().is_some_and(names)
            };
            if context.code.handlers.iter().any(takes) {
                return true;
            }
            at = context.caller.as_ref().map(|caller| (caller.context, caller.offset));
        }
        false
    }

    fn catch(&mut self, mut point: Point, target: u32, caught: Register, class: &Rc<str>, mut site: usize) {
        if self.model.origins[site].foreign {
            self.remember_failure(&mut point);
        }
        if !self.world.may_be_error(class) {
            site = self.known_origin(Origin::unimportant());
        }
        point.frame.forget_from(caught);
        point.frame.set(caught, Shape::Throwable { class: class.clone(), site, reason: Reason::Unknown });
        self.go_on(point, target);
    }

    /// The exception leaves the method: an error, or an outcome that the client sees. A constructor that fails makes no
    /// object that could be called, so its word ends there.
    pub fn leave(&mut self, point: &Point, class: &Rc<str>, site: usize) {
        if self.world.is_exhaustion(class) {
            self.note(point, About::World, format!("`{}` is no error unless it is asked for by name", dotted(class)));
        }
        let origin = &self.model.origins[site];
        let origin_is_open = origin.open;
        if self.world.is_error(class, origin) && origin.foreign {
            let text = format!("`{}` that a call that is not followed throws does not leave the method", dotted(class));
            self.note(point, About::World, text);
        } else if self.world.is_error(class, origin) {
            let place = origin.place.clone();
            let error = self.model.error(class, place);
            self.end(point, Action::Error(error));
        } else if !self.makes_object {
            let outcome = self.outcome(simple_name(class));
            self.exceptions_as_outcomes.insert(outcome, class.clone());
            match origin_is_open {
                true => self.open_ends.push((point.clone(), class.clone())),
                false => self.end(point, Action::Return(outcome)),
            }
        }
    }

    /// Ends calls by exceptions that may be of any class below the one by which they are known: each is the outcome of
    /// its own class or, if there is none, of the nearest above.
    pub fn finish_open_ends(&mut self) {
        for (mut rest, class) in std::mem::take(&mut self.open_ends) {
            self.left_open = format!("the class of a `{}`", dotted(&class));
            let is_below = |known: &Rc<str>| *known != class && self.world.is_subclass(known, &class) == Answer::Yes;
            let outcomes = self.exceptions_as_outcomes.iter();
            let below: Vec<usize> =
                outcomes.filter(|(_, known)| is_below(known)).map(|(outcome, _)| *outcome).collect();
            for outcome in below {
                let (ended, other) = self.choose(rest);
                self.end(&ended, Action::Return(outcome));
                rest = other;
            }
            self.end_as(&rest, simple_name(&class));
        }
    }
}

fn simple_name(class: &str) -> &str {
    class.rsplit(['/', '$']).next().unwrap_or(class)
}

/// The class's name as the language writes it.
pub(super) fn dotted(class: &str) -> String {
    class.replace('/', ".")
}
