//! Folds a long and narrow drawing into columns that stand side by side, as text is set in a newspaper. Edges from one
//! column to another become jumps.

use super::layout::{Area, Drawing, Graph, Point, Route, Size, draw};

/// A drawing that is not higher than this is never folded.
const HEIGHT: i32 = 2000;
/// A drawing is folded if it is so many times as high as wide.
const RATIO: i32 = 3;
/// The space between columns.
const GAP: i32 = 56;
/// What jumps add to the width of a column, roughly.
const JUMPS: i32 = 120;

/// The column of each node, if the drawing is long and narrow.
pub fn columns(drawing: &Drawing) -> Option<Vec<usize>> {
    let Size { width, height } = drawing.size;
    if height <= HEIGHT || height < RATIO * width {
        return None;
    }
    let ratio = f64::from(height) / f64::from(width + JUMPS + GAP);
    let count = (ratio.sqrt().round() as usize).max(2);
    let row = |area: &Area| area.center().y;
    let mut rows: Vec<i32> = drawing.nodes.iter().map(row).collect();
    rows.sort_unstable();
    rows.dedup();
    let column = |area: &Area| {
        let index = rows.iter().position(|y| *y == row(area)).unwrap_or(0);
        index * count / rows.len()
    };
    Some(drawing.nodes.iter().map(column).collect())
}

/// Draws a graph, in which no edge leads from one column to another, column by column.
pub fn draw_columns(graph: &Graph, columns: &[usize]) -> Drawing {
    let mut whole = Drawing {
        nodes: vec![Area::default(); graph.nodes.len()],
        edges: vec![Route::default(); graph.edges.len()],
        size: Size::default(),
    };
    let count = columns.iter().max().map_or(0, |last| last + 1);
    for column in 0..count {
        add_column(&mut whole, graph, columns, column);
    }
    whole
}

fn add_column(whole: &mut Drawing, graph: &Graph, columns: &[usize], column: usize) {
    let nodes: Vec<usize> = (0..graph.nodes.len()).filter(|node| columns[*node] == column).collect();
    let is_inside = |edge: &usize| columns[graph.edges[*edge].from] == column;
    let edges: Vec<usize> = (0..graph.edges.len()).filter(is_inside).collect();
    let part = draw(&part_of(graph, &nodes, &edges));
    let offset = if whole.size.width == 0 { 0 } else { whole.size.width + GAP };
    for (node, mut area) in nodes.into_iter().zip(part.nodes) {
        area.left += offset;
        whole.nodes[node] = area;
    }
    for (edge, mut route) in edges.into_iter().zip(part.edges) {
        route.label.left += offset;
        let moved = |point: &Point| Point { x: point.x + offset, ..*point };
        route.points = route.points.iter().map(moved).collect();
        whole.edges[edge] = route;
    }
    whole.size.width = offset + part.size.width;
    whole.size.height = whole.size.height.max(part.size.height);
}

/// The graph of some nodes and the edges between them.
fn part_of(graph: &Graph, nodes: &[usize], edges: &[usize]) -> Graph {
    let index_of = |node: usize| nodes.iter().position(|other| *other == node).unwrap_or(0);
    let edge = |edge: &usize| {
        let mut shape = graph.edges[*edge];
        shape.from = index_of(shape.from);
        shape.to = index_of(shape.to);
        shape
    };
    Graph {
        nodes: nodes.iter().map(|node| graph.nodes[*node]).collect(),
        edges: edges.iter().map(edge).collect(),
        root: index_of(graph.root),
    }
}
