//! String constants: where code compares strings, a string is null, one of the constants that the code has, or any
//! other.
//!
//! The constants are those of the class, of its superclasses and of the classes nested with them. Constants are
//! interned (5.1 of the JVM specification), so two of them are the same object exactly if they are equal. Where no code
//! compares strings, they are objects like any other. A constant that is handed to a method is known there, whatever
//! class it belongs to.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use etiquette_component::Type;
use etiquette_logic::Term;

use super::calls::Call;
use super::definitions::definition;
use super::flow::{Flow, Point, Slot};
use super::intrinsics::Known;
use super::model::{About, Cause, NULL, OBJECT, number_type};
use super::shape::Shape;
use super::world::World;
use crate::class::{Class, Constant, Instruction, Member};
use crate::code::{Register, Statement, Value};
use crate::hierarchy::Answer;

/// Of more constants than this none is told apart: they are messages, not states.
const MAX_CONSTANTS: usize = 100;

/// The first value that stands for a constant.
const FIRST: u64 = 2;

/// What else can be asked of a constant than whether it equals another.
const OBSERVERS: [&str; 7] = ["charAt", "contains", "endsWith", "equalsIgnoreCase", "isEmpty", "length", "startsWith"];

pub(super) const STRING: &str = "java/lang/String";

impl World<'_> {
    /// The string constants that are told apart in a class; none if no code of it compares strings.
    pub fn compared_string_constants(&self, class: &Arc<Class>) -> Vec<String> {
        let own = self.superclasses(class).into_iter().filter(|class| class.name != "java/lang/Object");
        let classes: Vec<Arc<Class>> = own.flat_map(|class| self.nest(&class).to_vec()).collect();
        let methods = classes.iter().flat_map(|class| &class.methods);
        let code = methods.filter_map(|method| method.code.as_ref()).flat_map(|code| &code.instructions);
        let instructions: Vec<&Instruction> = code.map(|(_, instruction)| instruction).collect();
        let found: BTreeSet<String> = match instructions.iter().any(|instruction| compares_strings(instruction)) {
            true => instructions.into_iter().filter_map(readable_constant).collect(),
            false => constants_in_fields(&instructions),
        };
        if found.len() > MAX_CONSTANTS { Vec::new() } else { found.into_iter().collect() }
    }
}

fn compares_strings(instruction: &Instruction) -> bool {
    let Instruction::Invoke(_, member) = instruction else { return false };
    let is_comparison = matches!(member.name.as_str(), "equals" | "hashCode");
    is_comparison && matches!(member.class.as_str(), STRING | "java/util/Objects")
}

/// The constants that code puts into fields, gives back, or compares by `==`, if it asks anything of strings.
fn constants_in_fields(instructions: &[&Instruction]) -> BTreeSet<String> {
    let asks = |instruction: &&Instruction| match instruction {
        Instruction::IfSame(..) => true,
        Instruction::Invoke(_, member) => member.class == STRING && OBSERVERS.contains(&member.name.as_str()),
        _ => false,
    };
    let is_put = |instruction: &Instruction| match instruction {
        Instruction::PutField(member) | Instruction::PutStatic(member) => member.descriptor == "Ljava/lang/String;",
        _ => false,
    };
    let are_put = instructions.windows(2).any(|pair| readable_constant(pair[0]).is_some() && is_put(pair[1]));
    if !are_put || !instructions.iter().any(asks) {
        return BTreeSet::new();
    }
    let is_kept = |next: &Instruction| is_put(next) || matches!(next, Instruction::IfSame(..) | Instruction::Return(_));
    let kept = instructions.windows(2).filter(|pair| is_kept(pair[1]));
    kept.filter_map(|pair| readable_constant(pair[0])).collect()
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

    /// The value of a constant that a method was given.
    fn text_value(&mut self, point: &Point, register: Register, ty: Type) -> Option<Term> {
        let Some(Shape::Text(text)) = point.frame.get(register) else { return None };
        let position = self.model.string_constants.iter().position(|known| **known == **text)?;
        Some(self.constant(ty, FIRST + position as u64))
    }

    /// The constant that a register holds, if the text of the code, or of a caller's, shows it.
    pub fn known_text(&self, point: &Point, register: Register) -> Option<Rc<str>> {
        if let Some(Shape::Text(text)) = point.frame.get(register) {
            return Some(Rc::clone(text));
        }
        match self.known_constant(point, register)? {
            Constant::String(text) if !text.contains(char::REPLACEMENT_CHARACTER) => Some(text.as_str().into()),
            _ => None,
        }
    }

    fn known_constant(&self, point: &Point, register: Register) -> Option<&Constant> {
        match definition(&self.contexts[point.context].code, point.offset, register)?.1 {
            Statement::Assign(_, Value::Constant(constant)) => Some(constant),
            _ => None,
        }
    }

    /// What a string call is given beside the string, if these are constants.
    fn known_arguments(&self, point: &Point, arguments: &[Register]) -> Option<Vec<Constant>> {
        let known = |register: &Register| match self.known_text(point, *register) {
            Some(text) => Some(Constant::String(text.to_string())),
            None => self.known_constant(point, *register).cloned(),
        };
        arguments.iter().map(known).collect()
    }

    /// A call on a string, one of whose constants it is known to be, with constants.
    fn observe_string(&mut self, mut point: Point, call: &Call<'_>) -> Known {
        let (Some((&text, others)), Some(target)) = (call.arguments.split_first(), call.result) else {
            return Known::Unknown(point);
        };
        let Some(given) = self.known_arguments(&point, others) else { return Known::Unknown(point) };
        let answer = |text: &str| observe(text, call.member, &given);
        if let Some(known) = self.known_text(&point, text) {
            let Some(answer) = answer(&known) else { return Known::Unknown(point) };
            let answer = self.terms().bits(32, answer.into());
            self.set_int(&mut point, target, answer);
            return Known::Returned(point);
        }
        let is_comparison = matches!(call.member.name.as_str(), "equals" | "hashCode" | "isEmpty" | "length");
        let (Some(Shape::String), Some(ty), false) = (point.frame.get(text), self.model.string_type(), is_comparison)
        else {
            return Known::Unknown(point);
        };
        let answers: Option<Vec<u32>> = self.model.string_constants.iter().map(|text| answer(text)).collect();
        let (Some(answers), Some(result)) = (answers, call.result_type().as_ref().and_then(number_type)) else {
            return Known::Unknown(point);
        };
        let value = self.string_value(&point, text, ty);
        self.left_open = "what a string says that is no constant".into();
        let any = self.any(&mut point, target, result);
        self.set_number(&mut point, target, result, any);
        let any = self.int(&point, target);
        let answer = self.by_constant(value, any, answers);
        self.set_int(&mut point, target, answer);
        Known::Returned(point)
    }

    /// The value of the string in a register.
    pub fn string_value(&mut self, point: &Point, register: Register, ty: Type) -> Term {
        if point.frame.get(register) == Some(&Shape::String) {
            return self.variable(point, register, Slot::Value, ty);
        }
        if let Some(value) = self.text_value(point, register, ty) {
            return value;
        }
        let is_null = self.is_null(point, register);
        let (null, other) = (self.constant(ty, NULL), self.constant(ty, OBJECT));
        self.terms().ite(is_null, null, other)
    }

    /// Calls on a string that may be a constant; any other call comes back as it was.
    pub fn string_call(&mut self, point: Point, call: &Call<'_>) -> Known {
        let Call { member, arguments, .. } = *call;
        if member.class != STRING && member.class != "java/lang/CharSequence" && member.class != "java/lang/Object" {
            return Known::Unknown(point);
        }
        let mut point = match self.observe_string(point, call) {
            Known::Unknown(point) => point,
            known => return known,
        };
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
                let hashes = self.model.string_constants.iter().map(|text| hash(text) as u32).collect();
                let hash = self.by_constant(value, any, hashes);
                self.set_int(&mut point, target, hash);
            }
            ("charAt", "(I)C") => return self.character(point, target, value, arguments[1]),
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

    /// A character of a string at a constant position. Shorter strings do not have it.
    fn character(&mut self, mut point: Point, target: Register, value: Term, position: Register) -> Known {
        let Some(Constant::Int(position)) = self.known_constant(&point, position).cloned() else {
            return Known::Unknown(point);
        };
        let length = self.string_length(&mut point, target, value);
        let terms = self.terms();
        let position_term = terms.bits(32, position as u32 as u64);
        let is_beyond = terms.unsigned_less_equal(length, position_term);
        let (failing, fine) = self.fork(point, is_beyond);
        if let Some(failing) = failing {
            self.raise_because(failing, "java/lang/StringIndexOutOfBoundsException", Cause::Elsewhere);
        }
        let Some(mut point) = fine else { return Known::Thrown };
        let any = self.any(&mut point, target, Type::Int { width: 16, signed: false });
        let any = self.terms().zero_extend(any, 32);
        let at = |text: &String| text.encode_utf16().nth(usize::try_from(position).unwrap_or(usize::MAX));
        let characters = self.model.string_constants.iter().map(|text| at(text).unwrap_or_default().into()).collect();
        let character = self.by_constant(value, any, characters);
        self.set_int(&mut point, target, character);
        Known::Returned(point)
    }

    fn string_length(&mut self, point: &mut Point, target: Register, value: Term) -> Term {
        let any = self.any_length(point, target);
        let lengths = self.model.string_constants.iter().map(|text| length(text)).collect();
        self.by_constant(value, any, lengths)
    }

    /// The number that belongs to the constant; for other strings it is the one that is given.
    fn by_constant(&mut self, value: Term, other: Term, numbers: Vec<u32>) -> Term {
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

/// What a method of `String` says of a constant and others, if it is one of [`OBSERVERS`] or a comparison.
fn observe(text: &str, called: &Member, given: &[Constant]) -> Option<u32> {
    let answer = match (called.name.as_str(), called.descriptor.as_str(), given) {
        ("isEmpty", "()Z", []) => text.is_empty().into(),
        ("length", "()I", []) => length(text),
        ("hashCode", "()I", []) => hash(text) as u32,
        ("charAt", "(I)C", [Constant::Int(position)]) => {
            text.encode_utf16().nth(usize::try_from(*position).ok()?)?.into()
        }
        ("equals", "(Ljava/lang/Object;)Z", [Constant::String(other)]) => (text == other).into(),
        ("equalsIgnoreCase", "(Ljava/lang/String;)Z", [Constant::String(other)])
            if text.is_ascii() && other.is_ascii() =>
        {
            text.eq_ignore_ascii_case(other).into()
        }
        ("startsWith", "(Ljava/lang/String;)Z", [Constant::String(other)]) => text.starts_with(other.as_str()).into(),
        ("endsWith", "(Ljava/lang/String;)Z", [Constant::String(other)]) => text.ends_with(other.as_str()).into(),
        ("contains", "(Ljava/lang/CharSequence;)Z", [Constant::String(other)]) => text.contains(other.as_str()).into(),
        _ => return None,
    };
    Some(answer)
}

/// `String.length()`.
fn length(text: &str) -> u32 {
    text.encode_utf16().count() as u32
}

/// `String.hashCode()`.
fn hash(text: &str) -> i32 {
    text.encode_utf16().fold(0_i32, |hash, unit| hash.wrapping_mul(31).wrapping_add(i32::from(unit)))
}

#[cfg(test)]
mod tests {
    use crate::class::{Constant, Member};

    #[test]
    fn hashes_are_those_of_the_jdk() {
        assert_eq!(super::hash("hello"), 99_162_322);
        assert_eq!(super::hash("polygenelubricants"), i32::MIN);
    }

    #[test]
    fn what_is_asked_of_constants_is_what_the_jdk_says() {
        let observe = |text: &str, name: &str, descriptor: &str, given: &[Constant]| {
            let (class, name, descriptor) = (super::STRING.to_owned(), name.to_owned(), descriptor.to_owned());
            super::observe(text, &Member { class, name, descriptor }, given)
        };
        let text = |text: &str| [Constant::String(text.to_owned())];
        assert_eq!(observe("", "isEmpty", "()Z", &[]), Some(1));
        assert_eq!(observe("\u{1f600}", "length", "()I", &[]), Some(2));
        assert_eq!(observe("\u{1f600}", "charAt", "(I)C", &[Constant::Int(1)]), Some(0xde00));
        assert_eq!(observe("ab", "charAt", "(I)C", &[Constant::Int(2)]), None);
        assert_eq!(observe("ab", "charAt", "(I)C", &[Constant::Int(-1)]), None);
        assert_eq!(observe("Open", "equalsIgnoreCase", "(Ljava/lang/String;)Z", &text("oPEN")), Some(1));
        // Which letters are the same otherwise is the JDK's to say.
        assert_eq!(observe("\u{131}", "equalsIgnoreCase", "(Ljava/lang/String;)Z", &text("I")), None);
        assert_eq!(observe("closed", "contains", "(Ljava/lang/CharSequence;)Z", &text("lose")), Some(1));
        assert_eq!(observe("closed", "equals", "(Ljava/lang/Object;)Z", &[Constant::Null]), None);
    }
}
