//! The methods and constructors that a client may call.

use std::sync::Arc;

use etiquette_component::diagnostic::nearest;

use super::callable::{methods, own_static_methods, static_methods};
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
    /// Whether it makes the object: a constructor, or a static method that gives back a new one.
    pub makes_object: bool,
}

/// The alphabet of a request.
pub(super) fn select(world: &World<'_>, request: &Request, class: &Arc<Class>) -> Result<Alphabet, LowerError> {
    let is_static = request.is_static || has_static_methods_only(world, request, class);
    if !(is_static || request.is_abstract && is_abstract_class(class)) {
        refuse_abstract(world, class)?;
    }
    let (candidates, mut left_out) = match is_static {
        true => (static_candidates(request, class)?, Vec::new()),
        false => candidates(world, request, class)?,
    };
    let mut named = name_apart(class, candidates);
    if !request.methods.is_empty() {
        let wanted: Vec<Signature> = request.methods.iter().map(|written| Signature::read(written)).collect();
        for wanted in &wanted {
            check_name(world, &named, wanted, class)?;
        }
        named.retain(|selected| {
            selected.makes_object || wanted.iter().any(|wanted| wanted.means(selected.declaration()))
        });
    }
    if named.iter().all(|selected| selected.makes_object) {
        let message = format!("`{}` has no methods that a client could call on an object", dotted(&class.name));
        return Err(LowerError::Refused { message, help: Some(help_without_methods(class)) });
    }
    if request.methods.is_empty() && !is_static {
        left_out.extend(static_methods(world, class, &named));
    }
    Ok(Alphabet { selected: named, left_out, is_static })
}

/// A method with whether it makes the object.
type Candidate = (Arc<Class>, usize, bool);

/// How a client gets an object, and what it can call on it.
fn candidates(
    world: &World<'_>,
    request: &Request,
    class: &Arc<Class>,
) -> Result<(Vec<Candidate>, LeftOut), LowerError> {
    let (makers, mut left_out) = makers(world, request, class)?;
    let methods = methods(world, request, class, &mut left_out);
    let marked = |found: Vec<(Arc<Class>, usize)>, makes_object| {
        found.into_iter().map(move |(class, method)| (class, method, makes_object))
    };
    Ok((marked(makers, true).chain(marked(methods, false)).collect(), left_out))
}

/// What a client can call on the class itself.
fn static_candidates(request: &Request, class: &Arc<Class>) -> Result<Vec<Candidate>, LowerError> {
    if !request.constructors.is_empty() {
        let message = "`--new` chooses how an object is made, and `--static` asks about none".into();
        return Err(LowerError::Refused { message, help: Some("leave one of them out".into()) });
    }
    let found = own_static_methods(request, class);
    if found.is_empty() {
        let message = format!("`{}` has no public static methods", dotted(&class.name));
        return Err(LowerError::Refused { message, help: Some("leave out `--static`, or name another class".into()) });
    }
    Ok(found.into_iter().map(|method| (Arc::clone(class), method, false)).collect())
}

/// Whether nothing can be called on objects of a class, but something on the class itself.
fn has_static_methods_only(world: &World<'_>, request: &Request, class: &Arc<Class>) -> bool {
    let is_about_objects = !request.constructors.is_empty() || request.is_abstract;
    let has_instance_methods = || {
        let above = world.supertypes(class).into_iter().filter(|above| above.name != "java/lang/Object");
        above.flat_map(|above| above.methods.clone()).any(|method| {
            let is_open = method.access.has(Access::PUBLIC) || method.access.has(Access::PROTECTED);
            is_open && !method.access.has(Access::STATIC) && !method.name.starts_with('<')
        })
    };
    !is_about_objects && !own_static_methods(request, class).is_empty() && !has_instance_methods()
}

/// What is taken for granted about what a client does not call.
pub(super) type LeftOut = Vec<(About, String)>;

/// What a client may call, and what is taken for granted about what it does not.
pub(super) struct Alphabet {
    pub selected: Vec<Selected>,
    pub left_out: LeftOut,
    /// Whether it is called on the class itself, and not on an object.
    pub is_static: bool,
}

impl Selected {
    fn declaration(&self) -> &Method {
        &self.class.methods[self.method]
    }

    /// Whether it is a static method that makes the object.
    pub fn is_factory(&self) -> bool {
        self.makes_object && self.declaration().access.has(Access::STATIC)
    }
}

fn help_without_methods(class: &Class) -> String {
    let has_static = class.methods.iter().any(|method| method.access.has(Access::PUBLIC | Access::STATIC));
    match has_static {
        true => "it has static methods only; `--static` asks about those".into(),
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
    if class.methods.iter().any(|method| method.access.has(Access::PUBLIC | Access::STATIC)) {
        help.push_str(", or use `--static` to ask about its static methods");
    }
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
fn name_apart(made: &Class, candidates: Vec<Candidate>) -> Vec<Selected> {
    let simple = made.name.rsplit(['/', '$']).next().unwrap_or(&made.name);
    let plain = |(class, index, makes_object): &Candidate| match &class.methods[*index] {
        method if method.name == "<init>" => format!("new {simple}"),
        method if *makes_object => format!("new {simple}.{}", method.name),
        method => method.name.clone(),
    };
    let names: Vec<String> = candidates.iter().map(plain).collect();
    candidates
        .into_iter()
        .zip(&names)
        .map(|((class, method, makes_object), name)| {
            let overloaded = names.iter().filter(|other| *other == name).count() > 1;
            let name =
                if overloaded { format!("{name}({})", simple_types(&class.methods[method])) } else { name.clone() };
            Selected { class, method, name, makes_object }
        })
        .collect()
}

fn check_name(world: &World<'_>, named: &[Selected], wanted: &Signature, class: &Arc<Class>) -> Result<(), LowerError> {
    if named.iter().any(|selected| !selected.makes_object && wanted.means(selected.declaration())) {
        return Ok(());
    }
    let message = format!("`{}` has no public or protected method `{wanted}`", dotted(&class.name));
    Err(LowerError::Refused { message, help: help_with_name(world, named, wanted, class) })
}

/// What is alike, or why a method of that name does not count.
fn help_with_name(world: &World<'_>, named: &[Selected], wanted: &Signature, class: &Arc<Class>) -> Option<String> {
    let methods = || named.iter().filter(|selected| !selected.makes_object);
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
        return Some(match method.access.has(Access::STATIC) {
            true => format!("there is a static `{}`; `--static` asks about the class itself", wanted.name),
            false => format!("there is a `{}`, but it is private, or abstract", wanted.name),
        });
    }
    let known = methods().map(|selected| selected.declaration().name.as_str());
    let all = || quoted(methods().take(MAX_LISTED).map(|selected| selected.name.clone()));
    Some(match nearest(&wanted.name, known) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("it has {}{}", all(), if methods().count() > MAX_LISTED { ", …" } else { "" }),
    })
}
