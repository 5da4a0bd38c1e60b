//! Another program asked about the product, as PSYCO did with CPAchecker: z3's Spacer, on constrained Horn clauses.
//!
//! Its invariants and runs are confirmed by us, so that nothing is taken on trust. Where it is not installed, nothing
//! is established.

use std::sync::Arc;
use std::time::Duration;

use etiquette_checking::{Limits, Question as Reachability, Verdict, spacer};
use etiquette_logic::ExternalSolver;

use crate::engines::guarded::check::{Checker, Found, Question};
use etiquette_outcome::{Run, StopReason};

/// The run's own limits end the question; this is for runs without one.
const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

/// The program that is asked.
const PROGRAM: &str = "z3";

/// The checker.
pub(crate) struct External;

/// Why the program can't be asked; `None` if it can.
pub(crate) fn missing() -> Option<String> {
    ExternalSolver::find(PROGRAM).err().map(|error| error.to_string())
}

impl Checker for External {
    fn check(&self, question: Question<'_>, run: &mut Run) -> Found {
        let Question { component, product, .. } = question;
        let limits = Limits { interrupt: Some(Arc::new(run.interrupt())), ..Limits::default() };
        let (system, bad, known) = (&product.system, product.bad, &product.known[..]);
        let question = Reachability { pool: &mut component.terms, system, bad, known, limits };
        let verdict = ExternalSolver::find(PROGRAM).and_then(|program| spacer(question, &program.time_limit(LONGEST)));
        match verdict {
            Ok(Verdict::Holds { invariant }) => Found::Proved(Some(invariant)),
            Ok(Verdict::HoldsByDepth(_)) => Found::Proved(None),
            Ok(Verdict::Reached(trace)) => Found::Difference(trace),
            Ok(Verdict::Unknown(_)) | Err(_) => Found::UpTo(0, run.look().err().unwrap_or(StopReason::NoProof)),
        }
    }
}
