//! A stubbed call in the component: hidden choices between the ways that the stub allows.

use std::rc::Rc;

use etiquette_component::Type;
use etiquette_logic::Term;

use super::{Returned, Stub};
use crate::class::Member;
use crate::code::Register;
use crate::descriptor::TypeDescriptor;
use crate::lower::calls::Call;
use crate::lower::flow::{Flow, Point};
use crate::lower::model::{Cause, Origin, number_type};
use crate::lower::shape::Shape;
use crate::lower::steadiness::Disturbance;

impl Flow<'_, '_> {
    /// The class of the object that a method is called on, or given first, where it is exactly known.
    pub fn class_of_first<'p>(&'p self, point: &'p Point, call: &Call<'_>) -> Option<&'p str> {
        match point.frame.get(*call.arguments.first()?)? {
            Shape::Object(id) => Some(&self.model.heap.objects[*id].class.name),
            Shape::Outside { class, exact: true, .. } | Shape::Boxed { class, .. } => Some(class),
            Shape::String | Shape::Text(_) => Some(crate::lower::string_constants::STRING),
            _ => None,
        }
    }

    /// A call of a method that the user has given a model of. What that leaves open is said to be so.
    pub fn apply_stub(&mut self, point: Point, stub: &Stub, call: &Call<'_>) {
        self.is_really_open = true;
        self.go_on_as_stubbed(point, stub, call);
        self.is_really_open = false;
    }

    fn go_on_as_stubbed(&mut self, mut point: Point, stub: &Stub, call: &Call<'_>) {
        let member = call.member;
        if let Some((about, text)) = stub.note(&member.dotted()) {
            self.note(&point, about, text);
        }
        if !stub.pure {
            self.disturb(&point, Disturbance::Anything);
        }
        self.change_arguments(&mut point, stub, call);
        let Some(returned) = &stub.returns else {
            return self.throw_one_of(point, stub, member);
        };
        for exception in &stub.throws {
            let (failing, other) = self.choose(point);
            self.raise_stubbed(failing, exception, stub, member);
            point = other;
        }
        if let (Some(target), Some(ty)) = (call.result, call.result_type()) {
            self.set_returned(&mut point, target, &ty, returned);
        }
        self.next(point);
    }

    fn throw_one_of(&mut self, mut point: Point, stub: &Stub, member: &Member) {
        let Some((last, others)) = stub.throws.split_last() else { return };
        for exception in others {
            let (failing, other) = self.choose(point);
            self.raise_stubbed(failing, exception, stub, member);
            point = other;
        }
        self.raise_stubbed(point, last, stub, member);
    }

    /// Raises an exception that the stubbed method throws, not the code that calls it.
    fn raise_stubbed(&mut self, point: Point, exception: &str, stub: &Stub, member: &Member) {
        let (method, descriptor) = (member.name.clone(), member.descriptor.clone());
        let place = self.place(&point);
        let site = self.known_origin(Origin {
            place,
            class: stub.class.clone(),
            method,
            descriptor,
            thrown: true,
            foreign: false,
            open: false,
            cause: Cause::Code,
        });
        self.raise(point, &exception.into(), site);
    }

    /// Unless it is pure, the method may change the objects that it is given; a constructor's object is in any state.
    fn change_arguments(&mut self, point: &mut Point, stub: &Stub, call: &Call<'_>) {
        for (index, argument) in call.arguments.iter().enumerate() {
            let Some(Shape::Object(id)) = point.frame.get(*argument).cloned() else { continue };
            let constructed = index == 0 && call.member.name == "<init>";
            if constructed || !stub.pure {
                self.havoc_object(point, id, constructed);
            }
        }
    }

    fn set_returned(&mut self, point: &mut Point, target: Register, ty: &TypeDescriptor, returned: &Returned) {
        match (returned, ty) {
            (Returned::Null, _) => point.frame.set(target, Shape::Null),
            (Returned::Range(low, high), ty) if number_type(ty).is_some() => {
                let ty = number_type(ty).unwrap_or(Type::Bool);
                let value = self.any_between(point, target, ty, (*low, *high));
                self.set_number(point, target, ty, value);
            }
            (Returned::NotNull | Returned::Constant(_), TypeDescriptor::Object(class)) => {
                self.set_stubbed_object(point, target, class, returned);
            }
            (Returned::NotNull, TypeDescriptor::Array(_)) => {
                let length = self.any_length(point, target);
                self.set_array(point, target, &ty.descriptor(), length, None);
            }
            _ => self.set_any(point, target, ty),
        }
    }

    /// An object that is not null; of an enum class the constant that is named, or any.
    fn set_stubbed_object(&mut self, point: &mut Point, target: Register, class: &str, returned: &Returned) {
        let Some(constants) = self.world.enum_constants(class) else {
            return self.set_outside(point, target, class, None);
        };
        let class: Rc<str> = class.into();
        let ty = self.enum_type(&class);
        let (first, last) = match returned {
            Returned::Constant(name) => {
                let position =
                    constants.iter().position(|known| known == name).map_or(0, |position| position as i64 + 1);
                (position, position)
            }
            _ => (1.min(constants.len() as i64), constants.len() as i64),
        };
        let value = self.any_between(point, target, ty, (first, last));
        self.set_enum(point, target, &class, value);
    }

    /// A hidden choice between two bounds, from no more values than there are in the next power of two: the fewer, the
    /// better for engines that try them all. No assumption that could block, since such a one could not be sliced away.
    fn any_between(&mut self, point: &mut Point, register: Register, ty: Type, (low, high): (i64, i64)) -> Term {
        let width = self.model.component.sort(ty).width();
        let span = high.wrapping_sub(low) as u64;
        let needed = u64::BITS - span.leading_zeros();
        let chosen = match (needed, ty) {
            (0, _) => None,
            (_, Type::Bool) => Some(self.any(point, register, Type::Bool)),
            (needed, _) => Some(self.any(point, register, Type::Int { width: needed, signed: false })),
        };
        let terms = self.terms();
        let Some(chosen) = chosen else {
            return if ty == Type::Bool { terms.bool(low != 0) } else { terms.bits(width, low as u64) };
        };
        if ty == Type::Bool {
            return chosen;
        }
        let (last, lowest) = (terms.bits(needed, span), terms.bits(width, low as u64));
        let wide = if needed < width { terms.zero_extend(chosen, width) } else { chosen };
        let fits = terms.unsigned_less_equal(chosen, last);
        let value = terms.add(lowest, wide);
        terms.ite(fits, value, lowest)
    }
}
