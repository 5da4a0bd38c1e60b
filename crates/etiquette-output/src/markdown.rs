//! The interface as documentation in Markdown: a table of methods by state, then each state in words.
//!
//! Everything that comes from the component stands in code spans, so that no name can become markup.

use std::fmt::Write;

use etiquette_outcome::Outcome;

use crate::observers::explained;
use crate::rendered::one_line;
use crate::sheet::{Cell, Sheet, StateSheet, TableRow, Target};

/// The outcome as a page in Markdown (the dialect of GitHub, for its tables).
pub fn render(outcome: &Outcome) -> String {
    let sheet = Sheet::new(outcome);
    let mut text = format!("# {}\n\n", code(&outcome.title()));
    let _ = writeln!(text, "{}", crate::text::summary(outcome).join(" · "));
    if !outcome.errors.is_empty() {
        let errors: Vec<String> = outcome.errors.iter().map(|error| code(error)).collect();
        let _ = writeln!(text, "\nKeeps clear of {}.", errors.join(", "));
    }
    if let Some(observers) = explained(&outcome.interface, code) {
        let _ = writeln!(text, "\nObservers: {observers}.");
    }
    if let Some(rows) = &sheet.table {
        write_table(&mut text, &sheet.states, rows);
    }
    text.push_str("\n## States\n");
    for state in &sheet.states {
        write_state(&mut text, state);
    }
    if sheet.hidden > 0 {
        let _ = writeln!(text, "\n… and {} more: the JSON format has them all.", sheet.hidden);
    }
    write_guarantee(&mut text, outcome, &sheet);
    text
}

fn write_table(text: &mut String, states: &[StateSheet], rows: &[TableRow]) {
    text.push_str("\n## Methods by state\n\n");
    let heads: Vec<String> = states.iter().map(|state| in_table(&code(&state.name))).collect();
    let _ = writeln!(text, "| | {} |", heads.join(" | "));
    let _ = writeln!(text, "| --- |{}", " --- |".repeat(states.len()));
    for row in rows {
        let cells: Vec<String> = row.cells.iter().map(|cell| in_table(&written_cell(cell))).collect();
        let _ = writeln!(text, "| {} | {} |", in_table(&code(&row.call)), cells.join(" | "));
    }
}

fn written_cell(cell: &Cell) -> String {
    match cell {
        Cell::Forbidden => "**forbidden**".into(),
        Cell::Doubtful => "doubtful".into(),
        Cell::Tested => "doubtful, tested".into(),
        Cell::Unknown => "not looked at".into(),
        Cell::Leads(targets) => {
            let lead = |(outcome, target): &(Option<String>, Target)| match outcome {
                Some(outcome) => format!("{} {}", code(outcome), written_target(target)),
                None => written_target(target),
            };
            targets.iter().map(lead).collect::<Vec<_>>().join("<br>")
        }
    }
}

fn written_target(target: &Target) -> String {
    match target {
        Target::Stays => "stays here".into(),
        Target::State(_, name) => format!("→ {}", code(name)),
        Target::Ends(how) => (*how).into(),
    }
}

fn write_state(text: &mut String, state: &StateSheet) {
    let _ = writeln!(text, "\n### {}\n", code(&state.name));
    if let Some(label) = &state.label {
        let _ = writeln!(text, "Here {} holds.\n", code(label));
    }
    if let Some(remark) = state.remark {
        let _ = writeln!(text, "*{remark}*\n");
    }
    if !state.allowed.is_empty() {
        text.push_str("May be called:\n\n");
    }
    for (events, target) in &state.allowed {
        let events: Vec<String> = events.iter().map(|event| code(event)).collect();
        let _ = writeln!(text, "- {} {}", events.join(", "), written_target(target));
    }
    if !state.forbidden.is_empty() {
        let gap = if state.allowed.is_empty() { "" } else { "\n" };
        let _ = writeln!(text, "{gap}Must not be called:\n");
    }
    for (call, why) in &state.forbidden {
        let _ = writeln!(text, "- {}: {}", code(call), code(why));
    }
}

fn write_guarantee(text: &mut String, outcome: &Outcome, sheet: &Sheet) {
    text.push_str("\n## How sure this is\n\n");
    for sentence in crate::text::sentences(outcome) {
        let _ = writeln!(text, "- {}", plain(&sentence));
    }
    if !sheet.assumptions.is_empty() {
        text.push_str("\nTaken for granted:\n\n");
    }
    for group in &sheet.assumptions {
        let remark = group.remark(code).map(|remark| format!(" {remark}")).unwrap_or_default();
        let _ = writeln!(text, "- {}{remark}", plain(&group.text));
    }
}

/// A text as code: between more backticks than it has in a row.
pub fn code(text: &str) -> String {
    let text = one_line(text);
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    let padding = if text.starts_with('`') || text.ends_with('`') || text.is_empty() { " " } else { "" };
    format!("{fence}{padding}{text}{padding}{fence}")
}

/// A text that may hold signs of Markdown, with a backslash before each; code in it stays code.
pub(crate) fn plain(text: &str) -> String {
    let mut escaped = String::new();
    let mut is_code = false;
    for character in one_line(text).chars() {
        is_code ^= character == '`';
        if !is_code && matches!(character, '*' | '_' | '<' | '>' | '[' | ']' | '\\' | '#' | '|') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// Inside a table bars are escaped, even in code.
pub fn in_table(text: &str) -> String {
    text.replace('|', "\\|")
}
