//! What the certified engine makes of each case, as a table for people: `-- --ignored --nocapture certified_table`.

use std::time::{Duration, Instant};

use etiquette_component::{Component, slice};
use etiquette_outcome::{Limits, Run};
use etiquette_synthesis::{Certified, Engine};

use super::case::all_cases;
use super::evidence::verdict;

const MOST_TIME: Duration = Duration::from_secs(10);

#[test]
#[ignore = "prints a table and checks nothing"]
fn certified_table() {
    println!("| case | variant | states | calls | safe | permissive | minimal | stop | time | check |");
    for case in all_cases().into_iter().filter(|case| case.refusal().is_none()) {
        let component = case.component();
        print_row(&case.name, "as it is", &component);
        print_row(&case.name, "sliced", &slice(&component).component);
    }
}

fn print_row(name: &str, variant: &str, component: &Component) {
    let started = Instant::now();
    let limits = Limits { time: Some(MOST_TIME), ..Limits::default() };
    let outcome = match Certified.synthesize(component, &mut Run::new(limits)) {
        Ok(outcome) => outcome,
        Err(refusal) => return println!("| {name} | {variant} | {refusal} |"),
    };
    let (took, checking) = (started.elapsed(), Instant::now());
    let accepted = outcome.evidence.as_ref().map(|evidence| verdict(&outcome, evidence).safe.is_ok());
    let (states, calls) = (outcome.interface.state_count(), outcome.interface.alphabet().calls().len());
    let guarantee = &outcome.guarantee;
    println!(
        "| {name} | {variant} | {states} | {calls} | {} | {} | {} | {} | {took:.0?} | {accepted:?} {:.0?} |",
        guarantee.safe,
        guarantee.permissive,
        guarantee.minimal,
        outcome.stop,
        checking.elapsed()
    );
}
