//! The methods and constructors that a client may call.

use std::sync::Arc;

use etiquette_component::diagnostic::nearest;

use super::callable::{methods, static_methods};
use super::makers::makers;
use super::model::About;
use super::request::Request;
use super::signature::{Signature, simple_types};
use super::world::World;
use super::{LowerError, exceptions::dotted};
use crate::class::{Access, Class, Method};

/// No more classes than this are suggested.
const MAX_SUGGESTED: usize = 3;

/// No more methods than this are listed where none is alike.
const MAX_LISTED: usize = 8;

/// A method or constructor of the alphabet.
#[derive(Clone, Debug)]
pub struct Selected {
    /// The class that declares it.
    pub class: Arc<Class>,
    /// Its position in the class.
    pub method: usize,
    /// Its name in the interface: with parameter types where it is overloaded, `new Foo` for a constructor, `new Foo.of`
    /// for a static method that makes the object.
    pub name: String,
}

/// The alphabet of a request.
pub(super) fn select(world: &World<'_>, request: &Request, class: &Arc<Class>) -> Result<Alphabet, LowerError> {
    if !(request.is_abstract && is_abstract_class(class)) {
        refuse_abstract(world, class)?;
    }
    let (mut candidates, mut left_out) = makers(world, request, class)?;
    candidates.extend(methods(world, request, class, &mut left_out));
    let mut named = name_apart(class, candidates);
    if !request.methods.is_empty() {
        let wanted: Vec<Signature> = request.methods.iter().map(|written| Signature::read(written)).collect();
        for wanted in &wanted {
            check_name(world, &named, wanted, class)?;
        }
        named.retain(|selected| {
            selected.is_constructor() || wanted.iter().any(|wanted| wanted.means(selected.declaration()))
        });
    }
    if named.iter().all(Selected::is_constructor) {
        let message = format!("`{}` has no methods that a client could call on an object", dotted(&class.name));
        return Err(LowerError::Refused { message, help: Some(help_without_methods(class)) });
    }
    if request.methods.is_empty() {
        left_out.extend(static_methods(world, class, &named));
    }
    Ok(Alphabet { selected: named, left_out })
}

/// What is taken for granted about what a client does not call.
pub(super) type LeftOut = Vec<(About, String)>;

/// What a client may call, and what is taken for granted about what it does not.
pub(super) struct Alphabet {
    pub selected: Vec<Selected>,
    pub left_out: LeftOut,
}

impl Selected {
    fn declaration(&self) -> &Method {
        &self.class.methods[self.method]
    }

    /// Whether it makes the object: a constructor, or a static method that gives back a new one.
    pub fn is_constructor(&self) -> bool {
        self.is_factory() || self.declaration().name == "<init>"
    }

    /// Whether it is a static method that makes the object.
    pub fn is_factory(&self) -> bool {
        self.declaration().access.has(Access::STATIC)
    }
}

fn help_without_methods(class: &Class) -> String {
    let has_static = class.methods.iter().any(|method| method.access.has(Access::PUBLIC | Access::STATIC));
    match has_static {
        true => "it has static methods only, and those belong to no object; name another class".into(),
        false => "name another class: one whose objects are used by calling methods of theirs".into(),
    }
}

/// Whether there are objects of subclasses only.
pub(super) fn is_abstract_class(class: &Class) -> bool {
    class.access.has(Access::ABSTRACT) && !class.access.has(Access::INTERFACE)
}

fn refuse_abstract(world: &World<'_>, class: &Arc<Class>) -> Result<(), LowerError> {
    let kind = match class.access {
        access if access.has(Access::INTERFACE) => "an interface",
        access if access.has(Access::ABSTRACT) => "an abstract class",
        _ => return Ok(()),
    };
    let known = world.implementations(&class.name, MAX_SUGGESTED);
    let mut help = match &known[..] {
        [] => "name a class that implements it".to_owned(),
        known => format!("name a class that implements it, such as {}", quoted(known.iter().map(|name| dotted(name)))),
    };
    if is_abstract_class(class) {
        help.push_str(", or use `--abstract` to mean any subclass that adds nothing but what is abstract");
    }
    let message = format!("`{}` is {kind}: there are no objects of exactly this class", dotted(&class.name));
    Err(LowerError::Refused { message, help: Some(help) })
}

/// Names in backquotes with commas between them.
pub(super) fn quoted(names: impl Iterator<Item = String>) -> String {
    let quoted: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

/// Names for the candidates: with parameter types where the plain name is not enough.
fn name_apart(made: &Class, candidates: Vec<(Arc<Class>, usize)>) -> Vec<Selected> {
    let simple = made.name.rsplit(['/', '$']).next().unwrap_or(&made.name);
    let plain = |(class, index): &(Arc<Class>, usize)| match &class.methods[*index] {
        method if method.name == "<init>" => format!("new {simple}"),
        method if method.access.has(Access::STATIC) => format!("new {simple}.{}", method.name),
        method => method.name.clone(),
    };
    let names: Vec<String> = candidates.iter().map(plain).collect();
    candidates
        .into_iter()
        .zip(&names)
        .map(|((class, method), name)| {
            let overloaded = names.iter().filter(|other| *other == name).count() > 1;
            let name =
                if overloaded { format!("{name}({})", simple_types(&class.methods[method])) } else { name.clone() };
            Selected { class, method, name }
        })
        .collect()
}

fn check_name(world: &World<'_>, named: &[Selected], wanted: &Signature, class: &Arc<Class>) -> Result<(), LowerError> {
    if named.iter().any(|selected| !selected.is_constructor() && wanted.means(selected.declaration())) {
        return Ok(());
    }
    let message = format!("`{}` has no public or protected method `{wanted}`", dotted(&class.name));
    Err(LowerError::Refused { message, help: help_with_name(world, named, wanted, class) })
}

/// What is alike, or why a method of that name does not count.
fn help_with_name(world: &World<'_>, named: &[Selected], wanted: &Signature, class: &Arc<Class>) -> Option<String> {
    let methods = || named.iter().filter(|selected| !selected.is_constructor());
    let overloads: Vec<String> = methods()
        .filter(|selected| selected.declaration().name == wanted.name)
        .map(|selected| format!("{}({})", wanted.name, simple_types(selected.declaration())))
        .collect();
    if !overloads.is_empty() {
        return Some(format!("there is {}", quoted(overloads.into_iter())));
    }
    if wanted.name == "new" {
        return Some("constructors are chosen with `--new`".into());
    }
    let hidden = world.superclasses(class).into_iter().flat_map(|above| above.methods.clone());
    if let Some(method) = hidden.into_iter().find(|method| method.name == wanted.name) {
        let kind = if method.access.has(Access::STATIC) { "static" } else { "private, or abstract" };
        return Some(format!("there is a `{}`, but it is {kind}", wanted.name));
    }
    let known = methods().map(|selected| selected.declaration().name.as_str());
    let all = || quoted(methods().take(MAX_LISTED).map(|selected| selected.name.clone()));
    Some(match nearest(&wanted.name, known) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("it has {}{}", all(), if methods().count() > MAX_LISTED { ", …" } else { "" }),
    })
}
