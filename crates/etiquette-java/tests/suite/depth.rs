//! Calls that are not followed because they are too deep: what they may have done is over-approximated.

use std::path::Path;

use etiquette_component::{Action, Component, Method};
use etiquette_java::classpath::ClassPath;
use etiquette_java::jdk::Jdk;
use etiquette_java::{Request, lower};

use crate::common::jdk_or_skip;

fn lower_to_depth(class: &str, depth: usize, jdk: &Jdk) -> Component {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../java-corpus").join(class);
    let classes = ClassPath::open(&[folder], Some(jdk)).expect("the case's classes");
    let read = classes.load(class).expect("the case's class");
    let mut request = Request::new(class);
    request.inline_depth = depth;
    lower(&classes, &request, &read).expect("a class that can be lowered").component
}

/// The state variables that a method gives any value.
fn chosen<'c>(component: &'c Component, method: &Method) -> Vec<&'c str> {
    let is_chosen = |name: &&str| {
        method.body.edges.iter().any(|edge| match edge.action {
            Action::Havoc(symbol, ..) => component.binding(None, symbol).is_some_and(|binding| binding.name == **name),
            _ => false,
        })
    };
    component.variables.iter().map(|variable| variable.binding.name.as_str()).filter(is_chosen).collect()
}

#[test]
fn a_constructor_that_is_not_followed_leaves_its_object_in_any_state() {
    let Some(jdk) = jdk_or_skip() else { return };
    let followed = lower_to_depth("HeldObject", 8, &jdk);
    let constructor = |component: &Component| component.methods.iter().position(|method| method.constructor).unwrap();
    assert_eq!(chosen(&followed, &followed.methods[constructor(&followed)]), Vec::<&str>::new());
    let shallow = lower_to_depth("HeldObject", 0, &jdk);
    let fields: Vec<&str> = shallow.variables.iter().map(|variable| variable.binding.name.as_str()).collect();
    let held: Vec<&str> = fields.into_iter().filter(|name| name.contains('.')).collect();
    assert!(!held.is_empty(), "the case holds an object with fields");
    assert_eq!(chosen(&shallow, &shallow.methods[constructor(&shallow)]), held);
}
