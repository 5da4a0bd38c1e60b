//! Code of the JDK, which is not read: it calls code of the client only on objects that it is given in the same call, by
//! the methods of their types as it knows them; or later, where it is made to run such things.

use std::sync::Arc;

use etiquette_java::class::{Access, Class, Member};
use etiquette_java::descriptor::{MethodDescriptor, TypeDescriptor};

use crate::client::Client;

/// The methods that are called on any object: to hash it, to compare it, to make a text of it.
pub(super) const OBJECT_METHODS: [(&str, &str, &str); 4] = [
    ("java/lang/Object", "equals", "(Ljava/lang/Object;)Z"),
    ("java/lang/Object", "hashCode", "()I"),
    ("java/lang/Object", "toString", "()Ljava/lang/String;"),
    ("java/lang/Comparable", "compareTo", "(Ljava/lang/Object;)I"),
];

/// What is run later.
pub(super) const TASKS: [&str; 2] = ["java/lang/Runnable", "java/util/concurrent/Callable"];

const PLATFORM: [&str; 8] =
    ["java/", "javax/", "jdk/", "sun/", "com/sun/", "org/w3c/dom/", "org/xml/sax/", "org/ietf/jgss/"];

/// Whether a class is the JDK's.
pub(super) fn is_of_jdk(class: &str) -> bool {
    PLATFORM.iter().any(|above| class.starts_with(above))
}

/// Whether a class calls methods that are not named in the code.
pub(super) fn is_reflective(class: &str) -> bool {
    class.starts_with("java/lang/reflect/") || class.starts_with("java/lang/invoke/")
}

/// Whether a type is of functions, which anybody may have made.
pub(super) fn is_functional(class: &str) -> bool {
    class.starts_with("java/util/function/") || TASKS.contains(&class)
}

/// Whether a class runs what it was given earlier.
pub(super) fn is_deferring(class: &str) -> bool {
    class.starts_with("java/util/stream/")
        || class.starts_with("java/util/concurrent/") && ["Future", "Execut", "ForkJoin"].iter().any(|name| class.contains(name))
}

/// The classes of what a method of the JDK is given, as far as these may have code of their own. Collections only read
/// those that they are given.
pub(super) fn handed_to(client: &Client<'_>, member: &Member) -> Vec<String> {
    let Ok(descriptor) = member.descriptor.parse::<MethodDescriptor>() else { return Vec::new() };
    let classes = descriptor.parameters.iter().filter_map(class_within);
    let is_collection = member.class.starts_with("java/util/") && client.is_below(&member.class, COLLECTION);
    let handed = classes.filter(|class| !(is_collection && client.is_below(class, COLLECTION)));
    handed.map(str::to_owned).collect()
}

const COLLECTION: &str = "java/util/Collection";

/// The class of an object, or of what an array holds.
fn class_within(ty: &TypeDescriptor) -> Option<&str> {
    match ty {
        TypeDescriptor::Object(class) => Some(class),
        TypeDescriptor::Array(element) => class_within(element),
        _ => None,
    }
}

/// Whether more than the methods of `Object` may be called on what is given as such a type.
pub(super) fn is_callback(client: &Client<'_>, class: &str) -> bool {
    let is_open = |class: Arc<Class>| !class.access.has(Access::FINAL);
    class != "java/lang/Object" && client.classes.load(class).is_ok_and(is_open)
}

/// The methods that can be called on an object of a type, but for those of `Object`.
pub(super) fn methods_of(client: &Client<'_>, class: &str) -> Vec<Member> {
    let types = client.hierarchy().supertypes(class).unwrap_or_default();
    let types = types.into_iter().filter(|ty| ty.name != "java/lang/Object");
    let callable = |ty: Arc<Class>| {
        let is_callable = |access: Access| {
            !access.has(Access::STATIC) && (access.has(Access::PUBLIC) || access.has(Access::PROTECTED))
        };
        let methods = ty.methods.iter().filter(|method| is_callable(method.access) && !method.name.starts_with('<'));
        let members = methods.map(|method| Member {
            class: class.to_owned(),
            name: method.name.clone(),
            descriptor: method.descriptor.clone(),
        });
        members.collect::<Vec<Member>>()
    };
    types.flat_map(callable).collect()
}
