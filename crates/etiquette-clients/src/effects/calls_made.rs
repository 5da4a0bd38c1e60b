//! The calls of the interface that a method makes itself, on objects that were there before.

use std::rc::Rc;
use std::sync::Arc;

use etiquette_automata::CallId;
use etiquette_java::class::{Class, Instruction, Invocation, Member};
use etiquette_java::code::Statement;
use etiquette_java::descriptor::MethodDescriptor;

use super::Calls;
use super::graph::Node;
use super::handed::methods_of;
use super::sources::{Source, sources};
use crate::analysis::{Analysis, Relation};
use crate::body::Body;
use crate::calls::OBJECT_METHODS;
use crate::client::class_of;
use crate::parts::Part;

impl Analysis<'_> {
    /// The calls that a node makes itself; on what confined fields hold only if that is meant, too.
    pub(super) fn calls_made(&mut self, node: &Node, on_confined: bool) -> Calls {
        if self.client.call_graph().is_unknown(node) {
            return Calls::ALL;
        }
        match node {
            Node::Method((class, index)) => {
                let Ok(class) = self.client.classes.load(class) else { return Calls::ALL };
                let client = self.client;
                let is_left_out = |field: &Member| !on_confined && client.is_confined(field);
                self.calls_in_method(&class, *index, &is_left_out, |source| !source.is_new() && source != Source::Field)
            }
            Node::Handle(_, member) => self.calls_of(member),
            Node::Handed(class) => {
                methods_of(self.client, class).iter().fold(Calls::NONE, |all, member| all.or(self.calls_of(member)))
            }
            _ => Calls::NONE,
        }
    }

    /// The calls that a method's code makes on objects from some sources.
    pub(super) fn calls_in_method(
        &mut self,
        class: &Arc<Class>,
        index: usize,
        is_field: &dyn Fn(&Member) -> bool,
        is_meant: fn(Source) -> bool,
    ) -> Calls {
        let Some(code) = &class.methods[index].code else { return Calls::NONE };
        let makes_any = code.instructions.iter().any(|(_, instruction)| match instruction {
            Instruction::Invoke(kind, member) => *kind != Invocation::Static && !self.calls_of(member).is_empty(),
            _ => false,
        });
        match self.client.body(class, index).filter(|_| makes_any) {
            Some(body) => self.calls_in_body(&body, is_field, is_meant),
            None if makes_any => Calls::ALL,
            None => Calls::NONE,
        }
    }

    fn calls_in_body(
        &mut self,
        body: &Rc<Body>,
        is_field: &dyn Fn(&Member) -> bool,
        is_meant: fn(Source) -> bool,
    ) -> Calls {
        let sources = sources(self.client, body, is_field);
        let mut made = Calls::NONE;
        for (offset, statement) in &body.code.statements {
            let Statement::Invoke { kind, member, arguments, .. } = statement else { continue };
            let (Some(before), Some(receiver)) = (sources.get(offset), arguments.first()) else { continue };
            let source = before.get(usize::from(receiver.0)).copied().unwrap_or(Source::Unknown);
            // What is being made is new, but not what it is given.
            if *kind != Invocation::Static && (member.name == "<init>" || is_meant(source)) {
                made = made.or(self.calls_of(member));
            }
        }
        made
    }

    /// The calls of the interface that a method may be on an object; any, where the interface says nothing about it, and
    /// it may change the object.
    pub(super) fn calls_of(&mut self, member: &Member) -> Calls {
        if let Some(known) = self.calls_of_members.get(member) {
            return *known;
        }
        let calls = self.find_calls_of(member);
        self.calls_of_members.insert(member.clone(), calls);
        calls
    }

    fn find_calls_of(&mut self, member: &Member) -> Calls {
        let Ok(descriptor) = member.descriptor.parse::<MethodDescriptor>() else { return Calls::ALL };
        if member.name == "<init>" {
            return self.calls_that_make(member, &descriptor);
        }
        let is_any = member.class == "java/lang/Object";
        let is_main = self.class_relation(&member.class) != Relation::None;
        let roles: Vec<usize> = self.class_roles(&member.class).to_vec();
        let roles: Vec<usize> = roles.into_iter().filter(|role| self.may_be_in(*role, &member.class)).collect();
        let mains = [Part::Main].into_iter().filter(|_| is_any || is_main);
        let others = roles.iter().flat_map(|role| [Part::Role(*role), Part::Another(*role)]);
        let parts: Vec<Part> = mains.chain(others).collect();
        let named = parts.iter().flat_map(|part| self.protocol.calls(*part, &member.name, &descriptor, true));
        let calls: Calls = named.collect();
        let is_known = parts.is_empty() || !calls.is_empty() || OBJECT_METHODS.contains(&member.name.as_str());
        if is_known || self.leaves_as_it_is(member) { calls } else { Calls::ALL }
    }

    /// Whether objects of a class may be in a role: not, if the main object's class makes others for it.
    fn may_be_in(&self, role: usize, class: &str) -> bool {
        let made = self.classes_made_for(role);
        made.is_empty()
            || made.iter().any(|made| self.client.is_below(made, class) || self.client.is_below(class, made))
    }

    /// The classes of the objects that methods of the main one make for a role; none, where that is not known.
    fn classes_made_for(&self, role: usize) -> Vec<String> {
        let (protocol, hierarchy) = (self.protocol, self.client.hierarchy());
        let Some(ty) = protocol.roles().types().nth(role) else { return Vec::new() };
        let Ok(class) = self.client.classes.load(&protocol.class) else { return Vec::new() };
        let mut found = Vec::new();
        for method in class.methods.iter().filter(|method| protocol.has_method(Part::Main, &method.name)) {
            if !self.client.is_below(&ty, &result_class(&method.descriptor)) {
                continue;
            }
            let selected = hierarchy.select_method(&class.name, &method.name, &method.descriptor).ok().flatten();
            let Some((declaring, index)) = selected else { return Vec::new() };
            let made = made_in(&declaring, index);
            if made.is_empty() || self.has_below(&method.name) {
                return Vec::new();
            }
            found.extend(made);
        }
        found
    }

    /// The calls by which a client makes an object for a role.
    fn calls_that_make(&self, member: &Member, descriptor: &MethodDescriptor) -> Calls {
        let roles = self.protocol.roles().made_by_clients();
        let made = roles.filter(|(_, ty)| self.client.is_below(&member.class, ty)).map(|(role, _)| role);
        let parts = made.flat_map(|role| [Part::Role(role), Part::Another(role)]);
        parts.flat_map(|part| self.protocol.makers(part, descriptor)).collect::<Vec<CallId>>().into_iter().collect()
    }

    /// Whether a method that is no call of the interface changes nothing. One that only classes of the client have is
    /// followed instead.
    fn leaves_as_it_is(&self, member: &Member) -> bool {
        let (client, protocol) = (self.client, self.protocol);
        match client.is_pure(&protocol.class, member) {
            Some(is_pure) => is_pure && protocol.applies_to == protocol.class,
            None => client.owns(&member.class) && self.is_object(&member.class),
        }
    }

    /// Whether a method of the main object changes nothing, which its code says, and no class of the client overrides.
    pub(crate) fn is_pure(&mut self, member: &Member) -> bool {
        if let Some(known) = self.pure.get(member) {
            return *known;
        }
        let is_pure = self.find_is_pure(member);
        self.pure.insert(member.clone(), is_pure);
        is_pure
    }

    fn find_is_pure(&self, member: &Member) -> bool {
        let (client, protocol) = (self.client, self.protocol);
        protocol.applies_to == protocol.class
            && !client.owns(&member.class)
            && client.is_pure(&protocol.class, member) == Some(true)
            && !self.has_below(&member.name)
    }

    /// Whether a class of the client below the interface's has a method of this name.
    fn has_below(&self, name: &str) -> bool {
        let below = self.client.own().filter(|class| class.name != self.protocol.class && self.is_object(&class.name));
        below.into_iter().any(|class| class.methods.iter().any(|method| method.name == name))
    }
}

/// The class of what a method returns.
fn result_class(descriptor: &str) -> String {
    descriptor.rsplit_once(')').and_then(|(_, result)| class_of(result)).unwrap_or_default()
}

/// The classes of which a method makes objects itself.
fn made_in(class: &Class, index: usize) -> Vec<String> {
    let code = class.methods[index].code.iter().flat_map(|code| &code.instructions);
    let made = code.filter_map(|(_, instruction)| match instruction {
        Instruction::New(class) => Some(class.clone()),
        _ => None,
    });
    made.collect()
}
