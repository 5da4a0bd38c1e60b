//! Interpolants along a trace that can't happen.
//!
//! At each point of the trace the interpolant holds of whatever gets there from the one before it, and excludes every
//! state from which the rest can be done. The atoms of all of them together rule the trace out of the boolean
//! abstraction.

use etiquette_component::Component;
use etiquette_logic::{Solver, Term};

use crate::proofs::interpolant::Interpolator;
use crate::refinement::path::Path;

/// The atomic conditions of the interpolants, those nearest to the end first; `None` where one takes too many clauses,
/// or the search was interrupted.
pub(crate) fn interpolants(component: &mut Component, solver: &mut Solver, path: &Path) -> Option<Vec<Term>> {
    let domain = component.state_domains();
    let state = component.state_symbols();
    let mut used: Vec<Vec<Term>> = Vec::new();
    let mut before = path.initial;
    for (point, &rest) in path.rest.iter().enumerate() {
        let (condition, updates) = match point.checked_sub(1).map(|index| &path.steps[index]) {
            None => (before, &[][..]),
            Some(step) => (component.terms.and(before, step.condition), &step.updates[..]),
        };
        let mut here = Vec::new();
        let mut interpolator = Interpolator { component, solver, domain };
        let vocabulary = interpolator.words_of(rest, &state);
        before = interpolator.interpolant((condition, updates), rest, &state, &[vocabulary], &mut here)?;
        used.push(here);
    }
    let mut all: Vec<Term> = Vec::new();
    for atom in used.into_iter().rev().flatten() {
        if !all.contains(&atom) {
            all.push(atom);
        }
    }
    Some(all)
}
