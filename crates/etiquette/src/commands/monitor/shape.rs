//! What a monitor has to know of a class, read from class files.

use std::collections::BTreeMap;

use etiquette_applications::monitor::shape::{Member, Shape};
use etiquette_component::Role;
use etiquette_java::class::{Access, Class, Method, package_of};
use etiquette_java::classpath::ClassPath;
use etiquette_java::descriptor::{MethodDescriptor, TypeDescriptor};
use etiquette_java::hierarchy::Hierarchy;

use crate::arguments::TargetArguments;
use crate::failure::Failure;
use crate::java::{Opened, open};

/// A class as a monitor sees it, and what people should know about that.
pub struct Seen {
    pub shape: Shape,
    pub notes: Vec<String>,
}

/// Reads the class that a target is, as a monitor in this package sees it; otherwise in that of the class. `wanted` are
/// the methods that it has to watch. Where another object plays a role beside one of the class, its class is read, too.
pub fn read(
    target: &TargetArguments,
    package: Option<&str>,
    wanted: &[&str],
    role: Option<&Role>,
) -> Result<Seen, Failure> {
    let opened = open(target)?;
    let dotted = opened.class.name.replace('/', ".");
    let own = Shape::package_of(&dotted);
    let is_foreign = (own.is_none() && dotted.contains('.')) || package.is_some_and(|package| Some(package) != own);
    let (mut shape, note) = match public_interface(&opened, &dotted, is_foreign, wanted) {
        Some(interface) => (of_interface(&opened.classes, &interface)?, None),
        None => (of_class(&opened.classes, &opened.class, is_foreign)?, note_about_name(&opened.class)),
    };
    shape.package = Shape::package_of(&dotted).map(str::to_owned);
    shape.enums = enums(&opened.classes, &shape);
    shape.beside = role.map(|role| beside(&opened, role, is_foreign)).transpose()?.map(Box::new);
    Ok(Seen { shape, notes: note.into_iter().collect() })
}

/// What people should know about a nested class that can't be named in a source.
fn note_about_name(class: &Class) -> Option<String> {
    let name = source_name(&class.name);
    class.declared_access().has(Access::PRIVATE).then(|| {
        format!(
            "`{name}` must not be private, or javac will not take the monitor: make it visible in its package, or let it implement a public interface, \
             by which it is then watched"
        )
    })
}

/// The public interface by which objects are known whose class can't be named.
/// Of several, that which has most of the methods that are wanted, and few others.
fn public_interface(opened: &Opened, dotted: &str, is_foreign: bool, wanted: &[&str]) -> Option<String> {
    let class = &opened.class;
    let is_nameable = Shape::can_be_written(dotted) && is_visible(&opened.classes, class, is_foreign);
    if is_nameable {
        return None;
    }
    let supertypes = Hierarchy::new(&opened.classes).supertypes(&class.name).ok()?;
    let is_public =
        |found: &&std::sync::Arc<Class>| found.access.has(Access::PUBLIC) && found.access.has(Access::INTERFACE);
    let rank = |found: &&std::sync::Arc<Class>| {
        let names = method_names(&opened.classes, &found.name);
        let has = wanted.iter().filter(|name| names.iter().any(|known| known == *name)).count();
        (has, std::cmp::Reverse((names.len(), found.name.clone())))
    };
    let best = supertypes.iter().filter(is_public).max_by_key(rank)?;
    // An interface without any of them would watch nothing, and a private class can be made visible.
    (rank(&best).0 > 0 || !class.declared_access().has(Access::PRIVATE)).then(|| best.name.clone())
}

/// The names of all methods that an interface has, inherited ones too.
fn method_names(classes: &ClassPath, interface: &str) -> Vec<String> {
    let supertypes = Hierarchy::new(classes).supertypes(interface).unwrap_or_default();
    let own = supertypes.iter().filter(|class| class.name != "java/lang/Object");
    own.flat_map(|class| class.methods.iter().map(|method| method.name.clone())).collect()
}

/// Whether all classes around it, and the class itself, can be seen from the package of the monitor.
fn is_visible(classes: &ClassPath, class: &Class, is_foreign: bool) -> bool {
    let is_seen = |access: Access| if is_foreign { access.has(Access::PUBLIC) } else { !access.has(Access::PRIVATE) };
    let mut name = class.name.as_str();
    loop {
        if !classes.load(name).is_ok_and(|found| is_seen(found.declared_access())) {
            return false;
        }
        match name.rsplit_once('$') {
            Some((outer, _)) => name = outer,
            None => return true,
        }
    }
}

fn of_interface(classes: &ClassPath, name: &str) -> Result<Shape, Failure> {
    let methods = methods(classes, name)?;
    let not_extended = Some("its class can't be named in a source".into());
    Ok(Shape { ty: source_name(name), is_interface: true, not_extended, methods, ..Shape::default() })
}

/// The class of the objects in a role, or the interface that clients know them by.
fn beside(opened: &Opened, role: &Role, is_foreign: bool) -> Result<Shape, Failure> {
    let classes = &opened.classes;
    let unknown = |why: String| Failure::new(format!("the class of `{}` can't be read: {why}", role.name));
    let name = classes.resolve_name(&role.ty).map_err(|error| unknown(error.to_string()))?;
    let class = classes.load(&name).map_err(|error| unknown(error.to_string()))?;
    let is_foreign = is_foreign || package_of(&name) != package_of(&opened.class.name);
    if !is_visible(classes, &class, is_foreign) {
        return Err(unknown(format!("`{}` can't be named by a monitor", role.ty)));
    }
    let mut shape = match class.access.has(Access::INTERFACE) {
        true => of_interface(classes, &name)?,
        false => of_class(classes, &class, is_foreign)?,
    };
    shape.enums = enums(classes, &shape);
    Ok(shape)
}

/// The class itself; from another package, only what is public.
fn of_class(classes: &ClassPath, class: &Class, is_foreign: bool) -> Result<Shape, Failure> {
    let mut methods = methods(classes, &class.name)?;
    let mut constructors = constructors(class);
    if is_foreign {
        methods.retain(|member| member.visibility == "public");
        constructors.retain(|member| member.visibility == "public");
    }
    let not_extended = match () {
        () if class.access.has(Access::FINAL) => Some("the class is final".into()),
        () if constructors.is_empty() => Some("it has no constructor that can be called".into()),
        () => None,
    };
    Ok(Shape { ty: source_name(&class.name), not_extended, constructors, methods, ..Shape::default() })
}

/// The methods of a class and of what it extends; of those that override each other, that of the subclass.
fn methods(classes: &ClassPath, name: &str) -> Result<Vec<Member>, Failure> {
    let supertypes = Hierarchy::new(classes).supertypes(name).map_err(|error| Failure::new(error.to_string()))?;
    let mut methods: Vec<Member> = Vec::new();
    let is_called = |method: &&Method| {
        !method.name.starts_with('<')
            && ![Access::STATIC, Access::PRIVATE, Access::SYNTHETIC].iter().any(|flag| method.access.has(*flag))
    };
    let all = supertypes.iter().filter(|class| class.name != "java/lang/Object").flat_map(|class| &class.methods);
    for found in all.filter(is_called).filter_map(member) {
        let is_known = |known: &Member| known.name == found.name && known.parameters == found.parameters;
        if !methods.iter().any(is_known) {
            methods.push(found);
        }
    }
    Ok(methods)
}

/// The constructors that a source can call; those of an inner class take an object that it can't pass.
fn constructors(class: &Class) -> Vec<Member> {
    if class.fields.iter().any(|field| field.name.starts_with("this$")) || class.access.has(Access::ABSTRACT) {
        return Vec::new();
    }
    let is_called = |method: &&Method| {
        method.name == "<init>" && !method.access.has(Access::PRIVATE) && !method.access.has(Access::SYNTHETIC)
    };
    class.methods.iter().filter(is_called).filter_map(member).collect()
}

fn member(method: &Method) -> Option<Member> {
    let descriptor: MethodDescriptor = method.descriptor.parse().ok()?;
    let visibility = match () {
        () if method.access.has(Access::PUBLIC) => "public",
        () if method.access.has(Access::PROTECTED) => "protected",
        () => "",
    };
    Some(Member {
        name: if method.name == "<init>" { String::new() } else { method.name.clone() },
        parameters: descriptor.parameters.iter().map(written_type).collect(),
        result: descriptor.result.as_ref().map_or("void".into(), written_type),
        exceptions: method.exceptions.iter().map(|name| source_name(name)).collect(),
        visibility: visibility.into(),
        is_final: method.access.has(Access::FINAL),
    })
}

fn written_type(ty: &TypeDescriptor) -> String {
    ty.to_string().replace('$', ".")
}

fn source_name(internal: &str) -> String {
    internal.replace(['/', '$'], ".")
}

/// The constants of enums that occur in signatures.
fn enums(classes: &ClassPath, shape: &Shape) -> BTreeMap<String, Vec<String>> {
    let members = shape.constructors.iter().chain(&shape.methods);
    let types = members.flat_map(|member| member.parameters.iter().chain([&member.result]));
    let mut found = BTreeMap::new();
    for ty in types.filter(|ty| !ty.ends_with(']')) {
        if !found.contains_key(ty)
            && let Ok(name) = classes.resolve_name(ty)
            && let Some(constants) = classes.load(&name).ok().and_then(|class| class.enum_constants())
        {
            found.insert(ty.clone(), constants);
        }
    }
    found
}
