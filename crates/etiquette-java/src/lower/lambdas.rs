//! Lambdas and method references: what they capture is kept in their shape, and a call of one is followed into its
//! body.
//!
//! Only what needs no variable is kept of what they capture (tracked objects, exceptions, objects that are not null): a
//! variable could be overwritten by another lambda of the same place. Anything else may have any value when the body
//! runs.

use std::rc::Rc;
use std::str::FromStr;
use std::sync::Arc;

use super::LowerError;
use super::calls::{Call, ROOM};
use super::definitions::{definition, is_copy};
use super::flow::{Flow, Point};
use super::heap::FieldModel;
use super::model::About;
use super::nullness::is_assigned;
use super::shape::{Identity, Lambda, ObjectId, Shape};
use crate::class::{Access, BootstrapArgument, Class, Dynamic, Instruction, Invocation, Kind};
use crate::code::{Register, Statement, ThreeAddressCode};
use crate::descriptor::{MethodDescriptor, TypeDescriptor};

const FACTORY: &str = "java/lang/invoke/LambdaMetafactory";

/// The classes of bootstrap methods whose call sites make lambdas, concatenate strings, and give records their methods.
const MAKERS: [&str; 3] = [FACTORY, "java/lang/invoke/StringConcatFactory", "java/lang/runtime/ObjectMethods"];

/// A field is known to hold no more lambdas than this.
const MAX_LAMBDAS: usize = 4;

/// Whether what a call site gives back is never null; one that another compiler links may give anything.
pub(super) fn makes_object(site: &Dynamic) -> bool {
    MAKERS.contains(&site.bootstrap.class.as_str())
}

impl Flow<'_, '_> {
    /// Call sites that are linked at run time.
    pub fn invoke_dynamic(
        &mut self,
        mut point: Point,
        site: &Dynamic,
        arguments: &[Register],
        result: Option<Register>,
    ) {
        let returned = MethodDescriptor::from_str(&site.descriptor).ok().and_then(|descriptor| descriptor.result);
        let captured = |argument: &Register| point.frame.get(*argument).cloned().filter(Shape::needs_no_variable);
        let captured = arguments.iter().map(captured).collect();
        if let (Some(lambda), Some(target)) = (lambda(site, captured), result) {
            point.frame.set(target, Shape::Lambda(lambda.into()));
            return self.next(point);
        }
        match (result, returned) {
            (Some(target), Some(TypeDescriptor::Object(class))) if makes_object(site) => {
                self.set_reference(&mut point, target, &class, None, Identity::Foreign);
            }
            (Some(target), Some(ty)) => {
                self.left_open = format!("what the call site `{}` gives", site.name);
                self.set_any(&mut point, target, &ty);
            }
            _ => {}
        }
        self.next(point);
    }

    /// The body of the lambda that a call runs, if it can be followed.
    pub fn lambda_body(&self, point: &Point, call: &Call<'_>) -> Option<(Arc<Class>, usize, Rc<Lambda>)> {
        let Some(Shape::Lambda(lambda)) = point.frame.get(*call.arguments.first()?) else { return None };
        if call.member.name != lambda.method {
            return None;
        }
        let body = &lambda.body;
        let (class, method) = self.world.resolve_method(body)?;
        let is_plain = lambda.kind == Invocation::Static
            || (lambda.kind == Invocation::Special || class.methods[method].access.has(Access::PRIVATE));
        let is_static = class.methods[method].access.has(Access::STATIC);
        let is_followed = is_plain && body.name != "<init>" && fits(point, is_static, lambda, call);
        (is_followed && self.may_enter(point, &class, method)).then(|| (class, method, lambda.clone()))
    }

    /// Follows a call into the body of a lambda: what it captured comes first, then the call's arguments.
    pub fn inline_lambda(
        &mut self,
        mut point: Point,
        (class, method, lambda): (Arc<Class>, usize, Rc<Lambda>),
        call: &Call<'_>,
    ) -> Result<(), LowerError> {
        let code = self.world.code(&class, method)?;
        let types = register_types(&class, method);
        let (inner, mut frame) = self.enter(&point, class, method, (code, ROOM), call.result);
        let given = call.arguments[1..].iter().zip(types.iter().skip(lambda.captured.len()));
        for (argument, (register, _)) in given {
            self.pass(&mut point, *argument, (inner, *register), &mut frame);
        }
        let mut point = Point { context: inner, offset: 0, frame, location: point.location };
        for (captured, (register, ty)) in lambda.captured.iter().zip(&types) {
            match captured {
                Some(shape) => point.frame.set(*register, shape.clone()),
                None => self.set_any(&mut point, *register, ty),
            }
        }
        self.go_on(point, 0);
        Ok(())
    }

    /// A lambda is given to code that may run it, or not.
    pub fn expose_lambda(&mut self, point: &mut Point, lambda: &Lambda, name: &str) {
        self.note(point, About::OwnCode, format!("`{name}` may run the lambda that it is given, which throws nothing"));
        for object in lambda.objects() {
            if self.may_change(lambda) {
                self.havoc_object(point, object, false);
            }
        }
    }

    /// Whether the body of a lambda may change anything but its own variables.
    fn may_change(&self, lambda: &Lambda) -> bool {
        let body = &lambda.body;
        let Some((class, method)) = self.world.resolve_method(body) else {
            return true;
        };
        let changes = |instruction: &Instruction| {
            use Instruction::{ArrayStore, Invoke, InvokeDynamic, PutField, PutStatic};
            matches!(instruction, PutField(_) | PutStatic(_) | ArrayStore(..) | Invoke(..) | InvokeDynamic(_))
        };
        let code = class.methods[method].code.as_ref();
        code.is_none_or(|code| code.instructions.iter().any(|(_, instruction)| changes(instruction)))
    }
}

impl Flow<'_, '_> {
    /// The position among what a field is known to hold of the lambda that it is given.
    pub fn planned_lambda(&self, point: &Point, (object, field): (ObjectId, usize), value: Register) -> Option<usize> {
        let lambda = self.lambda_to_keep(point, value)?;
        let FieldModel::Reference(held) = &self.model.heap.objects[object].fields[field].model else { return None };
        held.known().position(|known| known.as_ref() == Some(&lambda))
    }

    /// Whether the next attempt will know the lambda that a field is given.
    pub fn want_lambda(&mut self, point: &Point, (object, field): (ObjectId, usize), value: Register) -> bool {
        let holder = &self.model.heap.objects[object];
        let FieldModel::Reference(held) = &holder.fields[field].model else { return false };
        let has_room = holder.stays() && held.lambdas.len() < MAX_LAMBDAS;
        let Some(lambda) = self.lambda_to_keep(point, value).filter(|_| has_room) else { return false };
        self.model.wanted.lambdas.insert((object, field), lambda);
        true
    }

    fn lambda_to_keep(&self, point: &Point, value: Register) -> Option<Shape> {
        let lambda = point.frame.get(value).filter(|shape| matches!(shape, Shape::Lambda(_)))?;
        Some(self.kept_shape(lambda.clone()))
    }

    /// The lambda that a final field of a tracked object holds, if it holds one whenever it is not null: of what it
    /// captured, only the object itself is kept.
    pub fn kept_lambda(&self, object: ObjectId, field: usize) -> Option<Lambda> {
        let tracked = self.model.heap.objects[object].fields.get(field).filter(|field| field.is_final())?;
        let class = self.world.class(&tracked.class)?;
        let mut kept: Option<Lambda> = None;
        for method in
            (0..class.methods.len()).filter(|&method| class.methods[method].name == tracked.access.initialiser())
        {
            let code = self.world.code(&class, method).ok()?;
            for (offset, statement) in &code.statements {
                let Some((member, value)) = statement.put() else { continue };
                if member.name != tracked.name || member.class != tracked.class {
                    continue;
                }
                let lambda = stored_lambda(&code, (*offset, value), object)?;
                if kept.replace(lambda.clone()).is_some_and(|known| known != lambda) {
                    return None;
                }
            }
        }
        kept
    }
}

/// The lambda that a constructor stores, with the object that it makes among what it captured.
fn stored_lambda(code: &ThreeAddressCode, (offset, value): (u32, Register), object: ObjectId) -> Option<Lambda> {
    const THIS: Register = Register(0);
    let (made, Statement::InvokeDynamic { site, arguments, .. }) = definition(code, offset, value)? else {
        return None;
    };
    let is_this = |argument: &Register| !is_assigned(code, THIS) && is_copy(code, made, *argument, THIS);
    let captured = arguments.iter().map(|argument| is_this(argument).then_some(Shape::Object(object)));
    lambda(site, captured.collect())
}

/// Whether the values have the kinds that the body expects: otherwise they are boxed or unboxed on the way.
fn fits(point: &Point, is_static: bool, lambda: &Lambda, call: &Call<'_>) -> bool {
    let (Ok(called), Ok(body)) =
        (MethodDescriptor::from_str(&call.member.descriptor), MethodDescriptor::from_str(&lambda.body.descriptor))
    else {
        return false;
    };
    let kinds = |types: &[TypeDescriptor]| types.iter().map(TypeDescriptor::kind).collect::<Vec<Kind>>();
    let captured = lambda.captured.len().checked_sub(usize::from(!is_static));
    let rest = captured.and_then(|captured| body.parameters.get(captured..));
    let receiver = is_static || matches!(lambda.captured.first(), Some(Some(Shape::Object(_))));
    let result = called.result.as_ref().map(TypeDescriptor::kind);
    call.arguments.iter().all(|argument| point.frame.get(*argument).is_some())
        && receiver
        && rest.is_some_and(|rest| kinds(rest) == kinds(&called.parameters))
        && (result.is_none() || result == body.result.as_ref().map(TypeDescriptor::kind))
}

/// The lambda that a call site makes, with what it captured as far as that is kept.
fn lambda(site: &Dynamic, captured: Vec<Option<Shape>>) -> Option<Lambda> {
    let [_, BootstrapArgument::Handle(kind, body), ..] = &site.arguments[..] else { return None };
    let is_factory = site.bootstrap.class == FACTORY && site.bootstrap.name == "metafactory";
    is_factory.then(|| Lambda { method: site.name.clone(), kind: *kind, body: body.clone(), captured })
}

/// The registers in which a method finds its receiver and arguments, with their types.
fn register_types(class: &Class, method: usize) -> Vec<(Register, TypeDescriptor)> {
    let declared = &class.methods[method];
    let is_static = declared.access.has(Access::STATIC);
    let receiver = (!is_static).then(|| (Register(0), TypeDescriptor::Object(class.name.clone())));
    let descriptor = MethodDescriptor::from_str(&declared.descriptor).ok();
    let parameters = descriptor.iter().flat_map(|types| types.registers(is_static).zip(types.parameters.clone()));
    receiver.into_iter().chain(parameters).collect()
}
