//! The cases of `corpus/` and `java-corpus/`, made ready for an engine: what benchmarks run on.

use std::path::{Path, PathBuf};

use etiquette_bench::Subject;
use toml::{Table, Value};

use crate::arguments::{JavaArguments, ModelArguments, Numbers, TargetArguments};
use crate::failure::Failure;
use crate::pipeline::read_target;

/// The largest description of a case that is read.
const MAX_CASE_BYTES: usize = 1 << 20;

/// All cases of both corpora, in the order of their names. A case that can't be read is an error: a benchmark without
/// it would look better than it is.
pub fn subjects(root: &Path) -> Result<Vec<Subject>, Failure> {
    let mut folders = case_folders(&root.join("corpus"))?;
    folders.extend(case_folders(&root.join("java-corpus"))?);
    folders.iter().filter_map(|folder| subject(folder).transpose()).collect()
}

/// The components of cases whose interfaces have registers, with their names.
pub fn with_registers(root: &Path) -> Result<Vec<(String, PathBuf)>, Failure> {
    let mut found = Vec::new();
    for folder in case_folders(&root.join("corpus"))? {
        let case = case(&folder)?;
        let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
        found.extend((!list(&case, "registers").is_empty()).then(|| (name, folder.join("component.component"))));
    }
    Ok(found)
}

/// The cases in these folders, in this order.
pub fn chosen_subjects(root: &Path, folders: &[&str]) -> Result<Vec<Subject>, Failure> {
    folders.iter().filter_map(|folder| subject(&root.join(folder)).transpose()).collect()
}

fn case_folders(corpus: &Path) -> Result<Vec<PathBuf>, Failure> {
    let unreadable = |error: std::io::Error| {
        Failure::new(format!("can't read the corpus {}: {error}", corpus.display()))
            .help("run it in the root of the repository, or say where that is with `--root`")
    };
    let entries = std::fs::read_dir(corpus).map_err(unreadable)?;
    let paths =
        entries.map(|entry| entry.map(|entry| entry.path())).collect::<Result<Vec<_>, _>>().map_err(unreadable)?;
    let mut folders: Vec<PathBuf> = paths.into_iter().filter(|path| path.join("case.toml").is_file()).collect();
    folders.sort();
    Ok(folders)
}

/// The case as an engine gets it; `None` for a case of a component that has to be refused.
fn subject(folder: &Path) -> Result<Option<Subject>, Failure> {
    let case = case(folder)?;
    if list(&case, "tags").iter().any(|tag| tag == "refused") {
        return Ok(None);
    }
    let target = read_target(&arguments(folder, &case))?;
    let name = folder.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    Ok(Some(Subject { name, component: target.slices().exact.component }))
}

/// What is said of a case.
fn case(folder: &Path) -> Result<Table, Failure> {
    let path = folder.join("case.toml");
    let text = crate::source::read_text(&path, MAX_CASE_BYTES)?;
    text.parse().map_err(|problem| Failure::new(format!("{}: {problem}", path.display())))
}

/// What one would write on the command line for the case.
fn arguments(folder: &Path, case: &Table) -> TargetArguments {
    let class = case.get("class").and_then(Value::as_str);
    let integers = match case.get("integers").and_then(Value::as_str) {
        Some("ideal") => Numbers::Ideal,
        _ => Numbers::Wrap,
    };
    let Some(class) = class else {
        // The same words mean something else in the case of a component.
        let target = folder.join("component.component");
        return TargetArguments { target, model: ModelArguments { integers, ..ModelArguments::default() } };
    };
    let java = JavaArguments {
        classpath: Some(folder.as_os_str().to_owned()),
        methods: list(case, "methods"),
        errors: list(case, "errors"),
        outcomes: list(case, "outcomes"),
        track: list(case, "track"),
        ..JavaArguments::default()
    };
    let model = ModelArguments { integers, java, ..ModelArguments::default() };
    TargetArguments { target: PathBuf::from(class), model }
}

fn list(case: &Table, key: &str) -> Vec<String> {
    let items = case.get(key).and_then(Value::as_array).into_iter().flatten();
    items.filter_map(Value::as_str).map(str::to_owned).collect()
}
