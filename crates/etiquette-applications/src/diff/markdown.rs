//! A comparison for a pull request, in Markdown.

use std::fmt::Write;

use etiquette_output::markdown::{code, in_table};

use super::text::{certainty, conclusion, grouped_assumptions, summary, why};
use super::{CallChange, Change, Diff, ErrorChange, GuardChange, OutcomeChange, Step};

/// Rows past this number are left out.
const MAX_ROWS: usize = 100;

/// The comparison as a section in Markdown.
pub fn render(diff: &Diff) -> String {
    let mut text = format!("## Interface of {}\n\n**{}**\n\n{}.\n", code(&diff.new), conclusion(diff), summary(diff));
    let gone = diff.removed.iter().filter(|removed| removed.word.is_some());
    write_table(&mut text, "Forbidden now (breaking)", &diff.forbidden, "now");
    for CallChange { call, word } in gone {
        let word = word.as_deref().unwrap_or_default();
        let _ = writeln!(text, "\n- {} is gone; it could be called after {}", code(call), words(word));
    }
    write_table(&mut text, "Legal now", &diff.legal, "before");
    write_errors(&mut text, diff);
    write_calls(&mut text, diff);
    if !diff.open.is_empty() {
        text.push_str("\n### Open\n\n");
    }
    for reason in &diff.open {
        let _ = writeln!(text, "- {}", plain(reason));
    }
    if !diff.assumptions.is_empty() {
        text.push_str("\n<details><summary>Taken for granted</summary>\n\n");
        for (sentence, versions) in grouped_assumptions(diff) {
            let _ = writeln!(text, "- {} ({versions})", plain(sentence));
        }
        text.push_str("\n</details>\n");
    }
    text
}

/// A sentence that may hold signs of Markdown outside of code.
fn plain(sentence: &str) -> String {
    sentence.replace('<', "\\<").replace('*', "\\*")
}

fn write_table(text: &mut String, title: &str, changes: &[Change], when: &str) {
    if changes.is_empty() {
        return;
    }
    let _ = writeln!(text, "\n### {title}\n\n| call | shortest word | {when} |\n| --- | --- | --- |");
    for change in changes.iter().take(MAX_ROWS) {
        let places = if change.places > 1 { format!(", in {} places", change.places) } else { String::new() };
        let proved = certainty(change);
        let cells =
            [code(&change.old_call), code(&change.written_word().join(" · ")), code(&why(change.reason.as_ref()))];
        let [call, word, reason] = cells.map(|cell| in_table(&cell));
        let _ = writeln!(text, "| {call} | {word} | {reason}{places}{proved} |");
    }
    if changes.len() > MAX_ROWS {
        let _ = writeln!(text, "\n… and {} more.", changes.len() - MAX_ROWS);
    }
}

fn write_errors(text: &mut String, diff: &Diff) {
    if diff.errors.is_empty() {
        return;
    }
    text.push_str("\n### Other errors\n\n| call | shortest word | before | now |\n| --- | --- | --- | --- |\n");
    for ErrorChange { call, word, old, new, .. } in diff.errors.iter().take(MAX_ROWS) {
        let cells = [code(call), words(word), code(old), code(new)].map(|cell| in_table(&cell));
        let _ = writeln!(text, "| {} |", cells.join(" | "));
    }
    if diff.errors.len() > MAX_ROWS {
        let _ = writeln!(text, "\n… and {} more.", diff.errors.len() - MAX_ROWS);
    }
}

fn write_calls(text: &mut String, diff: &Diff) {
    let never_legal = diff.removed.iter().filter(|removed| removed.word.is_none());
    let mut lines: Vec<String> = diff.added.iter().map(|added| format!("added {}", code(&added.call))).collect();
    lines.extend(never_legal.map(|removed| format!("removed {}, which no client could call", code(&removed.call))));
    lines.extend(diff.guards.iter().map(|GuardChange { method, old, new }| {
        let list = |guards: &[String]| guards.iter().map(|guard| code(guard)).collect::<Vec<_>>().join(", ");
        format!("guards of {}: {}, now {}", code(method), list(old), list(new))
    }));
    lines.extend(diff.outcomes.iter().map(|OutcomeChange { method, removed, added }| {
        let list = |names: &[String]| names.iter().map(|name| code(name)).collect::<Vec<_>>().join(", ");
        let gone = if removed.is_empty() { String::new() } else { format!(" no longer {}", list(removed)) };
        let new = if added.is_empty() { String::new() } else { format!(" now also {}", list(added)) };
        format!("outcomes of {}:{gone}{new}", code(method))
    }));
    if !lines.is_empty() {
        let _ = writeln!(text, "\n### Calls\n\n- {}", lines.join("\n- "));
    }
}

fn words(word: &[Step]) -> String {
    code(&word.iter().map(Step::to_string).collect::<Vec<_>>().join(" · "))
}
