//! The engine `guarded` on every case and on random components, with every checker and both learners: what it claims is
//! judged by the simulation.
//!
//! Where it claims to be permissive, it has the expected language; what it proves is accepted by the checker of
//! certificates.

use etiquette_component::{Component, check, parse};
use etiquette_outcome::{Confidence, Outcome, Run, StopReason};
use etiquette_synthesis::{Check, Engine, Guarded, LearningAlgorithm};

use super::belief::Simulator;
use super::evidence::check_evidence;
use super::generate::random_source;
use super::letters::Letters;
use super::subject::{Subject, demand, same_language, subjects};
use super::walk::{Demand, walk};

/// No case takes anywhere near as many steps, unless it does not come to an end.
const MOST_STEPS: u64 = 5_000;
/// Components with more beliefs than this take too long to judge.
const MOST_BELIEFS: usize = 40;

fn run(engine: &Guarded, component: &Component) -> Outcome {
    engine.synthesize(component, &mut Run::default().with_step_limit(MOST_STEPS)).expect("every component is taken")
}

/// Runs one version on every case; gives how many there are, how many were proved, and how many of these have a
/// certificate.
fn on_every_case(engine: &Guarded) -> (usize, usize, usize) {
    let mut failures = Vec::new();
    let (mut runs, mut proved, mut certified) = (0, 0, 0);
    for subject in subjects() {
        let outcome = subject.within_steps(engine, MOST_STEPS);
        let is_proved = outcome.is_proved();
        runs += 1;
        proved += usize::from(is_proved);
        certified += usize::from(is_proved && outcome.evidence.is_some());
        if !is_proved {
            println!("{}: {} [{}]", subject.case.name, outcome.engine, outcome.stop);
        }
        if let Err(problem) = judge(subject, &subject.sliced, &outcome) {
            failures.push(format!("{}, {}: {problem}", subject.case.name, outcome.engine));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    println!("{proved} of {runs} are proved, {certified} with a certificate");
    (runs, proved, certified)
}

fn judge(subject: &Subject, given: &Component, outcome: &Outcome) -> Result<(), String> {
    let done = outcome.guarantee.permissive == Confidence::Proved;
    demand(done == (outcome.stop == StopReason::Done), || format!("stopped: {}", outcome.stop))?;
    let spread = subject.letters.spread(&subject.component, &outcome.interface)?;
    if outcome.guarantee.safe == Confidence::Proved && subject.case.flag("needs-slice") != Some(true) {
        walk(&mut Simulator::new(&subject.component), &subject.letters, &spread, Demand::Safe)?;
    }
    if done {
        same_language(&spread, &subject.realizable)?;
    }
    let states = outcome.interface.state_count();
    demand(!outcome.guarantee.minimal || Some(states) == subject.case.number("minimal-states"), || {
        format!("{states} states are claimed to be minimal")
    })?;
    demand(!outcome.guarantee.full || subject.case.flag("full") != Some(false), || "claims to be full".into())?;
    check_evidence(given, &subject.letters, outcome)
}

#[test]
fn guarded_with_pdr_is_right_on_every_case() {
    for learner in LearningAlgorithm::ALL {
        let (runs, proved, certified) = on_every_case(&Guarded { learner, ..Guarded::default() });
        assert!(proved * 10 > runs * 7, "hardly ever done: {proved} of {runs}");
        assert!(certified * 10 > proved * 9, "hardly ever a certificate: {certified} of {proved}");
    }
}

#[test]
fn guarded_with_search_is_right_on_every_case() {
    let (runs, proved, _) = on_every_case(&Guarded { check: Check::Search, ..Guarded::default() });
    assert!(proved * 10 > runs * 5, "hardly ever done: {proved} of {runs}");
}

#[test]
fn guarded_with_interpolation_is_right_on_every_case() {
    let (runs, proved, _) = on_every_case(&Guarded { check: Check::Interpolation, ..Guarded::default() });
    assert!(proved * 10 > runs * 4, "hardly ever done: {proved} of {runs}");
}

#[test]
fn guarded_with_bounded_exploration_never_claims_too_much() {
    for check in [Check::Bounded, Check::PartialOrder] {
        on_every_case(&Guarded { check, depth: Some(3), ..Guarded::default() });
    }
}

#[test]
fn guarded_is_right_on_random_components() {
    let mut failures = Vec::new();
    let (mut judged, mut proved) = (0, 0);
    for seed in 0..120 {
        let source = random_source(seed);
        let Ok(component) = parse(&source, "random.component") else { continue };
        let letters = Letters::of(&component);
        let is_small = Simulator::new(&component).has_few_beliefs(&letters.letters, MOST_BELIEFS);
        if !is_small || check(&component).is_err() {
            continue;
        }
        for way in [Check::PropertyDirected, Check::Search, Check::Interpolation] {
            let outcome = run(&Guarded { check: way, ..Guarded::default() }, &component);
            judged += 1;
            proved += usize::from(outcome.guarantee.permissive == Confidence::Proved);
            if let Err(problem) = judge_random(&component, &letters, &outcome) {
                failures.push(format!("seed {seed}, {}: {problem}\n{source}", outcome.engine));
            }
        }
    }
    println!("{proved} of {judged} are proved");
    assert!(failures.is_empty(), "{} of {judged} are wrong\n{}", failures.len(), failures.join("\n"));
    assert!(proved * 4 > judged, "hardly ever done: {proved} of {judged}");
}

/// A call that never returns may be forbidden: that refuses no word that can happen.
fn judge_random(component: &Component, letters: &Letters, outcome: &Outcome) -> Result<(), String> {
    let spread = letters.spread(component, &outcome.interface)?;
    if outcome.guarantee.safe == Confidence::Proved {
        walk(&mut Simulator::new(component), letters, &spread, Demand::Safe)?;
    }
    if outcome.guarantee.permissive == Confidence::Proved {
        walk(&mut Simulator::new(component), letters, &spread, Demand::Permissive)?;
    }
    if outcome.guarantee.full {
        walk(&mut Simulator::new(component), letters, &spread, Demand::Full)?;
    }
    check_evidence(component, letters, outcome)
}
