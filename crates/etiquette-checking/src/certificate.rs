//! Checks an invariant with the term solver alone: it shares nothing with the checkers that find invariants.

use etiquette_logic::{Answer, Solver, Substitution, Term, TermPool};

use crate::system::{Step, System};

/// Checks that the conjunction of the conditions holds initially, is kept by every step, and excludes bad states. The
/// error says which of the three is not so.
pub fn check_invariant(pool: &mut TermPool, system: &System, bad: Term, invariant: &[Term]) -> Result<(), String> {
    let together = pool.all(invariant.iter().copied());
    let broken = pool.not(together);
    demand_none(pool, &[system.initial, broken], || "the invariant does not hold in every initial state".into())?;
    demand_none(pool, &[together, bad], || "the invariant does not exclude the bad states".into())?;
    for (number, step) in system.steps.iter().enumerate() {
        check_step(pool, together, broken, step).map_err(|what| format!("step {number}: {what}"))?;
    }
    Ok(())
}

fn check_step(pool: &mut TermPool, invariant: Term, broken: Term, step: &Step) -> Result<(), String> {
    let broken_after = step.updates.iter().copied().collect::<Substitution>().apply(pool, broken);
    demand_none(pool, &[invariant, step.condition, broken_after], || "the invariant is not kept".into())
}

fn demand_none(pool: &TermPool, conditions: &[Term], complaint: impl Fn() -> String) -> Result<(), String> {
    let mut solver = Solver::new();
    for &condition in conditions {
        solver.assert(pool, condition);
    }
    match solver.check(pool, &[]) {
        Answer::Unsat => Ok(()),
        Answer::Sat => Err(complaint()),
        Answer::Unknown(reason) => Err(format!("no answer: {reason:?}")),
    }
}
