//! Private fields whose objects nobody else has: each is made where it is stored, and used only as the receiver of calls
//! of the JDK. What such a field holds is changed only by the methods of its class, and of those nested in it.

use std::rc::Rc;
use std::sync::Arc;

use etiquette_java::class::{Access, Class, Instruction, Invocation, Member};
use etiquette_java::code::{Register, Statement, Value};

use super::handed::{handed_to, is_of_jdk};
use super::sources::{Source, Sources, sources};
use super::{Calls, Effects};
use crate::analysis::{Analysis, Origin};
use crate::body::Body;
use crate::client::Client;

/// What may hold the object that is followed, once it is stored.
#[derive(Clone, Debug)]
pub(crate) enum Holder {
    /// This field, and nothing else.
    Field(Rc<Member>),
    /// Anything but confined fields.
    Unconfined,
    /// Anything.
    Anything,
}

impl Analysis<'_> {
    /// What may be done with the objects of a confined field.
    pub(super) fn effects_on_field(&mut self, field: &Rc<Member>) -> &Effects {
        if !self.effects.on_field.contains_key(field) {
            let effects = self.find_effects_on_field(field);
            self.effects.on_field.insert(Rc::clone(field), effects);
        }
        &self.effects.on_field[field]
    }

    fn find_effects_on_field(&mut self, field: &Member) -> Effects {
        let graph = self.client.call_graph();
        let mut own = vec![Calls::NONE; graph.nodes().len()];
        for (class, index) in mentioning(self.client, field) {
            let made = self.calls_in_method(&class, index, &|member| member == field, |source| {
                matches!(source, Source::Field | Source::Mixed)
            });
            if let Some(node) = graph.find(&super::Node::Method((class.name.clone(), index))) {
                own[node] = made;
            }
        }
        let any = own.iter().fold(Calls::NONE, |all, calls| all.or(*calls));
        let unknown = graph.nodes().iter().zip(&mut own).filter(|(node, _)| graph.is_unknown(node));
        unknown.for_each(|(_, calls)| *calls = any);
        Effects::new(graph, own, any)
    }

    /// Whether the object that is followed is certainly not in a field; without one, in none that is not its own.
    pub(crate) fn is_elsewhere_than(&self, field: Option<&Member>) -> bool {
        match &self.holder {
            Holder::Field(holder) => Some(&**holder) != field,
            Holder::Unconfined => field.is_some_and(|field| self.client.is_confined(field)),
            Holder::Anything => false,
        }
    }
}

impl Client<'_> {
    /// What may hold the objects of an origin. New ones may be stored anywhere.
    pub(crate) fn holder(&self, body: &Body, origin: Origin) -> Holder {
        let Origin::At(offset) = origin else { return Holder::Unconfined };
        match body.code.statements.get(&offset) {
            Some(Statement::Assign(_, Value::GetField(_, member) | Value::GetStatic(member)))
                if self.is_confined(member) =>
            {
                Holder::Field(Rc::new(member.clone()))
            }
            Some(Statement::Assign(_, Value::New(_)) | Statement::Invoke { kind: Invocation::Static, .. }) => {
                Holder::Anything
            }
            _ => Holder::Unconfined,
        }
    }

    /// Whether nobody has what a field holds but the field.
    pub(super) fn is_confined(&self, field: &Member) -> bool {
        if let Some(known) = self.confined.borrow().get(field) {
            return *known;
        }
        let is_confined = is_confined(self, field);
        self.confined.borrow_mut().insert(field.clone(), is_confined);
        is_confined
    }

    /// Whether a static method gives a new object of the JDK, and keeps nothing of it.
    pub(super) fn makes_new(&self, member: &Member) -> bool {
        if let Some(known) = self.makers.borrow().get(member) {
            return *known;
        }
        self.makers.borrow_mut().insert(member.clone(), false);
        let found = self.hierarchy().resolve_method(&member.class, &member.name, &member.descriptor).ok().flatten();
        let found = found.filter(|(class, _)| !is_of_jdk(&class.name));
        let makes_new =
            found.and_then(|(class, index)| self.body(&class, index)).is_some_and(|body| gives_new(self, &body));
        self.makers.borrow_mut().insert(member.clone(), makes_new);
        makes_new
    }
}

fn gives_new(client: &Client<'_>, body: &Body) -> bool {
    let returns_object = body.descriptor.result.as_ref().is_some_and(|ty| ty.is_reference());
    let makes_own =
        |statement: &Statement| matches!(statement, Statement::Assign(_, Value::New(class)) if !is_of_jdk(class));
    if !returns_object || body.code.statements.values().any(makes_own) {
        return false;
    }
    let sources = sources(client, body, &|_| false);
    body.code.statements.iter().all(|(offset, statement)| match statement {
        Statement::Return(Some((_, value))) => of(&sources, *offset, *value).is_new(),
        _ => given_away(client, statement, None)
            .iter()
            .all(|value| matches!(of(&sources, *offset, *value), Source::Unknown | Source::Null)),
    })
}

fn is_confined(client: &Client<'_>, field: &Member) -> bool {
    let Ok(class) = client.classes.load(&field.class) else { return false };
    let declared = class.fields.iter().find(|known| known.name == field.name && known.descriptor == field.descriptor);
    client.owns(&class.name)
        && declared.is_some_and(|known| known.access.has(Access::PRIVATE))
        && mentioning(client, field)
            .iter()
            .all(|(class, index)| client.body(class, *index).is_some_and(|body| keeps(client, &body, field)))
}

/// The methods that read or set a private field.
fn mentioning(client: &Client<'_>, field: &Member) -> Vec<(Arc<Class>, usize)> {
    let mut found = Vec::new();
    for class in nest(client, &field.class) {
        for (index, method) in class.methods.iter().enumerate() {
            let mut code = method.code.iter().flat_map(|code| &code.instructions);
            let mentions = code.any(|(_, instruction)| match instruction {
                Instruction::GetField(member)
                | Instruction::GetStatic(member)
                | Instruction::PutField(member)
                | Instruction::PutStatic(member) => member == field,
                _ => false,
            });
            if mentions {
                found.push((Arc::clone(&class), index));
            }
        }
    }
    found
}

/// The classes that may use the private members of a class.
fn nest(client: &Client<'_>, class: &str) -> Vec<Arc<Class>> {
    let Ok(class) = client.classes.load(class) else { return Vec::new() };
    let host = class.nest_host.as_ref().and_then(|host| client.classes.load(host).ok());
    let host = host.unwrap_or_else(|| Arc::clone(&class));
    let members = host.nest_members.iter().filter_map(|member| client.classes.load(member).ok());
    let mut nest: Vec<Arc<Class>> = members.chain([Arc::clone(&host)]).collect();
    if !nest.iter().any(|member| member.name == class.name) {
        nest.push(class);
    }
    nest
}

/// Whether a method gives what the field holds to nobody.
fn keeps(client: &Client<'_>, body: &Body, field: &Member) -> bool {
    let sources = sources(client, body, &|member| member == field);
    let source = |offset: &u32, register: &Register| of(&sources, *offset, *register);
    let puts = body.code.statements.iter().filter_map(|(offset, statement)| match statement.put() {
        Some((member, value)) if member == field => Some(source(offset, &value)),
        _ => None,
    });
    let stored: Vec<Source> = puts.collect();
    let is_known = |stored: &Source| match stored {
        Source::Null | Source::Field => true,
        Source::New(at) => match body.code.statements.get(at) {
            Some(Statement::Assign(_, Value::New(class))) => is_of_jdk(class),
            statement => matches!(statement, Some(Statement::Invoke { .. })),
        },
        _ => false,
    };
    let is_held = |source: Source| match source {
        Source::Field | Source::Mixed => true,
        Source::New(_) => stored.contains(&source),
        Source::Fresh => !stored.is_empty(),
        Source::Null | Source::Unknown => false,
    };
    stored.iter().all(is_known)
        && body.code.statements.iter().all(|(offset, statement)| {
            given_away(client, statement, Some(field)).iter().all(|register| !is_held(source(offset, register)))
        })
}

fn of(sources: &Sources, offset: u32, register: Register) -> Source {
    let before = sources.get(&offset);
    before.and_then(|before| before.get(usize::from(register.0))).copied().unwrap_or(Source::Unknown)
}

/// What a statement gives to others than the field.
fn given_away(client: &Client<'_>, statement: &Statement, field: Option<&Member>) -> Vec<Register> {
    match statement {
        Statement::PutField(_, member, value) | Statement::PutStatic(member, value) if Some(member) != field => {
            vec![*value]
        }
        Statement::ArrayStore(_, _, _, value) | Statement::Return(Some((_, value))) => vec![*value],
        Statement::InvokeDynamic { arguments, .. } => arguments.clone(),
        Statement::Invoke { kind, member, arguments, .. } => {
            let is_receiver_kept = *kind != Invocation::Static && is_of_jdk(&member.class);
            let only_reads = is_receiver_kept && handed_to(client, member).is_empty();
            let kept = if only_reads { arguments.len() } else { usize::from(is_receiver_kept) };
            arguments[kept..].to_vec()
        }
        _ => Vec::new(),
    }
}
