//! Methods whose meaning is given here and not by their code: what `Object` and `Enum` declare final, constructors of
//! exceptions, boxes, strings, and what copies parts of arrays.

use std::rc::Rc;

use etiquette_logic::Term;

use super::calls::Call;
use super::flow::{Flow, Point};
use super::shape::{Identity, Reason, Shape};
use crate::code::Register;

/// How a call went whose meaning may be known.
pub(super) enum Known {
    /// The call returned.
    Returned(Point),
    /// It always throws.
    Thrown,
    /// It is none of these calls, and was not made.
    Unknown(Point),
}

impl Flow<'_, '_> {
    /// Makes a call whose meaning is known; any other call comes back as it was.
    pub fn intrinsic(&mut self, mut point: Point, call: &Call<'_>) -> Known {
        let Call { member, arguments, result, .. } = *call;
        point = match self.boxing(point, call) {
            Known::Unknown(point) => point,
            known => return known,
        };
        point = match self.string_call(point, call) {
            Known::Unknown(point) => point,
            known => return known,
        };
        let shape = arguments.first().and_then(|register| point.frame.get(*register).cloned());
        match (member.name.as_str(), member.descriptor.as_str(), shape) {
            ("<init>", _, Some(Shape::Throwable { site, reason, .. })) => {
                let after = self.reason_after(&point, call);
                point.frame.change_reason((site, reason), after);
            }
            ("initCause", _, Some(shape @ Shape::Throwable { site, reason: Reason::None, .. }))
                if self.takes_reason(&point, call) =>
            {
                result.into_iter().for_each(|target| point.frame.set(target, shape.clone()));
                point.frame.change_reason((site, Reason::None), Reason::Unknown);
            }
            ("<init>", _, _) if member.class == "java/lang/Object" => {}
            ("ordinal", "()I", Some(Shape::Enum(class))) => {
                let ordinal = self.ordinal(&point, arguments[0], &class);
                self.set_known(&mut point, result, ordinal);
            }
            ("compareTo", "(Ljava/lang/Enum;)I", Some(Shape::Enum(class))) => {
                return self.compare_enums(point, &class, call);
            }
            ("equals", "(Ljava/lang/Object;)Z", Some(Shape::Enum(_) | Shape::Throwable { .. })) => {
                let same = self.same(&mut point, arguments[0], arguments[1]);
                if let Some(target) = result {
                    self.set_bool(&mut point, target, same);
                }
            }
            ("getClass", "()Ljava/lang/Class;", _) => {
                if let Some(target) = result {
                    self.set_reference(&mut point, target, "java/lang/Class", None, Identity::Foreign);
                }
            }
            // Arrays never refuse it, whatever `Object` declares.
            ("clone", "()Ljava/lang/Object;", _) if self.array_type(&point, arguments[0]).is_some() => {
                let (descriptor, is_exact) = self.array_type(&point, arguments[0]).unwrap_or_default();
                let length = self.array_length(&mut point, arguments[0]);
                match result {
                    Some(target) if is_exact => self.set_made_array(&mut point, target, &descriptor, length),
                    Some(target) => self.set_array(&mut point, target, &descriptor, length, None),
                    None => {}
                }
            }
            ("fill", _, Some(Shape::Object(array))) if member.class == "java/util/Arrays" && arguments.len() == 2 => {
                if self.fill_cells(&mut point, array, arguments[1]).is_none() {
                    return Known::Unknown(point);
                }
            }
            ("arraycopy", _, _) if member.class == "java/lang/System" => {
                return self.copy_elements(point, arguments).map_or(Known::Thrown, Known::Returned);
            }
            _ => return Known::Unknown(point),
        }
        Known::Returned(point)
    }

    fn set_known(&mut self, point: &mut Point, result: Option<Register>, value: Term) {
        if let Some(target) = result {
            self.set_int(point, target, value);
        }
    }

    /// The ordinal of an enum constant that is not null.
    fn ordinal(&mut self, point: &Point, register: Register, class: &Rc<str>) -> Term {
        let value = self.enum_value(point, register, class);
        let terms = self.terms();
        let wide = if terms.sort(value).width() < 32 { terms.zero_extend(value, 32) } else { value };
        let one = terms.bits(32, 1);
        terms.sub(wide, one)
    }

    /// The difference of two ordinals, if both constants are of the same enum.
    fn compare_enums(&mut self, point: Point, class: &Rc<str>, call: &Call<'_>) -> Known {
        let arguments = call.arguments;
        match point.frame.get(arguments[1]) {
            Some(Shape::Enum(other)) if other == class => {}
            Some(Shape::Null) => {}
            _ => return Known::Unknown(point),
        }
        let Some(mut point) = self.not_null(point, arguments[1]) else { return Known::Thrown };
        let (one, other) = (self.ordinal(&point, arguments[0], class), self.ordinal(&point, arguments[1], class));
        let difference = self.terms().sub(one, other);
        self.set_known(&mut point, call.result, difference);
        Known::Returned(point)
    }
}
