//! What is known about a value while a method is lowered: its kind, and for references how much of the object is
//! tracked.
//!
//! Values themselves live in variables of the component (see [`super::flow::Slot`]); a shape says which, and how to
//! read them.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::class::{Invocation, Member};
use crate::code::Register;

/// An object that is part of the component's state, by position in [`super::heap::Heap`].
pub(super) type ObjectId = usize;

/// What is known about the value in a register.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Shape {
    /// An `int`, or a narrower type held as one.
    Int,
    Long,
    /// A `float` or `double`: its value is not modelled.
    Opaque,
    /// A `float` constant, by its bits.
    Float(u32),
    /// A `double` constant, by its bits.
    Double(u64),
    /// One of a few floating-point constants, by the position of its type in [`super::model::Model::reals`].
    Real(usize),
    Null,
    /// A tracked object, not null.
    Object(ObjectId),
    /// A value of an enum, or null.
    Enum(Rc<str>),
    /// A string that may be one of the constants that are told apart, or null.
    String,
    /// A string constant that a method was given: its characters are known.
    Text(Rc<str>),
    /// A boxed number: null-ness and content are modelled.
    Boxed {
        class: Rc<str>,
        nullable: bool,
    },
    /// An array: null-ness and length are modelled, elements are not.
    Array {
        descriptor: Rc<str>,
        /// Whether it is exactly of this type, and not of one with more special elements.
        exact: bool,
        nullable: bool,
    },
    /// An exception that this code made or caught; `site` says where it comes from.
    Throwable {
        class: Rc<str>,
        site: usize,
        reason: Reason,
    },
    /// The table by which compilers switch over an enum, named by class and field.
    SwitchMap(Rc<str>),
    /// A lambda or method reference.
    Lambda(Rc<Lambda>),
    /// What an action is run by that was registered to be run once, not null.
    Handle {
        class: Rc<str>,
        handle: Handle,
    },
    /// Any other object: only its null-ness is modelled.
    Outside {
        class: Rc<str>,
        exact: bool,
        nullable: bool,
        identity: Identity,
    },
}

/// Whether an exception was given the exception that it is there because of, which can be done once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Reason {
    /// Its constructor was not run yet.
    Unmade,
    /// It was not.
    None,
    /// That is not known.
    Unknown,
}

/// A lambda or method reference.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Lambda {
    /// The method of its interface that runs it.
    pub method: String,
    pub kind: Invocation,
    /// The method that is run.
    pub body: Member,
    /// What it captured, as far as that is kept.
    pub captured: Vec<Option<Shape>>,
}

/// A handle of an action that was registered to be run once.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Handle {
    /// The one that this field of a tracked object holds.
    Held(ObjectId, usize),
    /// One that was made in this call, with its action.
    New(Rc<Shape>),
}

impl Lambda {
    /// The tracked objects that it captured, directly or in another lambda.
    pub fn objects(&self) -> Vec<ObjectId> {
        self.captured.iter().flatten().flat_map(Shape::objects).collect()
    }
}

/// Which object a reference may be whose object is not known to be tracked.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Identity {
    /// None of the tracked ones.
    Foreign,
    /// None of the tracked ones: one that was made in this call.
    New,
    /// None of the tracked ones: one that a client gave in an earlier call, or in something that it gave.
    Given,
    /// The same: what this field of the component's object has held since the call began.
    Held(usize),
    /// What the client gave as this argument: the same wherever it is copied to.
    Argument(u16),
    /// Any.
    Anything,
}

impl Shape {
    /// Whether it is an object that a client gave.
    pub fn is_clients(&self) -> bool {
        matches!(self, Shape::Outside { identity: Identity::Argument(_) | Identity::Given | Identity::Held(_), .. })
    }

    /// Whether the value can be null.
    pub fn nullable(&self) -> bool {
        match self {
            Shape::Null | Shape::Enum(_) | Shape::String => true,
            Shape::Array { nullable, .. } | Shape::Boxed { nullable, .. } | Shape::Outside { nullable, .. } => {
                *nullable
            }
            _ => false,
        }
    }

    /// Whether everything that is known about the value is in the shape itself.
    pub fn needs_no_variable(&self) -> bool {
        match self {
            Shape::Null | Shape::Object(_) | Shape::Throwable { .. } | Shape::SwitchMap(_) | Shape::Lambda(_) => true,
            Shape::Float(_) | Shape::Double(_) | Shape::Text(_) | Shape::Handle { .. } => true,
            Shape::Outside { nullable, .. } => !nullable,
            Shape::Int | Shape::Long | Shape::Opaque | Shape::Real(_) => false,
            Shape::Enum(_) | Shape::String | Shape::Boxed { .. } | Shape::Array { .. } => false,
        }
    }

    /// The tracked objects that someone who has the value can reach.
    pub fn objects(&self) -> Vec<ObjectId> {
        match self {
            Shape::Object(object) => vec![*object],
            Shape::Lambda(lambda) => lambda.objects(),
            Shape::Handle { handle: Handle::Held(holder, _), .. } => vec![*holder],
            Shape::Handle { handle: Handle::New(action), .. } => action.objects(),
            _ => Vec::new(),
        }
    }

    /// The same value once an object in it is not tracked any more.
    pub fn without(self, object: ObjectId, class: &Rc<str>) -> Shape {
        match self {
            Shape::Object(known) if known == object => {
                let (class, identity) = (class.clone(), Identity::Foreign);
                Shape::Outside { class, exact: true, nullable: false, identity }
            }
            Shape::Lambda(lambda) if lambda.objects().contains(&object) => {
                let keep = |shape: &Option<Shape>| shape.clone().filter(|shape| !shape.objects().contains(&object));
                let captured = lambda.captured.iter().map(keep).collect();
                Shape::Lambda(Rc::new(Lambda { captured, ..(*lambda).clone() }))
            }
            Shape::Handle { class: handle, handle: Handle::New(action) } => {
                let action = (*action).clone().without(object, class);
                Shape::Handle { class: handle, handle: Handle::New(action.into()) }
            }
            other => other,
        }
    }

    /// The same value once an object in it goes by another number.
    fn renamed(self, from: ObjectId, to: ObjectId) -> Shape {
        self.renumbered(&|object| if object == from { to } else { object })
    }

    /// The same value with other numbers for the objects in it.
    pub fn renumbered(self, number: &dyn Fn(ObjectId) -> ObjectId) -> Shape {
        match self {
            Shape::Object(known) => Shape::Object(number(known)),
            Shape::Lambda(lambda) => {
                let captured = lambda.captured.iter().cloned();
                let captured = captured.map(|shape| shape.map(|shape| shape.renumbered(number))).collect();
                Shape::Lambda(Rc::new(Lambda { captured, ..(*lambda).clone() }))
            }
            Shape::Handle { class, handle: Handle::New(action) } => {
                let handle = Handle::New((*action).clone().renumbered(number).into());
                Shape::Handle { class, handle }
            }
            Shape::Handle { class, handle: Handle::Held(holder, field) } => {
                Shape::Handle { class, handle: Handle::Held(number(holder), field) }
            }
            other => other,
        }
    }

    /// What is known about the value when the call is over in which it was met: it may be any argument of another call.
    pub fn kept(self) -> Shape {
        match self {
            Shape::Outside { class, exact, nullable, .. } => {
                Shape::Outside { class, exact, nullable, identity: Identity::Anything }
            }
            Shape::Lambda(lambda) => {
                let captured = lambda.captured.iter().cloned().map(|shape| shape.map(Shape::kept)).collect();
                Shape::Lambda(Rc::new(Lambda { captured, ..(*lambda).clone() }))
            }
            other => other,
        }
    }

    /// The same value once it is known not to be null.
    pub fn not_null(self) -> Shape {
        match self {
            Shape::Array { descriptor, exact, .. } => Shape::Array { descriptor, exact, nullable: false },
            Shape::Boxed { class, .. } => Shape::Boxed { class, nullable: false },
            Shape::Outside { class, exact, identity, .. } => Shape::Outside { class, exact, nullable: false, identity },
            other => other,
        }
    }
}

/// What is known about objects in a call so far, whichever method found it out.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct KnownObjects {
    /// Tracked objects that a constructor has made.
    pub made: BTreeSet<ObjectId>,
    /// Arguments that are tracked objects.
    pub recognised: BTreeMap<u16, ObjectId>,
    /// Arguments that are none of them.
    pub foreign: BTreeSet<u16>,
    /// Objects that another came in the place of since the method was entered, with their classes.
    pub replaced: BTreeMap<ObjectId, Rc<str>>,
    /// New objects that came in the place of another since the method was entered.
    pub installed: BTreeMap<ObjectId, ObjectId>,
    /// Fields that were given another handle, or that arguments are compared with and that were given another object.
    pub rewritten: BTreeSet<(ObjectId, usize)>,
    /// Whether an object from elsewhere came to be tracked since the method was entered.
    pub adopted: bool,
}

impl KnownObjects {
    /// What a called method knows when it is entered.
    pub fn for_callee(&self) -> KnownObjects {
        KnownObjects { replaced: BTreeMap::new(), installed: BTreeMap::new(), adopted: false, ..self.clone() }
    }
}

/// What is known at a point of a method: the shapes of its registers, and what is known about objects.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Frame {
    registers: Vec<Option<Shape>>,
    pub known_objects: KnownObjects,
}

impl Frame {
    pub fn new(registers: u16, known_objects: KnownObjects) -> Self {
        Frame { registers: vec![None; usize::from(registers)], known_objects }
    }

    /// Goes on after a call, with what is known at its end.
    pub fn resume(&mut self, callee: &KnownObjects) {
        let KnownObjects { made, recognised, foreign, replaced, installed, rewritten, adopted } = callee.clone();
        for (object, class) in replaced {
            self.displace(object, &class);
        }
        for (staged, object) in installed {
            self.install(staged, object);
        }
        if adopted {
            self.adopt();
        }
        let own = std::mem::take(&mut self.known_objects);
        self.known_objects = KnownObjects { made, recognised, foreign, rewritten, ..own };
        self.recognise();
    }

    /// Whether a register holds an object, directly or in a lambda.
    pub fn mentions(&self, object: ObjectId) -> bool {
        self.registers.iter().flatten().any(|shape| shape.objects().contains(&object))
    }

    /// Another object is about to come in the place of one: who still has that one has an object that is not tracked
    /// any more.
    pub fn displace(&mut self, object: ObjectId, class: &Rc<str>) {
        for shape in self.registers.iter_mut().flatten() {
            *shape = shape.clone().without(object, class);
        }
        let KnownObjects { recognised, replaced, installed, .. } = &mut self.known_objects;
        recognised.retain(|_, known| *known != object);
        replaced.insert(object, class.clone());
        replaced.extend(
            installed.iter().filter(|(_, place)| **place == object).map(|(staged, _)| (*staged, class.clone())),
        );
        installed.retain(|_, place| *place != object);
    }

    /// An object from elsewhere is about to be tracked: what was none of the tracked objects may be it.
    pub fn adopt(&mut self) {
        for shape in self.registers.iter_mut().flatten() {
            let is_other = |identity: &Identity| !matches!(identity, Identity::Argument(_) | Identity::Anything);
            if matches!(shape, Shape::Outside { identity, .. } if is_other(identity))
                || matches!(shape, Shape::Lambda(_))
            {
                *shape = shape.clone().kept();
            }
        }
        self.known_objects.foreign.clear();
        self.known_objects.adopted = true;
    }

    /// A new object has come in the place of one.
    pub fn install(&mut self, staged: ObjectId, object: ObjectId) {
        for shape in self.registers.iter_mut().flatten() {
            *shape = shape.clone().renamed(staged, object);
        }
        self.known_objects.installed.insert(staged, object);
    }

    /// The registers, with what was found out about arguments since they were set.
    pub fn recognise(&mut self) {
        let Frame { registers, known_objects } = self;
        for shape in registers.iter_mut().flatten() {
            if let Shape::Outside { identity, .. } = shape
                && let Identity::Argument(argument) = *identity
            {
                if let Some(&object) = known_objects.recognised.get(&argument) {
                    *shape = Shape::Object(object);
                } else if known_objects.foreign.contains(&argument) {
                    *identity = Identity::Given;
                }
            }
        }
    }

    /// What a register holds was given by a client, if it is an object that is not tracked.
    pub fn set_given(&mut self, register: Register) {
        if let Some(Shape::Outside { identity, .. }) = &mut self.registers[usize::from(register.0)] {
            *identity = Identity::Given;
        }
    }

    /// All that is known of an exception made at a site now has another reason.
    pub fn change_reason(&mut self, (made, before): (usize, Reason), after: Reason) {
        for shape in self.registers.iter_mut().flatten() {
            if let Shape::Throwable { site, reason, .. } = shape
                && (*site, *reason) == (made, before)
            {
                *reason = after;
            }
        }
    }

    pub fn get(&self, register: Register) -> Option<&Shape> {
        self.registers.get(usize::from(register.0)).and_then(Option::as_ref)
    }

    pub fn set(&mut self, register: Register, shape: Shape) {
        if let Some(slot) = self.registers.get_mut(usize::from(register.0)) {
            *slot = Some(shape);
        }
    }

    /// Keeps only so many registers.
    pub fn truncate(&mut self, registers: u16) {
        self.registers.truncate(usize::from(registers));
    }

    /// Forgets what a register holds.
    pub fn forget(&mut self, register: Register) {
        if let Some(slot) = self.registers.get_mut(usize::from(register.0)) {
            *slot = None;
        }
    }

    /// Forgets everything from a register on: what is left of the stack when an exception is caught.
    pub fn forget_from(&mut self, first: Register) {
        for slot in self.registers.iter_mut().skip(usize::from(first.0)) {
            *slot = None;
        }
    }
}
