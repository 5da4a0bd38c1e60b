//! Reading and writing registers: numbers as terms, references as null-ness.

use std::rc::Rc;

use etiquette_component::{Binding, Type};
use etiquette_logic::Term;

use super::boxed_numbers::content_type;
use super::flow::{Flow, Point, Slot};
use super::model::{Model, NULL, OBJECT, number_type};
use super::shape::{Identity, Shape};
use crate::code::Register;
use crate::descriptor::TypeDescriptor;

pub(super) const INT: Type = Type::Int { width: 32, signed: true };
pub(super) const LONG: Type = Type::Int { width: 64, signed: true };

impl Flow<'_, '_> {
    /// Puts a value into one of a register's variables.
    pub fn put(&mut self, point: &mut Point, register: Register, (slot, ty): (Slot, Type), value: Term) {
        let symbol = self.symbol(point.context, register, slot, ty);
        self.assign(point, symbol, value);
    }

    /// The value of one of a register's variables.
    pub fn variable(&mut self, point: &Point, register: Register, slot: Slot, ty: Type) -> Term {
        let symbol = self.symbol(point.context, register, slot, ty);
        self.terms().symbol(symbol)
    }

    /// The value of an `int` register.
    pub fn int(&mut self, point: &Point, register: Register) -> Term {
        self.variable(point, register, Slot::Value, INT)
    }

    /// The value of a `long` register.
    pub fn long(&mut self, point: &Point, register: Register) -> Term {
        self.variable(point, register, Slot::Value, LONG)
    }

    /// The length of an array in a register.
    pub fn length(&mut self, point: &Point, register: Register) -> Term {
        self.variable(point, register, Slot::Length, INT)
    }

    pub fn set_int(&mut self, point: &mut Point, register: Register, value: Term) {
        self.put(point, register, (Slot::Value, INT), value);
        point.frame.set(register, Shape::Int);
    }

    pub fn set_long(&mut self, point: &mut Point, register: Register, value: Term) {
        self.put(point, register, (Slot::Value, LONG), value);
        point.frame.set(register, Shape::Long);
    }

    /// A truth value as an `int`.
    pub fn set_bool(&mut self, point: &mut Point, register: Register, value: Term) {
        let terms = self.terms();
        let (one, zero) = (terms.bits(32, 1), terms.bits(32, 0));
        let number = terms.ite(value, one, zero);
        self.set_int(point, register, number);
    }

    /// Whether the reference in the register is null.
    pub fn is_null(&mut self, point: &Point, register: Register) -> Term {
        let shape = point.frame.get(register).cloned().unwrap_or(Shape::Opaque);
        match shape {
            Shape::Null => self.terms().bool(true),
            Shape::Enum(class) => {
                let ty = self.enum_type(&class);
                self.equals_constant(point, register, ty, NULL)
            }
            Shape::String => match self.model.string_type() {
                Some(ty) => self.equals_constant(point, register, ty, NULL),
                None => self.terms().bool(false),
            },
            _ if shape.nullable() => self.equals_constant(point, register, Model::reference_type(), NULL),
            _ => self.terms().bool(false),
        }
    }

    fn equals_constant(&mut self, point: &Point, register: Register, ty: Type, value: u64) -> Term {
        let variable = self.variable(point, register, Slot::Value, ty);
        let constant = self.constant(ty, value);
        self.terms().equal(variable, constant)
    }

    /// The null-ness of the reference in the register, as a value of the type of null-ness.
    pub fn nullness(&mut self, point: &Point, register: Register) -> Term {
        let null = self.is_null(point, register);
        let terms = self.terms();
        let (no, yes) = (terms.bits(1, OBJECT), terms.bits(1, NULL));
        terms.ite(null, yes, no)
    }

    /// The value of an enum in a register.
    pub fn enum_value(&mut self, point: &Point, register: Register, class: &Rc<str>) -> Term {
        let ty = self.enum_type(class);
        match point.frame.get(register) {
            Some(Shape::Null) => self.constant(ty, NULL),
            _ => self.variable(point, register, Slot::Value, ty),
        }
    }

    /// Whether a register is known to hold a value of an enum, or null.
    pub fn is_value_of(&self, point: &Point, register: Register, class: &str) -> bool {
        match point.frame.get(register) {
            Some(Shape::Enum(known)) => **known == *class,
            shape => shape == Some(&Shape::Null),
        }
    }

    pub fn set_enum(&mut self, point: &mut Point, register: Register, class: &Rc<str>, value: Term) {
        let ty = self.enum_type(class);
        self.put(point, register, (Slot::Value, ty), value);
        point.frame.set(register, Shape::Enum(class.clone()));
    }

    /// The type of an enum class's values.
    pub fn enum_type(&mut self, class: &Rc<str>) -> Type {
        let constants = self.world.enum_constants(class).unwrap_or_default();
        self.model.enum_type(class, &constants)
    }

    /// A reference to something that is not tracked, with this null-ness (`None`: not null).
    pub fn set_outside(&mut self, point: &mut Point, register: Register, class: &str, nullness: Option<Term>) {
        self.set_reference(point, register, class, nullness, Identity::Anything);
    }

    /// A reference with this null-ness (`None`: not null) to something of which only this much is known.
    pub fn set_reference(
        &mut self,
        point: &mut Point,
        register: Register,
        class: &str,
        nullness: Option<Term>,
        identity: Identity,
    ) {
        let nullable = nullness.is_some();
        if let Some(value) = nullness {
            self.set_nullness(point, register, value);
        }
        let class: Rc<str> = class.into();
        let exact = self.world.is_final(&class);
        point.frame.set(register, Shape::Outside { class, exact, nullable, identity });
    }

    pub fn set_nullness(&mut self, point: &mut Point, register: Register, value: Term) {
        self.put(point, register, (Slot::Value, Model::reference_type()), value);
    }

    /// An array with this length and null-ness (`None`: not null).
    pub fn set_array(
        &mut self,
        point: &mut Point,
        register: Register,
        descriptor: &str,
        length: Term,
        nullness: Option<Term>,
    ) {
        let nullable = nullness.is_some();
        self.put(point, register, (Slot::Length, INT), length);
        if let Some(value) = nullness {
            self.set_nullness(point, register, value);
        }
        let exact = self.world.is_final_array(descriptor);
        point.frame.set(register, Shape::Array { descriptor: descriptor.into(), exact, nullable });
    }

    /// Copies a value with everything that is known about it.
    pub fn copy(&mut self, point: &mut Point, from: Register, to: Register) {
        if let Some(shape) = self.copy_variables(point, from, (point.context, to)) {
            point.frame.set(to, shape);
        }
    }

    /// Copies the variables that hold a register's value to those of another, which may be of another context; what is
    /// known about the value.
    pub fn copy_variables(&mut self, point: &mut Point, from: Register, to: (usize, Register)) -> Option<Shape> {
        let shape = point.frame.get(from).cloned()?;
        for (slot, ty) in self.slots(&shape) {
            let value = self.variable(point, from, slot, ty);
            let target = self.symbol(to.0, to.1, slot, ty);
            self.assign(point, target, value);
        }
        Some(shape)
    }

    /// The variables that a value of some shape is kept in.
    fn slots(&mut self, shape: &Shape) -> Vec<(Slot, Type)> {
        let mut slots = Vec::new();
        match shape {
            Shape::Int => slots.push((Slot::Value, INT)),
            Shape::Long => slots.push((Slot::Value, LONG)),
            Shape::Real(reals) => slots.push((Slot::Value, self.model.reals[*reals].ty)),
            Shape::Enum(class) => slots.push((Slot::Value, self.enum_type(class))),
            Shape::String => slots.extend(self.model.string_type().map(|ty| (Slot::Value, ty))),
            Shape::Boxed { class, .. } => slots.extend(content_type(class).map(|ty| (Slot::Content, ty))),
            Shape::Array { .. } => slots.push((Slot::Length, INT)),
            _ => {}
        }
        let is_nullable = shape.nullable() && !matches!(shape, Shape::Null | Shape::Enum(_) | Shape::String);
        slots.extend(is_nullable.then_some((Slot::Value, Model::reference_type())));
        slots
    }

    /// Any value of a type.
    pub fn set_any(&mut self, point: &mut Point, register: Register, ty: &TypeDescriptor) {
        match ty {
            TypeDescriptor::Float | TypeDescriptor::Double => point.frame.set(register, Shape::Opaque),
            TypeDescriptor::Object(class) if self.world.enum_constants(class).is_some() => {
                let class: Rc<str> = class.as_str().into();
                let ty = self.enum_type(&class);
                let symbol = self.symbol(point.context, register, Slot::Value, ty);
                self.havoc(point, symbol);
                point.frame.set(register, Shape::Enum(class));
            }
            TypeDescriptor::Object(class) if content_type(class).is_some() => {
                let null = self.any(point, register, Model::reference_type());
                self.set_any_boxed(point, register, class, Some(null));
            }
            TypeDescriptor::Object(class) => {
                let any = self.any(point, register, Model::reference_type());
                self.set_outside(point, register, class, Some(any));
            }
            TypeDescriptor::Array(_) => {
                let null = self.any(point, register, Model::reference_type());
                let length = self.any_length(point, register);
                self.set_array(point, register, &ty.descriptor(), length, Some(null));
            }
            primitive => {
                let Some(ty) = number_type(primitive) else { return };
                let value = self.any(point, register, ty);
                self.set_number(point, register, ty, value);
            }
        }
    }

    /// A hidden choice of a value.
    pub fn any(&mut self, point: &mut Point, register: Register, ty: Type) -> Term {
        let symbol = self.symbol(point.context, register, Slot::Choice, ty);
        self.havoc(point, symbol);
        self.terms().symbol(symbol)
    }

    /// A hidden choice of a length, which is never negative.
    pub fn any_length(&mut self, point: &mut Point, register: Register) -> Term {
        // Not an assumption about an `int`: one that can block would have to be kept even where no error depends on the
        // length.
        let length = self.any(point, register, Type::Int { width: 31, signed: false });
        self.terms().zero_extend(length, 32)
    }

    /// Puts a value of a field's or parameter's type into a register, widened as the JVM does.
    pub fn set_number(&mut self, point: &mut Point, register: Register, ty: Type, value: Term) {
        match ty {
            Type::Bool => self.set_bool(point, register, value),
            Type::Int { width: 64, .. } => self.set_long(point, register, value),
            Type::Int { width, signed } => {
                let terms = self.terms();
                let wide = match (width, signed) {
                    (32, _) => value,
                    (_, true) => terms.sign_extend(value, 32),
                    (_, false) => terms.zero_extend(value, 32),
                };
                self.set_int(point, register, wide);
            }
            Type::Enum(_) => {}
        }
    }

    /// The value of a register, narrowed to a field's type as the JVM does.
    pub fn number(&mut self, point: &Point, register: Register, ty: Type) -> Term {
        match ty {
            Type::Int { width: 64, .. } => self.long(point, register),
            Type::Int { width: 32, .. } | Type::Enum(_) => self.int(point, register),
            Type::Bool => {
                let value = self.int(point, register);
                let terms = self.terms();
                let low = terms.extract(value, 0, 0);
                let one = terms.bits(1, 1);
                terms.equal(low, one)
            }
            Type::Int { width, .. } => {
                let value = self.int(point, register);
                self.terms().truncate(value, width)
            }
        }
    }

    /// The term of a state variable or parameter.
    pub fn term(&mut self, binding: &Binding) -> Term {
        self.terms().symbol(binding.symbol)
    }
}
