//! A case of the corpus: a folder with a component and what is expected of it. `corpus/README.md` describes the format.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use etiquette_component::{Component, SourceFiles, check, ideal, parse_holding, split_results};
use toml::{Table, Value};

use super::letters::Arguments;

/// Everything that a `case.toml` may say.
const KEYS: [&str; 22] = [
    "title",
    "origin",
    "about",
    "tags",
    "error",
    "visibly-deterministic",
    "full",
    "calls",
    "minimal-states",
    "serial-states",
    "needs-slice",
    "unbounded",
    "any-time",
    "undecided",
    "integers",
    "registers",
    "observed",
    "results",
    "arguments",
    "known-bugs",
    "initial",
    "states",
];

/// Only cases whose name contains this are looked at; for work on a single one.
const FILTER: &str = "ETIQUETTE_CASE";

/// A case as it is written.
pub struct Case {
    /// The folder's name.
    pub name: String,
    folder: PathBuf,
    source: String,
    table: Table,
}

/// All cases, by name.
pub fn all_cases() -> Vec<Case> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let entries = fs::read_dir(&corpus).unwrap_or_else(|problem| panic!("{}: {problem}", corpus.display()));
    let mut folders: Vec<PathBuf> = entries.map(|entry| entry.expect("a readable folder").path()).collect();
    folders.retain(|path| path.is_dir());
    let wanted = std::env::var(FILTER).unwrap_or_default();
    folders.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().contains(&wanted)));
    folders.sort();
    folders.iter().map(|folder| Case::read(folder)).collect()
}

impl Case {
    fn read(folder: &Path) -> Self {
        let name = folder.file_name().expect("a folder has a name").to_string_lossy().into_owned();
        let text = |file: &str| {
            let path = folder.join(file);
            fs::read_to_string(&path).unwrap_or_else(|problem| panic!("{}: {problem}", path.display()))
        };
        let table: Table = text("case.toml").parse().unwrap_or_else(|problem| panic!("{name}: {problem}"));
        for key in table.keys() {
            assert!(KEYS.contains(&key.as_str()), "{name}: `{key}` means nothing in a case.toml");
        }
        Case { source: text("component.component"), folder: folder.into(), table, name }
    }

    fn value<'a, T>(&'a self, key: &str, read: impl Fn(&'a Value) -> Option<T>) -> Option<T> {
        let value = self.table.get(key)?;
        Some(read(value).unwrap_or_else(|| panic!("{}: `{key}` has the wrong type", self.name)))
    }

    /// A text that every case has.
    pub fn text(&self, key: &str) -> &str {
        let text = self.value(key, Value::as_str);
        text.unwrap_or_else(|| panic!("{}: `{key}` is missing", self.name))
    }

    /// A number, if the case gives it.
    pub fn number(&self, key: &str) -> Option<usize> {
        self.value(key, |value| usize::try_from(value.as_integer()?).ok())
    }

    /// A yes or no, if the case gives it.
    pub fn flag(&self, key: &str) -> Option<bool> {
        self.value(key, Value::as_bool)
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

    /// The values on which parameters with many of them are tried: those that are given, or else the numbers in the
    /// component and in the expected guards, with their neighbours.
    pub fn arguments(&self) -> Arguments {
        let given = self.value("arguments", |value| value.as_array()?.iter().map(Value::as_integer).collect());
        match given {
            Some(values) => Arguments { values, only: true },
            None => Arguments { values: self.numbers(), only: false },
        }
    }

    fn numbers(&self) -> BTreeSet<i64> {
        let code = self.source.lines().map(|line| line.split("//").next().unwrap_or_default());
        let states = self.value("states", Value::as_table).into_iter().flatten();
        let guards =
            states.filter_map(|(_, calls)| calls.as_table()).flat_map(|calls| calls.keys().map(String::as_str));
        let words = code.chain(guards).flat_map(|text| text.split(|c: char| !c.is_ascii_alphanumeric()));
        let numbers = words.filter_map(|word| word.parse::<i64>().ok());
        numbers.flat_map(|number| [number - 1, number, number + 1, -number]).collect()
    }

    /// The outcomes that tell returned numbers apart, for each method that has some.
    fn results(&self) -> Vec<(String, Vec<String>)> {
        let names = |value: &Value| -> Option<Vec<String>> {
            value.as_array()?.iter().map(|name| name.as_str().map(str::to_owned)).collect()
        };
        let read = |table: &Table| table.iter().map(|(method, value)| Some((method.clone(), names(value)?))).collect();
        self.value("results", |value| read(value.as_table()?)).unwrap_or_default()
    }

    /// The message with which the component must be refused, if it must.
    pub fn refusal(&self) -> Option<&str> {
        self.value("error", Value::as_str)
    }

    /// The component, or everything that is said against it.
    pub fn parse(&self) -> Result<Component, String> {
        let path = self.folder.join("component.component");
        let component = parse_holding(&self.source, &path, &mut SourceFiles).map_err(|misread| {
            let texts: Vec<String> = misread.problems.iter().map(ToString::to_string).collect();
            texts.join("\n")
        })?;
        let component = split_results(&component, &self.results())?;
        check(&component).map_err(|broken| format!("{broken:?}"))?;
        match self.value("integers", Value::as_str) {
            Some("ideal") => Ok(ideal(&component)),
            None => Ok(component),
            Some(other) => panic!("{}: `integers` can't be {other}", self.name),
        }
    }

    /// The component of a case that is not refused.
    pub fn component(&self) -> Component {
        self.parse().unwrap_or_else(|problems| panic!("{}: {problems}", self.name))
    }
}
