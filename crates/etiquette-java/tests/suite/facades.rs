//! Fields of abstract types: of which class the object is that they hold, or may be.

use std::path::Path;

use etiquette_java::classpath::ClassPath;
use etiquette_java::{About, ErrorChoice, Request, lower};

use crate::common::jdk_or_skip;

/// What is noted about a case of the corpus.
fn notes(case: &str) -> Option<Vec<(About, String)>> {
    let jdk = jdk_or_skip()?;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../java-corpus").join(case);
    let classes = ClassPath::open(&[folder], Some(&jdk)).expect("the classes of the case");
    let class = classes.load(case).expect("the class of the case");
    let mut request = Request::new(case);
    request.errors = vec![ErrorChoice::read("IllegalStateException")];
    let lowered = lower(&classes, &request, &class).expect("a class that can be lowered");
    Some(lowered.notes.into_iter().map(|note| (note.about, note.text)).collect())
}

#[test]
fn the_only_class_is_found_and_said() {
    let Some(notes) = notes("FacadeOverRegistry") else { return };
    let found = (About::OtherCode, "what `device` holds is exactly a `Disk`, in any state".to_owned());
    assert!(notes.contains(&found), "{notes:?}");
}

#[test]
fn several_classes_are_named() {
    let Some(notes) = notes("FacadeOfSeveral") else { return };
    let named = "of which class the object in `codec` is: `--field codec=Picky`, `--field codec=Plain` would say it";
    assert!(notes.contains(&(About::Open, named.to_owned())), "{notes:?}");
}
