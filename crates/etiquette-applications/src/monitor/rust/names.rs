//! Names for Rust: calls in snake case, outcomes and types in camel case, no name twice, no keywords.

use super::super::methods::Method;

/// What the code of a monitor calls its registers.
pub(super) const REGISTERS: &str = "registers";
/// What the code calls the number that a call returned.
pub(super) const RETURNED: &str = "returned";

/// The words of Rust that can't be names, and those that the code uses itself.
const KEYWORDS: [&str; 53] = [
    "as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "enum", "extern", "false", "fn",
    "for", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "self", "Self",
    "static", "struct", "super", "trait", "true", "type", "unsafe", "use", "where", "while", "abstract", "become",
    "box", "do", "final", "gen", "macro", "override", "priv", "try", "typeof", "unsized", "virtual", "yield",
    "outcome",
];

/// Names that were given away.
pub(super) struct Names(Vec<String>);

impl Names {
    pub fn new(taken: &[&str]) -> Names {
        Names(taken.iter().map(|name| (*name).to_string()).collect())
    }

    /// The name of a function for a call: `hasNext` is `has_next`, `add(int, Object)` is `add_int_object`.
    pub fn function(&mut self, written: &str) -> String {
        self.free(words(written).join("_"), "_")
    }

    /// The name of a type or variant: `NoSuchElementException`, `False`.
    pub fn variant(&mut self, written: &str) -> String {
        self.free(camel(written), "")
    }

    /// The name, with a number behind a mark if it is taken.
    fn free(&mut self, name: String, mark: &str) -> String {
        let is_name = name.starts_with(|c: char| c.is_ascii_alphabetic());
        let name = if is_name { name } else { format!("call_{name}") };
        let mut found = if KEYWORDS.contains(&name.as_str()) || [REGISTERS, RETURNED].contains(&name.as_str()) {
            format!("{name}_")
        } else {
            name.clone()
        };
        let mut number = 2;
        while self.0.contains(&found) {
            found = format!("{name}{mark}{number}");
            number += 1;
        }
        self.0.push(found.clone());
        found
    }
}

/// A text in camel case.
pub(super) fn camel(written: &str) -> String {
    let capital = |word: String| {
        let mut letters = word.chars();
        letters.next().map(|first| first.to_ascii_uppercase()).into_iter().chain(letters).collect::<String>()
    };
    let joined: String = words(written).into_iter().map(capital).collect();
    if joined.starts_with(|c: char| c.is_ascii_alphabetic()) { joined } else { format!("Is{joined}") }
}

/// The words of a name, in small letters.
fn words(written: &str) -> Vec<String> {
    let mut words: Vec<String> = vec![String::new()];
    let mut was_small = false;
    for c in written.chars() {
        let begins = c.is_ascii_uppercase() && was_small;
        if (begins || !c.is_ascii_alphanumeric()) && words.last().is_some_and(|word| !word.is_empty()) {
            words.push(String::new());
        }
        if c.is_ascii_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.push(c.to_ascii_lowercase());
        }
        was_small = c.is_ascii_lowercase() || c.is_ascii_digit();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The names of a method's parameters.
pub(super) fn parameter_names(method: &Method<'_>) -> Vec<String> {
    let mut names = Names::new(&[]);
    method.call.parameters.iter().map(|parameter| names.function(&parameter.name)).collect()
}

#[cfg(test)]
mod tests {
    use super::{Names, camel};

    #[test]
    fn names_read_well_and_are_unique() {
        let mut names = Names::new(&["close"]);
        assert_eq!(names.function("hasNext"), "has_next");
        assert_eq!(names.function("add(int, Object)"), "add_int_object");
        assert_eq!(names.function("new Foo"), "new_foo");
        assert_eq!(names.function("move"), "move_");
        assert_eq!(names.function("close"), "close_2");
        assert_eq!(camel("NoSuchElementException"), "NoSuchElementException");
        assert_eq!(camel("NOT_FOUND"), "NotFound");
        assert_eq!(camel("3"), "Is3");
    }
}
