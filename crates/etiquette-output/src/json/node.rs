//! What is said where a value can't be read as an interface.

use std::fmt;

use etiquette_certificates::json_node::{self, Complaint, kind_of};
use serde_json::Value;

/// A value of an interface.
pub type Node<'a> = json_node::Node<'a, ReadError>;

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

impl ReadError {
    fn at(path: &str, problem: impl Into<String>, advice: impl Into<String>) -> Self {
        ReadError { path: path.into(), position: None, problem: problem.into(), advice: advice.into() }
    }
}

impl Complaint for ReadError {
    const NULL_IS_MISSING: bool = true;

    fn expected(path: &str, what: &str, found: &Value) -> Self {
        let stands_here = match found {
            Value::Number(number) => format!("{number} stands here"),
            _ => format!("{} stands here", kind_of(found)),
        };
        ReadError::at(path, stands_here, format!("write {what}"))
    }

    fn missing(path: &str, key: &str) -> Self {
        ReadError::at(path, format!("the key \"{key}\" is missing"), format!("add \"{key}\""))
    }
}

/// Complaints that a value's place is added to.
pub trait Complain {
    /// An error about this value.
    fn error(&self, problem: impl Into<String>, advice: impl Into<String>) -> ReadError;
}

impl Complain for Node<'_> {
    fn error(&self, problem: impl Into<String>, advice: impl Into<String>) -> ReadError {
        ReadError::at(self.path(), problem, advice)
    }
}
