//! What the user wants to know about a class.

/// Which exceptions are errors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ErrorChoice {
    /// A class of exceptions, subclasses included, by simple or full name.
    Class(String),
    /// Exactly this class.
    Exactly(String),
    /// Failing assertions.
    Assertions,
}

/// What the user wants to know about a class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request {
    /// The class, as a person writes it.
    pub class: String,
    /// The methods that a client calls, by name or by name and parameter types; empty: all public ones.
    pub methods: Vec<String>,
    /// What counts as an error; empty: every exception that leaves a method.
    pub errors: Vec<ErrorChoice>,
    /// Exceptions that are outcomes although `errors` has them.
    pub outcomes: Vec<String>,
    /// How deep calls are followed.
    pub inline_depth: usize,
}

impl Request {
    /// Everything about a class.
    pub fn new(class: impl Into<String>) -> Self {
        let class = class.into();
        Request { class, methods: Vec::new(), errors: Vec::new(), outcomes: Vec::new(), inline_depth: 8 }
    }
}

/// Whether a class is meant by a name that may lack the package: `IOException`, `java.io.IOException`.
pub(super) fn is_named(internal: &str, written: &str) -> bool {
    let full = internal.replace('/', ".");
    full == written || full.rsplit(['.', '$']).next() == Some(written) || full.ends_with(&format!(".{written}"))
}
