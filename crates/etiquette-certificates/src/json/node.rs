//! A JSON value that knows its path, so that every complaint can say where it is.

use std::fmt;

use serde_json::Value;

/// Why a value could not be read as a certificate.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable {
    /// The path to the value (`loops[1].label`); empty for the outermost one.
    pub path: String,
    /// What is wrong, and what to do about it.
    pub problem: String,
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = if self.path.is_empty() { "the certificate" } else { &self.path };
        write!(f, "{place}: {}", self.problem)
    }
}

impl std::error::Error for Unreadable {}

/// A value with its path.
#[derive(Clone)]
pub struct Node<'a> {
    value: &'a Value,
    path: String,
}

impl<'a> Node<'a> {
    pub fn root(value: &'a Value) -> Self {
        Node { value, path: String::new() }
    }

    pub fn error(&self, problem: impl Into<String>) -> Unreadable {
        Unreadable { path: self.path.clone(), problem: problem.into() }
    }

    /// A field that must be there.
    pub fn field(&self, name: &str) -> Result<Node<'a>, Unreadable> {
        self.optional(name)?.ok_or_else(|| self.error(format!("the key \"{name}\" is missing")))
    }

    /// A field that may be missing.
    pub fn optional(&self, name: &str) -> Result<Option<Node<'a>>, Unreadable> {
        let fields = self.value.as_object().ok_or_else(|| self.expected("an object"))?;
        let dot = if self.path.is_empty() { "" } else { "." };
        Ok(fields.get(name).map(|value| Node { value, path: format!("{}{dot}{name}", self.path) }))
    }

    /// The items of a field that is an array.
    pub fn items_of(&self, name: &str) -> Result<Vec<Node<'a>>, Unreadable> {
        self.field(name)?.items()
    }

    pub fn items(&self) -> Result<Vec<Node<'a>>, Unreadable> {
        let items = self.value.as_array().ok_or_else(|| self.expected("an array"))?;
        let node = |(index, value)| Node { value, path: format!("{}[{index}]", self.path) };
        Ok(items.iter().enumerate().map(node).collect())
    }

    /// The value itself where it is no array, else its items.
    pub fn one_or_more(&self) -> Result<Vec<Node<'a>>, Unreadable> {
        if self.value.is_array() { self.items() } else { Ok(vec![self.clone()]) }
    }

    pub fn text(&self) -> Result<&'a str, Unreadable> {
        self.value.as_str().ok_or_else(|| self.expected("a string"))
    }

    /// A number, whatever it counts.
    pub fn number(&self) -> Result<usize, Unreadable> {
        let number = self.value.as_u64().and_then(|number| usize::try_from(number).ok());
        number.ok_or_else(|| self.expected("a whole number"))
    }

    /// A number that is smaller than `bound`, the number of the things that it counts.
    pub fn number_below(&self, bound: usize, things: &str) -> Result<usize, Unreadable> {
        let number = self.number()?;
        Some(number)
            .filter(|number| *number < bound)
            .ok_or_else(|| self.error(format!("there is no {number}: it has {bound} {things}, counted from 0")))
    }

    fn expected(&self, what: &str) -> Unreadable {
        let found = match self.value {
            Value::Null => "null",
            Value::Bool(_) => "a truth value",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "an array",
            Value::Object(_) => "an object",
        };
        self.error(format!("expected {what}, found {found}"))
    }
}
