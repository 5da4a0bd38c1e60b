//! Forward data-flow analysis: what is known at the locations of a body, and between calls.
//!
//! Facts are kept where ways meet, and handed on elsewhere: bodies have many more locations than joins.

use crate::component::{Action, Body, Component};
use crate::graph::FlowGraph;

/// Goes through a body again and again, in reverse postorder.
pub(super) struct Walk<'a, F> {
    body: &'a Body,
    outgoing: Vec<Vec<usize>>,
    order: Vec<usize>,
    /// Whether several edges lead to the location.
    is_join: Vec<bool>,
    /// What is known at the entry, and where ways meet.
    joins: Vec<Option<F>>,
}

impl<'a, F: Clone> Walk<'a, F> {
    pub fn new(body: &'a Body, at_entry: &F) -> Self {
        let mut outgoing = vec![Vec::new(); body.locations];
        let mut incoming = vec![0_usize; body.locations];
        // The start of the body is a way in of its own.
        incoming[0] = 1;
        for (index, edge) in body.edges.iter().enumerate() {
            outgoing[edge.from.index()].push(index);
            if let Some(to) = edge.action.target() {
                incoming[to.index()] += 1;
            }
        }
        let mut order = FlowGraph::new(body).postorder(0, |_| false);
        order.retain(|&location| location < body.locations);
        order.reverse();
        let mut joins = vec![None; body.locations];
        joins[0] = Some(at_entry.clone());
        Walk { body, outgoing, order, is_join: incoming.iter().map(|&count| count > 1).collect(), joins }
    }

    /// Goes through the body once; whether less is known somewhere than before. `step` gives what is known behind an
    /// edge, if it can be taken, and `join` keeps what is known on two ways, and says whether that is less than on the
    /// first.
    pub fn pass(
        &mut self,
        mut step: impl FnMut(usize, Action, &F) -> Option<F>,
        join: impl Fn(&mut F, &F) -> bool,
    ) -> bool {
        let mut changed = false;
        let mut handed_on: Vec<Option<F>> = vec![None; self.outgoing.len()];
        for &location in &self.order {
            let met = self.is_join[location] || location == 0;
            let arrived = if met { self.joins[location].clone() } else { handed_on[location].take() };
            let Some(known) = arrived else { continue };
            for &edge in &self.outgoing[location] {
                let action = self.body.edges[edge].action;
                let (Some(after), Some(to)) = (step(edge, action, &known), action.target()) else { continue };
                if self.is_join[to.index()] {
                    changed |= add(&mut self.joins[to.index()], after, &join);
                } else {
                    handed_on[to.index()] = Some(after);
                }
            }
        }
        changed
    }
}

/// Keeps what is known on two ways, of which the first may not have been found yet; whether that is less than before.
pub(super) fn add<F>(known: &mut Option<F>, other: F, join: impl Fn(&mut F, &F) -> bool) -> bool {
    match known {
        Some(known) => join(known, &other),
        unknown => {
            *unknown = Some(other);
            true
        }
    }
}

/// The positions of the constructors, and of the other methods.
pub(super) fn constructors_and_methods(component: &Component) -> (Vec<usize>, Vec<usize>) {
    (0..component.methods.len()).partition(|&index| component.methods[index].constructor)
}
