//! What diagrams have in common: labels wrapped into lines, and notes on the forbidden calls of a state.

use etiquette_automata::{CallId, StateId};
use etiquette_outcome::{Forbidden, Outcome, Reason};

use crate::assumptions::doubt;
use crate::moves::{SETS, forbidden_calls};
use crate::names::{Names, brief, compressed, shortened};

/// The longest word in a note, in characters.
const WORD_LIMIT: usize = 120;
/// The longest label in a picture, in characters.
const LABEL_LIMIT: usize = 120;

/// The most lines that name doubtful calls of a state.
const DOUBTFUL_LINES: usize = 4;

/// The items joined by a separator, in lines of at most `width` characters where the items (and their words) allow it.
pub fn wrapped(items: &[&str], separator: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    for (position, item) in items.iter().enumerate() {
        let comma = if position + 1 < items.len() { separator } else { "" };
        for piece in pieces(&format!("{item}{comma}"), width) {
            if !line.is_empty() && line.chars().count() + piece.trim_end().chars().count() > width {
                lines.push(std::mem::take(&mut line).trim_end().to_string());
            }
            line.push_str(&piece);
        }
    }
    lines.push(line.trim_end().to_string());
    lines
}

/// An event on lines of its own, and what it sets on the next.
pub fn lines_with_sets(event: &str, width: usize) -> Vec<String> {
    let (call, sets) = event.split_once(SETS).unwrap_or((event, ""));
    let mut lines = wrapped(&[call], "", width);
    if !sets.is_empty() {
        let sets: Vec<&str> = sets.split(", ").collect();
        lines.extend(wrapped(&sets, ", ", width).into_iter().map(|line| format!("/ {line}")));
    }
    lines
}

/// The text in one piece, or in words, each with the space after it, where it is wider than a line.
fn pieces(text: &str, width: usize) -> Vec<String> {
    match text.trim_end().chars().count() > width {
        true => text.split_inclusive(' ').map(str::to_string).collect(),
        false => vec![text.to_string()],
    }
}

/// A line for each forbidden call that says why; construction is not mentioned.
pub fn forbidden_notes(outcome: &Outcome, names: &Names, state: StateId) -> Vec<String> {
    let forbidden = forbidden_calls(outcome, state).into_iter();
    let note = |(id, forbidden): (CallId, Option<&Forbidden>)| {
        let call = names.call(id);
        match forbidden.map(|forbidden| &forbidden.reason) {
            Some(Reason::NotConstructed | Reason::AlreadyConstructed | Reason::NeverMet) => None,
            Some(Reason::Error { witness, error, at }) => {
                let word = shortened(&compressed(witness), WORD_LIMIT);
                let place = at.as_ref().map_or(String::new(), |at| format!(" at {at}"));
                Some(match doubt(outcome, state, id) {
                    Some(doubt) => format!("{call} is doubtful: {word} may raise {error}{place}, {doubt}"),
                    None => format!("{call} is forbidden: {word} raises {error}{place}"),
                })
            }
            Some(Reason::NotThere) => Some(format!("{call} is forbidden: there is no such object yet")),
            Some(Reason::LeadsToDeadEnd) => Some(format!("{call} is forbidden: it leads to a dead end")),
            Some(Reason::Unexplored) => Some(format!("{call} was not explored")),
            None => Some(format!("{call} is forbidden")),
        }
    };
    forbidden.filter_map(note).collect()
}

/// The doubtful calls of a state, in a few lines: `doubtful: read, write (tested)`.
pub fn doubtful_lines(outcome: &Outcome, names: &Names, state: StateId, width: usize) -> Vec<String> {
    let doubtful = forbidden_calls(outcome, state).into_iter().filter_map(|(call, found)| {
        let found = found.filter(|found| found.doubt.is_some())?;
        Some(format!("{}{}", names.call(call), if found.is_tested() { " (tested)" } else { "" }))
    });
    let mut calls: Vec<String> = doubtful.collect();
    let Some(first) = calls.first_mut() else { return Vec::new() };
    first.insert_str(0, "doubtful: ");
    let mut lines = wrapped(&calls.iter().map(String::as_str).collect::<Vec<_>>(), ", ", width);
    if lines.len() > DOUBTFUL_LINES {
        lines.truncate(DOUBTFUL_LINES - 1);
        lines.push("…".into());
    }
    lines
}

/// A state's label in lines. One that would fill the picture is shortened.
pub fn label_lines(label: &str, width: usize) -> Vec<String> {
    wrapped(&[&brief(label, LABEL_LIMIT)], " ", width)
}

/// A state's name in lines, broken between events where possible.
pub fn name_lines(name: &str, width: usize) -> Vec<String> {
    let events: Vec<&str> = name.split(" · ").collect();
    wrapped(&events, " · ", width)
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn items_are_kept_whole_where_they_fit() {
        assert_eq!(wrapped(&["read", "write", "seek"], ", ", 12), ["read, write,", "seek"]);
        assert_eq!(wrapped(&["move(p) [0 < p && p < 20]"], ", ", 14), ["move(p) [0 < p", "&& p < 20]"]);
        assert_eq!(wrapped(&[""], ", ", 14), [""]);
    }
}
