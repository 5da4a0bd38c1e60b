//! Fields that are given one object after another, and that the user asks to be tracked all the same.
//!
//! The state has room for one object: the one that the field holds. A new object of the class is made in a place of its
//! own, which lives during a call only, and moves when it is assigned. Whoever still has the object before has one that
//! is not tracked any more; what comes from elsewhere is in any state. So nothing is mixed up: a number stands for one
//! object at a time.

use std::rc::Rc;

use etiquette_component::{Binding, Type};
use etiquette_logic::Term;

use super::Change;
use super::flow::{Flow, Point};
use super::heap::{Birth, FieldModel};
use super::identity::FIRST_ALIAS;
use super::model::OBJECT;
use super::shape::{Identity, ObjectId, Shape};
use crate::code::Register;

impl Flow<'_, '_> {
    /// A place for a new object of a class, if there is one that nothing is in: with the fields as they are in a new
    /// object.
    pub fn staged(&mut self, point: &mut Point, class: &str) -> Option<ObjectId> {
        let objects = self.model.heap.objects.iter();
        let fits = |(_, object): &(usize, &super::heap::TrackedObject)| {
            object.birth == Birth::Staged && object.class.name == class
        };
        let staged = objects.enumerate().filter(fits).map(|(id, _)| id).find(|id| !self.is_known(point, *id))?;
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

    /// A new object comes in the place of the one that a field holds.
    pub fn install(&mut self, point: &mut Point, staged: ObjectId, object: ObjectId) {
        self.displace(point, object);
        let fields = |flow: &Self, id: ObjectId| flow.model.heap.objects[id].fields.clone();
        for (from, to) in fields(self, staged).iter().zip(fields(self, object)) {
            for (from, to) in bindings(&from.model).into_iter().zip(bindings(&to.model)) {
                let value = self.term(&from);
                self.assign(point, to.symbol, value);
            }
        }
        point.frame.install(staged, object);
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
        self.displace(point, object);
        self.havoc_object(point, object, true);
        self.come_to_be_tracked(point, value, identity, object)
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
                    FieldModel::Reference { holds, class, aliases } => (holds, class, aliases),
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
        self.displace(point, object);
        for field in self.model.heap.objects[object].fields.clone() {
            self.havoc_field(point, &field.model, true);
        }
    }

    /// What else held the object holds one that is not tracked any more.
    pub fn displace(&mut self, point: &mut Point, object: ObjectId) {
        let class: Rc<str> = self.model.heap.objects[object].class.name.as_str().into();
        point.frame.displace(object, &class);
        let fields: Vec<FieldModel> =
            self.model.heap.objects.iter().flat_map(|known| &known.fields).map(|field| field.model.clone()).collect();
        for field in fields {
            let FieldModel::Reference { holds, aliases, .. } = field else { continue };
            let Some(index) = aliases.iter().position(|alias| *alias == Some(object)) else { continue };
            let (value, [held, other]) = self.alias_values(&holds, index);
            let terms = self.terms();
            let is_held = terms.equal(value, held);
            let stored = terms.ite(is_held, other, value);
            self.assign(point, holds.symbol, stored);
        }
    }

    /// A new object that is stored elsewhere is not tracked any more: it could move to another place, where it would
    /// not be found.
    pub fn let_go(&mut self, point: &mut Point, value: Register) {
        for object in point.frame.get(value).map(Shape::objects).unwrap_or_default() {
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
fn bindings(model: &FieldModel) -> Vec<Binding> {
    match model {
        FieldModel::Number(binding) | FieldModel::Enum(binding, _) | FieldModel::String(binding) => {
            vec![binding.clone()]
        }
        FieldModel::Reference { holds, .. } => vec![holds.clone()],
        FieldModel::Handle(field) => vec![field.holds.clone(), field.registered.clone()],
        FieldModel::Array { null, length, .. } => vec![null.clone(), length.clone()],
        FieldModel::Boxed { null, content, .. } => vec![null.clone(), content.clone()],
        // What such an object holds is not tracked in turn.
        FieldModel::Tracked { .. } | FieldModel::Opaque => Vec::new(),
    }
}
