//! Layers: nodes stand in the even ones, labels in the odd ones between them, and every edge is a chain of vertices
//! with one vertex in each layer that it passes.

use super::rank::Ranks;
use super::{Graph, NodeShape, Size};

/// What a vertex stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A node of the graph.
    Node(usize),
    /// The label of an edge.
    Label(usize),
    /// A place that an edge passes through.
    Bend(usize),
}

/// A node, a label, or a bend of an edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Vertex {
    /// What it stands for.
    pub kind: Kind,
    /// The layer that it is in.
    pub layer: usize,
    /// The space that it needs on the left of its centre.
    pub left: i32,
    /// The space that it needs on the right of its centre.
    pub right: i32,
    /// The space that it needs from top to bottom.
    pub height: i32,
}

/// Half the space around a line.
const BEND: i32 = 5;

/// The vertices in their layers.
#[derive(Clone, Debug)]
pub struct Layers {
    /// All vertices; the nodes of the graph come first, in their order.
    pub vertices: Vec<Vertex>,
    /// The vertices of each layer, from left to right.
    pub rows: Vec<Vec<usize>>,
    /// For each vertex, its neighbours in the layer above.
    pub above: Vec<Vec<usize>>,
    /// For each vertex, its neighbours in the layer below.
    pub below: Vec<Vec<usize>>,
    /// The vertices of each edge from the top down, nodes included.
    pub chains: Vec<Vec<usize>>,
    /// For each edge, whether it leads up.
    pub leads_up: Vec<bool>,
}

impl Layers {
    /// The layers of a graph with these ranks, not yet in a good order.
    pub fn new(graph: &Graph, ranks: &Ranks) -> Self {
        let layer_count = 2 * ranks.of_node.iter().max().map_or(0, |last| last + 1);
        let mut layers = Layers {
            vertices: Vec::new(),
            rows: vec![Vec::new(); layer_count],
            above: Vec::new(),
            below: Vec::new(),
            chains: Vec::new(),
            leads_up: ranks.leads_up.clone(),
        };
        for (index, node) in graph.nodes.iter().enumerate() {
            layers.add(node_vertex(index, node, 2 * ranks.of_node[index]));
        }
        for index in 0..graph.edges.len() {
            layers.add_chain(graph, index);
        }
        layers
    }

    fn add(&mut self, vertex: Vertex) -> usize {
        let index = self.vertices.len();
        self.rows[vertex.layer].push(index);
        self.vertices.push(vertex);
        self.above.push(Vec::new());
        self.below.push(Vec::new());
        index
    }

    /// Adds the vertices of an edge; its label is next to the node that it leaves.
    fn add_chain(&mut self, graph: &Graph, index: usize) {
        let edge = &graph.edges[index];
        let (upper, lower) = match self.leads_up[index] {
            true => (edge.to, edge.from),
            false => (edge.from, edge.to),
        };
        let first = self.vertices[upper].layer + 1;
        let end = self.vertices[lower].layer;
        let labelled = if self.leads_up[index] { end - 1 } else { first };
        let mut chain = vec![upper];
        for layer in first..end {
            chain.push(self.add(match layer == labelled {
                true => label_vertex(index, edge.label, layer),
                false => bend_vertex(index, layer),
            }));
        }
        chain.push(lower);
        for pair in chain.windows(2) {
            self.below[pair[0]].push(pair[1]);
            self.above[pair[1]].push(pair[0]);
        }
        self.chains.push(chain);
    }

    /// The place of each vertex in its row.
    pub fn places(&self) -> Vec<usize> {
        let mut places = vec![0; self.vertices.len()];
        for row in &self.rows {
            for (place, vertex) in row.iter().enumerate() {
                places[*vertex] = place;
            }
        }
        places
    }

    /// Whether a vertex is a part of an edge and not a node.
    pub fn is_on_edge(&self, vertex: usize) -> bool {
        !matches!(self.vertices[vertex].kind, Kind::Node(_))
    }
}

fn node_vertex(index: usize, node: &NodeShape, layer: usize) -> Vertex {
    let height = node.size.height.max(node.left.height).max(node.right.height);
    Vertex {
        kind: Kind::Node(index),
        layer,
        left: node.size.width / 2 + node.left.width,
        right: node.size.width - node.size.width / 2 + node.right.width,
        height,
    }
}

fn label_vertex(edge: usize, label: Size, layer: usize) -> Vertex {
    Vertex {
        kind: Kind::Label(edge),
        layer,
        left: label.width / 2,
        right: label.width - label.width / 2,
        height: label.height,
    }
}

fn bend_vertex(edge: usize, layer: usize) -> Vertex {
    Vertex { kind: Kind::Bend(edge), layer, left: BEND, right: BEND, height: 0 }
}
