//! Observers: methods without parameters that only look at their object and tell what it is like.
//!
//! What one says of an argument is for the client to know, as long as nothing happens in between that it could notice.
//! Where all the code that a call may run is known, that it only looks is found by reading it. Objects of classes that
//! nobody knows are taken to keep to what the known ones do, or, where there are none, to what the method's name says.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use super::exceptions::THROWABLE;
use super::world::World;
use crate::class::{Access, Class, Invocation, Member, Method};
use crate::code::{Statement, Value};
use crate::hierarchy::{Answer, Found};

/// What an observer looks at.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Reads {
    /// Fields that may change once their object is made, by the classes that declare them and their names.
    pub fields: BTreeSet<(String, String)>,
    /// Whether elements of arrays are read.
    pub elements: bool,
    /// Whether code may run that is not known.
    pub unknown: bool,
}

impl Reads {
    /// Whether what was read once will always be read.
    pub fn are_constant(&self) -> bool {
        self.fields.is_empty() && !self.elements && !self.unknown
    }
}

/// A method that only looks.
#[derive(Debug)]
pub(super) struct Observer {
    pub reads: Reads,
    /// The method whose documentation says that it only looks.
    pub promise: Option<String>,
}

/// Code of more methods than this is not read.
const MOST_METHODS: usize = 60;
/// So many classes that override a method are looked at.
const MOST_CLASSES: usize = 12;
/// Native methods that always give the same in one thread, and change nothing.
const STEADY: [(&str, &str); 2] = [("java/lang/Object", "getClass"), ("java/lang/Thread", "currentThread")];
/// How methods are called that only look, where no code shows it.
const QUESTIONS: [&str; 4] = ["is", "has", "can", "get"];

impl World<'_> {
    /// The method that is called, if it is public and only looks.
    pub fn observer(&self, kind: Invocation, member: &Member) -> Option<Rc<Observer>> {
        if !matches!(kind, Invocation::Virtual | Invocation::Interface) || !member.descriptor.starts_with("()") {
            return None;
        }
        self.observers.recall(member.clone(), || self.find_observer(kind, member).map(Rc::new))
    }

    fn find_observer(&self, kind: Invocation, member: &Member) -> Option<Observer> {
        let (class, index) = self.called_method(kind, member, None)?;
        let declared = &class.methods[index];
        if !declared.access.has(Access::PUBLIC) || declared.access.has(Access::STATIC) {
            return None;
        }
        let mut reading = Reading { world: self, reads: Reads::default(), seen: BTreeSet::new() };
        let only_looks = reading.call(kind, member) && (!reading.seen.is_empty() || is_question(declared));
        let promise = self.promised_to_look(member).filter(|_| !only_looks || reading.reads.unknown);
        match promise {
            Some(_) => Some(Observer { reads: Reads { unknown: true, ..Reads::default() }, promise }),
            None => only_looks.then_some(Observer { reads: reading.reads, promise: None }),
        }
    }
}

/// Whether a method is called as those are that only look.
fn is_question(method: &Method) -> bool {
    let rest = |word: &&str| method.name.strip_prefix(*word);
    QUESTIONS.iter().filter_map(rest).any(|rest| rest.starts_with(|c: char| c.is_uppercase()))
}

/// Code that is read, to see whether it only looks, and at what.
struct Reading<'a, 'w> {
    world: &'a World<'w>,
    reads: Reads,
    seen: BTreeSet<(String, usize)>,
}

impl Reading<'_, '_> {
    /// Whether a call does nothing but look: the method that it names, and those that may run in its place.
    fn call(&mut self, kind: Invocation, member: &Member) -> bool {
        let Some(resolved) = self.world.called_method(kind, member, None) else { return false };
        let (class, method) = (&resolved.0, &resolved.0.methods[resolved.1]);
        let is_dispatched = matches!(kind, Invocation::Virtual | Invocation::Interface);
        let is_final = |access: Access| access.has(Access::FINAL) || access.has(Access::PRIVATE);
        let is_known =
            !is_dispatched || is_final(method.access) || is_final(class.access) || self.world.is_final(&member.class);
        (method.access.has(Access::ABSTRACT) || self.method(class, resolved.1))
            && (is_known || self.overridden(&member.class, &resolved))
    }

    /// Whether the known classes below one only look, too. Clients may have others.
    fn overridden(&mut self, class: &str, resolved: &Found) -> bool {
        self.reads.unknown = true;
        let below = self.world.implementations(class, MOST_CLASSES).into_iter();
        let selected: Vec<Found> = below.filter_map(|class| self.world.selected(&class, resolved)).collect();
        selected.iter().all(|(class, index)| self.method(class, *index))
    }

    fn method(&mut self, class: &Arc<Class>, index: usize) -> bool {
        let method = &class.methods[index];
        if self.seen.contains(&(class.name.clone(), index)) || STEADY.contains(&(&*class.name, &*method.name)) {
            return true;
        }
        self.seen.insert((class.name.clone(), index));
        let Ok(code) = self.world.code(class, index) else { return false };
        self.seen.len() <= MOST_METHODS && code.statements.values().all(|statement| self.statement(statement))
    }

    fn statement(&mut self, statement: &Statement) -> bool {
        match statement {
            Statement::Assign(_, value) => self.value(value),
            Statement::PutField(..) | Statement::PutStatic(..) | Statement::ArrayStore(..) => false,
            Statement::InvokeDynamic { .. } => false,
            Statement::Invoke { member, .. } if member.name == "<init>" => self.is_exception(&member.class),
            Statement::Invoke { kind, member, .. } => self.call(*kind, member),
            _ => true,
        }
    }

    fn value(&mut self, value: &Value) -> bool {
        match value {
            Value::GetField(_, field) => self.field(field),
            // Others may change it, and initialisers of classes.
            Value::GetStatic(field) => self.world.is_final_field(field),
            Value::ArrayLoad(..) => {
                self.reads.elements = true;
                true
            }
            Value::New(class) => self.is_exception(class),
            Value::NewArray(..) => false,
            _ => true,
        }
    }

    fn field(&mut self, field: &Member) -> bool {
        let Some(declaring) = self.world.declaring_class(&field.class, &field.name, &field.descriptor) else {
            return false;
        };
        if !self.world.is_final_field(field) {
            self.reads.fields.insert((declaring, field.name.clone()));
        }
        true
    }

    /// Exceptions are made to be thrown: whoever throws them says nothing.
    fn is_exception(&self, class: &str) -> bool {
        self.world.is_subclass(class, THROWABLE) == Answer::Yes
    }
}
