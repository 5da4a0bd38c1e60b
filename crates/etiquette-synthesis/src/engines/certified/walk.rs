//! Walking hypothesis and component side by side: a cheap search for differences before anything is proved.
//!
//! Breadth first over pairs of a state and a belief, with the samples of each call. What is found is a shortest
//! difference; finding nothing says nothing about longer words or other arguments.

use etiquette_automata::Reached;

use crate::engines::certified::budgets::walk::MAX_SOLVER_CALLS;
use crate::engines::certified::classes::Table;
use crate::engines::certified::counterexample::Difficulty;
use crate::spaces::solver::beliefs::{Event, NodeId, Verdict, Words};
use etiquette_learning::dont_cares::Hypothesis;
use etiquette_outcome::{Run, StopReason};

/// What a walk found.
pub(crate) enum Walked {
    Difference(Difficulty),
    /// No difference among all pairs.
    All,
    /// There are more pairs.
    Cut,
    /// Beliefs take the solver too long.
    Slow,
}

/// A difference between hypothesis and component among the first so many pairs.
///
/// # Errors
/// When the run is to stop.
pub(crate) fn find_difference(
    table: &Table,
    words: &mut Words,
    hypothesis: &Hypothesis,
    limit: usize,
    run: &mut Run,
) -> Result<Walked, StopReason> {
    let mut pairs: Reached<(usize, NodeId), Event> = Reached::from_starts([(0, Words::START)]);
    let solver_calls = words.solver_calls + MAX_SOLVER_CALLS;
    while let Some(index) = pairs.visit() {
        if words.solver_calls > solver_calls {
            return Ok(Walked::Slow);
        }
        let (state, node) = pairs.states()[index];
        for (call, guarded) in table.classes.iter().enumerate() {
            let outcomes = words.component().methods[guarded.class.method].outcomes.len();
            for &letter in &guarded.samples {
                let verdict = words.verdict(node, letter, run)?;
                if verdict != Verdict::OutOfOrder && (verdict == Verdict::Legal) != hypothesis.allows(state, call) {
                    return Ok(Walked::Difference(Difficulty { path: pairs.word_to(index), last: Some(letter) }));
                }
                for outcome in 0..outcomes {
                    let event = Event { letter, outcome };
                    let Some(next) = words.next(node, event, run)? else { continue };
                    let Some(to) = hypothesis.next(state, call, outcome) else {
                        let path = pairs.word_to(index).into_iter().chain([event]).collect();
                        return Ok(Walked::Difference(Difficulty { path, last: None }));
                    };
                    if pairs.states().len() < limit {
                        pairs.enter((to, next), Some((index, event)));
                    }
                }
            }
        }
    }
    Ok(if pairs.states().len() < limit { Walked::All } else { Walked::Cut })
}
