//! The locations between cut points, in the order in which runs come by them.

use etiquette_component::{Body, Location};

/// A cycle that no cut point lies on; the location is on it, or behind it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Uncut(pub Location);

/// The locations that runs from `start` come by before the next cut point, each before those that it leads to (Kahn).
/// `start` comes first, whether it is a cut point or not; other cut points are not among them.
///
/// # Errors
/// Where runs can go in circles without coming by a cut point.
pub fn between_cuts(body: &Body, start: Location, cuts: &[Location]) -> Result<Vec<Location>, Uncut> {
    let successors = successors(body, cuts);
    let reached = reachable(&successors, start);
    let mut waiting = vec![0usize; body.locations];
    for &location in &reached {
        successors[location.index()].iter().for_each(|next| waiting[next.index()] += 1);
    }
    let mut order: Vec<Location> = if waiting[start.index()] == 0 { vec![start] } else { Vec::new() };
    let mut position = 0;
    while let Some(&location) = order.get(position) {
        position += 1;
        for next in &successors[location.index()] {
            waiting[next.index()] -= 1;
            if waiting[next.index()] == 0 {
                order.push(*next);
            }
        }
    }
    let stuck = reached.iter().find(|location| waiting[location.index()] > 0);
    stuck.map_or(Ok(order), |location| Err(Uncut(*location)))
}

/// The edges of each location, by position in the body.
pub fn outgoing(body: &Body) -> Vec<Vec<usize>> {
    let mut outgoing = vec![Vec::new(); body.locations];
    for (index, edge) in body.edges.iter().enumerate() {
        outgoing[edge.from.index()].push(index);
    }
    outgoing
}

/// The targets of each location's edges that are no cut points.
fn successors(body: &Body, cuts: &[Location]) -> Vec<Vec<Location>> {
    let mut successors = vec![Vec::new(); body.locations];
    for edge in &body.edges {
        successors[edge.from.index()].extend(edge.action.target().filter(|to| !cuts.contains(to)));
    }
    successors
}

fn reachable(successors: &[Vec<Location>], start: Location) -> Vec<Location> {
    let mut seen = vec![false; successors.len()];
    seen[start.index()] = true;
    let mut found = vec![start];
    let mut position = 0;
    while let Some(&location) = found.get(position) {
        position += 1;
        for next in &successors[location.index()] {
            if !std::mem::replace(&mut seen[next.index()], true) {
                found.push(*next);
            }
        }
    }
    found
}
