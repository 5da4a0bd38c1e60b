//! Calls of a component as calls of the class that it was made from.

use std::collections::BTreeMap;
use std::str::FromStr;
use std::sync::Arc;

use etiquette_component::{ANOTHER, Component, Detail, Letter, Meaning, Method, Part, Type, field_of_object};
use etiquette_logic::to_signed;

use super::{Argument, ReplayCall, ReplayError};
use crate::class::{Access, Class, Field};
use crate::classpath::ClassPath;
use crate::descriptor::MethodDescriptor;
use crate::ensemble::Ensemble;
use crate::hierarchy::Hierarchy;

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
        if let Some(ensemble) = classes.ensemble() {
            return in_parts(classes, ensemble, component, letter);
        }
        let method = &component.methods[letter.method];
        let missing = || ReplayError::NoSuchCall(format!("{}.{}", class.replace('/', "."), method.name));
        // Where nothing makes an object, the component is the class itself.
        let is_static = !component.methods.iter().any(|method| method.constructor);
        let (declaring, index) = declaration(classes, class, method, is_static).ok_or_else(missing)?;
        let declared = &declaring.methods[index];
        let mut arguments: Vec<_> =
            (0..method.written_parameters()).map(|index| argument_of(component, method, index, letter)).collect();
        if let [first, ..] = &mut arguments[..]
            && takes_outer_object(&declaring, declared)
        {
            *first = Argument::SomeObject;
        }
        let (makes_object, descriptor) = (method.constructor, declared.descriptor.clone());
        let (class, method) = (declaring.name.clone(), declared.name.clone());
        Ok(ReplayCall { class, method, descriptor, makes_object, on: String::new(), keeps: None, arguments })
    }
}

/// A call on one of several objects.
fn in_parts(
    classes: &ClassPath,
    ensemble: &Ensemble,
    component: &Component,
    letter: &Letter,
) -> Result<ReplayCall, ReplayError> {
    let method = &component.methods[letter.method];
    let missing = || ReplayError::NoSuchCall(format!("{}.{}", component.name, method.name));
    let (named, name, descriptor) = ensemble.called(method).ok_or_else(missing)?;
    let hierarchy = Hierarchy::new(classes);
    let (above, all) = (hierarchy.superclasses(named), hierarchy.supertypes(named));
    let mut declaring = above.unwrap_or_default().into_iter().chain(all.unwrap_or_default());
    let declares =
        |class: &Arc<Class>| class.methods.iter().any(|own| own.name == name && own.descriptor == descriptor);
    let class = declaring.find(declares).ok_or_else(missing)?.name.clone();
    let arguments = (0..method.written_parameters()).map(|index| match argument_of(component, method, index, letter) {
        Argument::Enum(constant) if component.roles.iter().any(|role| role.name == constant) => {
            Argument::InRole(constant)
        }
        Argument::Enum(constant) if constant == ANOTHER => Argument::SomeObject,
        other => other,
    });
    let meaning = Meaning::of(&component.roles, &method.name, method.constructor);
    Ok(ReplayCall {
        class,
        method: name.to_owned(),
        descriptor: descriptor.to_owned(),
        makes_object: meaning.on.is_none(),
        on: meaning.on.map(slot).unwrap_or_default(),
        keeps: meaning.makes.map(slot),
        arguments: arguments.collect(),
    })
}

/// What an object is called.
fn slot(part: Part<'_>) -> String {
    match part {
        Part::Main => String::new(),
        Part::Role(name) => name.to_owned(),
        Part::Another(name) => format!("{ANOTHER} {name}"),
    }
}

/// Where the class, the nearest of its superclasses or an interface declares a method.
fn declaration(classes: &ClassPath, class: &str, method: &Method, is_static: bool) -> Option<(Arc<Class>, usize)> {
    let hierarchy = Hierarchy::new(classes);
    // A missing interface declares nothing that could be called.
    let (above, all) = (hierarchy.superclasses(class).ok()?, hierarchy.supertypes(class).unwrap_or_default());
    let declares = |class: Arc<Class>| {
        let index = class.methods.iter().position(|declared| is_declaration(declared, method, is_static))?;
        Some((class, index))
    };
    above.into_iter().chain(all).find_map(declares)
}

fn is_declaration(declared: &crate::class::Method, method: &Method, is_static: bool) -> bool {
    let Ok(descriptor) = MethodDescriptor::from_str(&declared.descriptor) else { return false };
    let types = descriptor.parameters.iter().map(ToString::to_string);
    let is_static = is_static || method.constructor && declared.name != "<init>";
    declared.name == name(method)
        && declared.access.has(Access::STATIC) == is_static
        && !declared.access.has(Access::BRIDGE)
        && types.eq(method.source_types.iter().cloned())
}

/// The name of the method in its class: `of` for `new Foo.of`, a static method that makes the object.
fn name(method: &Method) -> &str {
    let plain = method.plain_name();
    match plain.rsplit_once('.') {
        Some((_, factory)) if method.constructor => factory,
        None if method.constructor => "<init>",
        _ => plain,
    }
}

/// Whether the first parameter is the object around an inner class's: no source can make that null.
fn takes_outer_object(class: &Class, constructor: &crate::class::Method) -> bool {
    let is_outer = |field: &&Field| field.access.has(Access::SYNTHETIC) && field.name.starts_with("this$");
    let outer = class.fields.iter().find(is_outer);
    constructor.name == "<init>"
        && outer.is_some_and(|field| constructor.descriptor.starts_with(&format!("({}", field.descriptor)))
}

fn argument_of(component: &Component, method: &Method, index: usize, letter: &Letter) -> Argument {
    let plain = argument(component, method.parameters[index].ty, letter.arguments[index]);
    if plain != Argument::SomeObject {
        return plain;
    }
    let (mut classes, mut answers) = (BTreeMap::new(), BTreeMap::new());
    for (position, detail) in method.details_of(index) {
        let value = letter.arguments[position];
        match detail {
            Detail::Length => return Argument::Array(value),
            Detail::Value => return argument(component, method.parameters[position].ty, value),
            Detail::Instance(class) => drop(classes.insert(class.to_owned(), value != 0)),
            Detail::Observer(call) => {
                answers.insert(call.to_owned(), component.value_name(method.parameters[position].ty, value));
            }
        }
    }
    if classes.is_empty() && answers.is_empty() { plain } else { Argument::Like(classes, answers) }
}

fn argument(component: &Component, ty: Type, value: u64) -> Argument {
    match ty {
        Type::Bool => Argument::Number((value & 1) as i64),
        Type::Int { width, signed: true } => Argument::Number(to_signed(value, width)),
        Type::Int { .. } => Argument::Number(value as i64),
        Type::Enum(index) => match component.enums[index].values[value as usize].as_str() {
            "null" => Argument::Null,
            "object" => Argument::SomeObject,
            "this" => Argument::Itself,
            value => match field_of_object(value) {
                Some(field) => Argument::InField(field.to_owned()),
                None => Argument::Enum(value.to_owned()),
            },
        },
    }
}
