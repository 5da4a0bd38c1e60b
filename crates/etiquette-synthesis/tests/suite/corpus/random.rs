//! Random components: the explicit engines agree with the simulation, as it is and sliced, and so with each other.

use etiquette_automata::Interface;
use etiquette_component::{Component, check, parse, slice};
use etiquette_outcome::{Confidence, Limits, Outcome, Reason, Run, StopReason};
use etiquette_synthesis::engines;
use proptest::prelude::*;

use super::belief::Simulator;
use super::letters::Letters;
use super::replay::{replay, replay_failing};
use super::subject::{demand, same_language};
use super::walk::{Demand, stroll, walk};

pub use crate::common::{Random, random_component};

/// Components with more beliefs than this take too long.
const MOST_BELIEFS: usize = 60;

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn explicit_engines_agree_on_random_components(seed: u64) {
        let source = random_component(seed);
        let component = parse(&source, "random.component");
        // A condition may turn out to be constant, so that what follows can't be reached: that is refused.
        prop_assume!(component.is_ok());
        let component = component.expect("just asked");
        check(&component).map_err(|broken| TestCaseError::fail(format!("{broken:?}\n{source}")))?;
        let letters = Letters::of(&component);
        prop_assume!(Simulator::new(&component).has_few_beliefs(&letters.letters, MOST_BELIEFS));
        if let Err(problem) = check_component(&component, &letters, seed) {
            return Err(TestCaseError::fail(format!("{problem}\n{source}")));
        }
    }
}

/// Seeds on which engines disagreed once: a loop that can't be entered was taken for the whole method, and an abstraction
/// failed with another error than its component.
#[test]
fn engines_agree_where_they_once_did_not() {
    for seed in [11_513_997_448_908_800_199, 5_519_135_299_066_597_496, 2_684_926_686_687_717_497] {
        let source = random_component(seed);
        let component = parse(&source, "random.component").expect("it was accepted then");
        check_component(&component, &Letters::of(&component), seed)
            .unwrap_or_else(|problem| panic!("{problem}\n{source}"));
    }
}

/// Ways to run an engine; only the first one for slices.
fn runs() -> Vec<(&'static str, Run)> {
    let limited = |depth, states| Run::new(Limits { depth, states, ..Limits::default() });
    let unminimised = |mut run: Run| {
        run.minimise = false;
        run
    };
    vec![
        ("minimised", Run::default()),
        ("not minimised", unminimised(Run::default())),
        ("to depth 1", limited(Some(1), None)),
        ("with 6 states", limited(None, Some(6))),
        ("with 6 states, not minimised", unminimised(limited(None, Some(6)))),
    ]
}

fn check_component(component: &Component, letters: &Letters, seed: u64) -> Result<(), String> {
    let sliced = slice(component).component;
    let mut judge = Judge { component, letters, simulator: Simulator::new(component), seed };
    let mut first = None;
    for (variant, given, manners) in [("as it is", component, runs().len()), ("sliced", &sliced, 1)] {
        let mut own_judge = Simulator::new(given);
        for engine in engines().into_iter().filter(|engine| engine.name() != "certified") {
            for (manner, mut run) in runs().into_iter().take(manners) {
                let named = |problem: String| format!("{}, {variant}, {manner}: {problem}", engine.name());
                let outcome = engine.synthesize(given, &mut run).map_err(|refusal| named(refusal.to_string()))?;
                let (spread, realizable) = judge.language(&outcome).map_err(named)?;
                check_claims(&mut own_judge, letters, &outcome, &spread).map_err(named)?;
                if outcome.stop == StopReason::Done {
                    same_language(&spread, first.get_or_insert(realizable)).map_err(named)?;
                }
            }
        }
    }
    Ok(())
}

/// Judges by the component as it is, even if the engine was given the slice.
struct Judge<'a> {
    component: &'a Component,
    letters: &'a Letters,
    simulator: Simulator<'a>,
    seed: u64,
}

impl Judge<'_> {
    /// Gives the interface over letters, and the same with exactly the events missing that can't be realized.
    fn language(&mut self, outcome: &Outcome) -> Result<(Interface, Interface), String> {
        let spread = self.letters.spread(self.component, &outcome.interface)?;
        let demand = match outcome.guarantee.permissive {
            Confidence::Proved => Demand::SafeAndPermissive,
            Confidence::ProvedUpTo(calls) => Demand::PermissiveUpTo(calls),
            other => return Err(format!("permissive: {other}")),
        };
        let walked = walk(&mut self.simulator, self.letters, &spread, demand)?;
        let mut random = Random(self.seed);
        let strolls = if outcome.stop == StopReason::Done { 10 } else { 0 };
        for _ in 0..strolls {
            stroll(&mut self.simulator, self.letters, &spread, 20, |bound| random.below(bound))?;
        }
        Ok((spread, walked.realizable.ok_or("too many pairs of belief and state")?))
    }
}

/// What the outcome says beside the interface, judged by the component that the engine was given.
pub fn check_claims(
    simulator: &mut Simulator<'_>,
    letters: &Letters,
    outcome: &Outcome,
    spread: &Interface,
) -> Result<(), String> {
    if outcome.guarantee.full {
        walk(simulator, letters, spread, Demand::Full).map_err(|problem| format!("not full: {problem}"))?;
    }
    for (state, facts) in outcome.interface.states().zip(&outcome.states) {
        let reached = replay(simulator, letters, spread, &facts.access)?;
        demand(reached.state == state, || format!("{:?} leads to another state", facts.access))?;
        for forbidden in &facts.forbidden {
            match &forbidden.reason {
                Reason::NotConstructed => demand(facts.access.is_empty(), || "it was constructed".into())?,
                Reason::AlreadyConstructed => demand(!facts.access.is_empty(), || "it was not constructed".into())?,
                reason => check_reason(simulator, letters, outcome, spread, reason)?,
            }
        }
    }
    Ok(())
}

fn check_reason(
    simulator: &mut Simulator<'_>,
    letters: &Letters,
    outcome: &Outcome,
    spread: &Interface,
    reason: &Reason,
) -> Result<(), String> {
    match reason {
        Reason::Error { witness, error, at } => {
            let step = replay_failing(simulator, letters, spread, witness)?;
            demand(step.errors.contains(&(error.clone(), at.clone())), || format!("{witness:?} does not raise {error}"))
        }
        Reason::Unexplored if outcome.stop != StopReason::Done => Ok(()),
        other => Err(format!("no reason to forbid anything: {other:?}")),
    }
}
