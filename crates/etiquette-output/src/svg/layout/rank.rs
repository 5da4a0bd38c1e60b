//! Ranks: the row of each node, so that as many edges as possible lead down and none of those against the stream is
//! long.
//!
//! Cycles are broken by distance from the root: an edge to a node that is nearer to the root is turned around, unless
//! nothing leads on from there. Then each node goes as far up as its edges let it, and finally to where its edges are
//! shortest.

use std::collections::VecDeque;

use super::Graph;

/// The rank of every node, and which edges lead up.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ranks {
    /// The rank of each node, from 0.
    pub of_node: Vec<usize>,
    /// For each edge, whether it leads from a higher rank to a lower one.
    pub leads_up: Vec<bool>,
}

/// The ranks of a graph's nodes.
pub fn ranks(graph: &Graph) -> Ranks {
    let distances = distances(graph);
    let leads_up = turned_edges(graph, &distances);
    let downward = downward_edges(graph, &leads_up);
    let mut of_node = longest_paths(graph.nodes.len(), &downward);
    shorten_edges(&mut of_node, &downward);
    Ranks { of_node, leads_up }
}

/// The number of edges on a shortest path from the root; nodes that cannot be reached count from roots of their own.
pub fn distances(graph: &Graph) -> Vec<usize> {
    let successors = successors(graph);
    let mut distances = vec![usize::MAX; graph.nodes.len()];
    for root in std::iter::once(graph.root).chain(0..graph.nodes.len()) {
        if distances[root] != usize::MAX {
            continue;
        }
        distances[root] = 0;
        let mut queue = VecDeque::from([root]);
        while let Some(node) = queue.pop_front() {
            for &(_, to) in &successors[node] {
                if distances[to] == usize::MAX {
                    distances[to] = distances[node] + 1;
                    queue.push_back(to);
                }
            }
        }
    }
    distances
}

/// For each node, its edges and where they lead.
fn successors(graph: &Graph) -> Vec<Vec<(usize, usize)>> {
    let mut successors = vec![Vec::new(); graph.nodes.len()];
    for (index, edge) in graph.edges.iter().enumerate() {
        successors[edge.from].push((index, edge.to));
    }
    successors
}

/// Turns edges towards the root, and among nodes at the same distance those that close a cycle.
fn turned_edges(graph: &Graph, distances: &[usize]) -> Vec<bool> {
    let successors = successors(graph);
    let leads_back =
        |edge: &super::EdgeShape| distances[edge.to] < distances[edge.from] && !successors[edge.to].is_empty();
    let mut turned: Vec<bool> = graph.edges.iter().map(leads_back).collect();
    let mut visits = vec![Visit::Never; graph.nodes.len()];
    for start in 0..graph.nodes.len() {
        if visits[start] == Visit::Never {
            visit_level(start, &successors, distances, &mut visits, &mut turned);
        }
    }
    turned
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Visit {
    Never,
    Now,
    Done,
}

/// Searches depth first among nodes at one distance, and turns the edges back to a node that is still being visited.
fn visit_level(
    start: usize,
    successors: &[Vec<(usize, usize)>],
    distances: &[usize],
    visits: &mut [Visit],
    turned: &mut [bool],
) {
    visits[start] = Visit::Now;
    let mut stack = vec![(start, 0)];
    while let Some((node, position)) = stack.pop() {
        let Some(&(edge, to)) = successors[node].get(position) else {
            visits[node] = Visit::Done;
            continue;
        };
        stack.push((node, position + 1));
        if distances[to] != distances[start] {
            continue;
        }
        match visits[to] {
            Visit::Now => turned[edge] = true,
            Visit::Done => {}
            Visit::Never => {
                visits[to] = Visit::Now;
                stack.push((to, 0));
            }
        }
    }
}

fn downward_edges(graph: &Graph, leads_up: &[bool]) -> Vec<(usize, usize)> {
    let downward = |(edge, up): (&super::EdgeShape, &bool)| match up {
        true => (edge.to, edge.from),
        false => (edge.from, edge.to),
    };
    graph.edges.iter().zip(leads_up).map(downward).collect()
}

/// The length of a longest path to each node of an acyclic graph.
fn longest_paths(nodes: usize, edges: &[(usize, usize)]) -> Vec<usize> {
    let mut successors = vec![Vec::new(); nodes];
    let mut waiting_for = vec![0; nodes];
    for &(upper, lower) in edges {
        successors[upper].push(lower);
        waiting_for[lower] += 1;
    }
    let mut ranks = vec![0; nodes];
    let mut ready: Vec<usize> = (0..nodes).filter(|node| waiting_for[*node] == 0).collect();
    while let Some(upper) = ready.pop() {
        for &lower in &successors[upper] {
            ranks[lower] = ranks[lower].max(ranks[upper] + 1);
            waiting_for[lower] -= 1;
            if waiting_for[lower] == 0 {
                ready.push(lower);
            }
        }
    }
    ranks
}

/// Moves single nodes down while that makes their edges shorter altogether.
fn shorten_edges(ranks: &mut [usize], edges: &[(usize, usize)]) {
    let mut uppers = vec![0; ranks.len()];
    let mut lowers = vec![Vec::new(); ranks.len()];
    for &(upper, lower) in edges {
        uppers[lower] += 1;
        lowers[upper].push(lower);
    }
    let mut changed = true;
    while changed {
        changed = false;
        for node in 0..ranks.len() {
            let lowest = lowers[node].iter().map(|lower| ranks[*lower] - 1).min();
            if let Some(lowest) = lowest.filter(|lowest| *lowest > ranks[node] && lowers[node].len() > uppers[node]) {
                ranks[node] = lowest;
                changed = true;
            }
        }
    }
}
