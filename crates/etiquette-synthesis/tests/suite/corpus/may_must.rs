//! All schemes of `maymust` on every case and on random components: what they claim is judged by the simulation. They
//! are always safe; where they claim to be permissive, they have the expected language, and the checker accepts their
//! certificates.

use etiquette_outcome::Outcome;
use etiquette_synthesis::{Engine, MayMust, Scheme};

use super::judge::{is_permissive, is_safe, judge, on_random_components};
use super::subject::{Subject, demand, subjects};

/// No case takes anywhere near as many steps, unless it does not come to an end.
pub const MOST_STEPS: u64 = 20_000;
/// The same for random components, which are smaller.
pub const STEPS_ON_RANDOM: u64 = 2_000;

fn with(scheme: Scheme) -> MayMust {
    MayMust { scheme, ..MayMust::USUAL }
}

#[test]
fn schemes_are_right_on_every_case() {
    let mut failures = Vec::new();
    let (mut runs, mut proved, mut certified) = (0, 0, 0);
    for subject in subjects() {
        for scheme in Scheme::ALL {
            let outcome = subject.within_steps(&with(scheme), MOST_STEPS);
            runs += 1;
            proved += usize::from(is_permissive(&outcome));
            certified += usize::from(outcome.evidence.is_some());
            if let Err(problem) = judge_abstractions(subject, &outcome) {
                failures.push(format!("{}, {}: {problem}", subject.case.name, outcome.engine));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(proved * 10 > runs * 8, "hardly ever done: {proved} of {runs}");
    assert!(certified * 10 > proved * 9, "hardly ever a certificate: {certified} of {proved}");
}

/// Whether what an engine on abstractions claims is true: it is always safe.
pub fn judge_abstractions(subject: &Subject, outcome: &Outcome) -> Result<(), String> {
    demand(is_safe(outcome), || "not proved to be safe".into())?;
    judge(subject, outcome)
}

#[test]
fn schemes_are_right_on_random_components() {
    let engines = [Scheme::WeakestPreconditions, Scheme::RefineMay, Scheme::LearnReuse].map(with);
    let engines = engines.each_ref().map(|engine| engine as &dyn Engine);
    let (judged, safe, proved) = on_random_components(0..150, &engines, STEPS_ON_RANDOM);
    assert_eq!(safe, judged, "always safe");
    assert!(proved * 2 > judged, "hardly ever done: {proved} of {judged}");
}
