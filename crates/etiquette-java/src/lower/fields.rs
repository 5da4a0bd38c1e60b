//! Fields of tracked objects, of other objects, and static ones.

use std::rc::Rc;
use std::str::FromStr;
use std::sync::Arc;

use etiquette_component::{Action, Binding};
use etiquette_logic::Symbol;

use super::Change;
use super::flow::{Flow, Point};
use super::heap::{Birth, FieldModel, Heap};
use super::model::{About, NULL, OBJECT};
use super::shape::{Identity, ObjectId, Shape};
use super::statics::StaticValue;
use super::tables::Table;
use crate::class::{Access, Class, Constant, Member};
use crate::code::Register;
use crate::descriptor::TypeDescriptor;

impl Flow<'_, '_> {
    /// Reads a field into a register.
    pub fn get_field(&mut self, point: Point, target: Register, object: Register, member: &Member) -> Option<Point> {
        let mut point = self.not_null(point, object)?;
        let tracked = match point.frame.get(object) {
            Some(Shape::Object(id)) => self.tracked_field(*id, member).map(|field| (*id, field)),
            _ => None,
        };
        let Some((id, field)) = tracked else {
            self.meet_cells(&point, object, member);
            if let Ok(ty) = TypeDescriptor::from_str(&member.descriptor) {
                let is_given = self.is_given(&point, object, member);
                self.set_any(&mut point, target, &ty);
                if is_given && !self.may_be_tracked(&point, target) {
                    point.frame.set_given(target);
                }
            }
            return Some(point);
        };
        self.read_tracked(point, target, id, field)
    }

    /// Whether a field of an object is what a client gave with it: one that was set when the client made the object.
    fn is_given(&self, point: &Point, object: Register, member: &Member) -> bool {
        let declaring = || self.world.declaring_class(&member.class, &member.name, &member.descriptor);
        let is_final = |class: Arc<Class>| {
            class.fields.iter().any(|field| field.name == member.name && field.access.has(Access::FINAL))
        };
        point.frame.get(object).is_some_and(Shape::is_clients)
            && declaring().and_then(|name| self.world.class(&name)).is_some_and(is_final)
    }

    /// The position of a field of a tracked object.
    pub fn tracked_field(&self, object: ObjectId, member: &Member) -> Option<usize> {
        let tracked = &self.model.heap.objects[object];
        let declaring = self.world.declaring_class(&member.class, &member.name, &member.descriptor)?;
        tracked.field(&declaring, &member.name)
    }

    pub fn read_tracked(
        &mut self,
        mut point: Point,
        target: Register,
        object: ObjectId,
        field: usize,
    ) -> Option<Point> {
        match self.model.heap.objects[object].fields[field].model.clone() {
            FieldModel::Number(binding) => {
                let value = self.term(&binding);
                self.set_number(&mut point, target, binding.ty, value);
            }
            FieldModel::Reference(held) => {
                let Some(lambda) = self.kept_lambda(object, field).filter(|_| held.known().next().is_none()) else {
                    return self.read_reference(point, target, &held);
                };
                let mut present = self.read_present(point, target, &held.holds)?;
                present.frame.set(target, Shape::Lambda(lambda.into()));
                return Some(present);
            }
            FieldModel::Handle(handle) => return self.read_handle(point, target, (object, field), &handle),
            FieldModel::Array { null, length, descriptor } => {
                let (null, length) = (self.term(&null), self.term(&length));
                self.set_array(&mut point, target, &descriptor, length, Some(null));
            }
            FieldModel::Enum(binding, class) | FieldModel::OnlyEnum(binding, class) => {
                let value = self.term(&binding);
                self.set_enum(&mut point, target, &class, value);
            }
            FieldModel::String(binding) => {
                let value = self.term(&binding);
                self.set_string(&mut point, target, value);
            }
            FieldModel::Boxed { null, content, class } => {
                let (null, content) = (self.term(&null), self.term(&content));
                self.set_boxed(&mut point, target, &class, content, Some(null));
            }
            FieldModel::Tracked { object, null } => {
                let mut present = self.read_present(point, target, &null)?;
                present.frame.set(target, Shape::Object(object));
                return Some(present);
            }
            FieldModel::Real(binding, reals) => {
                let value = self.term(&binding);
                self.set_real(&mut point, target, reals, value);
            }
            FieldModel::Opaque => point.frame.set(target, Shape::Opaque),
        }
        Some(point)
    }

    /// Goes on where a field is not null; where it is, null is what was read.
    fn read_present(&mut self, point: Point, target: Register, null: &Binding) -> Option<Point> {
        let value = self.term(null);
        let nothing = self.terms().bits(1, NULL);
        let is_null = self.terms().equal(value, nothing);
        let (absent, present) = self.fork(point, is_null);
        if let Some(mut absent) = absent {
            absent.frame.set(target, Shape::Null);
            self.next(absent);
        }
        present
    }

    /// Writes a field.
    pub fn put_field(
        &mut self,
        point: Point,
        object: Register,
        member: &Member,
        value: Register,
    ) -> Result<Option<Point>, Change> {
        let Some(mut point) = self.not_null(point, object) else { return Ok(None) };
        if let Some(Shape::Object(id)) = point.frame.get(object).cloned() {
            if let Some(field) = self.tracked_field(id, member) {
                self.write_tracked(&mut point, id, field, value)?;
            }
            return Ok(Some(point));
        }
        self.let_go(&mut point, value);
        self.write_outside(point, member, value).map(Some)
    }

    pub fn write_tracked(
        &mut self,
        point: &mut Point,
        object: ObjectId,
        field: usize,
        value: Register,
    ) -> Result<(), Change> {
        match self.model.heap.objects[object].fields[field].model.clone() {
            FieldModel::Number(binding) => {
                let number = self.number(point, value, binding.ty);
                self.assign(point, binding.symbol, number);
            }
            FieldModel::Reference(held) => {
                return self.write_reference(point, (object, field), (&held.holds, &held.aliases), value);
            }
            FieldModel::Handle(handle) => return self.write_handle(point, (object, field), &handle, value),
            FieldModel::Array { null, length, .. } => {
                let nullness = self.nullness(point, value);
                self.assign(point, null.symbol, nullness);
                let known = match point.frame.get(value) {
                    Some(Shape::Null) => self.terms().bits(32, 0),
                    _ => self.array_length(point, value),
                };
                let (null, zero) = (self.is_null(point, value), self.terms().bits(32, 0));
                let kept = self.terms().ite(null, zero, known);
                self.assign(point, length.symbol, kept);
                self.let_go(point, value);
            }
            FieldModel::Enum(binding, class) => {
                let known = self.enum_value(point, value, &class);
                self.assign(point, binding.symbol, known);
            }
            FieldModel::OnlyEnum(binding, class) => match self.is_value_of(point, value, &class) {
                true => {
                    let known = self.enum_value(point, value, &class);
                    self.assign(point, binding.symbol, known);
                }
                false => {
                    self.model.wanted.others.insert((object, field));
                }
            },
            FieldModel::String(binding) => {
                let known = self.string_value(point, value, binding.ty);
                self.assign(point, binding.symbol, known);
            }
            boxed @ FieldModel::Boxed { .. } => self.write_boxed(point, &boxed, value),
            FieldModel::Tracked { object: child, null } => {
                return self.write_child(point, (object, field), child, null.symbol, value);
            }
            FieldModel::Real(..) => self.write_real(point, (object, field), value),
            FieldModel::Opaque => {}
        }
        Ok(())
    }

    /// A field that holds a tracked object gets exactly that object, or null; otherwise it can't be tracked.
    fn write_child(
        &mut self,
        point: &mut Point,
        field: (ObjectId, usize),
        child: ObjectId,
        null: Symbol,
        value: Register,
    ) -> Result<(), Change> {
        if self.is_said_to_be_another(point, field, value) {
            let never = self.terms().bool(false);
            self.assume(point, never);
            return Ok(());
        }
        let set = |flow: &mut Self, point: &mut Point, value| {
            let value = flow.terms().bits(1, value);
            flow.assign(point, null, value);
        };
        match (point.frame.get(value).cloned(), self.model.heap.objects[child].birth) {
            (Some(Shape::Null), _) => set(self, point, NULL),
            (Some(Shape::Object(id)), _) if id == child => set(self, point, OBJECT),
            (Some(Shape::Object(id)), Birth::Reassigned) if self.model.heap.may_replace(id, child) => {
                self.displace(point, child);
                self.install(point, id, child)?;
                set(self, point, OBJECT);
            }
            (Some(Shape::Outside { .. }), Birth::Reassigned) => {
                self.without_null(point, value, null);
                set(self, point, OBJECT);
                self.install_foreign(point, value, child)?;
            }
            (Some(Shape::Outside { identity, .. }), Birth::Given) if !self.may_be_one_alike(child, identity) => {
                self.without_null(point, value, null);
                set(self, point, OBJECT);
                self.havoc_object(point, child, true);
                self.come_to_be_tracked(point, value, identity, child)?;
            }
            _ => return Err(Change::untracked(field)),
        }
        Ok(())
    }

    /// Whether a value is certainly not of the class of which the user says that the object in a field is.
    fn is_said_to_be_another(&self, point: &Point, (object, field): (ObjectId, usize), value: Register) -> bool {
        let (holder, field) = (&self.model.heap.objects[object], &self.model.heap.objects[object].fields[field]);
        let path = format!("{}{}", holder.path, field.name);
        match (point.frame.get(value), self.world.said_class(&field.class, &field.name, &path)) {
            (Some(Shape::Outside { class, exact: true, .. }), Some(said)) => **class != *said.name,
            _ => false,
        }
    }

    /// Writing to an object that is not tracked may be writing to one that is, by another name.
    fn write_outside(&mut self, mut point: Point, member: &Member, value: Register) -> Result<Point, Change> {
        for object in 0..self.model.heap.objects.len() {
            let Some(field) = self.tracked_field(object, member) else { continue };
            if self.model.heap.objects[object].fields[field].is_final() {
                continue;
            }
            self.prepare_replacement(&mut point, (object, field), value);
            let after = self.body.new_location();
            let (mut same, other) = self.choose(point.clone());
            self.write_tracked(&mut same, object, field, value)?;
            let always = self.terms().bool(true);
            for branch in [&same, &other] {
                self.end(branch, Action::Assume(always, after));
            }
            point.location = after;
        }
        Ok(point)
    }

    /// Where a write may put another object into the place of one, both ways on must know the same about registers.
    fn prepare_replacement(&mut self, point: &mut Point, (holder, field): (ObjectId, usize), value: Register) {
        let FieldModel::Tracked { object, .. } = self.model.heap.objects[holder].fields[field].model else { return };
        if self.model.heap.objects[object].birth != Birth::Reassigned {
            return;
        }
        self.let_go(point, value);
        self.displace(point, object);
        point.frame.adopt();
    }

    /// Any state for an object and what it holds; final fields too if it is seen for the first time.
    pub fn havoc_object(&mut self, point: &mut Point, object: ObjectId, with_final: bool) {
        for id in self.model.heap.held_by(object) {
            for field in self.model.heap.objects[id].fields.clone() {
                if with_final || !field.is_final() {
                    self.havoc_field(point, &field.model, with_final);
                }
            }
        }
    }

    /// Any value for a field; the tracked object that it holds stays, unless it is seen for the first time.
    pub fn havoc_field(&mut self, point: &mut Point, model: &FieldModel, is_new: bool) {
        match model {
            FieldModel::Number(binding) | FieldModel::Enum(binding, _) | FieldModel::String(binding) => {
                self.havoc(point, binding.symbol);
            }
            FieldModel::Reference(field) => {
                self.may_hold_others(&field.holds);
                self.model.heap.field_of(&field.holds).into_iter().for_each(|place| self.may_hold_unknown(place));
                self.havoc(point, field.holds.symbol);
            }
            FieldModel::Boxed { null, content, .. } => {
                self.havoc(point, null.symbol);
                self.havoc(point, content.symbol);
            }
            FieldModel::Tracked { null, object } if self.model.heap.objects[*object].birth == Birth::Reassigned => {
                self.havoc(point, null.symbol);
                self.havoc_reassigned(point, *object);
            }
            FieldModel::Tracked { null, .. } if is_new => self.havoc(point, null.symbol),
            FieldModel::Handle(handle) => self.havoc_handle(point, handle),
            FieldModel::Array { null, length, .. } => {
                self.havoc(point, null.symbol);
                let any = self.any_length(point, Register(0));
                self.assign(point, length.symbol, any);
            }
            FieldModel::Real(number, _) | FieldModel::OnlyEnum(number, _) => {
                self.model.wanted.others.extend(self.model.heap.field_of(number));
            }
            FieldModel::Tracked { .. } | FieldModel::Opaque => {}
        }
    }

    /// The position of a static field among those that are part of the state.
    fn tracked_static(&self, member: &Member) -> Option<usize> {
        self.tracked_field(Heap::RECEIVER, member).filter(|_| self.model.heap.is_of_class())
    }

    /// Reads a static field.
    pub fn get_static(&mut self, mut point: Point, target: Register, member: &Member) -> Option<Point> {
        match self.tracked_static(member) {
            Some(field) => self.read_tracked(point, target, Heap::RECEIVER, field),
            None => {
                self.get_other_static(&mut point, target, member);
                Some(point)
            }
        }
    }

    /// Writes a static field. What later calls may do by way of one that is no part of the state is looked up there.
    pub fn put_static(&mut self, mut point: Point, member: &Member, value: Register) -> Result<Point, Change> {
        match self.tracked_static(member) {
            Some(field) => self.write_tracked(&mut point, Heap::RECEIVER, field, value)?,
            None => self.let_go(&mut point, value),
        }
        Ok(point)
    }

    fn get_other_static(&mut self, point: &mut Point, target: Register, member: &Member) {
        match self.world.static_value(member) {
            StaticValue::Constant(constant) => self.set_constant(point, target, &constant),
            StaticValue::EnumConstant(class, ordinal) => {
                let class: Rc<str> = class.as_str().into();
                let ty = self.enum_type(&class);
                let value = self.constant(ty, ordinal as u64 + 1);
                self.set_enum(point, target, &class, value);
            }
            StaticValue::SwitchMap => {
                point.frame.set(target, Shape::SwitchMap(format!("{}.{}", member.class, member.name).into()))
            }
            StaticValue::Table(Table { descriptor, length }) => {
                let length = self.terms().bits(32, length as u64);
                self.set_made_array(point, target, &descriptor, length);
            }
            StaticValue::NotNull(promises) => {
                self.note_promises(point, &promises);
                if let Ok(ty) = TypeDescriptor::from_str(&member.descriptor) {
                    self.set_object(point, target, &ty);
                }
            }
            StaticValue::Unknown => {
                if let Some(constant) = self.world.setting(member) {
                    let text = format!("the setting `{}` is as it is in the beginning", member.dotted());
                    self.note(point, About::Client, text);
                    return self.set_constant(point, target, &constant);
                }
                if let Ok(ty) = TypeDescriptor::from_str(&member.descriptor) {
                    self.set_any(point, target, &ty);
                }
            }
        }
    }

    pub fn set_constant(&mut self, point: &mut Point, target: Register, constant: &Constant) {
        match constant {
            Constant::Int(value) => {
                let term = self.terms().bits(32, *value as u32 as u64);
                self.set_int(point, target, term);
            }
            Constant::Long(value) => {
                let term = self.terms().bits(64, *value as u64);
                self.set_long(point, target, term);
            }
            Constant::Float(value) => point.frame.set(target, Shape::Float(value.to_bits())),
            Constant::Double(value) => point.frame.set(target, Shape::Double(value.to_bits())),
            Constant::Null => point.frame.set(target, Shape::Null),
            Constant::String(text) if self.set_string_constant(point, target, text).is_some() => {}
            Constant::String(_) => self.set_reference(point, target, "java/lang/String", None, Identity::Foreign),
            Constant::Class(_) => self.set_reference(point, target, "java/lang/Class", None, Identity::Foreign),
            Constant::Other => self.set_reference(point, target, "java/lang/Object", None, Identity::Foreign),
        }
    }
}
