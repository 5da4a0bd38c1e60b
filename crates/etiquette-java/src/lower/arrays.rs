//! Arrays: their null-ness and length are modelled. Elements may be anything, but for those of small arrays
//! ([`super::cells`]).

use etiquette_logic::Term;

use super::Change;
use super::exceptions::{INDEX, NEGATIVE_SIZE, OUT_OF_MEMORY, STORE};
use super::flow::{Flow, Point};
use super::shape::Shape;
use super::steadiness::Disturbance;
use super::world::World;
use crate::class::Element;
use crate::code::Register;
use crate::descriptor::TypeDescriptor;
use crate::hierarchy::Answer;

/// What is taken for granted of an array of which it is not known what it takes.
const TAKES_ELEMENT: &str = "the array takes the element";

impl Flow<'_, '_> {
    /// The length of an array that is not null; any where the array is not known as one.
    pub fn array_length(&mut self, point: &mut Point, array: Register) -> Term {
        match (point.frame.get(array), self.cells(point, array)) {
            (Some(Shape::Array { .. }), _) => self.length(point, array),
            (_, Some((_, length))) => self.terms().bits(32, length as u64),
            _ => self.any_length(point, array),
        }
    }

    /// Goes on where the array is there and the index inside.
    pub fn element(&mut self, point: Point, array: Register, index: Register) -> Option<Point> {
        let mut point = self.not_null(point, array)?;
        let length = self.array_length(&mut point, array);
        let index = self.int(&point, index);
        let terms = self.terms();
        let outside = terms.unsigned_less_equal(length, index);
        self.unless(point, outside, INDEX)
    }

    /// Goes on where `System.arraycopy` finds both arrays there and both parts inside.
    pub fn copy_elements(&mut self, point: Point, arguments: &[Register]) -> Option<Point> {
        let &[from, from_index, to, to_index, count] = arguments else { return Some(point) };
        self.disturb(&point, Disturbance::Element);
        let point = self.not_null(point, from)?;
        let mut point = self.not_null(point, to)?;
        let count = self.int(&point, count);
        let mut outside = self.is_negative(count);
        for (array, index) in [(from, from_index), (to, to_index)] {
            let (length, index) = (self.array_length(&mut point, array), self.int(&point, index));
            let is_negative = self.is_negative(index);
            let terms = self.terms();
            // Of two numbers that are not negative, the sum fits without a sign.
            let end = terms.add(index, count);
            let is_beyond = terms.unsigned_less(length, end);
            let is_outside = terms.or(is_negative, is_beyond);
            outside = terms.or(outside, is_outside);
        }
        if !self.have_same_numbers(&point, from, to) {
            let about = self.giver(&point, from);
            self.note(&point, about, TAKES_ELEMENT);
        }
        let mut point = self.unless(point, outside, INDEX)?;
        self.copy_cells(&mut point, arguments);
        Some(point)
    }

    /// Whether two arrays are of the same type of numbers: then one takes the elements of the other.
    fn have_same_numbers(&self, point: &Point, one: Register, other: Register) -> bool {
        match (self.array_type(point, one), self.array_type(point, other)) {
            (Some((one, _)), Some((other, _))) => one == other && element_class(&one).is_none(),
            _ => false,
        }
    }

    fn is_negative(&mut self, number: Term) -> Term {
        let terms = self.terms();
        let zero = terms.bits(32, 0);
        terms.signed_less(number, zero)
    }

    /// Goes on where the array takes the element: an array of strings that is looked at as one of objects refuses other
    /// objects.
    pub fn takes_element(&mut self, point: Point, array: Register, value: Register) -> Option<Point> {
        let element = match self.array_type(&point, array) {
            Some((descriptor, true)) => element_class(&descriptor),
            _ => None,
        };
        let answer = match (point.frame.get(value), &element) {
            (Some(Shape::Null), _) => Answer::Yes,
            (_, Some(element)) => self.class_test(&point, value, element),
            (_, None) => Answer::Unknown(String::new()),
        };
        match answer {
            Answer::Yes => Some(point),
            Answer::No => {
                let null = self.is_null(&point, value);
                let present = self.terms().not(null);
                self.unless(point, present, STORE)
            }
            Answer::Unknown(_) => {
                let about = self.giver(&point, value);
                self.note(&point, about, TAKES_ELEMENT);
                Some(point)
            }
        }
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
        let descriptor = self.array_type(&point, array).and_then(|(descriptor, _)| descriptor.parse().ok());
        let mut point = self.element(point, array, index)?;
        if let Some(cells) = self.cells(&point, array) {
            return self.load_cell(point, target, cells, index);
        }
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
        self.set_any(&mut point, target, &ty);
        Some(point)
    }

    /// Stores an element.
    pub fn array_store(
        &mut self,
        point: Point,
        element: Element,
        (array, index): (Register, Register),
        value: Register,
    ) -> Result<Option<Point>, Change> {
        let stored = self.element(point, array, index);
        let stored = match element {
            Element::Reference => stored.and_then(|point| self.takes_element(point, array, value)),
            _ => stored,
        };
        let Some(mut point) = stored else { return Ok(None) };
        match self.cells(&point, array) {
            Some(cells) => self.store_cell(point, cells, index, value),
            None => {
                self.write_unknown_array(&mut point, array);
                Ok(Some(point))
            }
        }
    }

    /// What a compiler's switch table says for an ordinal.
    pub fn switch_map_entry(&mut self, point: &mut Point, target: Register, name: &str, index: Register) {
        let ordinal = self.int(point, index);
        let mut value = self.terms().bits(32, 0);
        for (constant, entry) in self.world.switch_map(name) {
            let terms = self.terms();
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
            let zero = self.terms().bits(32, 0);
            let negative = self.terms().signed_less(value, zero);
            point = self.unless(point, negative, NEGATIVE_SIZE)?;
        }
        let mut point = self.unless_memory_is_out(point);
        match self.make_cells(&mut point) {
            Some(array) => point.frame.set(target, Shape::Object(array)),
            None => {
                let length = self.int(&point, lengths[0]);
                self.set_made_array(&mut point, target, descriptor, length);
            }
        }
        Some(point)
    }

    /// Where code is prepared for it, there may be no room for an array.
    fn unless_memory_is_out(&mut self, point: Point) -> Point {
        const ERROR: &str = "java/lang/Error";
        let is_meant = |world: &World<'_>, catch: &str| world.is_subclass(catch, ERROR) == Answer::Yes;
        if !self.is_caught(&point, OUT_OF_MEMORY, is_meant) {
            return point;
        }
        self.left_open = "whether there is memory for an array".into();
        let (failing, fine) = self.choose(point);
        self.raise_here(failing, OUT_OF_MEMORY);
        fine
    }

    /// An array that was made with exactly this type and length.
    pub fn set_made_array(&mut self, point: &mut Point, target: Register, descriptor: &str, length: Term) {
        self.set_array(point, target, descriptor, length, None);
        point.frame.set(target, Shape::Array { descriptor: descriptor.into(), exact: true, nullable: false });
    }
}

/// The class, or array type, of the elements of an array type that holds references.
fn element_class(descriptor: &str) -> Option<String> {
    let element = descriptor.strip_prefix('[')?;
    match element.strip_prefix('L') {
        Some(class) => class.strip_suffix(';').map(str::to_owned),
        None => element.starts_with('[').then(|| element.to_owned()),
    }
}
