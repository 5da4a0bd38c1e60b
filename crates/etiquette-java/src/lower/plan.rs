//! Plans what is tracked: the component's fields, and the objects that it holds in fields that are set once.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::str::FromStr;
use std::sync::Arc;

use etiquette_component::{Binding, Type, Variable};

use super::boxed_numbers::content_type;
use super::cells::array_class;
use super::cleaners::HandleField;
use super::definitions::definition;
use super::heap::{Birth, FieldModel, Heap, ReferenceField, TrackedField, TrackedObject, field_key};
use super::locals::MAX_LOCALS;
use super::model::{About, Model, Places, Wanted, alias_name, number_type};
use super::shape::{ObjectId, Shape};
use super::string_constants::STRING;
use super::unknowns::BAG;
use super::values::INT;
use super::world::World;
use super::{Change, LowerError};
use crate::class::{Access, Class, Field, Invocation};
use crate::code::{Register, Statement, ThreeAddressCode, Value};
use crate::descriptor::TypeDescriptor;
use crate::hierarchy::Answer;

/// Objects that are held by objects that are held … are tracked to this depth.
const MAX_DEPTH: usize = 3;
/// The same where little is followed.
const LITTLE_DEPTH: usize = 1;
/// No more objects than this are tracked.
const MAX_OBJECTS: usize = 32;
/// The same where little is followed.
const FEW_OBJECTS: usize = 8;
/// Static methods that make an object through others are looked into to this depth.
const MAX_FACTORIES: usize = 3;

/// What earlier attempts to lower the class found out about fields, by their paths from the component.
#[derive(Clone, Default, Debug)]
pub(super) struct PlanHints {
    /// Fields that can't hold a tracked object.
    untracked: BTreeSet<String>,
    /// Fields whose object is not the one that a static method was seen to make.
    not_made: BTreeSet<String>,
    /// Fields that may also hold a tracked object that belongs elsewhere, with the paths of these objects.
    aliases: BTreeMap<String, BTreeSet<String>>,
    /// Fields that hold handles, with the actions of these.
    actions: BTreeMap<String, Vec<PlannedAction>>,
    /// Fields that hold handles and anything else.
    mixed: BTreeSet<String>,
    /// Fields that hold handles of actions that are made for them, with the classes of these.
    action_classes: BTreeMap<String, String>,
    /// Classes of objects that live during a call only.
    locals: BTreeSet<String>,
    /// Fields that new objects are stored in, with the classes of these.
    places: Places,
    /// Fields that lambdas are stored in, with these.
    lambdas: BTreeMap<String, Vec<PlannedAction>>,
    /// Fields that hold tracked objects, and others.
    others: BTreeSet<String>,
    /// Fields that hold objects that no client gave.
    not_given: BTreeSet<String>,
    /// The field whose object arguments are compared with. There is one at most: what several hold may be the same.
    asked: Option<String>,
    /// Fields that hold objects of one class only.
    only_classes: BTreeMap<String, String>,
    /// Fields of other types that hold values of an enum only, with these.
    only_enums: BTreeMap<String, Rc<str>>,
}

/// An action as an attempt met it, with the paths of the objects in it, which other attempts give other numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
struct PlannedAction {
    shape: Shape,
    paths: BTreeMap<ObjectId, String>,
}

impl PlannedAction {
    fn new(heap: &Heap, shape: Shape) -> Self {
        let paths = shape.objects().into_iter().map(|object| (object, heap.objects[object].path.clone())).collect();
        PlannedAction { shape, paths }
    }

    /// The action with the numbers that its objects have now; `None` if one of them is not tracked any more.
    fn resolved(&self, paths: &[String]) -> Option<Shape> {
        let number = |path: &String| paths.iter().position(|known| known == path);
        let now = self.paths.iter().map(|(object, path)| Some((*object, number(path)?)));
        let now = now.collect::<Option<BTreeMap<ObjectId, ObjectId>>>()?;
        Some(self.shape.clone().renumbered(&|object| now.get(&object).copied().unwrap_or(object)))
    }

    /// What it is called among the values of a field.
    fn name(&self) -> String {
        match (&self.shape, self.paths.values().next()) {
            (Shape::Object(_), Some(path)) => alias_name(path),
            (Shape::Lambda(lambda), _) => lambda.body.name.clone(),
            (Shape::Outside { class, .. }, _) => class.rsplit(['/', '$']).next().unwrap_or(class).to_owned(),
            _ => "action".to_owned(),
        }
    }
}

impl PlanHints {
    /// Adds what an attempt found out. If that was known before, the next attempt would be the same.
    pub fn add_all(&mut self, heap: &Heap, changes: Vec<Change>) -> Result<(), LowerError> {
        let mut added: Vec<Change> = Vec::new();
        let mut is_new = changes.is_empty();
        for change in changes {
            if !added.contains(&change) {
                is_new |= self.add(heap, change.clone());
                added.push(change);
            }
        }
        if is_new { Ok(()) } else { Err(LowerError::Malformed("a field changes its model again and again".into())) }
    }

    /// Adds one change, if it is new.
    fn add(&mut self, heap: &Heap, change: Change) -> bool {
        let named = |object: ObjectId, field: usize| heap.key(object, field);
        match change {
            Change::Untracked { object, field } => {
                let field = named(object, field);
                self.not_made.insert(field.clone()) || self.untracked.insert(field)
            }
            Change::Alias { object, field, held } => {
                self.aliases.entry(named(object, field)).or_default().insert(heap.objects[held].path.clone())
            }
            Change::Mixed { object, field } => self.mixed.insert(named(object, field)),
            Change::Local(class) => self.locals.len() < MAX_LOCALS && self.locals.insert(class),
            Change::Wanted(wanted) => self.add_wanted(heap, *wanted),
            Change::Handle { object, field, action } => {
                self.add_action(named(object, field), PlannedAction::new(heap, action))
            }
        }
    }

    fn add_wanted(&mut self, heap: &Heap, wanted: Wanted) -> bool {
        let mut is_new = !wanted.places.is_empty() || !wanted.lambdas.is_empty();
        for ((object, field), class) in wanted.places {
            self.places.entry(heap.key(object, field)).or_default().push(class);
        }
        for ((object, field), lambda) in wanted.lambdas {
            self.lambdas.entry(heap.key(object, field)).or_default().push(PlannedAction::new(heap, lambda));
        }
        for ((object, field), class) in wanted.classes {
            let key = heap.key(object, field);
            // All objects that are stored there are one and the same.
            self.places.remove(&key);
            is_new |= self.only_classes.insert(key, class).is_none();
        }
        for ((object, field), class) in wanted.enums {
            is_new |= self.only_enums.insert(heap.key(object, field), class).is_none();
        }
        for (object, field) in wanted.others {
            is_new |= self.others.insert(heap.key(object, field));
        }
        for (object, field) in wanted.not_given {
            is_new |= self.not_given.insert(heap.key(object, field));
        }
        if let Some(field) = wanted.asked.filter(|_| self.asked.is_none()) {
            self.asked = Some(heap.key(Heap::RECEIVER, field));
            is_new = true;
        }
        is_new
    }

    /// Adds an action that a field was given. If an object was made for it, that object is tracked from now on, and
    /// will be met again as such.
    fn add_action(&mut self, field: String, action: PlannedAction) -> bool {
        if let Shape::Outside { class, exact: true, .. } = &action.shape
            && !self.action_classes.contains_key(&field)
        {
            self.action_classes.insert(field, class.to_string());
            return true;
        }
        let known = self.actions.entry(field).or_default();
        let is_new = !known.contains(&action);
        known.push(action);
        is_new
    }
}

/// Plans the component of a class: objects and state variables.
pub(super) fn plan(world: &World<'_>, model: &mut Model, class: &Arc<Class>, is_static: bool, hints: &PlanHints) {
    model.set_string_constants(world.compared_string_constants(class));
    let mut planner = Planner { world, model, hints };
    let birth = if is_static { Birth::Class } else { Birth::Receiver };
    planner.object(class, birth, None, "", 0);
    planner.locals();
    planner.local_arrays();
    planner.resolve_aliases();
}

struct Planner<'a, 'w> {
    world: &'a World<'w>,
    model: &'a mut Model,
    hints: &'a PlanHints,
}

impl Planner<'_, '_> {
    fn max_depth(&self) -> usize {
        if self.world.follows_little() { LITTLE_DEPTH } else { MAX_DEPTH }
    }

    fn max_objects(&self) -> usize {
        if self.world.follows_little() { FEW_OBJECTS } else { MAX_OBJECTS }
    }

    fn object(
        &mut self,
        class: &Arc<Class>,
        birth: Birth,
        holder: Option<ObjectId>,
        path: &str,
        depth: usize,
    ) -> ObjectId {
        let id = self.model.heap.objects.len();
        self.model.heap.objects.push(TrackedObject {
            class: Arc::clone(class),
            path: path.to_owned(),
            birth,
            holder,
            fields: Vec::new(),
        });
        let is_class = birth == Birth::Class;
        let classes = self.world.superclasses(class).into_iter().take(if is_class { 1 } else { usize::MAX });
        for declaring in classes {
            let is_state = |field: &&Field| match is_class {
                true => self.world.is_static_state(&declaring, field),
                false => !field.access.has(Access::STATIC),
            };
            let fields: Vec<&Field> = declaring.fields.iter().filter(is_state).collect();
            for field in fields {
                let model = self.field(&declaring, field, id, path, depth);
                let is_closed = field.access.has(Access::PRIVATE) || field.access.has(Access::FINAL);
                if is_class && !is_closed {
                    let text = format!("no other class assigns the static field `{}`", field.name);
                    self.model.note(About::Client, text, None);
                }
                let (class, name, access) = (declaring.name.clone(), field.name.clone(), field.access);
                let tracked = TrackedField { class, name, access, model };
                self.model.heap.objects[id].fields.push(tracked);
                self.made_action(field_key(path, &declaring.name, &field.name), &field.name, id, path, depth);
            }
        }
        id
    }

    /// Plans the object that its holder makes to be the action of a handle, as if it were in a field of its own.
    fn made_action(&mut self, key: String, field: &str, holder: ObjectId, path: &str, depth: usize) {
        let class = self.hints.action_classes.get(&key).and_then(|class| self.world.class(class));
        let Some(class) =
            class.filter(|class| depth < self.max_depth() && self.may_hold(holder, &class.name, Birth::Made))
        else {
            return;
        };
        let name = format!("{field}.action");
        let null = self.variable(&format!("{path}{name}"), Model::reference_type());
        let object = self.object(&class, Birth::Made, Some(holder), &format!("{path}{name}."), depth + 1);
        let (model, access) = (FieldModel::Tracked { object, null }, Access(Access::FINAL));
        self.model.heap.objects[holder].fields.push(TrackedField { class: String::new(), name, access, model });
    }

    fn field(
        &mut self,
        declaring: &Arc<Class>,
        field: &Field,
        holder: ObjectId,
        path: &str,
        depth: usize,
    ) -> FieldModel {
        let name = format!("{path}{}", field.name);
        match TypeDescriptor::from_str(&field.descriptor) {
            Ok(TypeDescriptor::Object(class)) => {
                let key = field_key(path, &declaring.name, &field.name);
                self.object_field((declaring, field), &class, holder, (&name, &key), depth)
            }
            Ok(TypeDescriptor::Array(_)) => self.array_field(declaring, field, holder, path),
            Ok(TypeDescriptor::Float | TypeDescriptor::Double) => self.real_field(declaring, field, holder, path),
            Ok(ty) => match number_type(&ty) {
                Some(ty) => FieldModel::Number(self.variable(&name, ty)),
                None => FieldModel::Opaque,
            },
            Err(_) => FieldModel::Opaque,
        }
    }

    /// A field that holds arrays: small ones that are kept in it, or any.
    fn array_field(&mut self, declaring: &Arc<Class>, field: &Field, holder: ObjectId, path: &str) -> FieldModel {
        let name = format!("{path}{}", field.name);
        let kept = self.arrays_kept_in(declaring, field, holder, path);
        if kept.is_empty() {
            return FieldModel::Array {
                null: self.variable(&name, Model::reference_type()),
                length: self.variable(&format!("{name}.length"), INT),
                descriptor: field.descriptor.as_str().into(),
            };
        }
        let ty = self.model.alias_type(own_names(&kept), &BTreeSet::new(), Vec::new());
        let holds = self.variable(&name, ty);
        let own = self.places(holder, &holds.name, &kept);
        FieldModel::Reference(ReferenceField {
            holds,
            class: field.descriptor.as_str().into(),
            aliases: own.iter().copied().map(Some).collect(),
            own,
            lambdas: Vec::new(),
            has_others: false,
            is_given: false,
            is_asked: false,
        })
    }

    /// What stands for the classes of arrays whose elements are followed in a field; none where it may hold others.
    fn arrays_kept_in(&self, declaring: &Arc<Class>, field: &Field, holder: ObjectId, path: &str) -> Vec<Arc<Class>> {
        let key = field_key(path, &declaring.name, &field.name);
        let has_room = self.model.heap.objects.len() + 2 <= self.max_objects();
        if !has_room || self.hints.others.contains(&key) || !self.model.heap.objects[holder].stays() {
            return Vec::new();
        }
        let component = &self.model.heap.objects[Heap::RECEIVER].class;
        let kinds = self.world.arrays_kept_in(declaring, field, component);
        kinds.iter().map(array_class).collect()
    }

    /// A field with floating-point numbers: one of a few constants, or any.
    fn real_field(&mut self, declaring: &Arc<Class>, field: &Field, holder: ObjectId, path: &str) -> FieldModel {
        let component = &self.model.heap.objects[Heap::RECEIVER].class;
        let is_followed = !self.hints.others.contains(&field_key(path, &declaring.name, &field.name))
            && self.model.heap.objects[holder].stays();
        match is_followed.then(|| self.world.reals_in(declaring, field, component)).flatten() {
            Some(numbers) => {
                let reals = self.model.reals(numbers);
                let ty = self.model.reals[reals].ty;
                FieldModel::Real(self.variable(&format!("{path}{}", field.name), ty), reals)
            }
            None => FieldModel::Opaque,
        }
    }

    fn object_field(
        &mut self,
        (declaring, field): (&Arc<Class>, &Field),
        class: &str,
        holder: ObjectId,
        (name, key): (&str, &str),
        depth: usize,
    ) -> FieldModel {
        if class == BAG {
            return FieldModel::Opaque;
        }
        if let Some(constants) = self.world.enum_constants(class) {
            let class: Rc<str> = class.into();
            let ty = self.model.enum_type(&class, &constants);
            return FieldModel::Enum(self.variable(name, ty), class);
        }
        if let Some(kept) = self.hints.only_enums.get(key).filter(|_| !self.hints.others.contains(key)) {
            let constants = self.world.enum_constants(kept).unwrap_or_default();
            let ty = self.model.enum_type(kept, &constants);
            return FieldModel::OnlyEnum(self.variable(name, ty), Rc::clone(kept));
        }
        if let Some(ty) = content_type(class) {
            let (null, content) = (Model::reference_type(), format!("{name}.value"));
            let (null, content) = (self.variable(name, null), self.variable(&content, ty));
            return FieldModel::Boxed { null, content, class: class.into() };
        }
        if let Some(ty) = self.model.string_type().filter(|_| class == STRING) {
            return FieldModel::String(self.variable(name, ty));
        }
        let tracked = (depth < self.max_depth() && !self.hints.untracked.contains(key))
            .then(|| self.origin(declaring, field, class, (name, key)))
            .flatten();
        match tracked.filter(|(held, birth)| self.may_hold(holder, &held.name, *birth)) {
            Some((held, birth)) => {
                let is_certain = held.access.has(Access::FINAL) && held.name == class;
                if birth == Birth::Given && !is_certain {
                    let text =
                        format!("what `{name}` holds is exactly a `{}`, in any state", held.name.replace('/', "."));
                    self.model.note(About::Client, text, None);
                }
                let null = self.variable(name, Model::reference_type());
                let path = format!("{}.", null.name);
                let depth = if birth == Birth::Reassigned { MAX_DEPTH } else { depth + 1 };
                let object = self.object(&held, birth, Some(holder), &path, depth);
                if birth == Birth::Reassigned {
                    self.stage(&held, &path);
                }
                FieldModel::Tracked { object, null }
            }
            None if self.holds_handles(holder, key) => self.handle_field(name, key, class),
            None => self.reference_field(holder, (declaring, field), (name, key), class),
        }
    }

    /// Whether a field is planned to hold handles. One that holds tracked objects as well is not.
    fn holds_handles(&self, holder: ObjectId, key: &str) -> bool {
        self.hints.actions.contains_key(key)
            && !self.hints.aliases.contains_key(key)
            && self.model.heap.objects[holder].stays()
    }

    /// A field that holds handles of actions that are to be run once.
    fn handle_field(&mut self, name: &str, key: &str, class: &str) -> FieldModel {
        let planned = self.hints.actions.get(key).map(Vec::as_slice).unwrap_or_default();
        let names: Vec<String> = planned.iter().map(PlannedAction::name).collect();
        let (holds, registered) = self.model.handle_types(&names);
        FieldModel::Handle(HandleField {
            holds: self.variable(name, holds),
            registered: self.variable(&format!("{name}.registered"), registered),
            class: class.into(),
            actions: vec![None; names.len()],
            is_mixed: self.hints.mixed.contains(key),
        })
    }

    /// Plans a place for new objects, which may come in the place of one. Their variables are no part of the state.
    fn stage(&mut self, class: &Arc<Class>, path: &str) {
        let before = self.model.component.variables.len();
        self.object(class, Birth::Staged, None, path, MAX_DEPTH);
        let own = self.model.component.variables.split_off(before);
        self.model.staged.extend(own.into_iter().map(|variable| variable.binding));
    }

    /// Plans places for objects that live during a call only.
    fn locals(&mut self) {
        self.model.locals = self.hints.locals.clone();
        self.model.places = self.hints.places.clone();
        self.model.only_classes = self.hints.only_classes.clone();
        self.model.has_asked_field = self.hints.asked.is_some();
        self.model.only_enums = self.hints.only_enums.clone();
        for name in &self.hints.locals {
            if let Some(class) = self.world.class(name).filter(|_| self.may_hold(Heap::RECEIVER, name, Birth::Staged)) {
                for place in 0..self.world.local_places(name) {
                    let path = format!("new {}{}.", simple_name(&class), "'".repeat(place));
                    self.stage(&class, &path);
                }
            }
        }
    }

    /// Plans places for small arrays that live during a call only.
    fn local_arrays(&mut self) {
        let component = Arc::clone(&self.model.heap.objects[Heap::RECEIVER].class);
        for kind in self.world.arrays_made_in(&component).iter().take(MAX_LOCALS) {
            if self.model.heap.objects.len() < self.max_objects() {
                let class = array_class(kind);
                self.stage(&class, &format!("new {}.", place_name(&class)));
            }
        }
    }

    /// A field that holds other objects, and perhaps tracked ones that belong elsewhere.
    fn reference_field(
        &mut self,
        holder: ObjectId,
        declared: (&Arc<Class>, &Field),
        (name, key): (&str, &str),
        class: &str,
    ) -> FieldModel {
        let held = self.hints.aliases.get(key).cloned().unwrap_or_default();
        let made = self.classes_stored_in(key);
        let lambdas = self.hints.lambdas.get(key).map(Vec::as_slice).unwrap_or_default();
        let names = lambdas.iter().map(PlannedAction::name).collect();
        let ty = self.model.alias_type(own_names(&made), &held, names);
        let lambdas: Vec<Option<Shape>> = vec![None; lambdas.len()];
        let holds = self.variable(name, ty);
        let own = self.places(holder, &holds.name, &made);
        let aliases: Vec<Option<ObjectId>> = own.iter().copied().map(Some).chain(vec![None; held.len()]).collect();
        let is_plain = aliases.is_empty() && lambdas.is_empty();
        let has_others = is_plain || self.hints.others.contains(key);
        let is_given = is_plain && !self.hints.not_given.contains(key) && self.may_be_given(holder, declared);
        let is_asked = is_given && holder == Heap::RECEIVER && self.hints.asked.as_deref() == Some(key);
        FieldModel::Reference(ReferenceField {
            holds,
            class: class.into(),
            aliases,
            own,
            lambdas,
            has_others,
            is_given,
            is_asked,
        })
    }

    /// Whether a field may hold nothing but what clients gave, by what the code puts into it.
    fn may_be_given(&self, holder: ObjectId, (declaring, field): (&Arc<Class>, &Field)) -> bool {
        let component = &self.model.heap.objects[Heap::RECEIVER].class;
        let put = |_| self.world.assigned_classes(declaring, field, component);
        let holder = Some(&self.model.heap.objects[holder]).filter(|holder| holder.stays() && holder.is_object());
        holder.and_then(put).is_some_and(|put| put.into_iter().eq([None]))
    }

    /// The classes of new objects that a field has places for.
    fn classes_stored_in(&self, key: &str) -> Vec<Arc<Class>> {
        let room = self.max_objects().saturating_sub(self.model.heap.objects.len()) / 2;
        let wanted = self.hints.places.get(key).into_iter().flatten();
        wanted.filter_map(|class| self.world.class(class)).take(room).collect()
    }

    /// Plans a place for what is stored last in a field, of each class, and one for what may come in its place.
    fn places(&mut self, holder: ObjectId, name: &str, classes: &[Arc<Class>]) -> Vec<ObjectId> {
        let mut own = Vec::new();
        for (position, class) in classes.iter().enumerate() {
            let path = if position == 0 { format!("{name}.") } else { format!("{name}({}).", place_name(class)) };
            let object = self.object(class, Birth::Stored, Some(holder), &path, MAX_DEPTH);
            self.stage(class, &path);
            own.push(object);
        }
        own
    }

    /// Fills in which objects the aliases are, and those in actions, now that all of them are planned.
    fn resolve_aliases(&mut self) {
        let heap = &mut self.model.heap;
        let paths: Vec<String> = heap.objects.iter().map(|object| object.path.clone()).collect();
        for object in &mut heap.objects {
            for field in &mut object.fields {
                let key = field_key(&object.path, &field.class, &field.name);
                let resolved = |planned: &BTreeMap<String, Vec<PlannedAction>>| -> Vec<Option<Shape>> {
                    planned.get(&key).into_iter().flatten().map(|action| action.resolved(&paths)).collect()
                };
                match &mut field.model {
                    FieldModel::Reference(field) => {
                        let held = self.hints.aliases.get(&key).into_iter().flatten();
                        let held = held.map(|path| paths.iter().position(|known| known == path));
                        field.aliases.splice(field.own.len().., held);
                        field.lambdas = resolved(&self.hints.lambdas);
                    }
                    FieldModel::Handle(handle) => handle.actions = resolved(&self.hints.actions),
                    _ => {}
                }
            }
        }
    }

    fn variable(&mut self, name: &str, ty: Type) -> Binding {
        // A field may hide one of a superclass: both exist.
        let taken =
            |model: &Model, name: &str| model.component.variables.iter().any(|known| known.binding.name == name);
        let mut unique = name.replace(".[", "[");
        while taken(self.model, &unique) {
            unique.push('\'');
        }
        let binding = self.model.bind(unique, ty);
        self.model.component.variables.push(Variable { binding: binding.clone(), initial: Some(0) });
        binding
    }

    /// Two tracked objects must not be one: an object is tracked only if nothing else that is tracked can be it. Two
    /// that are made are not the same one, and what is stored after it was made is none that was there before. Only where
    /// anything from elsewhere is taken into a place it may be one that is stored in another field.
    fn may_hold(&self, holder: ObjectId, class: &str, birth: Birth) -> bool {
        let objects = &self.model.heap.objects;
        let related = |other: &str| {
            let unrelated = Answer::No;
            self.world.is_subclass(class, other) != unrelated || self.world.is_subclass(other, class) != unrelated
        };
        let may_be_stored = || self.hints.places.values().flatten().any(|stored| related(stored));
        objects.len() < self.max_objects()
            && holder < objects.len()
            && !(birth == Birth::Reassigned && may_be_stored())
            && !objects.iter().any(|object| {
                let are_made = birth == Birth::Made && object.birth == Birth::Made && object.holder == Some(holder);
                let is_new = matches!(object.birth, Birth::Stored | Birth::Staged);
                object.is_object() && !are_made && !is_new && related(&object.class.name)
            })
    }

    /// The object that a field holds from construction on, if it is set once: its class, and who makes it.
    fn origin(
        &self,
        declaring: &Arc<Class>,
        field: &Field,
        class: &str,
        (path, key): (&str, &str),
    ) -> Option<(Arc<Class>, Birth)> {
        let is_set_once = self.is_set_once(declaring, field) || self.is_assigned_once(declaring, field, path);
        let first = is_set_once.then(|| self.first_class(declaring, field, (class, key)));
        let (name, birth) = match (first, self.fitting_class(declaring, field, class, path)) {
            (Some(Some((made, Birth::Made))), Some(said)) if made == said => (made, Birth::Made),
            (_, Some(said)) => (said, Birth::Reassigned),
            (Some(first), None) => first?,
            (None, None)
                if self.world.is_asked_to_track(&declaring.name, &field.name, path)
                    || self.is_ours_alone(declaring, field, class) =>
            {
                (self.only_class(declaring, field, class)?, Birth::Reassigned)
            }
            (None, None) => (self.hints.only_classes.get(key)?.clone(), Birth::Reassigned),
        };
        let held = self.world.class(&name)?;
        let concrete = !held.access.has(Access::ABSTRACT) && !held.access.has(Access::INTERFACE);
        let opaque = name == "java/lang/Object" || name == "java/lang/String" || name == "java/lang/Class";
        (concrete && !opaque).then_some((held, birth))
    }

    /// The class of which the user says that the object in a field is, if it fits.
    fn fitting_class(&self, declaring: &Class, field: &Field, class: &str, path: &str) -> Option<String> {
        let said = self.world.said_class(&declaring.name, &field.name, path)?;
        (self.world.is_subclass(&said.name, class) == Answer::Yes).then(|| said.name.clone())
    }

    /// The class of what constructors put into the field, and who makes it.
    fn first_class(
        &self,
        declaring: &Arc<Class>,
        field: &Field,
        (class, key): (&str, &str),
    ) -> Option<(String, Birth)> {
        let made = self.made_classes(declaring, field, !self.hints.not_made.contains(key))?;
        match &made[..] {
            [Some(only)] => Some((only.clone(), Birth::Made)),
            [None] => Some((class.to_owned(), Birth::Given)),
            _ => None,
        }
    }

    /// The class of all objects that code puts into the field: the one that is made, or the declared one where objects
    /// come from elsewhere.
    fn only_class(&self, declaring: &Arc<Class>, field: &Field, class: &str) -> Option<String> {
        let component = Arc::clone(&self.model.heap.objects[Heap::RECEIVER].class);
        let made = self.world.assigned_classes(declaring, field, &component)?;
        match &made.iter().collect::<Vec<_>>()[..] {
            [Some(only)] => Some(only.clone()),
            [None] => Some(class.to_owned()),
            [None, Some(only)] if only == class => Some(class.to_owned()),
            _ => None,
        }
    }

    /// Whether a field is private to the component's nest, and so is the class of what it holds: then all code is there
    /// that can assign the one and change the other's state.
    fn is_ours_alone(&self, declaring: &Arc<Class>, field: &Field, class: &str) -> bool {
        let component = &self.model.heap.objects[Heap::RECEIVER].class;
        let nest = self.world.nest(component);
        let is_ours = |name: &str| nest.iter().any(|class| class.name == name);
        // Handles to fields are found by the fields' names; most need a volatile field.
        let is_private = field.access.has(Access::PRIVATE) && !field.access.has(Access::VOLATILE);
        is_private
            && declaring.name == component.name
            && (class != component.name || self.model.heap.is_of_class())
            && is_ours(class)
            && self.world.is_written_in_nest_only(declaring, &field.name)
    }

    /// Whether the user asks for the field to be tracked, and only constructors assign it in all that can be looked at.
    fn is_assigned_once(&self, declaring: &Arc<Class>, field: &Field, path: &str) -> bool {
        let component = &self.model.heap.objects[Heap::RECEIVER].class;
        self.world.is_asked_to_track(&declaring.name, &field.name, path)
            && self.world.assigned_by(declaring, field, component).is_none()
    }

    /// Whether only constructors of the declaring class write the field.
    fn is_set_once(&self, declaring: &Arc<Class>, field: &Field) -> bool {
        if field.access.has(Access::FINAL) {
            return true;
        }
        // Handles to fields are found by the fields' names; most need a volatile field.
        field.access.has(Access::PRIVATE)
            && !field.access.has(Access::VOLATILE)
            && !self.world.is_written_after_construction(declaring, &field.name)
    }

    /// What the constructors put into the field: classes that they make, perhaps by static methods, or `None` for what
    /// they are given; each once.
    fn made_classes(&self, declaring: &Arc<Class>, field: &Field, with_factories: bool) -> Option<Vec<Option<String>>> {
        let mut found = Vec::new();
        let constructors =
            (0..declaring.methods.len()).filter(|&method| declaring.methods[method].name == field.access.initialiser());
        for method in constructors {
            let code = self.world.code(declaring, method).ok()?;
            for (offset, statement) in &code.statements {
                let Some((member, value)) = statement.put() else { continue };
                if member.name != field.name {
                    continue;
                }
                let depth = if with_factories { MAX_FACTORIES } else { 0 };
                let made = self.world.made_class_through(&code, *offset, value, depth);
                if !found.contains(&made) {
                    found.push(made);
                }
            }
        }
        Some(found)
    }
}

impl World<'_> {
    /// The class of the object that a register holds at an offset, if code just before made it, or a static method that
    /// always makes one.
    fn made_class_through(
        &self,
        code: &ThreeAddressCode,
        offset: u32,
        register: Register,
        factories: usize,
    ) -> Option<String> {
        if let Some(made) = made_class(code, offset, register) {
            return Some(made);
        }
        let factories = factories.checked_sub(1)?;
        let (_, Statement::Invoke { kind: Invocation::Static, member, .. }) = definition(code, offset, register)?
        else {
            return None;
        };
        let (class, method) = self.resolve_method(member)?;
        let code = self.code(&class, method).ok()?;
        let made = code.statements.iter().filter_map(|(offset, statement)| match statement {
            Statement::Return(Some((_, value))) => Some(self.made_class_through(&code, *offset, *value, factories)),
            _ => None,
        });
        let made: BTreeSet<Option<String>> = made.collect();
        if made.len() == 1 { made.into_iter().next().flatten() } else { None }
    }
}

/// What the objects that are there for a field are called among its values.
fn own_names(classes: &[Arc<Class>]) -> Vec<String> {
    match classes {
        [_] => vec!["object".into()],
        _ => classes.iter().map(|class| place_name(class)).collect(),
    }
}

/// What tells a class apart from others in the same field: arrays by their lengths, too.
fn place_name(class: &Class) -> String {
    match TypeDescriptor::from_str(&class.name) {
        Ok(TypeDescriptor::Array(element)) => format!("{element}[{}]", class.fields.len()),
        _ => simple_name(class).to_owned(),
    }
}

/// The name of a class without the package, and without the classes around it if it has a name of its own.
fn simple_name(class: &Class) -> &str {
    let in_package = class.name.rsplit('/').next().unwrap_or(&class.name);
    let simple = in_package.rsplit('$').next().unwrap_or(in_package);
    if simple.starts_with(|first: char| first.is_ascii_digit()) { in_package } else { simple }
}

/// The class of the object that a register holds at an offset, if code just before made it.
pub(super) fn made_class(code: &ThreeAddressCode, offset: u32, register: Register) -> Option<String> {
    match definition(code, offset, register)? {
        (_, Statement::Assign(_, Value::New(class))) => Some(class.clone()),
        _ => None,
    }
}
