//! Subtypes, resolution and selection, each on a small hierarchy made for it.

use etiquette_java::classpath::ClassPath;
use etiquette_java::hierarchy::{Answer, Found, Hierarchy, HierarchyError};

use crate::common::{HandClass, MemorySource, jdk_or_skip};

const PUBLIC: u16 = 1;
const PRIVATE: u16 = 2;
const STATIC: u16 = 8;
const PACKAGE: u16 = 0;
const ABSTRACT: u16 = 0x401;
const OBJECT: &str = "java/lang/Object";

fn class(name: &'static str) -> HandClass {
    HandClass::new(name, Some(OBJECT))
}

fn extending(name: &'static str, superclass: &'static str) -> HandClass {
    HandClass::new(name, Some(superclass))
}

fn world(mut classes: Vec<HandClass>) -> ClassPath {
    classes.push(HandClass::new(OBJECT, None).method(PUBLIC, "hashCode").field("objectField"));
    ClassPath::new(vec![Box::new(MemorySource::new(classes))])
}

/// The class that declares what was found.
fn owner(found: Result<Option<Found>, HierarchyError>) -> Option<String> {
    found.unwrap().map(|(class, _)| class.name.clone())
}

#[test]
fn subtypes_of_classes_interfaces_and_arrays() {
    let classes = world(vec![
        HandClass::interface("I", &[]),
        HandClass::interface("J", &["I"]),
        class("A").implementing(&["J"]),
        extending("B", "A"),
        class("Other"),
    ]);
    let hierarchy = Hierarchy::new(&classes);
    for (subtype, supertype) in [
        ("B", "A"),
        ("B", "I"),
        ("I", OBJECT),
        ("[B", OBJECT),
        ("[LB;", "[LI;"),
        ("[[LB;", "[[LA;"),
        ("[[I", "[Ljava/lang/Object;"),
        ("[I", "[I"),
        ("[I", "java/lang/Cloneable"),
        ("[[I", "[Ljava/io/Serializable;"),
    ] {
        assert_eq!(hierarchy.is_subclass(subtype, supertype), Answer::Yes, "{subtype} {supertype}");
    }
    for (subtype, supertype) in [
        ("A", "B"),
        ("B", "Other"),
        ("[I", "[J"),
        ("[I", "[Ljava/lang/Object;"),
        ("A", "[LA;"),
        ("[LA;", "A"),
        ("[LA;", "[LB;"),
    ] {
        assert_eq!(hierarchy.is_subclass(subtype, supertype), Answer::No, "{subtype} {supertype}");
    }
    let supertypes: Vec<_> = hierarchy.supertypes("B").unwrap().iter().map(|class| class.name.clone()).collect();
    assert_eq!(supertypes, ["B", "A", OBJECT, "J", "I"]);
}

#[test]
fn missing_supertypes_make_answers_unknown_and_are_named() {
    let classes =
        world(vec![extending("A", "Gone"), extending("B", "A").implementing(&["I"]), HandClass::interface("I", &[])]);
    let hierarchy = Hierarchy::new(&classes);
    assert_eq!(hierarchy.is_subclass("B", "Else"), Answer::Unknown("Gone".into()));
    assert_eq!(hierarchy.is_subclass("B", "I"), Answer::Yes);
    assert_eq!(hierarchy.is_subclass("B", "Gone"), Answer::Yes);
    let error = hierarchy.superclasses("B").unwrap_err();
    assert!(error.to_string().starts_with("a supertype of `A` is missing: class `Gone` was not found"), "{error}");
    assert!(hierarchy.resolve_method("B", "f", "()V").is_err());
}

#[test]
fn circular_hierarchies_are_errors() {
    let classes = world(vec![
        extending("A", "B"),
        extending("B", "A"),
        extending("Self", "Self"),
        HandClass::interface("I", &["J"]),
        HandClass::interface("J", &["I"]),
        class("C").implementing(&["I"]),
    ]);
    let hierarchy = Hierarchy::new(&classes);
    assert_eq!(hierarchy.superclasses("A").unwrap_err(), HierarchyError::Circular("A".into()));
    assert_eq!(hierarchy.superclasses("Self").unwrap_err(), HierarchyError::Circular("Self".into()));
    assert_eq!(hierarchy.supertypes("C").unwrap_err(), HierarchyError::Circular("I".into()));
    assert!(hierarchy.resolve_method("A", "f", "()V").is_err());
    assert!(hierarchy.select_method("C", "f", "()V").is_err());
    assert_eq!(hierarchy.is_subclass("A", "Else"), Answer::No);
    assert_eq!(owner(hierarchy.resolve_field("A", "f", "I")), None);
}

#[test]
fn methods_resolve_in_superclasses_then_superinterfaces() {
    let classes = world(vec![
        HandClass::interface("I", &[])
            .method(PUBLIC, "f")
            .method(PUBLIC, "g")
            .method(ABSTRACT, "h")
            .method(PUBLIC | STATIC, "s"),
        HandClass::interface("J", &["I"]).method(PUBLIC, "f"),
        HandClass::interface("K", &[]).method(ABSTRACT, "h"),
        class("A").method(PUBLIC, "g"),
        extending("B", "A").implementing(&["I", "J", "K"]),
    ]);
    let hierarchy = Hierarchy::new(&classes);
    let resolve = |class: &str, name: &str| owner(hierarchy.resolve_method(class, name, "()V"));
    assert_eq!(resolve("B", "g").as_deref(), Some("A"));
    assert_eq!(resolve("B", "f").as_deref(), Some("J"));
    assert_eq!(resolve("B", "h").as_deref(), Some("I"));
    assert_eq!(resolve("B", "s"), None);
    assert_eq!(resolve("I", "s").as_deref(), Some("I"));
    assert_eq!(resolve("J", "g").as_deref(), Some("I"));
    assert_eq!(resolve("J", "hashCode").as_deref(), Some(OBJECT));
    assert_eq!(resolve("[LB;", "hashCode").as_deref(), Some(OBJECT));
    assert_eq!(resolve("B", "none"), None);
    let select = |name: &str| owner(hierarchy.select_method("B", name, "()V"));
    assert_eq!(select("g").as_deref(), Some("A"));
    assert_eq!(select("f").as_deref(), Some("J"));
    assert_eq!(select("h"), None);
}

#[test]
fn selection_heeds_private_and_package_private_methods() {
    let classes = world(vec![
        class("p/A").method(PACKAGE, "f").method(PRIVATE, "g"),
        extending("q/B", "p/A").method(PUBLIC, "f").method(PUBLIC, "g"),
        extending("p/C", "q/B").method(PUBLIC, "f"),
        extending("r/D", "p/C").method(PUBLIC, "f"),
    ]);
    let hierarchy = Hierarchy::new(&classes);
    let select = |class: &str, name: &str| {
        let resolved = hierarchy.resolve_method("p/A", name, "()V").unwrap().unwrap();
        owner(hierarchy.select(class, &resolved))
    };
    assert_eq!(select("q/B", "f").as_deref(), Some("p/A"), "another package does not override");
    assert_eq!(select("p/C", "f").as_deref(), Some("p/C"));
    assert_eq!(select("r/D", "f").as_deref(), Some("r/D"), "it overrides p/C's, which is public");
    assert_eq!(select("q/B", "g").as_deref(), Some("p/A"), "private methods are not overridden");
}

#[test]
fn fields_resolve_in_interfaces_before_the_superclass() {
    let classes = world(vec![
        HandClass::interface("I", &[]).field("x").field("y"),
        class("A").field("x").field("z"),
        extending("B", "A").implementing(&["I"]).field("y"),
    ]);
    let hierarchy = Hierarchy::new(&classes);
    let resolve = |name: &str, descriptor: &str| owner(hierarchy.resolve_field("B", name, descriptor));
    assert_eq!(resolve("y", "I").as_deref(), Some("B"));
    assert_eq!(resolve("x", "I").as_deref(), Some("I"));
    assert_eq!(resolve("z", "I").as_deref(), Some("A"));
    assert_eq!(resolve("objectField", "I").as_deref(), Some(OBJECT));
    assert_eq!(resolve("x", "J"), None);
}

#[test]
fn jdk_classes_resolve() {
    let Some(jdk) = jdk_or_skip() else { return };
    let classes = ClassPath::open(&[], Some(&jdk)).unwrap();
    let hierarchy = Hierarchy::new(&classes);
    let select = |class: &str, name: &str, descriptor: &str| owner(hierarchy.select_method(class, name, descriptor));
    assert_eq!(
        select("java/util/ArrayList", "containsAll", "(Ljava/util/Collection;)Z").as_deref(),
        Some("java/util/AbstractCollection")
    );
    assert_eq!(
        select("java/util/ArrayList$ListItr", "next", "()Ljava/lang/Object;").as_deref(),
        Some("java/util/ArrayList$Itr")
    );
    assert_eq!(
        select("java/util/ArrayList", "stream", "()Ljava/util/stream/Stream;").as_deref(),
        Some("java/util/Collection")
    );
    assert_eq!(hierarchy.is_subclass("java/net/SocketException", "java/io/IOException"), Answer::Yes);
    let polymorphic = hierarchy.resolve_method("java/lang/invoke/MethodHandle", "invokeExact", "(I)V");
    assert_eq!(owner(polymorphic).as_deref(), Some("java/lang/invoke/MethodHandle"));
}
