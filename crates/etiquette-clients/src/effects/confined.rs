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
            let made = self.calls_in_method(&class, index, Some(field), |source| {
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

    /// Whether the object that is followed is held by another field, and by nothing else.
    pub(crate) fn is_elsewhere_than(&self, field: Option<&Member>) -> bool {
        self.confined.as_deref().is_some_and(|holder| Some(holder) != field)
    }

    /// The field that an origin reads, if what it holds is confined to it.
    pub(crate) fn confined_to(&mut self, body: &Body, origin: Origin) -> Option<Rc<Member>> {
        let Origin::At(offset) = origin else { return None };
        let Some(Statement::Assign(_, Value::GetField(_, member) | Value::GetStatic(member))) =
            body.code.statements.get(&offset)
        else {
            return None;
        };
        let client = self.client;
        let is_confined =
            *self.confined_fields.entry(member.clone()).or_insert_with(|| is_confined(client, member));
        is_confined.then(|| Rc::new(member.clone()))
    }
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
    let sources = sources(body, Some(field));
    let source = |offset: &u32, register: &Register| of(&sources, *offset, *register);
    let puts = body.code.statements.iter().filter_map(|(offset, statement)| match statement.put() {
        Some((member, value)) if member == field => Some(source(offset, &value)),
        _ => None,
    });
    let stored: Vec<Source> = puts.collect();
    let is_known = |stored: &Source| match stored {
        Source::Null | Source::Field => true,
        Source::New(at) => matches!(body.code.statements.get(at), Some(Statement::Assign(_, Value::New(class))) if is_of_jdk(class)),
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
            given_away(client, statement, field).iter().all(|register| !is_held(source(offset, register)))
        })
}

fn of(sources: &Sources, offset: u32, register: Register) -> Source {
    let before = sources.get(&offset);
    before.and_then(|before| before.get(usize::from(register.0))).copied().unwrap_or(Source::Unknown)
}

/// What a statement gives to others than the field.
fn given_away(client: &Client<'_>, statement: &Statement, field: &Member) -> Vec<Register> {
    match statement {
        Statement::PutField(_, member, value) | Statement::PutStatic(member, value) if member != field => vec![*value],
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
