//! Random components: the engines agree with the simulation, as it is and sliced, and so with each other.

use etiquette_automata::Interface;
use etiquette_component::{Component, check, parse, slice};
use etiquette_synthesis::{Engine, Reason, Run, engines};
use proptest::prelude::*;

use crate::belief::Simulator;
use crate::letters::Letters;
use crate::replay::{replay, replay_failing};
use crate::subject::same_language;
use crate::walk::{Demand, stroll, walk};

#[path = "../../../etiquette-component/tests/common/mod.rs"]
mod common;

pub use common::Random;

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, ..ProptestConfig::default() })]

    #[test]
    fn engines_agree_on_random_components(seed: u64) {
        let source = common::random_component(seed);
        let component = parse(&source, "random.component");
        // A condition may turn out to be constant, so that what follows can't be reached: that is refused.
        prop_assume!(component.is_ok());
        let component = component.expect("just asked");
        check(&component).map_err(|broken| TestCaseError::fail(format!("{broken:?}\n{source}")))?;
        if let Err(problem) = check_component(&component, seed) {
            return Err(TestCaseError::fail(format!("{problem}\n{source}")));
        }
    }
}

fn check_component(component: &Component, seed: u64) -> Result<(), String> {
    let letters = Letters::of(component);
    let sliced = slice(component).component;
    let mut first = None;
    for engine in engines() {
        for (variant, given) in [("as it is", component), ("sliced", &sliced)] {
            let named = |problem: String| format!("{}, {variant}: {problem}", engine.name());
            let (spread, realizable) = check_engine(engine.as_ref(), component, given, &letters, seed).map_err(named)?;
            if let Some(first) = first.get_or_insert(realizable) {
                same_language(&spread, first).map_err(named)?;
            }
        }
    }
    Ok(())
}

/// Gives the interface over letters, and the same with exactly the events missing that can't be realized.
fn check_engine(
    engine: &dyn Engine,
    component: &Component,
    given: &Component,
    letters: &Letters,
    seed: u64,
) -> Result<(Interface, Option<Interface>), String> {
    let outcome = engine.synthesize(given, &mut Run::default()).map_err(|unsupported| unsupported.to_string())?;
    let spread = letters.spread(component, &outcome.interface)?;
    let mut simulator = Simulator::new(component);
    let walked = walk(&mut simulator, letters, &spread, Demand::SafeAndPermissive)?;
    let mut random = Random(seed);
    for _ in 0..20 {
        stroll(&mut simulator, letters, &spread, 20, |bound| random.below(bound))?;
    }
    let mut simulator = Simulator::new(given);
    if outcome.guarantee.full {
        walk(&mut simulator, letters, &spread, Demand::Full).map_err(|problem| format!("not full: {problem}"))?;
    }
    for facts in &outcome.states {
        replay(&mut simulator, letters, &spread, &facts.access)?;
        for forbidden in &facts.forbidden {
            if let Reason::Error { witness, error, at } = &forbidden.reason {
                let step = replay_failing(&mut simulator, letters, &spread, witness)?;
                if !step.errors.contains(&(error.clone(), at.clone())) {
                    return Err(format!("{witness:?} does not raise {error}"));
                }
            }
        }
    }
    Ok((spread, walked.realizable))
}
