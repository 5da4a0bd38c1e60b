//! What the layout promises, on random graphs: nothing overlaps, edges touch their nodes' borders and run through
//! nothing.

use etiquette_output::svg::layout::{Area, Drawing, EdgeShape, Graph, NodeShape, Point, Route, Size, draw};

use crate::common::generated::Random;

fn random_graph(seed: u64) -> Graph {
    let random = &mut Random(seed);
    let count = 2 + random.below(49);
    let mut size = |width: usize, height: usize| Size {
        width: 20 + random.below(width) as i32,
        height: 14 + random.below(height) as i32,
    };
    let mut nodes = Vec::new();
    for index in 0..count {
        let free = |size: Size, wanted: bool| if wanted { size } else { Size::default() };
        nodes.push(NodeShape {
            size: size(160, 60),
            left: free(size(80, 90), index % 5 == 0),
            right: free(size(80, 90), index % 3 == 0),
        });
    }
    let labels: Vec<Size> = (0..4 * count).map(|_| size(140, 70)).collect();
    Graph { nodes, edges: random_edges(&mut Random(seed + 1), count, &labels), root: (seed % count as u64) as usize }
}

fn random_edges(random: &mut Random, nodes: usize, labels: &[Size]) -> Vec<EdgeShape> {
    let wanted = random.below(3 * nodes) + 1;
    let mut edges: Vec<EdgeShape> = Vec::new();
    for label in &labels[..wanted] {
        let (from, to) = (random.below(nodes), random.below(nodes));
        let is_known = edges.iter().any(|edge| edge.from == from && edge.to == to);
        if from != to && !is_known {
            edges.push(EdgeShape { from, to, label: *label });
        }
    }
    edges
}

fn for_many_graphs(check: impl Fn(&Graph, &Drawing, u64)) {
    for seed in 0..60 {
        let graph = random_graph(seed);
        check(&graph, &draw(&graph), seed);
    }
}

fn overlap(one: &Area, other: &Area) -> bool {
    one.left < other.right() && other.left < one.right() && one.top < other.bottom() && other.top < one.bottom()
}

/// The node's box together with the free space beside it.
fn with_free_space(shape: &NodeShape, area: &Area) -> Vec<Area> {
    let beside = |left: i32, size: Size| Area { left, top: area.center().y - size.height / 2, size };
    vec![*area, beside(area.left - shape.left.width, shape.left), beside(area.right(), shape.right)]
}

#[test]
fn boxes_and_labels_do_not_overlap() {
    for_many_graphs(|graph, drawing, seed| {
        let mut areas: Vec<(usize, Area)> = Vec::new();
        for (index, area) in drawing.nodes.iter().enumerate() {
            areas.extend(with_free_space(&graph.nodes[index], area).into_iter().map(|a| (index, a)));
        }
        let labels = drawing.edges.iter().enumerate();
        areas.extend(labels.map(|(index, route)| (graph.nodes.len() + index, route.label)));
        for (position, (owner, area)) in areas.iter().enumerate() {
            for (other_owner, other) in &areas[..position] {
                assert!(owner == other_owner || !overlap(area, other), "seed {seed}: {area:?} {other:?}");
            }
        }
    });
}

#[test]
fn edges_start_and_end_on_the_borders_of_their_nodes() {
    for_many_graphs(|graph, drawing, seed| {
        for (edge, route) in graph.edges.iter().zip(&drawing.edges) {
            let (first, last) = (route.points[0], route.points[route.points.len() - 1]);
            assert!(on_border(&drawing.nodes[edge.from], first), "seed {seed}: {edge:?} {first:?}");
            assert!(on_border(&drawing.nodes[edge.to], last), "seed {seed}: {edge:?} {last:?}");
        }
    });
}

fn on_border(area: &Area, point: Point) -> bool {
    let within = area.left <= point.x && point.x <= area.right();
    within && (point.y == area.top || point.y == area.bottom())
}

#[test]
fn edges_run_through_nothing() {
    for_many_graphs(|graph, drawing, seed| {
        for (index, route) in drawing.edges.iter().enumerate() {
            for point in samples(route) {
                let hits = |area: &Area| {
                    f64::from(area.left) < point.0
                        && point.0 < f64::from(area.right())
                        && f64::from(area.top) < point.1
                        && point.1 < f64::from(area.bottom())
                };
                assert!(!drawing.nodes.iter().any(hits), "seed {seed}: edge {index} at {point:?}");
                let mut others = drawing.edges.iter().enumerate().filter(|(other, _)| *other != index);
                assert!(!others.any(|(_, other)| hits(&other.label)), "seed {seed}: edge {index} at {point:?}");
            }
        }
        assert_eq!(graph.edges.len(), drawing.edges.len());
    });
}

/// Points of the curve that is drawn through a route's points.
fn samples(route: &Route) -> Vec<(f64, f64)> {
    let mut samples = Vec::new();
    for pair in route.points.windows(2) {
        let [(x0, y0), (x1, y1)] = [pair[0], pair[1]].map(|point| (f64::from(point.x), f64::from(point.y)));
        let middle = (y0 + y1) / 2.0;
        for step in 0..=20 {
            let t = f64::from(step) / 20.0;
            let mix = |a: f64, b: f64, c: f64, d: f64| {
                let u = 1.0 - t;
                u * u * u * a + 3.0 * u * u * t * b + 3.0 * u * t * t * c + t * t * t * d
            };
            samples.push((mix(x0, x0, x1, x1), mix(y0, middle, middle, y1)));
        }
    }
    samples
}

#[test]
fn everything_lies_within_the_drawing() {
    for_many_graphs(|graph, drawing, seed| {
        let nodes = graph.nodes.iter().zip(&drawing.nodes);
        let areas = nodes.flat_map(|(shape, area)| with_free_space(shape, area));
        for area in areas.chain(drawing.edges.iter().map(|route| route.label)) {
            let inside = area.left >= 0 && area.right() <= drawing.size.width;
            assert!(inside && area.bottom() <= drawing.size.height, "seed {seed}: {area:?}");
        }
    });
}
