//! The classes of the paper on PSYCO, from a checkout of its repository, made ready for an engine.

use std::path::{Path, PathBuf};

use etiquette_bench::{ANNOTATION, ERRORS, ORIGINALS, Original, SOURCES, Subject};
use etiquette_component::{Component, expose};
use etiquette_java::jdk::Jdk;
use tempfile::TempDir;

use crate::arguments::{JavaArguments, ModelArguments, Numbers, TargetArguments};
use crate::failure::Failure;
use crate::javac::compile;
use crate::pipeline::read_target;

/// All components that are there, compiled first: nothing of them is run.
pub fn subjects(checkout: &Path) -> Result<Vec<Subject>, Failure> {
    let classes = compiled(checkout)?;
    let subject = |original: &Original| {
        let component = component(original, classes.path())?;
        Ok(Subject { name: original.name.into(), component })
    };
    ORIGINALS.iter().map(subject).collect()
}

/// The sources and our own annotation, compiled together.
fn compiled(checkout: &Path) -> Result<TempDir, Failure> {
    let sources = checkout.join(SOURCES);
    let stub = tempfile::tempdir().map_err(not_prepared)?;
    let mut files: Vec<PathBuf> =
        ORIGINALS.iter().flat_map(|original| original.sources).map(|name| sources.join(name)).collect();
    files.sort();
    files.dedup();
    if let Some(missing) = files.iter().find(|file| !file.is_file()) {
        return Err(Failure::new(format!("there is no {}", missing.display()))
            .help("give `--originals` a checkout of the repository psycopaths/psyco"));
    }
    files.push(annotation(stub.path())?);
    let files: Vec<&Path> = files.iter().map(PathBuf::as_path).collect();
    compile(&files, &JavaArguments::default(), Jdk::find(None).ok().as_ref(), &|| false)
}

fn annotation(folder: &Path) -> Result<PathBuf, Failure> {
    let (name, text) = ANNOTATION;
    let file = folder.join(name);
    file.parent().map_or(Ok(()), std::fs::create_dir_all).map_err(not_prepared)?;
    std::fs::write(&file, text).map_err(not_prepared)?;
    Ok(file)
}

fn not_prepared(error: std::io::Error) -> Failure {
    Failure::new(format!("can't prepare a folder to compile in: {error}"))
}

fn component(original: &Original, classes: &Path) -> Result<Component, Failure> {
    let mut component = read_target(&arguments(original, classes))?.slices().exact.component;
    if original.registers.is_empty() {
        return Ok(component);
    }
    let registers: Vec<String> = original.registers.iter().map(|&name| name.to_owned()).collect();
    let anything = component.terms.bool(true);
    expose(&component, &registers, anything)
        .map_err(|(name, _)| Failure::new(format!("`{name}` of {} can't be a register", original.class)))
}

/// What one would write on the command line.
fn arguments(original: &Original, classes: &Path) -> TargetArguments {
    let owned = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
    let java = JavaArguments {
        classpath: Some(classes.as_os_str().to_owned()),
        methods: owned(original.methods),
        constructors: owned(&[original.constructor]),
        errors: owned(&ERRORS),
        ..JavaArguments::default()
    };
    let integers = if original.ideal { Numbers::Ideal } else { Numbers::Wrap };
    let model = ModelArguments { integers, java, ..ModelArguments::default() };
    TargetArguments { target: PathBuf::from(original.class), model }
}
