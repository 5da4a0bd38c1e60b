//! All schemes of `maymust` on every case and on random components: what they claim is judged by the simulation. They
//! are always safe; where they claim to be permissive, they have the expected language, and the checker accepts their
//! certificates.

use etiquette_component::{Component, check, parse};
use etiquette_outcome::{Confidence, Outcome, Run, StopReason};
use etiquette_synthesis::{Engine, MayMust, Scheme};

use super::belief::Simulator;
use super::evidence::check_evidence;
use super::generate::random_source;
use super::letters::Letters;
use super::subject::{Subject, demand, same_language, subjects};
use super::walk::{Demand, walk};

/// No case takes anywhere near as many steps, unless it does not come to an end.
pub const MOST_STEPS: u64 = 20_000;
/// Components with more beliefs than this take too long to judge.
const MOST_BELIEFS: usize = 40;

fn with(scheme: Scheme) -> MayMust {
    MayMust { scheme, ..MayMust::default() }
}

/// What an engine makes of a component that is no case, within as many steps.
pub fn run(engine: &dyn Engine, component: &Component) -> Outcome {
    engine.synthesize(component, &mut Run::default().with_step_limit(MOST_STEPS)).expect("every component is taken")
}

#[test]
fn schemes_are_right_on_every_case() {
    let mut failures = Vec::new();
    let (mut runs, mut proved, mut certified) = (0, 0, 0);
    for subject in subjects() {
        for scheme in Scheme::ALL {
            let outcome = subject.within_steps(&with(scheme), MOST_STEPS);
            runs += 1;
            proved += usize::from(outcome.guarantee.permissive == Confidence::Proved);
            certified += usize::from(outcome.evidence.is_some());
            if let Err(problem) = judge(subject, &subject.sliced, &outcome) {
                failures.push(format!("{}, {}: {problem}", subject.case.name, outcome.engine));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(proved * 10 > runs * 8, "hardly ever done: {proved} of {runs}");
    assert!(certified * 10 > proved * 9, "hardly ever a certificate: {certified} of {proved}");
}

/// Whether what an engine on abstractions claims is true.
pub fn judge(subject: &Subject, given: &Component, outcome: &Outcome) -> Result<(), String> {
    demand(outcome.guarantee.safe == Confidence::Proved, || "not proved to be safe".into())?;
    let done = outcome.guarantee.permissive == Confidence::Proved;
    demand(done == (outcome.stop == StopReason::Done), || format!("stopped: {}", outcome.stop))?;
    let spread = subject.letters.spread(&subject.component, &outcome.interface)?;
    if subject.case.flag("needs-slice") != Some(true) {
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
fn schemes_are_right_on_random_components() {
    let mut failures = Vec::new();
    let (mut judged, mut proved) = (0, 0);
    for seed in 0..150 {
        let source = random_source(seed);
        let Ok(component) = parse(&source, "random.component") else { continue };
        let letters = Letters::of(&component);
        let is_small = Simulator::new(&component).has_few_beliefs(&letters.letters, MOST_BELIEFS);
        if !is_small || check(&component).is_err() {
            continue;
        }
        for scheme in [Scheme::WeakestPreconditions, Scheme::RefineMay, Scheme::LearnReuse] {
            let outcome = run(&with(scheme), &component);
            judged += 1;
            proved += usize::from(outcome.guarantee.permissive == Confidence::Proved);
            if let Err(problem) = judge_random(&component, &letters, &outcome) {
                failures.push(format!("seed {seed}, {}: {problem}\n{source}", outcome.engine));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {judged} are wrong\n{}", failures.len(), failures.join("\n"));
    assert!(proved * 2 > judged, "hardly ever done: {proved} of {judged}");
}

/// A call that never returns may be forbidden: that refuses no word that can happen.
pub fn judge_random(component: &Component, letters: &Letters, outcome: &Outcome) -> Result<(), String> {
    let spread = letters.spread(component, &outcome.interface)?;
    walk(&mut Simulator::new(component), letters, &spread, Demand::Safe)?;
    if outcome.guarantee.permissive == Confidence::Proved {
        walk(&mut Simulator::new(component), letters, &spread, Demand::Permissive)?;
    }
    if outcome.guarantee.full {
        walk(&mut Simulator::new(component), letters, &spread, Demand::Full)?;
    }
    check_evidence(component, letters, outcome)
}
