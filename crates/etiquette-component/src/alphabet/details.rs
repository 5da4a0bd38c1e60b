//! Details of arguments: what a client knows of an object that it hands in, beside whether it is null.
//!
//! A detail is a parameter of its own, behind those that a client writes: `data.length` for the array `data`, `n.value`
//! for the number in the box `n`. What is not there has no details: nothing may depend on them.

use etiquette_logic::Symbol;

use super::registers::register_of;
use crate::component::{Action, Binding, Component, Method, Type};

/// What is known of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// The length of an array.
    Length,
    /// The number, or truth value, in a box.
    Value,
}

impl Detail {
    /// All kinds.
    pub const ALL: [Detail; 2] = [Detail::Length, Detail::Value];

    /// Its name behind the dot.
    pub fn word(self) -> &'static str {
        match self {
            Detail::Length => "length",
            Detail::Value => "value",
        }
    }

    /// The name of the parameter that is this detail of another.
    pub fn name_for(self, argument: &str) -> String {
        format!("{argument}.{}", self.word())
    }

    /// Which detail a parameter is, and of which other one, by its name.
    pub fn read(name: &str) -> Option<(&str, Detail)> {
        let (argument, word) = name.rsplit_once('.')?;
        Detail::ALL.into_iter().find(|detail| detail.word() == word).map(|detail| (argument, detail))
    }
}

impl Type {
    /// The type of lengths: an `int` that is never negative.
    pub const LENGTH: Type = Type::Int { width: 31, signed: false };
}

/// How many of a method's parameters a client writes; the rest are details of these, and registers.
pub fn written_count<'a>(names: impl Iterator<Item = &'a str> + Clone) -> usize {
    let is_detail = |name: &str| Detail::read(name).is_some_and(|(of, _)| names.clone().any(|other| other == of));
    names.clone().filter(|name| register_of(name).is_none() && !is_detail(name)).count()
}

impl Binding {
    /// Whether it is the length of a parameter. In expressions such a length is an `int` as any other.
    pub fn is_length(&self) -> bool {
        self.ty == Type::LENGTH && matches!(Detail::read(&self.name), Some((_, Detail::Length)))
    }
}

impl Method {
    /// How many of the parameters a client writes; the rest are details of these, and registers.
    pub fn written_parameters(&self) -> usize {
        written_count(self.parameters.iter().map(|parameter| parameter.name.as_str()))
    }

    /// The parameter that is a detail of another one, by position, and which.
    pub fn detail_parameter(&self, argument: usize) -> Option<(usize, Detail)> {
        let argument = self.parameters[argument].name.as_str();
        let detail = |name: &str| Detail::read(name).filter(|(of, _)| *of == argument).map(|(_, detail)| detail);
        self.parameters.iter().enumerate().find_map(|(index, known)| Some((index, detail(&known.name)?)))
    }

    /// Whether a symbol stands for a detail of an argument.
    pub fn is_detail(&self, symbol: Symbol) -> bool {
        let of = |known: &Binding| Detail::read(&known.name).map(|(argument, _)| argument.to_owned());
        let found = self.parameters.iter().find(|known| known.symbol == symbol);
        let found = found.filter(|known| register_of(&known.name).is_none()).and_then(of);
        found.is_some_and(|argument| self.parameters.iter().any(|known| known.name == argument))
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

    /// The parameter that is a detail of another one, by position, where anything depends on it.
    pub fn detail_read(&self, method: &Method, argument: usize) -> Option<(usize, Detail)> {
        method.detail_parameter(argument).filter(|(detail, _)| self.reads(method, method.parameters[*detail].symbol))
    }
}
