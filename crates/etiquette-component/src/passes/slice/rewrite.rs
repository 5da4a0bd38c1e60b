//! Makes the sliced body: irrelevant assignments disappear, irrelevant branches are replaced by the location where
//! their ways meet.

use std::collections::BTreeSet;

use etiquette_logic::{Symbol, Term};
use rustc_hash::FxHashMap;

use super::relevance::MethodRelevance;
use crate::component::{Action, Body, Edge, Location, Method};

/// Where a location of the old body is found in the new one.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Place {
    /// An old location that is kept.
    Kept(usize),
    /// The call ends, with any of these outcomes.
    Ends(BTreeSet<usize>),
}

/// The body without what is irrelevant.
///
/// `always` is the term `true`.
pub(super) fn rewrite(method: &Method, relevance: &MethodRelevance, symbols: &BTreeSet<Symbol>, always: Term) -> Body {
    let mut rewriter = Rewriter {
        method,
        always,
        relevance,
        symbols,
        numbers: FxHashMap::default(),
        pending: Vec::new(),
        body: Body { locations: 0, edges: Vec::new() },
    };
    rewriter.location(0);
    while let Some((place, number)) = rewriter.pending.pop() {
        rewriter.edges(&place, number);
    }
    rewriter.body.edges.sort_by_key(|edge| edge.from);
    rewriter.body
}

struct Rewriter<'a> {
    method: &'a Method,
    always: Term,
    relevance: &'a MethodRelevance,
    symbols: &'a BTreeSet<Symbol>,
    numbers: FxHashMap<Place, Location>,
    pending: Vec<(Place, Location)>,
    body: Body,
}

impl Rewriter<'_> {
    /// The new location for an old one.
    fn location(&mut self, old: usize) -> Location {
        let place = self.place(old);
        if let Some(&number) = self.numbers.get(&place) {
            return number;
        }
        let number = self.body.new_location();
        self.numbers.insert(place.clone(), number);
        self.pending.push((place, number));
        number
    }

    /// Skips what is irrelevant. Terminates, since branches on cycles are always relevant.
    fn place(&self, old: usize) -> Place {
        let mut here = old;
        loop {
            if here == self.relevance.shape.graph.end() {
                return Place::Ends(self.outcomes_from(old));
            }
            if self.relevance.branches[here] {
                return Place::Kept(here);
            }
            match &self.relevance.shape.outgoing[here][..] {
                [edge] if self.is_kept(edge.action) => return Place::Kept(here),
                [Edge { action: Action::Return(outcome), .. }] => return Place::Ends(BTreeSet::from([*outcome])),
                [edge] => here = edge.action.target().map_or(self.relevance.shape.graph.end(), Location::index),
                _ => here = self.relevance.shape.post_dominator[here],
            }
        }
    }

    fn is_kept(&self, action: Action) -> bool {
        match action {
            Action::Assign(symbol, ..) | Action::Havoc(symbol, ..) => self.symbols.contains(&symbol),
            Action::Error(_) => true,
            Action::Return(_) => self.relevance.outcomes,
            Action::Assume(..) => false,
        }
    }

    /// The action, or an empty one where it writes a variable that is not kept.
    fn only_kept(&self, action: Action) -> Action {
        match (action, action.target()) {
            (Action::Assign(..) | Action::Havoc(..), Some(to)) if !self.is_kept(action) => {
                Action::Assume(self.always, to)
            }
            _ => action,
        }
    }

    /// The outcomes of the returns that can be reached.
    fn outcomes_from(&self, old: usize) -> BTreeSet<usize> {
        let reached = self.relevance.shape.graph.postorder(old, |_| false);
        let inside = reached.into_iter().filter(|&node| node < self.method.body.locations);
        inside
            .flat_map(|node| &self.relevance.shape.outgoing[node])
            .filter_map(|edge| match edge.action {
                Action::Return(outcome) => Some(outcome),
                _ => None,
            })
            .collect()
    }

    fn edges(&mut self, place: &Place, number: Location) {
        match place {
            Place::Ends(outcomes) => {
                let returns = outcomes.iter().map(|outcome| Edge { from: number, action: Action::Return(*outcome) });
                self.body.edges.extend(returns);
            }
            Place::Kept(old) => {
                for edge in self.relevance.shape.outgoing[*old].clone() {
                    let action = match edge.action.target() {
                        Some(to) => self.only_kept(edge.action).with_target(self.location(to.index())),
                        None => edge.action,
                    };
                    self.body.edges.push(Edge { from: number, action });
                }
            }
        }
    }
}
