//! The tracked objects: the component itself, and what it and they hold in their fields.
//!
//! Their fields are the state variables of the component. A field is one of: a number, a null-ness, a null-ness with a
//! length (arrays) or content (boxed numbers), a value of an enum, a string constant, a tracked object, one of a few
//! floating-point numbers, or nothing at all (`float`, `double`). Small arrays are objects, too, with their elements as fields ([`super::cells`]).

use std::rc::Rc;
use std::sync::Arc;

use etiquette_component::Binding;

use super::cleaners::HandleField;
use super::shape::{ObjectId, Shape};
use crate::class::{Access, Class};

/// How a field is modelled.
#[derive(Clone, Debug)]
pub(super) enum FieldModel {
    /// A number or truth value in a state variable.
    Number(Binding),
    /// The null-ness of some object of at most this class, or which of the tracked objects it is: null, another object,
    /// then these. An alias whose object is not tracked any more is none.
    Reference(ReferenceField),
    /// The null-ness and the length of an array with this type.
    Array { null: Binding, length: Binding, descriptor: Rc<str> },
    /// A value of an enum class, or null.
    Enum(Binding, Rc<str>),
    /// The same in a field of another type, which was seen to hold nothing else (`AtomicReference<State>`).
    OnlyEnum(Binding, Rc<str>),
    /// A string, where constants are told apart.
    String(Binding),
    /// The null-ness and the content of a boxed number of this class.
    Boxed { null: Binding, content: Binding, class: Rc<str> },
    /// A tracked object, and whether it is there.
    Tracked { object: ObjectId, null: Binding },
    /// What an action is run by that was registered to be run once.
    Handle(HandleField),
    /// Which of a few floating-point numbers it has, by the position of its type in [`super::model::Model::reals`].
    Real(Binding, usize),
    /// Other `float` and `double` numbers are not modelled.
    Opaque,
}

/// A field that holds objects that are not tracked, or that belong elsewhere, or one object after another.
#[derive(Clone, Debug)]
pub(super) struct ReferenceField {
    /// Null, another object, one of the aliases, or one of the lambdas.
    pub holds: Binding,
    /// The class that it is declared with.
    pub class: Rc<str>,
    pub aliases: Vec<Option<ObjectId>>,
    /// Those of the aliases that are there for what is made and stored in this field.
    pub own: Vec<ObjectId>,
    /// The lambdas that were seen to be stored in it. One with an object that is not tracked any more is none.
    pub lambdas: Vec<Option<Shape>>,
    /// Whether it was planned to hold objects that are not tracked.
    pub has_others: bool,
    /// Whether those are planned to be objects that a client gave.
    pub is_given: bool,
    /// Whether a client may be asked if an argument is the object that the field holds.
    pub is_asked: bool,
}

impl ReferenceField {
    /// The values that it may be known to hold, in the order of its type.
    pub fn known(&self) -> impl Iterator<Item = Option<Shape>> {
        let objects = self.aliases.iter().map(|alias| alias.map(Shape::Object));
        objects.chain(self.lambdas.iter().cloned())
    }
}

/// A field of a tracked object.
#[derive(Clone, Debug)]
pub(super) struct TrackedField {
    /// The class that declares it.
    pub class: String,
    pub name: String,
    pub access: Access,
    pub model: FieldModel,
}

/// How a tracked object comes into being.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Birth {
    /// The component itself.
    Receiver,
    /// The component itself, where that is a class and no object: its static fields.
    Class,
    /// Its holder's constructor makes it.
    Made,
    /// It is given to its holder's constructor; nothing is known of its state then.
    Given,
    /// Its holder's field is given one object after another; this is the one that it holds now.
    Reassigned,
    /// It was made in some call, and was the last of its class to be stored in its holder's field.
    Stored,
    /// A new object. It lives during a call only, unless it becomes the one that a field holds.
    Staged,
}

/// A tracked object.
#[derive(Clone, Debug)]
pub(super) struct TrackedObject {
    /// Its class, exactly.
    pub class: Arc<Class>,
    /// The fields that lead to it from the component, each with a dot behind it.
    pub path: String,
    pub birth: Birth,
    /// The object that holds it; for a staged object the one in whose place it may come, if there is one.
    pub holder: Option<ObjectId>,
    pub fields: Vec<TrackedField>,
}

impl TrackedField {
    /// The tracked objects that are there for this field.
    pub fn held(&self) -> &[ObjectId] {
        match &self.model {
            FieldModel::Tracked { object, .. } => std::slice::from_ref(object),
            FieldModel::Reference(field) => &field.own,
            _ => &[],
        }
    }

    /// Whether nothing but constructors can write it.
    pub fn is_final(&self) -> bool {
        self.access.has(Access::FINAL)
    }
}

impl TrackedObject {
    /// Whether it is an object, and not the static fields of a class.
    pub fn is_object(&self) -> bool {
        self.birth != Birth::Class
    }

    /// Whether it stays the same object for as long as the component is there.
    pub fn stays(&self) -> bool {
        !matches!(self.birth, Birth::Reassigned | Birth::Stored | Birth::Staged)
    }

    /// The position of a field, by the class that declares it.
    pub fn field(&self, class: &str, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.class == class && field.name == name)
    }
}

/// The key of a field of the object at a path.
pub(super) fn field_key(path: &str, declaring: &str, name: &str) -> String {
    format!("{path}{declaring}.{name}")
}

/// All tracked objects; the first one is the component itself.
#[derive(Clone, Debug, Default)]
pub(super) struct Heap {
    pub objects: Vec<TrackedObject>,
}

impl Heap {
    /// The component itself.
    pub const RECEIVER: ObjectId = 0;

    /// Whether the component is a class, and no object.
    pub fn is_of_class(&self) -> bool {
        self.objects.first().is_some_and(|first| first.birth == Birth::Class)
    }

    /// Whether an object is new, and may come in the place of another.
    pub fn may_replace(&self, staged: ObjectId, object: ObjectId) -> bool {
        let (staged, object) = (&self.objects[staged], &self.objects[object]);
        let are_alike = staged.class.name == object.class.name && staged.cells() == object.cells();
        staged.birth == Birth::Staged && are_alike
    }

    /// What tells a field apart from all others: the path of its object, and the class that declares it, since fields
    /// may hide each other.
    pub fn key(&self, object: ObjectId, field: usize) -> String {
        let (object, field) = (&self.objects[object], &self.objects[object].fields[field]);
        field_key(&object.path, &field.class, &field.name)
    }

    /// The field that an object belongs to: its holder, and the field's position.
    pub fn place_of(&self, object: ObjectId) -> Option<(ObjectId, usize)> {
        let fields = |holder: &TrackedObject| holder.fields.iter().position(|field| field.held().contains(&object));
        self.objects.iter().enumerate().find_map(|(holder, known)| fields(known).map(|field| (holder, field)))
    }

    /// The fields that hold an object, or may.
    pub fn fields_with(&self, object: ObjectId) -> Vec<(ObjectId, usize)> {
        let may_hold = |field: &TrackedField| match &field.model {
            FieldModel::Reference(field) => field.aliases.contains(&Some(object)),
            _ => field.held().contains(&object),
        };
        let fields = |(holder, known): (ObjectId, &TrackedObject)| {
            let positions = (0..known.fields.len()).filter(|position| may_hold(&known.fields[*position]));
            positions.map(|position| (holder, position)).collect::<Vec<_>>()
        };
        self.objects.iter().enumerate().flat_map(fields).collect()
    }

    /// The field that a variable says what it holds.
    pub fn field_of(&self, holds: &Binding) -> Option<(ObjectId, usize)> {
        let is_it = |field: &TrackedField| match &field.model {
            FieldModel::Reference(field) => field.holds == *holds,
            FieldModel::Handle(field) => field.holds == *holds,
            FieldModel::Real(value, _) | FieldModel::OnlyEnum(value, _) => value == holds,
            _ => false,
        };
        let positions = self.objects.iter().map(|object| object.fields.iter().position(is_it));
        positions.enumerate().find_map(|(object, position)| Some((object, position?)))
    }

    /// The field of the component's object that arguments are compared with, and what says whether it holds one.
    pub fn asked_field(&self) -> Option<(usize, &Binding)> {
        let fields = self.objects.get(Heap::RECEIVER)?.fields.iter().enumerate();
        let mut asked = fields.filter_map(|(position, field)| match &field.model {
            FieldModel::Reference(field) if field.is_asked => Some((position, &field.holds)),
            _ => None,
        });
        asked.next()
    }

    /// The object and everything that it holds, directly or not.
    pub fn held_by(&self, object: ObjectId) -> Vec<ObjectId> {
        let mut found = vec![object];
        let mut position = 0;
        while position < found.len() {
            found.extend(self.objects[found[position]].fields.iter().flat_map(TrackedField::held));
            position += 1;
        }
        found
    }
}
