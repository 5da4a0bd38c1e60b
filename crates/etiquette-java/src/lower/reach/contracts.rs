//! What stands in for a published method of the JDK keeps to its documentation.
//!
//! `equals` of an element, `next` of an iterator: where nobody knows which class runs, it may be any that some library has,
//! and some class throws anything. By the contract of the platform, whatever is called by such a name throws no other
//! unchecked exceptions than the documentation names. Objects that the component's own classes make are looked at as they
//! are, and so is what code at home throws.

use std::str::FromStr;

use super::super::documented::is_platform;
use super::super::exceptions::THROWABLE;
use super::super::world::World;
use super::program::{Call, CallId, Edge, Kind, MethodId, On, Program, Token};
use super::solve::{OBJECT, Solver};
use crate::class::{Access, Class, Member, package_of};
use crate::descriptor::{MethodDescriptor, TypeDescriptor};

/// The package of the JDK's functions.
const FUNCTIONS: &str = "java/util/function";

impl Program {
    /// Whether an exception that leaves what a call runs would not keep to what it is called by.
    pub(super) fn breaks_contract(&self, world: &World<'_>, (call, target): (CallId, MethodId), token: Token) -> bool {
        let Kind::Thrown(class, thrower) = self.kind(token) else { return false };
        if self.gives_reason(call) {
            return true;
        }
        let [target_class, thrower_class] = [target, thrower].map(|method| &self.methods[method].class.name);
        let is_bound = match self.calls[call].links.iter().find(|link| link.target == target).map(|link| link.on) {
            Some(On::Ours) | None => false,
            Some(On::Handed) => self.is_given_mere_objects(call),
            Some(On::Any) => {
                !is_platform(target_class) && !self.is_at_home(target_class) && !self.is_at_home(thrower_class)
            }
        };
        is_bound && !self.lets_call_throw(world, call, &self.names.text(class))
    }

    /// Whether a call in code of others gives an exception its reason. That is nearly always one that was just made.
    pub(super) fn gives_reason(&self, call: CallId) -> bool {
        let Call { member, method, resolved, .. } = &self.calls[call];
        let is_at_home = self.is_at_home(&self.methods[*method].class.name);
        member.name == "initCause" && !is_at_home && resolved.as_ref().is_some_and(|(class, _)| class.name == THROWABLE)
    }

    /// Whether what a call runs, by a published name, is given nothing that is there to be run, such as what `equals` is
    /// given. If it runs methods of an object that it is given all the same, what these throw is its own affair.
    pub(super) fn is_given_mere_objects(&self, call: CallId) -> bool {
        self.calls[call].documented.is_some() && takes_mere_objects(&self.calls[call].member)
    }

    /// Whether what a call runs, by a published name or for the JDK itself, at most keeps what it is given: an element, a
    /// key, what `equals` compares with. A function is there to do something with it.
    pub(super) fn only_keeps(&self, call: CallId) -> bool {
        let Call { documented, member, method, resolved, .. } = &self.calls[call];
        let is_function = resolved.as_ref().is_some_and(|(class, _)| package_of(&class.name) == FUNCTIONS);
        let is_jdks = documented.is_some() || is_platform(&self.methods[*method].class.name);
        is_jdks && takes_mere_objects(member) && !is_function
    }

    /// Whether what a call is declared to call may throw an exception of a class, by its documentation.
    pub(super) fn lets_call_throw(&self, world: &World<'_>, call: CallId, class: &str) -> bool {
        let documented = self.calls[call].documented.as_ref();
        documented.is_none_or(|documented| world.lets_throw(documented, class))
    }

    /// Whether a client may have classes below one: what others keep to their package nobody else can extend.
    pub(super) fn is_extended_by_clients(&self, class: &Class) -> bool {
        let is_visible = class.access.has(Access::PUBLIC) || self.is_at_home(&class.name);
        is_visible && !class.access.has(Access::FINAL)
    }

    /// Whether a class is the component's own, or of its package: such classes are written together.
    fn is_at_home(&self, class: &str) -> bool {
        self.is_own(class) || package_of(class) == self.home
    }
}

fn takes_mere_objects(method: &Member) -> bool {
    let types = MethodDescriptor::from_str(&method.descriptor).map(|types| types.parameters).unwrap_or_default();
    types.iter().all(|ty| !ty.is_reference() || *ty == TypeDescriptor::Object(OBJECT.into()))
}

impl Solver<'_, '_> {
    /// An exception leaves a method that a call runs.
    pub fn pass_as(&mut self, call: CallId, target: MethodId, token: Token) {
        if self.program.breaks_contract(self.world, (call, target), token) {
            self.program.rests_on_documentation = true;
            return;
        }
        let (method, offset) = (self.program.calls[call].method, self.program.calls[call].offset);
        self.pass(method, offset, token);
    }

    /// A call runs a method on an object that the component's own classes made: all that it throws counts.
    pub fn run_on_ours(&mut self, call: CallId, target: MethodId) {
        let (method, offset) = (self.program.calls[call].method, self.program.calls[call].offset);
        for link in self.program.calls[call].links.iter_mut().filter(|link| link.target == target) {
            link.on = On::Ours;
        }
        self.add_edge(self.program.methods[target].thrown, Edge::Pass(method, offset));
    }
}
