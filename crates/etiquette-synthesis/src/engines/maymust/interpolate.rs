//! Interpolants along a trace that can't happen.
//!
//! At each point of the trace the interpolant holds of whatever gets there from the one before it, and excludes every state from which the rest can be done. The
//! atoms of all of them together rule the trace out of the boolean abstraction.

use etiquette_component::Component;
use etiquette_logic::{Solver, Term};

use crate::engines::maymust::path::Path;
use crate::proofs::interpolant::Interpolator;

/// The trace with what each of its points is to keep clear of.
pub(crate) struct Interpolation<'a> {
    pub component: &'a mut Component,
    pub solver: &'a mut Solver,
    pub path: &'a Path,
    /// For each point, from which states the rest can be done.
    pub rest: &'a [Term],
    /// All state variables have values of their types.
    pub domain: Term,
}

impl Interpolation<'_> {
    /// The atomic conditions of the interpolants, those nearest to the end first; `None` where one takes too many clauses, or the search was
    /// interrupted.
    pub fn atoms(&mut self) -> Option<Vec<Term>> {
        let state = self.component.state_symbols();
        let mut used: Vec<Vec<Term>> = Vec::new();
        let mut before = self.path.initial;
        for point in 0..self.rest.len() {
            let (condition, updates) = match point.checked_sub(1).map(|index| &self.path.steps[index]) {
                None => (before, Vec::new()),
                Some(step) => (self.component.terms.and(before, step.condition), step.updates.clone()),
            };
            let mut here = Vec::new();
            let mut interpolator = Interpolator { component: self.component, solver: self.solver, domain: self.domain };
            let rest = self.rest[point];
            let vocabulary = interpolator.words_of(rest, &state);
            before = interpolator.interpolant((condition, &updates), rest, &state, &[vocabulary], &mut here)?;
            used.push(here);
        }
        used.reverse();
        let mut all: Vec<Term> = Vec::new();
        for atom in used.into_iter().flatten() {
            if !all.contains(&atom) {
                all.push(atom);
            }
        }
        Some(all)
    }
}
