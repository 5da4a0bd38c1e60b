//! Models of methods that the user gives, in place of their code.
//!
//! A stub says what a method returns, what it may throw, and whether it changes the objects that it is given. It stands
//! for the method in every class below the one that it names; of several stubs, that of the nearest class counts. Each
//! use is noted. For a few methods of the JDK there are stubs that hold unless the user gives others.

mod apply;
mod built_in;
mod syntax;

use etiquette_component::{Diagnostic, Place};

use super::model::About;
use super::signature::Signature;
use super::world::World;
use crate::class::{Invocation, Member};
use crate::classpath::ClassPath;
use crate::hierarchy::Answer;

/// The stubs of a file, in order.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Stubs {
    stubs: Vec<Stub>,
}

/// A model of a method.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Stub {
    /// The internal name of the class.
    class: String,
    method: Signature,
    /// What it returns; `None`: it never does.
    returns: Option<Returned>,
    /// The internal names of exceptions that it may throw.
    throws: Vec<String>,
    /// Whether it leaves the objects that it is given as they are.
    pure: bool,
    /// What it says, as it was written.
    text: String,
    /// Who says so.
    source: Source,
}

/// Who says what a stub says.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Source {
    /// The user, in a file.
    File(Place),
    /// It is built in, for this reason.
    BuiltIn(String),
    /// It is so, whoever looks.
    World,
}

/// What a stub returns.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Returned {
    /// Anything of the result's type, or nothing where it has none.
    Any,
    Null,
    NotNull,
    /// A number, or a truth value as one.
    Range(i64, i64),
    /// A constant of an enum class.
    Constant(String),
}

impl Stub {
    /// What is taken for granted where it is used for a method, and what that is about.
    pub fn note(&self, method: &str) -> Option<(About, String)> {
        let (about, who) = match &self.source {
            Source::File(place) => (About::OtherCode, format!("stubbed by {place}")),
            Source::BuiltIn(reason) => (About::World, reason.clone()),
            Source::World => return None,
        };
        Some((about, format!("`{}` {}: {who}", method.replace("<init>", "new"), self.text)))
    }

    /// The internal names of exceptions that the method may throw.
    pub fn exceptions(&self) -> &[String] {
        &self.throws
    }

    pub fn may_return_object(&self) -> bool {
        self.returns.as_ref().is_some_and(|returned| *returned != Returned::Null)
    }
}

impl Stubs {
    /// Reads the stubs of a file; classes and methods must be there.
    ///
    /// # Errors
    /// Everything that is wrong, each with its place.
    pub fn read(text: &str, file: &str, classes: &ClassPath) -> Result<Stubs, Vec<Diagnostic>> {
        syntax::read(text, file, classes).map(|stubs| Stubs { stubs })
    }
}

impl World<'_> {
    /// The stub for a call, if there is one. The receiver's class is given where it is exactly known.
    pub(super) fn stub(&self, kind: Invocation, member: &Member, receiver: Option<&str>) -> Option<&Stub> {
        let is_virtual = matches!(kind, Invocation::Virtual | Invocation::Interface);
        let called = receiver.filter(|_| is_virtual).unwrap_or(&member.class);
        let applies = |stub: &&Stub| {
            let is_class = stub.class == called || stub.class == member.class;
            // Constructors are not inherited.
            let is_above = || member.name != "<init>" && self.is_subclass(called, &stub.class) == Answer::Yes;
            stub.method.means_member(&member.name, &member.descriptor) && (is_class || is_above())
        };
        let nearer = |one: &Stub, other: &Stub| {
            let below = one.class != other.class && self.is_subclass(&one.class, &other.class) == Answer::Yes;
            below || (one.class == other.class && one.method.parameters.is_some() && other.method.parameters.is_none())
        };
        let stubs = self.stubs().stubs.iter().filter(applies);
        let given = stubs.reduce(|best, stub| if nearer(stub, best) { stub } else { best });
        given.or_else(|| self.built_in_stub(member))
    }
}
