//! Lists of classes to try, as JSON: `classes` (or `interfaces`) with a `class` each, and for each or for all an
//! `error`; `coordinates` name the jars of the class path as Maven does. Where `calls` are given as expressions over
//! `it`, or `methods` as on the command line, only those are asked about; `with` has the objects beside the main one.

use serde_json::Value;

use super::claim::Asked;

/// What people write for the exceptions that they meet most.
const ABBREVIATIONS: [(&str, &str); 4] = [
    ("NPE", "java.lang.NullPointerException"),
    ("ISE", "java.lang.IllegalStateException"),
    ("IAE", "java.lang.IllegalArgumentException"),
    ("IOE", "java.io.IOException"),
];

/// A list of classes.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ClassList {
    /// The jars, as `group:artifact:version`.
    pub coordinates: Vec<String>,
    /// The classes; where they are is not known yet.
    pub classes: Vec<Asked>,
}

impl ClassList {
    /// Reads a list.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn read(text: &str) -> Result<ClassList, String> {
        let list: Value = serde_json::from_str(text).map_err(|error| error.to_string())?;
        let entries = list.get("classes").or_else(|| list.get("interfaces")).and_then(Value::as_array);
        let entries = entries.ok_or("it has no list of `classes`")?;
        let classes = entries.iter().map(|entry| asked(entry, &list)).collect::<Result<_, _>>()?;
        let coordinates = list.get("coordinates").and_then(Value::as_array).into_iter().flatten();
        Ok(ClassList { coordinates: coordinates.filter_map(text_of).collect(), classes })
    }

    /// The file name of the jar with these coordinates.
    pub fn jar_name(coordinates: &str) -> Option<String> {
        let mut parts = coordinates.split(':').skip(1);
        Some(format!("{}-{}.jar", parts.next()?, parts.next()?))
    }
}

fn asked(entry: &Value, list: &Value) -> Result<Asked, String> {
    let class = entry.get("class").and_then(text_of).ok_or_else(|| format!("an entry has no `class`: {entry}"))?;
    let errors = entry.get("error").or_else(|| list.get("error")).and_then(text_of).unwrap_or_default();
    let calls = entry.get("calls").and_then(Value::as_object).into_iter().flatten();
    let mut methods: Vec<String> = calls.filter_map(|(_, call)| method_of(call.as_str()?)).collect();
    methods.sort();
    methods.dedup();
    let texts = |key: &str| -> Vec<String> {
        entry.get(key).and_then(Value::as_array).into_iter().flatten().filter_map(text_of).collect()
    };
    methods.extend(texts("methods"));
    let (places, roles) = (Vec::new(), texts("with"));
    Ok(Asked { class, places, errors: errors_of(&errors), methods, roles, arguments_are_open: true })
}

/// The exceptions of `NPE or java.io.IOException`.
fn errors_of(written: &str) -> Vec<String> {
    let names = written.split(" or ").map(str::trim).filter(|name| !name.is_empty());
    names.map(|name| in_full(name).to_owned()).collect()
}

fn in_full(name: &str) -> &str {
    ABBREVIATIONS.iter().find(|(short, _)| *short == name).map_or(name, |(_, full)| *full)
}

fn text_of(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

/// The method of `it.update((byte)1)`.
fn method_of(expression: &str) -> Option<String> {
    let (name, _) = expression.strip_prefix("it.")?.split_once('(')?;
    Some(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::ClassList;

    #[test]
    fn both_kinds_of_lists_are_read() {
        let jars = r#"{"coordinates": ["g:a:1.0"], "error": "E", "classes": [{"class": "p.C", "jar": "g:a:1.0"}]}"#;
        let list = ClassList::read(jars).unwrap();
        assert_eq!((list.classes[0].class.as_str(), &list.classes[0].errors[..]), ("p.C", &["E".to_owned()][..]));
        assert_eq!(ClassList::jar_name(&list.coordinates[0]).as_deref(), Some("a-1.0.jar"));
        let jdk =
            r#"{"interfaces": [{"class": "D", "error": "F", "calls": {"go/true": "it.go(1)", "stop": "it.stop()"}}]}"#;
        assert_eq!(ClassList::read(jdk).unwrap().classes[0].methods, ["go", "stop"]);
        let either = r#"{"classes": [{"class": "D", "error": "NPE or F"}]}"#;
        assert_eq!(ClassList::read(either).unwrap().classes[0].errors, ["java.lang.NullPointerException", "F"]);
        assert!(ClassList::read("{}").is_err() && ClassList::read(r#"{"classes": [{}]}"#).is_err());
    }
}
