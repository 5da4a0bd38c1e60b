//! `synth --engine witness --labelings`: the witness graph of the FSE 2005 paper, node by node, with its labelings.

use etiquette_output::Format;
use etiquette_synthesis::{Witness, WitnessEdge, WitnessGraph, WitnessNode};
use serde_json::{Value, json};

use crate::Verdict;
use crate::arguments::{Common, Synth};
use crate::destination::Destination;
use crate::failure::Failure;
use crate::limits::start_run;
use crate::pipeline::Context;

/// Writes the graph. The answer is inconclusive where it is not known to be permissive, or not to be tight although that
/// was asked for.
pub fn run(options: &Synth, destination: Destination, common: &Common) -> Result<Verdict, Failure> {
    let mut run = start_run(&options.limits, common);
    let target = Context::new(&mut run, common).read(&options.target)?;
    let engine = if options.full { Witness::FULL } else { Witness::USUAL };
    let (_, graph) = engine.infer(&target.slices().exact.component, &mut run);
    let graph = graph.ok_or_else(|| Failure::new("the search was stopped before there was a graph"))?;
    let text = match options.format {
        Format::Text => in_words(&graph),
        Format::Json => format!("{:#}\n", in_json(&graph)),
        _ => return Err(Failure::new("labelings do not fit into this format").help("use `--format text` or `json`")),
    };
    destination.write(&text)?;
    let is_shown = |node: &WitnessNode| node.permissive.is_some() && (node.tight.is_some() || !options.full);
    Ok(if graph.nodes.iter().all(is_shown) { Verdict::Done } else { Verdict::Inconclusive })
}

fn in_words(graph: &WitnessGraph) -> String {
    let nodes = graph.nodes.iter().enumerate().map(|(number, node)| node_in_words(number, node));
    nodes.collect::<Vec<_>>().join("\n")
}

fn node_in_words(number: usize, node: &WitnessNode) -> String {
    let unknown = || "not known".to_owned();
    let accepted: Vec<String> = node.edges.iter().map(edge_in_words).collect();
    let lines = [
        ("safe", node.safe.clone()),
        ("permissive", node.permissive.clone().unwrap_or_else(unknown)),
        ("tight", node.tight.clone().unwrap_or_else(unknown)),
        ("accepts", accepted.join(", ")),
        ("refuses", node.refused.join(", ")),
    ];
    let lines = lines.iter().filter(|(_, text)| !text.is_empty());
    let lines: String = lines.map(|(what, text)| format!("  {what:<11} {text}\n")).collect();
    format!("node {number}\n{lines}")
}

fn edge_in_words(edge: &WitnessEdge) -> String {
    let guard = if edge.guard == "true" { String::new() } else { format!(" [{}]", edge.guard) };
    let outcome = if edge.outcome == "ok" { String::new() } else { format!(" -> {}", edge.outcome) };
    format!("{}{guard}{outcome} to node {}", edge.method, edge.to)
}

fn in_json(graph: &WitnessGraph) -> Value {
    let edge = |edge: &WitnessEdge| json!({"method": edge.method, "guard": edge.guard, "outcome": edge.outcome, "to": edge.to});
    let node = |node: &WitnessNode| {
        json!({
            "safe": node.safe,
            "permissive": node.permissive,
            "tight": node.tight,
            "accepted": node.edges.iter().map(edge).collect::<Vec<_>>(),
            "refused": node.refused,
        })
    };
    json!({ "root": 0, "nodes": graph.nodes.iter().map(node).collect::<Vec<_>>() })
}
