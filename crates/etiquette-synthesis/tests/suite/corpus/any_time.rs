//! Cases that an engine is never done with, or not yet: it says so, and what it says of short words is true.

use etiquette_component::slice;
use etiquette_outcome::{Confidence, Run, StopReason};
use etiquette_synthesis::{Engine, engines};

use super::belief::Simulator;
use super::case::{Case, all_cases};
use super::certified::demands;
use super::letters::Letters;
use super::subject::demand;
use super::walk::walk;

const MOST_STEPS: u64 = 5_000;

#[test]
fn what_is_said_before_the_end_is_true() {
    let mut checked = 0;
    for case in all_cases().into_iter().filter(|case| case.refusal().is_none()) {
        for engine in engines() {
            let is_open = case.flag("any-time") == Some(true) || case.list("undecided").contains(&engine.name());
            if is_open && engine.supports(&case.component()).is_ok() {
                checked += 1;
                let result = check_case(&case, engine.as_ref());
                result.unwrap_or_else(|problem| panic!("{}, {}: {problem}", case.name, engine.name()));
            }
        }
    }
    assert!(checked > 0, "no engine supports any of these cases");
}

fn check_case(case: &Case, engine: &dyn Engine) -> Result<(), String> {
    let component = case.component();
    let letters = Letters::with_arguments(&component, &case.arguments());
    for given in [&component, &slice(&component).component] {
        let mut run = Run::default().with_step_limit(MOST_STEPS);
        let outcome = engine.synthesize(given, &mut run).map_err(|refusal| refusal.to_string())?;
        demand(outcome.stop != StopReason::Done, || "it says that it is done".into())?;
        demand(outcome.guarantee.permissive != Confidence::Proved, || "it claims to be permissive".into())?;
        let spread = letters.spread(&component, &outcome.interface)?;
        for demand in demands(&outcome) {
            walk(&mut Simulator::new(&component), &letters, &spread, demand)?;
        }
    }
    Ok(())
}
