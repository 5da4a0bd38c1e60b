//! Stopped early, an outcome is still safe, says why it stopped, and is permissive as far as it says.

use etiquette_automata::{Realizable, not_included};
use etiquette_outcome::{Confidence, Limits, Run, StopReason};

use super::belief::Simulator;
use super::certified::demands;
use super::subject::{Answer, Subject, check_every_answer, demand, same_language};
use super::walk::{Demand, Walked, walk};

const DEPTH_LIMIT: u64 = 2;

#[test]
fn a_depth_limit_keeps_what_is_known() {
    let run = || Run::new(Limits { depth: Some(DEPTH_LIMIT), ..Limits::default() });
    check_every_answer("depth limit", run, |subject, answer| {
        check_stopped(subject, answer, StopReason::DepthLimit)?;
        let walked = walk_all(subject, answer)?;
        if answer.outcome.engine != "direct" || !walked.complete {
            return Ok(());
        }
        // The direct algorithm explores breadth first, so it stops exactly where there is more beyond the limit.
        let wanted = match walked.depth > DEPTH_LIMIT {
            true => Confidence::ProvedUpTo(DEPTH_LIMIT),
            false => Confidence::Proved,
        };
        let found = answer.outcome.guarantee.permissive;
        demand(found == wanted, || format!("permissive: {found} instead of {wanted}"))
    });
}

#[test]
fn a_state_limit_keeps_what_is_known() {
    for (states, minimise) in [(1, true), (3, true), (3, false), (5, false)] {
        let run = || {
            let mut run = Run::new(Limits { states: Some(states), ..Limits::default() });
            run.minimise = minimise;
            run
        };
        check_every_answer("state limit", run, |subject, answer| {
            check_stopped(subject, answer, StopReason::StateLimit)?;
            let walked = walk_all(subject, answer)?;
            if answer.outcome.engine != "direct" || !walked.complete {
                return Ok(());
            }
            let too_many = walked.states.len() as u64 > states;
            demand((answer.outcome.stop == StopReason::StateLimit) == too_many, || {
                format!("stopped: {}, with {} states", answer.outcome.stop, walked.states.len())
            })
        });
    }
}

/// The whole of what the engine was given, by way of the expected interface.
fn walk_all(subject: &Subject, answer: &Answer) -> Result<Walked, String> {
    walk(&mut Simulator::new(answer.component), &subject.letters, &subject.expected, Demand::Safe)
}

fn check_stopped(subject: &Subject, answer: &Answer, limit: StopReason) -> Result<(), String> {
    let outcome = &answer.outcome;
    if outcome.stop == StopReason::Done {
        let proved = outcome.guarantee.permissive == Confidence::Proved;
        demand(proved, || "done, but not proved".into())?;
        return same_language(&answer.spread, &subject.realizable);
    }
    demand(outcome.stop == limit, || format!("stopped: {} instead of {limit}", outcome.stop))?;
    demand(!outcome.guarantee.minimal && !outcome.guarantee.full, || "minimal or full, but not done".into())?;
    if outcome.engine == "certified" {
        return check_claims(subject, answer);
    }
    demand(outcome.guarantee.safe == Confidence::Proved, || "safety was not proved".into())?;
    let Confidence::ProvedUpTo(calls) = outcome.guarantee.permissive else {
        return Err(format!("permissive: {} although it stopped early", outcome.guarantee.permissive));
    };
    let more = not_included(&answer.spread, &subject.realizable, Realizable::Ignore);
    if let Some(difference) = more.map_err(|mismatch| mismatch.to_string())? {
        return Err(format!("accepts {}", difference.describe(answer.spread.alphabet())));
    }
    let mut simulator = Simulator::new(&subject.component);
    let walked = walk(&mut simulator, &subject.letters, &answer.spread, Demand::PermissiveUpTo(calls))?;
    demand(walked.distance.len() == outcome.interface.state_count(), || "a state that no word leads to".into())
}

/// The certified engine may stop with a guess in hand, of which it claims little or nothing.
fn check_claims(subject: &Subject, answer: &Answer) -> Result<(), String> {
    let mut simulator = Simulator::new(&subject.component);
    demands(&answer.outcome)
        .into_iter()
        .try_for_each(|demand| walk(&mut simulator, &subject.letters, &answer.spread, demand).map(drop))
}
