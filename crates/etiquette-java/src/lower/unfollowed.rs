//! Calls that are not followed: any result, and any change to the tracked objects that they are given, as far as they
//! can reach them.
//!
//! Such a call is taken to call no method of these objects, so it changes only fields that its class may write: a
//! native method those that no code writes, any other those that the language lets it see. The exceptions that it
//! declares are possible, unless they are errors.

use std::sync::Arc;

use super::boxed_numbers::content_type;
use super::calls::Call;
use super::exceptions::dotted;
use super::flow::{Flow, Point};
use super::heap::TrackedField;
use super::shape::{ObjectId, Shape};
use super::writers::Called;
use crate::class::{Access, Class, Invocation, Member, Method};
use crate::code::Register;
use crate::descriptor::TypeDescriptor;
use crate::hierarchy::Answer;

/// Who is called, as far as that is known.
enum Callee {
    /// Native code that belongs to a class.
    Native,
    /// Code of a class.
    Code(Called),
    /// What a subclass adds where a class leaves a method abstract.
    Added,
    /// A part of the JDK that gives access to fields of any object.
    FieldAccess,
}

/// The classes whose methods read and write fields of objects that they are given, whoever declares them.
const FIELD_ACCESS: [&str; 7] = [
    "java/lang/invoke/VarHandle",
    "java/lang/reflect/Field",
    "java/util/concurrent/atomic/AtomicIntegerFieldUpdater",
    "java/util/concurrent/atomic/AtomicLongFieldUpdater",
    "java/util/concurrent/atomic/AtomicReferenceFieldUpdater",
    "jdk/internal/misc/Unsafe",
    "sun/misc/Unsafe",
];

impl Flow<'_, '_> {
    /// A call that is not followed.
    pub fn not_followed(&mut self, mut point: Point, call: &Call<'_>) {
        let Call { kind, member, arguments, .. } = *call;
        let name = member.dotted();
        if call.receiver().is_some_and(|receiver| self.may_be_tracked(&point, receiver)) {
            self.note(&point, format!("`{name}` is not called on the object itself, nor on one that it holds"));
        }
        let target = self.world.called_method(kind, member, self.class_of_first(&point, call));
        let callee = callee(kind, member, target.as_ref());
        self.left_open = format!("what `{name}` does to the object");
        for (position, argument) in arguments.iter().enumerate() {
            let is_receiver = position == 0 && kind != Invocation::Static;
            let is_added = is_receiver && self.is_added(&point, *argument, target.as_ref());
            let callee = if is_added { &Callee::Added } else { &callee };
            self.expose(&mut point, (*argument, is_receiver), callee, &name);
        }
        self.construct_unseen(&mut point, member, arguments);
        let point = self.declared_exceptions(point, target.as_ref(), &name);
        let Some(mut point) = self.refused_index(point, call) else { return };
        self.left_open = format!("what `{name}` returns");
        self.set_any_result(&mut point, call);
        self.next(point);
    }

    /// Whether a tracked object is asked for what its class leaves to others: it is taken as a subclass that adds
    /// nothing else.
    fn is_added(&self, point: &Point, receiver: Register, target: Option<&(Arc<Class>, usize)>) -> bool {
        matches!(point.frame.get(receiver), Some(Shape::Object(_)))
            && target.is_some_and(|(class, method)| class.methods[*method].access.has(Access::ABSTRACT))
    }

    /// A tracked object is given to code that is not looked at.
    fn expose(&mut self, point: &mut Point, (argument, is_receiver): (Register, bool), callee: &Callee, name: &str) {
        let object = match point.frame.get(argument).cloned() {
            Some(Shape::Object(object)) => object,
            Some(Shape::Lambda(lambda)) => return self.expose_lambda(point, &lambda, name),
            Some(Shape::Handle { handle, .. }) if !is_receiver => return self.expose_handle(point, &handle, name),
            _ => return,
        };
        let change = match callee {
            Callee::Native => "changes only fields of the object that it is given that no code writes",
            Callee::Added => "changes only fields of the object that no method of its class writes",
            Callee::Code(_) => "may change the object that it is given, but calls no method of it",
            Callee::FieldAccess => "may change any field of the object that it is given",
        };
        self.note(point, format!("`{name}` {change}"));
        self.havoc_reachable(point, (object, is_receiver), callee);
    }

    /// A constructor that is not followed gives fields any values: final ones too, those of its own class and of
    /// classes above.
    fn construct_unseen(&mut self, point: &mut Point, member: &Member, arguments: &[Register]) {
        let Some(Shape::Object(id)) = arguments.first().and_then(|register| point.frame.get(*register)).cloned() else {
            return;
        };
        if member.name != "<init>" {
            return;
        }
        for field in self.model.heap.objects[id].fields.clone() {
            if self.world.is_subclass(&member.class, &field.class) != Answer::No {
                self.havoc_field(point, &field.model, true);
            }
        }
    }

    fn havoc_reachable(&mut self, point: &mut Point, (object, is_receiver): (ObjectId, bool), callee: &Callee) {
        for id in self.model.heap.held_by(object) {
            for field in self.model.heap.objects[id].fields.clone() {
                if !field.is_final() && self.reaches(callee, is_receiver && id == object, &field) {
                    self.havoc_field(point, &field.model, false);
                }
            }
        }
    }

    /// Whether a callee may write a field of an object that it is given.
    fn reaches(&self, callee: &Callee, is_receiver: bool, field: &TrackedField) -> bool {
        let called = match callee {
            Callee::Native => return !self.world.is_written_by_code(&field.class, &field.name),
            Callee::Added => {
                return !field.access.has(Access::PRIVATE)
                    && !self.world.is_written_by_methods(&field.class, &field.name);
            }
            Callee::FieldAccess => return true,
            Callee::Code(called) => called,
        };
        let is_open_to_subclasses = field.access.has(Access::PROTECTED)
            && (called.is_open || self.world.is_subclass(&called.member.class, &field.class) != Answer::No);
        field.access.has(Access::PUBLIC) || is_open_to_subclasses || self.world.may_write(called, is_receiver, field)
    }

    fn set_any_result(&mut self, point: &mut Point, call: &Call<'_>) {
        let (Some(target), Some(ty)) = (call.result, call.result_type()) else { return };
        if let Some(promise) = self.world.promised_not_negative(call.member).filter(|_| ty == TypeDescriptor::Int) {
            self.note(point, format!("`{promise}` never returns a negative number, as its documentation says"));
            let number = self.any_length(point, target);
            return self.set_int(point, target, number);
        }
        let never_null = self.world.call_is_never_null(call.kind, call.member, self.class_of_first(point, call));
        let Some(promises) = never_null else { return self.set_any(point, target, &ty) };
        self.note_promises(point, &promises);
        self.set_object(point, target, &ty);
    }

    /// Goes on where the call does not refuse its index.
    fn refused_index(&mut self, point: Point, call: &Call<'_>) -> Option<Point> {
        let index = call.arguments.get(usize::from(call.kind != Invocation::Static));
        let (Some(promise), Some(index)) = (self.world.promised_checked_index(call.member), index) else {
            return Some(point);
        };
        self.note(&point, format!("`{promise}` refuses an index that no element can have, as its documentation says"));
        let index = self.int(&point, *index);
        let terms = self.terms();
        let least = terms.bits(32, i32::MAX as u64);
        let outside = terms.unsigned_less_equal(least, index);
        self.unless(point, outside, "java/lang/IndexOutOfBoundsException")
    }

    /// Any object of a type, but not null. Enum constants keep null among their values.
    pub fn set_object(&mut self, point: &mut Point, target: Register, ty: &TypeDescriptor) {
        match ty {
            TypeDescriptor::Object(class) if content_type(class).is_some() => {
                self.set_any_boxed(point, target, class, None);
            }
            TypeDescriptor::Object(class) if self.world.enum_constants(class).is_none() => {
                self.set_outside(point, target, class, None);
            }
            TypeDescriptor::Array(_) => {
                let length = self.any_length(point, target);
                self.set_array(point, target, &ty.descriptor(), length, None);
            }
            _ => self.set_any(point, target, ty),
        }
    }

    /// The exceptions that the method declares may be thrown, in any state that it may leave; where they are errors,
    /// they are taken not to be, as otherwise every call that can fail for reasons outside would be forbidden.
    fn declared_exceptions(&mut self, mut point: Point, target: Option<&(Arc<Class>, usize)>, name: &str) -> Point {
        let declared = target.map(|(class, method)| class.methods[*method].exceptions.clone()).unwrap_or_default();
        let mut thrown = Vec::new();
        for exception in declared {
            if self.would_be_error(&point, &exception) {
                continue;
            }
            self.left_open = format!("whether `{name}` throws {}", dotted(&exception));
            let (failing, other) = self.choose(point);
            self.raise_foreign(failing, &exception);
            point = other;
            thrown.push(dotted(&exception));
        }
        let others = if thrown.is_empty() {
            "throws nothing".into()
        } else {
            format!("throws nothing but {}", thrown.join(", "))
        };
        self.note(&point, format!("`{name}` returns any result and {others}"));
        point
    }
}

fn callee(kind: Invocation, member: &Member, target: Option<&(Arc<Class>, usize)>) -> Callee {
    if FIELD_ACCESS.contains(&member.class.as_str()) {
        return Callee::FieldAccess;
    }
    let Some((class, method)) = target else { return Callee::Code(Called { member: member.clone(), is_open: true }) };
    let Method { access, name, descriptor, .. } = &class.methods[*method];
    let is_fixed = matches!(kind, Invocation::Static | Invocation::Special)
        || [Access::PRIVATE, Access::FINAL].into_iter().any(|flag| access.has(flag))
        || class.access.has(Access::FINAL);
    if access.has(Access::NATIVE) {
        return Callee::Native;
    }
    let member = Member { class: class.name.clone(), name: name.clone(), descriptor: descriptor.clone() };
    Callee::Code(Called { member, is_open: !is_fixed })
}
