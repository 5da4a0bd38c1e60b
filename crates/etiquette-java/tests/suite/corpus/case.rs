//! A case of the Java corpus: a folder with sources, class files and what is expected. `java-corpus/README.md`
//! describes the format.

use std::fs;
use std::path::{Path, PathBuf};

use etiquette_java::{ErrorChoice, Request};
use toml::{Table, Value};

/// Everything that a `case.toml` may say.
const KEYS: [&str; 18] = [
    "title",
    "origin",
    "about",
    "tags",
    "class",
    "errors",
    "methods",
    "outcomes",
    "results",
    "track",
    "fields",
    "doubtful",
    "engine-limit",
    "known-bug",
    "published-states",
    "minimal-states",
    "initial",
    "states",
];

/// A case as it is written.
pub struct Case {
    /// The folder's name.
    pub name: String,
    pub folder: PathBuf,
    table: Table,
}

/// Names another folder of cases; for trying things out.
const ELSEWHERE: &str = "ETIQUETTE_JAVA_CORPUS";

/// All cases, by name.
pub fn all_cases() -> Vec<Case> {
    let own = || Path::new(env!("CARGO_MANIFEST_DIR")).join("../../java-corpus");
    let corpus = std::env::var_os(ELSEWHERE).map_or_else(own, PathBuf::from);
    let entries = fs::read_dir(&corpus).unwrap_or_else(|problem| panic!("{}: {problem}", corpus.display()));
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    folders.retain(|path| path.join("case.toml").is_file());
    folders.sort();
    folders.iter().map(|folder| Case::read(folder)).collect()
}

impl Case {
    fn read(folder: &Path) -> Self {
        let name = folder.file_name().expect("a folder has a name").to_string_lossy().into_owned();
        let path = folder.join("case.toml");
        let text = fs::read_to_string(&path).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()));
        let table: Table = text.parse().unwrap_or_else(|problem| panic!("{name}: {problem}"));
        for key in table.keys() {
            assert!(KEYS.contains(&key.as_str()), "{name}: `{key}` means nothing in a case.toml");
        }
        Case { folder: folder.to_owned(), table, name }
    }

    fn value<'a, T>(&'a self, key: &str, read: impl Fn(&'a Value) -> Option<T>) -> Option<T> {
        let value = self.table.get(key)?;
        Some(read(value).unwrap_or_else(|| panic!("{}: `{key}` has the wrong type", self.name)))
    }

    /// A text that every case has.
    pub fn text(&self, key: &str) -> &str {
        self.optional_text(key).unwrap_or_else(|| panic!("{}: `{key}` is missing", self.name))
    }

    /// A text, if the case gives it.
    pub fn optional_text(&self, key: &str) -> Option<&str> {
        self.value(key, Value::as_str)
    }

    /// A number, if the case gives it.
    pub fn number(&self, key: &str) -> Option<usize> {
        self.value(key, |value| usize::try_from(value.as_integer()?).ok())
    }

    /// A list of texts, empty where the case does not give it.
    pub fn list(&self, key: &str) -> Vec<&str> {
        let list = self.value(key, |value| value.as_array()?.iter().map(Value::as_str).collect());
        list.unwrap_or_default()
    }

    /// For each state of the expected interface what is allowed there and where it leads.
    pub fn states(&self) -> Vec<(&str, &Table)> {
        let states = self.value("states", Value::as_table);
        let states = states.unwrap_or_else(|| panic!("{}: no states are given", self.name));
        let table = |state: &'_ str, calls| -> &Table {
            Value::as_table(calls).unwrap_or_else(|| panic!("{}: `states.{state}` must be a table", self.name))
        };
        states.iter().map(|(state, calls)| (state.as_str(), table(state, calls))).collect()
    }

    /// Whether what the class does depends on more than the calls.
    pub fn has_hidden_choices(&self) -> bool {
        self.list("tags").contains(&"hidden-choice")
    }

    /// The outcomes that tell returned numbers apart, for each method that has some.
    pub fn results(&self) -> Vec<(String, Vec<String>)> {
        let names = |value: &Value| -> Option<Vec<String>> {
            value.as_array()?.iter().map(|name| name.as_str().map(str::to_owned)).collect()
        };
        let read = |table: &Table| table.iter().map(|(method, value)| Some((method.clone(), names(value)?))).collect();
        self.value("results", |value| read(value.as_table()?)).unwrap_or_default()
    }

    /// What the case asks for.
    pub fn request(&self) -> Request {
        let texts = |key| self.list(key).into_iter().map(str::to_owned).collect();
        let mut request = Request::new(self.text("class"));
        request.methods = texts("methods");
        request.outcomes = texts("outcomes");
        request.tracked = texts("track");
        request.field_classes = texts("fields");
        request.errors = self.list("errors").into_iter().map(ErrorChoice::read).collect();
        request
    }
}
