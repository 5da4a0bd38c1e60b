//! Guards in Java: numbers of up to 32 bits are `int` there, wider ones `long`.
//!
//! Narrow numbers are cut down to their width after each operation, as the terms mean it.

use etiquette_automata::ITSELF;
use etiquette_component::ANOTHER;
use etiquette_logic::{BinaryOp, UnaryOp, mask};

use super::Language;

/// The type of what an argument says, which only its class knows.
pub(crate) const ANSWER: &str = "what an argument says";

/// Java, and what it can call the values of a method's parameters.
pub(crate) struct Java<'a> {
    /// The parameters' names in the code.
    pub names: &'a [String],
    /// The parameters' types in the code.
    pub types: &'a [String],
    /// The object that is watched.
    pub itself: &'a str,
    /// For each parameter the constants of its type, where that is an enum.
    pub constants: &'a [Vec<String>],
    /// The role that another object plays beside the one that is watched, where there is one.
    pub role: Option<&'a str>,
}

/// What the code calls the object whose place in the protocol is looked at, where there are several.
pub(crate) const PART: &str = "part$";

impl Language for Java<'_> {
    fn number(&self, name: &str, width: u32, signed: bool) -> String {
        if signed || width == 64 { name.to_string() } else { cut(name, width) }
    }

    fn constant(&self, value: i64, width: u32) -> String {
        let suffix = if width > 32 { "L" } else { "" };
        if value < 0 { format!("({value}{suffix})") } else { format!("{value}{suffix}") }
    }

    fn unary(&self, op: UnaryOp, width: u32, operand: &str) -> Option<String> {
        Some(match op {
            UnaryOp::Not => format!("!{operand}"),
            UnaryOp::BitNot => format!("(~{operand})"),
            UnaryOp::Negate => cut(&format!("(-{operand})"), width),
            UnaryOp::SignExtend(to) => widened(operand, width, to),
            UnaryOp::ZeroExtend(to) => unsigned(&widened(operand, width, to), width, to),
            UnaryOp::Extract { high, low } => {
                let shifted = if low == 0 { operand.to_string() } else { format!("({operand} >> {low})") };
                let result = high - low + 1;
                let narrowed = if width > 32 && result <= 32 { format!("((int) {shifted})") } else { shifted };
                cut(&narrowed, result)
            }
        })
    }

    fn binary(&self, op: BinaryOp, width: u32, [a, b]: [&str; 2], second: Option<i64>) -> Option<String> {
        let wrapped = |operator: &str| Some(cut(&format!("({a} {operator} {b})"), width));
        let divisor = second.filter(|divisor| *divisor != 0);
        match op {
            BinaryOp::UnsignedLess => Some(format!("({} < 0)", compared(a, b, width))),
            BinaryOp::UnsignedLessEqual => Some(format!("({} <= 0)", compared(a, b, width))),
            BinaryOp::Add => wrapped("+"),
            BinaryOp::Sub => wrapped("-"),
            BinaryOp::Mul => wrapped("*"),
            // Where a divisor may be zero, Java throws and a term does not.
            BinaryOp::SignedDiv => divisor.and_then(|_| wrapped("/")),
            BinaryOp::SignedRem if second.is_none() => Some(self.choice(&format!("({b} == 0)"), a, &wrapped("%")?)),
            BinaryOp::SignedRem => divisor.and_then(|_| wrapped("%")),
            BinaryOp::ShiftLeft if width.is_power_of_two() => shifted("<<", a, b, width),
            BinaryOp::ShiftRightArithmetic if width.is_power_of_two() => shifted(">>", a, b, width),
            BinaryOp::ShiftRightLogical if width.is_power_of_two() => {
                shifted(">>>", &unsigned(a, width, width.max(32)), b, width)
            }
            _ => None,
        }
    }

    fn choice(&self, condition: &str, then: &str, otherwise: &str) -> String {
        format!("({condition} ? {then} : {otherwise})")
    }

    fn is_named(&self, parameter: usize, value: &str) -> Option<String> {
        let (name, ty) = (self.names.get(parameter)?, self.types.get(parameter)?);
        if matches!(ty.as_str(), "float" | "double") {
            return None;
        }
        if value == "null" {
            return Some(format!("({name} == null)"));
        }
        if let Some(object) = self.object(parameter, value) {
            return Some(object);
        }
        if value == ITSELF {
            return Some(format!("({name} == {})", self.itself));
        }
        if ty == "java.lang.String" && value.len() > 1 && value.starts_with('"') && value.ends_with('"') {
            return Some(format!("{value}.equals({name})"));
        }
        if ty == ANSWER {
            return Some(format!("EtiquetteProtocol.isNamed({name}, \"{value}\")"));
        }
        let is_constant = self.constants.get(parameter)?.iter().any(|constant| constant == value);
        is_constant.then(|| format!("({name} == {ty}.{value})"))
    }
}

impl Java<'_> {
    /// That a parameter is one of several objects; what is a constant of an enum is none.
    fn object(&self, parameter: usize, value: &str) -> Option<String> {
        let (name, role) = (self.names.get(parameter)?, self.role?);
        let is_object = self.constants.get(parameter).is_none_or(Vec::is_empty);
        match value {
            ITSELF => Some(format!("protocol.isMain({name})")),
            ANOTHER if is_object => Some(format!("protocol.isAnother({PART}, {name})")),
            _ if is_object && value == role => Some(format!("EtiquetteProtocol.plays({PART}, {name})")),
            _ => None,
        }
    }
}

/// A number cut down to a width, as a signed one.
fn cut(text: &str, width: u32) -> String {
    match width {
        8 => format!("((byte) {text})"),
        16 => format!("((short) {text})"),
        32 | 64 => text.to_string(),
        ..32 => format!("({text} << {0} >> {0})", 32 - width),
        _ => format!("({text} << {0} >> {0})", 64 - width),
    }
}

fn widened(text: &str, from: u32, to: u32) -> String {
    if from <= 32 && to > 32 { format!("((long) {text})") } else { text.to_string() }
}

/// A signed number of a width, as an unsigned one of another type; it stays what it is where that type is no wider.
fn unsigned(text: &str, width: u32, to: u32) -> String {
    match (width, to) {
        (32, 32) | (64, _) => text.to_string(),
        (_, ..=32) => format!("({text} & {:#x})", mask(width)),
        _ => format!("({text} & {:#x}L)", mask(width)),
    }
}

fn compared(a: &str, b: &str, width: u32) -> String {
    let ty = if width > 32 { "Long" } else { "Integer" };
    let to = width.max(32);
    format!("{ty}.compareUnsigned({}, {})", unsigned(a, width, to), unsigned(b, width, to))
}

fn shifted(operator: &str, a: &str, b: &str, width: u32) -> Option<String> {
    Some(cut(&format!("({a} {operator} ({b} & {}))", width - 1), width))
}
