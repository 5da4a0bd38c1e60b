//! The interface as a PlantUML state diagram.
//!
//! Texts are written with character references for whatever PlantUML could take for markup, so that no name can end or
//! change a line.

use std::fmt::Write;

use etiquette_outcome::Outcome;

use crate::diagram::{StateBox, arrows, boxes, id};
use crate::names::Names;

/// The outcome as a PlantUML state diagram.
pub fn render(outcome: &Outcome) -> String {
    let names = Names::new(outcome);
    let facts = crate::text::summary(outcome).join(" · ");
    let mut text = String::from("@startuml\nhide empty description\n");
    let _ = writeln!(text, "title {}\\n{}", escaped(&outcome.title()), escaped(&facts));
    for state in boxes(outcome, &names) {
        let _ = writeln!(text, "state \"{}\" as {}{}", joined(&state.name), state.id, color(&state));
        for line in state.label.iter().chain(&state.doubtful) {
            let _ = writeln!(text, "{} : {}", state.id, escaped(line));
        }
    }
    let _ = writeln!(text, "[*] --> {}", id(outcome.interface.initial()));
    for arrow in arrows(outcome, &names) {
        let line = if arrow.is_doubtful { "-[dashed]->" } else { "-->" };
        let _ = writeln!(text, "{} {line} {} : {}", arrow.from, arrow.to, joined(&arrow.label));
    }
    text.push_str("@enduml\n");
    text
}

fn color(state: &StateBox) -> &'static str {
    match (state.is_dead_end, state.is_unexplored) {
        (true, _) => " #ffebe9;line:cf222e",
        (false, true) => " ##[dashed]",
        (false, false) => "",
    }
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
