//! Every case of the corpus, on every engine that supports it, as it is and sliced.
//!
//! The answers are compared with the interface that the case expects, and judged by a simulation that shares no code
//! with the engines. Adding a case needs no code here: see `corpus/README.md`.

mod any_time;
mod belief;
mod case;
mod certified;
mod evidence;
mod expected;
mod family;
mod game;
pub mod generate;
mod guarded;
mod judge;
mod letters;
mod may_must;
mod memory;
mod mutations;
mod random;
mod replay;
mod results;
mod serial;
mod shrink;
mod stopping;
mod subject;
mod table;
mod walk;
mod witness;

use std::collections::BTreeSet;

use etiquette_automata::CallId;
use etiquette_outcome::{Confidence, Outcome, Reason, Run, StopReason};

use belief::Simulator;
use case::all_cases;
use evidence::check_evidence;
use random::Random;
use replay::{replay, replay_failing};
use subject::{
    Answer, Subject, check_every_answer, check_usual_answers, demand, is_unbounded, same_language, subjects,
};
use walk::{Demand, Walked, stroll, walk};

#[test]
fn every_case_is_described() {
    let readme = include_str!("../../../../../corpus/README.md");
    let cases = all_cases();
    assert!(!cases.is_empty(), "the corpus is empty");
    for case in cases {
        let texts = ["title", "origin", "about"].map(|key| case.text(key));
        assert!(texts.iter().all(|text| !text.trim().is_empty()), "{}: an empty text", case.name);
        assert!(!case.list("tags").is_empty(), "{}: no tags", case.name);
        let row = format!("| `{}` |", case.name);
        assert!(readme.contains(&row), "{}: corpus/README.md has no row that starts with {row}", case.name);
    }
}

#[test]
fn refused_cases_are_refused() {
    for case in all_cases() {
        let refusal = case.refusal();
        match (case.parse(), refusal) {
            (Err(problems), Some(text)) => assert!(problems.contains(text), "{}: {problems}", case.name),
            (Err(problems), None) => panic!("{}: {problems}", case.name),
            (Ok(_), Some(text)) => panic!("{}: not refused with `{text}`", case.name),
            (Ok(_), None) => {}
        }
    }
}

/// What the case says, judged by the simulation before any engine is asked.
#[test]
fn expectations_are_right() {
    for Subject { case, component, letters, expected, .. } in subjects() {
        let name = &case.name;
        let walked = walk(&mut Simulator::new(component), letters, expected, Demand::SafeAndPermissive);
        let Walked { complete, mixed, distance, .. } = walked.unwrap_or_else(|problem| panic!("{name}: {problem}"));
        let may_be_large = case.flag("needs-slice") == Some(true) || is_unbounded(case);
        assert!(complete || may_be_large, "{name}: too large to be walked through");
        assert_eq!(case.flag("visibly-deterministic"), Some(!mixed), "{name}: visibly deterministic");
        assert_eq!(case.number("minimal-states"), Some(expected.state_count()), "{name}: minimal-states");
        assert_eq!(distance.len(), expected.state_count(), "{name}: a state that no realizable word leads to");
    }
}

#[test]
fn engines_find_the_expected_interface() {
    check_usual_answers("expected", |subject, answer| {
        let outcome = &answer.outcome;
        demand(outcome.stop == StopReason::Done, || format!("stopped: {}", outcome.stop))?;
        demand(outcome.guarantee.safe == Confidence::Proved, || "not proved to be safe".into())?;
        let permissive = outcome.guarantee.permissive == Confidence::Proved;
        demand(permissive, || "not proved to be permissive".into())?;
        same_language(&answer.spread, &subject.realizable)?;
        let (found, smallest) = (outcome.interface.state_count(), subject.expected.state_count());
        demand(found >= smallest, || format!("{found} states, fewer than the case says are possible"))?;
        demand(!outcome.guarantee.minimal || found == smallest, || {
            format!("{found} states are claimed to be minimal, but {smallest} are")
        })
    });
}

/// All engines prove all of the corpus minimal, but for refinement where an abstraction may do what the component
/// can't.
#[test]
fn interfaces_are_proved_minimal_with_as_few_guards_as_possible() {
    check_usual_answers("minimal", |subject, answer| {
        let minimal = answer.outcome.guarantee.minimal;
        demand(minimal || answer.is_abstract(), || "minimality was not proved".into())?;
        if !minimal {
            return Ok(());
        }
        let calls = answer.outcome.interface.alphabet().calls();
        let wanted = subject.case.number("calls").unwrap_or(subject.component.methods.len());
        demand(calls.len() == wanted, || {
            let texts: Vec<String> = calls.iter().map(ToString::to_string).collect();
            format!("{wanted} calls would do: {}", texts.join(", "))
        })
    });
}

/// What is proved is accepted by the checker of certificates, for the component that the engine was given.
#[test]
fn evidence_is_accepted() {
    check_usual_answers("evidence", |subject, answer| {
        check_evidence(answer.component, &subject.letters, &answer.outcome)
    });
}

/// Also where the result is not minimised.
#[test]
fn engines_agree_with_the_simulation() {
    let not_minimised = || {
        let mut run = Run::default();
        run.minimise = false;
        run
    };
    check_usual_answers("simulation", agrees_with_the_simulation);
    check_every_answer("simulation", not_minimised, agrees_with_the_simulation);
}

fn agrees_with_the_simulation(subject: &Subject, answer: &Answer) -> Result<(), String> {
    let mut simulator = Simulator::new(&subject.component);
    walk(&mut simulator, &subject.letters, &answer.spread, Demand::SafeAndPermissive)?;
    same_language(&answer.spread, &subject.realizable)?;
    let mut random = Random(1);
    for _ in 0..200 {
        stroll(&mut simulator, &subject.letters, &answer.spread, 20, |bound| random.below(bound))?;
    }
    Ok(())
}

/// A claim to accept exactly the legal words, unrealizable ones too, is about the component that the engine was given.
#[test]
fn claims_of_fullness_are_right() {
    check_usual_answers("full", |subject, answer| {
        let full = answer.outcome.guarantee.full;
        if full {
            walk(&mut Simulator::new(answer.component), &subject.letters, &answer.spread, Demand::Full)?;
        }
        // Labels may hold in states that can't be reached; then the certified engine does not see that an interface is
        // full.
        let may_overlook = (answer.outcome.engine == "certified" || answer.is_abstract()) && !full;
        match subject.case.flag("full") {
            Some(wanted) if !answer.is_sliced => {
                demand(full == wanted || may_overlook, || format!("claims that full is {full}"))
            }
            _ => Ok(()),
        }
    });
}

#[test]
fn every_state_is_explained() {
    check_usual_answers("explained", |subject, answer| {
        let mut simulator = Simulator::new(answer.component);
        check_facts(subject, answer, &mut simulator)?;
        check_shortest(answer, &mut simulator)
    });
}

/// Words that were found on the slice can be replayed on the component itself.
#[test]
fn explanations_survive_slicing() {
    check_usual_answers("explained after slicing", |subject, answer| {
        check_facts(subject, answer, &mut Simulator::new(&subject.component))
    });
}

/// Access words lead to their states, and witnesses end in the error that they name.
fn check_facts(subject: &Subject, answer: &Answer, simulator: &mut Simulator<'_>) -> Result<(), String> {
    let Answer { outcome, letters, spread_further, .. } = answer;
    demand(outcome.states.len() == outcome.interface.state_count(), || "not one entry for each state".into())?;
    for state in outcome.interface.states() {
        let facts = &outcome.states[state.index()];
        let reached = replay(simulator, letters, spread_further, &facts.access)?;
        demand(reached.state == state, || format!("{:?} leads to another state", facts.access))?;
        let explained: BTreeSet<CallId> = facts.forbidden.iter().map(|forbidden| forbidden.call).collect();
        let calls = outcome.interface.alphabet().call_ids();
        let forbidden: BTreeSet<CallId> = calls.filter(|&call| !outcome.interface.allows(state, call)).collect();
        demand(explained == forbidden, || format!("forbidden {forbidden:?}, explained {explained:?}"))?;
        for forbidden in &facts.forbidden {
            check_reason(subject, answer, simulator, &facts.access, &forbidden.reason)?;
        }
    }
    check_errors(outcome)
}

fn check_shortest(answer: &Answer, simulator: &mut Simulator<'_>) -> Result<(), String> {
    let distance = walk(simulator, &answer.letters, &answer.spread_further, Demand::Safe)?.distance;
    for state in answer.outcome.interface.states() {
        let access = &answer.outcome.states[state.index()].access;
        let shortest = distance.get(&state).copied();
        demand(shortest == Some(access.len() as u64), || {
            format!("{access:?} is no shortest word, {shortest:?} calls are")
        })?;
    }
    Ok(())
}

fn check_reason(
    subject: &Subject,
    answer: &Answer,
    simulator: &mut Simulator<'_>,
    access: &[String],
    reason: &Reason,
) -> Result<(), String> {
    match reason {
        Reason::Error { witness, error, at } => {
            let step = replay_failing(simulator, &answer.letters, &answer.spread_further, witness)?;
            let named = (error.clone(), at.clone());
            demand(step.errors.contains(&named), || format!("{witness:?} raises {:?}, not {named:?}", step.errors))
        }
        Reason::NotConstructed => {
            demand(subject.component.has_constructors() && access.is_empty(), || "it was constructed".into())
        }
        Reason::AlreadyConstructed => {
            demand(subject.component.has_constructors() && !access.is_empty(), || "it was not constructed".into())
        }
        Reason::NotThere | Reason::NeverMet | Reason::LeadsToDeadEnd | Reason::Unexplored => {
            Err(format!("no reason to forbid anything: {reason:?}"))
        }
    }
}

/// The errors that are listed are those that witnesses name, and perhaps more that can't happen.
fn check_errors(outcome: &Outcome) -> Result<(), String> {
    let reasons = outcome.states.iter().flat_map(|facts| &facts.forbidden);
    for forbidden in reasons {
        if let Reason::Error { error, .. } = &forbidden.reason {
            demand(outcome.errors.contains(error), || format!("{error} is missing among the errors"))?;
        }
    }
    Ok(())
}

#[test]
fn the_same_input_gives_the_same_outcome() {
    let names = || all_cases().into_iter().map(|case| case.name);
    assert!(names().eq(names()), "the corpus is read in another order");
    check_usual_answers("deterministic", |_, answer| {
        let name = answer.outcome.engine.split(" (").next().unwrap_or_default();
        let engine = etiquette_synthesis::engine(name).ok_or("the engine has another name")?;
        let again = engine.synthesize(answer.component, &mut Run::default());
        let again = again.map_err(|unsupported| unsupported.to_string())?;
        demand(again == answer.outcome, || "another outcome the second time".into())
    });
}
