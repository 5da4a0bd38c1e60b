//! Calls: inlined where the code is known and the object tracked, otherwise taken to return any result.

use std::rc::Rc;
use std::str::FromStr;
use std::sync::Arc;

use super::flow::{Caller, Context, Flow, Point};
use super::intrinsics::Known;
use super::shape::{Frame, Shape};
use super::{LowerError, Stop};
use crate::class::{Class, Invocation, Member};
use crate::code::{Register, ThreeAddressCode};
use crate::descriptor::{MethodDescriptor, TypeDescriptor};

/// How many statements are followed in calls that are given no tracked object, counted along a chain of such calls.
pub(super) const ROOM: usize = 80;

/// A call of a method.
#[derive(Clone, Copy)]
pub(super) struct Call<'a> {
    pub kind: Invocation,
    pub member: &'a Member,
    pub arguments: &'a [Register],
    pub result: Option<Register>,
}

impl Call<'_> {
    /// The object that the method is called on.
    pub fn receiver(&self) -> Option<Register> {
        self.arguments.first().copied().filter(|_| self.kind != Invocation::Static)
    }

    /// The type of the result, if the call gives one.
    pub fn result_type(&self) -> Option<TypeDescriptor> {
        MethodDescriptor::from_str(&self.member.descriptor).ok().and_then(|descriptor| descriptor.result)
    }
}

impl Flow<'_, '_> {
    pub fn invoke(&mut self, point: Point, call: &Call<'_>) -> Result<(), Stop> {
        let Some(mut point) = self.left_open_by_model(point, call) else { return Ok(()) };
        if let Some(receiver) = call.receiver() {
            match self.not_null(point, receiver) {
                Some(fine) => point = fine,
                None => return Ok(()),
            }
        }
        if let Some(stub) = self.world.stub(call.kind, call.member, self.class_of_first(&point, call)) {
            self.apply_stub(point, stub, call);
            return Ok(());
        }
        let point = match self.intrinsic(point, call) {
            Known::Returned(point) => {
                self.next(point);
                return Ok(());
            }
            Known::Thrown => return Ok(()),
            Known::Unknown(point) => point,
        };
        let Some(point) = self.cleaning(point, call)? else { return Ok(()) };
        let Some(point) = self.atomic(point, call)? else { return Ok(()) };
        if let Some(body) = self.lambda_body(&point, call) {
            return Ok(self.inline_lambda(point, body, call)?);
        }
        let Some(point) = self.tail_call(point, call) else { return Ok(()) };
        let Some(point) = self.only_thrown(point, call)? else { return Ok(()) };
        match self.target(&point, call) {
            Some((class, method)) => self.inline(point, &class, method, call)?,
            None => self.not_followed(point, call)?,
        }
        Ok(())
    }

    /// The method that is called, if it is known and to be followed.
    pub fn target(&self, point: &Point, call: &Call<'_>) -> Option<(Arc<Class>, usize)> {
        let (class, method) = self.resolved(point, call)?;
        let followed =
            self.may_enter(point, &class, method) && self.room_behind(point, &class, method, call.arguments).is_some();
        followed.then_some((class, method))
    }

    /// The method that is called, if it is known.
    pub fn resolved(&self, point: &Point, call: &Call<'_>) -> Option<(Arc<Class>, usize)> {
        let receiver = match call.receiver() {
            None => None,
            Some(receiver) => match point.frame.get(receiver)? {
                Shape::Object(id) => Some(self.model.heap.objects[*id].class.name.as_str()),
                _ => return None,
            },
        };
        if self.world.promised_text(call.member).is_some() {
            return None;
        }
        match call.kind {
            Invocation::Special => self.special_method(point, call.member),
            kind => self.world.called_method(kind, call.member, receiver),
        }
    }

    /// The method that a constructor call, a private call or a call of `super` runs. The latter looks from the calling
    /// class's own superclass up, whichever class it names: a class between them may have been added since it was
    /// compiled.
    fn special_method(&self, point: &Point, member: &Member) -> Option<(Arc<Class>, usize)> {
        let calling = &self.contexts[point.context].class;
        let is_super = member.name != "<init>"
            && member.class != calling.name
            && self.world.superclasses(calling).iter().any(|above| above.name == member.class);
        let from = calling.superclass.as_deref().filter(|_| is_super).unwrap_or(&member.class);
        self.world.resolve_method(&Member { class: from.to_owned(), ..member.clone() })
    }

    /// Whether a method can be followed from a point: its code is there, and it is neither too deep nor being lowered
    /// already.
    pub fn may_enter(&self, point: &Point, class: &Class, method: usize) -> bool {
        self.is_worth_following(point, class, method) && !self.is_active(point.context, &class.name, method)
    }

    /// How many statements are left to the calls of a called method; `None` if there is no room for the method itself.
    ///
    /// Code that is given no tracked object can change none. What it makes (messages, formats, caches) rarely decides
    /// about an error, so only short code of this kind is followed, such as checks of arguments; the class's own always.
    fn room_behind(&self, point: &Point, class: &Class, method: usize, arguments: &[Register]) -> Option<usize> {
        let is_tracked = |register: &Register| matches!(point.frame.get(*register), Some(Shape::Object(_)));
        if arguments.iter().any(is_tracked) || self.is_own(&class.name) {
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
        mut point: Point,
        class: &Arc<Class>,
        method: usize,
        call: &Call<'_>,
    ) -> Result<(), LowerError> {
        let arguments = call.arguments;
        let code = self.world.code(class, method)?;
        let descriptor = MethodDescriptor::from_str(&class.methods[method].descriptor)
            .map_err(|_| LowerError::Malformed("a method has a malformed type".into()))?;
        let room = self.room_behind(&point, class, method, arguments).unwrap_or_default();
        let (inner, mut frame) = self.enter(&point, Arc::clone(class), method, (code, room), call.result);
        let is_static = arguments.len() == descriptor.parameters.len();
        let receiver = (!is_static).then_some(Register(0));
        for (argument, register) in arguments.iter().zip(receiver.into_iter().chain(descriptor.registers(is_static))) {
            self.pass(&mut point, *argument, (inner, register), &mut frame);
        }
        self.go_on(Point { context: inner, offset: 0, frame, location: point.location }, 0);
        Ok(())
    }

    /// Opens a context for a called method: its number, and what is known there before arguments are passed.
    pub fn enter(
        &mut self,
        point: &Point,
        class: Arc<Class>,
        method: usize,
        (code, room): (Rc<ThreeAddressCode>, usize),
        result: Option<Register>,
    ) -> (usize, Frame) {
        let caller = Caller { context: point.context, offset: point.offset, frame: point.frame.clone(), result };
        let depth = self.contexts[point.context].depth + 1;
        let frame = Frame::new(code.registers, point.frame.known_objects.for_callee());
        self.contexts.push(Context { class, method, code, caller: Some(caller), depth, room });
        (self.contexts.len() - 1, frame)
    }

    /// Hands a value to another context's register.
    pub fn pass(&mut self, point: &mut Point, from: Register, to: (usize, Register), frame: &mut Frame) {
        let text = self.known_text(point, from).map(Shape::Text);
        if let Some(shape) = text.or_else(|| self.copy_variables(point, from, to)) {
            frame.set(to.1, shape);
        }
    }
}
