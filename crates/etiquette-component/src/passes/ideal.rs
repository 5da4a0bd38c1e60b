//! Ideal integers: runs in which `+`, `-`, `*` or a negation overflows are out of scope.
//!
//! Such a run is blocked by an `assume` in front of the edge that computes the term; all others are as before. Run it
//! on what the front end made, before passes rewrite terms: see [`overflow`] for how a term is read. Shifts and
//! conversions cut off bits on purpose and never overflow.

mod overflow;

use etiquette_logic::Term;

use crate::component::{Action, Binding, Body, Component, Edge, Location};
use overflow::Overflow;

/// The condition under which a term over these variables is computed without overflow.
pub fn within_range(component: &mut Component, variables: &[Binding], term: Term) -> Term {
    Overflow::over(component, variables.iter()).within(component, term)
}

/// The component without the runs in which `+`, `-`, `*` or a negation overflows. Initial states for which that happens
/// in [`Component::initially`] are none.
pub fn ideal(component: &Component) -> Component {
    let mut ideal = component.clone();
    let within = Overflow::new(component, None).within(&mut ideal, component.initially);
    ideal.initially = ideal.terms.and(within, component.initially);
    for method in 0..component.methods.len() {
        restrict(component, &mut ideal, method);
    }
    ideal
}

/// Blocks a method's runs that overflow.
fn restrict(component: &Component, ideal: &mut Component, method: usize) {
    let body = &component.methods[method].body;
    let mut overflow = Overflow::new(component, Some(method));
    let always = ideal.terms.bool(true);
    let terms = body.edges.iter().map(|edge| edge.action.term());
    let within: Vec<Term> = terms.map(|term| term.map_or(always, |term| overflow.within(ideal, term))).collect();
    let restricted = Body { locations: body.locations, edges: Vec::new() };
    let mut restricting = Restricting { ideal, always, body: restricted };
    let common = restricting.common_conditions(body.locations, &body.edges, &within);
    for (edge, within) in body.edges.iter().zip(within) {
        match common[edge.from.index()] {
            Some(inner) => restricting.body.edges.push(Edge { from: inner, ..*edge }),
            None => restricting.edge(*edge, within),
        }
    }
    let restricted = restricting.body;
    ideal.methods[method].body = restricted;
}

struct Restricting<'a> {
    ideal: &'a mut Component,
    always: Term,
    body: Body,
}

impl Restricting<'_> {
    /// Where all edges of a location have the same condition, it is checked once, in front of them: two branches of a
    /// decision stay each other's negation. Gives the new location of the edges.
    fn common_conditions(&mut self, locations: usize, edges: &[Edge], within: &[Term]) -> Vec<Option<Location>> {
        let mut conditions: Vec<Vec<Term>> = vec![Vec::new(); locations];
        for (edge, condition) in edges.iter().zip(within) {
            conditions[edge.from.index()].push(*condition);
        }
        let mut inner = vec![None; locations];
        for (location, found) in conditions.into_iter().enumerate() {
            if let Some(&first) = found.first().filter(|first| found.iter().all(|other| other == *first))
                && first != self.always
            {
                let to = self.body.new_location();
                self.body.edges.push(Edge { from: Location(location as u32), action: Action::Assume(first, to) });
                inner[location] = Some(to);
            }
        }
        inner
    }

    /// An edge that is open only where nothing overflows.
    fn edge(&mut self, edge: Edge, within: Term) {
        match edge.action {
            _ if within == self.always => self.body.edges.push(edge),
            Action::Assume(condition, to) => {
                let both = self.ideal.terms.and(within, condition);
                self.body.edges.push(Edge { from: edge.from, action: Action::Assume(both, to) });
            }
            action => {
                let between = self.body.new_location();
                self.body.edges.push(Edge { from: edge.from, action: Action::Assume(within, between) });
                self.body.edges.push(Edge { from: between, action });
            }
        }
    }
}
