//! Calls of a component as calls of the class that it was made from.

use std::collections::VecDeque;
use std::str::FromStr;
use std::sync::Arc;

use etiquette_component::{Component, Letter, Method, Type};
use etiquette_logic::to_signed;

use super::{Argument, ReplayCall, ReplayError};
use crate::class::{Access, Class, Field};
use crate::classpath::ClassPath;
use crate::descriptor::MethodDescriptor;

impl ReplayCall {
    /// The call that a component's method with argument values stands for. The class is the one that the component was
    /// made from, by its internal name.
    ///
    /// # Errors
    /// The class has no such method.
    pub fn from_letter(
        classes: &ClassPath,
        class: &str,
        component: &Component,
        letter: &Letter,
    ) -> Result<ReplayCall, ReplayError> {
        let method = &component.methods[letter.method];
        let missing = || ReplayError::NoSuchCall(format!("{}.{}", class.replace('/', "."), method.name));
        let (declaring, index) = declaration(classes, class, method).ok_or_else(missing)?;
        let declared = &declaring.methods[index];
        let pairs = method.parameters.iter().zip(&letter.arguments);
        let mut arguments: Vec<_> = pairs.map(|(parameter, &value)| argument(component, parameter.ty, value)).collect();
        if let [first, ..] = &mut arguments[..]
            && takes_outer_object(&declaring, declared)
        {
            *first = Argument::SomeObject;
        }
        let (method, descriptor) = (declared.name.clone(), declared.descriptor.clone());
        Ok(ReplayCall { class: declaring.name.clone(), method, descriptor, arguments })
    }
}

/// Where the class or the nearest of its superclasses declares a method, or else an interface of theirs.
fn declaration(classes: &ClassPath, class: &str, method: &Method) -> Option<(Arc<Class>, usize)> {
    let mut left = VecDeque::from([class.to_owned()]);
    while let Some(name) = left.pop_front() {
        let Ok(class) = classes.load(&name) else { continue };
        if let Some(index) = class.methods.iter().position(|declared| is_declaration(declared, method)) {
            return Some((class, index));
        }
        left.extend(class.interfaces.iter().cloned());
        if let Some(superclass) = &class.superclass {
            left.push_front(superclass.clone());
        }
    }
    None
}

fn is_declaration(declared: &crate::class::Method, method: &Method) -> bool {
    let plain = method.plain_name();
    let name = if method.constructor { "<init>" } else { plain };
    let Ok(descriptor) = MethodDescriptor::from_str(&declared.descriptor) else { return false };
    let types = descriptor.parameters.iter().map(ToString::to_string);
    declared.name == name && !declared.access.has(Access::BRIDGE) && types.eq(method.source_types.iter().cloned())
}

/// Whether the first parameter is the object around an inner class's: no source can make that null.
fn takes_outer_object(class: &Class, constructor: &crate::class::Method) -> bool {
    let is_outer = |field: &&Field| field.access.has(Access::SYNTHETIC) && field.name.starts_with("this$");
    let outer = class.fields.iter().find(is_outer);
    constructor.name == "<init>"
        && outer.is_some_and(|field| constructor.descriptor.starts_with(&format!("({}", field.descriptor)))
}

fn argument(component: &Component, ty: Type, value: u64) -> Argument {
    match ty {
        Type::Bool => Argument::Number((value & 1) as i64),
        Type::Int { width, signed: true } => Argument::Number(to_signed(value, width)),
        Type::Int { .. } => Argument::Number(value as i64),
        Type::Enum(index) => match component.enums[index].values[value as usize].as_str() {
            "null" => Argument::Null,
            "object" => Argument::SomeObject,
            constant => Argument::Enum(constant.to_owned()),
        },
    }
}
