//! Judges what engines claim that need not come to an end: on a case by the expected language, on a random component by
//! the simulation.

use std::ops::Range;

use etiquette_automata::Interface;
use etiquette_component::{Component, check, parse};
use etiquette_outcome::{Confidence, Outcome, Run, StopReason};
use etiquette_synthesis::Engine;

use super::belief::Simulator;
use super::evidence::check_evidence;
use super::generate::random_source;
use super::letters::Letters;
use super::subject::{Subject, demand, same_language};
use super::walk::{Demand, walk};

/// Components with more beliefs than this take too long to judge.
pub const MOST_BELIEFS: usize = 40;

pub fn is_safe(outcome: &Outcome) -> bool {
    outcome.guarantee.safe == Confidence::Proved
}

pub fn is_permissive(outcome: &Outcome) -> bool {
    outcome.guarantee.permissive == Confidence::Proved
}

/// Whether what is claimed of a slice is true.
pub fn judge(subject: &Subject, outcome: &Outcome) -> Result<(), String> {
    demand(is_permissive(outcome) == (outcome.stop == StopReason::Done), || format!("stopped: {}", outcome.stop))?;
    judge_language(subject, outcome)?;
    check_evidence(&subject.sliced, &subject.letters, outcome)
}

/// Whether what is claimed of the language is true; gives the interface over letters.
pub fn judge_language(subject: &Subject, outcome: &Outcome) -> Result<Interface, String> {
    let spread = subject.letters.spread(&subject.component, &outcome.interface)?;
    if is_safe(outcome) && subject.case.flag("needs-slice") != Some(true) {
        walk(&mut Simulator::new(&subject.component), &subject.letters, &spread, Demand::Safe)?;
    }
    if is_permissive(outcome) {
        same_language(&spread, &subject.realizable)?;
    }
    let states = outcome.interface.state_count();
    demand(!outcome.guarantee.minimal || Some(states) == subject.case.number("minimal-states"), || {
        format!("{states} states are claimed to be minimal")
    })?;
    demand(!outcome.guarantee.full || subject.case.flag("full") != Some(false), || "claims to be full".into())?;
    Ok(spread)
}

/// Whether what is claimed of any component is true. A call that never returns may be forbidden: that refuses no word
/// that can happen.
pub fn judge_by_simulation(component: &Component, letters: &Letters, outcome: &Outcome) -> Result<(), String> {
    let spread = letters.spread(component, &outcome.interface)?;
    let claims = [
        (is_safe(outcome), Demand::Safe),
        (is_permissive(outcome), Demand::Permissive),
        (outcome.guarantee.full, Demand::Full),
    ];
    for (_, claim) in claims.into_iter().filter(|(is_claimed, _)| *is_claimed) {
        walk(&mut Simulator::new(component), letters, &spread, claim)?;
    }
    check_evidence(component, letters, outcome)
}

/// Runs engines on random components, within so many steps, and judges all that they claim; gives how many runs there
/// were, how many of them are proved to be safe, and how many to be permissive, too.
pub fn on_random_components(seeds: Range<u64>, engines: &[&dyn Engine], steps: u64) -> (usize, usize, usize) {
    let mut failures = Vec::new();
    let (mut judged, mut safe, mut proved) = (0, 0, 0);
    for seed in seeds {
        let source = random_source(seed);
        let Ok(component) = parse(&source, "random.component") else { continue };
        let letters = Letters::of(&component);
        let is_small = Simulator::new(&component).has_few_beliefs(&letters.letters, MOST_BELIEFS);
        if !is_small || check(&component).is_err() {
            continue;
        }
        for engine in engines {
            let outcome = engine.synthesize(&component, &mut Run::default().with_step_limit(steps));
            let outcome = outcome.expect("every component is taken");
            judged += 1;
            safe += usize::from(is_safe(&outcome));
            proved += usize::from(is_permissive(&outcome));
            if let Err(problem) = judge_by_simulation(&component, &letters, &outcome) {
                failures.push(format!("seed {seed}, {}: {problem}\n{source}", outcome.engine));
            }
        }
    }
    assert!(failures.is_empty(), "{} of {judged} are wrong\n{}", failures.len(), failures.join("\n"));
    (judged, safe, proved)
}
