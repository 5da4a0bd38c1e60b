//! The methods and constructors that a client may call.

use std::str::FromStr;
use std::sync::Arc;

use etiquette_component::diagnostic::nearest;

use super::request::Request;
use super::world::World;
use super::{LowerError, exceptions::dotted};
use crate::class::{Access, Class, Method};
use crate::descriptor::MethodDescriptor;

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
    refuse_abstract(class)?;
    let mut candidates = constructors(class);
    candidates.extend(methods(world, class));
    let mut named = name_apart(candidates);
    if !request.methods.is_empty() {
        for wanted in &request.methods {
            check_name(&named, wanted, class)?;
        }
        named.retain(|selected| {
            selected.name.starts_with("new ") || request.methods.iter().any(|wanted| is_wanted(selected, wanted))
        });
    }
    if named.iter().all(|selected| selected.name.starts_with("new ")) {
        let message = format!("`{}` has no public methods that a client could call on an object", dotted(&class.name));
        return Err(LowerError::Refused { message, help: Some("name methods with `--methods`".into()) });
    }
    Ok(named)
}

fn refuse_abstract(class: &Arc<Class>) -> Result<(), LowerError> {
    let kind = match class.access {
        access if access.has(Access::INTERFACE) => "an interface",
        access if access.has(Access::ABSTRACT) => "an abstract class",
        _ => return Ok(()),
    };
    Err(LowerError::Refused {
        message: format!("`{}` is {kind}: there are no objects of exactly this class", dotted(&class.name)),
        help: Some("name a class that implements it".into()),
    })
}

/// Constructors that code outside can call, or all if there is none: then the class makes its objects itself.
fn constructors(class: &Arc<Class>) -> Vec<(Arc<Class>, usize)> {
    let all: Vec<usize> = (0..class.methods.len()).filter(|&index| class.methods[index].name == "<init>").collect();
    let open: Vec<usize> =
        all.iter().copied().filter(|&index| !class.methods[index].access.has(Access::PRIVATE)).collect();
    let chosen = if open.is_empty() { all } else { open };
    chosen.into_iter().map(|index| (Arc::clone(class), index)).collect()
}

/// Public methods of the class and its superclasses below `Object`, overridden ones once.
fn methods(world: &World<'_>, class: &Arc<Class>) -> Vec<(Arc<Class>, usize)> {
    let mut found: Vec<(Arc<Class>, usize)> = Vec::new();
    for declaring in world.superclasses(class) {
        if declaring.name == "java/lang/Object" {
            break;
        }
        for (index, method) in declaring.methods.iter().enumerate() {
            let same = |(class, known): &(Arc<Class>, usize)| overrides(&class.methods[*known], method);
            if is_callable(method) && !found.iter().any(same) {
                found.push((Arc::clone(&declaring), index));
            }
        }
    }
    found
}

/// Whether a method of a subclass takes the place of one above: the same name and parameters; the result may be a subtype.
fn overrides(method: &Method, above: &Method) -> bool {
    let parameters = |method: &Method| method.descriptor.split(')').next().map(str::to_owned);
    method.name == above.name && parameters(method) == parameters(above)
}

fn is_callable(method: &Method) -> bool {
    let hidden = [Access::STATIC, Access::SYNTHETIC, Access::BRIDGE, Access::ABSTRACT];
    method.access.has(Access::PUBLIC)
        && !hidden.iter().any(|flag| method.access.has(*flag))
        && !method.name.starts_with('<')
        && method.code.is_some()
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
                if overloaded { format!("{name}({})", parameter_types(&class.methods[method])) } else { name.clone() };
            Selected { class, method, name }
        })
        .collect()
}

fn parameter_types(method: &Method) -> String {
    let Ok(descriptor) = MethodDescriptor::from_str(&method.descriptor) else { return method.descriptor.clone() };
    let simple = |name: String| name.rsplit('.').next().map(str::to_owned).unwrap_or(name);
    let types: Vec<String> = descriptor.parameters.iter().map(|ty| simple(ty.to_string())).collect();
    types.join(", ")
}

fn is_wanted(selected: &Selected, wanted: &str) -> bool {
    let without_spaces = |text: &str| text.replace(' ', "");
    without_spaces(&selected.name) == without_spaces(wanted) || selected.name.split('(').next() == Some(wanted)
}

fn check_name(named: &[Selected], wanted: &str, class: &Class) -> Result<(), LowerError> {
    if named.iter().any(|selected| is_wanted(selected, wanted)) {
        return Ok(());
    }
    let known = named.iter().map(|selected| selected.name.as_str());
    let help = nearest(wanted, known).map(|name| format!("did you mean `{name}`?"));
    Err(LowerError::Refused { message: format!("`{}` has no public method `{wanted}`", dotted(&class.name)), help })
}
