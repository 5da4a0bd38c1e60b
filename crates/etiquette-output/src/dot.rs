//! The interface as a graph for Graphviz: states named by a shortest word, one edge for each pair of states, dead ends
//! and unexplored states drawn differently, the forbidden calls as tooltips.

use std::fmt::Write;

use etiquette_outcome::Outcome;

use crate::diagram::{StateBox, arrows, boxes, id};
use crate::moves::{calls_that_never_return, how_it_ends};
use crate::names::Names;
use crate::notes::forbidden_notes;

const PROLOGUE: &str = r##"  labelloc=t;
  fontname="Helvetica,Arial,sans-serif";
  node [shape=box, style="rounded,filled", fillcolor="#f6f8fa", color="#57606a", fontname="Helvetica,Arial,sans-serif"];
  edge [color="#57606a", fontname="Menlo,Consolas,monospace", fontsize=11];
  start [shape=point, width=0.12, color="#57606a", label=""];
"##;

/// The outcome as a graph in the DOT language.
pub fn render(outcome: &Outcome) -> String {
    let names = Names::new(outcome);
    let mut text = format!("digraph {} {{\n", quoted(&outcome.title()));
    let caption = format!("{}\n{}", outcome.title(), crate::text::summary(outcome).join(" · "));
    let _ = writeln!(text, "  label={};", quoted(&caption));
    text.push_str(PROLOGUE);
    for state in boxes(outcome, &names) {
        let _ = writeln!(text, "  {} [{}];", state.id, node_attributes(outcome, &names, &state));
    }
    let _ = writeln!(text, "  start -> {};", id(outcome.interface.initial()));
    for arrow in arrows(outcome, &names) {
        let style = if arrow.is_doubtful { ", style=dashed" } else { "" };
        let label = quoted(&arrow.label.join("\n"));
        let _ = writeln!(text, "  {} -> {} [label={label}{style}];", arrow.from, arrow.to);
    }
    text.push_str("}\n");
    text
}

fn node_attributes(outcome: &Outcome, names: &Names, state: &StateBox) -> String {
    let lines = [state.name.as_slice(), &state.label, &state.doubtful].concat();
    let mut notes = forbidden_notes(outcome, names, state.state);
    let endless = calls_that_never_return(outcome, names, state.state);
    notes.extend(endless.iter().map(|call| format!("{call} {}", how_it_ends(call))));
    let mut attributes = format!("label={}, tooltip={}", quoted(&lines.join("\n")), quoted(&notes.join("\n")));
    if state.is_dead_end {
        attributes.push_str(r##", color="#cf222e", fillcolor="#ffebe9", penwidth=2"##);
    } else if state.is_unexplored {
        attributes.push_str(r#", style="rounded,dashed""#);
    }
    attributes
}

/// A string in DOT: quotes and backslashes are escaped, line breaks are written as `\n`.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
