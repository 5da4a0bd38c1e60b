//! Asks z3's Spacer about a system as Horn clauses (Komuravelli, Gurfinkel and Chaki, "SMT-based model checking for
//! recursive programs", 2014).
//!
//! Its word is not enough: an invariant is read back and checked with our own solver, and where it says that a bad
//! state can be reached, the run is found by our own bounded checker. What can't be confirmed is an unknown.

use etiquette_logic::{ExternalError, ExternalSolver, Term, TermPool, read_function};

use super::horn::{PREDICATE, to_horn_clauses};
use crate::bounded::bounded;
use crate::certificate::check_invariant;
use crate::question::{Limits, Question, Unknown, Verdict};
use crate::system::System;

/// Without these, z3 rewrites the clauses until the invariant has quantifiers in it, which no term can express.
const OPTIONS: &str = "(set-option :fp.xform.inline_eager false)
(set-option :fp.xform.inline_linear false)
(set-option :fp.xform.slice false)
(set-option :fp.xform.coi false)
(set-option :fp.xform.tail_simplifier_pve false)
";

/// Asks z3 (or a program that understands the same) for an invariant or for a run to a bad state.
pub fn spacer(question: Question<'_>, program: &ExternalSolver) -> Result<Verdict, ExternalError> {
    let Question { pool, system, bad, known, limits } = question;
    let informed = within(pool, system, known);
    let text = format!("{OPTIONS}{}(get-model)\n", to_horn_clauses(pool, &informed, bad));
    let Some(output) = program.run_text(text, &|| limits.interrupted())? else {
        return Ok(Verdict::Unknown(Unknown::Interrupted));
    };
    let (answer, model) = output.trim_start().split_once('\n').unwrap_or((output.trim(), ""));
    match answer.trim() {
        "sat" => Ok(confirmed(pool, system, (bad, known), model)),
        // Without a model to print, the second command is an error, which does not matter.
        "unsat" => Ok(bounded(Question { pool, system, bad, known, limits: Limits { depth: usize::MAX, ..limits } })),
        "unknown" | "timeout" => Ok(Verdict::Unknown(Unknown::Interrupted)),
        _ => Err(ExternalError::Unexpected(program.program().to_owned(), output)),
    }
}

/// The system with steps from states only in which the facts hold. No reachable state is lost, and the facts need not
/// be found out.
fn within(pool: &mut TermPool, system: &System, known: &[Term]) -> System {
    let mut system = system.clone();
    let facts = pool.all(known.iter().copied());
    for step in &mut system.steps {
        step.condition = pool.and(facts, step.condition);
    }
    system
}

/// The invariant, if it can be read and is one together with the facts.
fn confirmed(pool: &mut TermPool, system: &System, (bad, known): (Term, &[Term]), model: &str) -> Verdict {
    let variables: Vec<Term> = system.variables.iter().map(|&symbol| pool.symbol(symbol)).collect();
    let Ok(found) = read_function(pool, model, PREDICATE, &variables) else {
        return Verdict::Unknown(Unknown::NotConfirmed);
    };
    let invariant: Vec<Term> = known.iter().copied().chain([found]).collect();
    match check_invariant(pool, system, bad, &invariant) {
        Ok(()) => Verdict::Holds { invariant },
        Err(_) => Verdict::Unknown(Unknown::NotConfirmed),
    }
}
