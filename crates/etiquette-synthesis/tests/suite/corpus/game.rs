//! The engine `game` on every case: its result depends on its predicates, so it is judged by what it claims. It must
//! always be safe; where it claims to be permissive, it must have the expected language, and then be minimal and full
//! if it says so.

use etiquette_automata::Interface;
use etiquette_component::{Component, parse};
use etiquette_outcome::{Confidence, Outcome, Run, StopReason};
use etiquette_synthesis::{Direct, Engine, Game, Granularity, Precision};

use proptest::prelude::*;

use super::belief::Simulator;
use super::evidence::check_evidence;
use super::judge::judge_language;
use super::letters::Letters;
use super::random::random_component;
use super::replay::{replay, replay_failing};
use super::subject::{Subject, demand, same_language, subjects};
use super::walk::{Demand, walk};

/// With the predicates in front of the errors, in all versions of the abstraction.
fn versions() -> Vec<Game> {
    let precisions = [Precision::Boolean, Precision::Cartesian];
    let granularities = [Granularity::Blocks, Granularity::Statements];
    let both = precisions.into_iter().flat_map(|precision| granularities.map(|granularity| (precision, granularity)));
    both.flat_map(|(precision, granularity)| {
        [false, true].map(|settle| Game { precision, granularity, settle, ..Game::default() })
    })
    .collect()
}

#[test]
fn games_are_safe_and_what_they_claim() {
    let mut failures = Vec::new();
    let (mut claimed, mut certified) = (0, 0);
    for subject in subjects() {
        for game in versions() {
            let outcome = game.synthesize(&subject.component, &mut Run::default()).expect("every component is taken");
            claimed += usize::from(outcome.guarantee.permissive == Confidence::Proved);
            certified += usize::from(outcome.evidence.is_some());
            if let Err(problem) = judge(subject, &outcome) {
                failures.push(format!("{}, {game:?}, {}: {problem}", subject.case.name, outcome.engine));
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
    assert!(claimed > 150, "hardly ever permissive: {claimed}");
    assert!(certified > 300, "hardly ever a certificate: {certified}");
}

fn judge(subject: &Subject, outcome: &Outcome) -> Result<(), String> {
    demand(outcome.stop == StopReason::Done, || format!("stopped: {}", outcome.stop))?;
    demand(outcome.guarantee.safe == Confidence::Proved, || "not proved to be safe".into())?;
    let spread = judge_language(subject, outcome)?;
    check_evidence(&subject.component, &subject.letters, outcome)?;
    check_words(subject, &spread, outcome)
}

/// Access words lead to their states, and witnesses really fail. Where no word was found, nothing is said.
fn check_words(subject: &Subject, spread: &Interface, outcome: &Outcome) -> Result<(), String> {
    // Arguments are chosen by the solver, and may be none of the letters that wide parameters are tried on.
    if subject.component.methods.iter().any(|method| !method.parameters.is_empty()) {
        return Ok(());
    }
    let mut simulator = Simulator::new(&subject.component);
    for state in outcome.interface.states() {
        let facts = &outcome.states[state.index()];
        if !facts.access.is_empty() {
            let reached = replay(&mut simulator, &subject.letters, spread, &facts.access)?;
            demand(reached.state == state, || format!("{:?} leads to another state", facts.access))?;
        }
        for forbidden in &facts.forbidden {
            if let etiquette_outcome::Reason::Error { witness, error, at } = &forbidden.reason {
                let step = replay_failing(&mut simulator, &subject.letters, spread, witness)?;
                demand(step.errors.contains(&(error.clone(), at.clone())), || format!("{witness:?} does not fail"))?;
            }
        }
    }
    Ok(())
}

/// With the values of all variables as predicates, the abstraction of a finite component without parameters is exact.
#[test]
fn exact_predicates_give_the_exact_interface() {
    let mut exact = 0;
    for subject in subjects().iter().filter(|subject| is_small(&subject.component)) {
        let game = Game { predicates: all_values(&subject.component), settle: true, ..Game::default() };
        let outcome = game.synthesize(&subject.component, &mut Run::default()).expect("an outcome");
        let spread = subject.letters.spread(&subject.component, &outcome.interface).expect("one call for each method");
        let name = &subject.case.name;
        assert_eq!(same_language(&spread, &subject.realizable), Ok(()), "{name}");
        assert_eq!(outcome.guarantee.permissive, Confidence::Proved, "{name}: {}", outcome.engine);
        exact += 1;
    }
    assert!(exact > 10, "only {exact} cases are small enough");
}

fn is_small(component: &Component) -> bool {
    let loop_free = |method: usize| etiquette_component::summarise(&mut component.clone(), method).is_loop_free();
    let values =
        |variable: &etiquette_component::Variable| component.value_count(variable.binding.ty).unwrap_or(u64::MAX);
    !component.variables.is_empty()
        && component.variables.iter().map(values).fold(1u64, u64::saturating_mul) <= 32
        && component.methods.iter().all(|method| method.parameters.is_empty())
        && (0..component.methods.len()).all(loop_free)
        && Direct.supports(component).is_ok()
}

fn all_values(component: &Component) -> Vec<String> {
    let variables = component.variables.iter();
    let of = |variable: &etiquette_component::Variable| {
        let (name, ty) = (etiquette_component::quoted(&variable.binding.name).into_owned(), variable.binding.ty);
        let count = component.value_count(ty).unwrap_or(0);
        (0..count).map(move |value| format!("{name} == {}", component.value_name(ty, value))).collect::<Vec<_>>()
    };
    variables.flat_map(of).collect()
}

/// Components with more beliefs than this take too long.
const MOST_BELIEFS: usize = 60;

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_on_random_components_are_what_they_claim(seed: u64) {
        let source = random_component(seed);
        let component = parse(&source, "random.component");
        prop_assume!(component.is_ok());
        let component = component.expect("just asked");
        let letters = Letters::of(&component);
        prop_assume!(Simulator::new(&component).has_few_beliefs(&letters.letters, MOST_BELIEFS));
        for game in versions() {
            if let Err(problem) = judge_by_simulation(&component, &letters, &game) {
                return Err(TestCaseError::fail(format!("{game:?}: {problem}\n{source}")));
            }
        }
    }
}

fn judge_by_simulation(component: &Component, letters: &Letters, game: &Game) -> Result<(), String> {
    let outcome = game.synthesize(component, &mut Run::default()).map_err(|refusal| refusal.to_string())?;
    let spread = letters.spread(component, &outcome.interface)?;
    let permissive = outcome.guarantee.permissive == Confidence::Proved;
    let wanted = if permissive { Demand::SafeAndPermissive } else { Demand::Safe };
    walk(&mut Simulator::new(component), letters, &spread, wanted)?;
    if outcome.guarantee.full {
        walk(&mut Simulator::new(component), letters, &spread, Demand::Full)?;
    }
    check_evidence(component, letters, &outcome)
}
