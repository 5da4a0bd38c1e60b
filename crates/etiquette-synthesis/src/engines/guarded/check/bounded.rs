//! Bounded exploration (Algorithm 1): all sequences of steps, call by call, as long as arguments exist that take them.
//!
//! It goes by the number of calls, so that a difference that is found is a shortest one, and what is established when
//! time runs out is known.

use crate::engines::guarded::check::explore::{Explorer, Taken};
use crate::engines::guarded::check::{Checker, Found, Question};
use etiquette_outcome::{Run, StopReason};

/// The checker.
pub(crate) struct Bounded;

impl Checker for Bounded {
    fn check(&self, question: Question<'_>, run: &mut Run) -> Found {
        explore(question, run, |_, _, _| false)
    }
}

/// Explores up to the question's depth; steps from a set that `skip` names are not taken.
pub(crate) fn explore(
    question: Question<'_>,
    run: &mut Run,
    skip: impl Fn(&Explorer<'_>, usize, usize) -> bool,
) -> Found {
    let depth = question.depth.unwrap_or(u64::MAX);
    let mut explorer = Explorer::new(question, run);
    let mut level = vec![0];
    for calls in 0..depth {
        run.report("explore", calls + 1, "calls");
        level = match one_call_further(&mut explorer, level, run, &skip) {
            Ok(Next::Level(next)) if next.is_empty() => return Found::Proved(None),
            Ok(Next::Level(next)) => next,
            Ok(Next::Wrong(trace)) => return Found::Difference(trace),
            Err(stop) => return Found::UpTo(calls, stop),
        };
    }
    Found::UpTo(depth, StopReason::DepthLimit)
}

/// What one more call leads to.
enum Next {
    Level(Vec<usize>),
    Wrong(etiquette_checking::Trace),
}

fn one_call_further(
    explorer: &mut Explorer<'_>,
    mut pending: Vec<usize>,
    run: &mut Run,
    skip: impl Fn(&Explorer<'_>, usize, usize) -> bool,
) -> Result<Next, StopReason> {
    let mut next = Vec::new();
    while let Some(from) = pending.pop() {
        for step in 0..explorer.step_count() {
            if skip(explorer, from, step) {
                continue;
            }
            match explorer.take(from, step, run)? {
                Taken::Impossible => {}
                Taken::Wrong(trace) => return Ok(Next::Wrong(trace)),
                Taken::To(reached) => {
                    let is_done = explorer.is_between_calls(&reached.set.values);
                    let kept = explorer.keep(reached);
                    if is_done { next.push(kept) } else { pending.push(kept) }
                }
            }
        }
    }
    // In the order in which they were found, whatever loops did in between.
    next.sort_unstable();
    Ok(Next::Level(next))
}
