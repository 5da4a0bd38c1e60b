//! Calls that are not followed: what they may throw or write is left open, and nothing else is.

use std::path::Path;

use etiquette_component::{Action, Component, Owner, slice};
use etiquette_java::classpath::ClassPath;
use etiquette_java::{About, ErrorChoice, Lowered, Request, lower};

use crate::common::jdk_or_skip;

fn lowered(class: &str, error: &str) -> Option<Lowered> {
    let jdk = jdk_or_skip()?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/unfollowed");
    let classes = ClassPath::open(&[folder], Some(&jdk)).expect("the classes of the test");
    let read = classes.load(class).expect("a class of the test");
    let mut request = Request::new(class);
    request.errors = vec![ErrorChoice::read(error)];
    Some(lower(&classes, &request, &read).expect("a class that can be lowered"))
}

/// What the model leaves open in a method.
fn left_open(component: &Component, method: &str) -> Vec<String> {
    let method = component.methods.iter().find(|known| known.name == method).expect("the method");
    let gaps = method.body.edges.iter().filter_map(|edge| match edge.action {
        Action::Havoc(_, Owner::Model(gap), _) => component.gaps[gap as usize].what.clone(),
        _ => None,
    });
    gaps.collect()
}

fn assert_changes(class: &str, method: &str) {
    let Some(Lowered { component, .. }) = lowered(class, "IllegalStateException") else { return };
    let open = left_open(&component, method);
    assert!(open.iter().any(|what| what.ends_with("does to the object")), "{class}.{method} leaves open {open:?}");
}

#[test]
fn an_object_that_got_this_may_change_it() {
    assert_changes("ClosedByInner", "close");
    assert_changes("ClosedByRegistry", "fire");
    assert_changes("ClosedByIterator", "walk");
    assert_changes("Pipe", "map");
}

#[test]
fn a_call_that_reaches_nothing_of_the_object_leaves_it_alone() {
    let left_alone = [("ClosedByAction", "arm"), ("ClosedByRegistry", "register"), ("ClosedByInner", "use")];
    // What a field is given is tracked, and so followed.
    let followed = [("ClosedByAction", "fire")];
    for (class, method) in left_alone.into_iter().chain(followed) {
        let Some(Lowered { component, .. }) = lowered(class, "IllegalStateException") else { return };
        assert_eq!(left_open(&component, method), Vec::<String>::new(), "{class}.{method}");
    }
}

#[test]
fn what_code_may_throw_is_left_open_and_nothing_else() {
    let Some(Lowered { component, .. }) = lowered("Throwing", "IllegalStateException") else { return };
    let throws = |method: &str, exception: &str| {
        left_open(&component, method).iter().any(|what| what.starts_with("whether") && what.ends_with(exception))
    };
    let thrown = [
        ("countDown", "throws java.lang.IllegalStateException"),
        ("orElse", "throws java.lang.IllegalStateException"),
        ("parse", "throws java.lang.NumberFormatException"),
        ("change", "throws java.lang.UnsupportedOperationException"),
    ];
    for (method, exception) in thrown {
        assert!(throws(method, exception), "{method} leaves open {:?}", left_open(&component, method));
    }
    for method in ["fine", "handedOut", "initialise", "named"] {
        assert!(!throws(method, ""), "{method} leaves open {:?}", left_open(&component, method));
    }
    assert!(
        !throws("copy", "throws java.lang.IllegalStateException"),
        "left open: {:?}",
        left_open(&component, "copy")
    );
}

#[test]
fn an_iterator_that_is_kept_finds_its_list_changed_by_those_who_were_handed_it() {
    let Some(Lowered { component, notes, .. }) = lowered("Throwing", "ConcurrentModificationException") else { return };
    for method in ["first", "later"] {
        assert!(!may_fail(&component, method), "{method}: nobody changes the list but a client");
    }
    let handed_out = notes.iter().any(|note| note.text.contains("hands out"));
    assert!(handed_out, "a client that changes the list is not mentioned: {notes:?}");
}

#[test]
fn a_note_says_what_it_is_about() {
    let about = |class: &str, words: &str| {
        let notes = lowered(class, "IllegalStateException")?.notes;
        let found = notes.iter().find(|note| note.text.contains(words)).map(|note| note.about);
        Some(found.unwrap_or_else(|| panic!("nothing with {words:?} among {notes:?}")))
    };
    let cases = [
        ("Throwing", "no code that the initialiser of `Throwing$Settings` calls throws", About::OtherCode),
        ("Assuming", "`Assuming.touch` changes only", About::Native),
        ("Assuming", "native code raises no error", About::Native),
        ("Assuming", "objects that a client hands in", About::Client),
        ("Assuming", "hands out", About::Client),
        ("Assuming", "as its documentation says", About::World),
        ("Assuming$Hidden", "calls its private constructors", About::OwnCode),
    ];
    for (class, words, expected) in cases {
        let Some(found) = about(class, words) else { return };
        assert_eq!(found, expected, "{words}");
    }
}

/// Whether a method may raise an error, by code that is followed or by what is left open.
fn may_fail(component: &Component, method: &str) -> bool {
    let method = component.methods.iter().find(|known| known.name == method).expect("the method");
    method.body.edges.iter().any(|edge| matches!(edge.action, Action::Error(_)))
}

#[test]
fn what_nobody_knows_keeps_to_the_contract_of_its_name_and_own_code_does_not_have_to() {
    let Some(Lowered { component, .. }) = lowered("Bound", "IllegalStateException") else { return };
    assert!(!may_fail(&component, "indexOf"), "`equals` is not documented to fail");
    assert!(may_fail(&component, "forEachOf"), "our own lambda is what is run");
    assert!(may_fail(&component, "removeFirst"), "our own iterator is what is run");
}

#[test]
fn what_others_are_given_they_run_by_the_methods_that_they_know() {
    let Some(Lowered { component, .. }) = lowered("Handing", "IllegalStateException") else { return };
    assert!(!may_fail(&component, "keep"), "a map does not run what it is given");
    assert!(!may_fail(&component, "compare"), "`compareTo` knows no other method of what it is given");
    assert!(may_fail(&component, "hand"), "an executor runs what it is given");
}

#[test]
fn what_a_client_gave_is_none_of_the_objects_that_others_make() {
    let given = [("Given", "callGiven", false), ("Given", "callFound", true), ("Given", "callEither", true)];
    let parts = [("Nozzle", "callPart", false), ("Nozzle", "callOwnPart", true)];
    for (class, method, expected) in given.into_iter().chain(parts) {
        let Some(Lowered { component, .. }) = lowered(class, "IllegalStateException") else { return };
        assert_eq!(may_fail(&component, method), expected, "{method}");
    }
}

#[test]
fn an_object_that_lives_during_a_call_is_tracked_until_others_get_to_know_it() {
    let Some(Lowered { component, .. }) = lowered("Escaping", "IllegalStateException") else { return };
    for (method, expected) in [("kept", false), ("inField", true), ("inArray", true), ("inObject", true)] {
        assert_eq!(may_fail(&component, method), expected, "{method}");
    }
}

#[test]
fn an_exception_can_be_given_its_reason_once() {
    let Some(Lowered { component, .. }) = lowered("Handing", "IllegalStateException") else { return };
    let refused = ["explainTwice", "explainAny", "explainOddly"].map(|method| (method, true));
    for (method, expected) in refused.into_iter().chain([("explain", false), ("explainOwn", false)]) {
        assert_eq!(may_fail(&component, method), expected, "{method}");
    }
}

#[test]
fn what_is_not_known_is_not_null_where_an_error_is_as_good_as_raised() {
    let Some(Lowered { component, notes, .. }) = lowered("Bound", "IllegalStateException") else { return };
    let open = left_open(&slice(&component).component, "add");
    assert!(!open.iter().any(|what| what.contains("LOG")), "{open:?}");
    assert!(notes.iter().any(|note| note.text.contains("what is not known is not null")));
}
