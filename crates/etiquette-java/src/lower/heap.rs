//! The tracked objects: the component itself, and what it holds in fields that are set once.
//!
//! Their fields are the state variables of the component. A field is one of: a number, a null-ness, a null-ness with a
//! length (arrays) or content (boxed numbers), a value of an enum, a string constant, a tracked object, or nothing at
//! all (`float`, `double`).

use std::rc::Rc;
use std::sync::Arc;

use etiquette_component::Binding;

use super::cleaners::HandleField;
use super::shape::ObjectId;
use crate::class::{Access, Class};

/// How a field is modelled.
#[derive(Clone, Debug)]
pub(super) enum FieldModel {
    /// A number or truth value in a state variable.
    Number(Binding),
    /// The null-ness of some object of at most this class, or which of the tracked objects it is: null, another object,
    /// then these. An alias whose object is not tracked any more is none.
    Reference { holds: Binding, class: Rc<str>, aliases: Vec<Option<ObjectId>> },
    /// The null-ness and the length of an array with this type.
    Array { null: Binding, length: Binding, descriptor: Rc<str> },
    /// A value of an enum class, or null.
    Enum(Binding, Rc<str>),
    /// A string, where constants are told apart.
    String(Binding),
    /// The null-ness and the content of a boxed number of this class.
    Boxed { null: Binding, content: Binding, class: Rc<str> },
    /// A tracked object, and whether it is there.
    Tracked { object: ObjectId, null: Binding },
    /// What an action is run by that was registered to be run once.
    Handle(HandleField),
    /// `float` and `double` are not modelled.
    Opaque,
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

    /// Whether handles in its fields can be told from each other: the object must stay the same one.
    pub fn holds_handles(&self) -> bool {
        !matches!(self.birth, Birth::Reassigned | Birth::Staged)
    }

    /// The position of a field, by the class that declares it.
    pub fn field(&self, class: &str, name: &str) -> Option<usize> {
        self.fields.iter().position(|field| field.class == class && field.name == name)
    }
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

    /// The new object that may come in the place of one.
    pub fn staged_for(&self, object: ObjectId) -> Option<ObjectId> {
        self.objects.iter().position(|known| known.birth == Birth::Staged && known.holder == Some(object))
    }

    /// The field that an object belongs to: its holder, and the field's position.
    pub fn place_of(&self, object: ObjectId) -> Option<(ObjectId, usize)> {
        let holds =
            |field: &TrackedField| matches!(field.model, FieldModel::Tracked { object: held, .. } if held == object);
        let fields = |holder: &TrackedObject| holder.fields.iter().position(holds);
        self.objects.iter().enumerate().find_map(|(holder, known)| fields(known).map(|field| (holder, field)))
    }

    /// The object and everything that it holds, directly or not.
    pub fn held_by(&self, object: ObjectId) -> Vec<ObjectId> {
        let mut found = vec![object];
        let mut position = 0;
        while position < found.len() {
            let held = self.objects[found[position]].fields.iter().filter_map(|field| match field.model {
                FieldModel::Tracked { object, .. } => Some(object),
                _ => None,
            });
            found.extend(held);
            position += 1;
        }
        found
    }
}
