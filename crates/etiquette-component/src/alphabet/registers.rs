//! Registers among parameters: what a client knows of the component itself, beside what it hands in.
//!
//! A register is a parameter behind those that a client writes and their details. It is called `this.count` there, so
//! that no parameter is called the same, and `count` where people read it, unless a parameter has that name.

use std::borrow::Cow;

use super::details::Detail;
use crate::component::{Binding, Exposed, Method};
use crate::print::quoted;
use crate::results::RESULT;

const PREFIX: &str = "this.";

/// The name of the parameter that tells what a register is.
pub fn register_parameter(register: &str) -> String {
    format!("{PREFIX}{register}")
}

/// The register that a parameter of this name tells.
pub fn register_of(parameter: &str) -> Option<&str> {
    parameter.strip_prefix(PREFIX)
}

/// The name as an expression reads it: with dots as in the source language, in quotes where it has anything else.
pub fn dotted(name: &str) -> Cow<'_, str> {
    let is_plain = name.split('.').all(|part| matches!(quoted(part), Cow::Borrowed(_)));
    if is_plain { name.into() } else { quoted(name) }
}

impl Method {
    /// The name of a variable in an expression for people.
    pub fn readable_name<'a>(&self, binding: &'a Binding) -> Cow<'a, str> {
        let is_taken = |register: &str| self.parameters.iter().any(|other| other.name == register);
        if self.result == Some(binding.symbol) {
            return RESULT.into();
        }
        match register_of(&binding.name) {
            Some(register) if is_taken(register) => dotted(&binding.name),
            Some(register) => dotted(register),
            None => match Detail::read(&binding.name) {
                Some((_, Detail::Instance(_))) => (&binding.name).into(),
                // What an observer says is written as in the source, where the argument's name can be.
                Some((argument, Detail::Observer(call))) => Detail::Observer(call).name_for(&dotted(argument)).into(),
                _ => dotted(&binding.name),
            },
        }
    }

    /// What it does with a register, if anything.
    pub fn exposed(&self, register: usize) -> Option<&Exposed> {
        self.registers.iter().find(|exposed| exposed.register == register)
    }
}
