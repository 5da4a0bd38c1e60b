//! Static initialisers that throw: whoever uses such a class first gets an `ExceptionInInitializerError`, and whoever
//! does later a `NoClassDefFoundError`.
//!
//! Looked for are `throw`s that code of the initialiser comes to, itself or through static methods and constructors of
//! its nest, and what other code may throw that one of the component's own classes calls ([`super::reach`]). A class of
//! which not all ways throw may or may not be usable: that is a choice of the model, and only considered for the
//! component's own classes and its package.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use super::definitions::definition;
use super::documented::is_platform;
use super::exceptions::{THROWABLE, dotted};
use super::flow::{Flow, Point};
use super::heap::Heap;
use super::model::About;
use super::reach::{Place, Program, Reached};
use super::statics::StaticValue;
use super::world::World;
use crate::class::{Class, Condition, Constant, Invocation, Kind, Member, Operation, package_of};
use crate::code::{Register, Statement, Test, ThreeAddressCode, Value};
use crate::hierarchy::Answer;

const WRAPPED: &str = "java/lang/ExceptionInInitializerError";
const UNUSABLE: &str = "java/lang/NoClassDefFoundError";

/// Methods of the nest that an initialiser calls are looked into to this depth.
const MAX_DEPTH: usize = 3;

/// How code may end.
#[derive(Clone, Default)]
pub(super) struct Ends {
    /// The classes of exceptions that it throws and does not catch, and whether code of others may throw them.
    thrown: BTreeSet<(String, bool)>,
    /// Whether it may end normally.
    returns: bool,
    /// Whether the JVM itself may throw on the way: null, an index, a cast, a division.
    implicit: bool,
    /// The calls of code of others that are on the way.
    elsewhere: Vec<(Rc<Program>, Rc<Reached>)>,
}

impl World<'_> {
    /// What using a class for the first time may throw, those above it included.
    fn initialisation(&self, class: &Arc<Class>) -> Rc<Ends> {
        self.initialisations.recall(class.name.clone(), || {
            let mut all = Ends { returns: true, ..Ends::default() };
            for class in self.superclasses(class) {
                let Some(method) = class.initialiser() else { continue };
                let Some(ends) = self.ends(&class, method, MAX_DEPTH) else { continue };
                all.returns &= ends.returns;
                all.implicit |= ends.implicit;
                all.elsewhere.extend(ends.elsewhere);
                all.thrown
                    .extend(ends.thrown.into_iter().map(|(thrown, by_others)| (self.seen_outside(thrown), by_others)));
            }
            Rc::new(all)
        })
    }

    /// Errors leave an initialiser as they are, other exceptions are wrapped.
    fn seen_outside(&self, thrown: String) -> String {
        if self.is_subclass(&thrown, "java/lang/Error") == Answer::Yes { thrown } else { WRAPPED.into() }
    }

    /// How code ends, along the ways that no exception begins but those that it throws itself.
    fn ends(&self, class: &Arc<Class>, method: usize, depth: usize) -> Option<Ends> {
        let code = &*self.code(class, method).ok()?;
        let mut ends = Ends::default();
        let mut pending: Vec<u32> = code.statements.keys().next().copied().into_iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(offset) = pending.pop() {
            let Some(statement) = code.statements.get(&offset).filter(|_| seen.insert(offset)) else { continue };
            let step = self.step((class, method), code, (offset, statement), depth);
            ends.elsewhere.extend(step.elsewhere);
            ends.implicit |= step.implicit || may_make_jvm_throw(code, offset, statement);
            for thrown in step.thrown {
                let (handlers, leaves) = self.handlers(code, offset, &thrown.0);
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
        Some(ends)
    }

    /// Whether a condition holds, if it asks whether assertions are on, or compares numbers that are known.
    fn jumps(&self, code: &ThreeAddressCode, offset: u32, statement: &Statement) -> Option<bool> {
        if let Statement::If(Test::Ints(condition, one, other), _) = statement {
            let [one, other] = [one, other].map(|register| self.known_int(code, offset, *register));
            return Some(condition.holds(one?, other?));
        }
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

    /// A constant, or the length of a table.
    fn known_int(&self, code: &ThreeAddressCode, offset: u32, register: Register) -> Option<i64> {
        let (at, statement) = definition(code, offset, register)?;
        let Statement::Assign(_, Value::ArrayLength(array)) = statement else {
            return int_constant(code, offset, register);
        };
        match definition(code, at, *array)? {
            (_, Statement::Assign(_, Value::GetStatic(member))) => match self.static_value(member) {
                StaticValue::Table(table) => Some(i64::from(table.length)),
                _ => None,
            },
            _ => None,
        }
    }

    /// What one statement throws by `throw`, and whether there is a way on.
    fn step(
        &self,
        (class, method): (&Arc<Class>, usize),
        code: &ThreeAddressCode,
        (offset, statement): (u32, &Statement),
        depth: usize,
    ) -> Ends {
        match statement {
            Statement::Throw(object) => {
                Ends { thrown: BTreeSet::from([(thrown_class(code, offset, *object), false)]), ..Ends::default() }
            }
            Statement::Invoke { kind, member, .. } => {
                let is_known = matches!(kind, Invocation::Static | Invocation::Special) && depth > 0;
                let followed = is_known.then(|| self.called(class, member, depth - 1)).flatten();
                followed.unwrap_or_else(|| self.called_elsewhere(class, method, offset))
            }
            _ => Ends { returns: true, ..Ends::default() },
        }
    }

    /// How a called method of the nest ends; no other is looked into.
    fn called(&self, class: &Arc<Class>, member: &Member, depth: usize) -> Option<Ends> {
        let is_near = self.nest(class).iter().any(|near| near.name == member.class);
        let (class, method) = self.resolve_method(member).filter(|_| is_near)?;
        self.ends(&class, method, depth)
    }

    /// What a call in an initialiser of the component's own classes may throw.
    fn called_elsewhere(&self, class: &Arc<Class>, method: usize, offset: u32) -> Ends {
        let place = Place { class: &class.name, method, offset, receiver: None, clients: None };
        let program = self.program().ok().flatten().filter(|program| program.is_own(&class.name));
        let known = program.and_then(|program| Some((program.clone(), self.reached(&program, place)?)));
        let thrown =
            known.iter().flat_map(|(_, reached)| &reached.thrown).map(|exception| (exception.class.clone(), true));
        let elsewhere = known.iter().cloned().collect();
        Ends { thrown: thrown.collect(), returns: true, elsewhere, ..Ends::default() }
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

/// Whether the JVM may throw an exception of its own at a statement, as far as the code just before shows.
fn may_make_jvm_throw(code: &ThreeAddressCode, offset: u32, statement: &Statement) -> bool {
    let is_there = |object: &Register| is_made(code, offset, *object);
    let constant = |register: &Register| int_constant(code, offset, *register);
    match statement {
        Statement::Assign(_, Value::GetField(object, _) | Value::ArrayLength(object))
        | Statement::PutField(object, ..)
        | Statement::Monitor(object) => !is_there(object),
        Statement::Assign(_, Value::ArrayLoad(_, array, index)) | Statement::ArrayStore(_, array, index, _) => {
            !is_inside(code, offset, *array, *index)
        }
        Statement::Assign(_, Value::Arithmetic(Operation::Div | Operation::Rem, kind, _, divisor)) => {
            matches!(kind, Kind::Int | Kind::Long) && constant(divisor).is_none_or(|value| value == 0)
        }
        Statement::Assign(_, Value::NewArray(_, lengths)) => {
            lengths.iter().any(|length| constant(length).is_none_or(|value| value < 0))
        }
        Statement::Invoke { kind, arguments, .. } if *kind != Invocation::Static => {
            !arguments.first().is_some_and(is_there)
        }
        Statement::CheckCast(object, _) => !is_there(object),
        _ => false,
    }
}

/// Whether a register certainly holds something that is not null.
fn is_made(code: &ThreeAddressCode, offset: u32, object: Register) -> bool {
    match definition(code, offset, object) {
        Some((_, Statement::Assign(_, Value::New(_) | Value::NewArray(..)))) => true,
        Some((_, Statement::Assign(_, Value::Constant(constant)))) => *constant != Constant::Null,
        Some((_, Statement::InvokeDynamic { .. })) => true,
        _ => false,
    }
}

/// Whether a register certainly holds an array that was just made, and another one an index of it.
fn is_inside(code: &ThreeAddressCode, offset: u32, array: Register, index: Register) -> bool {
    let made = definition(code, offset, array);
    let Some((made_at, Statement::Assign(_, Value::NewArray(_, lengths)))) = made else { return false };
    let length = lengths.first().and_then(|length| int_constant(code, made_at, *length));
    let index = int_constant(code, offset, index);
    index.zip(length).is_some_and(|(index, length)| (0..length).contains(&index))
}

fn int_constant(code: &ThreeAddressCode, offset: u32, register: Register) -> Option<i64> {
    match definition(code, offset, register)? {
        (_, Statement::Assign(_, Value::Constant(Constant::Int(value)))) => Some(i64::from(*value)),
        (_, Statement::Assign(_, Value::Constant(Constant::Long(value)))) => Some(*value),
        _ => None,
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
        self.note_writing_initialiser(&point, &class);
        let ends = self.world.initialisation(&class);
        let does_nothing = ends.thrown.is_empty() && ends.elsewhere.is_empty() && !ends.implicit;
        let is_considered = !does_nothing && (!ends.returns || self.is_near(&class));
        if !is_considered || self.is_running(&point, &class) {
            return Some(point);
        }
        // Nearly every class would be one that may not be usable, and that is nobody's question, unless code waits for it.
        let ends = match self.is_caught(&point, WRAPPED, |_, _| true) {
            true => Ends::clone(&ends),
            false => self.throwing_itself(&point, &class, &ends),
        };
        self.unless_unusable(point, (&class, &ends), Flow::raise_here)
    }

    /// Where a class is the component, initialisers of others that it uses are taken to leave its fields as they are.
    fn note_writing_initialiser(&mut self, point: &Point, class: &Arc<Class>) {
        let is_silent = is_platform(&class.name) || class.initialiser().is_none() || self.is_running(point, class);
        if self.model.heap.is_of_class() && !is_silent {
            let component = dotted(&self.model.heap.objects[Heap::RECEIVER].class.name);
            let text =
                format!("the initialiser of `{}` does not change static fields of `{component}`", dotted(&class.name));
            self.model.note(About::OtherCode, text, None);
        }
    }

    /// Goes on where the class of what a client makes can be used; what happens before is caught by nobody. A class that
    /// can't be used at all because of what others do is not asked about.
    pub fn initialise_made(&mut self, point: Point, class: &Arc<Class>) -> Option<Point> {
        let ends = self.throwing_itself(&point, class, &self.world.initialisation(class));
        self.unless_unusable(point, (class, &ends), |flow, point, thrown| {
            let made = flow.origin(&point);
            let site = flow.thrown(&point, made);
            flow.leave(&point, &thrown.into(), site);
        })
    }

    /// How an initialiser ends if no code of others that it calls throws.
    fn throwing_itself(&mut self, point: &Point, class: &Class, ends: &Ends) -> Ends {
        if ends.thrown.iter().any(|(_, by_others)| *by_others) {
            let text = format!("no code that the initialiser of `{}` calls throws", dotted(&class.name));
            self.note(point, About::OtherCode, text);
        }
        let thrown = ends.thrown.iter().filter(|(_, by_others)| !by_others).cloned().collect();
        Ends { thrown, ..Ends::clone(ends) }
    }

    fn unless_unusable(
        &mut self,
        point: Point,
        (class, ends): (&Arc<Class>, &Ends),
        mut raise: impl FnMut(&mut Self, Point, &str),
    ) -> Option<Point> {
        for known in &ends.elsewhere {
            self.note_beyond(Some(known));
        }
        if ends.implicit {
            let name = dotted(&class.name);
            let text = format!(
                "the JVM throws nothing of its own (null, index, cast, division) while `{name}` is initialised"
            );
            let about = if self.is_own(&class.name) { About::OwnCode } else { About::OtherCode };
            self.model.note(about, text, None);
        }
        let unusable = (!ends.thrown.is_empty()).then(|| UNUSABLE.to_owned());
        let thrown: BTreeSet<&String> = ends.thrown.iter().map(|(class, _)| class).collect();
        let mut possible: Vec<String> = thrown.into_iter().cloned().chain(unusable).collect();
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
