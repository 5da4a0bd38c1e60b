//! The words that show why calls are forbidden, tried: on the interpreter before they are shown, and on a JVM where that
//! is asked for.

use std::collections::BTreeSet;

use etiquette_applications::concrete::{ConcreteWord, Ending, MOST_STEPS, Seen};
use etiquette_applications::explain::{Explainer, state_names};
use etiquette_component::{Action, Component, Owner};
use etiquette_outcome::{Assumption, AssumptionKind, Confidence, Forbidden, OnJvm, Outcome, Reason, Run};

use crate::arguments::TargetArguments;
use crate::failure::Failure;
use crate::pipeline::CHECKED;
use crate::replay::{Replay, Written, read_written};

/// Runs every witness of a class on a JVM. A verdict that it does not confirm is withdrawn: the call is doubtful then.
pub fn replay(outcome: &mut Outcome, component: &Component, arguments: &TargetArguments) -> Result<(), Failure> {
    let mut jvm = Replay::start(arguments)?;
    let Outcome { states, guarantee, interface, .. } = outcome;
    let mut withdrawn = 0;
    for forbidden in states.iter_mut().flat_map(|facts| &mut facts.forbidden) {
        let Reason::Error { witness, error, .. } = &forbidden.reason else { continue };
        let tried = jvm.try_witness(component, witness, error)?;
        if let (OnJvm::Differs(_), None) = (&tried, &forbidden.doubt) {
            let method = &interface.alphabet().call(forbidden.call).method;
            let text = format!("what a JVM does otherwise: a witness of `{method}` does not fail there");
            forbidden.doubt = Some(vec![guarantee.assumptions.len()]);
            guarantee.assumptions.push(Assumption { kind: AssumptionKind::Value, text, at: None });
            withdrawn += 1;
        }
        forbidden.on_jvm = Some(tried);
    }
    if withdrawn > 0 {
        withdraw(outcome, withdrawn);
    }
    Ok(())
}

/// Takes back what no longer holds, and the certificate, which is about a component that is not the class.
fn withdraw(outcome: &mut Outcome, calls: u64) {
    let guarantee = &mut outcome.guarantee;
    if let Some(known) = guarantee.permissive.but_for() {
        guarantee.permissive = Confidence::ProvedButFor(known + calls);
    }
    (guarantee.full, guarantee.minimal) = (false, false);
    outcome.evidence = None;
    outcome.statistics.remove(CHECKED);
}

/// Takes witnesses of a result that is not proved for what they are: only words that fail on the interpreter are shown.
/// Where failing needs a choice of the model, the call is doubtful, and where it needs none, it is not, unless a
/// certificate says otherwise. What can't be run in all the steps that there are is not shown either.
pub fn check_on_interpreter(outcome: &mut Outcome, component: &Component, run: &Run) {
    let certain = without_gaps(component);
    let has_certificate = outcome.evidence.is_some();
    let (names, interface) = (state_names(outcome), outcome.interface.clone());
    let is_over = run.interrupt();
    let mut explainer = (!is_over()).then(|| Explainer::new(component, &interface, names, run).ok()).flatten();
    let mut steps = MOST_STEPS;
    for forbidden in outcome.states.iter_mut().flat_map(|facts| &mut facts.forbidden) {
        let Reason::Error { witness, .. } = &forbidden.reason else { continue };
        // A word that is too long is not written, and not shown.
        if witness.is_empty() {
            continue;
        }
        if fails(&certain, witness, &mut steps) {
            forbidden.doubt = forbidden.doubt.take().filter(|_| has_certificate);
            continue;
        }
        let may_fail = fails(component, witness, &mut steps)
            || explainer
                .as_mut()
                .filter(|_| !is_over())
                .is_some_and(|explainer| matches!(explainer.failure_at_end(&witness.join(", ")), Ok(Some(_))));
        match may_fail {
            true if component.has_gaps() => forbidden.doubt = forbidden.doubt.take().or(Some(Vec::new())),
            true => {}
            false => *forbidden = Forbidden::new(forbidden.call, Reason::Unexplored),
        }
    }
    forget_what_nothing_depends_on(outcome);
}

/// Takes out of the list what is left open, but is not what any doubt is about.
fn forget_what_nothing_depends_on(outcome: &mut Outcome) {
    let doubts = outcome.all_forbidden().filter_map(|forbidden| forbidden.doubt.as_ref());
    let needed: BTreeSet<usize> = doubts.flatten().copied().collect();
    let all = std::mem::take(&mut outcome.guarantee.assumptions).into_iter().enumerate();
    let (positions, kept): (Vec<usize>, Vec<Assumption>) =
        all.filter(|(position, found)| found.kind != AssumptionKind::Value || needed.contains(position)).unzip();
    outcome.guarantee.assumptions = kept;
    let moved = |position: &mut usize| *position = positions.partition_point(|kept| kept < position);
    let doubts = outcome.states.iter_mut().flat_map(|facts| &mut facts.forbidden);
    doubts.filter_map(|forbidden| forbidden.doubt.as_mut()).flatten().for_each(moved);
}

/// The component without the runs in which the model chooses.
fn without_gaps(component: &Component) -> Component {
    let mut component = component.clone();
    let never = component.terms.bool(false);
    for edge in component.methods.iter_mut().flat_map(|method| &mut method.body.edges) {
        if let Action::Havoc(_, Owner::Model(_), to) = edge.action {
            edge.action = Action::Assume(never, to);
        }
    }
    component
}

/// Whether the interpreter finds a run of the word that fails at its end.
pub fn fails(component: &Component, witness: &[String], steps: &mut u64) -> bool {
    let Ok(mut written) = read_written(component, witness) else { return false };
    let Some(Written { letter, .. }) = written.pop() else { return false };
    let initial = component.variables.iter().map(|variable| variable.initial).collect::<Option<Vec<u64>>>();
    let Some(initial) = initial else { return false };
    let seen = |known: Written| Seen { letter: known.letter, outcome: known.outcome.unwrap_or(0), result: None };
    let events: Vec<Seen> = written.into_iter().map(seen).collect();
    let fails_with = |error| {
        let ending = Ending::Failed { letter: letter.clone(), error };
        ConcreteWord { events: events.clone(), ending, initial: initial.clone(), choices: Vec::new() }
            .happens_within(component, steps)
    };
    (0..component.errors.len()).any(fails_with)
}

#[cfg(test)]
mod tests {
    use super::check_on_interpreter;
    use etiquette_outcome::{Outcome, Reason, Run};
    use etiquette_synthesis::{Certified, Engine};

    const LOCK: &str = "component lock { var held: bool = false; var odd: bool = false;
        method acquire() { assert !held; held = true; } method release() { assert held; held = false; }
        method check() { odd = ?; assert !odd; } }";

    /// The outcome with another witness for a call at first, after the check.
    fn checked(method: &str, witness: &[&str], doubt: Option<Vec<usize>>) -> Outcome {
        let component = etiquette_component::parse(LOCK, "lock.component").expect("a component");
        let mut outcome = Certified.synthesize(&component, &mut Run::default()).expect("every component is taken");
        let alphabet = outcome.interface.alphabet().clone();
        for found in &mut outcome.states[0].forbidden {
            found.doubt = doubt.clone();
            if let Reason::Error { witness: known, .. } = &mut found.reason
                && alphabet.call(found.call).method == method
            {
                *known = witness.iter().map(|call| (*call).to_owned()).collect();
            }
        }
        outcome.evidence = None;
        check_on_interpreter(&mut outcome, &component, &Run::default());
        outcome.states[0].forbidden.retain(|found| alphabet.call(found.call).method == method);
        outcome
    }

    #[test]
    fn a_witness_that_fails_without_a_choice_of_the_model_is_kept_and_certain() {
        for doubt in [None, Some(vec![0])] {
            let outcome = checked("release", &["acquire()", "release()", "release()"], doubt);
            let found = &outcome.states[0].forbidden[0];
            assert!(matches!(found.reason, Reason::Error { .. }) && found.doubt.is_none(), "{found:?}");
        }
    }

    #[test]
    fn a_witness_that_does_not_fail_is_none() {
        for witness in [&["acquire()", "release()"][..], &["nothing()"], &["release()", "release()"]] {
            let outcome = checked("release", witness, None);
            assert_eq!(outcome.states[0].forbidden[0].reason, Reason::Unexplored, "{witness:?}");
        }
    }

    #[test]
    fn what_fails_by_a_choice_of_the_model_only_is_doubtful() {
        let outcome = checked("check", &["check()"], None);
        let found = &outcome.states[0].forbidden[0];
        assert!(matches!(found.reason, Reason::Error { .. }) && found.doubt.is_some(), "{found:?}");
    }
}
