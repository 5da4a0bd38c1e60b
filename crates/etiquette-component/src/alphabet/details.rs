//! Details of arguments: what a client knows of an object that it hands in, beside whether it is null.
//!
//! A detail is a parameter of its own, behind those that a client writes: `data.length` for the array `data`. An array
//! that is not there has no length: nothing may depend on it.

use std::borrow::Cow;

use etiquette_logic::Symbol;

use crate::component::{Action, Binding, Component, Method, Type};
use crate::print::quoted;

/// How the length of an array ends, as the source language writes it.
const LENGTH: &str = ".length";

impl Type {
    /// The type of lengths: an `int` that is never negative.
    pub const LENGTH: Type = Type::Int { width: 31, signed: false };
}

/// The name of the parameter that another one, by its name, is the length of.
pub fn length_of(name: &str) -> Option<&str> {
    name.strip_suffix(LENGTH)
}

/// The name of the parameter that is the length of another.
pub fn length_name(array: &str) -> String {
    format!("{array}{LENGTH}")
}

/// How many of a method's parameters a client writes; the rest are details of these.
pub fn written_count<'a>(names: impl Iterator<Item = &'a str> + Clone) -> usize {
    let is_written = |name: &&str| length_of(name).is_none_or(|array| names.clone().all(|other| other != array));
    names.clone().filter(is_written).count()
}

/// A parameter's name in an expression: what is a detail is written as in the source language.
pub fn parameter_name(name: &str) -> Cow<'_, str> {
    match length_of(name).map(quoted) {
        Some(Cow::Borrowed(_)) => name.into(),
        _ => quoted(name),
    }
}

impl Binding {
    /// Whether it is the length of a parameter. In expressions such a length is an `int` as any other.
    pub fn is_length(&self) -> bool {
        self.ty == Type::LENGTH && length_of(&self.name).is_some()
    }
}

impl Method {
    /// How many of the parameters a client writes; the rest are details of these.
    pub fn written_parameters(&self) -> usize {
        written_count(self.parameters.iter().map(|parameter| parameter.name.as_str()))
    }

    /// The parameter that is the length of another one, by position.
    pub fn length_parameter(&self, array: usize) -> Option<usize> {
        let name = length_name(&self.parameters[array].name);
        self.parameters.iter().position(|parameter| parameter.name == name)
    }
}

impl Component {
    /// Whether anything in a method depends on a parameter.
    pub fn reads(&self, method: &Method, parameter: Symbol) -> bool {
        method.body.edges.iter().any(|edge| match edge.action {
            Action::Assume(term, _) | Action::Assign(_, term, _) => self.terms.symbols_of(term).contains(&parameter),
            _ => false,
        })
    }

    /// The parameter that is the length of another one, by position, where anything depends on it.
    pub fn length_read(&self, method: &Method, array: usize) -> Option<usize> {
        method.length_parameter(array).filter(|&length| self.reads(method, method.parameters[length].symbol))
    }
}
