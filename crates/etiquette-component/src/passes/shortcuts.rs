//! Leads ways past tests whose answer they bring along.
//!
//! Compilers make a number of a condition and test it again: `return index < size;` sets 1 or 0, and the caller
//! branches on it. Where the two meet, it is forgotten why the number is what it is. So an assignment of a constant
//! goes on behind the test that it decides, on a copy of what lies between.

use etiquette_logic::{Symbol, Term, TermPool};
use rustc_hash::FxHashMap;

use super::IsOver;
use crate::component::{Action, Body, Component, Edge, Location};

/// No more steps than this are copied between an assignment and a test.
const MAX_STEPS: usize = 8;
/// A shortcut may end in front of another test.
const MAX_ROUNDS: usize = 4;

/// Takes shortcuts in all methods.
pub(super) fn take_shortcuts(component: &mut Component, is_over: IsOver<'_>) {
    for method in (0..component.methods.len()).take_while(|_| !is_over()) {
        let mut body = component.methods[method].body.clone();
        let room = 2 * body.locations;
        for _ in 0..MAX_ROUNDS {
            if !take(&mut component.terms, &mut body, room) {
                break;
            }
        }
        component.methods[method].body = body;
    }
}

/// Takes every shortcut that there is now; whether there was one.
fn take(terms: &mut TermPool, body: &mut Body, room: usize) -> bool {
    let outgoing = body.outgoing();
    let mut incoming = vec![0_usize; body.locations];
    for to in body.edges.iter().filter_map(|edge| edge.action.target()) {
        incoming[to.index()] += 1;
    }
    let mut taken = false;
    for index in 0..body.edges.len() {
        let Action::Assign(symbol, value, to) = body.edges[index].action else { continue };
        if incoming[to.index()] < 2 || terms.as_constant(value).is_none() || body.locations > room {
            continue;
        }
        let Some((steps, target)) = decided(terms, &outgoing, to, (symbol, value)) else { continue };
        body.edges[index].action = Action::Assign(symbol, value, copy(body, &steps, target));
        taken = true;
    }
    taken
}

/// The steps from a location to a test that a variable's value decides, and where the test leads.
fn decided(
    terms: &mut TermPool,
    outgoing: &[Vec<Edge>],
    start: Location,
    (symbol, value): (Symbol, Term),
) -> Option<(Vec<Action>, Location)> {
    let mut known = FxHashMap::from_iter([(symbol, value)]);
    let (mut at, mut steps) = (start, Vec::new());
    for _ in 0..MAX_STEPS {
        let [edge] = outgoing[at.index()][..] else {
            return only_way(terms, &outgoing[at.index()], &known).map(|target| (steps, target));
        };
        at = edge.action.target()?;
        match edge.action {
            Action::Assign(symbol, value, _) => {
                let value = terms.substitute(value, &known);
                known.remove(&symbol);
                if terms.as_constant(value).is_some() {
                    known.insert(symbol, value);
                }
            }
            Action::Havoc(symbol, ..) => drop(known.remove(&symbol)),
            _ => {}
        }
        steps.push(edge.action);
    }
    None
}

/// Where a test leads whose conditions are all decided.
fn only_way(terms: &mut TermPool, edges: &[Edge], known: &FxHashMap<Symbol, Term>) -> Option<Location> {
    let mut way = None;
    for edge in edges {
        let Action::Assume(condition, to) = edge.action else { return None };
        let condition = terms.substitute(condition, known);
        match (terms.as_constant(condition)?, way) {
            (0, _) => {}
            (_, None) => way = Some(to),
            (_, Some(_)) => return None,
        }
    }
    way
}

/// Copies steps, to end at a target; where the copy begins.
fn copy(body: &mut Body, steps: &[Action], target: Location) -> Location {
    let mut next = target;
    for step in steps.iter().rev() {
        let from = body.new_location();
        body.edges.push(Edge { from, action: step.with_target(next) });
        next = from;
    }
    next
}
