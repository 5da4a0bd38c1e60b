//! The suite `permissive`: the four classes of which *Permissive Interfaces* (FSE 2005) reports, with the engine
//! `witness` and its full version, beside what the paper says.
//!
//! The classes are those of the Java corpus, our own after the paper's descriptions. Whoever calls it reads them: this
//! crate opens no files.

pub(crate) mod published;
mod report;

use std::time::Duration;

use etiquette_outcome::{Limits, Outcome, Run};
use etiquette_synthesis::{Engine, Witness};

use crate::certified::{Subject, certificate_holds};
use crate::core::Step;
use crate::machine::Machine;
use crate::samples::{timed, usual};
use published::{PUBLISHED, PublishedRow};
pub use report::{MeasuredWitness, PermissiveReport, PermissiveRow};

/// The seconds after which the engine is stopped: as long as the paper's took at most.
const PATIENCE: u64 = 30;

/// The classes of the paper, by their names in the Java corpus.
pub fn permissive_classes() -> Vec<&'static str> {
    PUBLISHED.iter().map(|row| row.case).collect()
}

/// Runs the suite on the classes of [`permissive_classes`]. `progress` hears of every step before it begins.
pub fn run_permissive(quick: bool, subjects: &[Subject], progress: &mut dyn FnMut(&Step<'_>)) -> PermissiveReport {
    let chosen = if quick { 1.min(subjects.len()) } else { subjects.len() };
    let mut rows = Vec::new();
    for (number, subject) in subjects[..chosen].iter().enumerate() {
        progress(&Step { number, total: chosen, what: &subject.name });
        rows.extend(PUBLISHED.iter().find(|row| row.case == subject.name).map(|row| measure(row, subject)));
    }
    PermissiveReport { quick, machine: Machine::here(), rows }
}

fn measure(published: &'static PublishedRow, subject: &Subject) -> PermissiveRow {
    let [permissive, full] = [Witness::USUAL, Witness::FULL].map(|engine| measure_witness(&engine, subject));
    let has_constructor = subject.component.has_constructors();
    PermissiveRow { published, methods: subject.component.methods.len(), has_constructor, permissive, full }
}

fn measure_witness(engine: &Witness, subject: &Subject) -> MeasuredWitness {
    let limits = Limits { time: Some(Duration::from_secs(PATIENCE)), ..Limits::default() };
    let once = || timed(|| engine.synthesize(&subject.component, &mut Run::new(limits.clone())));
    let (outcome, first) = once();
    let seconds = usual(first, || once().1);
    let mut measured = MeasuredWitness { seconds, ..MeasuredWitness::default() };
    if let Ok(outcome) = outcome {
        fill(&mut measured, &outcome);
    }
    measured
}

fn fill(measured: &mut MeasuredWitness, outcome: &Outcome) {
    let number = |name: &str| outcome.statistics.get(name).copied().unwrap_or_default();
    measured.safety = number("safety predicates");
    measured.permissiveness = number("permissiveness predicates");
    measured.nodes = number("nodes of the witness graph");
    measured.iterations = number("iterations");
    measured.states = outcome.interface.state_count();
    measured.proved = outcome.is_proved() && certificate_holds(outcome) == Some(true);
    measured.tight = outcome.guarantee.full;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Rendered;

    const SIGNATURE: &str = "component signature { enum State { NEW, SIGN, VERIFY } var state: State = NEW;
        new Signature() { } method init_sign() { state = SIGN; } method init_verify() { state = VERIFY; }
        method sign() { assert state == SIGN; } method verify() { assert state == VERIFY; } }";

    #[test]
    fn what_is_found_stands_beside_what_the_paper_says() {
        let component = etiquette_component::parse(SIGNATURE, "signature.component").expect("a component");
        let report = run_permissive(false, &[Subject { name: "Signature".into(), component }], &mut |_| ());
        let [row] = &report.rows[..] else { panic!("one class") };
        assert!(row.permissive.proved && row.full.tight);
        assert_eq!((row.own_states(), row.published.states), (3, Some(3)));
        assert!(report.to_text().contains("permissive on 1 of 1 classes, tight on 1"), "{}", report.to_text());
        assert_eq!(report.to_json()["rows"][0]["published"]["states"].as_u64(), Some(3));
    }

    #[test]
    fn the_paper_has_four_classes() {
        assert_eq!(permissive_classes(), ["Signature", "ServerTableEntry", "ListItr", "Socket"]);
    }
}
