//! What code that is not followed can do: which exceptions may leave it, and which fields it may write.
//!
//! The code that calls of the component may run is found once ([`solve`]), with the kinds of objects that references in
//! it may be ([`program`]). A call that is not followed is then asked about by its place: what the methods that it runs
//! may throw, handlers on the way considered, and which fields of tracked objects they write ([`writes`]).

mod body;
mod dispatch;
mod implicit;
mod program;
mod solve;
mod writes;

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use rustc_hash::FxHashSet;

use super::Stop;
use super::model::Origin;
use super::select::Selected;
use super::world::World;
use crate::class::{Access, Class, Invocation, Method};
use crate::hierarchy::Found;
use program::{Call, CallId, Kind, Link, MethodId, NodeId, Token};
use solve::Solver;

pub(super) use program::{Beyond, Program};
pub(super) use writes::{Given, Writes};

/// The call, the path of the object, and which arguments are that object, certainly or possibly.
pub(super) type WritesQuestion = (Question, String, BTreeSet<usize>, BTreeSet<usize>);

/// What the component is, and what a client may call.
pub(super) struct Entries {
    pub component: Arc<Class>,
    pub selected: Vec<Selected>,
}

/// A call in code that is lowered.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Place<'a> {
    /// The class and the position of the method that calls.
    pub class: &'a str,
    pub method: usize,
    pub offset: u32,
    /// The exact class of the receiver, where that is known.
    pub receiver: Option<&'a str>,
    /// The class that an object of the client's is known to have, if the receiver is one.
    pub clients: Option<&'a str>,
}

impl Place<'_> {
    fn question(&self) -> Question {
        let [receiver, clients] = [self.receiver, self.clients].map(|class| class.map(str::to_owned));
        (self.class.to_owned(), self.method, self.offset, receiver, clients)
    }
}

/// A call by its place, to remember what it runs.
pub(super) type Question = (String, usize, u32, Option<String>, Option<String>);

/// An exception that may leave a call.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Exception {
    pub class: String,
    /// Whether it is exactly of this class.
    pub is_exact: bool,
    /// The class, name and type of the method that throws it, where that matters.
    pub thrower: Option<(String, String, String)>,
}

/// What a call may do, as far as it is known.
pub(super) struct Reached {
    pub thrown: BTreeSet<Exception>,
    pub beyond: Beyond,
    /// What is taken for granted about code that it runs.
    pub notes: BTreeSet<Rc<str>>,
    links: Vec<(CallId, usize)>,
    question: Question,
}

impl World<'_> {
    /// Says what is lowered, and what of it a client may call.
    pub fn begin(&self, component: &Arc<Class>, selected: &[Selected]) {
        let component = Arc::clone(component);
        self.entries.get_or_init(|| Entries { component, selected: selected.to_vec() });
    }

    /// The method of an interface that has a name and no code.
    fn run_by(&self, interface: &str, method: &str) -> Option<Found> {
        let is_it = |declared: &Method| declared.name == method && declared.access.has(Access::ABSTRACT);
        let supertypes = self.supertypes(&self.class(interface)?).into_iter();
        supertypes.filter_map(|class| class.methods.iter().position(is_it).map(|index| (class, index))).next()
    }

    /// What a call runs; `None` if that is not known.
    pub fn reached(&self, program: &Program, place: Place<'_>) -> Option<Rc<Reached>> {
        self.reached.recall(place.question(), || Program::reached(program, self, place).map(Rc::new))
    }

    /// All that calls of the component may run.
    pub fn program(&self) -> Result<Option<Rc<Program>>, Stop> {
        let Some(Entries { component, selected }) = self.entries.get() else { return Ok(None) };
        if let Some(known) = self.programs.get() {
            return Ok(Some(Rc::clone(known)));
        }
        let found = Rc::new(Solver::new(self, component).solve(component, selected)?);
        Ok(Some(Rc::clone(self.programs.get_or_init(|| found))))
    }
}

impl Program {
    /// What a call runs; `None` if that is not known.
    fn reached(&self, world: &World<'_>, place: Place<'_>) -> Option<Reached> {
        let links = self.links_at(world, place)?;
        let mut beyond = Beyond::default();
        let mut pending: Vec<MethodId> = Vec::new();
        let mut seen: FxHashSet<MethodId> = FxHashSet::default();
        for &(call, link) in &links {
            pending.push(self.calls[call].links[link].target);
        }
        let mut notes = BTreeSet::new();
        for call in self.calls_at(place)?.into_iter().map(|call| &self.calls[call]) {
            beyond.add(call.beyond);
            notes.extend(call.note.clone());
        }
        while let Some(next) = pending.pop() {
            if !seen.insert(next) {
                continue;
            }
            let known = &self.methods[next];
            beyond.unread |= known.is_unread;
            for call in known.calls.iter().map(|call| &self.calls[*call]) {
                beyond.add(call.beyond);
                notes.extend(call.note.clone());
                pending.extend(call.links.iter().map(|link| link.target));
            }
        }
        Some(Reached { thrown: self.thrown_at_call(place, &links), beyond, notes, links, question: place.question() })
    }

    fn calls_at(&self, place: Place<'_>) -> Option<Vec<CallId>> {
        let method = &self.methods[self.method(place.class, place.method)?];
        let calls: Vec<CallId> =
            method.calls.iter().copied().filter(|call| self.calls[*call].offset == place.offset).collect();
        (!calls.is_empty()).then_some(calls)
    }

    /// The methods that a call runs, by call and position among its links.
    fn links_at(&self, world: &World<'_>, place: Place<'_>) -> Option<Vec<(CallId, usize)>> {
        let calls = self.calls_at(place)?;
        let first: &Call = &self.calls[*calls.first()?];
        let is_dispatched = matches!(first.kind, Invocation::Virtual | Invocation::Interface);
        let selected = |class: &str| {
            let (class, index) = world.selected(class, first.resolved.as_ref()?)?;
            self.method(&class.name, index)
        };
        let exact = place.receiver.filter(|_| is_dispatched).and_then(selected);
        let clients = place.clients.filter(|_| is_dispatched && exact.is_none());
        let known = clients.and_then(selected);
        // What a client hands in is of no class that other code makes for itself. It may be one of our own.
        let may_be_clients = |target: MethodId| {
            clients.is_none() || known == Some(target) || self.own.contains(&self.methods[target].class.name)
        };
        let links = calls.iter().flat_map(|&call| (0..self.calls[call].links.len()).map(move |link| (call, link)));
        let meant = |&(call, link): &(CallId, usize)| {
            let target = self.calls[call].links[link].target;
            exact.is_none_or(|exact| target == exact) && may_be_clients(target)
        };
        Some(links.filter(meant).collect())
    }

    /// What leaves the methods that a call runs; a call that stands for its method throws in its place.
    fn thrown_at_call(&self, place: Place<'_>, links: &[(CallId, usize)]) -> BTreeSet<Exception> {
        let mut thrown = self.thrown_by(links);
        let calls = self.calls_at(place).unwrap_or_default();
        let own = calls.iter().flat_map(|call| &self.calls[*call].thrown);
        thrown.extend(own.filter_map(|token| self.exception(*token)));
        thrown
    }

    fn thrown_by(&self, links: &[(CallId, usize)]) -> BTreeSet<Exception> {
        let thrown = links.iter().map(|&(call, link)| self.methods[self.calls[call].links[link].target].thrown);
        let tokens: BTreeSet<Token> = thrown.flat_map(|node| self.nodes[node].tokens.iter().copied()).collect();
        tokens.into_iter().filter_map(|token| self.exception(token)).collect()
    }

    /// The exceptions that a statement may throw.
    pub fn thrown_at(&self, place: Place<'_>) -> Option<BTreeSet<Exception>> {
        let method = &self.methods[self.method(place.class, place.method)?];
        let thrown = method.body.as_ref()?.thrown.get(&place.offset)?;
        let tokens = thrown.iter().flat_map(|local| &self.nodes[method.node(*local)].tokens);
        Some(tokens.filter_map(|token| self.exception(*token)).collect())
    }

    fn exception(&self, token: Token) -> Option<Exception> {
        let class = self.names.text(self.class_of(token)?).to_string();
        let thrower = match self.kind(token) {
            Kind::Thrown(_, method) => {
                let known = &self.methods[method];
                let declared = &known.class.methods[known.index];
                Some((known.class.name.clone(), declared.name.clone(), declared.descriptor.clone()))
            }
            _ => None,
        };
        Some(Exception { class, is_exact: !matches!(self.kind(token), Kind::Outside(_) | Kind::Unknown(_)), thrower })
    }

    fn link(&self, (call, link): (CallId, usize)) -> &Link {
        &self.calls[call].links[link]
    }

    fn holds(&self, node: NodeId, tokens: &[Token]) -> bool {
        tokens.iter().any(|token| self.held.contains(&(node, *token)))
    }
}

impl Exception {
    /// Where it comes from, as far as errors depend on that.
    pub fn origin(&self, here: &Origin) -> Origin {
        match self.thrower.clone() {
            Some((class, method, descriptor)) => Origin { class, method, descriptor, ..here.clone() },
            None => here.clone(),
        }
    }
}
