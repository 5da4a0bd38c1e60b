//! The passes from component to component that come before an engine, in their order: ideal integers, slices, and loops
//! that count.

use std::collections::HashSet;

use etiquette_component::{Action, Precision, Slices, ideal, slice, slice_with, slices_until, slices_with_results};
use etiquette_outcome::{Assumption, AssumptionKind, Integers};

use super::Target;

impl Target {
    /// Leaves runs that overflow out, if that was asked for. Before anything else: later passes rewrite sums, and so
    /// move the place where they overflow.
    pub(super) fn with_integers(mut self) -> Target {
        if self.integers == Integers::Ideal {
            self.component = ideal(&self.component);
            self.assumptions.push(Assumption {
                kind: AssumptionKind::Overflow,
                text: "no number overflows".into(),
                at: None,
            });
        }
        self
    }

    /// The same without runs that overflow; `None` if there are none, or they are left out already.
    pub(super) fn idealised(&self) -> Option<Target> {
        let may_overflow = self.integers == Integers::Wrap && self.overflowing_steps() > 0;
        may_overflow.then(|| Target { integers: Integers::Ideal, ..self.clone() }.with_integers())
    }

    /// Slices to try one after the other: a coarse one, which is enough for many classes, then the exact one. Where
    /// outcomes are the user's own words, only the exact one keeps them.
    pub fn slices(&self) -> Slices {
        self.slices_until(&|| false)
    }

    /// The same, unless it is to stop first: then the component is its own slice.
    pub fn slices_until(&self, is_over: &dyn Fn() -> bool) -> Slices {
        let slices = match self.outcomes_are_given {
            true => Slices { coarse: None, exact: slice(&self.component) },
            false => slices_until(&self.component, is_over),
        };
        slices.without_counting_loops(is_over)
    }

    /// The exact slice, with returned numbers that registers may be set to.
    pub fn slices_with_results(&self, is_over: &dyn Fn() -> bool) -> Slices {
        let slices = match self.outcomes_are_given {
            true => Slices { coarse: None, exact: slice_with(&self.component, Precision::WithResults) },
            false => slices_with_results(&self.component, is_over),
        };
        slices.without_counting_loops(is_over)
    }

    /// How many steps ideal integers would restrict, because they can overflow.
    pub(super) fn overflowing_steps(&self) -> u64 {
        let restricted = ideal(&self.component);
        let methods = self.component.methods.iter().zip(&restricted.methods);
        let new = methods.map(|(before, after)| {
            let known: HashSet<Action> = before.body.edges.iter().map(|edge| edge.action).collect();
            after.body.edges.iter().filter(|edge| !known.contains(&edge.action)).count()
        });
        new.sum::<usize>() as u64
    }
}
