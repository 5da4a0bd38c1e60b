//! Where a method has its values from, as far as that matters to effects: objects that it made itself, and what it read
//! from some fields. What the JDK's objects give that it uses belongs to them: an iterator of a new list is new.

use std::collections::BTreeMap;

use etiquette_java::class::{Constant, Invocation, Member};
use etiquette_java::code::{Register, Statement, Value};

use super::handed::is_of_jdk;
use crate::body::{Body, successors};
use crate::client::{Client, class_of};

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    /// It is null.
    Null,
    /// It was made here, at this place.
    New(u32),
    /// It was made here, somewhere.
    Fresh,
    /// It is what such a field holds, or leads to it.
    Field,
    /// One of these, or from anywhere.
    Mixed,
    /// Anywhere.
    Unknown,
}

impl Source {
    fn join(self, other: Source) -> Source {
        match (self, other) {
            (one, other) if one == other => one,
            (Source::Null, other) | (other, Source::Null) => other,
            (Source::New(_) | Source::Fresh, Source::New(_) | Source::Fresh) => Source::Fresh,
            _ => Source::Mixed,
        }
    }

    /// Whether it was not there before the method was called.
    pub fn is_new(self) -> bool {
        matches!(self, Source::Null | Source::New(_) | Source::Fresh)
    }
}

/// The sources of all registers before each statement.
pub(super) type Sources = BTreeMap<u32, Vec<Source>>;

/// Forwards until nothing changes.
pub(super) fn sources(client: &Client<'_>, body: &Body, is_field: &dyn Fn(&Member) -> bool) -> Sources {
    let mut found = Sources::new();
    let Some(entry) = body.entry() else { return found };
    let mut waiting = vec![(entry, vec![Source::Unknown; usize::from(body.code.registers)])];
    while let Some((offset, arriving)) = waiting.pop() {
        if !arrive(&mut found, offset, &arriving) {
            continue;
        }
        let before = found[&offset].clone();
        let covering = body.code.handlers.iter().filter(|handler| (handler.start..handler.end).contains(&offset));
        waiting.extend(covering.map(|handler| (handler.target, before.clone())));
        let Some(statement) = body.code.statements.get(&offset) else {
            waiting.extend(body.code.next.get(&offset).map(|next| (*next, before)));
            continue;
        };
        let after = step(client, offset, statement, before, is_field);
        waiting.extend(successors(&body.code, offset, statement).into_iter().map(|next| (next, after.clone())));
    }
    found
}

/// Joins what arrives at a place to what was there; whether that says more.
fn arrive(found: &mut Sources, offset: u32, arriving: &[Source]) -> bool {
    let Some(known) = found.get_mut(&offset) else {
        found.insert(offset, arriving.to_vec());
        return true;
    };
    let joined: Vec<Source> = known.iter().zip(arriving).map(|(one, other)| one.join(*other)).collect();
    let has_grown = joined != *known;
    *known = joined;
    has_grown
}

fn step(
    client: &Client<'_>,
    offset: u32,
    statement: &Statement,
    before: Vec<Source>,
    is_field: &dyn Fn(&Member) -> bool,
) -> Vec<Source> {
    let of = |register: &Register| before.get(usize::from(register.0)).copied().unwrap_or(Source::Unknown);
    let set: Vec<(Register, Source)> = match statement {
        Statement::Assign(to, Value::Copy(from)) => vec![(*to, of(from))],
        Statement::Assign(to, value) => vec![(*to, made(offset, value, is_field))],
        Statement::Rearrange(copies) => copies.iter().map(|(to, from)| (*to, of(from))).collect(),
        Statement::Invoke { kind: Invocation::Static, member, result: Some(result), .. }
            if client.makes_new(member) =>
        {
            vec![(*result, Source::New(offset))]
        }
        Statement::Invoke { kind, member, arguments, result: Some(result) } => {
            let receiver = arguments.first().filter(|_| *kind != Invocation::Static).map(of);
            vec![(*result, receiver.filter(|_| leads_on(member)).unwrap_or(Source::Unknown))]
        }
        Statement::InvokeDynamic { result: Some(result), .. } => vec![(*result, Source::Unknown)],
        _ => Vec::new(),
    };
    let mut after = before;
    for (register, source) in set {
        if let Some(entry) = after.get_mut(usize::from(register.0)) {
            *entry = source;
        }
    }
    after
}

fn made(offset: u32, value: &Value, is_field: &dyn Fn(&Member) -> bool) -> Source {
    match value {
        Value::Constant(Constant::Null) => Source::Null,
        Value::New(_) => Source::New(offset),
        Value::GetField(_, member) | Value::GetStatic(member) if is_field(member) => Source::Field,
        _ => Source::Unknown,
    }
}

/// Whether a method of the JDK gives a part or a view of its object. What it gives as `Object` is what that holds.
fn leads_on(member: &Member) -> bool {
    let result = member.descriptor.rsplit_once(')').and_then(|(_, result)| class_of(result));
    let leads_on = |class: &str| is_of_jdk(class) && !class.starts_with("java/lang/");
    is_of_jdk(&member.class) && result.is_some_and(|class| leads_on(&class))
}
