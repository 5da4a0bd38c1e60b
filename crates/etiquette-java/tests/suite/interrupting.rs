//! Lowering stops when it is told to, at the start or on the way, and then gives no component.

use std::cell::Cell;
use std::path::Path;

use etiquette_java::classpath::ClassPath;
use etiquette_java::{ErrorChoice, Lowered, Request, lower_until};

fn lower_signature(is_over: &dyn Fn() -> bool) -> Option<Lowered> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../java-corpus/Signature");
    let classes = ClassPath::open(&[folder], None).expect("the case's classes");
    let class = classes.load("Signature").expect("the case's class");
    let mut request = Request::new("Signature");
    request.errors = vec![ErrorChoice::read("SignatureException")];
    lower_until(&classes, &request, &class, is_over).expect("a class that can be lowered")
}

#[test]
fn a_class_is_lowered_while_there_is_time() {
    assert!(lower_signature(&|| false).is_some_and(|lowered| !lowered.component.methods.is_empty()));
}

#[test]
fn lowering_stops_when_time_is_over() {
    assert!(lower_signature(&|| true).is_none());
    let asked = Cell::new(0);
    let is_over = || {
        asked.set(asked.get() + 1);
        asked.get() > 2
    };
    assert!(lower_signature(&is_over).is_none());
    assert_eq!(asked.get(), 3, "it goes on after it was told to stop");
}

#[test]
fn whenever_it_is_told_to_stop_there_is_no_component() {
    let asked = Cell::new(0);
    let ask = |most: usize| {
        asked.set(0);
        lower_signature(&|| {
            asked.set(asked.get() + 1);
            asked.get() > most
        })
    };
    assert!(ask(usize::MAX).is_some());
    let all = asked.get();
    assert!(all > 50, "it is asked in each pass and for each method, and not only {all} times");
    for most in 0..all {
        assert!(ask(most).is_none(), "stopped after {most} of {all} looks");
    }
}
