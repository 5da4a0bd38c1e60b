//! A layered drawing of a directed graph (Sugiyama, Tagawa and Toda 1981): nodes in rows from the top down, edges as
//! curves.
//!
//! Nodes get ranks (`rank`); each edge becomes a chain of vertices, one in each layer it passes, one of them as large
//! as its label (`layers`); vertices are ordered to avoid crossings (`order`), placed (`position`), and joined by
//! curves that keep to the space between the layers (`route`). So no edge or label can lie on a node, by construction.

mod layers;
mod order;
mod position;
pub(crate) mod rank;
mod route;

use layers::Layers;

/// A width and a height.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Size {
    /// From left to right.
    pub width: i32,
    /// From top to bottom.
    pub height: i32,
}

/// A node's box, and the space that must stay free on either side of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct NodeShape {
    /// The box.
    pub size: Size,
    /// The free space on the left.
    pub left: Size,
    /// The free space on the right.
    pub right: Size,
}

/// An edge between two different nodes, with the space that its label needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EdgeShape {
    /// The node it leaves.
    pub from: usize,
    /// The node it enters.
    pub to: usize,
    /// The label.
    pub label: Size,
}

/// What is to be drawn. Edges from a node to itself are the node's own business: they belong into its free space.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Graph {
    /// The nodes.
    pub nodes: Vec<NodeShape>,
    /// The edges.
    pub edges: Vec<EdgeShape>,
    /// The node to be drawn first.
    pub root: usize,
}

/// A point of the drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Point {
    /// From the left.
    pub x: i32,
    /// From the top.
    pub y: i32,
}

/// A rectangle of the drawing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Area {
    /// The left border.
    pub left: i32,
    /// The upper border.
    pub top: i32,
    /// The size.
    pub size: Size,
}

impl Area {
    /// The right border.
    pub fn right(&self) -> i32 {
        self.left + self.size.width
    }

    /// The lower border.
    pub fn bottom(&self) -> i32 {
        self.top + self.size.height
    }

    /// The middle.
    pub fn center(&self) -> Point {
        Point { x: self.left + self.size.width / 2, y: self.top + self.size.height / 2 }
    }
}

/// How an edge is drawn: from point to point, straight down or up where two points are above each other, else in a
/// curve that is vertical at both ends.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Route {
    /// The points, from the border of the one node to the border of the other.
    pub points: Vec<Point>,
    /// The space for the label.
    pub label: Area,
}

/// A drawing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawing {
    /// The nodes' boxes.
    pub nodes: Vec<Area>,
    /// The edges.
    pub edges: Vec<Route>,
    /// The size of everything, free space included; the upper left corner is the origin.
    pub size: Size,
}

/// Draws a graph.
pub fn draw(graph: &Graph) -> Drawing {
    let ranks = rank::ranks(graph);
    let mut layers = Layers::new(graph, &ranks);
    order::reduce_crossings(&mut layers);
    let centers = position::centers(&layers);
    route::drawing(graph, &layers, &centers)
}
