//! Code of the JDK, which is not read: it calls code of the client only on objects that it is given in the same call, by
//! the methods of their types as it knows them; or later, where it is made to run such things.

use std::sync::Arc;

use etiquette_java::class::{Access, Class, Member};
use etiquette_java::descriptor::{MethodDescriptor, TypeDescriptor};

use crate::client::Client;

/// The methods that are called on any object: to hash it, to compare it, to make a text of it. They change nothing.
const OBJECT_METHODS: [(&str, &str); 4] = [
    ("equals", "(Ljava/lang/Object;)Z"),
    ("hashCode", "()I"),
    ("toString", "()Ljava/lang/String;"),
    ("compareTo", "(Ljava/lang/Object;)I"),
];

/// Whether a method is one of these.
pub(super) fn is_object_method(member: &Member) -> bool {
    OBJECT_METHODS.contains(&(member.name.as_str(), member.descriptor.as_str()))
}

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
    ["java/lang/reflect/Method", "java/lang/reflect/Constructor", "java/lang/invoke/MethodHandle"].contains(&class)
}

/// Whether a method of the JDK's collections and iterators is there to ask them something. Those of the client are
/// taken to keep to that.
pub(super) fn only_asks(member: &Member) -> bool {
    const QUESTIONS: [&str; 17] = [
        "compare",
        "contains",
        "containsKey",
        "entrySet",
        "get",
        "getKey",
        "getValue",
        "hasMoreElements",
        "hasNext",
        "isEmpty",
        "iterator",
        "keySet",
        "next",
        "nextElement",
        "size",
        "toArray",
        "values",
    ];
    let is_collection = member.class.starts_with("java/util/") && !member.class.starts_with("java/util/function/");
    (is_collection || member.class == "java/lang/Iterable") && QUESTIONS.contains(&member.name.as_str())
}

/// Whether a type is of functions, which anybody may have made.
pub(crate) fn is_functional(class: &str) -> bool {
    class.starts_with("java/util/function/") || TASKS.contains(&class)
}

/// Whether a type is one of collections, maps or iterators.
pub(super) fn is_collection(client: &Client<'_>, class: &str) -> bool {
    ["java/lang/Iterable", "java/util/Map", "java/util/Iterator"].iter().any(|above| client.is_below(class, above))
}

/// Whether a class runs what it was given earlier.
pub(super) fn is_deferring(class: &str) -> bool {
    let runs = ["CompletableFuture", "ForkJoin", "FutureTask"];
    class.starts_with("java/util/stream/")
        || class.starts_with("java/util/concurrent/") && runs.iter().any(|name| class.contains(name))
}

/// Whether a type has a single method to implement, so that a lambda may be one.
pub(super) fn is_function(client: &Client<'_>, class: &str) -> bool {
    let is_left = |member: &Member| {
        let found = client.hierarchy().resolve_method(class, &member.name, &member.descriptor).ok().flatten();
        found.is_some_and(|(class, index)| class.methods[index].access.has(Access::ABSTRACT))
            && !is_object_method(member)
    };
    let is_interface = client.classes.load(class).is_ok_and(|class| class.access.has(Access::INTERFACE));
    is_interface && methods_of(client, class).iter().filter(|member| is_left(member)).count() == 1
}

/// The classes of what a method of the JDK is given, as far as these may have code of their own. Collections only read
/// those that they are given.
pub(super) fn handed_to(client: &Client<'_>, member: &Member) -> Vec<String> {
    let Ok(descriptor) = member.descriptor.parse::<MethodDescriptor>() else { return Vec::new() };
    let classes = descriptor.parameters.iter().filter_map(class_within);
    let is_collection = member.class.starts_with("java/util/") && client.is_below(&member.class, COLLECTION);
    let is_read = |class: &str| is_collection && client.is_below(class, COLLECTION);
    let handed = classes.filter(|class| may_call_back(client, class) && !is_read(class));
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
fn may_call_back(client: &Client<'_>, class: &str) -> bool {
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
