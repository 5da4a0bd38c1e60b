//! Which of some conditions hold in all reachable states: those that are not dropped because they do not hold at first,
//! or after a step from states with all that is left (Flanagan and Leino, "Houdini", 2001).
//!
//! What is left is a fact to be given to the checkers as known. They find many invariants themselves, but not that two
//! variables are always equal which the system never compares.

use etiquette_logic::{Answer, Solver, Substitution, Term, TermPool};

use crate::question::Limits;
use crate::system::System;

/// The candidates that hold initially and whose conjunction, with what is known, every step preserves. Where a query
/// takes too long, the candidates that it is about are dropped.
pub fn inductive(
    pool: &mut TermPool,
    system: &System,
    known: &[Term],
    mut candidates: Vec<Term>,
    limits: &Limits,
) -> Vec<Term> {
    let mut at_first = solver(limits);
    at_first.assert(pool, system.initial);
    keep_implied(pool, &mut at_first, &[], &mut candidates, |_, term| term);
    let mut steps: Vec<(Solver, Substitution)> = Vec::new();
    for step in &system.steps {
        let mut solver = solver(limits);
        solver.assert(pool, step.condition);
        known.iter().for_each(|&fact| solver.assert(pool, fact));
        steps.push((solver, step.updates.iter().copied().collect()));
    }
    loop {
        let before = candidates.len();
        for (solver, updates) in &mut steps {
            let assumed = candidates.clone();
            keep_implied(pool, solver, &assumed, &mut candidates, |pool, term| updates.apply(pool, term));
        }
        if candidates.len() == before || candidates.is_empty() {
            return candidates;
        }
    }
}

fn solver(limits: &Limits) -> Solver {
    let mut solver = Solver::new();
    solver.set_conflict_limit(limits.conflicts);
    if let Some(interrupt) = limits.interrupt.clone() {
        solver.set_interrupt(move || interrupt());
    }
    solver
}

/// Drops the candidates of which `after` need not hold. A model shows of many at once that they need not.
fn keep_implied(
    pool: &mut TermPool,
    solver: &mut Solver,
    assumed: &[Term],
    candidates: &mut Vec<Term>,
    mut after: impl FnMut(&mut TermPool, Term) -> Term,
) {
    let mut waiting: Vec<(Term, Term)> =
        candidates.iter().map(|&candidate| (candidate, after(pool, candidate))).collect();
    waiting.retain(|(_, then)| !assumed.contains(then));
    while !waiting.is_empty() {
        let all = pool.all(waiting.iter().map(|(_, then)| *then));
        let broken = pool.not(all);
        let question: Vec<Term> = assumed.iter().copied().chain([broken]).collect();
        let dropped: Vec<Term> = match solver.check(pool, &question) {
            Answer::Unsat => return,
            Answer::Sat => {
                waiting.iter().filter(|(_, then)| solver.value(pool, *then) == 0).map(|known| known.0).collect()
            }
            Answer::Unknown(_) => waiting.iter().map(|known| known.0).collect(),
        };
        candidates.retain(|candidate| !dropped.contains(candidate));
        waiting.retain(|(candidate, _)| !dropped.contains(candidate));
    }
}
