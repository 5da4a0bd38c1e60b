//! Floating-point numbers in fields that are only given constants: which of them a field has is part of the state.
//!
//! Nothing is computed with them but comparisons; any other number that comes from one may be any.

use std::sync::Arc;

use etiquette_component::Type;
use etiquette_logic::Term;

use super::arithmetic::constant_value;
use super::definitions::definition;
use super::flow::{Flow, Point, Slot};
use super::heap::FieldModel;
use super::model::Model;
use super::shape::{ObjectId, Shape};
use super::world::World;
use crate::class::{Class, Constant, Field, Instruction};
use crate::code::{Register, Statement, Value};

/// A field with more numbers than this is not followed.
const MAX_NUMBERS: usize = 8;

/// The numbers that a field may have, as a type with a value for each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Reals {
    pub ty: Type,
    /// The constants, zero first.
    pub numbers: Vec<Shape>,
}

impl World<'_> {
    /// The numbers that code gives a field, zero first, if these are a few constants.
    pub fn reals_in(&self, declaring: &Arc<Class>, field: &Field, component: &Arc<Class>) -> Option<Vec<Shape>> {
        let zero = if field.descriptor == "F" { Shape::Float(0) } else { Shape::Double(0) };
        let mut numbers = vec![zero];
        for class in self.classes_around(declaring, component) {
            for method in (0..class.methods.len()).filter(|&method| puts(&class, method, field)) {
                let code = self.code(&class, method).ok()?;
                for (offset, statement) in &code.statements {
                    let Some((member, value)) = statement.put() else { continue };
                    if !self.is_field(member, declaring, field) {
                        continue;
                    }
                    let number = match definition(&code, *offset, value)?.1 {
                        Statement::Assign(_, Value::Constant(Constant::Float(number))) => {
                            Shape::Float(number.to_bits())
                        }
                        Statement::Assign(_, Value::Constant(Constant::Double(number))) => {
                            Shape::Double(number.to_bits())
                        }
                        _ => return None,
                    };
                    if !numbers.contains(&number) {
                        numbers.push(number);
                    }
                }
            }
        }
        (numbers.len() <= MAX_NUMBERS).then_some(numbers)
    }
}

/// Whether a method gives a field of this name a value.
fn puts(class: &Class, method: usize, field: &Field) -> bool {
    let is_put = |instruction: &Instruction| match instruction {
        Instruction::PutField(member) | Instruction::PutStatic(member) => member.name == field.name,
        _ => false,
    };
    let code = class.methods[method].code.iter().flat_map(|code| &code.instructions);
    code.into_iter().any(|(_, instruction)| is_put(instruction))
}

impl Model {
    /// The type of fields that have one of some numbers.
    pub fn reals(&mut self, numbers: Vec<Shape>) -> usize {
        if let Some(known) = self.reals.iter().position(|known| known.numbers == numbers) {
            return known;
        }
        let values: Vec<String> = numbers.iter().map(name).collect();
        let ty = self.known_type(&format!("one of {}", values.join(", ")), values);
        self.reals.push(Reals { ty, numbers });
        self.reals.len() - 1
    }
}

fn name(number: &Shape) -> String {
    match number {
        Shape::Float(bits) => format!("{:?}f", f32::from_bits(*bits)),
        Shape::Double(bits) => format!("{:?}", f64::from_bits(*bits)),
        _ => String::new(),
    }
}

impl Flow<'_, '_> {
    /// Puts the number of a field into a register.
    pub fn set_real(&mut self, point: &mut Point, target: Register, reals: usize, value: Term) {
        let ty = self.model.reals[reals].ty;
        self.put(point, target, (Slot::Value, ty), value);
        point.frame.set(target, Shape::Real(reals));
    }

    /// Gives a field one of its numbers. If it is given another one, it is not to be followed.
    pub fn write_real(&mut self, point: &mut Point, (object, field): (ObjectId, usize), value: Register) {
        let FieldModel::Real(binding, reals) = self.model.heap.objects[object].fields[field].model.clone() else {
            return;
        };
        let number = match point.frame.get(value).cloned() {
            Some(Shape::Real(known)) if known == reals => Some(self.variable(point, value, Slot::Value, binding.ty)),
            Some(number) => self.position(reals, &number).map(|position| self.constant(binding.ty, position)),
            None => None,
        };
        match number {
            Some(number) => self.assign(point, binding.symbol, number),
            None => drop(self.model.wanted.others.insert((object, field))),
        }
    }

    fn position(&self, reals: usize, number: &Shape) -> Option<u64> {
        let position = self.model.reals[reals].numbers.iter().position(|known| known == number)?;
        Some(position as u64)
    }

    /// The comparison of two numbers each of which is one of a few: -1, 0 or 1.
    pub fn compare_reals(
        &mut self,
        point: &Point,
        nan_is_greater: bool,
        (left, right): (Register, Register),
    ) -> Option<Term> {
        let (left, right) = (self.possible_reals(point, left)?, self.possible_reals(point, right)?);
        let mut result = self.terms().bits(32, 0);
        for (is_left, a) in &left {
            for (is_right, b) in &right {
                let order = a.partial_cmp(b).map_or(if nan_is_greater { 1 } else { -1 }, |order| order as i64);
                let terms = self.terms();
                let (both, order) = (terms.and(*is_left, *is_right), terms.bits(32, order as u64));
                result = terms.ite(both, order, result);
            }
        }
        Some(result)
    }

    /// The numbers that a register may hold, each with the condition that it does.
    fn possible_reals(&mut self, point: &Point, register: Register) -> Option<Vec<(Term, f64)>> {
        let shape = point.frame.get(register)?.clone();
        let Shape::Real(reals) = shape else {
            let always = self.terms().bool(true);
            return Some(vec![(always, constant_value(&shape)?)]);
        };
        let Reals { ty, numbers } = self.model.reals[reals].clone();
        let value = self.variable(point, register, Slot::Value, ty);
        let condition = |(position, number): (usize, &Shape)| {
            let known = self.constant(ty, position as u64);
            Some((self.terms().equal(value, known), constant_value(number)?))
        };
        numbers.iter().enumerate().map(condition).collect()
    }
}
