//! A JSON value that knows its path, so that every complaint can say where it is.

use std::marker::PhantomData;

use serde_json::Value;

/// What a reader of JSON says where a value is not what it should be. It is given the path to the value
/// (`states[1].next[0].to`), which is empty for the outermost one.
pub trait Complaint: Sized {
    /// Whether a key with the value `null` is the same as none.
    const NULL_IS_MISSING: bool;

    /// A value of another kind is expected.
    fn expected(path: &str, what: &str, found: &Value) -> Self;

    /// An object lacks a key.
    fn missing(path: &str, key: &str) -> Self;
}

/// What a value is, in words.
pub fn kind_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a truth value",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "an array",
        Value::Object(_) => "an object",
    }
}

/// A value with its path; what can be wrong with it is said as an `E`.
#[derive(Clone)]
pub struct Node<'a, E> {
    value: &'a Value,
    path: String,
    complaint: PhantomData<fn() -> E>,
}

impl<'a, E: Complaint> Node<'a, E> {
    /// The outermost value.
    pub fn root(value: &'a Value) -> Self {
        Node::at(value, String::new())
    }

    fn at(value: &'a Value, path: String) -> Self {
        Node { value, path, complaint: PhantomData }
    }

    /// The value itself.
    pub fn value(&self) -> &'a Value {
        self.value
    }

    /// Where it is.
    pub fn path(&self) -> &str {
        &self.path
    }

    fn expected(&self, what: &str) -> E {
        E::expected(&self.path, what, self.value)
    }

    /// A field that must be there.
    pub fn field(&self, name: &str) -> Result<Self, E> {
        self.optional(name)?.ok_or_else(|| E::missing(&self.path, name))
    }

    /// A field that may be missing.
    pub fn optional(&self, name: &str) -> Result<Option<Self>, E> {
        let fields = self.value.as_object().ok_or_else(|| self.expected("an object"))?;
        let dot = if self.path.is_empty() { "" } else { "." };
        let found = fields.get(name).filter(|value| !(E::NULL_IS_MISSING && value.is_null()));
        Ok(found.map(|value| Node::at(value, format!("{}{dot}{name}", self.path))))
    }

    /// The items of an array.
    pub fn items(&self) -> Result<Vec<Self>, E> {
        let items = self.value.as_array().ok_or_else(|| self.expected("an array"))?;
        let node = |(index, value)| Node::at(value, format!("{}[{index}]", self.path));
        Ok(items.iter().enumerate().map(node).collect())
    }

    /// The items of a field, none where the field is missing.
    pub fn items_of(&self, name: &str) -> Result<Vec<Self>, E> {
        self.optional(name)?.map_or(Ok(Vec::new()), |node| node.items())
    }

    /// The value itself where it is no array, else its items.
    pub fn one_or_more(self) -> Result<Vec<Self>, E> {
        if self.value.is_array() { self.items() } else { Ok(vec![self]) }
    }

    /// The names and values of an object.
    pub fn entries(&self) -> Result<Vec<(&'a str, Self)>, E> {
        let fields = self.value.as_object().ok_or_else(|| self.expected("an object"))?;
        let node = |(name, value): (&'a String, _)| (name.as_str(), Node::at(value, format!("{}.{name}", self.path)));
        Ok(fields.iter().map(node).collect())
    }

    /// A string.
    pub fn text(&self) -> Result<&'a str, E> {
        self.value.as_str().ok_or_else(|| self.expected("a string"))
    }

    /// An array of strings.
    pub fn texts(&self) -> Result<Vec<String>, E> {
        self.items()?.iter().map(|item| item.text().map(str::to_string)).collect()
    }

    /// A number that is whole and not negative.
    pub fn number<N: TryFrom<u64>>(&self) -> Result<N, E> {
        let number = self.value.as_u64().and_then(|number| N::try_from(number).ok());
        number.ok_or_else(|| self.expected("a whole number"))
    }

    /// Whether a field is there and true.
    pub fn flag(&self, name: &str) -> Result<bool, E> {
        let Some(node) = self.optional(name)? else {
            return Ok(false);
        };
        node.value.as_bool().ok_or_else(|| node.expected("true or false"))
    }
}
