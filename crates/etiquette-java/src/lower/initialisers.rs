//! Static initialisers that throw: whoever uses such a class first gets an `ExceptionInInitializerError`, and whoever
//! does later a `NoClassDefFoundError`.
//!
//! Looked for are `throw`s that code of the initialiser comes to, itself or through static methods and constructors of
//! its nest. A class of which not all ways throw may or may not be usable: that is a choice of the model, and only
//! considered for the component's own classes and its package.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use super::definitions::definition;
use super::exceptions::dotted;
use super::flow::{Flow, Point};
use super::heap::Heap;
use super::world::World;
use crate::class::{Class, Condition, Invocation, Member, package_of};
use crate::code::{Register, Statement, Test, ThreeAddressCode, Value};
use crate::hierarchy::Answer;

const WRAPPED: &str = "java/lang/ExceptionInInitializerError";
const UNUSABLE: &str = "java/lang/NoClassDefFoundError";
const THROWABLE: &str = "java/lang/Throwable";

/// Methods of the nest that an initialiser calls are looked into to this depth.
const MAX_DEPTH: usize = 3;

/// How code may end.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub(super) struct Ends {
    /// The classes of exceptions that it throws and does not catch.
    thrown: BTreeSet<String>,
    /// Whether it may end normally.
    returns: bool,
}

impl World<'_> {
    /// What using a class for the first time may throw, those above it included.
    fn initialisation(&self, class: &Arc<Class>) -> Rc<Ends> {
        self.initialisations.recall(class.name.clone(), || {
            let mut all = Ends { returns: true, ..Ends::default() };
            for class in self.superclasses(class) {
                let Some(code) = self.initialiser(&class) else { continue };
                let ends = self.ends(&class, &code, MAX_DEPTH);
                all.returns &= ends.returns;
                all.thrown.extend(ends.thrown.into_iter().map(|thrown| self.seen_outside(thrown)));
            }
            Rc::new(all)
        })
    }

    /// Errors leave an initialiser as they are, other exceptions are wrapped.
    fn seen_outside(&self, thrown: String) -> String {
        if self.is_subclass(&thrown, "java/lang/Error") == Answer::Yes { thrown } else { WRAPPED.into() }
    }

    /// How code ends, along the ways that no exception begins but those that it throws itself.
    fn ends(&self, class: &Arc<Class>, code: &ThreeAddressCode, depth: usize) -> Ends {
        let mut ends = Ends::default();
        let mut pending: Vec<u32> = code.statements.keys().next().copied().into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(offset) = pending.pop() {
            let Some(statement) = code.statements.get(&offset).filter(|_| seen.insert(offset)) else { continue };
            let step = self.step(class, code, (offset, statement), depth);
            for thrown in step.thrown {
                let (handlers, leaves) = self.handlers(code, offset, &thrown);
                pending.extend(handlers);
                ends.thrown.extend(leaves.then_some(thrown));
            }
            ends.returns |= matches!(statement, Statement::Return(_));
            if step.returns {
                let jumps = self.jumps(code, offset, statement);
                pending.extend(statement.jump_targets().into_iter().filter(|_| jumps != Some(false)));
                pending.extend(code.next.get(&offset).filter(|_| !statement.leaves() && jumps != Some(true)));
            }
        }
        ends
    }

    /// Whether a condition holds, if it asks whether assertions are on.
    fn jumps(&self, code: &ThreeAddressCode, offset: u32, statement: &Statement) -> Option<bool> {
        let Statement::If(Test::Zero(condition, register), _) = statement else { return None };
        let (_, Statement::Assign(_, Value::GetStatic(member))) = definition(code, offset, *register)? else {
            return None;
        };
        let is_disabled = !self.assertions_enabled();
        match (member.name == "$assertionsDisabled", condition) {
            (true, Condition::Equal) => Some(!is_disabled),
            (true, Condition::NotEqual) => Some(is_disabled),
            _ => None,
        }
    }

    /// What one statement throws by `throw`, and whether there is a way on.
    fn step(
        &self,
        class: &Arc<Class>,
        code: &ThreeAddressCode,
        (offset, statement): (u32, &Statement),
        depth: usize,
    ) -> Ends {
        match statement {
            Statement::Throw(object) => {
                Ends { thrown: BTreeSet::from([thrown_class(code, offset, *object)]), returns: false }
            }
            Statement::Invoke { kind: Invocation::Static | Invocation::Special, member, .. } if depth > 0 => {
                self.called(class, member, depth - 1)
            }
            _ => Ends { returns: true, ..Ends::default() },
        }
    }

    /// How a called method of the nest ends; any other is not looked into.
    fn called(&self, class: &Arc<Class>, member: &Member, depth: usize) -> Ends {
        let is_near = self.nest(class).iter().any(|near| near.name == member.class);
        let found = self.resolve_method(member).filter(|_| is_near);
        let code = found.and_then(|(class, method)| Some((self.code(&class, method).ok()?, class)));
        match code {
            Some((code, class)) => self.ends(&class, &code, depth),
            None => Ends { returns: true, ..Ends::default() },
        }
    }

    /// The handlers that may take an exception, and whether it may leave the code.
    fn handlers(&self, code: &ThreeAddressCode, offset: u32, thrown: &str) -> (Vec<u32>, bool) {
        let mut targets = Vec::new();
        for handler in code.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&offset)) {
            let catch = handler.catch.as_deref().unwrap_or(THROWABLE);
            let takes = self.is_subclass(thrown, catch);
            if takes != Answer::No || self.is_subclass(catch, thrown) != Answer::No {
                targets.push(handler.target);
            }
            if takes == Answer::Yes {
                return (targets, false);
            }
        }
        (targets, true)
    }
}

/// The class of what is thrown, if code just before made it.
fn thrown_class(code: &ThreeAddressCode, offset: u32, object: Register) -> String {
    match definition(code, offset, object) {
        Some((_, Statement::Assign(_, Value::New(class)))) => class.clone(),
        _ => THROWABLE.to_owned(),
    }
}

/// The class that a statement makes use of, as far as that runs its initialiser.
fn used(world: &World<'_>, statement: &Statement) -> Option<Arc<Class>> {
    let declaring = |member: &Member| world.declaring_class(&member.class, &member.name, &member.descriptor);
    match statement {
        Statement::Assign(_, Value::New(class)) => world.class(class),
        Statement::Assign(_, Value::GetStatic(member)) | Statement::PutStatic(member, _) => {
            world.class(&declaring(member)?)
        }
        Statement::Invoke { kind: Invocation::Static, member, .. } => Some(world.resolve_method(member)?.0),
        _ => None,
    }
}

impl Flow<'_, '_> {
    /// Goes on where the class that a statement uses can be used.
    pub fn initialise_used(&mut self, point: Point, statement: &Statement) -> Option<Point> {
        let Some(class) = used(self.world, statement) else { return Some(point) };
        let ends = self.world.initialisation(&class);
        let is_considered = !ends.thrown.is_empty() && (!ends.returns || self.is_near(&class));
        if !is_considered || self.is_running(&point, &class) {
            return Some(point);
        }
        self.unless_unusable(point, &class, Flow::raise_here)
    }

    /// Goes on where the class of what a client makes can be used; what happens before is caught by nobody.
    pub fn initialise_made(&mut self, point: Point, class: &Arc<Class>) -> Option<Point> {
        self.unless_unusable(point, class, |flow, point, thrown| {
            let made = flow.origin(&point);
            let site = flow.thrown(&point, made);
            flow.leave(&point, &thrown.into(), site);
        })
    }

    fn unless_unusable(
        &mut self,
        point: Point,
        class: &Arc<Class>,
        mut raise: impl FnMut(&mut Self, Point, &str),
    ) -> Option<Point> {
        let ends = self.world.initialisation(class);
        let unusable = (!ends.thrown.is_empty()).then(|| UNUSABLE.to_owned());
        let mut possible: Vec<String> = ends.thrown.iter().cloned().chain(unusable).collect();
        let last = if ends.returns { None } else { possible.pop() };
        self.left_open = format!("whether the initialiser of `{}` throws", dotted(&class.name));
        let mut rest = point;
        for thrown in possible {
            let (failing, other) = self.choose(rest);
            raise(self, failing, &thrown);
            rest = other;
        }
        match last {
            Some(last) => {
                raise(self, rest, &last);
                None
            }
            None => Some(rest),
        }
    }

    /// Whether a class is the component's own, or of its package: that an initialiser of another one throws, although
    /// it need not, is not considered.
    fn is_near(&self, class: &Class) -> bool {
        let component = &self.model.heap.objects[Heap::RECEIVER].class;
        self.is_own(&class.name) || package_of(&class.name) == package_of(&component.name)
    }

    /// Whether code of the class, or of one below it, runs already: then it was initialised before.
    fn is_running(&self, point: &Point, class: &Arc<Class>) -> bool {
        let mut at = Some(point.context);
        while let Some(context) = at {
            let context = &self.contexts[context];
            if self.world.is_subclass(&context.class.name, &class.name) == Answer::Yes {
                return true;
            }
            at = context.caller.as_ref().map(|caller| caller.context);
        }
        false
    }
}
