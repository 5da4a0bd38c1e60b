//! What can be wrong with Java input, as messages that say what to do.

use std::path::Path;

use etiquette_java::LowerError;
use etiquette_java::classpath::{LoadError, NameError, SourceError};

use crate::failure::Failure;
use crate::source::display_name;

/// A name that no class has.
pub fn unknown_name(error: &NameError, has_jdk: bool) -> Failure {
    let not_found = LoadError::NotFound { class: error.written.clone(), searched: error.searched.clone() };
    let failure = Failure::new(not_found.to_string());
    match &error.suggestions[..] {
        [] if !has_jdk => failure.help("no JDK was found, so its classes are not known: name one with `--jdk`"),
        [] => failure.help("name the folder or jar that has it with `--classpath`; class names need their package"),
        names => failure.help(format!("did you mean `{}`?", names.join("` or `"))),
    }
}

/// A class that can't be loaded.
pub fn unloadable(error: &LoadError) -> Failure {
    let failure = Failure::new(error.to_string());
    match error {
        LoadError::NotFound { .. } => failure.help("name the folder or jar that has it with `--classpath`"),
        LoadError::Misplaced { .. } => failure.help(
            "class files stand in folders that are named like their packages; `--classpath` names where these begin",
        ),
        LoadError::Unreadable(_) => failure.help(COMPILE_AGAIN),
        LoadError::Source(error) => unreadable(error),
    }
}

const COMPILE_AGAIN: &str = "the file is damaged or no class file: compile its source again";

/// An entry of the class path that can't be read.
pub fn unreadable(error: &SourceError) -> Failure {
    Failure::new(error.to_string()).help("check `--classpath`: it takes folders, jars and jmods, separated as in Java")
}

/// A class file that can't be read.
pub fn unreadable_class_file(error: &SourceError) -> Failure {
    Failure::new(error.to_string()).help(COMPILE_AGAIN)
}

/// A class file or source that is not there.
pub fn missing_file(path: &Path) -> Failure {
    Failure::new(format!("can't read {}: there is no such file", display_name(path)))
        .help("check the path; a class on the class path is named without `.class`, as in `com.acme.Foo`")
}

/// A class that can't be lowered.
pub fn not_lowered(error: LowerError) -> Failure {
    match error {
        LowerError::Refused { message, help: Some(help) } => Failure::new(message).help(help),
        LowerError::Refused { message, help: None } => Failure::new(message),
        LowerError::Malformed(message) => Failure::new(format!("unsupported code: {message}"))
            .help("leave out the methods that need it with `--methods`, or give a model of the method with `--stub`"),
        LowerError::TooLarge(method) => {
            Failure::new(format!("`{method}` is too large, even if no call in it is followed"))
                .help("leave it out: choose other methods with `--methods`, or constructors with `--new`")
        }
    }
}
