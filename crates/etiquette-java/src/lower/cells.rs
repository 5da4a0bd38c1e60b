//! Elements of small arrays that are made with a constant length: such an array is an object of the state, with a field
//! for each element.
//!
//! An array that a field holds is followed if the code around the field keeps it there ([`super::reach`] finds that
//! out); one that lives during a call only for as long as nobody else gets to know it. All that is done with arrays is
//! then done with objects: they are made in places of their own, move when they are stored, and whoever has one that was
//! displaced has one of which nothing is known.

use std::sync::Arc;

use etiquette_logic::Term;

use super::Change;
use super::calls::Call;
use super::definitions::definition;
use super::flow::{Flow, Point};
use super::heap::{Birth, FieldModel, Heap, TrackedField, TrackedObject};
use super::model::NULL;
use super::reach::{Given, only_reads};
use super::shape::{ObjectId, Shape};
use super::unfollowed::Known;
use crate::class::{Access, Class, Constant, Field, Member};
use crate::code::{Register, Statement, ThreeAddressCode, Value};
use crate::hierarchy::Answer;

/// Elements of longer arrays are not told apart.
pub(super) const MAX_CELLS: usize = 16;

/// The type of an array and its length.
pub(super) type ArrayKind = (String, usize);

/// What stands for the class of arrays of a type and a length: it has a field for each element.
pub(super) fn array_class((descriptor, length): &ArrayKind) -> Arc<Class> {
    let element = descriptor.strip_prefix('[').unwrap_or(descriptor);
    let cell = |position: usize| Field {
        name: format!("[{position}]"),
        descriptor: element.to_owned(),
        access: Access::default(),
        constant: None,
    };
    let fields = (0..*length).map(cell).collect();
    Arc::new(Class { name: descriptor.clone(), access: Access(Access::FINAL), fields, ..Class::default() })
}

/// The type and the length of the array that a statement makes, if that is a small constant.
pub(super) fn made_array(code: &ThreeAddressCode, offset: u32) -> Option<ArrayKind> {
    let Statement::Assign(_, Value::NewArray(descriptor, lengths)) = code.statements.get(&offset)? else { return None };
    let [length] = lengths[..] else { return None };
    let length = usize::try_from(int_constant(code, offset, length)?).ok()?;
    (length <= MAX_CELLS).then(|| (descriptor.clone(), length))
}

/// The number that a register holds at an offset, if the text of the code shows it.
pub(super) fn int_constant(code: &ThreeAddressCode, offset: u32, register: Register) -> Option<i32> {
    match definition(code, offset, register)?.1 {
        Statement::Assign(_, Value::Constant(Constant::Int(value))) => Some(*value),
        _ => None,
    }
}

impl TrackedObject {
    /// The number of its elements, if it is an array.
    pub fn cells(&self) -> Option<usize> {
        self.class.name.starts_with('[').then_some(self.fields.len())
    }
}

impl Flow<'_, '_> {
    /// The array in a register, if its elements are known.
    pub fn cells(&self, point: &Point, array: Register) -> Option<(ObjectId, usize)> {
        let Some(Shape::Object(object)) = point.frame.get(array) else { return None };
        Some((*object, self.model.heap.objects[*object].cells()?))
    }

    /// The type of an array, and whether it is exactly of it.
    pub fn array_type(&self, point: &Point, array: Register) -> Option<(String, bool)> {
        match point.frame.get(array)? {
            Shape::Array { descriptor, exact, .. } => Some((descriptor.to_string(), *exact)),
            Shape::Outside { class, exact, .. } if class.starts_with('[') => Some((class.to_string(), *exact)),
            Shape::Object(object) => {
                let known = &self.model.heap.objects[*object];
                known.cells().map(|_| (known.class.name.clone(), true))
            }
            _ => None,
        }
    }

    /// Makes an array whose elements are known, if there is a place for it.
    pub fn make_cells(&mut self, point: &mut Point) -> Option<ObjectId> {
        let (descriptor, length) = made_array(&self.contexts[point.context].code, point.offset)?;
        let fits =
            |object: &TrackedObject| object.class.name == descriptor && object.cells().is_some_and(|it| it == length);
        self.staged_place(point, fits)
    }

    /// The number in a register, if the text of the code shows it.
    fn known_int(&self, point: &Point, register: Register) -> Option<i32> {
        int_constant(&self.contexts[point.context].code, point.offset, register)
    }

    /// The element that an index means, if the text of the code shows it.
    fn known_cell(&self, point: &Point, index: Register, length: usize) -> Option<usize> {
        usize::try_from(self.known_int(point, index)?).ok().filter(|position| *position < length)
    }

    /// Reads an element; the index is inside. Where it is not known which, all of them are ways on.
    pub fn load_cell(
        &mut self,
        point: Point,
        target: Register,
        (array, length): (ObjectId, usize),
        index: Register,
    ) -> Option<Point> {
        if let Some(position) = self.known_cell(&point, index, length) {
            return self.read_tracked(point, target, array, position);
        }
        let mut rest = point;
        for position in 0..length.checked_sub(1)? {
            let is_it = self.is_cell(&rest, index, position);
            let (found, other) = self.fork(rest, is_it);
            if let Some(found) = found.and_then(|found| self.read_tracked(found, target, array, position)) {
                self.next(found);
            }
            rest = other?;
        }
        self.read_tracked(rest, target, array, length - 1)
    }

    /// Writes an element; the index is inside.
    pub fn store_cell(
        &mut self,
        point: Point,
        (array, length): (ObjectId, usize),
        index: Register,
        value: Register,
    ) -> Result<Option<Point>, Change> {
        let mut rest = point;
        if let Some(position) = self.known_cell(&rest, index, length) {
            self.write_tracked(&mut rest, array, position, value)?;
            return Ok(Some(rest));
        }
        let Some(last) = length.checked_sub(1) else { return Ok(None) };
        for position in 0..last {
            let is_it = self.is_cell(&rest, index, position);
            let (found, other) = self.fork(rest, is_it);
            if let Some(mut found) = found {
                self.write_tracked(&mut found, array, position, value)?;
                self.next(found);
            }
            let Some(other) = other else { return Ok(None) };
            rest = other;
        }
        self.write_tracked(&mut rest, array, last, value)?;
        Ok(Some(rest))
    }

    fn is_cell(&mut self, point: &Point, index: Register, position: usize) -> Term {
        let index = self.int(point, index);
        let terms = self.terms();
        let position = terms.bits(32, position as u64);
        terms.equal(index, position)
    }

    /// Gives all elements of an array a number, or null; anything else is not done.
    pub fn fill_cells(&mut self, point: &mut Point, array: ObjectId, value: Register) -> Option<()> {
        let fields = self.model.heap.objects[array].fields.clone();
        let is_null = point.frame.get(value) == Some(&Shape::Null);
        let target = |field: &TrackedField| match &field.model {
            FieldModel::Number(binding) => Some(binding.clone()),
            FieldModel::Reference(field) if is_null => Some(field.holds.clone()),
            _ => None,
        };
        let targets = fields.iter().map(target).collect::<Option<Vec<_>>>()?;
        for binding in targets {
            let value = if is_null { self.constant(binding.ty, NULL) } else { self.number(point, value, binding.ty) };
            self.assign(point, binding.symbol, value);
        }
        Some(())
    }

    /// Elements are copied into an array: which is known if all numbers are, and these are plain numbers.
    pub fn copy_cells(&mut self, point: &mut Point, arguments: &[Register]) {
        let &[from, from_index, to, to_index, count] = arguments else { return };
        self.write_unknown_array(point, to);
        let Some((target, _)) = self.cells(point, to) else { return };
        let numbers = [from_index, to_index, count].map(|register| self.known_int(point, register));
        match (self.cells(point, from), numbers) {
            (Some((source, _)), [Some(from), Some(to), Some(count)])
                if self.copy_numbers(point, (source, from), (target, to), count).is_some() => {}
            _ => self.havoc_object(point, target, true),
        }
    }

    /// Copies numbers from one array to another, or within one.
    fn copy_numbers(
        &mut self,
        point: &mut Point,
        (source, from): (ObjectId, i32),
        (target, to): (ObjectId, i32),
        count: i32,
    ) -> Option<()> {
        let at = |flow: &Self, array: ObjectId, position: i32| {
            let field = flow.model.heap.objects[array].fields.get(usize::try_from(position).ok()?)?;
            if let FieldModel::Number(binding) = &field.model { Some(binding.clone()) } else { None }
        };
        let pairs = (0..count).map(|step| Some((at(self, source, from + step)?, at(self, target, to + step)?)));
        let mut pairs = pairs.collect::<Option<Vec<_>>>()?;
        if from < to {
            pairs.reverse();
        }
        for (read, written) in pairs {
            let value = self.term(&read);
            self.assign(point, written.symbol, value);
        }
        Some(())
    }

    /// What is written to an array of which nothing is known is written to one that is, where they may be the same.
    pub fn write_unknown_array(&mut self, point: &mut Point, array: Register) {
        if !self.met_cells_elsewhere || self.cells(point, array).is_some() {
            return;
        }
        for object in self.arrays_in_fields() {
            self.havoc_object(point, object, true);
        }
    }

    fn arrays_in_fields(&self) -> Vec<ObjectId> {
        let objects = self.model.heap.objects.iter().enumerate();
        let is_held = |object: &TrackedObject| object.birth == Birth::Stored && object.cells().is_some();
        objects.filter(|(_, object)| is_held(object)).map(|(id, _)| id).collect()
    }

    /// The array in a field of an object that is not known may be one that is, where the object may be.
    pub fn meet_cells(&mut self, point: &Point, object: Register, member: &Member) {
        let Some(Shape::Outside { class, identity, .. }) = point.frame.get(object).cloned() else { return };
        let holders = 0..self.model.heap.objects.len();
        let mut possible = holders.filter(|holder| self.may_be(*holder, &class, identity));
        self.met_cells_elsewhere |= possible.any(|holder| {
            let field = self.tracked_field(holder, member);
            field.is_some_and(|field| !self.arrays_of((holder, field)).is_empty())
        });
    }

    /// The arrays that are there for a field.
    fn arrays_of(&self, (holder, field): (ObjectId, usize)) -> Vec<ObjectId> {
        let held = self.model.heap.objects[holder].fields[field].held().iter().copied();
        held.filter(|object| self.model.heap.objects[*object].cells().is_some()).collect()
    }

    /// Somebody else gets to know arrays that fields hold: these fields are not to be followed.
    pub fn let_cells_go(&mut self, objects: &[ObjectId]) {
        let arrays = objects.iter().filter(|object| self.model.heap.objects[**object].cells().is_some());
        let places: Vec<_> = arrays.flat_map(|array| self.model.heap.fields_with(*array)).collect();
        self.model.wanted.others.extend(places);
    }

    /// Whether a call that is not followed may write elements of an array: one that it is given, or that its code reads
    /// from the field. If that is code of others, these may keep it.
    pub fn may_write_cells(
        &mut self,
        point: &Point,
        array: ObjectId,
        given: &Given,
        call: &Call<'_>,
        known: &Known,
    ) -> bool {
        let is_given = !given.certain.is_empty() && !only_reads(call.member)
            || (self.met_cells_elsewhere && call.arguments.iter().any(|argument| self.may_be_array(point, *argument)));
        let Some((program, reached)) = known.as_ref().filter(|(_, reached)| !reached.beyond.unread) else {
            return true;
        };
        let readers = self.world.readers(program, reached, &self.model.heap, array);
        let component = Arc::clone(&self.model.heap.objects[Heap::RECEIVER].class);
        let is_around = |holder: ObjectId| {
            let declaring = Arc::clone(&self.model.heap.objects[holder].class);
            let classes = self.world.classes_around(&declaring, &component);
            readers.iter().all(|reader| classes.iter().any(|class| class.name == *reader))
        };
        let fields = self.model.heap.fields_with(array);
        if !fields.iter().all(|(holder, _)| is_around(*holder)) {
            self.let_cells_go(&[array]);
        }
        is_given || !readers.is_empty()
    }

    /// Whether a register may hold an array.
    pub fn may_be_array(&self, point: &Point, register: Register) -> bool {
        match point.frame.get(register) {
            Some(Shape::Array { .. }) => true,
            Some(Shape::Outside { class, .. }) => {
                class.starts_with('[') || self.world.is_subclass("[I", class) != Answer::No
            }
            _ => false,
        }
    }
}
