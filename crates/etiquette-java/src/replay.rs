//! Runs words on the real class in a real JVM, and says what a client sees of each call.
//!
//! A small Java program (`replay/Replay.java`, compiled when it is needed) makes the calls by reflection; one process
//! runs many words. What it reports is the truth that components are measured by: a witness must really fail, an
//! accepted word must not.

mod jvm;
mod letter;
mod protocol;

use std::collections::BTreeMap;
use std::fmt;

use etiquette_component::{Place, RETURNED, outcome_of_number};

use crate::lower::ErrorChoice;

pub use jvm::Jvm;

/// A sequence of calls on one object, which the first one makes, and on others that play roles beside it, or of static
/// methods of one class.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Word {
    /// The calls.
    pub calls: Vec<ReplayCall>,
    /// Whether `assert` is checked.
    pub assertions: bool,
}

/// A call with its arguments.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct ReplayCall {
    /// The internal name of the class that declares the method.
    pub class: String,
    /// The method's name, `<init>` for a constructor.
    pub method: String,
    /// The method's descriptor: `(I)Z`.
    pub descriptor: String,
    /// Whether it makes the object: a constructor, or a static method that gives it back.
    pub makes_object: bool,
    /// The object that it is called on: the main one is called nothing.
    pub on: String,
    /// What the object is called that it makes or returns, if that is called again.
    pub keeps: Option<String>,
    /// The arguments.
    pub arguments: Vec<Argument>,
}

/// An argument.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Argument {
    /// A value of a primitive type, or in a box; `boolean` as 0 and 1, `char` as its code.
    Number(i64),
    /// A constant of the parameter's enum class.
    Enum(String),
    /// `null`.
    Null,
    /// An object that is an instance of these classes, or is not, and whose methods without parameters answer this.
    Like(BTreeMap<String, bool>, BTreeMap<String, String>),
    /// The main object, which is the one that the call is made on where there are no others.
    Itself,
    /// The object in a field of the main one.
    InField(String),
    /// The object in a role.
    InRole(String),
    /// An array of this length, with zeros or nulls in it.
    Array(u64),
    /// Any object: an empty string or array, zero in a box, an enum's first constant, a stand-in for an interface, what
    /// public constructors and static methods make, or a stand-in for an abstract class.
    SomeObject,
}

/// What a client sees of a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Observed {
    /// It returned nothing, or a number with a fraction.
    Returned,
    /// It returned a number; `char` as its code.
    Number(i64),
    /// It returned a truth value.
    Bool(bool),
    /// It returned `null`.
    Null,
    /// It returned an object.
    Object,
    /// It returned a constant of an enum.
    Enum(String),
    /// It threw an exception.
    Threw(Thrown),
    /// It did not return in time. The word ends here.
    NotReturned,
    /// It could not be made, and why. The word ends here.
    NotMade(String),
}

/// An exception that left a call.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thrown {
    /// Its class, with dots: `java.util.Map$Entry`.
    pub class: String,
    /// The superclasses, the nearest first.
    pub supertypes: Vec<String>,
    /// The line that raised it.
    pub raised_at: Option<Place>,
    /// The first line on the stack that is in the source of the class that was called.
    pub at: Option<Place>,
}

impl Thrown {
    /// Whether it belongs to a class, by full or simple name.
    pub fn is_a(&self, written: &str) -> bool {
        self.classes().any(|name| is_named(name, written))
    }

    /// Its own class, and those above it.
    fn classes(&self) -> impl Iterator<Item = &String> {
        std::iter::once(&self.class).chain(&self.supertypes)
    }

    /// Whether its own class has this full or simple name.
    pub fn is_exactly(&self, written: &str) -> bool {
        is_named(&self.class, written)
    }

    /// Whether a client must not cause it. A choice of places that throw is not looked at: nothing here says which
    /// method threw.
    pub fn is_error(&self, errors: &[ErrorChoice], outcomes: &[String]) -> bool {
        // Running out of memory is an error only if it is asked for.
        let every = (errors.is_empty() || errors.iter().any(ErrorChoice::is_general))
            && !self.is_a("java.lang.VirtualMachineError");
        let is_chosen = every || errors.iter().any(|choice| self.is_chosen(choice));
        is_chosen && !outcomes.iter().any(|name| self.is_a(name))
    }

    fn is_chosen(&self, choice: &ErrorChoice) -> bool {
        match choice {
            ErrorChoice::Class(name) => self.is_a(name),
            ErrorChoice::Exactly(name) => self.is_exactly(name),
            ErrorChoice::Assertions => self.is_a("java.lang.AssertionError"),
            ErrorChoice::Any | ErrorChoice::Deliberate | ErrorChoice::Implicit | ErrorChoice::ThrownBy { .. } => false,
        }
    }
}

fn is_named(class: &str, written: &str) -> bool {
    class == written || simple_name(class) == written || class.ends_with(&format!(".{written}"))
}

fn simple_name(class: &str) -> &str {
    class.rsplit(['.', '$']).next().unwrap_or(class)
}

impl Observed {
    /// Which of a method's outcomes this is, if it is one. A method with a single outcome tells a client nothing.
    pub fn outcome(&self, outcomes: &[String]) -> Option<usize> {
        let position = |name: &str| outcomes.iter().position(|outcome| outcome == name);
        match self {
            Observed::NotReturned | Observed::NotMade(_) => None,
            _ if outcomes.len() == 1 && outcomes[0] == RETURNED => Some(0),
            Observed::Returned => position(RETURNED),
            Observed::Number(number) => outcome_of_number(outcomes, *number),
            Observed::Bool(value) => position(&value.to_string()),
            Observed::Null => position("null"),
            Observed::Object => position("object"),
            Observed::Enum(constant) => position(constant).or_else(|| position("object")),
            Observed::Threw(thrown) => thrown.classes().find_map(|class| position(simple_name(class))),
        }
    }
}

impl Observed {
    /// The number that came back, if it was one.
    pub fn result(&self) -> Option<i64> {
        if let Observed::Number(number) = self { Some(*number) } else { None }
    }
}

impl fmt::Display for Observed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Observed::Returned => f.write_str(RETURNED),
            Observed::Number(number) => number.fmt(f),
            Observed::Bool(value) => value.fmt(f),
            Observed::Null => f.write_str("null"),
            Observed::Object => f.write_str("object"),
            Observed::Enum(constant) => f.write_str(constant),
            Observed::Threw(Thrown { class, raised_at: Some(place), .. }) => write!(f, "{class} at {place}"),
            Observed::Threw(Thrown { class, .. }) => f.write_str(class),
            Observed::NotReturned => f.write_str("did not return in time"),
            Observed::NotMade(why) => write!(f, "could not be called: {why}"),
        }
    }
}

/// Why a word could not be run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ReplayError {
    /// The JDK lacks a program.
    NoProgram(&'static str),
    /// The Java program could not be compiled or started.
    NotStarted(String),
    /// A source does not compile, and what the compiler says.
    NotCompiled(String),
    /// The process ended or gave an answer that makes no sense.
    Lost(String),
    /// Nobody waits for the answer any more.
    Cancelled,
    /// A call that the class does not have.
    NoSuchCall(String),
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::NoProgram(name) => write!(f, "the JDK has no `{name}`: a full JDK is needed, not only a JRE"),
            ReplayError::NotStarted(why) => write!(f, "the program that replays words does not start: {why}"),
            ReplayError::NotCompiled(why) => write!(f, "the source does not compile: {why}"),
            ReplayError::Lost(why) => write!(f, "the JVM that replays words was lost: {why}"),
            ReplayError::Cancelled => f.write_str("nobody waits for the answer any more"),
            ReplayError::NoSuchCall(call) => write!(f, "the class has no `{call}`"),
        }
    }
}

impl std::error::Error for ReplayError {}
