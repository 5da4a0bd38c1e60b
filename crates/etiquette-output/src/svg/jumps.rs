//! Which edges are better shown as *jumps*: a short arrow beside the state to the name of another one, instead of a
//! long line across the picture. That is so for a state that many others lead back to from afar (`close`, `reset`), and
//! for the longest edges of a large picture.

use super::layout::Graph;
use super::layout::rank::{distances, ranks};

/// An edge over so many ranks is long.
const LONG: usize = 2;
/// So many long edges into one state are too many.
const CROWD: usize = 4;
/// A picture with more states than this is large.
const LARGE: usize = 12;
/// In a large picture, an edge over so many ranks is too long.
const TOO_LONG: usize = 4;

/// For each edge, whether to show it as a jump. The others still reach every state.
pub fn jumps(graph: &Graph) -> Vec<bool> {
    let spans = spans(graph);
    let essential = essential_edges(graph);
    let is_long = |edge: &usize| spans[*edge] >= LONG && !essential[*edge];
    let mut crowds = vec![0; graph.nodes.len()];
    for edge in (0..graph.edges.len()).filter(is_long) {
        crowds[graph.edges[edge].to] += 1;
    }
    let is_jump = |edge: usize| {
        let in_crowd = is_long(&edge) && crowds[graph.edges[edge].to] >= CROWD;
        let too_long = graph.nodes.len() > LARGE && spans[edge] >= TOO_LONG && !essential[edge];
        in_crowd || too_long
    };
    (0..graph.edges.len()).map(is_jump).collect()
}

/// How many ranks each edge spans.
fn spans(graph: &Graph) -> Vec<usize> {
    let ranks = ranks(graph).of_node;
    let spans = graph.edges.iter().map(|edge| ranks[edge.from].abs_diff(ranks[edge.to]));
    spans.collect()
}

/// For each edge, whether it is the first one that a shortest path to its target can end with.
fn essential_edges(graph: &Graph) -> Vec<bool> {
    let distances = distances(graph);
    let mut found = vec![false; graph.nodes.len()];
    let is_first = |edge: &super::layout::EdgeShape| {
        let is_nearer = distances[edge.to] == distances[edge.from] + 1;
        is_nearer && !std::mem::replace(&mut found[edge.to], true)
    };
    graph.edges.iter().map(is_first).collect()
}
