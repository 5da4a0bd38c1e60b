//! Positions: where each vertex stands in its layer, so that long edges are straight and nodes are centred over their
//! neighbours.
//!
//! Brandes and Köpf 2002: four alignments (vertices with their upper or lower neighbours, from the left or the right),
//! each packed as tightly as it goes; the final place is the mean of the two in the middle. Every packing keeps the
//! distances, so the mean does too.

use super::layers::Layers;

/// The space between vertices of a layer.
const GAP: f64 = 14.0;

/// The horizontal centre of each vertex.
pub fn centers(layers: &Layers) -> Vec<i32> {
    let conflicts = Conflicts::new(layers);
    let mut packings: Vec<Vec<f64>> = Vec::new();
    for mirrored in [false, true] {
        for upwards in [false, true] {
            let side = Side { layers, mirrored, upwards };
            packings.push(side.packing(&conflicts));
        }
    }
    align_with_narrowest(&mut packings, layers);
    let middle = |vertex: usize| {
        let mut places: Vec<f64> = packings.iter().map(|packing| packing[vertex]).collect();
        places.sort_by(f64::total_cmp);
        ((places[1] + places[2]) / 2.0).round() as i32
    };
    (0..layers.vertices.len()).map(middle).collect()
}

/// Moves the packings so that those from the left share the left border of the narrowest, and those from the right its
/// right one.
fn align_with_narrowest(packings: &mut [Vec<f64>], layers: &Layers) {
    let extents: Vec<(f64, f64)> = packings.iter().map(|packing| extent(packing, layers)).collect();
    let width = |(left, right): &(f64, f64)| right - left;
    let Some(&narrowest) = extents.iter().min_by(|a, b| width(a).total_cmp(&width(b))) else {
        return;
    };
    for (index, (packing, extent)) in packings.iter_mut().zip(extents).enumerate() {
        let from_left = index < 2;
        let shift = if from_left { narrowest.0 - extent.0 } else { narrowest.1 - extent.1 };
        packing.iter_mut().for_each(|x| *x += shift);
    }
}

fn extent(packing: &[f64], layers: &Layers) -> (f64, f64) {
    let lefts = packing.iter().zip(&layers.vertices).map(|(x, v)| x - f64::from(v.left));
    let rights = packing.iter().zip(&layers.vertices).map(|(x, v)| x + f64::from(v.right));
    (lefts.fold(f64::INFINITY, f64::min), rights.fold(f64::NEG_INFINITY, f64::max))
}

/// Segments that cross a segment inside of a long edge: such an edge is to be straight, so they must give way.
struct Conflicts(std::collections::HashSet<(usize, usize)>);

impl Conflicts {
    fn new(layers: &Layers) -> Self {
        let mut conflicts = Conflicts(Default::default());
        let places = layers.places();
        for row in layers.rows.iter().skip(1) {
            conflicts.add_between(layers, &places, row);
        }
        conflicts
    }

    /// Marks the segments into a row that cross an inner segment, scanning between one inner segment and the next.
    fn add_between(&mut self, layers: &Layers, places: &[usize], row: &[usize]) {
        let mut scanned = 0;
        let mut leftmost = 0;
        for (index, vertex) in row.iter().enumerate() {
            let inner = inner_neighbour(layers, *vertex).map(|upper| places[upper]);
            if inner.is_none() && index + 1 < row.len() {
                continue;
            }
            let rightmost = inner.unwrap_or(usize::MAX);
            for lower in &row[scanned..=index] {
                for upper in &layers.above[*lower] {
                    let is_inner = layers.is_on_edge(*upper) && layers.is_on_edge(*lower);
                    if !is_inner && (places[*upper] < leftmost || places[*upper] > rightmost) {
                        self.0.insert((*upper, *lower));
                    }
                }
            }
            scanned = index + 1;
            leftmost = inner.unwrap_or(leftmost);
        }
    }

    fn contains(&self, one: usize, other: usize) -> bool {
        self.0.contains(&(one, other)) || self.0.contains(&(other, one))
    }
}

/// The vertex above on the same edge, if both are inside of it.
fn inner_neighbour(layers: &Layers, vertex: usize) -> Option<usize> {
    let upper = *layers.above[vertex].first()?;
    (layers.is_on_edge(vertex) && layers.is_on_edge(upper)).then_some(upper)
}

/// One of the four ways to look at the layers.
struct Side<'a> {
    layers: &'a Layers,
    mirrored: bool,
    upwards: bool,
}

impl Side<'_> {
    fn packing(&self, conflicts: &Conflicts) -> Vec<f64> {
        let rows = self.rows();
        let mut places = vec![0; self.layers.vertices.len()];
        for row in &rows {
            for (place, vertex) in row.iter().enumerate() {
                places[*vertex] = place;
            }
        }
        let roots = self.aligned(&rows, &places, conflicts);
        let mut packing = self.packed(&rows, &roots);
        if self.mirrored {
            packing.iter_mut().for_each(|x| *x = -*x);
        }
        packing
    }

    fn rows(&self) -> Vec<Vec<usize>> {
        let mut rows = self.layers.rows.clone();
        if self.upwards {
            rows.reverse();
        }
        if self.mirrored {
            rows.iter_mut().for_each(|row| row.reverse());
        }
        rows
    }

    /// Joins vertices with their middle neighbours in the row before into blocks; gives each vertex the first of its
    /// block.
    fn aligned(&self, rows: &[Vec<usize>], places: &[usize], conflicts: &Conflicts) -> Vec<usize> {
        let neighbours = if self.upwards { &self.layers.below } else { &self.layers.above };
        let mut roots: Vec<usize> = (0..self.layers.vertices.len()).collect();
        let mut has_follower = vec![false; roots.len()];
        for row in rows {
            let mut next_free = 0;
            for &vertex in row {
                let mut candidates = neighbours[vertex].clone();
                candidates.sort_by_key(|neighbour| places[*neighbour]);
                let count = candidates.len();
                let middles = if count == 0 { 0..0 } else { (count - 1) / 2..count / 2 + 1 };
                let free = |neighbour: &&usize| {
                    places[**neighbour] >= next_free
                        && !has_follower[**neighbour]
                        && !conflicts.contains(**neighbour, vertex)
                };
                if let Some(&neighbour) = candidates[middles].iter().find(free) {
                    has_follower[neighbour] = true;
                    roots[vertex] = roots[neighbour];
                    next_free = places[neighbour] + 1;
                }
            }
        }
        roots
    }

    /// The blocks as far left as they go, then as far right as others let them.
    fn packed(&self, rows: &[Vec<usize>], roots: &[usize]) -> Vec<f64> {
        let blocks = Blocks::new(self, rows, roots);
        let mut x = blocks.leftmost();
        blocks.close_gaps(&mut x);
        roots.iter().map(|root| x[*root]).collect()
    }

    /// The distance between the centres of two vertices that stand beside each other.
    fn distance(&self, left: usize, right: usize) -> f64 {
        let (left, right) = (&self.layers.vertices[left], &self.layers.vertices[right]);
        let (one, other) = match self.mirrored {
            false => (left.right, right.left),
            true => (left.left, right.right),
        };
        f64::from(one + other) + GAP
    }
}

/// Blocks of aligned vertices, and which must stand to the right of which.
struct Blocks {
    /// All blocks, by their first vertices, each after those to the left of it.
    sorted: Vec<usize>,
    lefts: Vec<Vec<(usize, f64)>>,
    rights: Vec<Vec<(usize, f64)>>,
}

impl Blocks {
    fn new(side: &Side, rows: &[Vec<usize>], roots: &[usize]) -> Self {
        let mut lefts = vec![Vec::new(); roots.len()];
        let mut rights = vec![Vec::new(); roots.len()];
        for pair in rows.iter().flat_map(|row| row.windows(2)) {
            let distance = side.distance(pair[0], pair[1]);
            lefts[roots[pair[1]]].push((roots[pair[0]], distance));
            rights[roots[pair[0]]].push((roots[pair[1]], distance));
        }
        let mut waiting_for: Vec<usize> = lefts.iter().map(Vec::len).collect();
        let first = |vertex: &usize| roots[*vertex] == *vertex && lefts[*vertex].is_empty();
        let mut sorted: Vec<usize> = (0..roots.len()).filter(first).collect();
        let mut next = 0;
        while let Some(&block) = sorted.get(next) {
            next += 1;
            for &(right, _) in &rights[block] {
                waiting_for[right] -= 1;
                if waiting_for[right] == 0 {
                    sorted.push(right);
                }
            }
        }
        Blocks { sorted, lefts, rights }
    }

    fn leftmost(&self) -> Vec<f64> {
        let mut x = vec![0.0; self.lefts.len()];
        for &block in &self.sorted {
            let places = self.lefts[block].iter().map(|(left, distance)| x[*left] + distance);
            x[block] = places.fold(0.0, f64::max);
        }
        x
    }

    /// Moves blocks towards their right neighbours, so that what hangs together stands together.
    fn close_gaps(&self, x: &mut [f64]) {
        for &block in self.sorted.iter().rev() {
            let places = self.rights[block].iter().map(|(right, distance)| x[*right] - distance);
            let limit = places.fold(f64::INFINITY, f64::min);
            if limit.is_finite() && limit > x[block] {
                x[block] = limit;
            }
        }
    }
}
