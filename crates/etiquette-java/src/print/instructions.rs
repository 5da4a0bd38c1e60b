//! Instructions of the JVM as text, in the order name, operands.

use std::fmt;

use super::{called_text, class_text, constant_text, member_text, type_text};
use crate::class::{Instruction, Invocation};

impl fmt::Display for Instruction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use Instruction as I;
        match self {
            I::Constant(constant) => write!(f, "push {}", constant_text(constant)),
            I::Load(kind, local) => write!(f, "load {} {local}", name(kind)),
            I::Store(kind, local) => write!(f, "store {} {local}", name(kind)),
            I::ArrayLoad(element) => write!(f, "array-load {}", name(element)),
            I::ArrayStore(element) => write!(f, "array-store {}", name(element)),
            I::Arithmetic(operation, kind) => write!(f, "{} {}", name(operation), name(kind)),
            I::Negate(kind) => write!(f, "negate {}", name(kind)),
            I::Increment(local, by) => write!(f, "increment {local} by {by}"),
            I::Convert(from, to) => write!(f, "convert {} to {}", name(from), name(to)),
            I::Compare { kind, nan_is_greater } => {
                write!(f, "compare {}{}", name(kind), if *nan_is_greater { " (NaN is greater)" } else { "" })
            }
            I::GetStatic(member) => write!(f, "get-static {}", member_text(member)),
            I::PutStatic(member) => write!(f, "put-static {}", member_text(member)),
            I::GetField(member) => write!(f, "get-field {}", member_text(member)),
            I::PutField(member) => write!(f, "put-field {}", member_text(member)),
            I::Invoke(kind, member) => write!(f, "invoke {} {}", invocation(*kind), called_text(member)),
            I::InvokeDynamic(site) => write!(f, "invoke dynamic {} by {}", site.name, member_text(&site.bootstrap)),
            I::New(class) => write!(f, "new {}", class_text(class)),
            I::NewArray(descriptor, dimensions) => write!(f, "new-array {} {dimensions}", type_text(descriptor)),
            I::CheckCast(class) => write!(f, "check-cast {}", class_text(class)),
            I::InstanceOf(class) => write!(f, "instance-of {}", class_text(class)),
            other => write_control(other, f),
        }
    }
}

/// Jumps, returns, and what rearranges the stack.
fn write_control(instruction: &Instruction, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    use Instruction as I;
    match instruction {
        I::IfZero(condition, target) => write!(f, "if {} zero goto {target}", name(condition)),
        I::IfInts(condition, target) => write!(f, "if {} goto {target}", name(condition)),
        I::IfSame(same, target) => write!(f, "if {} goto {target}", if *same { "same" } else { "not same" }),
        I::IfNull(null, target) => write!(f, "if {} goto {target}", if *null { "null" } else { "not null" }),
        I::Goto(target) => write!(f, "goto {target}"),
        I::JumpSubroutine(target) => write!(f, "jump-subroutine {target}"),
        I::ReturnSubroutine(local) => write!(f, "return-subroutine {local}"),
        I::Switch(cases, default) => write!(f, "switch {}", switch_text(cases, *default)),
        I::Return(Some(kind)) => write!(f, "return {}", name(kind)),
        I::Return(None) => write!(f, "return"),
        // The rest have no operands.
        plain => write!(f, "{}", name(plain)),
    }
}

pub(super) fn switch_text(cases: &[(i32, u32)], default: u32) -> String {
    let cases: String = cases.iter().map(|(key, target)| format!("{key}: {target}, ")).collect();
    format!("{{ {cases}otherwise: {default} }}")
}

pub(super) fn invocation(kind: Invocation) -> &'static str {
    match kind {
        Invocation::Virtual => "virtual",
        Invocation::Special => "special",
        Invocation::Static => "static",
        Invocation::Interface => "interface",
    }
}

/// The name of a variant in small letters, words joined by dashes: `ShiftRight` as `shift-right`.
pub(super) fn name(variant: &impl fmt::Debug) -> String {
    let mut text = String::new();
    for c in format!("{variant:?}").chars() {
        if c.is_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.extend(c.to_lowercase());
    }
    text
}
