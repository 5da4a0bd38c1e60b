//! What is known about a value while a method is lowered: its kind, and for references how much of the object is tracked.
//!
//! Values themselves live in variables of the component (see [`super::slots`]); a shape says which, and how to read them.

use std::collections::BTreeSet;
use std::rc::Rc;

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
    Null,
    /// A tracked object, not null.
    Object(ObjectId),
    /// A value of an enum, or null.
    Enum(Rc<str>),
    /// An array: null-ness and length are modelled, elements are not.
    Array {
        descriptor: Rc<str>,
        nullable: bool,
    },
    /// An exception that this code made or caught; `site` says where it comes from.
    Throwable {
        class: Rc<str>,
        site: usize,
    },
    /// The table by which compilers switch over an enum, named by class and field.
    SwitchMap(Rc<str>),
    /// Any other object: only its null-ness is modelled.
    Outside {
        class: Rc<str>,
        exact: bool,
        nullable: bool,
    },
}

impl Shape {
    /// Whether the value can be null.
    pub fn nullable(&self) -> bool {
        match self {
            Shape::Null | Shape::Enum(_) => true,
            Shape::Array { nullable, .. } | Shape::Outside { nullable, .. } => *nullable,
            _ => false,
        }
    }

    /// The same value once it is known not to be null.
    pub fn not_null(self) -> Shape {
        match self {
            Shape::Array { descriptor, .. } => Shape::Array { descriptor, nullable: false },
            Shape::Outside { class, exact, .. } => Shape::Outside { class, exact, nullable: false },
            other => other,
        }
    }
}

/// What is known at a point of a method: the shapes of its registers, and which tracked objects exist already.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Frame {
    registers: Vec<Option<Shape>>,
    /// Tracked objects that a constructor has made so far.
    pub made: BTreeSet<ObjectId>,
}

impl Frame {
    pub fn new(registers: u16, made: BTreeSet<ObjectId>) -> Self {
        Frame { registers: vec![None; usize::from(registers)], made }
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

    /// Forgets everything from a register on: what is left of the stack when an exception is caught.
    pub fn forget_from(&mut self, first: Register) {
        for slot in self.registers.iter_mut().skip(usize::from(first.0)) {
            *slot = None;
        }
    }
}
