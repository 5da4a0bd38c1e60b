//! The interface as a PlantUML state diagram.
//!
//! Texts are written with character references for whatever PlantUML could take for markup, so that no name can end or change a line.

use std::fmt::Write;

use etiquette_automata::StateId;
use etiquette_outcome::Outcome;

use crate::moves::{is_dead_end, is_unexplored, moves};
use crate::names::Names;
use crate::notes::{label_lines, name_lines, wrapped};

const LABEL_WIDTH: usize = 32;
const NAME_LIMIT: usize = 48;

/// The outcome as a PlantUML state diagram.
pub fn render(outcome: &Outcome) -> String {
    let names = Names::new(outcome);
    let facts = crate::text::summary(outcome).join(" · ");
    let mut text = String::from("@startuml\nhide empty description\n");
    let _ = writeln!(text, "title {}\\n{}", escaped(&outcome.component), escaped(&facts));
    let state_names = names.states(NAME_LIMIT);
    for state in outcome.interface.states() {
        let lines = name_lines(&state_names[state.index()], LABEL_WIDTH);
        let _ = writeln!(text, "state \"{}\" as {}{}", joined(&lines), id(state), color(outcome, state));
        let label = outcome.states.get(state.index()).and_then(|facts| facts.label.as_deref());
        for line in label.into_iter().flat_map(|label| label_lines(label, LABEL_WIDTH)) {
            let _ = writeln!(text, "{} : {}", id(state), escaped(&line));
        }
    }
    let _ = writeln!(text, "[*] --> {}", id(outcome.interface.initial()));
    for state in outcome.interface.states() {
        write_edges(&mut text, outcome, &names, state);
    }
    text.push_str("@enduml\n");
    text
}

fn write_edges(text: &mut String, outcome: &Outcome, names: &Names, from: StateId) {
    for found in moves(outcome, names, from) {
        let events: Vec<&str> = found.events.iter().map(String::as_str).collect();
        let label = joined(&wrapped(&events, ", ", LABEL_WIDTH));
        let _ = writeln!(text, "{} --> {} : {label}", id(from), id(found.to));
    }
}

fn color(outcome: &Outcome, state: StateId) -> &'static str {
    if is_dead_end(outcome, state) {
        " #ffebe9;line:cf222e"
    } else if is_unexplored(outcome, state) {
        " ##[dashed]"
    } else {
        ""
    }
}

fn id(state: StateId) -> String {
    format!("s{}", state.0)
}

fn joined(lines: &[String]) -> String {
    lines.iter().map(|line| escaped(line)).collect::<Vec<_>>().join("\\n")
}

/// Only characters that mean nothing to PlantUML stand for themselves.
fn escaped(line: &str) -> String {
    let mut text = String::new();
    for character in line.chars() {
        match character {
            c if c.is_alphanumeric() => text.push(c),
            ' ' | '(' | ')' | '.' | ',' | '·' | '…' | '×' => text.push(character),
            c if c.is_control() => text.push(' '),
            c => {
                let _ = write!(text, "&#{};", u32::from(c));
            }
        }
    }
    text
}
