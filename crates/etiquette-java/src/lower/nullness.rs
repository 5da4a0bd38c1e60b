//! What is never null, as seen from code that is not followed: results of calls, and what initialisers give static fields.
//!
//! Every `return` gives back the receiver itself, something just made, a constant, or the result of another such method. A plain
//! backward look through straight code; where it does not see clearly, the answer is no.

use std::str::FromStr;
use std::sync::Arc;

use super::flow::Flow;
use super::world::World;
use crate::class::{Access, Class, Constant, Field, Invocation, Kind, Member};
use crate::code::{Register, Statement, ThreeAddressCode, Value};
use crate::descriptor::MethodDescriptor;

/// How many calls deep the question is followed.
const MAX_DEPTH: usize = 6;

impl World<'_> {
    /// Whether a call never gives back null. `receiver` is the class of the object where it is exactly known.
    pub fn call_is_never_null(&self, kind: Invocation, member: &Member, receiver: Option<&str>) -> bool {
        self.is_never_null(kind, member, receiver, MAX_DEPTH)
    }

    /// Whether a static field never holds null once its class is initialised.
    pub fn is_static_never_null(&self, member: &Member) -> bool {
        self.static_is_never_null(member, MAX_DEPTH)
    }

    fn static_is_never_null(&self, member: &Member, depth: usize) -> bool {
        let declaring = self.declaring_class(&member.class, &member.name, &member.descriptor);
        let Some(class) = declaring.and_then(|declaring| self.class(&declaring)) else { return false };
        let is_final = |field: &Field| field.name == member.name && field.access.has(Access::FINAL);
        if !class.fields.iter().any(is_final) {
            return false;
        }
        let Some(code) = self.initialiser(&class) else { return false };
        let mut assigned = code.statements.iter().filter_map(|(offset, statement)| match statement {
            Statement::PutStatic(assigned, value) if assigned.name == member.name => Some((*offset, *value)),
            _ => None,
        });
        let mut any = false;
        let never_null = assigned.all(|(offset, value)| {
            any = true;
            self.value_is_never_null(&code, offset, value, true, depth)
        });
        any && never_null
    }

    fn is_never_null(&self, kind: Invocation, member: &Member, receiver: Option<&str>, depth: usize) -> bool {
        let returns_reference = MethodDescriptor::from_str(&member.descriptor)
            .is_ok_and(|descriptor| descriptor.result.is_some_and(|result| result.kind() == Kind::Reference));
        if !returns_reference || depth == 0 {
            return false;
        }
        let found = match (kind, receiver) {
            (Invocation::Virtual | Invocation::Interface, Some(exact)) => {
                self.select_method(exact, &member.class, &member.name, &member.descriptor)
            }
            _ => self.resolve_method(&member.class, &member.name, &member.descriptor),
        };
        let Some((class, method)) = found else { return false };
        let fixed = matches!(kind, Invocation::Static | Invocation::Special)
            || receiver.is_some()
            || class.access.has(Access::FINAL)
            || class.methods[method].access.has(Access::FINAL)
            || self.is_final(&member.class);
        fixed && self.method_is_never_null(&class, method, depth)
    }

    fn method_is_never_null(&self, class: &Arc<Class>, method: usize, depth: usize) -> bool {
        let Ok(code) = self.code(class, method) else { return false };
        let mut returned = code.statements.iter().filter_map(|(offset, statement)| match statement {
            Statement::Return(Some((_, register))) => Some((*offset, *register)),
            _ => None,
        });
        let is_static = class.methods[method].access.has(Access::STATIC);
        returned.all(|(offset, register)| self.value_is_never_null(&code, offset, register, is_static, depth))
    }

    /// Looks backward from an offset for what the register holds; a jump into the way there ends the search.
    fn value_is_never_null(
        &self,
        code: &ThreeAddressCode,
        offset: u32,
        register: Register,
        is_static: bool,
        depth: usize,
    ) -> bool {
        let mut register = register;
        let mut at = offset;
        for (earlier, statement) in code.statements.range(..offset).rev() {
            if code.jump_targets.contains(&at) || code.next.get(earlier) != Some(&at) {
                return false;
            }
            at = *earlier;
            match statement {
                Statement::Assign(target, value) if *target == register => match value {
                    Value::New(_) | Value::NewArray(..) => return true,
                    Value::Constant(constant) => return *constant != Constant::Null,
                    Value::Copy(Register(0)) if !is_static && !is_assigned(code, Register(0)) => return true,
                    Value::Copy(from) => register = *from,
                    Value::GetStatic(member) => return depth > 0 && self.static_is_never_null(member, depth - 1),
                    _ => return false,
                },
                Statement::Rearrange(copies) => {
                    if let Some((_, from)) = copies.iter().find(|(to, _)| *to == register) {
                        register = *from;
                    }
                }
                Statement::Invoke { kind, member, result, .. } if *result == Some(register) => {
                    return self.is_never_null(*kind, member, None, depth - 1);
                }
                Statement::InvokeDynamic { result, .. } if *result == Some(register) => return true,
                Statement::Goto(_) | Statement::Switch(..) | Statement::Return(_) | Statement::Throw(_) => {
                    return false;
                }
                _ => {}
            }
        }
        false
    }
}

impl Flow<'_, '_> {
    /// Whether the constructor gets the enclosing object of an inner class in this register: compilers see to it that it is never null.
    pub fn is_enclosing_object(&self, register: Register) -> bool {
        let context = &self.contexts[0];
        self.is_constructor()
            && context.code.statements.iter().any(|(offset, statement)| match statement {
                Statement::PutField(_, member, value) => {
                    is_enclosing_field(&context.class, member) && is_copy_of(&context.code, *offset, *value, register)
                }
                _ => false,
            })
    }
}

/// Whether this is the field in which a compiler keeps the enclosing object.
fn is_enclosing_field(class: &Class, member: &Member) -> bool {
    let is_synthetic = |field: &Field| field.name == member.name && field.access.has(Access::SYNTHETIC);
    member.class == class.name && member.name.starts_with("this$") && class.fields.iter().any(is_synthetic)
}

/// Whether the statement before an offset put the original into the copy.
fn is_copy_of(code: &ThreeAddressCode, offset: u32, copy: Register, original: Register) -> bool {
    let before = code.statements.range(..offset).next_back();
    before.is_some_and(|(_, statement)| *statement == Statement::Assign(copy, Value::Copy(original)))
}

fn is_assigned(code: &ThreeAddressCode, register: Register) -> bool {
    code.statements.values().any(|statement| matches!(statement, Statement::Assign(target, _) if *target == register))
}
