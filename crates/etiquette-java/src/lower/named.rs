//! The classes and methods that a request names as errors and outcomes: what they mean, and that they are there.
//!
//! A misspelt error would never be raised, and everything would look safe; so what is not found is refused.

use etiquette_component::diagnostic::nearest;

use super::LowerError;
use super::exceptions::dotted;
use super::request::{ErrorChoice, Request, is_named};
use super::signature::Signature;
use crate::classpath::ClassPath;
use crate::hierarchy::{Answer, Hierarchy};

/// All classes that a name means which may lack its package.
pub(super) fn classes_named(classes: &ClassPath, written: &str) -> Vec<String> {
    let last = written.rsplit(['.', '$']).next().unwrap_or(written);
    let may_be_meant = |name: &&String| name.ends_with(last) && is_named(name, written);
    let mut found: Vec<String> = classes.class_names().iter().filter(may_be_meant).cloned().collect();
    // Nested classes are also written with dots.
    found.extend(classes.find_name(written).filter(|name| !found.contains(name)));
    found
}

/// Refuses names that mean nothing. Without the classes of a JDK there is no telling.
pub(super) fn check_names(classes: &ClassPath, request: &Request) -> Result<(), LowerError> {
    if classes.load("java/lang/Object").is_err() {
        return Ok(());
    }
    let errors = request.errors.iter().filter_map(ErrorChoice::exception).map(|name| ("--error", name));
    for (option, name) in errors.chain(request.outcomes.iter().map(|name| ("--outcome", name.as_str()))) {
        let found = find(classes, option, name)?;
        check_exception(classes, option, name, &found)?;
    }
    request.errors.iter().try_for_each(|choice| match choice {
        ErrorChoice::ThrownBy { class, method, .. } => check_site(classes, class, method),
        _ => Ok(()),
    })
}

fn find(classes: &ClassPath, option: &str, written: &str) -> Result<Vec<String>, LowerError> {
    let found = classes_named(classes, written);
    if !found.is_empty() {
        return Ok(found);
    }
    let suggestions = classes.find_by_any_name(written).err().map(|error| error.suggestions).unwrap_or_default();
    let help = match &suggestions[..] {
        [] => "write its full name, and check that it is on the class path".to_owned(),
        names => format!("did you mean `{}`?", names.join("` or `")),
    };
    let message = format!("`{option}` names the class `{written}`, and there is none of that name");
    Err(LowerError::Refused { message, help: Some(help) })
}

/// Refuses a name that only means classes which nothing can throw.
fn check_exception(classes: &ClassPath, option: &str, written: &str, found: &[String]) -> Result<(), LowerError> {
    let hierarchy = Hierarchy::new(classes);
    if found.iter().any(|class| hierarchy.is_subclass(class, "java/lang/Throwable") != Answer::No) {
        return Ok(());
    }
    let message = format!("`{option} {written}` names a class that is no exception");
    let help = format!(
        "write the exception before `@` and the method behind it, as in `{option} IllegalStateException@{written}.check`"
    );
    Err(LowerError::Refused { message, help: Some(help) })
}

/// Checks that a class has the method that is to throw.
fn check_site(classes: &ClassPath, class: &str, method: &Signature) -> Result<(), LowerError> {
    if class.is_empty() || method.name.is_empty() {
        let message = format!("`@{class}` in `--error` names no method");
        return Err(LowerError::Refused { message, help: Some("write `@Class.method`, as in `@Foo.check`".into()) });
    }
    let found = find(classes, "--error", class)?;
    let loaded: Vec<_> = found.iter().filter_map(|name| classes.load(name).ok()).collect();
    let methods = || loaded.iter().flat_map(|class| &class.methods);
    if methods().any(|declared| method.means(declared)) {
        return Ok(());
    }
    let message = format!("`--error` names the method `{method}`, and `{}` declares none such", dotted(&found[0]));
    let help = match nearest(&method.name, methods().map(|method| method.name.as_str())) {
        Some(name) => format!("did you mean `{class}.{name}`?"),
        None => {
            "a method that it inherits is named with the class that declares it; constructors are called `new`".into()
        }
    };
    Err(LowerError::Refused { message, help: Some(help) })
}
