//! The suite `certified`: the certified engine on every component that it is given, each proof checked again, beside
//! the times that papers report for the same component.
//!
//! Whoever calls it reads the corpora: this crate opens no files. Times are processor times of the measuring thread.

mod report;
mod targets;

use std::time::Duration;

use etiquette_certificates::{Limits as CheckLimits, check};
use etiquette_component::Component;
use etiquette_outcome::{Confidence, Limits, Outcome, Run, StopReason};
use etiquette_synthesis::{Certified, Engine, Learn};

use crate::core::{Options, Step};
use crate::families::counter;
use crate::machine::Machine;
use crate::probe::{Probe, with_peak};
use crate::published::{PublishedTime, published_times};
use crate::samples::timed;
pub use report::{CertifiedReport, CertifiedRow, Growth, Membership, Proved};

/// The seconds after which the engine is stopped.
const PATIENCE: u64 = 60;
/// The same where it only matters that everything runs.
const QUICK_PATIENCE: u64 = 5;
/// Of so many components, a quick run takes one.
const QUICK_STEP: usize = 12;

/// The size of the counter about which words are asked, and of the one whose interface is worked out.
const COUNTER_BITS: u32 = 10;
/// The same where it only matters that everything runs.
const QUICK_COUNTER_BITS: u32 = 4;

/// A component to measure with.
pub struct Subject {
    /// Its folder in the corpus.
    pub name: String,
    /// What the engine is given, without what no error depends on.
    pub component: Component,
}

/// Runs the suite. Without a probe, memory is not measured. `progress` hears of every step before it begins.
pub fn run_certified(
    options: &Options,
    subjects: &[Subject],
    probe: Option<&dyn Probe>,
    progress: &mut dyn FnMut(&Step<'_>),
) -> CertifiedReport {
    let step = if options.quick { QUICK_STEP } else { 1 };
    let chosen: Vec<&Subject> = subjects.iter().step_by(step).collect();
    let mut rows = Vec::new();
    for (number, subject) in chosen.iter().enumerate() {
        progress(&Step { number, total: chosen.len(), what: &subject.name });
        rows.push(measure(options, subject, probe));
    }
    let (membership, growth) = (membership(options), growth(options));
    CertifiedReport { quick: options.quick, machine: Machine::here(), rows, membership, growth }
}

/// How fast words are answered: those that a learner asks about a counter.
fn membership(options: &Options) -> Membership {
    let component = counter(if options.quick { QUICK_COUNTER_BITS } else { COUNTER_BITS }).component();
    let (outcome, seconds) = timed(|| Learn.synthesize(&component, &mut Run::default()));
    let queries = outcome.ok().and_then(|outcome| outcome.statistics.get("membership queries").copied());
    Membership { queries: queries.unwrap_or_default(), seconds }
}

/// How long an interface of many states takes, with the check of its certificate.
fn growth(options: &Options) -> Growth {
    let component = counter(if options.quick { QUICK_COUNTER_BITS } else { COUNTER_BITS }).component();
    let work = || {
        let outcome = Certified.synthesize(&component, &mut Run::default()).ok()?;
        (certificate_holds(&outcome) == Some(true)).then(|| outcome.interface.state_count())
    };
    let (states, seconds) = timed(work);
    Growth { states, seconds }
}

fn measure(options: &Options, subject: &Subject, probe: Option<&dyn Probe>) -> CertifiedRow {
    let seconds = if options.quick { QUICK_PATIENCE } else { PATIENCE };
    let limits = Limits { time: Some(Duration::from_secs(seconds)), ..Limits::default() };
    let work = || timed(|| Certified.synthesize(&subject.component, &mut Run::new(limits)));
    let ((outcome, seconds), peak) = with_peak(probe, work);
    let mut row = CertifiedRow {
        name: subject.name.clone(),
        methods: subject.component.methods.len(),
        states: 0,
        calls: 0,
        seconds,
        solver_calls: 0,
        peak,
        proved: Proved::Nothing("the engine can't take it".into()),
        checked: None,
        published: published_times(&subject.name).collect::<Vec<PublishedTime>>(),
    };
    if let Ok(outcome) = outcome {
        row.fill(&outcome);
    }
    row
}

impl CertifiedRow {
    fn fill(&mut self, outcome: &Outcome) {
        self.states = outcome.interface.state_count();
        self.calls = outcome.interface.alphabet().calls().len();
        self.solver_calls = outcome.statistics.get("solver calls").copied().unwrap_or_default();
        self.proved = proved(outcome);
        if let Some(evidence) = &outcome.evidence {
            let look =
                || check(&evidence.component, &outcome.interface, &evidence.certificate, &CheckLimits::default());
            let (checked, seconds) = timed(look);
            let refused = [&checked.safe, &checked.permissive].map(|found| found.as_ref().err());
            let claimed =
                [outcome.guarantee.safe, outcome.guarantee.permissive].map(|found| found == Confidence::Proved);
            let wrong = refused.into_iter().zip(claimed).find_map(|(refusal, claimed)| refusal.filter(|_| claimed));
            if let Some(refusal) = wrong {
                self.proved = Proved::Nothing(format!("rejected: {refusal}"));
            }
            self.checked = Some((checked.obligations, seconds));
        }
    }
}

/// Whether the checker of certificates accepts both proofs; `None` if there is nothing to check.
pub(crate) fn certificate_holds(outcome: &Outcome) -> Option<bool> {
    outcome.evidence.as_ref().map(|evidence| {
        let found = check(&evidence.component, &outcome.interface, &evidence.certificate, &CheckLimits::default());
        found.safe.is_ok() && found.permissive.is_ok()
    })
}

fn proved(outcome: &Outcome) -> Proved {
    let guarantee = &outcome.guarantee;
    match (outcome.stop, guarantee.safe, guarantee.permissive) {
        (StopReason::Done, Confidence::Proved, Confidence::Proved) => Proved::Both,
        (StopReason::Done, Confidence::Proved, _) => Proved::Safe,
        (StopReason::Done, safe, _) => Proved::Nothing(format!("safe: {safe}")),
        (stop, safe, _) => Proved::Nothing(format!("{stop}, safe: {safe}")),
    }
}
