//! Property-directed reachability on the product: the checker that the other engines use, too.
//!
//! It finds an invariant or a run on which component and conjecture disagree, however long that is.

use std::sync::Arc;

use etiquette_checking::{Limits, Question as Reachability, Unknown, Verdict, bounded, pdr};

use crate::engines::guarded::budgets::check_property_directed::SHORT;
use crate::engines::guarded::check::{Checker, Found, Question};
use etiquette_outcome::{Run, StopReason};

/// The checker.
pub(crate) struct PropertyDirected;

impl Checker for PropertyDirected {
    fn check(&self, question: Question<'_>, run: &mut Run) -> Found {
        let Question { component, product, depth, .. } = question;
        let frames = depth.and_then(|depth| usize::try_from(depth).ok()).unwrap_or(Limits::default().frames);
        let limits = Limits { interrupt: Some(Arc::new(run.interrupt())), frames, ..Limits::default() };
        let (system, bad, known) = (&product.system, product.bad, &product.known[..]);
        // Most conjectures are wrong on a short word, and that is found faster by looking at short words.
        let short = Limits { depth: SHORT.min(frames), ..limits.clone() };
        let pool = &mut component.terms;
        if let Verdict::Reached(trace) = bounded(Reachability { pool, system, bad, known, limits: short }) {
            return Found::Difference(trace);
        }
        let verdict = pdr(Reachability { pool: &mut component.terms, system, bad, known, limits });
        let stop = |otherwise| run.look().err().unwrap_or(otherwise);
        match verdict {
            Verdict::Holds { invariant } => Found::Proved(Some(invariant)),
            Verdict::HoldsByDepth(_) => Found::Proved(None),
            Verdict::Reached(trace) => Found::Difference(trace),
            // Where there are loops, a call is more than one step.
            Verdict::Unknown(Unknown::Frames(steps) | Unknown::Depth(steps)) => {
                let calls = if product.location.is_none() { steps as u64 } else { 0 };
                Found::UpTo(calls, stop(StopReason::DepthLimit))
            }
            Verdict::Unknown(_) => Found::UpTo(0, stop(StopReason::NoProof)),
        }
    }
}
