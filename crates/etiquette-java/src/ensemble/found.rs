//! Which classes and methods roles mean.

use std::sync::Arc;

use etiquette_component::diagnostic::nearest;

use super::role::{Origin, Role};
use crate::class::{Access, Class, Method};
use crate::classpath::ClassPath;
use crate::descriptor::{MethodDescriptor, TypeDescriptor};
use crate::hierarchy::Hierarchy;
use crate::lower::{LowerError, Signature};

/// What a role means.
pub(super) struct FoundRole {
    pub name: String,
    /// The type that clients know the object by.
    pub class: Arc<Class>,
    /// How clients come by it.
    pub from: Source,
}

/// How clients come by an object.
pub(super) enum Source {
    /// These methods return it, of the object in another role, by position, or of the main one.
    Returned { of: Option<usize>, methods: Vec<Method> },
    /// These constructors make it.
    Made(Vec<Method>),
}

fn refused<T>(message: String, help: impl Into<String>) -> Result<T, LowerError> {
    Err(LowerError::Refused { message, help: Some(help.into()) })
}

fn dotted(class: &Class) -> String {
    class.name.replace('/', ".")
}

/// Finds out what each role means.
pub(super) fn find(classes: &ClassPath, main: &Arc<Class>, roles: &[Role]) -> Result<Vec<FoundRole>, LowerError> {
    if main.access.has(Access::INTERFACE) || main.access.has(Access::ABSTRACT) {
        let message = format!("`{}` is abstract: there are no objects of exactly this class", dotted(main));
        return refused(message, "name a class that implements it");
    }
    let mut found: Vec<FoundRole> = Vec::new();
    for role in roles {
        if found.iter().any(|known| known.name == role.name) {
            return refused(format!("two roles are called `{}`", role.name), "give one of them another name");
        }
        let (class, from) = match &role.origin {
            Origin::Returned { of, method } => returned(classes, main, &found, (role, of.as_deref(), method))?,
            Origin::Made { class, constructor } => made(classes, role, class, constructor)?,
        };
        if public_methods(classes, &class).is_empty() {
            let message = format!("`{}` would be a `{}`, which has no methods to call", role.name, dotted(&class));
            return refused(message, "name a method that returns a more particular type");
        }
        found.push(FoundRole { name: role.name.clone(), class, from });
    }
    Ok(found)
}

/// What is returned by a method of the main object, or of the one in a role that is known already.
fn returned(
    classes: &ClassPath,
    main: &Arc<Class>,
    known: &[FoundRole],
    (role, of, method): (&Role, Option<&str>, &Signature),
) -> Result<(Arc<Class>, Source), LowerError> {
    let position = of.map(|of| known.iter().position(|role| role.name == of).ok_or(of)).transpose();
    let of = match position {
        Ok(of) => of,
        Err(name) => return refused(format!("no role before `{}` is called `{name}`", role.name), "name it first"),
    };
    let owner = of.map_or(main, |of| &known[of].class);
    let all = public_methods(classes, owner);
    let methods: Vec<Method> = all.iter().filter(|found| method.means(found)).cloned().collect();
    let Some(first) = methods.first() else {
        let help = nearest(&method.name, all.iter().map(|found| found.name.as_str()));
        let help = help.map_or("name a public method".to_owned(), |name| format!("did you mean `{name}`?"));
        return refused(format!("`{}` has no public method `{method}`", dotted(owner)), help);
    };
    let result = first.descriptor.parse().ok().and_then(|descriptor: MethodDescriptor| descriptor.result);
    let class = match &result {
        Some(TypeDescriptor::Object(name)) => classes.load(name).ok(),
        _ => None,
    };
    let Some(class) = class else {
        let what = result.map_or("nothing".to_owned(), |ty| format!("`{ty}`"));
        let message = format!("`{method}` returns {what}, so it can't play `{}`", role.name);
        return refused(message, "name a method that returns an object whose class is on the class path");
    };
    let returns_it = |found: &Method| found.descriptor.ends_with(&format!(")L{};", class.name));
    Ok((Arc::clone(&class), Source::Returned { of, methods: methods.into_iter().filter(returns_it).collect() }))
}

/// What a client makes.
fn made(
    classes: &ClassPath,
    role: &Role,
    written: &str,
    constructor: &Signature,
) -> Result<(Arc<Class>, Source), LowerError> {
    let class = classes.find_by_any_name(written).ok().and_then(|name| classes.load(&name).ok());
    let Some(class) = class else {
        let message = format!("there is no class `{written}` to play `{}`", role.name);
        return refused(message, "write its full name, and check that it is on the class path");
    };
    // Of an abstract class a client makes a subclass, which may call what is protected.
    let is_abstract = class.access.has(Access::ABSTRACT);
    let is_open = |found: &&Method| {
        let may_call = found.access.has(Access::PUBLIC) || is_abstract && found.access.has(Access::PROTECTED);
        may_call && constructor.means(found)
    };
    let constructors: Vec<Method> = class.methods.iter().filter(is_open).cloned().collect();
    if constructors.is_empty() {
        let message = format!("a client can't make `{}` by `{constructor}`", dotted(&class));
        return refused(message, "name a class that is no interface, and one of its public constructors");
    }
    Ok((class, Source::Made(constructors)))
}

/// The public methods of a type but those of `Object`: its own first, overridden ones once.
pub(super) fn public_methods(classes: &ClassPath, class: &Arc<Class>) -> Vec<Method> {
    let hierarchy = Hierarchy::new(classes);
    let above = hierarchy.superclasses(&class.name).unwrap_or_default();
    let all = above.into_iter().chain(hierarchy.supertypes(&class.name).unwrap_or_default());
    let mut found: Vec<Method> = Vec::new();
    for declaring in all.filter(|declaring| declaring.name != "java/lang/Object") {
        for method in declaring.methods.iter().filter(|method| is_callable(method)) {
            let parameters = |method: &Method| method.descriptor.split(')').next().map(str::to_owned);
            let same = |known: &Method| known.name == method.name && parameters(known) == parameters(method);
            if !found.iter().any(same) {
                found.push(method.clone());
            }
        }
    }
    found
}

fn is_callable(method: &Method) -> bool {
    let hidden = [Access::STATIC, Access::SYNTHETIC, Access::BRIDGE];
    let is_hidden = hidden.iter().any(|flag| method.access.has(*flag));
    method.access.has(Access::PUBLIC) && !is_hidden && !method.name.starts_with('<')
}
