//! The code that calls of a component may run, with the kinds of objects that each reference may be.

use crate::lower::model::About;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use super::super::documented::Documented;
use super::body::{Body, Local};
use crate::class::{Class, Invocation, Member};
use crate::hierarchy::Found;

/// A name of a class, field or method, by its position among all.
pub(super) type Name = u32;
/// A kind of object, by its position among all.
pub(super) type Token = u32;
/// A method, by its position among those that are reached.
pub(super) type MethodId = usize;
/// A call, by its position among those that are reached.
pub(super) type CallId = usize;
/// A place that holds references: a local, a field, what a method returns or throws.
pub(super) type NodeId = usize;

/// What is told apart among objects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Kind {
    /// The component itself.
    Own(Name),
    /// Made by code that is reached, exactly of this class; code of the component's own classes tells apart where.
    Made(Name, Option<(MethodId, u32)>),
    /// Handed in by a client or made by native code, of at most this class.
    Outside(Name),
    /// Made by code that was not looked at, of at most this class.
    Unknown(Name),
    /// A lambda, by the call site that makes it.
    Lambda(CallId),
    /// An exception of exactly this class that a method threw, where it matters which did.
    Thrown(Name, MethodId),
}

impl Kind {
    /// The same for another class, if objects of this kind may be of any below the one that is known.
    pub fn of_another_class(self, class: Name) -> Option<Kind> {
        match self {
            Kind::Outside(_) => Some(Kind::Outside(class)),
            Kind::Unknown(_) => Some(Kind::Unknown(class)),
            _ => None,
        }
    }
}

/// What happens to what a place holds.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Edge {
    /// Another place holds it, if it is of a class.
    Copy(NodeId, Option<Name>),
    /// A field of this type is read from it into a place.
    ReadField(Name, NodeId),
    /// An element is read from it into a place.
    ReadElement(NodeId),
    /// What a place holds becomes an element of it.
    WriteElement(NodeId),
    /// Elements go from it to other arrays that native code is given, and back.
    Mix(NodeId),
    /// A method is called on it.
    Receive(CallId),
    /// A method is called on it, if it is one of our own: code that was not looked at may have given it back.
    Recall(CallId),
    /// It is handed to code of a client as an object of a class, which may run it.
    Hand(CallId, Name),
    /// Code that was not looked at gets to know it.
    Expose,
    /// Its fields are accessed by reflection or the like.
    Access(CallId),
    /// It is thrown in a method, at an offset: by a statement, or by a call.
    Throw(MethodId, u32),
    Pass(MethodId, u32),
    /// It leaves a method that stands in for a published one of the JDK, by which it is called.
    PassAs(CallId, MethodId),
}

#[derive(Default, Debug)]
pub(super) struct Node {
    pub tokens: Vec<Token>,
    pub edges: Vec<Edge>,
    /// The local that it is.
    pub local: Option<(MethodId, Local)>,
}

/// A method that is reached.
pub(super) struct Known {
    pub class: Arc<Class>,
    pub index: usize,
    /// `None` for native and abstract methods, and as long as it was not looked at.
    pub body: Option<Rc<Body>>,
    /// The places of its parameters, the receiver first.
    pub parameters: NodeId,
    pub arity: usize,
    /// The places of its other locals.
    pub others: NodeId,
    /// Whether it has code, but more was there than is looked at.
    pub is_unread: bool,
    /// Whether it is known to throw nothing, whatever its code looks like.
    pub throws_nothing: bool,
    /// The unchecked exceptions that its documentation names, if it has any.
    pub documented: Option<Documented>,
    pub returned: NodeId,
    pub thrown: NodeId,
    pub calls: Vec<CallId>,
    /// The initialisers of classes that it may run.
    pub initialisers: Vec<MethodId>,
}

impl Known {
    /// The place of a local.
    pub fn node(&self, local: Local) -> NodeId {
        if local < self.arity { self.parameters + local } else { self.others + local - self.arity }
    }

    pub fn has_code(&self) -> bool {
        self.body.is_some() || self.class.methods[self.index].code.is_some()
    }
}

/// A method that a call runs, with the places of its arguments.
#[derive(Debug)]
pub(super) struct Link {
    pub target: MethodId,
    pub arguments: Vec<Vec<NodeId>>,
    pub on: On,
}

/// On what a method is run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum On {
    /// Anything.
    Any,
    /// An object that the component's own classes made.
    Ours,
    /// An object that other code is given, and runs.
    Handed,
}

/// A call that is reached.
pub(super) struct Call {
    pub method: MethodId,
    pub offset: u32,
    pub kind: Invocation,
    pub member: Rc<Member>,
    pub resolved: Option<Found>,
    /// The unchecked exceptions that the documentation of the method names which it is declared to call, if that is one of
    /// the JDK and others may stand in for it.
    pub documented: Option<Documented>,
    pub arguments: Vec<Vec<NodeId>>,
    pub result: Option<NodeId>,
    pub links: Vec<Link>,
    /// The lambda that it makes.
    pub lambda: Option<Rc<LambdaSite>>,
    /// What it throws where it stands for its method, by a stub or a promise.
    pub thrown: Vec<Token>,
    /// What is taken for granted about it.
    pub note: Option<(About, Rc<str>)>,
    /// What else it runs.
    pub beyond: Beyond,
    /// Whether a client makes it, on an object that it was given.
    pub is_clients: bool,
}

/// A call site that makes a lambda.
#[derive(Debug)]
pub(super) struct LambdaSite {
    pub interface: String,
    pub method: String,
    pub kind: Invocation,
    pub body: Member,
}

/// Code that can't be looked at, and what calls of it therefore rest on.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(in super::super) struct Beyond {
    /// Code of objects that a client hands in.
    pub clients: bool,
    /// Native code.
    pub natives: bool,
    /// Code that is not on the class path.
    pub missing: bool,
    /// Code that is there, but more than is looked at.
    pub unread: bool,
    /// Any field of what it is given is written.
    pub accesses: bool,
}

impl Beyond {
    pub fn add(&mut self, other: Beyond) {
        self.clients |= other.clients;
        self.natives |= other.natives;
        self.missing |= other.missing;
        self.unread |= other.unread;
        self.accesses |= other.accesses;
    }
}

/// Texts by numbers.
#[derive(Default)]
pub(super) struct Names {
    texts: Vec<Rc<str>>,
    known: FxHashMap<Rc<str>, Name>,
}

impl Names {
    pub fn name(&mut self, text: &str) -> Name {
        if let Some(&known) = self.known.get(text) {
            return known;
        }
        let text: Rc<str> = text.into();
        self.texts.push(Rc::clone(&text));
        self.known.insert(text, self.texts.len() as Name - 1);
        self.texts.len() as Name - 1
    }

    pub fn known(&self, text: &str) -> Option<Name> {
        self.known.get(text).copied()
    }

    pub fn text(&self, name: Name) -> Rc<str> {
        Rc::clone(&self.texts[name as usize])
    }
}

/// All that calls of a component may run.
pub(in super::super) struct Program {
    pub(super) names: Names,
    pub(super) kinds: Vec<Kind>,
    pub(super) tokens: FxHashMap<Kind, Token>,
    pub(super) methods: Vec<Known>,
    pub(super) method_ids: FxHashMap<(Name, usize), MethodId>,
    pub(super) nodes: Vec<Node>,
    pub(super) held: FxHashSet<(NodeId, Token)>,
    /// The places of fields, by the classes that declare them and their names.
    pub(super) fields: FxHashMap<(Name, Name), NodeId>,
    pub(super) calls: Vec<Call>,
    /// What code that was not looked at may know.
    pub(super) exposed: NodeId,
    /// Whether the component may be an object that one of its own static methods made.
    pub(super) has_factories: bool,
    /// Whether initialisers of classes call code that was not looked at.
    pub has_unread_initialisers: bool,
    /// Whether an exception was left out that the documentation of a method does not name.
    pub rests_on_documentation: bool,
    /// The component's class, those above it, and its nest: only their code tells apart where it makes objects.
    pub(super) own: FxHashSet<String>,
    /// The component's package: classes in it are written together.
    pub(super) home: String,
    /// For each method whether it may run code of these, once that was asked.
    pub(super) leads_to_own: OnceCell<Vec<bool>>,
    /// The unknown kinds that objects of a class may be, for classes that were asked about.
    pub(super) unknown: RefCell<FxHashMap<String, Rc<FxHashSet<Token>>>>,
}

impl Program {
    pub(super) fn kind(&self, token: Token) -> Kind {
        self.kinds[token as usize]
    }

    /// The class of an object, or what it is at most.
    pub(super) fn class_of(&self, token: Token) -> Option<Name> {
        match self.kind(token) {
            Kind::Own(class) | Kind::Made(class, _) | Kind::Thrown(class, _) => Some(class),
            Kind::Outside(class) | Kind::Unknown(class) => Some(class),
            Kind::Lambda(_) => None,
        }
    }

    pub(super) fn method(&self, class: &str, index: usize) -> Option<MethodId> {
        self.method_ids.get(&(self.names.known(class)?, index)).copied()
    }

    pub(super) fn new_node(&mut self, local: Option<(MethodId, Local)>) -> NodeId {
        self.nodes.push(Node { local, ..Node::default() });
        self.nodes.len() - 1
    }
}
