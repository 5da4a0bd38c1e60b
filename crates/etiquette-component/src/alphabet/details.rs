//! Details of arguments: what a client knows of an object that it hands in, beside whether it is null.
//!
//! A detail is a parameter of its own, behind those that a client writes: `data.length` for the array `data`, `n.value`
//! for the number in the box `n`, `key instanceof a.Key` for the class of `key`, `address.isUnresolved()` for what one of
//! its methods says when the call begins. What is not there has no details: nothing may depend on them.

use etiquette_logic::Symbol;

use super::registers::register_of;
use crate::component::{Action, Binding, Component, Method, Type};

/// What is known of an argument.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail<'a> {
    /// The length of an array.
    Length,
    /// The number, or truth value, in a box.
    Value,
    /// Whether it is an instance of a class.
    Instance(&'a str),
    /// What a method without parameters says that only looks at the object: `isUnresolved()`.
    Observer(&'a str),
}

/// The operator that asks for the class of an argument.
pub(crate) const INSTANCE_OF: &str = "instanceof";

impl<'a> Detail<'a> {
    /// The one that stands behind a dot with this word.
    pub(crate) fn behind_dot(word: &str) -> Option<Detail<'static>> {
        match word {
            "length" => Some(Detail::Length),
            "value" => Some(Detail::Value),
            _ => None,
        }
    }

    /// The name of the parameter that is this detail of another.
    pub fn name_for(self, argument: &str) -> String {
        match self {
            Detail::Length => format!("{argument}.length"),
            Detail::Value => format!("{argument}.value"),
            Detail::Instance(class) => format!("{argument} {INSTANCE_OF} {class}"),
            Detail::Observer(call) => format!("{argument}.{call}"),
        }
    }

    /// Which detail a parameter is, and of which other one, by its name.
    pub fn read(name: &'a str) -> Option<(&'a str, Detail<'a>)> {
        if let [argument, INSTANCE_OF, class] = name.split(' ').collect::<Vec<_>>()[..] {
            return Some((argument, Detail::Instance(class)));
        }
        let (argument, word) = name.rsplit_once('.').filter(|(argument, _)| !argument.is_empty())?;
        match word.ends_with("()") {
            true => Some((argument, Detail::Observer(word))),
            false => Detail::behind_dot(word).map(|detail| (argument, detail)),
        }
    }

    /// How words write an argument with what is known of it in braces: truth values that hold, `object{instanceof
    /// a.Key}`, or those that do not if none does, `object{!instanceof a.Key}`, and other values, `object{size() == 3}`.
    pub fn in_braces(argument: &str, known: &[(Detail<'_>, String)]) -> String {
        let any = known.iter().any(|(_, value)| value == "true");
        let is_left_out = |value: &str| any && value == "false";
        let parts = known.iter().filter(|(_, value)| !is_left_out(value)).map(|(detail, value)| detail.said(value));
        format!("{argument}{{{}}}", parts.collect::<Vec<_>>().join(" && "))
    }

    /// What stands in braces if it has a value.
    pub(crate) fn said(self, value: &str) -> String {
        let name = self.name_for("");
        let name = name.trim_start_matches([' ', '.']);
        match value {
            "true" => name.to_owned(),
            "false" => format!("!{name}"),
            value => format!("{name} == {value}"),
        }
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

    /// The parameters that are details of another one, by position, and which.
    pub fn details_of(&self, argument: usize) -> impl Iterator<Item = (usize, Detail<'_>)> {
        let argument = self.parameters[argument].name.as_str();
        let details = self.parameters.iter().enumerate();
        let details = details.filter_map(|(index, known)| Some((index, Detail::read(&known.name)?)));
        details.filter(move |(_, (of, _))| *of == argument).map(|(index, (_, detail))| (index, detail))
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

    /// The parameters that are details of another one, by position, where anything depends on them.
    pub fn details_read<'a>(&self, method: &'a Method, argument: usize) -> Vec<(usize, Detail<'a>)> {
        let is_read = |(detail, _): &(usize, Detail<'_>)| self.reads(method, method.parameters[*detail].symbol);
        method.details_of(argument).filter(is_read).collect()
    }
}
