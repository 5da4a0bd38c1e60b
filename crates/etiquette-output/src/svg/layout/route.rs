//! Routes: the heights of the layers, the points where edges touch their nodes, and the points that they pass.
//!
//! Edges are vertical inside a layer and curve only between layers, where there is nothing to run into.

use super::layers::{Kind, Layers};
use super::{Area, Drawing, Graph, Point, Route, Size};

/// The least space between two layers.
const LEAST_GAP: i32 = 22;
/// The most space between two layers.
const MOST_GAP: i32 = 72;
/// The space between edges at the border of a node.
const PORT_GAP: i32 = 12;
/// The space between an edge and the corner of a node.
const CORNER: i32 = 12;

/// Where a layer begins and ends.
#[derive(Clone, Copy)]
struct Band {
    top: i32,
    bottom: i32,
}

impl Band {
    fn middle(self) -> i32 {
        (self.top + self.bottom) / 2
    }
}

/// The finished drawing, for the horizontal centres of the vertices.
pub fn drawing(graph: &Graph, layers: &Layers, centers: &[i32]) -> Drawing {
    let vertices = layers.vertices.iter();
    let left = vertices.zip(centers).map(|(vertex, x)| x - vertex.left).min().unwrap_or(0);
    let centers: Vec<i32> = centers.iter().map(|x| x - left).collect();
    let vertices = layers.vertices.iter();
    let width = vertices.zip(&centers).map(|(vertex, x)| x + vertex.right).max();
    let bands = bands(layers, &centers);
    let nodes: Vec<Area> = (0..graph.nodes.len())
        .map(|node| area(graph.nodes[node].size, centers[node], bands[layers.vertices[node].layer]))
        .collect();
    let ports = Ports::new(layers, &centers, &nodes);
    let router = Router { layers, centers: &centers, bands: &bands, nodes: &nodes, ports: &ports };
    Drawing {
        edges: (0..graph.edges.len()).map(|edge| router.route(graph.edges[edge].label, edge)).collect(),
        size: Size { width: width.unwrap_or(0), height: bands.last().map_or(0, |band| band.bottom) },
        nodes,
    }
}

fn area(size: Size, center: i32, band: Band) -> Area {
    Area { left: center - size.width / 2, top: band.middle() - size.height / 2, size }
}

/// The layers from the top down; the further edges go sideways between two of them, the more space there is.
fn bands(layers: &Layers, centers: &[i32]) -> Vec<Band> {
    let mut bands: Vec<Band> = Vec::new();
    let mut top = 0;
    for row in &layers.rows {
        let height = row.iter().map(|vertex| layers.vertices[*vertex].height).max().unwrap_or(0);
        let bottom = top + height;
        bands.push(Band { top, bottom });
        let sideways = |vertex: &usize| {
            let lowers = layers.below[*vertex].iter();
            lowers.map(|lower| (centers[*lower] - centers[*vertex]).abs()).max()
        };
        let furthest = row.iter().filter_map(sideways).max().unwrap_or(0);
        top = bottom + (furthest / 6).clamp(LEAST_GAP, MOST_GAP);
    }
    while bands.len() > 1 && layers.rows[bands.len() - 1].is_empty() {
        bands.pop();
    }
    bands
}

/// Where edges touch their nodes: for each edge, the place at its upper and at its lower node.
struct Ports {
    upper: Vec<i32>,
    lower: Vec<i32>,
}

impl Ports {
    fn new(layers: &Layers, centers: &[i32], nodes: &[Area]) -> Self {
        let edges = layers.chains.len();
        let mut ports = Ports { upper: vec![0; edges], lower: vec![0; edges] };
        for (node, area) in nodes.iter().enumerate() {
            let leaving = (0..edges).filter(|edge| layers.chains[*edge][0] == node);
            let below = |edge: usize| centers[layers.chains[edge][1]];
            for (edge, x) in spaced_apart(area, leaving.map(|edge| (edge, below(edge))).collect()) {
                ports.upper[edge] = x;
            }
            let entering = (0..edges).filter(|edge| layers.chains[*edge].last() == Some(&node));
            let above = |edge: usize| centers[layers.chains[edge][layers.chains[edge].len() - 2]];
            for (edge, x) in spaced_apart(area, entering.map(|edge| (edge, above(edge))).collect()) {
                ports.lower[edge] = x;
            }
        }
        ports
    }
}

/// Places on a border, each as near as possible to where its edge wants to be, in the same order, and apart from each
/// other.
fn spaced_apart(area: &Area, mut wanted: Vec<(usize, i32)>) -> Vec<(usize, i32)> {
    wanted.sort_by_key(|(edge, x)| (*x, *edge));
    let count = wanted.len() as i32;
    let room = (area.size.width - 2 * CORNER).max(0);
    let gap = if count > 1 { PORT_GAP.min(room / (count - 1)) } else { 0 };
    let (first, last) = (area.left + CORNER, area.right() - CORNER - gap * (count - 1));
    let shifted = wanted.iter().enumerate().map(|(index, (_, x))| x - gap * index as i32);
    let places = nearest_ascending(&shifted.collect::<Vec<_>>());
    for (index, (port, place)) in wanted.iter_mut().zip(places).enumerate() {
        port.1 = place.min(last).max(first) + gap * index as i32;
    }
    wanted
}

/// The ascending numbers nearest to some numbers: neighbours that are out of order share their mean.
fn nearest_ascending(numbers: &[i32]) -> Vec<i32> {
    let mut groups: Vec<(i32, i32)> = Vec::new();
    for &number in numbers {
        let mut group = (number, 1);
        while let Some(&(sum, count)) = groups.last()
            && sum / count > group.0 / group.1
        {
            group = (group.0 + sum, group.1 + count);
            groups.pop();
        }
        groups.push(group);
    }
    let repeated = |&(sum, count): &(i32, i32)| std::iter::repeat_n(sum / count, count as usize);
    groups.iter().flat_map(repeated).collect()
}

struct Router<'a> {
    layers: &'a Layers,
    centers: &'a [i32],
    bands: &'a [Band],
    nodes: &'a [Area],
    ports: &'a Ports,
}

impl Router<'_> {
    fn route(&self, label: Size, edge: usize) -> Route {
        let chain = &self.layers.chains[edge];
        let (upper, lower) = (chain[0], chain[chain.len() - 1]);
        let mut points = vec![
            self.at(self.ports.upper[edge], self.nodes[upper].bottom()),
            self.at(self.ports.upper[edge], self.band(upper).bottom),
        ];
        let mut label_area = Area::default();
        for &vertex in &chain[1..chain.len() - 1] {
            let band = self.band(vertex);
            let x = self.centers[vertex];
            points.extend([self.at(x, band.top), self.at(x, band.bottom)]);
            if let Kind::Label(_) = self.layers.vertices[vertex].kind {
                label_area = area(label, x, band);
            }
        }
        points.extend([
            self.at(self.ports.lower[edge], self.band(lower).top),
            self.at(self.ports.lower[edge], self.nodes[lower].top),
        ]);
        if self.layers.leads_up[edge] {
            points.reverse();
        }
        Route { points: without_stops(points), label: label_area }
    }

    fn at(&self, x: i32, y: i32) -> Point {
        Point { x, y }
    }

    fn band(&self, vertex: usize) -> Band {
        self.bands[self.layers.vertices[vertex].layer]
    }
}

/// Drops repeated points, and those in the middle of a vertical line.
fn without_stops(points: Vec<Point>) -> Vec<Point> {
    let mut kept: Vec<Point> = Vec::new();
    for point in points {
        if kept.last() == Some(&point) {
            continue;
        }
        if let [.., one, other] = kept[..]
            && one.x == other.x
            && other.x == point.x
        {
            kept.pop();
        }
        kept.push(point);
    }
    kept
}
