//! Fields that are given one object after another.
//!
//! The state has room for one object of each class that is made and stored in the field: the one that was stored last. A
//! new object is made in a place of its own, which lives during a call only, and moves when it is assigned. Whoever
//! still has the object before has one that is not tracked any more. So nothing is mixed up: a number stands for one
//! object at a time.
//!
//! What comes from elsewhere is another object, unless the user asks for the field to be tracked, or it is private to
//! the component's nest and so is the class: then it takes the place, in any state.

use std::rc::Rc;

use etiquette_component::{Binding, Type};
use etiquette_logic::Term;

use super::Change;
use super::flow::{Flow, Point};
use super::heap::{Birth, FieldModel, ReferenceField, TrackedObject};
use super::identity::FIRST_ALIAS;
use super::model::{About, NULL, OBJECT};
use super::shape::{Identity, ObjectId, Shape};
use crate::class::Access;
use crate::code::{Register, Statement};

impl Flow<'_, '_> {
    /// A place for a new object of a class, if there is one that nothing is in: with the fields as they are in a new
    /// object.
    pub fn staged(&mut self, point: &mut Point, class: &str) -> Option<ObjectId> {
        self.staged_place(point, |object| object.class.name == class)
    }

    /// A place for a new object, among those that fit.
    pub fn staged_place(&mut self, point: &mut Point, fits: impl Fn(&TrackedObject) -> bool) -> Option<ObjectId> {
        let objects = self.model.heap.objects.iter().enumerate();
        let fitting = objects.filter(|(_, object)| object.birth == Birth::Staged && fits(object)).map(|(id, _)| id);
        let staged = fitting.into_iter().find(|id| !self.is_known(point, *id))?;
        for field in self.model.heap.objects[staged].fields.clone() {
            for binding in bindings(&field.model) {
                let zero = self.constant(binding.ty, 0);
                self.assign(point, binding.symbol, zero);
            }
        }
        Some(staged)
    }

    /// Whether a method that is being followed has an object.
    fn is_known(&self, point: &Point, object: ObjectId) -> bool {
        let mut context = point.context;
        let mut frame = &point.frame;
        loop {
            if frame.mentions(object) {
                return true;
            }
            let Some(caller) = &self.contexts[context].caller else { return false };
            (context, frame) = (caller.context, &caller.frame);
        }
    }

    /// The new object in a register, and the places that it may come into when it is stored in a field: the field's own,
    /// then those of other fields that it may hold.
    pub fn places_for(
        &self,
        point: &Point,
        (holder, field): (ObjectId, usize),
        value: Register,
    ) -> Option<(ObjectId, Vec<ObjectId>)> {
        let heap = &self.model.heap;
        let (Some(Shape::Object(staged)), FieldModel::Reference(field)) =
            (point.frame.get(value), &heap.objects[holder].fields[field].model)
        else {
            return None;
        };
        let fits = |place: &ObjectId| heap.may_replace(*staged, *place) && heap.objects[*place].birth == Birth::Stored;
        let places: Vec<ObjectId> = field.aliases.iter().flatten().copied().filter(fits).collect();
        places.first().is_some_and(|first| field.own.contains(first)).then_some((*staged, places))
    }

    /// A new object is stored in a field: it comes into the first place that nobody else refers to, or else into the
    /// first of all.
    pub fn store_new(
        &mut self,
        point: &mut Point,
        staged: ObjectId,
        (holds, aliases): (&Binding, &[Option<ObjectId>]),
        places: &[ObjectId],
    ) -> Result<(), Change> {
        let free: Vec<ObjectId> = places.iter().copied().filter(|place| !self.is_known(point, *place)).collect();
        let rivals = self.fields_that_may_hold(&free, holds);
        for (position, place) in free.iter().enumerate() {
            let is_last = position + 1 == free.len();
            let is_held = match is_last && rivals.len() < free.len() {
                // Each of the others holds one object at most.
                true => self.terms().bool(false),
                false => self.is_held_by(&rivals, *place),
            };
            // Only behind a plain assignment is it known how to go on.
            let Some((held, free)) = self.fork_assignment(point, is_held) else { break };
            if let Some(mut free) = free {
                self.move_into(&mut free, staged, (holds, aliases), *place)?;
                let Some(held) = held else {
                    *point = free;
                    return Ok(());
                };
                self.next(free);
                *point = held;
            }
        }
        let [first, ..] = places else { return Ok(()) };
        self.displace_but(point, *first, Some(holds));
        self.move_into(point, staged, (holds, aliases), *first)
    }

    /// Two ways on, if both can go on behind the current statement.
    fn fork_assignment(&mut self, point: &Point, condition: Term) -> Option<(Option<Point>, Option<Point>)> {
        let code = &self.contexts[point.context].code;
        let is_assignment = matches!(code.statements.get(&point.offset), Some(Statement::PutField(..)));
        let is_certain = self.terms().as_constant(condition).is_some();
        (is_assignment || is_certain).then(|| self.fork(point.clone(), condition))
    }

    /// A new object comes into a place, and a field holds it.
    fn move_into(
        &mut self,
        point: &mut Point,
        staged: ObjectId,
        (holds, aliases): (&Binding, &[Option<ObjectId>]),
        place: ObjectId,
    ) -> Result<(), Change> {
        self.install(point, staged, place)?;
        let index = aliases.iter().position(|alias| *alias == Some(place)).unwrap_or_default();
        let stored = self.constant(holds.ty, FIRST_ALIAS + index as u64);
        self.assign(point, holds.symbol, stored);
        Ok(())
    }

    /// The fields that may hold one of some objects, but for one of them.
    fn fields_that_may_hold(&self, objects: &[ObjectId], but: &Binding) -> Vec<ReferenceField> {
        let fields = self.model.heap.objects.iter().flat_map(|object| &object.fields);
        let references = fields.filter_map(|field| match &field.model {
            FieldModel::Reference(field) if field.holds != *but => Some(field),
            _ => None,
        });
        let may_hold = |field: &&ReferenceField| field.aliases.iter().flatten().any(|alias| objects.contains(alias));
        references.filter(may_hold).cloned().collect()
    }

    /// Whether one of some fields holds an object.
    fn is_held_by(&mut self, fields: &[ReferenceField], object: ObjectId) -> Term {
        let mut is_held = self.terms().bool(false);
        for field in fields {
            let Some(index) = field.aliases.iter().position(|alias| *alias == Some(object)) else { continue };
            let (value, [held, _]) = self.alias_values(&field.holds, index);
            let holds_it = self.terms().equal(value, held);
            is_held = self.terms().or(is_held, holds_it);
        }
        is_held
    }

    /// Whether a new object is stored in a field that has no place for its class, and will have one in the next attempt.
    pub fn want_place(&mut self, point: &Point, (holder, field): (ObjectId, usize), value: Register) -> bool {
        let heap = &self.model.heap;
        let class = match point.frame.get(value) {
            Some(Shape::Outside { class, exact: true, nullable: false, identity: Identity::New }) => class,
            Some(Shape::Object(id))
                if heap.objects[*id].birth == Birth::Staged && heap.objects[*id].cells().is_none() =>
            {
                &*heap.objects[*id].class.name
            }
            _ => return false,
        };
        let class = class.to_string();
        let may_have = heap.objects[holder].stays() && self.is_at_home(&heap.objects[holder].class.name);
        may_have && self.model.want_place((holder, field), class)
    }

    /// A new object comes in the place of another, which nobody refers to any more.
    pub fn install(&mut self, point: &mut Point, staged: ObjectId, object: ObjectId) -> Result<(), Change> {
        self.displace_in_registers(point, object);
        let fields = self.model.heap.objects[staged].fields.clone();
        for (position, from) in fields.iter().enumerate() {
            self.move_field(point, &from.model, (object, position))?;
        }
        point.frame.install(staged, object);
        Ok(())
    }

    /// Gives a field what the same field of another object holds. The two need not know the same aliases.
    fn move_field(
        &mut self,
        point: &mut Point,
        from: &FieldModel,
        (object, field): (ObjectId, usize),
    ) -> Result<(), Change> {
        let to = self.model.heap.objects[object].fields[field].model.clone();
        if let (FieldModel::Reference(from), FieldModel::Reference(to)) = (from, &to) {
            let value = self.renumbered_alias(from, to, (object, field))?;
            self.assign(point, to.holds.symbol, value);
            return Ok(());
        }
        for (from, to) in bindings(from).into_iter().zip(bindings(&to)) {
            let value = self.term(&from);
            self.assign(point, to.symbol, value);
        }
        Ok(())
    }

    /// What a field holds, as a value of another field that knows its aliases by other numbers.
    fn renumbered_alias(
        &mut self,
        from: &ReferenceField,
        to: &ReferenceField,
        (object, field): (ObjectId, usize),
    ) -> Result<Term, Change> {
        if from.has_others {
            self.may_hold_others(&to.holds);
        }
        let value = self.term(&from.holds);
        if from.holds.ty == to.holds.ty && from.aliases == to.aliases {
            return Ok(value);
        }
        let (null, other) = (self.constant(from.holds.ty, NULL), self.constant(to.holds.ty, OBJECT));
        let nothing = self.constant(to.holds.ty, NULL);
        let is_null = self.terms().equal(value, null);
        let mut found = self.terms().ite(is_null, nothing, other);
        for (index, held) in from.aliases.iter().enumerate().filter_map(|(index, alias)| Some((index, (*alias)?))) {
            let position = to.aliases.iter().position(|alias| *alias == Some(held));
            let position = position.ok_or(Change::Alias { object, field, held })?;
            let before = self.constant(from.holds.ty, FIRST_ALIAS + index as u64);
            let after = self.constant(to.holds.ty, FIRST_ALIAS + position as u64);
            let is_held = self.terms().equal(value, before);
            found = self.terms().ite(is_held, after, found);
        }
        Ok(found)
    }

    /// An object from elsewhere comes in the place of the one that a field holds, in any state. If its class is known
    /// to be another, it can't.
    pub fn install_foreign(&mut self, point: &mut Point, value: Register, object: ObjectId) -> Result<(), Change> {
        let held = self.model.heap.objects[object].class.name.clone();
        let Some(Shape::Outside { class, exact, identity, .. }) = point.frame.get(value).cloned() else {
            return Ok(());
        };
        if exact && *class != *held {
            return Err(self.given_up(object));
        }
        if !exact {
            self.note_exact_class(object);
        }
        self.displace(point, object);
        self.havoc_object(point, object, true);
        self.come_to_be_tracked(point, value, identity, object)
    }

    /// What comes in the place of an object is taken to be exactly of its class.
    fn note_exact_class(&mut self, object: ObjectId) {
        let held = &self.model.heap.objects[object];
        if !held.class.access.has(Access::FINAL) {
            let (name, class) = (held.path.trim_end_matches('.'), held.class.name.replace('/', "."));
            let text = format!("what `{name}` holds is exactly a `{class}`, in any state");
            self.model.note(About::OtherCode, text, None);
        }
    }

    /// Whether a reference may be another tracked object of the same class.
    pub fn may_be_one_alike(&self, object: ObjectId, identity: Identity) -> bool {
        let objects = &self.model.heap.objects;
        let class = &objects[object].class.name;
        let is_alike = |other: &ObjectId| *other != object && objects[*other].class.name == *class;
        (0..objects.len()).filter(is_alike).any(|other| self.may_be(other, class, identity))
    }

    /// An object from elsewhere is tracked from now on, and may be in other fields already.
    pub fn come_to_be_tracked(
        &mut self,
        point: &mut Point,
        value: Register,
        identity: Identity,
        object: ObjectId,
    ) -> Result<(), Change> {
        self.may_be_held(point, object)?;
        point.frame.adopt();
        point.frame.set(value, Shape::Object(object));
        if let Identity::Argument(argument) = identity {
            point.frame.known_objects.recognised.insert(argument, object);
            point.frame.recognise();
        }
        Ok(())
    }

    /// Other fields that hold some object may hold the one that came from elsewhere.
    fn may_be_held(&mut self, point: &mut Point, object: ObjectId) -> Result<(), Change> {
        for holder in 0..self.model.heap.objects.len() {
            for (field, known) in self.model.heap.objects[holder].fields.clone().into_iter().enumerate() {
                let (holds, class, aliases) = match known.model {
                    FieldModel::Reference(field) => (field.holds, field.class, field.aliases),
                    FieldModel::Handle(handle) => (handle.holds, handle.class, Vec::new()),
                    _ => continue,
                };
                if !self.may_be(object, &class, Identity::Anything) {
                    continue;
                }
                let index = aliases.iter().position(|alias| *alias == Some(object));
                let index = index.ok_or(Change::Alias { object: holder, field, held: object })?;
                let any = self.any(point, Register(0), Type::Bool);
                let (value, [held, other]) = self.alias_values(&holds, index);
                let terms = self.terms();
                let is_other = terms.equal(value, other);
                let is_object = terms.and(is_other, any);
                let stored = terms.ite(is_object, held, value);
                self.assign(point, holds.symbol, stored);
            }
        }
        Ok(())
    }

    /// What a field holds, and the values that stand for one of its aliases and for an object that is not tracked.
    fn alias_values(&mut self, holds: &Binding, index: usize) -> (Term, [Term; 2]) {
        let value = self.term(holds);
        (value, [FIRST_ALIAS + index as u64, OBJECT].map(|value| self.constant(holds.ty, value)))
    }

    /// Another object may have come in the place of the one that a field holds.
    pub fn havoc_reassigned(&mut self, point: &mut Point, object: ObjectId) {
        self.note_exact_class(object);
        self.displace(point, object);
        point.frame.adopt();
        for field in self.model.heap.objects[object].fields.clone() {
            self.havoc_field(point, &field.model, true);
        }
    }

    /// What else held the object holds one that is not tracked any more.
    pub fn displace(&mut self, point: &mut Point, object: ObjectId) {
        self.displace_but(point, object, None);
    }

    /// What else held the object holds one that is not tracked any more, but for a field that is about to be written.
    fn displace_but(&mut self, point: &mut Point, object: ObjectId, written: Option<&Binding>) {
        self.displace_in_registers(point, object);
        let fields: Vec<FieldModel> =
            self.model.heap.objects.iter().flat_map(|known| &known.fields).map(|field| field.model.clone()).collect();
        for field in fields {
            let FieldModel::Reference(ReferenceField { holds, aliases, .. }) = field else { continue };
            let index = aliases.iter().position(|alias| *alias == Some(object));
            let Some(index) = index.filter(|_| written != Some(&holds)) else { continue };
            self.may_hold_others(&holds);
            let (value, [held, other]) = self.alias_values(&holds, index);
            let terms = self.terms();
            let is_held = terms.equal(value, held);
            let stored = terms.ite(is_held, other, value);
            self.assign(point, holds.symbol, stored);
        }
    }

    fn displace_in_registers(&self, point: &mut Point, object: ObjectId) {
        let class: Rc<str> = self.model.heap.objects[object].class.name.as_str().into();
        point.frame.displace(object, &class);
    }

    /// A new object that is stored elsewhere is not tracked any more: it could move to another place, where it would
    /// not be found. Nor is an array that a field holds.
    pub fn let_go(&mut self, point: &mut Point, value: Register) {
        let objects = point.frame.get(value).map(Shape::objects).unwrap_or_default();
        self.let_cells_go(&objects);
        for object in objects {
            if self.model.heap.objects[object].birth == Birth::Staged {
                self.displace(point, object);
            }
        }
    }

    /// The field that holds an object is not to be tracked after all.
    fn given_up(&self, object: ObjectId) -> Change {
        Change::untracked(self.model.heap.place_of(object).unwrap_or((object, 0)))
    }
}

/// The variables of a field, in an order that depends on its model only.
pub(super) fn bindings(model: &FieldModel) -> Vec<Binding> {
    match model {
        FieldModel::Number(binding)
        | FieldModel::Enum(binding, _)
        | FieldModel::OnlyEnum(binding, _)
        | FieldModel::String(binding)
        | FieldModel::Real(binding, _) => {
            vec![binding.clone()]
        }
        FieldModel::Reference(field) => vec![field.holds.clone()],
        FieldModel::Handle(field) => vec![field.holds.clone(), field.registered.clone()],
        FieldModel::Array { null, length, .. } => vec![null.clone(), length.clone()],
        FieldModel::Boxed { null, content, .. } => vec![null.clone(), content.clone()],
        // What such an object holds is not tracked in turn.
        FieldModel::Tracked { .. } | FieldModel::Opaque => Vec::new(),
    }
}
