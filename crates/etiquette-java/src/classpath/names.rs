//! Class names as people write them, and what they may have meant.

use std::fmt;

/// How many names are suggested.
const MAX_SUGGESTIONS: usize = 3;

/// A whole name with no more typing mistakes than this is surely the one that was meant.
const CLOSE: usize = 2;

/// The longest simple name that is compared with others.
const MAX_COMPARED: usize = 200;

/// A name for which there is no class.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameError {
    /// The name as it was written.
    pub written: String,
    /// The places that were searched, in order.
    pub searched: Vec<String>,
    /// The most similar names of classes, most similar first, as people write them.
    pub suggestions: Vec<String>,
}

impl fmt::Display for NameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", super::not_found(&self.written, &self.searched))?;
        match self.suggestions.as_slice() {
            [] => Ok(()),
            suggestions => write!(f, "; did you mean `{}`?", suggestions.join("` or `")),
        }
    }
}

impl std::error::Error for NameError {}

/// The internal names that a written name may stand for, likeliest first: each of its last parts may be a nested class.
pub(super) fn candidates(written: &str) -> Vec<String> {
    let mut candidate = written.trim().replace('.', "/");
    let mut candidates = vec![candidate.clone()];
    while let Some(slash) = candidate.rfind('/') {
        candidate.replace_range(slash..=slash, "$");
        candidates.push(candidate.clone());
    }
    candidates
}

/// Whether a text can be an internal name: parts between slashes, none of them empty, `.`, `..` or with characters that
/// paths give a meaning.
pub(super) fn is_internal_name(name: &str) -> bool {
    name.split('/').all(|part| !part.is_empty() && !part.contains(['.', ';', '[', '\\', ':', '\0']))
}

/// The error for a name that no class has.
pub(super) fn unknown(written: &str, names: &[String], searched: Vec<String>) -> NameError {
    NameError { written: written.to_owned(), searched, suggestions: suggestions(written, names) }
}

/// Whether a text is the last part of a class's name.
pub(super) fn is_simple_name_of(written: &str, name: &str) -> bool {
    name.strip_suffix(written).is_some_and(|before| before.ends_with(['/', '$']))
}

/// The error for a simple name that several classes have.
pub(super) fn ambiguous(written: &str, names: &[String], searched: Vec<String>) -> NameError {
    let alike = names.iter().filter(|name| is_simple_name_of(written, name));
    let suggestions = alike.take(MAX_SUGGESTIONS).map(|name| name.replace('/', ".")).collect();
    NameError { written: written.to_owned(), searched, suggestions }
}

/// The names whose last part is most like that of the written name; among those that are equally alike, the whole name
/// decides.
fn suggestions(written: &str, names: &[String]) -> Vec<String> {
    let wanted = written.trim().replace(['.', '$'], "/");
    let mut scored: Vec<(usize, usize, &String)> = names.iter().filter_map(|name| score(&wanted, name)).collect();
    scored.sort_unstable();
    let (best, whole) = scored.first().map_or((0, 0), |(distance, whole, _)| (*distance, *whole));
    // Where a whole name is that close, the same simple name elsewhere only distracts.
    let farthest = if whole <= CLOSE { CLOSE } else { usize::MAX };
    let alike = scored.into_iter().take_while(|(distance, whole, _)| *distance == best && *whole <= farthest);
    alike.take(MAX_SUGGESTIONS).map(|(_, _, name)| name.replace('/', ".")).collect()
}

fn score<'a>(wanted: &str, name: &'a String) -> Option<(usize, usize, &'a String)> {
    let comparable = name.replace('$', "/");
    let distance = simple_distance(last_part(wanted), last_part(&comparable))?;
    Some((distance, strsim::levenshtein(prefix(wanted), prefix(&comparable)), name))
}

/// The distance between two simple names, if they are alike at all. Upper and lower case count as almost the same.
fn simple_distance(wanted: &str, name: &str) -> Option<usize> {
    if wanted.eq_ignore_ascii_case(name) {
        return Some(usize::from(wanted != name));
    }
    let limit = (wanted.len() / 4).clamp(1, 4);
    if wanted.len().abs_diff(name.len()) > limit || wanted.len() > MAX_COMPARED {
        return None;
    }
    let distance = strsim::damerau_levenshtein(wanted, name);
    (distance <= limit).then_some(distance + 1)
}

fn last_part(name: &str) -> &str {
    name.rsplit('/').next().unwrap_or(name)
}

/// The beginning of a name, so that no comparison takes long.
fn prefix(name: &str) -> &str {
    name.char_indices().nth(MAX_COMPARED).map_or(name, |(end, _)| &name[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nested_classes_are_tried_from_the_innermost() {
        assert_eq!(candidates("a.B.C"), ["a/B/C", "a/B$C", "a$B$C"]);
        assert_eq!(candidates("java/util/Map$Entry")[0], "java/util/Map$Entry");
    }

    #[test]
    fn names_that_lead_elsewhere_are_none() {
        assert!(is_internal_name("a/B$C"));
        for name in ["", "/a", "a//b", "../a", "a/./b", "a\\b", "[I"] {
            assert!(!is_internal_name(name), "{name}");
        }
    }

    #[test]
    fn suggestions_prefer_the_same_simple_name() {
        let names =
            ["java/util/ArrayList", "java/util/Arrays", "my/ArrayList", "java/util/ArrayList$Itr"].map(str::to_owned);
        assert_eq!(suggestions("java.utl.ArrayList", &names), ["java.util.ArrayList"]);
        assert_eq!(suggestions("java.util.ArayList", &names), ["java.util.ArrayList"]);
        assert_eq!(suggestions("ArrayList", &names), ["my.ArrayList", "java.util.ArrayList"]);
        assert_eq!(suggestions("java.util.ArrayList.itr", &names), ["java.util.ArrayList$Itr"]);
        assert!(suggestions("Nothing", &names).is_empty());
    }
}
