//! A JSON value that knows its path, so that every complaint can say where it is.

use std::fmt;

use serde_json::Value;

/// Why a text could not be read as an interface.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadError {
    /// The path to the value (`states[1].next[0].to`); empty for the outermost value, or where the text is no JSON.
    pub path: String,
    /// The line and the column, from 1, where they are known.
    pub position: Option<(usize, usize)>,
    /// What is wrong.
    pub problem: String,
    /// What to do about it.
    pub advice: String,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some((line, column)) = self.position {
            write!(f, "line {line}, column {column}: ")?;
        }
        if !self.path.is_empty() {
            write!(f, "{}: ", self.path)?;
        }
        write!(f, "{}; {}", self.problem, self.advice)
    }
}

impl std::error::Error for ReadError {}

/// A value with its path.
#[derive(Clone)]
pub struct Node<'a> {
    value: &'a Value,
    path: String,
}

impl<'a> Node<'a> {
    /// The outermost value.
    pub fn root(value: &'a Value) -> Self {
        Node { value, path: String::new() }
    }

    /// The value itself.
    pub fn value(&self) -> &'a Value {
        self.value
    }

    /// An error about this value.
    pub fn error(&self, problem: impl Into<String>, advice: impl Into<String>) -> ReadError {
        ReadError { path: self.path.clone(), position: None, problem: problem.into(), advice: advice.into() }
    }

    /// A field that must be there.
    pub fn field(&self, name: &str) -> Result<Node<'a>, ReadError> {
        let missing = || self.error(format!("the key \"{name}\" is missing"), format!("add \"{name}\""));
        self.optional(name)?.ok_or_else(missing)
    }

    /// A field that may be missing or null.
    pub fn optional(&self, name: &str) -> Result<Option<Node<'a>>, ReadError> {
        let fields = self.value.as_object().ok_or_else(|| self.expected("an object"))?;
        let dot = if self.path.is_empty() { "" } else { "." };
        let found = fields.get(name).filter(|value| !value.is_null());
        Ok(found.map(|value| Node { value, path: format!("{}{dot}{name}", self.path) }))
    }

    /// The items of an array.
    pub fn items(&self) -> Result<Vec<Node<'a>>, ReadError> {
        let items = self.value.as_array().ok_or_else(|| self.expected("an array"))?;
        let node = |(index, value)| Node { value, path: format!("{}[{index}]", self.path) };
        Ok(items.iter().enumerate().map(node).collect())
    }

    /// The items of a field, none where the field is missing.
    pub fn items_of(&self, name: &str) -> Result<Vec<Node<'a>>, ReadError> {
        self.optional(name)?.map_or(Ok(Vec::new()), |node| node.items())
    }

    /// The names and values of an object.
    pub fn entries(&self) -> Result<Vec<(&'a str, Node<'a>)>, ReadError> {
        let fields = self.value.as_object().ok_or_else(|| self.expected("an object"))?;
        let node = |(name, value): (&'a String, _)| {
            let path = format!("{}.{name}", self.path);
            (name.as_str(), Node { value, path })
        };
        Ok(fields.iter().map(node).collect())
    }

    /// A string.
    pub fn text(&self) -> Result<&'a str, ReadError> {
        self.value.as_str().ok_or_else(|| self.expected("a string"))
    }

    /// An array of strings.
    pub fn texts(&self) -> Result<Vec<String>, ReadError> {
        self.items()?.iter().map(|item| item.text().map(str::to_string)).collect()
    }

    /// A number that is whole and not negative.
    pub fn number(&self) -> Result<u64, ReadError> {
        self.value.as_u64().ok_or_else(|| self.expected("a whole number"))
    }

    /// Whether a field is there and true.
    pub fn flag(&self, name: &str) -> Result<bool, ReadError> {
        let Some(node) = self.optional(name)? else {
            return Ok(false);
        };
        node.value.as_bool().ok_or_else(|| node.expected("true or false"))
    }

    fn expected(&self, what: &str) -> ReadError {
        let found = match self.value {
            Value::Null => "null",
            Value::Bool(_) => "a truth value",
            Value::Number(_) => "a number",
            Value::String(_) => "a string",
            Value::Array(_) => "an array",
            Value::Object(_) => "an object",
        };
        match self.value {
            Value::Number(number) => self.error(format!("{number} stands here"), format!("write {what}")),
            _ => self.error(format!("{found} stands here"), format!("write {what}")),
        }
    }
}
