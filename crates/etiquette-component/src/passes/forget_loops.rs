//! Forgets what loops do, as a choice of the model.
//!
//! Where a loop begins, all that it writes is left open, and one more round may follow, in which the call may fail or
//! return; a second round is not followed. So every run has one that ends in the same way: the values are those of the
//! last time that the loop began. That the loop comes to an end is not known any more, but nobody asks for that.

use std::collections::BTreeSet;

use etiquette_logic::Symbol;

use crate::component::{Action, Body, Component, Edge, Gap, Location, Owner};
use crate::graph::FlowGraph;

/// The component without loops, but for methods with loops that can be entered in several ways.
pub(super) fn forget_loops(component: &mut Component) {
    for method in 0..component.methods.len() {
        let body = &component.methods[method].body;
        let mut loops = Vec::new();
        if !collect(body, &vec![true; body.locations], &mut loops) || loops.is_empty() {
            continue;
        }
        let what = format!("what a loop in `{}` does", component.methods[method].name);
        let gap = Gap { what: Some(what), place: None };
        let owner = component.left_open(gap);
        let body = &mut component.methods[method].body;
        loops.iter().for_each(|found| cut(body, found));
        loops.iter().for_each(|found| leave_open(body, found, owner));
    }
}

struct Loop {
    head: Location,
    inside: Vec<bool>,
    written: BTreeSet<Symbol>,
}

/// Collects the loops of a part of a body, those within others too; says whether each has one head.
fn collect(body: &Body, part: &[bool], found: &mut Vec<Loop>) -> bool {
    cycles(body, part).into_iter().all(|inside| {
        let Some(head) = only_head(body, &inside) else { return false };
        let written = within(body, &inside).filter_map(|(edge, _)| edge.action.written()).collect();
        let mut rest = inside.clone();
        rest[head.index()] = false;
        found.push(Loop { head, inside, written });
        collect(body, &rest, found)
    })
}

/// The largest parts of a part from each location of which all others are reached.
fn cycles(body: &Body, part: &[bool]) -> Vec<Vec<bool>> {
    let mut graph = FlowGraph { successors: vec![Vec::new(); body.locations] };
    for (edge, to) in within(body, part) {
        graph.successors[edge.from.index()].push(to.index());
    }
    let marked = |cycle: Vec<usize>| {
        let mut inside = vec![false; body.locations];
        cycle.into_iter().for_each(|location| inside[location] = true);
        inside
    };
    graph.cycles().into_iter().map(marked).collect()
}

fn within<'a>(body: &'a Body, inside: &'a [bool]) -> impl Iterator<Item = (&'a Edge, Location)> {
    let leading = body.edges.iter().filter_map(|edge| edge.action.target().map(|to| (edge, to)));
    leading.filter(|(edge, to)| inside[edge.from.index()] && inside[to.index()])
}

/// The location to which all ways into a part lead.
fn only_head(body: &Body, inside: &[bool]) -> Option<Location> {
    let leading = body.edges.iter().filter_map(|edge| edge.action.target().map(|to| (edge.from, to)));
    let entered = leading.filter(|(from, to)| !inside[from.index()] && inside[to.index()]).map(|(_, to)| to);
    let first = inside[Location::ENTRY.index()].then_some(Location::ENTRY);
    let heads: BTreeSet<Location> = entered.chain(first).collect();
    heads.first().copied().filter(|_| heads.len() == 1)
}

/// No way leads back to the head.
fn cut(body: &mut Body, Loop { head, inside, .. }: &Loop) {
    body.edges.retain(|edge| edge.action.target() != Some(*head) || !inside[edge.from.index()]);
}

/// What the loop writes is anything where it begins.
fn leave_open(body: &mut Body, Loop { head, written, .. }: &Loop, owner: Owner) {
    if written.is_empty() {
        return;
    }
    let mut from = body.new_location();
    for edge in body.edges.iter_mut().filter(|edge| edge.from == *head) {
        edge.from = from;
    }
    for (position, &symbol) in written.iter().enumerate() {
        let to = from;
        from = if position + 1 == written.len() { *head } else { body.new_location() };
        body.edges.push(Edge { from, action: Action::Havoc(symbol, owner, to) });
    }
}
