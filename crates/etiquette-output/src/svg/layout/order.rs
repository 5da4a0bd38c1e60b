//! Order: the vertices of each layer from left to right, so that few edges cross.
//!
//! Layers are swept down and up; in each, vertices are sorted by the mean place of their neighbours in the layer before
//! (barycentres), then neighbours are swapped while that helps (Gansner, Koutsofios, North and Vo 1993). The best order
//! wins.

use super::layers::Layers;

const SWEEPS: usize = 24;

/// Orders the vertices of every layer.
pub fn reduce_crossings(layers: &mut Layers) {
    let mut best: Option<(usize, Vec<Vec<usize>>)> = None;
    for last_first in [false, true] {
        layers.rows = initial_order(layers, last_first);
        for sweep in 0..SWEEPS {
            let found = crossings(layers);
            if best.as_ref().is_none_or(|(fewest, _)| found < *fewest) {
                best = Some((found, layers.rows.clone()));
            }
            if found == 0 {
                break;
            }
            sweep_layers(layers, sweep % 2 == 0, sweep % 4 < 2);
            swap_neighbours(layers);
        }
    }
    if let Some((_, rows)) = best {
        layers.rows = rows;
    }
}

/// The order in which a search from the top finds the vertices, depth first.
fn initial_order(layers: &Layers, last_first: bool) -> Vec<Vec<usize>> {
    let mut seen = vec![false; layers.vertices.len()];
    let mut rows = vec![Vec::new(); layers.rows.len()];
    let mut roots: Vec<usize> = (0..layers.vertices.len()).collect();
    roots.sort_by_key(|vertex| layers.vertices[*vertex].layer);
    for root in roots {
        let mut stack = vec![root];
        while let Some(vertex) = stack.pop() {
            if std::mem::replace(&mut seen[vertex], true) {
                continue;
            }
            rows[layers.vertices[vertex].layer].push(vertex);
            let lowers = layers.below[vertex].iter();
            match last_first {
                true => stack.extend(lowers),
                false => stack.extend(lowers.rev()),
            }
        }
    }
    rows
}

/// Sorts each layer by its neighbours in the one before; vertices without neighbours keep their places.
fn sweep_layers(layers: &mut Layers, down: bool, ties_to_the_left: bool) {
    let count = layers.rows.len();
    for step in 1..count {
        let layer = if down { step } else { count - 1 - step };
        let places = layers.places();
        let neighbours = if down { &layers.above } else { &layers.below };
        let key = |vertex: usize| barycentre(&neighbours[vertex], &places).unwrap_or(places[vertex] as f64);
        let mut keyed: Vec<(f64, usize)> = layers.rows[layer].iter().map(|v| (key(*v), *v)).collect();
        if !ties_to_the_left {
            keyed.reverse();
        }
        keyed.sort_by(|one, other| one.0.total_cmp(&other.0));
        layers.rows[layer] = keyed.into_iter().map(|(_, vertex)| vertex).collect();
    }
}

fn barycentre(neighbours: &[usize], places: &[usize]) -> Option<f64> {
    let sum: usize = neighbours.iter().map(|vertex| places[*vertex]).sum();
    (!neighbours.is_empty()).then(|| sum as f64 / neighbours.len() as f64)
}

/// Swaps vertices that stand beside each other while that removes crossings.
fn swap_neighbours(layers: &mut Layers) {
    let mut places = layers.places();
    let mut improved = true;
    let mut rounds = 0;
    while improved && rounds < 10 {
        improved = false;
        rounds += 1;
        for layer in 0..layers.rows.len() {
            for place in 1..layers.rows[layer].len() {
                let (left, right) = (layers.rows[layer][place - 1], layers.rows[layer][place]);
                if gain_of_swap(layers, &places, left, right) > 0 {
                    layers.rows[layer].swap(place - 1, place);
                    places.swap(left, right);
                    improved = true;
                }
            }
        }
    }
}

/// How many crossings a swap of two neighbours removes.
fn gain_of_swap(layers: &Layers, places: &[usize], left: usize, right: usize) -> i64 {
    let gain = |neighbours: &[Vec<usize>]| {
        let mut gain = 0;
        for one in &neighbours[left] {
            for other in &neighbours[right] {
                gain += (places[*one] > places[*other]) as i64 - (places[*one] < places[*other]) as i64;
            }
        }
        gain
    };
    gain(&layers.above) + gain(&layers.below)
}

/// The number of crossings between all layers.
pub fn crossings(layers: &Layers) -> usize {
    let places = layers.places();
    let mut crossings = 0;
    for (upper, row) in layers.rows.iter().enumerate() {
        let width = layers.rows.get(upper + 1).map_or(0, Vec::len);
        let mut counts = PrefixCounts::new(width);
        let mut seen = 0;
        for vertex in row {
            let mut ends: Vec<usize> = layers.below[*vertex].iter().map(|lower| places[*lower]).collect();
            ends.sort_unstable();
            crossings += ends.iter().map(|end| seen - counts.up_to(*end)).sum::<usize>();
            ends.iter().for_each(|end| counts.add(*end));
            seen += ends.len();
        }
    }
    crossings
}

/// How many of the numbers so far are at most some number (a Fenwick tree).
struct PrefixCounts(Vec<usize>);

impl PrefixCounts {
    fn new(numbers: usize) -> Self {
        PrefixCounts(vec![0; numbers + 1])
    }

    fn add(&mut self, number: usize) {
        let mut position = number + 1;
        while position < self.0.len() {
            self.0[position] += 1;
            position += position & position.wrapping_neg();
        }
    }

    fn up_to(&self, number: usize) -> usize {
        let mut position = number + 1;
        let mut count = 0;
        while position > 0 {
            count += self.0[position];
            position -= position & position.wrapping_neg();
        }
        count
    }
}

#[cfg(test)]
mod tests {
    use super::super::rank::ranks;
    use super::super::{EdgeShape, Graph, NodeShape, Size};
    use super::*;

    fn layers(nodes: usize, edges: &[(usize, usize)]) -> Layers {
        let edge = |&(from, to): &(usize, usize)| EdgeShape { from, to, label: Size::default() };
        let graph =
            Graph { nodes: vec![NodeShape::default(); nodes], edges: edges.iter().map(edge).collect(), root: 0 };
        Layers::new(&graph, &ranks(&graph))
    }

    #[test]
    fn crossings_that_can_be_avoided_are_avoided() {
        let mut layers = layers(7, &[(0, 1), (0, 2), (0, 3), (1, 6), (2, 5), (3, 4), (1, 5), (2, 4)]);
        reduce_crossings(&mut layers);
        assert_eq!(crossings(&layers), 0);
    }

    #[test]
    fn crossings_are_counted() {
        let mut layers = layers(5, &[(0, 1), (0, 2), (1, 3), (1, 4), (2, 3), (2, 4)]);
        reduce_crossings(&mut layers);
        assert_eq!(crossings(&layers), 1);
    }
}
