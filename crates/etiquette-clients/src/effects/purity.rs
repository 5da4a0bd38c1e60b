//! Methods that change nothing: they set no field and no element of an array, and call only such methods of their own
//! object, or what is given none.

use std::sync::Arc;

use etiquette_java::class::{Class, Instruction, Invocation, Member};
use etiquette_java::descriptor::MethodDescriptor;

use super::handed::is_object_method;
use crate::client::Client;

/// Calls within a method are followed no deeper than this.
const MAX_DEPTH: usize = 8;

impl Client<'_> {
    /// Whether a method changes nothing when it is called on an object of exactly a class. `None`: it has no such method.
    pub(crate) fn is_pure(&self, class: &str, member: &Member) -> Option<bool> {
        let key = (class.to_owned(), member.name.clone(), member.descriptor.clone());
        if let Some(known) = self.pure.borrow().get(&key) {
            return *known;
        }
        let found = self.hierarchy().select_method(class, &member.name, &member.descriptor).ok().flatten();
        let is_pure = found.map(|found| changes_nothing(self, class, &found, MAX_DEPTH));
        self.pure.borrow_mut().insert(key, is_pure);
        is_pure
    }
}

fn changes_nothing(client: &Client<'_>, class: &str, (declaring, index): &(Arc<Class>, usize), depth: usize) -> bool {
    let code = declaring.methods[*index].code.as_ref().filter(|_| depth > 0);
    code.is_some_and(|code| {
        code.instructions.iter().all(|(_, instruction)| match instruction {
            Instruction::PutField(_) | Instruction::PutStatic(_) | Instruction::ArrayStore(_) => false,
            Instruction::InvokeDynamic(_) => false,
            Instruction::Invoke(kind, member) => is_harmless(client, class, (*kind, member), depth),
            _ => true,
        })
    })
}

/// Whether a call changes nothing. Arguments are asked whether they are equal to others, and no more.
fn is_harmless(client: &Client<'_>, class: &str, (kind, member): (Invocation, &Member), depth: usize) -> bool {
    let hierarchy = client.hierarchy();
    let is_own = member.class != "java/lang/Object" && client.is_below(class, &member.class);
    let found = match kind {
        Invocation::Static if is_given_nothing(member) => return true,
        Invocation::Special if member.name == "<init>" => return is_given_nothing(member) && !is_own,
        Invocation::Static => hierarchy.resolve_method(&member.class, &member.name, &member.descriptor),
        _ if !is_own => return is_object_method(member),
        Invocation::Special => hierarchy.resolve_method(&member.class, &member.name, &member.descriptor),
        _ => hierarchy.select_method(class, &member.name, &member.descriptor),
    };
    found.ok().flatten().is_some_and(|found| changes_nothing(client, class, &found, depth - 1))
}

/// Whether a call is given no object, other than texts.
fn is_given_nothing(member: &Member) -> bool {
    let descriptor = member.descriptor.parse::<MethodDescriptor>();
    let is_text = |ty: &etiquette_java::descriptor::TypeDescriptor| ty.descriptor() == "Ljava/lang/String;";
    descriptor.is_ok_and(|known| known.parameters.iter().all(|ty| !ty.is_reference() || is_text(ty)))
}
