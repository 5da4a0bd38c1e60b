//! A method that ends by calling itself is a loop: the arguments are assigned anew, and its code begins again.
//!
//! Any other recursion is not followed.

use super::calls::Call;
use super::flow::{Flow, Point};
use super::shape::{Frame, Shape};
use crate::code::{Register, Statement};
use crate::descriptor::MethodDescriptor;

impl Flow<'_, '_> {
    /// Begins the method again that a call at its very end calls; any other call comes back.
    pub fn tail_call(&mut self, mut point: Point, call: &Call<'_>) -> Option<Point> {
        if !self.is_tail_call(&point, call) {
            return Some(point);
        }
        let types: Option<MethodDescriptor> = call.member.descriptor.parse().ok();
        let Some(types) = types else { return Some(point) };
        let receiver = call.receiver().map(|_| Register(0));
        let parameters: Vec<Register> = receiver.into_iter().chain(types.registers(receiver.is_none())).collect();
        let copies: Vec<(Register, Register)> =
            parameters.iter().copied().zip(call.arguments.iter().copied()).collect();
        self.rearrange(&mut point, &copies);
        let code = &self.contexts[point.context].code;
        let mut frame = Frame::new(code.registers, point.frame.known_objects.clone());
        for parameter in parameters {
            if let Some(shape) = point.frame.get(parameter) {
                frame.set(parameter, shape.clone());
            }
        }
        point.frame = frame;
        self.go_on(point, 0);
        None
    }

    /// Whether a call runs the very method that makes it, which gives back what that gives back. A native method only
    /// stands for a call of itself; lambdas could hold one another without end.
    fn is_tail_call(&self, point: &Point, call: &Call<'_>) -> bool {
        let context = &self.contexts[point.context];
        let is_itself = self.resolved(point, call).is_some_and(|(class, method)| {
            let is_same = class.name == context.class.name && method == context.method;
            is_same && class.methods[method].code.is_some()
        });
        let next = context.code.next.get(&point.offset).and_then(|next| context.code.statements.get(next));
        let is_last = match next {
            Some(Statement::Return(None)) => call.result.is_none(),
            Some(Statement::Return(Some((_, value)))) => call.result == Some(*value),
            _ => false,
        };
        let is_guarded =
            context.code.handlers.iter().any(|handler| (handler.start..handler.end).contains(&point.offset));
        let is_plain = |argument: &Register| {
            !matches!(point.frame.get(*argument), None | Some(Shape::Lambda(_) | Shape::Handle { .. }))
        };
        is_itself && is_last && !is_guarded && call.arguments.iter().all(is_plain)
    }
}
