//! The interface as a graph for Graphviz: states named by a shortest word, one edge for each pair of states, dead ends and
//! unexplored states drawn differently, the forbidden calls as tooltips.

use std::fmt::Write;

use etiquette_automata::StateId;
use etiquette_outcome::Outcome;

use crate::moves::{calls_that_never_return, how_it_ends, is_dead_end, is_unexplored, moves};
use crate::names::Names;
use crate::notes::{forbidden_notes, label_lines, name_lines, wrapped};

/// The widest line of a label, in characters.
const LABEL_WIDTH: usize = 32;
const NAME_LIMIT: usize = 48;

const PROLOGUE: &str = r##"  labelloc=t;
  fontname="Helvetica,Arial,sans-serif";
  node [shape=box, style="rounded,filled", fillcolor="#f6f8fa", color="#57606a", fontname="Helvetica,Arial,sans-serif"];
  edge [color="#57606a", fontname="Menlo,Consolas,monospace", fontsize=11];
  start [shape=point, width=0.12, color="#57606a", label=""];
"##;

/// The outcome as a graph in the DOT language.
pub fn render(outcome: &Outcome) -> String {
    let names = Names::new(outcome);
    let mut text = format!("digraph {} {{\n", quoted(&outcome.component));
    let caption = format!("{}\n{}", outcome.component, crate::text::summary(outcome).join(" · "));
    let _ = writeln!(text, "  label={};", quoted(&caption));
    text.push_str(PROLOGUE);
    let state_names = names.states(NAME_LIMIT);
    for state in outcome.interface.states() {
        let attributes = node_attributes(outcome, &names, &state_names[state.index()], state);
        let _ = writeln!(text, "  {} [{attributes}];", id(state));
    }
    let _ = writeln!(text, "  start -> {};", id(outcome.interface.initial()));
    for state in outcome.interface.states() {
        write_edges(&mut text, outcome, &names, state);
    }
    text.push_str("}\n");
    text
}

fn node_attributes(outcome: &Outcome, names: &Names, name: &str, state: StateId) -> String {
    let label = outcome.states.get(state.index()).and_then(|facts| facts.label.as_deref());
    let mut lines = name_lines(name, LABEL_WIDTH);
    lines.extend(label.into_iter().flat_map(|label| label_lines(label, LABEL_WIDTH)));
    let mut notes = forbidden_notes(outcome, names, state);
    let endless = calls_that_never_return(outcome, names, state);
    notes.extend(endless.iter().map(|call| format!("{call} {}", how_it_ends(call))));
    let mut attributes = format!("label={}, tooltip={}", quoted(&lines.join("\n")), quoted(&notes.join("\n")));
    if is_dead_end(outcome, state) {
        attributes.push_str(r##", color="#cf222e", fillcolor="#ffebe9", penwidth=2"##);
    } else if is_unexplored(outcome, state) {
        attributes.push_str(r#", style="rounded,dashed""#);
    }
    attributes
}

fn write_edges(text: &mut String, outcome: &Outcome, names: &Names, from: StateId) {
    for found in moves(outcome, names, from) {
        let events: Vec<&str> = found.events.iter().map(String::as_str).collect();
        let label = wrapped(&events, ", ", LABEL_WIDTH).join("\n");
        let _ = writeln!(text, "  {} -> {} [label={}];", id(from), id(found.to), quoted(&label));
    }
}

fn id(state: StateId) -> String {
    format!("s{}", state.0)
}

/// A string in DOT: quotes and backslashes are escaped, line breaks are written as `\n`.
fn quoted(text: &str) -> String {
    let escaped = text.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
    format!("\"{escaped}\"")
}
