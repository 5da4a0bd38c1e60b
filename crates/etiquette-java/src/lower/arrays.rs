//! Arrays: their null-ness and length are modelled, their elements may be anything.

use std::str::FromStr;

use etiquette_logic::Term;

use super::exceptions::{INDEX, NEGATIVE_SIZE};
use super::flow::{Flow, Point};
use super::shape::Shape;
use crate::class::Element;
use crate::code::Register;
use crate::descriptor::TypeDescriptor;

impl Flow<'_, '_> {
    /// The length of an array that is not null; any where the array is not known as one.
    pub fn array_length(&mut self, point: &mut Point, array: Register) -> Term {
        match point.frame.get(array) {
            Some(Shape::Array { .. }) => self.length(point, array),
            _ => self.any_length(point, array),
        }
    }

    /// Goes on where the array is there and the index inside.
    pub fn element(&mut self, point: Point, array: Register, index: Register) -> Option<Point> {
        let mut point = self.not_null(point, array)?;
        let length = self.array_length(&mut point, array);
        let index = self.int(&point, index);
        let terms = &mut self.model.component.terms;
        let outside = terms.unsigned_less_equal(length, index);
        self.unless(point, outside, INDEX)
    }

    pub fn array_load(
        &mut self,
        point: Point,
        target: Register,
        element: Element,
        array: Register,
        index: Register,
    ) -> Option<Point> {
        if let Some(Shape::SwitchMap(name)) = point.frame.get(array).cloned() {
            let mut point = point;
            self.switch_map_entry(&mut point, target, &name, index);
            return Some(point);
        }
        let descriptor = match point.frame.get(array) {
            Some(Shape::Array { descriptor, .. }) => TypeDescriptor::from_str(descriptor).ok(),
            _ => None,
        };
        let mut point = self.element(point, array, index)?;
        let ty = match (descriptor, element) {
            (Some(TypeDescriptor::Array(inner)), _) => *inner,
            (_, Element::Byte) => TypeDescriptor::Byte,
            (_, Element::Char) => TypeDescriptor::Char,
            (_, Element::Short) => TypeDescriptor::Short,
            (_, Element::Int) => TypeDescriptor::Int,
            (_, Element::Long) => TypeDescriptor::Long,
            (_, Element::Float) => TypeDescriptor::Float,
            (_, Element::Double) => TypeDescriptor::Double,
            (_, Element::Reference) => TypeDescriptor::Object("java/lang/Object".into()),
        };
        self.note(&point, "an element of an array may be anything");
        self.set_any(&mut point, target, &ty);
        Some(point)
    }

    /// What a compiler's switch table says for an ordinal.
    pub fn switch_map_entry(&mut self, point: &mut Point, target: Register, name: &str, index: Register) {
        let ordinal = self.int(point, index);
        let mut value = self.model.component.terms.bits(32, 0);
        for (constant, entry) in self.world.switch_map(name) {
            let terms = &mut self.model.component.terms;
            let (constant, entry) = (terms.bits(32, constant as u64), terms.bits(32, entry as u32 as u64));
            let matches = terms.equal(ordinal, constant);
            value = terms.ite(matches, entry, value);
        }
        self.set_int(point, target, value);
    }

    pub fn new_array(
        &mut self,
        mut point: Point,
        target: Register,
        descriptor: &str,
        lengths: &[Register],
    ) -> Option<Point> {
        for length in lengths {
            let value = self.int(&point, *length);
            let zero = self.model.component.terms.bits(32, 0);
            let negative = self.model.component.terms.signed_less(value, zero);
            point = self.unless(point, negative, NEGATIVE_SIZE)?;
        }
        let length = self.int(&point, lengths[0]);
        self.set_array(&mut point, target, descriptor, length, None);
        point.frame.set(target, Shape::Array { descriptor: descriptor.into(), exact: true, nullable: false });
        Some(point)
    }
}
