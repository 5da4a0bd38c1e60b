//! Which tracked object a reference is: fields that hold one by another name, arguments that turn out to be one.
//!
//! A field that holds no object of its own holds null, some other object, or one of the tracked objects that were seen
//! to be stored in it. What comes from a client or from code that is not followed is taken to be none of the tracked
//! objects when it is stored; where that need not be so, it is noted.

use std::rc::Rc;

use etiquette_component::Binding;
use etiquette_logic::{Symbol, Term};

use super::Change;
use super::arguments::Question;
use super::flow::{Flow, Point};
use super::heap::{Birth, FieldModel, Heap, ReferenceField};
use super::model::{About, Model, NULL, OBJECT};
use super::shape::{Identity, ObjectId, Shape};
use crate::code::Register;
use crate::hierarchy::Answer;

/// The first value of a field that stands for a tracked object.
pub(super) const FIRST_ALIAS: u64 = 2;

impl Flow<'_, '_> {
    /// Whether a reference of at most a class may be a tracked object.
    pub fn may_be(&self, object: ObjectId, class: &str, identity: Identity) -> bool {
        let tracked = &self.model.heap.objects[object];
        let possible = match identity {
            Identity::Foreign | Identity::New | Identity::Given | Identity::Held(_) => false,
            // A client can't have an object that is only being made.
            Identity::Argument(_) if tracked.birth == Birth::Staged => false,
            Identity::Argument(_) => !self.makes_object || matches!(tracked.birth, Birth::Given | Birth::Reassigned),
            Identity::Anything => true,
        };
        // An array that is tracked is known to nobody else.
        let possible = possible && tracked.is_object() && tracked.cells().is_none();
        possible && self.world.is_subclass(&tracked.class.name, class) != Answer::No
    }

    /// Whether a register may hold one of the tracked objects without being known to.
    pub fn may_be_tracked(&self, point: &Point, register: Register) -> bool {
        match point.frame.get(register) {
            Some(Shape::Outside { class, identity, .. }) => {
                (0..self.model.heap.objects.len()).any(|object| self.may_be(object, class, *identity))
            }
            _ => false,
        }
    }

    /// What a note on an object is about that is not known: the client, if it was handed in.
    pub fn giver(&self, point: &Point, object: Register) -> About {
        let is_clients = point.frame.get(object).is_some_and(Shape::is_clients);
        if is_clients { About::Client } else { About::OtherCode }
    }

    /// Two references were compared: one that is not known may now be.
    pub fn compared(&self, point: &mut Point, a: Register, b: Register, same: bool) {
        for (known, other) in [(a, b), (b, a)] {
            let (Some(Shape::Object(object)), Some(Shape::Outside { class, identity, .. })) =
                (point.frame.get(known).cloned(), point.frame.get(other).cloned())
            else {
                continue;
            };
            let mut rest = (0..self.model.heap.objects.len()).filter(|id| *id != object);
            let is_foreign = !same && !rest.any(|id| self.may_be(id, &class, identity));
            if let Identity::Argument(argument) = identity {
                if same {
                    point.frame.known_objects.recognised.insert(argument, object);
                } else if is_foreign {
                    point.frame.known_objects.foreign.insert(argument);
                }
                point.frame.recognise();
            }
        }
    }

    /// Reads a field that may hold a tracked object: one way on for each of them, and one for anything else.
    pub fn read_reference(&mut self, point: Point, target: Register, field: &ReferenceField) -> Option<Point> {
        let holds = &field.holds;
        let value = self.term(holds);
        let mut rest = point;
        for (index, known) in field.known().enumerate() {
            let constant = self.constant(holds.ty, FIRST_ALIAS + index as u64);
            let matches = self.terms().equal(value, constant);
            let (found, other) = self.fork(rest, matches);
            if let (Some(mut found), Some(known)) = (found, known) {
                found.frame.set(target, known);
                self.next(found);
            }
            rest = other?;
        }
        if !field.has_others {
            rest.frame.set(target, Shape::Null);
            return Some(rest);
        }
        let nullness = self.nullness_of(holds);
        let identity = self.identity_of_held(&rest, field);
        self.set_reference(&mut rest, target, &field.class, Some(nullness), identity);
        Some(rest)
    }

    /// What is known of the object in a field that is none of the tracked ones.
    fn identity_of_held(&self, point: &Point, field: &ReferenceField) -> Identity {
        let place = self.model.heap.field_of(&field.holds);
        match place.filter(|place| !point.frame.known_objects.rewritten.contains(place)) {
            _ if !field.is_given => Identity::Foreign,
            Some((Heap::RECEIVER, position)) => Identity::Held(position),
            _ => Identity::Given,
        }
    }

    /// Whether an argument, in a register, is the object that a field has held since the call began: the client, who
    /// gave both, knows. `None` if it is not asked.
    pub fn is_held(
        &mut self,
        point: &Point,
        (a, argument): (Register, u16),
        (b, field): (Register, usize),
    ) -> Option<Term> {
        let is_asked = self.model.heap.asked_field().is_some_and(|(asked, _)| asked == field);
        if self.makes_object || self.world.has_roles() || self.is_asked_for_class(argument) {
            return None;
        }
        if !is_asked {
            self.model.want_asked(field);
            return None;
        }
        let (one, other) = (self.is_null(point, a), self.is_null(point, b));
        let answer = self.ask(argument, Question::Held);
        let terms = self.terms();
        let (both, alike) = (terms.and(one, other), terms.equal(one, other));
        let same = terms.and(alike, answer);
        Some(terms.or(both, same))
    }

    /// A field that arguments are compared with holds another object now.
    fn note_rewritten(&self, point: &mut Point, (object, field): (ObjectId, usize)) {
        if let FieldModel::Reference(ReferenceField { is_asked: true, .. }) =
            self.model.heap.objects[object].fields[field].model
        {
            point.frame.known_objects.rewritten.insert((object, field));
        }
    }

    /// A field is given an object that is not tracked: it must be planned to hold such.
    pub fn may_hold_others(&mut self, holds: &Binding) {
        let place = self.model.heap.field_of(holds);
        let is_planned =
            |(object, field): &(ObjectId, usize)| match &self.model.heap.objects[*object].fields[*field].model {
                FieldModel::Reference(field) => field.has_others,
                _ => true,
            };
        let unplanned = place.filter(|place| !is_planned(place));
        self.model.wanted.others.extend(unplanned);
    }

    /// A field is given an object that no client gave: it must not be planned to hold such only.
    pub fn may_hold_unknown(&mut self, (object, field): (ObjectId, usize)) {
        if let FieldModel::Reference(ReferenceField { is_given: true, .. }) =
            self.model.heap.objects[object].fields[field].model
        {
            self.model.wanted.not_given.insert((object, field));
        }
    }

    /// Whether a field holds any object, whichever it is.
    pub fn nullness_of(&mut self, holds: &Binding) -> Term {
        let value = self.term(holds);
        if holds.ty == Model::reference_type() {
            return value;
        }
        let nothing = self.constant(holds.ty, NULL);
        let terms = self.terms();
        let is_null = terms.equal(value, nothing);
        let (null, object) = (terms.bits(1, NULL), terms.bits(1, OBJECT));
        terms.ite(is_null, null, object)
    }

    /// Writes a field that holds no object of its own.
    pub fn write_reference(
        &mut self,
        point: &mut Point,
        (object, field): (ObjectId, usize),
        (holds, aliases): (&Binding, &[Option<ObjectId>]),
        value: Register,
    ) -> Result<(), Change> {
        if let Some((staged, places)) = self.places_for(point, (object, field), value) {
            return self.store_new(point, staged, (holds, aliases), &places);
        }
        let will_be_planned = self.want_place(point, (object, field), value);
        self.let_go(point, value);
        let is_planned = matches!(self.model.heap.objects[object].fields[field].model, FieldModel::Handle(_));
        if let Some(action) = self.unplanned_action(point, object, value).filter(|_| aliases.is_empty() && !is_planned)
        {
            return Err(Change::Handle { object, field, action });
        }
        if let Some(Shape::Object(held)) = point.frame.get(value).cloned() {
            let known = aliases.iter().position(|alias| *alias == Some(held));
            let index = known.ok_or(Change::Alias { object, field, held })?;
            let stored = self.constant(holds.ty, FIRST_ALIAS + index as u64);
            self.assign(point, holds.symbol, stored);
            return Ok(());
        }
        if let Some(index) = self.planned_lambda(point, (object, field), value) {
            let stored = self.constant(holds.ty, FIRST_ALIAS + index as u64);
            self.assign(point, holds.symbol, stored);
            return Ok(());
        }
        let will_be_planned = will_be_planned || self.want_lambda(point, (object, field), value);
        if self.may_be_tracked(point, value) {
            let about = self.giver(point, value);
            self.note(
                point,
                about,
                format!("what is stored in `{}` is not the object itself, nor one that it holds", holds.name),
            );
        }
        let stored = point.frame.get(value);
        if let Some(Shape::Enum(class)) = stored
            && aliases.is_empty()
            && self.model.heap.objects[object].stays()
        {
            self.model.want_enum((object, field), Rc::clone(class));
        }
        if stored != Some(&Shape::Null) {
            if !stored.is_some_and(Shape::is_clients) {
                self.may_hold_unknown((object, field));
            }
            if !will_be_planned {
                self.may_hold_others(holds);
            }
        }
        let (null, other) = (self.constant(holds.ty, NULL), self.constant(holds.ty, OBJECT));
        let is_null = self.is_null(point, value);
        let stored = self.terms().ite(is_null, null, other);
        self.assign(point, holds.symbol, stored);
        self.note_rewritten(point, (object, field));
        Ok(())
    }

    /// Goes on where an object that is given to its holder is there; where it is not, the field is null.
    pub fn without_null(&mut self, point: &mut Point, value: Register, null: Symbol) {
        let is_null = self.is_null(point, value);
        let (absent, present) = self.fork(point.clone(), is_null);
        if let Some(mut absent) = absent {
            let nothing = self.terms().bits(1, NULL);
            self.assign(&mut absent, null, nothing);
            absent.frame.set(value, Shape::Null);
            self.next(absent);
        }
        // The value is not the constant null, so it may be there.
        if let Some(present) = present {
            *point = present;
        }
    }
}
