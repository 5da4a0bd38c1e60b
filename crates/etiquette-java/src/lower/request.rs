//! What the user wants to know about a class.

use etiquette_component::passes::{Pass, SIMPLIFYING};

use super::signature::Signature;
use super::stubs::Stubs;
use crate::classpath::Models;

/// Which exceptions are errors.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ErrorChoice {
    /// A class of exceptions, subclasses included, by simple or full name.
    Class(String),
    /// Exactly this class.
    Exactly(String),
    /// Failing assertions.
    Assertions,
    /// Every exception that leaves a method.
    Any,
    /// What code throws on purpose: by a `throw` in the class, its package and its superclasses, or in static methods that
    /// they hand their checks to. Checked exceptions that nothing decides but what nobody knows before are none of
    /// them: files and peers fail, too.
    Deliberate,
    /// What the JVM itself throws: null, an index, a cast, a division by zero, a negative size.
    Implicit,
    /// Only where code of this method throws it.
    ThrownBy {
        /// The exception; `None`: any.
        exception: Option<Box<ErrorChoice>>,
        /// The class that declares the method, by simple or full name.
        class: String,
        /// The method.
        method: Signature,
    },
}

impl ErrorChoice {
    /// Reads `IllegalStateException`, `=Foo`, `assert`, `any`, `deliberate`, `implicit`, `@Foo.check`, `IllegalStateException@Foo.check(int)`.
    pub fn read(written: &str) -> ErrorChoice {
        if let Some((exception, site)) = written.split_once('@') {
            let (class, method) = split_site(site);
            let exception = (!exception.trim().is_empty()).then(|| Box::new(ErrorChoice::read(exception)));
            return ErrorChoice::ThrownBy { exception, class, method };
        }
        let written = written.trim();
        match (written, written.strip_prefix('=')) {
            (_, Some(exact)) => ErrorChoice::Exactly(exact.trim().to_owned()),
            ("assert", _) => ErrorChoice::Assertions,
            ("any", _) => ErrorChoice::Any,
            ("deliberate", _) => ErrorChoice::Deliberate,
            ("implicit", _) => ErrorChoice::Implicit,
            _ => ErrorChoice::Class(written.to_owned()),
        }
    }

    /// Whether it names no class of exceptions.
    pub fn is_general(&self) -> bool {
        matches!(self, ErrorChoice::Any | ErrorChoice::Deliberate | ErrorChoice::Implicit)
    }

    /// The class of exceptions, as it was written; `None`: any.
    pub(crate) fn exception(&self) -> Option<&str> {
        match self {
            ErrorChoice::Class(name) | ErrorChoice::Exactly(name) => Some(name),
            ErrorChoice::Assertions => Some("java.lang.AssertionError"),
            ErrorChoice::Any | ErrorChoice::Deliberate | ErrorChoice::Implicit => None,
            ErrorChoice::ThrownBy { exception, .. } => exception.as_ref().and_then(|exception| exception.exception()),
        }
    }

    /// Whether it needs assertions to be checked.
    pub(super) fn is_about_assertions(&self) -> bool {
        match self {
            ErrorChoice::Assertions => true,
            ErrorChoice::ThrownBy { exception: Some(exception), .. } => exception.is_about_assertions(),
            _ => false,
        }
    }
}

/// The class and the method of `Foo.check(java.lang.String)`.
fn split_site(written: &str) -> (String, Signature) {
    let (path, types) = written.split_at(written.find('(').unwrap_or(written.len()));
    let (class, method) = path.rsplit_once('.').unwrap_or((path, ""));
    (class.trim().to_owned(), Signature::read(&format!("{method}{types}")))
}

/// How much of other classes' code is followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Follow {
    /// As much as there is room for, unless that is too much for all methods together: then little.
    #[default]
    Auto,
    /// As much as there is room for.
    All,
    /// Only what is short and near.
    Little,
}

/// What the user wants to know about a class.
#[derive(Clone, Debug)]
pub struct Request {
    /// The class, as a person writes it.
    pub class: String,
    /// The methods that a client calls, by name or by name and parameter types; empty: all public ones.
    pub methods: Vec<String>,
    /// The constructors that a client calls, by their parameter types; empty: all.
    pub constructors: Vec<String>,
    /// What counts as an error; empty: every exception that leaves a method.
    pub errors: Vec<ErrorChoice>,
    /// Exceptions that are outcomes although `errors` has them.
    pub outcomes: Vec<String>,
    /// How deep calls are followed.
    pub inline_depth: usize,
    /// How much of other classes' code is followed.
    pub follow: Follow,
    /// Fields that are to be tracked although the class alone does not show that they are set once: `list`, `Foo.list`,
    /// `list.size`.
    pub tracked: Vec<String>,
    /// Of which classes the objects in fields are: `impl=com.acme.FastImpl`.
    pub field_classes: Vec<String>,
    /// Models of methods that take the place of their code.
    pub stubs: Stubs,
    /// Classes that stand in the place of those that are used, but not asked about.
    pub models: Models,
    /// Whether an abstract class stands for its subclasses that add nothing but what is abstract.
    pub is_abstract: bool,
    /// Whether the class itself is meant, with its static methods and fields, and no object of it.
    pub is_static: bool,
    /// What the component is put through in the end.
    pub passes: &'static [Pass],
}

impl Request {
    /// Everything about a class.
    pub fn new(class: impl Into<String>) -> Self {
        Request {
            class: class.into(),
            methods: Vec::new(),
            constructors: Vec::new(),
            errors: Vec::new(),
            outcomes: Vec::new(),
            inline_depth: 8,
            follow: Follow::default(),
            tracked: Vec::new(),
            field_classes: Vec::new(),
            stubs: Stubs::default(),
            models: Models::default(),
            is_abstract: false,
            is_static: false,
            passes: &SIMPLIFYING,
        }
    }
}

/// Whether a class is meant by a name that may lack the package: `IOException`, `java.io.IOException`.
pub(super) fn is_named(internal: &str, written: &str) -> bool {
    let full = internal.replace('/', ".");
    full == written || full.rsplit(['.', '$']).next() == Some(written) || full.ends_with(&format!(".{written}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn error_sites_are_read() {
        let site = |exception: Option<ErrorChoice>, class: &str, method: &str| ErrorChoice::ThrownBy {
            exception: exception.map(Box::new),
            class: class.into(),
            method: Signature::read(method),
        };
        assert_eq!(ErrorChoice::read("@a.Foo.check"), site(None, "a.Foo", "check"));
        let class = ErrorChoice::Class("X".into());
        assert_eq!(ErrorChoice::read("X@Foo.check(a.B)"), site(Some(class), "Foo", "check(a.B)"));
        assert_eq!(ErrorChoice::read("=X@Foo.new"), site(Some(ErrorChoice::Exactly("X".into())), "Foo", "new"));
        assert_eq!(ErrorChoice::read("assert"), ErrorChoice::Assertions);
        let general = ["any", "deliberate", "implicit"].map(ErrorChoice::read);
        assert_eq!(general, [ErrorChoice::Any, ErrorChoice::Deliberate, ErrorChoice::Implicit]);
    }
}
