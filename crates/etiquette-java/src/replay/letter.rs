//! Calls of a component as calls of the class that it was made from.

use std::str::FromStr;
use std::sync::Arc;

use etiquette_component::{Component, Method, Type};
use etiquette_logic::to_signed;

use super::{Argument, ReplayCall, ReplayError};
use crate::class::{Access, Class, Field};
use crate::classpath::ClassPath;
use crate::descriptor::MethodDescriptor;

/// An event as witnesses write it, read again.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WrittenEvent {
    /// The method, by position in the component.
    pub method: usize,
    /// The values of the arguments.
    pub arguments: Vec<u64>,
    /// The outcome, where it is written.
    pub outcome: Option<String>,
}

/// Reads an event such as `new Foo(null)`, `move(3)`, `put((byte) 0)`, `connect(object) -> IOException`. There are several readings where
/// overloaded methods take arguments that are written alike, without types.
pub fn read_event(component: &Component, text: &str) -> Vec<WrittenEvent> {
    let (call, outcome) = match text.split_once(" -> ") {
        Some((call, outcome)) => (call, Some(outcome.to_owned())),
        None => (text, None),
    };
    let event = |method: usize| {
        let arguments = read_arguments(component, &component.methods[method], call)?;
        Some(WrittenEvent { method, arguments, outcome: outcome.clone() })
    };
    (0..component.methods.len()).filter_map(event).collect()
}

/// The arguments of a call, if it can be one of this method; parameter types behind an overloaded name may be left out.
fn read_arguments(component: &Component, method: &Method, call: &str) -> Option<Vec<u64>> {
    let plain = method.plain_name();
    let listed = |name: &str| call.strip_prefix(name)?.strip_prefix('(')?.strip_suffix(')');
    [listed(&method.name), listed(plain)].into_iter().flatten().find_map(|list| {
        let written: Vec<&str> = if list.is_empty() { Vec::new() } else { list.split(", ").collect() };
        let pairs = method.parameters.iter().zip(&written).enumerate();
        let values = pairs
            .map(|(index, (parameter, text))| {
                read_value(component, parameter.ty, without_type(method.source_types.get(index), text)?)
            })
            .collect();
        if written.len() == method.parameters.len() { values } else { None }
    })
}

/// The value of an argument without its type, if it has none or this one.
fn without_type<'t>(ty: Option<&String>, text: &'t str) -> Option<&'t str> {
    let Some((written, value)) = text.strip_prefix('(').and_then(|rest| rest.split_once(") ")) else {
        return Some(text);
    };
    let is_meant = ty.is_some_and(|ty| ty.rsplit('.').next() == Some(written));
    is_meant.then_some(value)
}

fn read_value(component: &Component, ty: Type, text: &str) -> Option<u64> {
    match ty {
        Type::Bool => bool::from_str(text).ok().map(u64::from),
        Type::Int { width, .. } => {
            let value: i128 = text.parse().ok()?;
            let mask = u64::MAX >> (64 - width);
            Some(value as u64 & mask)
        }
        Type::Enum(index) => {
            let position = component.enums[index].values.iter().position(|name| name == text)?;
            Some(position as u64)
        }
    }
}

impl ReplayCall {
    /// The call that a component's method with argument values stands for. The class is the one that the component was made from, by its
    /// internal name.
    ///
    /// # Errors
    /// The class has no such method.
    pub fn from_letter(
        classes: &ClassPath,
        class: &str,
        component: &Component,
        method: usize,
        arguments: &[u64],
    ) -> Result<ReplayCall, ReplayError> {
        let method = &component.methods[method];
        let missing = || ReplayError::NoSuchCall(format!("{}.{}", class.replace('/', "."), method.name));
        let (declaring, index) = declaration(classes, class, method).ok_or_else(missing)?;
        let declared = &declaring.methods[index];
        let pairs = method.parameters.iter().zip(arguments);
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

/// Where the class or the nearest of its superclasses declares a method.
fn declaration(classes: &ClassPath, class: &str, method: &Method) -> Option<(Arc<Class>, usize)> {
    let mut next = Some(class.to_owned());
    while let Some(class) = next.and_then(|name| classes.load(&name).ok()) {
        if let Some(index) = class.methods.iter().position(|declared| is_declaration(declared, method)) {
            return Some((class, index));
        }
        next = class.superclass.clone();
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_are_read_as_they_are_written() {
        let source = "component c { method move(p: i8, b: bool) { } method stop() { } }";
        let Ok(mut component) = etiquette_component::parse(source, "c.component") else { panic!("a component") };
        let events = read_event(&component, "move(-3, true) -> false");
        let expected = WrittenEvent { method: 0, arguments: vec![0xfd, 1], outcome: Some("false".into()) };
        assert_eq!(events, [expected]);
        assert_eq!(read_event(&component, "stop()")[0].method, 1);
        assert!(read_event(&component, "stop(1)").is_empty() && read_event(&component, "go()").is_empty());
        component.methods[0].name = "move(byte, boolean)".into();
        component.methods[0].source_types = vec!["byte".into(), "boolean".into()];
        assert_eq!(read_event(&component, "move((byte) 1, true)"), read_event(&component, "move(1, true)"));
        assert!(read_event(&component, "move((short) 1, true)").is_empty());
        assert_eq!(read_event(&component, "move(1, true)"), read_event(&component, "move(byte, boolean)(1, true)"));
    }
}
