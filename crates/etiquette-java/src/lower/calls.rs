//! Calls: inlined where the code is known and the object tracked, otherwise taken to return any result.

use std::str::FromStr;
use std::sync::Arc;

use super::boxes::content_type;
use super::flow::{Caller, Context, Flow, Point, Slot};
use super::intrinsics::Known;
use super::model::Model;
use super::shape::{Frame, Shape};
use super::values::INT;
use super::{LowerError, Stop};
use crate::class::{Class, Invocation, Member};
use crate::code::Register;
use crate::descriptor::MethodDescriptor;

/// How many statements are followed in calls that are given no tracked object, counted along a chain of such calls.
pub(super) const ROOM: usize = 60;

impl Flow<'_, '_> {
    pub fn invoke(
        &mut self,
        point: Point,
        kind: Invocation,
        member: &Member,
        arguments: &[Register],
        result: Option<Register>,
    ) -> Result<(), Stop> {
        let mut point = point;
        if kind != Invocation::Static {
            match self.not_null(point, arguments[0]) {
                Some(fine) => point = fine,
                None => return Ok(()),
            }
        }
        if let Some(stub) = self.world.stub(kind, member, self.receiver_class(&point, arguments)) {
            self.apply_stub(point, stub, member, arguments, result);
            return Ok(());
        }
        let point = match self.intrinsic(point, member, arguments, result) {
            Known::Returned(point) => {
                self.next(point);
                return Ok(());
            }
            Known::Thrown => return Ok(()),
            Known::Unknown(point) => point,
        };
        let Some(point) = self.cleaning(point, member, arguments, result)? else { return Ok(()) };
        let Some(point) = self.atomic(point, member, arguments, result)? else { return Ok(()) };
        if let Some(body) = self.lambda_body(&point, member, arguments) {
            return Ok(self.inline_lambda(point, body, arguments, result)?);
        }
        match self.target(&point, kind, member, arguments) {
            Some((class, method)) => self.inline(point, &class, method, arguments, result)?,
            None => self.not_followed(point, kind, member, arguments, result),
        }
        Ok(())
    }

    /// The method that is called, if it is known and to be followed.
    pub fn target(
        &self,
        point: &Point,
        kind: Invocation,
        member: &Member,
        arguments: &[Register],
    ) -> Option<(Arc<Class>, usize)> {
        let receiver = match kind {
            Invocation::Static => None,
            _ => match point.frame.get(arguments[0])? {
                Shape::Object(id) => Some(Arc::clone(&self.model.heap.objects[*id].class)),
                _ => return None,
            },
        };
        let found = match (kind, receiver) {
            (Invocation::Virtual | Invocation::Interface, Some(class)) => {
                self.world.select_method(&class.name, &member.class, &member.name, &member.descriptor)
            }
            (Invocation::Special, _) => self.special_method(point, member),
            _ => self.world.resolve_method(&member.class, &member.name, &member.descriptor),
        };
        let (class, method) = found?;
        let followed =
            self.may_enter(point, &class, method) && self.room_behind(point, &class, method, arguments).is_some();
        followed.then_some((class, method))
    }

    /// The method that a constructor call, a private call or a call of `super` runs. The latter looks from the calling class's own superclass
    /// up, whichever class it names: a class between them may have been added since it was compiled.
    fn special_method(&self, point: &Point, member: &Member) -> Option<(Arc<Class>, usize)> {
        let calling = &self.contexts[point.context].class;
        let is_super = member.name != "<init>"
            && member.class != calling.name
            && self.world.superclasses(calling).iter().any(|above| above.name == member.class);
        let from = calling.superclass.as_deref().filter(|_| is_super).unwrap_or(&member.class);
        self.world.resolve_method(from, &member.name, &member.descriptor)
    }

    /// Whether a method can be followed from a point: its code is there, and it is neither too deep nor being lowered already.
    pub fn may_enter(&self, point: &Point, class: &Class, method: usize) -> bool {
        self.contexts[point.context].depth < self.effort.depth
            && class.methods[method].code.is_some()
            && !self.is_active(point.context, &class.name, method)
    }

    /// How many statements are left to the calls of a called method; `None` if there is no room for the method itself.
    ///
    /// Code that is given no tracked object can change none. What it makes (messages, formats, caches) rarely decides about an error, so only
    /// short code of this kind is followed, such as checks of arguments.
    fn room_behind(&self, point: &Point, class: &Class, method: usize, arguments: &[Register]) -> Option<usize> {
        let is_tracked = |register: &Register| matches!(point.frame.get(*register), Some(Shape::Object(_)));
        if arguments.iter().any(is_tracked) {
            return Some(ROOM);
        }
        let size = class.methods[method].code.as_ref()?.instructions.len();
        self.contexts[point.context].room.checked_sub(size)
    }

    /// Whether the method is being lowered already: recursion is not followed.
    fn is_active(&self, mut context: usize, class: &str, method: usize) -> bool {
        loop {
            let here = &self.contexts[context];
            if here.class.name == class && here.method == method {
                return true;
            }
            match &here.caller {
                Some(caller) => context = caller.context,
                None => return false,
            }
        }
    }

    pub fn inline(
        &mut self,
        point: Point,
        class: &Arc<Class>,
        method: usize,
        arguments: &[Register],
        result: Option<Register>,
    ) -> Result<(), LowerError> {
        let code = self.world.code(class, method)?;
        let descriptor = MethodDescriptor::from_str(&class.methods[method].descriptor)
            .map_err(|_| LowerError::Malformed("a method has a malformed type".into()))?;
        let caller = Caller { context: point.context, offset: point.offset, frame: point.frame.clone(), result };
        let depth = self.contexts[point.context].depth + 1;
        let room = self.room_behind(&point, class, method, arguments).unwrap_or_default();
        let inner = self.contexts.len();
        let mut frame = Frame::new(code.registers, point.frame.acquaintance.for_callee());
        self.contexts.push(Context { class: Arc::clone(class), method, code, caller: Some(caller), depth, room });
        let mut point = point;
        let mut slot = 0;
        let receiver = arguments.len() - descriptor.parameters.len();
        for (index, argument) in arguments.iter().enumerate() {
            self.pass(&mut point, *argument, (inner, Register(slot)), &mut frame);
            let wide = index >= receiver && descriptor.parameters[index - receiver].kind().is_wide();
            slot += if wide { 2 } else { 1 };
        }
        self.go_on(Point { context: inner, offset: 0, frame, location: point.location }, 0);
        Ok(())
    }

    /// Hands a value to another context's register.
    pub fn pass(&mut self, point: &mut Point, from: Register, to: (usize, Register), frame: &mut Frame) {
        let Some(shape) = point.frame.get(from).cloned() else { return };
        let (context, register) = to;
        let mut hand_over = |flow: &mut Self, slot, ty| {
            let source = flow.symbol(point.context, from, slot, ty);
            let target = flow.symbol(context, register, slot, ty);
            let value = flow.model.component.terms.symbol(source);
            flow.assign(point, target, value);
        };
        match &shape {
            Shape::Int => hand_over(self, Slot::Value, INT),
            Shape::Long => hand_over(self, Slot::Value, super::values::LONG),
            Shape::Enum(class) => {
                let ty = self.enum_type(class);
                hand_over(self, Slot::Value, ty);
            }
            Shape::Text => {
                if let Some(ty) = self.model.text_type() {
                    hand_over(self, Slot::Value, ty);
                }
            }
            Shape::Boxed { class, nullable } => {
                if let Some(ty) = content_type(class) {
                    hand_over(self, Slot::Content, ty);
                }
                if *nullable {
                    hand_over(self, Slot::Value, Model::reference_type());
                }
            }
            Shape::Array { nullable, .. } => {
                hand_over(self, Slot::Length, INT);
                if *nullable {
                    hand_over(self, Slot::Value, Model::reference_type());
                }
            }
            Shape::Outside { nullable: true, .. } => hand_over(self, Slot::Value, Model::reference_type()),
            _ => {}
        }
        frame.set(register, shape);
    }
}
