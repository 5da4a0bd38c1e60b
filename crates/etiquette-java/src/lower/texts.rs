//! String constants: where code compares strings, a string is null, one of the constants that the code has, or any other.
//!
//! The constants are those of the class, of its superclasses and of the classes nested with them. Constants are interned (5.1 of the JVM
//! specification), so two of them are the same object exactly if they are equal. Where no code compares strings, they are objects like any other.

use std::collections::BTreeSet;
use std::sync::Arc;

use etiquette_component::Type;
use etiquette_logic::Term;

use super::flow::{Flow, Point, Slot};
use super::intrinsics::Known;
use super::model::{NULL, OBJECT};
use super::shape::Shape;
use super::world::World;
use crate::class::{Class, Constant, Instruction, Member};
use crate::code::Register;
use crate::hierarchy::Answer;

/// Of more constants than this none is told apart: they are messages, not states.
const MAX_CONSTANTS: usize = 100;

/// The first value that stands for a constant.
const FIRST: u64 = 2;

pub(super) const STRING: &str = "java/lang/String";

impl World<'_> {
    /// The string constants that are told apart in a class; none if no code of it compares strings.
    pub fn told_apart(&self, class: &Arc<Class>) -> Vec<String> {
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
    pub fn set_text_constant(&mut self, point: &mut Point, register: Register, text: &str) -> Option<()> {
        let position = self.model.texts.iter().position(|known| known == text)?;
        let value = self.text_constant(FIRST + position as u64)?;
        self.set_text(point, register, value);
        Some(())
    }

    /// A string by its value.
    pub fn set_text(&mut self, point: &mut Point, register: Register, value: Term) {
        let Some(ty) = self.model.text_type() else { return };
        let symbol = self.symbol(point.context, register, Slot::Value, ty);
        self.assign(point, symbol, value);
        point.frame.set(register, Shape::Text);
    }

    fn text_constant(&mut self, value: u64) -> Option<Term> {
        let ty = self.model.text_type()?;
        let sort = self.model.component.sort(ty);
        Some(self.model.component.terms.constant(sort, value))
    }

    /// The value of the string in a register.
    pub fn text_value(&mut self, point: &Point, register: Register, ty: Type) -> Term {
        if point.frame.get(register) == Some(&Shape::Text) {
            let symbol = self.symbol(point.context, register, Slot::Value, ty);
            return self.model.component.terms.symbol(symbol);
        }
        let is_null = self.is_null(point, register);
        let sort = self.model.component.sort(ty);
        let terms = &mut self.model.component.terms;
        let (null, other) = (terms.constant(sort, NULL), terms.constant(sort, OBJECT));
        terms.ite(is_null, null, other)
    }

    /// Calls on a string that may be a constant; any other call comes back as it was.
    pub fn text_call(
        &mut self,
        mut point: Point,
        member: &Member,
        arguments: &[Register],
        result: Option<Register>,
    ) -> Known {
        let (Some(&text), Some(target), Some(ty)) = (arguments.first(), result, self.model.text_type()) else {
            return Known::Unknown(point);
        };
        if point.frame.get(text) != Some(&Shape::Text) {
            return Known::Unknown(point);
        }
        let value = self.text_value(&point, text, ty);
        match (member.name.as_str(), member.descriptor.as_str()) {
            ("equals", "(Ljava/lang/Object;)Z") => {
                let equal = self.equal_texts(&mut point, value, arguments[1], ty);
                self.set_bool(&mut point, target, equal);
            }
            ("hashCode", "()I") => {
                self.note(&point, "the hash code of a string that is no constant may be any");
                let any = self.any(&mut point, target, super::values::INT);
                let hash = self.by_constant(value, any, |text| hash(text) as u32);
                self.set_int(&mut point, target, hash);
            }
            ("length", "()I") => {
                let any = self.any_length(&mut point, target);
                let length = self.by_constant(value, any, |text| text.encode_utf16().count() as u32);
                self.set_int(&mut point, target, length);
            }
            ("isEmpty", "()Z") => {
                let any = self.any_length(&mut point, target);
                let length = self.by_constant(value, any, |text| text.encode_utf16().count() as u32);
                let zero = self.model.component.terms.bits(32, 0);
                let empty = self.model.component.terms.equal(length, zero);
                self.set_bool(&mut point, target, empty);
            }
            ("toString", "()Ljava/lang/String;") | ("intern", "()Ljava/lang/String;") => {
                self.copy(&mut point, text, target);
            }
            _ => return Known::Unknown(point),
        }
        Known::Returned(point)
    }

    /// A number that depends on the constant; for other strings it is the one that is given.
    fn by_constant(&mut self, value: Term, other: Term, number: impl Fn(&str) -> u32) -> Term {
        let numbers: Vec<u32> = self.model.texts.iter().map(|text| number(text)).collect();
        let width = self.model.component.terms.sort(value).width();
        let terms = &mut self.model.component.terms;
        numbers.into_iter().enumerate().fold(other, |rest, (index, number)| {
            let (constant, number) = (terms.bits(width, FIRST + index as u64), terms.bits(32, number.into()));
            let matches = terms.equal(value, constant);
            terms.ite(matches, number, rest)
        })
    }

    /// Whether a string that is there equals something: known for two constants, any result for other strings.
    fn equal_texts(&mut self, point: &mut Point, value: Term, other: Register, ty: Type) -> Term {
        if self.class_test(point, other, STRING) == Answer::No {
            return self.model.component.terms.bool(false);
        }
        let given = self.text_value(point, other, ty);
        self.equal_values(point, (value, given), other, ty)
    }

    /// Whether two references, one of them to a string, are the same object.
    pub fn same_texts(&mut self, point: &mut Point, a: Register, b: Register) -> Term {
        let Some(ty) = self.model.text_type() else { return self.model.component.terms.bool(false) };
        let values = (self.text_value(point, a, ty), self.text_value(point, b, ty));
        self.equal_values(point, values, a, ty)
    }

    /// Whether two references to strings are equal, by their values.
    fn equal_values(&mut self, point: &mut Point, (one, other): (Term, Term), register: Register, ty: Type) -> Term {
        self.note(point, "comparing strings that are no constants may give any result");
        let any = self.any(point, register, Type::Bool);
        let sort = self.model.component.sort(ty);
        let terms = &mut self.model.component.terms;
        let (null, unknown) = (terms.constant(sort, NULL), terms.constant(sort, OBJECT));
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
