//! Which conditions of the weakest preconditions a trace that can't happen fails by.
//!
//! A weakest precondition is a conjunction, of which many parts say how the trace goes on, and few why it can't. At
//! each point those are kept without which the trace would be possible as far as the point is concerned: an
//! unsatisfiable core of what leads there and of what is demanded there.

use etiquette_component::Component;
use etiquette_logic::{Answer, Solver, Substitution, Term};

use crate::refinement::atoms_of_ways::atoms_of_ways;
use crate::refinement::path::Path;

/// The atomic conditions of those parts, those nearest to the end first.
pub(crate) fn needed_atoms(component: &mut Component, solver: &mut Solver, path: &Path) -> Vec<Term> {
    let mut found = Vec::new();
    for point in (0..path.rest.len()).rev() {
        let parts = component.terms.conjuncts(path.rest[point]);
        let from_start: Vec<Term> = parts.iter().map(|&part| at_start(component, path, point, part)).collect();
        let way = way_to(component, path, point);
        let Some(core) = core(component, solver, way, &from_start) else { continue };
        let needed = parts.iter().zip(&from_start).filter(|(_, part)| core.contains(part));
        let needed: Vec<Term> = needed.map(|(&part, _)| part).collect();
        found.extend(atoms_of_ways(component, &needed));
    }
    found
}

/// A condition at a point, said of the state in which the path begins.
fn at_start(component: &mut Component, path: &Path, point: usize, condition: Term) -> Term {
    path.steps[..point].iter().rev().fold(condition, |condition, step| {
        Substitution::from_iter(step.updates.iter().copied()).apply(&mut component.terms, condition)
    })
}

/// What it takes to get to a point.
fn way_to(component: &mut Component, path: &Path, point: usize) -> Vec<Term> {
    let mut all = vec![path.initial];
    for (number, step) in path.steps[..point].iter().enumerate() {
        all.push(at_start(component, path, number, step.condition));
    }
    all
}

/// The parts that can't hold together where the way leads; `None` if they can.
fn core(component: &Component, solver: &mut Solver, way: Vec<Term>, parts: &[Term]) -> Option<Vec<Term>> {
    let mut scope = solver.scope();
    for condition in way {
        scope.assert(&component.terms, condition);
    }
    match scope.check(&component.terms, parts) {
        Answer::Unsat => Some(scope.minimize_core(&component.terms).to_vec()),
        Answer::Sat | Answer::Unknown(_) => None,
    }
}
