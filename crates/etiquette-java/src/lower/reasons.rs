//! Which constructors of exceptions give them no reason: `initCause` can be called on these, and on no others.

use std::str::FromStr;

use super::calls::Call;
use super::exceptions::THROWABLE;
use super::flow::{Flow, Point};
use super::shape::{Reason, Shape};
use super::world::World;
use crate::class::{Invocation, Member};
use crate::code::{Register, Statement};
use crate::descriptor::{MethodDescriptor, TypeDescriptor};
use crate::hierarchy::Answer;

/// Constructors that call each other are looked into to this depth.
const MAX_DEPTH: usize = 8;

impl Flow<'_, '_> {
    /// The reason of an exception after a constructor.
    pub fn reason_after(&self, point: &Point, constructor: &Call<'_>) -> Reason {
        let is_none = |register: &Register| match point.frame.get(*register) {
            Some(Shape::Int | Shape::Long | Shape::Opaque | Shape::Float(_) | Shape::Double(_) | Shape::Null) => true,
            _ => self.class_test(point, *register, THROWABLE) == Answer::No,
        };
        let is_given_none = constructor.arguments[1..].iter().all(is_none);
        match self.world.gives_no_reason(constructor.member, is_given_none, MAX_DEPTH) {
            true => Reason::None,
            false => Reason::Unknown,
        }
    }

    /// Whether an exception without a reason takes the one that it is given: it does not take itself, and some class
    /// may have other rules.
    pub fn takes_reason(&self, point: &Point, call: &Call<'_>) -> bool {
        let [exception, reason] = call.arguments else { return false };
        let class = match point.frame.get(*exception) {
            Some(Shape::Throwable { class, .. }) => class,
            _ => return false,
        };
        let called = self.world.called_method(call.kind, call.member, Some(class));
        let is_plain = called.is_some_and(|(class, _)| class.name == THROWABLE);
        is_plain && point.frame.get(*exception) != point.frame.get(*reason)
    }
}

impl World<'_> {
    fn takes_exception(&self, method: &Member) -> bool {
        let is_exception = |ty: &TypeDescriptor| match ty {
            TypeDescriptor::Object(class) => self.is_subclass(class, THROWABLE) != Answer::No,
            _ => false,
        };
        MethodDescriptor::from_str(&method.descriptor).map_or(true, |types| types.parameters.iter().any(is_exception))
    }

    /// Whether a constructor leaves the reason of an exception open; it may be given no other exception.
    fn gives_no_reason(&self, constructor: &Member, is_given_none: bool, depth: usize) -> bool {
        if constructor.class == THROWABLE {
            return ["()V", "(Ljava/lang/String;)V"].contains(&constructor.descriptor.as_str());
        }
        let Some((class, method)) = self.resolve_method(constructor).filter(|_| depth > 0) else { return false };
        let Ok(code) = self.code(&class, method) else { return false };
        let is_on_exception = |member: &Member| self.is_subclass(&member.class, THROWABLE) != Answer::No;
        code.statements.values().all(|statement| match statement {
            Statement::Invoke { kind: Invocation::Static, member, .. } => !self.takes_exception(member),
            Statement::Invoke { member, .. } if is_on_exception(member) => match member.name.as_str() {
                "<init>" => self.gives_no_reason(member, is_given_none, depth - 1),
                "initCause" => is_given_none,
                _ => false,
            },
            _ => true,
        })
    }
}
