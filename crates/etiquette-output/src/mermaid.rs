//! The interface as a Mermaid state diagram, for Markdown pages that draw such diagrams.
//!
//! Mermaid has no escapes of its own in labels: every character that could end or change one is written as an entity
//! code.

use std::fmt::Write;

use etiquette_outcome::Outcome;

use crate::diagram::{StateBox, arrows, boxes, id};
use crate::names::Names;

/// The outcome as a Mermaid state diagram.
pub fn render(outcome: &Outcome) -> String {
    let names = Names::new(outcome);
    let mut text = format!("---\ntitle: {}\n---\nstateDiagram-v2\n", title(outcome));
    let states = boxes(outcome, &names);
    for state in &states {
        let lines = [state.name.as_slice(), &state.label, &state.doubtful].concat();
        let _ = writeln!(text, "  state \"{}\" as {}", escaped(&lines), state.id);
    }
    let _ = writeln!(text, "  [*] --> {}", id(outcome.interface.initial()));
    for arrow in arrows(outcome, &names) {
        let doubt = if arrow.is_doubtful { "(doubtful) " } else { "" };
        let _ = writeln!(text, "  {} --> {} : {doubt}{}", arrow.from, arrow.to, escaped(&arrow.label));
    }
    let dead_end = "fill:#ffebe9,stroke:#cf222e,color:#82071e";
    write_class(&mut text, "deadEnd", dead_end, states.iter().filter(|state| state.is_dead_end));
    write_class(&mut text, "unexplored", "stroke-dasharray:4", states.iter().filter(|state| state.is_unexplored));
    text
}

/// The title, as a JSON string, which the front matter's YAML reads too.
fn title(outcome: &Outcome) -> String {
    let facts = crate::text::summary(outcome).join(" · ");
    serde_json::Value::from(format!("{}: {facts}", outcome.title())).to_string()
}

fn write_class<'a>(text: &mut String, class: &str, style: &str, states: impl Iterator<Item = &'a StateBox>) {
    let ids: Vec<&str> = states.map(|state| state.id.as_str()).collect();
    if !ids.is_empty() {
        let _ = writeln!(text, "  classDef {class} {style}\n  class {} {class}", ids.join(","));
    }
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
