//! The suite `may-must`: Table 1 of *Learning Component Interfaces with May and Must Abstractions* (CAV 2010) again,
//! each scheme beside the paper's figures.
//!
//! The classes are those of the Java corpus, our own after the paper's descriptions. Whoever calls it reads them: this
//! crate opens no files.

pub(crate) mod published;
mod report;

use std::time::Duration;

use etiquette_outcome::{Confidence, Limits, Outcome, Run};
use etiquette_synthesis::{Engine, MayMust, Scheme};

use crate::certified::{Subject, certificate_holds};
use crate::core::Step;
use crate::machine::Machine;
use crate::samples::{timed, usual};
use published::{PUBLISHED, PublishedRow};
pub use report::{MayMustReport, MayMustRow, MeasuredScheme};

/// The seconds after which a scheme is stopped.
const PATIENCE: u64 = 30;
/// A quick run takes the first classes only.
const QUICK_ROWS: usize = 2;

/// The classes of the paper's table, by their names in the Java corpus.
pub fn may_must_classes() -> Vec<&'static str> {
    PUBLISHED.iter().map(|row| row.case).collect()
}

/// Runs the suite on the classes of [`may_must_classes`]. `progress` hears of every step before it begins.
pub fn run_may_must(quick: bool, subjects: &[Subject], progress: &mut dyn FnMut(&Step<'_>)) -> MayMustReport {
    let chosen = if quick { QUICK_ROWS.min(subjects.len()) } else { subjects.len() };
    let mut rows = Vec::new();
    for (number, subject) in subjects[..chosen].iter().enumerate() {
        progress(&Step { number, total: chosen, what: &subject.name });
        if let Some(published) = PUBLISHED.iter().find(|row| row.case == subject.name) {
            rows.push(measure(published, subject));
        }
    }
    MayMustReport { quick, machine: Machine::here(), rows }
}

fn measure(published: &PublishedRow, subject: &Subject) -> MayMustRow {
    let schemes = Scheme::ALL.iter().zip(published.schemes);
    MayMustRow {
        class: published.class,
        published_states: published.states,
        has_constructor: subject.component.has_constructors(),
        schemes: schemes.map(|(&scheme, figures)| measure_scheme(scheme, figures, subject)).collect(),
    }
}

fn measure_scheme(scheme: Scheme, published: Option<published::Figures>, subject: &Subject) -> MeasuredScheme {
    let limits = Limits { time: Some(Duration::from_secs(PATIENCE)), ..Limits::default() };
    let engine = MayMust { scheme, ..MayMust::USUAL };
    let once = || timed(|| engine.synthesize(&subject.component, &mut Run::new(limits.clone())));
    let (outcome, first) = once();
    let seconds = usual(first, || once().1);
    let mut measured = MeasuredScheme { scheme: scheme.name(), published, seconds, ..MeasuredScheme::default() };
    if let Ok(outcome) = outcome {
        fill(&mut measured, &outcome);
    }
    measured
}

fn fill(measured: &mut MeasuredScheme, outcome: &Outcome) {
    let number = |name: &str| outcome.statistics.get(name).copied().unwrap_or_default();
    measured.predicates = number("predicates");
    measured.iterations = number("iterations");
    measured.solver_calls = number("solver calls");
    measured.membership = number("membership queries");
    measured.states = outcome.interface.state_count();
    measured.proved = [outcome.guarantee.safe, outcome.guarantee.permissive] == [Confidence::Proved; 2];
    measured.checked = certificate_holds(outcome).unwrap_or_default();
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Rendered;

    /// Three states as the paper's class, and the one before construction.
    const SIGNATURE: &str = "component signature { enum State { NEW, SIGN, VERIFY } var state: State = NEW;
        new Signature() { } method init_sign() { state = SIGN; } method init_verify() { state = VERIFY; }
        method sign() { assert state == SIGN; } method verify() { assert state == VERIFY; } }";

    fn report() -> MayMustReport {
        let component = etiquette_component::parse(SIGNATURE, "signature.component").expect("a component");
        let subjects = [Subject { name: "Signature".into(), component }];
        run_may_must(true, &subjects, &mut |_| ())
    }

    #[test]
    fn states_stand_beside_those_of_the_paper() {
        let text = report().to_text();
        assert!(text.contains("as in the paper on 1 of 1 classes"), "{text}");
        assert!(text.contains("less often than every other scheme on 1 of 1 classes"), "{text}");
        assert_eq!(text.matches("proved, checked").count(), 4, "{text}");
    }

    #[test]
    fn json_has_the_figures_of_the_paper() {
        let json = report().to_json();
        let reuse = &json["rows"][0]["schemes"][3];
        assert_eq!((reuse["scheme"].as_str(), reuse["states"].as_u64()), (Some("learn-reuse"), Some(3)));
        assert_eq!(reuse["published"]["predicates"].as_u64(), Some(5));
    }

    #[test]
    fn the_table_has_nine_rows() {
        assert_eq!(may_must_classes().len(), 9);
        assert_eq!(PUBLISHED.map(|row| row.states), [2, 3, 3, 2, 4, 6, 4, 5, 14]);
    }
}
