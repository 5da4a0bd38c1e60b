//! What code that is not followed can do: which exceptions may leave it, and which fields it may write.
//!
//! The code that calls of the component may run is found once ([`solve`]), with the kinds of objects that references in
//! it may be ([`program`]). A call that is not followed is then asked about by its place: what the methods that it runs
//! may throw, handlers on the way considered, and which fields of tracked objects they write ([`writes`]).

mod arguments;
mod body;
mod contracts;
mod dispatch;
mod effects;
mod held;
mod implicit;
mod kept_arrays;
mod program;
mod solve;
mod writes;

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use super::Stop;
use super::documented::{Documented, is_platform};
use super::model::{About, Origin};
use super::select::Selected;
use super::world::World;
use crate::class::{Access, Class, Invocation, Method};
use crate::code::{Statement, Value};
use crate::hierarchy::{Answer, Found};
use program::{Call, CallId, Kind, Known, Link, MethodId, NodeId, On, Token};
use solve::Solver;

pub(super) use arguments::Arguments;
pub(super) use effects::Effects;
pub(super) use held::Held;
pub(super) use implicit::Implicit;
pub(super) use kept_arrays::{hands_to_nobody, only_reads};
pub(super) use program::{Beyond, Program};
pub(super) use writes::{Given, Writes};

/// The call, the path of the object, and which arguments are that object, certainly or possibly.
pub(super) type WritesQuestion = (Question, String, Arguments, Arguments);

/// The call, and the fields that an array may be in.
pub(super) type ReadersQuestion = (Question, Vec<(String, String)>);

/// Exceptions in code of others are looked for so many calls deep.
const NEAR: usize = 4;

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
    /// Whether code of the JDK throws it.
    pub by_jdk: bool,
}

/// What a call may do, as far as it is known.
pub(super) struct Reached {
    pub thrown: BTreeSet<Exception>,
    pub beyond: Beyond,
    /// What is taken for granted about code that it runs.
    pub notes: BTreeSet<(About, Rc<str>)>,
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
        let calls: Vec<&Call> = self.calls_at(place)?.into_iter().map(|call| &self.calls[call]).collect();
        let (near, is_all) = self.near(&links, |known| known.throws_nothing);
        let mut beyond = Beyond::default();
        let mut notes: BTreeSet<(About, Rc<str>)> = BTreeSet::new();
        let inner = near.iter().flat_map(|method| &self.methods[*method].calls).map(|call| &self.calls[*call]);
        for call in calls.into_iter().chain(inner) {
            beyond.add(call.beyond);
            notes.extend(call.note.clone());
        }
        let unread: Vec<&Known> =
            near.iter().map(|method| &self.methods[*method]).filter(|known| known.is_unread).collect();
        let is_own = |known: &Known| self.is_own(&known.class.name);
        let errors = world.named_errors();
        let keeps_to_contract =
            |call: &CallId| !errors.is_empty() && !errors.iter().any(|error| self.lets_call_throw(world, *call, error));
        let is_open = !self.calls_at(place)?.iter().all(keeps_to_contract);
        let raises = |known: &Known| is_open && !is_jdk(known) && makes_error(world, known);
        beyond.unread |= unread.iter().any(|known| is_own(known) || raises(known));
        beyond.unread |= is_open && self.raises_unread_in_jdk(world, &links);
        if !is_all || !unread.is_empty() {
            let far = format!(
                "code of other classes throws nothing more than {NEAR} calls away, nor where it was too much to be read"
            );
            notes.insert((About::OtherCode, far.into()));
        }
        let thrown = self.thrown_at_call(world, place, (&links, &near));
        if self.throws_from_outside(&links) {
            let line = "code of other classes throws on no exception that it is handed";
            notes.insert((About::OtherCode, line.into()));
        }
        Some(Reached { thrown, beyond, notes, links, question: place.question() })
    }

    /// The methods that calls run, directly or not, and whether these are all: those that lie deep in code of others
    /// are left out. Nearly everything can be reached from nearly everywhere in a large library, along ways that are
    /// never taken.
    fn near(&self, links: &[(CallId, usize)], is_end: impl Fn(&Known) -> bool) -> (BTreeSet<MethodId>, bool) {
        let mut seen: BTreeSet<MethodId> = BTreeSet::new();
        let mut level: Vec<MethodId> = links.iter().map(|link| self.link(*link).target).collect();
        for _ in 0..NEAR {
            let mut next = Vec::new();
            while let Some(method) = level.pop() {
                if !seen.insert(method) {
                    continue;
                }
                let known = &self.methods[method];
                if is_end(known) {
                    continue;
                }
                let called = known.calls.iter().flat_map(|call| &self.calls[*call].links).map(|link| link.target);
                let is_own = self.is_own(&known.class.name);
                if is_own { level.extend(called) } else { next.extend(called) }
            }
            level = next;
        }
        let is_all = level.iter().all(|method| seen.contains(method));
        (seen, is_all)
    }

    /// Whether code of the JDK that was not read makes an error, and nothing on the way to it is documented otherwise.
    fn raises_unread_in_jdk(&self, world: &World<'_>, links: &[(CallId, usize)]) -> bool {
        let errors = world.named_errors();
        let keeps = |documented: &Documented| {
            !errors.is_empty() && !errors.iter().any(|error| world.lets_throw(documented, error))
        };
        let is_end = |known: &Known| known.throws_nothing || known.documented.as_ref().is_some_and(keeps);
        let (near, _) = self.near(links, is_end);
        let mut near = near.into_iter().map(|method| &self.methods[method]);
        near.any(|known| known.is_unread && !is_end(known) && is_jdk(known) && makes_error(world, known))
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
        // What a client hands in is of no class that other code makes for itself. It may be one that ours made, and it
        // may run what it is given.
        let ours: BTreeSet<MethodId> = clients.map_or_else(BTreeSet::new, |clients| {
            self.made_by_ours(world, clients).iter().filter_map(|class| selected(class)).collect()
        });
        let may_be_clients = |&Link { target, on, .. }: &Link| {
            clients.is_none() || known == Some(target) || on == On::Handed || ours.contains(&target)
        };
        let links = calls.iter().flat_map(|&call| (0..self.calls[call].links.len()).map(move |link| (call, link)));
        let meant = |&(call, link): &(CallId, usize)| {
            let link = self.link((call, link));
            exact.is_none_or(|exact| link.target == exact) && may_be_clients(link)
        };
        Some(links.filter(meant).collect())
    }

    /// The classes below one of which our own code makes objects that a client may get.
    fn made_by_ours(&self, world: &World<'_>, above: &str) -> BTreeSet<Rc<str>> {
        let made = self.kinds.iter().filter_map(|kind| match kind {
            Kind::Made(class, Some(_)) => Some(self.names.text(*class)),
            _ => None,
        });
        made.filter(|class| self.is_own(class) && world.is_subclass(class, above) != Answer::No).collect()
    }

    /// What leaves the methods that a call runs; a call that stands for its method throws in its place.
    fn thrown_at_call(
        &self,
        world: &World<'_>,
        place: Place<'_>,
        (links, near): (&[(CallId, usize)], &BTreeSet<MethodId>),
    ) -> BTreeSet<Exception> {
        let left = links.iter().flat_map(|&(call, link)| {
            let target = self.link((call, link)).target;
            let thrown = self.nodes[self.methods[target].thrown].tokens.iter().copied();
            // Where the class is known, so is what it throws.
            let is_known = place.receiver.is_some();
            thrown.filter(move |token| is_known || !self.breaks_contract(world, (call, target), *token))
        });
        let runs_own = self.runs_own(links);
        let is_near = |token: &Token| match self.kind(*token) {
            Kind::Thrown(_, method) => near.contains(&method),
            _ => runs_own,
        };
        let calls = self.calls_at(place).unwrap_or_default();
        let own = calls.iter().flat_map(|call| self.calls[*call].thrown.iter().copied());
        let exception = |token| {
            let found = self.exception(token)?;
            let thrower = found.thrower.filter(|_| world.tells_throwers_apart());
            Some(Exception { thrower, ..found })
        };
        left.filter(is_near).chain(own).filter_map(exception).collect()
    }

    /// Whether a class is the component's, one above it, or of its nest.
    pub fn is_own(&self, class: &str) -> bool {
        self.own.contains(class)
    }

    /// The methods that may run and whose code was looked at.
    pub fn methods_with_code(&self) -> impl Iterator<Item = (&Arc<Class>, usize)> {
        self.methods.iter().filter(|known| known.has_code()).map(|known| (&known.class, known.index))
    }

    fn runs_own(&self, links: &[(CallId, usize)]) -> bool {
        links.iter().any(|link| self.is_own(&self.methods[self.link(*link).target].class.name))
    }

    /// Whether code of others may throw on an exception that was handed to it. In a large library that is so nearly
    /// everywhere, so it does not count, but is taken for granted not to happen.
    fn throws_from_outside(&self, links: &[(CallId, usize)]) -> bool {
        let left = links.iter().map(|link| self.methods[self.link(*link).target].thrown);
        let is_outside = |token: &Token| !matches!(self.kind(*token), Kind::Thrown(..));
        !self.runs_own(links) && left.flat_map(|node| &self.nodes[node].tokens).any(is_outside)
    }

    /// The exceptions that a statement may throw.
    pub fn thrown_at(&self, place: Place<'_>) -> Option<BTreeSet<Exception>> {
        let method = &self.methods[self.method(place.class, place.method)?];
        let thrown = method.body.as_ref()?.thrown.get(&place.offset)?;
        let tokens = thrown.iter().flat_map(|local| &self.nodes[method.node(*local)].tokens);
        Some(tokens.filter_map(|token| self.exception(*token)).collect())
    }

    /// The only exception that leaves a method and that it throws itself.
    pub fn thrown_in(&self, class: &str, method: usize) -> Option<Exception> {
        let id = self.method(class, method)?;
        let is_own = |token: &&Token| matches!(self.kind(**token), Kind::Thrown(_, thrower) if thrower == id);
        let mut thrown = self.nodes[self.methods[id].thrown].tokens.iter().filter(is_own);
        let only = thrown.next().filter(|_| thrown.next().is_none())?;
        self.exception(*only)
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
        let is_exact = !matches!(self.kind(token), Kind::Outside(_) | Kind::Unknown(_));
        let by_jdk = thrower.as_ref().is_some_and(|(class, ..)| is_platform(class));
        Some(Exception { class, is_exact, thrower, by_jdk })
    }

    fn link(&self, (call, link): (CallId, usize)) -> &Link {
        &self.calls[call].links[link]
    }

    fn holds(&self, node: NodeId, tokens: &[Token]) -> bool {
        tokens.iter().any(|token| self.held.contains(&(node, *token)))
    }
}

fn is_jdk(known: &Known) -> bool {
    is_platform(&known.class.name)
}

/// Whether a method that was not read makes an error itself, or can't be looked at.
fn makes_error(world: &World<'_>, known: &Known) -> bool {
    let Ok(code) = world.code(&known.class, known.index) else { return true };
    let makes = |statement: &Statement| match statement {
        Statement::Assign(_, Value::New(class)) => world.may_be_error(class),
        _ => false,
    };
    code.statements.values().any(makes)
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
