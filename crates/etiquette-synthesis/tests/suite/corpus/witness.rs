//! The engine `witness` on every case and on random components, judged as `maymust` is: always safe, and where it
//! claims to be permissive or full, it is. The engines on predicates agree with each other where both come to an end.

use etiquette_automata::{Comparison, Realizable, compare};
use etiquette_outcome::Outcome;
use etiquette_synthesis::{MayMust, Witness};

use super::belief::Simulator;
use super::evidence::check_evidence;
use super::judge::{MOST_BELIEFS, is_permissive, on_random_components};
use super::may_must::{MOST_STEPS, judge_abstractions};
use super::subject::{Subject, subjects};
use super::walk::{Demand, walk};

#[test]
fn witnesses_are_right_on_every_case() {
    let mut failures = Vec::new();
    let (mut runs, mut proved, mut certified) = (0, 0, 0);
    for subject in subjects() {
        let outcome = subject.within_steps(&Witness::USUAL, MOST_STEPS);
        runs += 1;
        proved += usize::from(is_permissive(&outcome));
        certified += usize::from(outcome.evidence.is_some());
        if let Err(problem) = judge_abstractions(subject, &outcome).and_then(|()| agrees(subject, &outcome)) {
            failures.push(format!("{}, {}: {problem}", subject.case.name, outcome.engine));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(proved * 10 > runs * 8, "hardly ever done: {proved} of {runs}");
    assert!(certified * 10 > proved * 9, "hardly ever a certificate: {certified} of {proved}");
}

/// The same language as that of `maymust`, wherever both have one over the same calls.
fn agrees(subject: &Subject, outcome: &Outcome) -> Result<(), String> {
    let other = subject.within_steps(&MayMust::default(), MOST_STEPS);
    if !is_permissive(&other) || !is_permissive(outcome) {
        return Ok(());
    }
    match compare(&outcome.interface, &other.interface, Realizable::Ignore) {
        Ok(Comparison::Equal) | Err(_) => Ok(()),
        Ok(different) => Err(format!("maymust finds another language: {different:?}")),
    }
}

#[test]
fn full_witnesses_are_full_on_every_case() {
    let mut failures = Vec::new();
    let (mut runs, mut full) = (0, 0);
    for subject in subjects() {
        if !Simulator::new(&subject.sliced).has_few_beliefs(&subject.letters.letters, MOST_BELIEFS) {
            continue;
        }
        let outcome = subject.within_steps(&Witness::FULL, MOST_STEPS);
        runs += 1;
        full += usize::from(outcome.guarantee.full);
        if let Err(problem) = judge_full(subject, &outcome) {
            failures.push(format!("{}, {}: {problem}", subject.case.name, outcome.engine));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(full * 2 > runs, "hardly ever full: {full} of {runs}");
}

fn judge_full(subject: &Subject, outcome: &Outcome) -> Result<(), String> {
    let given = &subject.sliced;
    let spread = subject.letters.spread(given, &outcome.interface)?;
    if outcome.guarantee.full {
        walk(&mut Simulator::new(given), &subject.letters, &spread, Demand::Full)?;
    }
    if is_permissive(outcome) {
        walk(&mut Simulator::new(given), &subject.letters, &spread, Demand::SafeAndPermissive)?;
    }
    check_evidence(given, &subject.letters, outcome)
}

#[test]
fn witnesses_are_right_on_random_components() {
    let (judged, safe, proved) = on_random_components(0..150, &[&Witness::USUAL, &Witness::FULL], MOST_STEPS);
    assert_eq!(safe, judged, "always safe");
    assert!(proved * 2 > judged, "hardly ever done: {proved} of {judged}");
}

/// Where no word of the abstraction can happen, one is looked for on the interface; only words through loops can't be
/// found so.
#[test]
fn every_forbidden_call_has_a_reason() {
    let mut failures = Vec::new();
    for subject in subjects() {
        if subject.case.list("tags").contains(&"loop") {
            continue;
        }
        for outcome in
            [subject.within_steps(&Witness::USUAL, MOST_STEPS), subject.within_steps(&MayMust::USUAL, MOST_STEPS)]
        {
            failures
                .extend(unexplained(&outcome).map(|what| format!("{}, {}: {what}", subject.case.name, outcome.engine)));
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

fn unexplained(outcome: &Outcome) -> Option<String> {
    let states = outcome.interface.states().filter(|_| is_permissive(outcome));
    let pairs = states.flat_map(|state| outcome.interface.alphabet().call_ids().map(move |call| (state, call)));
    let mut open = pairs.filter(|&(state, call)| !outcome.interface.allows(state, call));
    open.find(|&(state, call)| outcome.reason(state, call).is_none()).map(|pair| format!("no reason for {pair:?}"))
}
