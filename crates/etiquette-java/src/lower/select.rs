//! The methods and constructors that a client may call.

use std::sync::Arc;

use etiquette_component::diagnostic::nearest;

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
    /// Its name in the interface: with parameter types where it is overloaded, `new Foo` for a constructor.
    pub name: String,
}

/// The alphabet of a request.
pub(super) fn select(world: &World<'_>, request: &Request, class: &Arc<Class>) -> Result<Vec<Selected>, LowerError> {
    if !(request.is_abstract && is_abstract_class(class)) {
        refuse_abstract(world, class)?;
    }
    let mut candidates = constructors(request, class)?;
    candidates.extend(methods(world, request, class));
    let mut named = name_apart(candidates);
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
        let message = format!("`{}` has no public methods that a client could call on an object", dotted(&class.name));
        return Err(LowerError::Refused { message, help: Some(help_without_methods(class)) });
    }
    Ok(named)
}

impl Selected {
    fn declaration(&self) -> &Method {
        &self.class.methods[self.method]
    }

    fn is_constructor(&self) -> bool {
        self.declaration().name == "<init>"
    }
}

fn help_without_methods(class: &Class) -> String {
    let has_static = class.methods.iter().any(|method| method.access.has(Access::PUBLIC | Access::STATIC));
    match has_static {
        true => "it has static methods only, and those belong to no object; name another class".into(),
        false => "name another class: one whose objects are used by calling public methods of theirs".into(),
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
fn quoted(names: impl Iterator<Item = String>) -> String {
    let quoted: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    quoted.join(", ")
}

/// The constructors that are asked for. Otherwise those that code outside can call, or all if there is none: then the
/// class makes its objects itself.
fn constructors(request: &Request, class: &Arc<Class>) -> Result<Vec<(Arc<Class>, usize)>, LowerError> {
    let all: Vec<usize> = (0..class.methods.len()).filter(|&index| class.methods[index].name == "<init>").collect();
    let open: Vec<usize> =
        all.iter().copied().filter(|&index| !class.methods[index].access.has(Access::PRIVATE)).collect();
    let chosen = match &request.constructors[..] {
        [] if open.is_empty() => all,
        [] => open,
        wanted => wanted_constructors(wanted, class, &all)?,
    };
    Ok(chosen.into_iter().map(|index| (Arc::clone(class), index)).collect())
}

fn wanted_constructors(wanted: &[String], class: &Class, all: &[usize]) -> Result<Vec<usize>, LowerError> {
    let signatures: Vec<Signature> = wanted.iter().map(|written| Signature::read_constructor(written)).collect();
    let means = |signature: &Signature, index: usize| signature.means(&class.methods[index]);
    for (signature, written) in signatures.iter().zip(wanted) {
        if !all.iter().any(|&index| means(signature, index)) {
            let there = all.iter().map(|&index| format!("({})", simple_types(&class.methods[index])));
            let message = format!("`{}` has no constructor `{written}`", dotted(&class.name));
            return Err(LowerError::Refused { message, help: Some(format!("it has {}", quoted(there))) });
        }
    }
    Ok(all.iter().copied().filter(|&index| signatures.iter().any(|signature| means(signature, index))).collect())
}

/// Public methods of the class and its superclasses below `Object`, overridden ones once. Abstract ones only if they
/// are asked for: nothing is known about them.
fn methods(world: &World<'_>, request: &Request, class: &Arc<Class>) -> Vec<(Arc<Class>, usize)> {
    let wanted: Vec<Signature> = request.methods.iter().map(|written| Signature::read(written)).collect();
    let is_wanted = |method: &Method| wanted.iter().any(|wanted| wanted.means(method));
    let mut found: Vec<(Arc<Class>, usize)> = Vec::new();
    for declaring in world.superclasses(class) {
        if declaring.name == "java/lang/Object" {
            break;
        }
        for (index, method) in declaring.methods.iter().enumerate() {
            let same = |(class, known): &(Arc<Class>, usize)| overrides(&class.methods[*known], method);
            let has_body = !method.access.has(Access::ABSTRACT) || (request.is_abstract && is_wanted(method));
            if is_callable(method) && has_body && !found.iter().any(same) {
                found.push((Arc::clone(&declaring), index));
            }
        }
    }
    found
}

/// Whether a method of a subclass takes the place of one above: the same name and parameters; the result may be a
/// subtype.
fn overrides(method: &Method, above: &Method) -> bool {
    let parameters = |method: &Method| method.descriptor.split(')').next().map(str::to_owned);
    method.name == above.name && parameters(method) == parameters(above)
}

fn is_callable(method: &Method) -> bool {
    let hidden = [Access::STATIC, Access::SYNTHETIC, Access::BRIDGE];
    let is_without_code = [Access::NATIVE, Access::ABSTRACT].iter().any(|flag| method.access.has(*flag));
    method.access.has(Access::PUBLIC)
        && !hidden.iter().any(|flag| method.access.has(*flag))
        && !method.name.starts_with('<')
        && method.code.is_none() == is_without_code
}

/// Names for the candidates: with parameter types where the plain name is not enough.
fn name_apart(candidates: Vec<(Arc<Class>, usize)>) -> Vec<Selected> {
    let plain = |(class, index): &(Arc<Class>, usize)| match class.methods[*index].name.as_str() {
        "<init>" => format!("new {}", class.name.rsplit(['/', '$']).next().unwrap_or(&class.name)),
        name => name.to_owned(),
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
    let message = format!("`{}` has no public method `{wanted}`", dotted(&class.name));
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
        let kind = if method.access.has(Access::STATIC) { "static" } else { "not public, or abstract" };
        return Some(format!("there is a `{}`, but it is {kind}", wanted.name));
    }
    let known = methods().map(|selected| selected.declaration().name.as_str());
    let all = || quoted(methods().take(MAX_LISTED).map(|selected| selected.name.clone()));
    Some(match nearest(&wanted.name, known) {
        Some(name) => format!("did you mean `{name}`?"),
        None => format!("it has {}{}", all(), if methods().count() > MAX_LISTED { ", …" } else { "" }),
    })
}
