//! Names of events for formats that are strict about them: unique, and in the characters that the format knows.

use std::collections::HashSet;

use etiquette_automata::{Alphabet, Call, EventId};

use crate::names::Names;

/// For each event its name in the characters that `clean` lets through, made unique by a number where needed.
pub fn event_labels(alphabet: &Alphabet, names: &Names, clean: impl Fn(&str) -> String) -> Vec<String> {
    let events = (0..alphabet.event_count()).map(EventId::from_index);
    let written = events.map(|event| {
        let call = alphabet.call_of(event);
        let name = names.call(call);
        match alphabet.call(call).outcomes.len() {
            1 => clean(name),
            _ => clean(&format!("{name} -> {}", alphabet.outcome_of(event))),
        }
    });
    unique(written.collect())
}

/// The names, with ` #2`, ` #3`, … behind those that came before.
pub fn unique(names: Vec<String>) -> Vec<String> {
    let mut seen = HashSet::new();
    let mut result = Vec::with_capacity(names.len());
    for name in names {
        let numbered = (2..).map(|number: usize| format!("{name} #{number}"));
        let free = std::iter::once(name.clone()).chain(numbered).find(|candidate| seen.insert(candidate.clone()));
        result.extend(free);
    }
    result
}

/// An identifier made of a text: letters, digits and underscores, beginning with a letter.
pub fn identifier(text: &str) -> String {
    let cleaned: String = text.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    let trimmed = cleaned.trim_matches('_');
    match trimmed.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => trimmed.to_string(),
        _ => format!("x{trimmed}"),
    }
}

/// Whether it is an identifier of Java, as far as characters go.
pub fn is_identifier(text: &str) -> bool {
    let is_letter = |c: char| c.is_ascii_alphabetic() || matches!(c, '_' | '$');
    text.starts_with(is_letter) && text.chars().all(|c| is_letter(c) || c.is_ascii_digit())
}

/// The name of a method for Java, without the parameter types that tell overloaded ones apart.
pub fn method_name(call: &Call) -> String {
    let plain = call.method.split('(').next().unwrap_or_default().trim();
    if is_identifier(plain) { plain.to_string() } else { identifier(plain) }
}

#[cfg(test)]
mod tests {
    use super::{identifier, unique};

    #[test]
    fn names_become_unique() {
        let names = ["a", "b", "a", "a #2", "a"].map(str::to_string).to_vec();
        assert_eq!(unique(names), ["a", "b", "a #2", "a #2 #2", "a #3"]);
    }

    #[test]
    fn identifiers_begin_with_a_letter() {
        assert_eq!(identifier("java.util.Map$Entry"), "java_util_Map_Entry");
        assert_eq!(identifier("1 + 1"), "x1___1");
        assert_eq!(identifier(""), "x");
    }
}
