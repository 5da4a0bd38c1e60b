//! What is said where a value can't be read as a certificate.

use std::fmt;

use serde_json::Value;

use super::node::{self, Complaint, kind_of};

/// A value of a certificate.
pub(super) type Node<'a> = node::Node<'a, Unreadable>;

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

impl Complaint for Unreadable {
    const NULL_IS_MISSING: bool = false;

    fn expected(path: &str, what: &str, found: &Value) -> Self {
        Unreadable { path: path.into(), problem: format!("expected {what}, found {}", kind_of(found)) }
    }

    fn missing(path: &str, key: &str) -> Self {
        Unreadable { path: path.into(), problem: format!("the key \"{key}\" is missing") }
    }
}

impl Node<'_> {
    pub(super) fn error(&self, problem: impl Into<String>) -> Unreadable {
        Unreadable { path: self.path().into(), problem: problem.into() }
    }

    /// A number that is smaller than `bound`, the number of the things that it counts.
    pub(super) fn number_below(&self, bound: usize, things: &str) -> Result<usize, Unreadable> {
        let number = self.number()?;
        Some(number)
            .filter(|number| *number < bound)
            .ok_or_else(|| self.error(format!("there is no {number}: it has {bound} {things}, counted from 0")))
    }
}
