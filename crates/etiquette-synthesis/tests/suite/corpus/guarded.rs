//! The engine `guarded` on every case and on random components, with every checker and both learners: what it claims is
//! judged by the simulation.
//!
//! Where it claims to be permissive, it has the expected language; what it proves is accepted by the checker of
//! certificates.

use etiquette_synthesis::{Check, Engine, Guarded, LearningAlgorithm};

use super::judge::{judge, on_random_components};
use super::subject::subjects;

/// No case takes anywhere near as many steps, unless it does not come to an end.
const MOST_STEPS: u64 = 5_000;
/// The same for random components, which are smaller.
const STEPS_ON_RANDOM: u64 = 500;

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
        if let Err(problem) = judge(subject, &outcome) {
            failures.push(format!("{}, {}: {problem}", subject.case.name, outcome.engine));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    println!("{proved} of {runs} are proved, {certified} with a certificate");
    (runs, proved, certified)
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
    let ways = [Check::PropertyDirected, Check::Search, Check::Interpolation];
    let engines = ways.map(|check| Guarded { check, ..Guarded::default() });
    let engines = engines.each_ref().map(|engine| engine as &dyn Engine);
    let (judged, _, proved) = on_random_components(0..120, &engines, STEPS_ON_RANDOM);
    println!("{proved} of {judged} are proved");
    assert!(proved * 4 > judged, "hardly ever done: {proved} of {judged}");
}
