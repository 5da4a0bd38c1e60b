//! Takes out of a body what no run can see: places that are not reached, steps that do nothing, outcomes that never
//! happen.
//!
//! A value that is given to a local variable which nobody reads is such a step, and so is a test after which everything
//! goes on in the same way. `if (x < powers[i]) found = i;`, where `found` is read by nobody, is then no reason for the
//! elements of `powers` to matter.

use etiquette_logic::Symbol;
use rustc_hash::FxHashSet;

use super::IsOver;
use crate::component::{Action, Body, Component, Edge, Location, Method};

/// Tidies all methods.
pub(super) fn tidy(component: &mut Component, is_over: IsOver<'_>) {
    for method in (0..component.methods.len()).take_while(|_| !is_over()) {
        tidy_method(component, method);
    }
}

fn tidy_method(component: &mut Component, method: usize) {
    loop {
        let unread = drop_unread(component, method);
        skip_empty_steps(component, method);
        // A test that is gone reads nothing any more.
        if !join_ways(component, method) && !unread {
            break;
        }
    }
    drop_outcomes(component, method);
}

/// Steps that give a value to a local variable that nobody reads do nothing. Whether there were any.
fn drop_unread(component: &mut Component, method: usize) -> bool {
    let always = component.terms.bool(true);
    let unread = unread(component, &component.methods[method]);
    let mut dropped = false;
    for edge in &mut component.methods[method].body.edges {
        if let (Some(symbol), Some(to)) = (edge.action.written(), edge.action.target())
            && unread.contains(&symbol)
        {
            edge.action = Action::Assume(always, to);
            dropped = true;
        }
    }
    dropped
}

/// The local variables that no step reads, nor whoever called.
fn unread(component: &Component, method: &Method) -> FxHashSet<Symbol> {
    let terms: Vec<_> = method.body.edges.iter().filter_map(|edge| edge.action.term()).collect();
    let told = method.registers.iter().filter_map(|register| register.after).chain(method.result);
    let read: FxHashSet<Symbol> = component.terms.symbols_of_all(&terms).into_iter().chain(told).collect();
    method.locals.iter().map(|local| local.symbol).filter(|symbol| !read.contains(symbol)).collect()
}

/// A test whose two answers lead to the same place is none. Whether there were any.
fn join_ways(component: &mut Component, method: usize) -> bool {
    let always = component.terms.bool(true);
    let outgoing = component.methods[method].body.outgoing();
    let mut dropped = FxHashSet::default();
    for edges in &outgoing {
        let &[one, Edge { action: Action::Assume(other, there), .. }] = &edges[..] else { continue };
        let Action::Assume(condition, to) = one.action else { continue };
        if to == there && component.terms.not(condition) == other {
            dropped.insert(one.from);
        }
    }
    let edges = &mut component.methods[method].body.edges;
    let mut joined = FxHashSet::default();
    edges.retain(|edge| !dropped.contains(&edge.from) || joined.insert(edge.from));
    for edge in edges.iter_mut().filter(|edge| dropped.contains(&edge.from)) {
        edge.action = Action::Assume(always, edge.action.target().unwrap_or(edge.from));
    }
    !dropped.is_empty()
}

fn skip_empty_steps(component: &mut Component, method: usize) {
    let body = &component.methods[method].body;
    let forward = forward(component, body);
    let mut edges: Vec<Edge> = body.edges.clone();
    for edge in &mut edges {
        if let Some(to) = edge.action.target() {
            edge.action = edge.action.with_target(forward[to.index()]);
        }
    }
    component.methods[method].body = renumber(&edges, body.locations);
}

/// Where each location leads without doing anything on the way. A circle of such steps is left as it is.
fn forward(component: &Component, body: &Body) -> Vec<Location> {
    let outgoing = body.outgoing();
    let skip = |location: Location| match outgoing[location.index()][..] {
        [Edge { action: Action::Assume(condition, to), .. }] if component.is_true(condition) => Some(to),
        _ => None,
    };
    let follow = |start: Location| {
        let mut at = start;
        for _ in 0..body.locations {
            match skip(at) {
                Some(to) => at = to,
                None => return at,
            }
        }
        start
    };
    (0..body.locations).map(|location| follow(Location(location as u32))).collect()
}

/// The locations that are reached, numbered in the order in which they are.
fn renumber(edges: &[Edge], locations: usize) -> Body {
    let outgoing = Body { locations, edges: edges.to_vec() }.outgoing();
    let mut number = vec![None; locations];
    let mut reached = vec![0];
    number[0] = Some(Location::ENTRY);
    let mut position = 0;
    while position < reached.len() {
        for edge in &outgoing[reached[position]] {
            if let Some(to) = edge.action.target().map(Location::index)
                && number[to].is_none()
            {
                number[to] = Some(Location(reached.len() as u32));
                reached.push(to);
            }
        }
        position += 1;
    }
    let renamed = |edge: &Edge| {
        let from = number[edge.from.index()]?;
        let target = edge.action.target().and_then(|to| number[to.index()]);
        Some(Edge { from, action: target.map_or(edge.action, |to| edge.action.with_target(to)) })
    };
    let edges = reached.iter().flat_map(|&location| &outgoing[location]).filter_map(renamed).collect();
    Body { locations: reached.len(), edges }
}

/// Drops the outcomes that no edge gives; a method that never returns keeps one, since it must have one.
fn drop_outcomes(component: &mut Component, method: usize) {
    let method = &mut component.methods[method];
    let is_given = |outcome: usize| method.body.edges.iter().any(|edge| edge.action == Action::Return(outcome));
    let given: Vec<usize> = (0..method.outcomes.len()).filter(|&outcome| is_given(outcome)).collect();
    if given.is_empty() {
        return method.outcomes.truncate(1);
    }
    for edge in &mut method.body.edges {
        if let Action::Return(outcome) = &mut edge.action {
            *outcome = given.iter().position(|known| known == outcome).unwrap_or_default();
        }
    }
    method.outcomes = given.iter().map(|&outcome| method.outcomes[outcome].clone()).collect();
}
