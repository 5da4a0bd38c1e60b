//! Boxed numbers: `Integer`, `Boolean` and their like are values with a null-ness, not objects with a place.
//!
//! Boxing and unboxing (5.1.7 and 5.1.8 of the language specification) keep the value; which object a box is, is not
//! modelled, so comparing boxes with `==` may give any result.

use std::rc::Rc;

use etiquette_component::Type;
use etiquette_logic::Term;

use super::calls::Call;
use super::flow::{Flow, Point, Slot};
use super::heap::FieldModel;
use super::intrinsics::Known;
use super::model::{NULL, number_type};
use super::shape::Shape;
use crate::boxes::{is_boxing, is_unboxing, primitive};
use crate::code::Register;
use crate::hierarchy::Answer;

/// The type in which the value of a box is kept; `None` for classes that are no boxes, and those of floating-point
/// numbers.
pub(super) fn content_type(class: &str) -> Option<Type> {
    primitive(class).and_then(|primitive| number_type(&primitive))
}

impl Flow<'_, '_> {
    /// A box with this content and null-ness (`None`: not null).
    pub fn set_boxed(
        &mut self,
        point: &mut Point,
        register: Register,
        class: &str,
        content: Term,
        nullness: Option<Term>,
    ) {
        let Some(ty) = content_type(class) else { return };
        let nullable = nullness.is_some();
        self.put(point, register, (Slot::Content, ty), content);
        if let Some(value) = nullness {
            self.set_nullness(point, register, value);
        }
        point.frame.set(register, Shape::Boxed { class: class.into(), nullable });
    }

    /// A box with any content and this null-ness (`None`: not null).
    pub fn set_any_boxed(&mut self, point: &mut Point, register: Register, class: &str, nullness: Option<Term>) {
        let Some(ty) = content_type(class) else { return };
        let content = self.any(point, register, ty);
        self.set_boxed(point, register, class, content, nullness);
    }

    /// The content of the box in a register.
    pub fn content(&mut self, point: &Point, register: Register, ty: Type) -> Term {
        self.variable(point, register, Slot::Content, ty)
    }

    /// Writes a field that holds a box. A box that is not there has content zero, so that states differ only where it
    /// matters.
    pub fn write_boxed(&mut self, point: &mut Point, model: &FieldModel, value: Register) {
        let FieldModel::Boxed { null, content, class } = model else { return };
        let nullness = self.nullness(point, value);
        let held = match point.frame.get(value) {
            Some(Shape::Boxed { class: known, .. }) if known == class => self.content(point, value, content.ty),
            _ => self.any(point, value, content.ty),
        };
        let (nothing, zero) = (self.terms().bits(1, NULL), self.constant(content.ty, 0));
        let is_null = self.terms().equal(nullness, nothing);
        let kept = self.terms().ite(is_null, zero, held);
        self.assign(point, null.symbol, nullness);
        self.assign(point, content.symbol, kept);
    }

    /// Boxing, unboxing and `equals` of boxes; any other call comes back as it was.
    pub fn boxing(&mut self, mut point: Point, call: &Call<'_>) -> Known {
        let Call { member, arguments, .. } = *call;
        let (Some(&first), Some(target)) = (arguments.first(), call.result) else { return Known::Unknown(point) };
        if let Some(ty) = content_type(&member.class).filter(|_| is_boxing(member)) {
            let content = self.number(&point, first, ty);
            self.set_boxed(&mut point, target, &member.class, content, None);
            return Known::Returned(point);
        }
        let Some(Shape::Boxed { class, .. }) = point.frame.get(first).cloned() else { return Known::Unknown(point) };
        let Some(ty) = content_type(&class) else { return Known::Unknown(point) };
        if is_unboxing(member, &class) {
            let content = self.content(&point, first, ty);
            self.set_number(&mut point, target, ty, content);
            return Known::Returned(point);
        }
        let is_equals = member.name == "equals" && member.descriptor == "(Ljava/lang/Object;)Z";
        let equal = is_equals.then(|| self.equal_boxes(&point, (first, arguments[1]), &class, ty)).flatten();
        let Some(equal) = equal else { return Known::Unknown(point) };
        self.set_bool(&mut point, target, equal);
        Known::Returned(point)
    }

    /// Whether a box that is there equals something else, if that is known.
    fn equal_boxes(
        &mut self,
        point: &Point,
        (one, other): (Register, Register),
        class: &Rc<str>,
        ty: Type,
    ) -> Option<Term> {
        match point.frame.get(other) {
            Some(Shape::Boxed { class: known, .. }) if known == class => {
                let (a, b) = (self.content(point, one, ty), self.content(point, other, ty));
                let null = self.is_null(point, other);
                let terms = self.terms();
                let (there, same) = (terms.not(null), terms.equal(a, b));
                Some(terms.and(there, same))
            }
            Some(Shape::Null) => Some(self.terms().bool(false)),
            _ if self.class_test(point, other, class) == Answer::No => Some(self.terms().bool(false)),
            _ => None,
        }
    }
}
