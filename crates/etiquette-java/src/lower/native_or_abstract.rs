//! Methods without code that a client calls, native or abstract: they stand for a call of themselves that is not
//! followed.

use std::collections::{BTreeMap, BTreeSet};

use crate::class::{Access, Class, Invocation, Member, Method};
use crate::code::{Register, Statement, ThreeAddressCode};
use crate::descriptor::MethodDescriptor;

/// Code that calls the method with its own arguments, and gives back what that gives.
pub(super) fn code_of_call(class: &Class, method: &Method, descriptor: &MethodDescriptor) -> ThreeAddressCode {
    let is_static = method.access.has(Access::STATIC);
    let receiver = (!is_static).then_some(Register(0));
    let arguments = receiver.into_iter().chain(descriptor.registers(is_static)).collect();
    let slot = u16::from(!is_static) + descriptor.parameter_slots() as u16;
    let (name, descriptor_text) = (method.name.clone(), method.descriptor.clone());
    let member = Member { class: class.name.clone(), name, descriptor: descriptor_text };
    let result = descriptor.result.as_ref().map(|ty| (ty.kind(), Register(slot)));
    let call = Statement::Invoke {
        kind: if is_static { Invocation::Static } else { Invocation::Virtual },
        member,
        arguments,
        result: result.map(|(_, register)| register),
    };
    ThreeAddressCode {
        statements: BTreeMap::from([(0, call), (1, Statement::Return(result))]),
        next: BTreeMap::from([(0, 1)]),
        jump_targets: BTreeSet::new(),
        handlers: Vec::new(),
        caught: Register(slot),
        registers: slot + 2,
    }
}
