//! The interface as a Mermaid state diagram, for Markdown pages that draw such diagrams.
//!
//! Mermaid has no escapes of its own in labels: every character that could end or change one is written as an entity code.

use std::fmt::Write;

use etiquette_automata::StateId;
use etiquette_outcome::Outcome;

use crate::moves::{is_dead_end, is_unexplored, moves};
use crate::names::Names;
use crate::notes::{label_lines, name_lines, wrapped};

const LABEL_WIDTH: usize = 32;
const NAME_LIMIT: usize = 48;

/// The outcome as a Mermaid state diagram.
pub fn render(outcome: &Outcome) -> String {
    let names = Names::new(outcome);
    let mut text = format!("---\ntitle: {}\n---\nstateDiagram-v2\n", title(outcome));
    let state_names = names.states(NAME_LIMIT);
    for state in outcome.interface.states() {
        let lines = state_lines(outcome, &state_names[state.index()], state);
        let _ = writeln!(text, "  state \"{}\" as {}", escaped(&lines), id(state));
    }
    let _ = writeln!(text, "  [*] --> {}", id(outcome.interface.initial()));
    for state in outcome.interface.states() {
        write_edges(&mut text, outcome, &names, state);
    }
    write_classes(&mut text, outcome);
    text
}

/// The title, as a JSON string, which the front matter's YAML reads too.
fn title(outcome: &Outcome) -> String {
    let facts = crate::text::summary(outcome).join(" · ");
    serde_json::Value::from(format!("{}: {facts}", outcome.component)).to_string()
}

fn state_lines(outcome: &Outcome, name: &str, state: StateId) -> Vec<String> {
    let label = outcome.states.get(state.index()).and_then(|facts| facts.label.as_deref());
    let mut lines = name_lines(name, LABEL_WIDTH);
    lines.extend(label.into_iter().flat_map(|label| label_lines(label, LABEL_WIDTH)));
    lines
}

fn write_edges(text: &mut String, outcome: &Outcome, names: &Names, from: StateId) {
    for found in moves(outcome, names, from) {
        let events: Vec<&str> = found.events.iter().map(String::as_str).collect();
        let label = escaped(&wrapped(&events, ", ", LABEL_WIDTH));
        let _ = writeln!(text, "  {} --> {} : {label}", id(from), id(found.to));
    }
}

fn write_classes(text: &mut String, outcome: &Outcome) {
    let states = outcome.interface.states();
    let dead_ends = states.filter(|state| is_dead_end(outcome, *state));
    write_class(text, "deadEnd", "fill:#ffebe9,stroke:#cf222e,color:#82071e", dead_ends.map(id).collect());
    let states = outcome.interface.states();
    let unexplored = states.filter(|state| is_unexplored(outcome, *state));
    write_class(text, "unexplored", "stroke-dasharray:4", unexplored.map(id).collect());
}

fn write_class(text: &mut String, class: &str, style: &str, ids: Vec<String>) {
    if !ids.is_empty() {
        let _ = writeln!(text, "  classDef {class} {style}\n  class {} {class}", ids.join(","));
    }
}

fn id(state: StateId) -> String {
    format!("s{}", state.0)
}

/// Lines of a label, with entity codes for whatever Mermaid might take for its own.
fn escaped(lines: &[String]) -> String {
    lines.iter().map(|line| escaped_line(line)).collect::<Vec<_>>().join("<br/>")
}

fn escaped_line(line: &str) -> String {
    let mut text = String::new();
    for character in line.chars() {
        match character {
            '"' | '<' | '>' | '&' | '#' | ';' | ':' | '{' | '}' | '\\' | '%' | '`' | '*' | '|' | '[' | ']' => {
                let _ = write!(text, "#{};", u32::from(character));
            }
            character if character.is_control() => text.push(' '),
            character => text.push(character),
        }
    }
    text
}
