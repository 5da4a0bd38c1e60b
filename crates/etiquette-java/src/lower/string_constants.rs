//! String constants: where code compares strings, a string is null, one of the constants that the code has, or any
//! other.
//!
//! The constants are those of the class, of its superclasses and of the classes nested with them. Constants are
//! interned (5.1 of the JVM specification), so two of them are the same object exactly if they are equal. Where no code
//! compares strings, they are objects like any other.

use std::collections::BTreeSet;
use std::sync::Arc;

use etiquette_component::Type;
use etiquette_logic::Term;

use super::calls::Call;
use super::flow::{Flow, Point, Slot};
use super::intrinsics::Known;
use super::model::{About, NULL, OBJECT};
use super::shape::Shape;
use super::world::World;
use crate::class::{Class, Constant, Instruction};
use crate::code::Register;
use crate::hierarchy::Answer;

/// Of more constants than this none is told apart: they are messages, not states.
const MAX_CONSTANTS: usize = 100;

/// The first value that stands for a constant.
const FIRST: u64 = 2;

pub(super) const STRING: &str = "java/lang/String";

impl World<'_> {
    /// The string constants that are told apart in a class; none if no code of it compares strings.
    pub fn compared_string_constants(&self, class: &Arc<Class>) -> Vec<String> {
        let own = self.superclasses(class).into_iter().filter(|class| class.name != "java/lang/Object");
        let classes: Vec<Arc<Class>> = own.flat_map(|class| self.nest(&class).to_vec()).collect();
        let methods = classes.iter().flat_map(|class| &class.methods);
        let code = methods.filter_map(|method| method.code.as_ref()).flat_map(|code| &code.instructions);
        let instructions: Vec<&Instruction> = code.map(|(_, instruction)| instruction).collect();
        if !instructions.iter().any(|instruction| compares_strings(instruction)) {
            return Vec::new();
        }
        let found: BTreeSet<String> = instructions.into_iter().filter_map(readable_constant).collect();
        if found.len() > MAX_CONSTANTS { Vec::new() } else { found.into_iter().collect() }
    }
}

fn compares_strings(instruction: &Instruction) -> bool {
    let Instruction::Invoke(_, member) = instruction else { return false };
    let is_comparison = matches!(member.name.as_str(), "equals" | "hashCode");
    is_comparison && matches!(member.class.as_str(), STRING | "java/util/Objects")
}

/// A constant whose characters are all known: what no text can hold was replaced when it was read.
fn readable_constant(instruction: &Instruction) -> Option<String> {
    match instruction {
        Instruction::Constant(Constant::String(text)) if !text.contains(char::REPLACEMENT_CHARACTER) => {
            Some(text.clone())
        }
        _ => None,
    }
}

impl Flow<'_, '_> {
    /// A string constant, if constants are told apart.
    pub fn set_string_constant(&mut self, point: &mut Point, register: Register, text: &str) -> Option<()> {
        let position = self.model.string_constants.iter().position(|known| known == text)?;
        let ty = self.model.string_type()?;
        let value = self.constant(ty, FIRST + position as u64);
        self.set_string(point, register, value);
        Some(())
    }

    /// A string by its value.
    pub fn set_string(&mut self, point: &mut Point, register: Register, value: Term) {
        let Some(ty) = self.model.string_type() else { return };
        self.put(point, register, (Slot::Value, ty), value);
        point.frame.set(register, Shape::String);
    }

    /// The value of the string in a register.
    pub fn string_value(&mut self, point: &Point, register: Register, ty: Type) -> Term {
        if point.frame.get(register) == Some(&Shape::String) {
            return self.variable(point, register, Slot::Value, ty);
        }
        let is_null = self.is_null(point, register);
        let (null, other) = (self.constant(ty, NULL), self.constant(ty, OBJECT));
        self.terms().ite(is_null, null, other)
    }

    /// Calls on a string that may be a constant; any other call comes back as it was.
    pub fn string_call(&mut self, mut point: Point, call: &Call<'_>) -> Known {
        let Call { member, arguments, .. } = *call;
        let (Some(&text), Some(target), Some(ty)) = (arguments.first(), call.result, self.model.string_type()) else {
            return Known::Unknown(point);
        };
        if point.frame.get(text) != Some(&Shape::String) {
            return Known::Unknown(point);
        }
        let value = self.string_value(&point, text, ty);
        match (member.name.as_str(), member.descriptor.as_str()) {
            ("equals", "(Ljava/lang/Object;)Z") => {
                let equal = self.equal_strings(&mut point, value, arguments[1], ty);
                self.set_bool(&mut point, target, equal);
            }
            ("hashCode", "()I") => {
                self.note(&point, About::Open, "the hash code of a string that is no constant may be any");
                let any = self.any(&mut point, target, super::values::INT);
                let hash = self.by_constant(value, any, |text| hash(text) as u32);
                self.set_int(&mut point, target, hash);
            }
            ("length", "()I") => {
                let length = self.string_length(&mut point, target, value);
                self.set_int(&mut point, target, length);
            }
            ("isEmpty", "()Z") => {
                let length = self.string_length(&mut point, target, value);
                let zero = self.terms().bits(32, 0);
                let empty = self.terms().equal(length, zero);
                self.set_bool(&mut point, target, empty);
            }
            ("toString", "()Ljava/lang/String;") | ("intern", "()Ljava/lang/String;") => {
                self.copy(&mut point, text, target);
            }
            _ => return Known::Unknown(point),
        }
        Known::Returned(point)
    }

    fn string_length(&mut self, point: &mut Point, target: Register, value: Term) -> Term {
        let any = self.any_length(point, target);
        self.by_constant(value, any, |text| text.encode_utf16().count() as u32)
    }

    /// A number that depends on the constant; for other strings it is the one that is given.
    fn by_constant(&mut self, value: Term, other: Term, number: impl Fn(&str) -> u32) -> Term {
        let numbers: Vec<u32> = self.model.string_constants.iter().map(|text| number(text)).collect();
        let width = self.terms().sort(value).width();
        let terms = self.terms();
        numbers.into_iter().enumerate().fold(other, |rest, (index, number)| {
            let (constant, number) = (terms.bits(width, FIRST + index as u64), terms.bits(32, number.into()));
            let matches = terms.equal(value, constant);
            terms.ite(matches, number, rest)
        })
    }

    /// Whether a string that is there equals something: known for two constants, any result for other strings.
    fn equal_strings(&mut self, point: &mut Point, value: Term, other: Register, ty: Type) -> Term {
        if self.class_test(point, other, STRING) == Answer::No {
            return self.terms().bool(false);
        }
        let given = self.string_value(point, other, ty);
        self.equal_values(point, (value, given), other, ty)
    }

    /// Whether two references, one of them to a string, are the same object.
    pub fn same_strings(&mut self, point: &mut Point, a: Register, b: Register) -> Term {
        let Some(ty) = self.model.string_type() else { return self.terms().bool(false) };
        let values = (self.string_value(point, a, ty), self.string_value(point, b, ty));
        self.equal_values(point, values, a, ty)
    }

    /// Whether two references to strings are equal, by their values.
    fn equal_values(&mut self, point: &mut Point, (one, other): (Term, Term), register: Register, ty: Type) -> Term {
        self.left_open = "what a string says that is no constant".into();
        let any = self.any(point, register, Type::Bool);
        let (null, unknown) = (self.constant(ty, NULL), self.constant(ty, OBJECT));
        let terms = self.terms();
        let unknowns = [one, other].map(|value| terms.equal(value, unknown));
        let nulls = [one, other].map(|value| terms.equal(value, null));
        let (is_unknown, is_null) = (terms.or(unknowns[0], unknowns[1]), terms.or(nulls[0], nulls[1]));
        let (there, same) = (terms.not(is_null), terms.equal(one, other));
        let maybe = terms.and(there, any);
        terms.ite(is_unknown, maybe, same)
    }
}

/// `String.hashCode()`.
fn hash(text: &str) -> i32 {
    text.encode_utf16().fold(0_i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)))
}

#[cfg(test)]
mod tests {
    #[test]
    fn hashes_are_those_of_the_jdk() {
        assert_eq!(super::hash("hello"), 99_162_322);
        assert_eq!(super::hash("polygenelubricants"), i32::MIN);
    }
}
