//! The suite `psyco`: Table 1 of the ISoLA 2018 paper on PSYCO again, each checker of the engine `guarded`, and the
//! certified engine, beside the paper's figures.
//!
//! The components are our own, or those of PSYCO's public repository ([`ORIGINALS`]). Whoever calls it reads them: this
//! crate opens no files. A checker with a depth goes on until it proves something or the time is up.

mod originals;
pub(crate) mod published;
mod report;
mod targets;

use std::time::{Duration, Instant};

use etiquette_outcome::{Confidence, Limits, Outcome, Run};
use etiquette_synthesis::{Certified, Check, Engine, Guarded};

use crate::certified::{Subject, certificate_holds};
use crate::core::Step;
use crate::machine::Machine;
use crate::probe::{Probe, with_peak};
use crate::samples::{timed, usual};
pub use originals::{ANNOTATION, ERRORS, ORIGINALS, Original, SOURCES};
use published::PUBLISHED;
pub use published::{Depth, Figures, Measured, PublishedRow, Remark};
pub use report::{Finding, PsycoCell, PsycoReport, PsycoRow, Way};

/// The time after which a cell is given up, unless told otherwise.
const PATIENCE: Duration = Duration::from_secs(30);
/// A quick run takes these components only, and not for long.
const QUICK_ROWS: [&str; 2] = ["Signature", "KMAX2"];
const QUICK_PATIENCE: Duration = Duration::from_secs(2);

/// What can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct PsycoOptions {
    /// Some components only.
    pub quick: bool,
    /// The subjects are those of [`ORIGINALS`], by their names.
    pub originals: bool,
    /// The time after which a cell is given up.
    pub limit: Option<Duration>,
}

/// The components of the paper's table, by their folders below the root of the repository.
pub fn psyco_cases() -> Vec<&'static str> {
    PUBLISHED.iter().map(|row| row.case).collect()
}

/// Runs the suite on the components of [`psyco_cases`], or on [`ORIGINALS`], which are found by their names. Without a probe, memory is not
/// measured. `progress` hears of every step before it begins.
pub fn run_psyco(
    options: &PsycoOptions,
    subjects: &[Subject],
    probe: Option<&dyn Probe>,
    progress: &mut dyn FnMut(&Step<'_>),
) -> PsycoReport {
    let chosen: Vec<(PublishedRow, &Subject)> = chosen(options, subjects);
    let usual = if options.quick { QUICK_PATIENCE } else { PATIENCE };
    let limit = options.limit.unwrap_or(usual);
    let total = chosen.len() * ways().count();
    let mut rows: Vec<PsycoRow> = Vec::new();
    for (position, (published, subject)) in chosen.into_iter().enumerate() {
        let mut row = PsycoRow { published, methods: subject.component.methods.len(), cells: Vec::new() };
        for (column, way) in ways().enumerate() {
            let number = position * ways().count() + column;
            progress(&Step { number, total, what: &format!("{}, {}", published.component, way.name()) });
            row.cells.push(measure(way, &published, subject, limit, probe));
        }
        rows.push(row);
    }
    PsycoReport { quick: options.quick, originals: options.originals, limit, machine: Machine::here(), rows }
}

fn chosen<'a>(options: &PsycoOptions, subjects: &'a [Subject]) -> Vec<(PublishedRow, &'a Subject)> {
    let named = |name: &str| subjects.iter().find(|subject| subject.name == name);
    let rows: Vec<(PublishedRow, &Subject)> = match options.originals {
        true => ORIGINALS.iter().filter_map(|one| Some((one.published()?, named(one.name)?))).collect(),
        false => PUBLISHED.iter().filter_map(|row| Some((*row, named(row.case.rsplit('/').next()?)?))).collect(),
    };
    rows.into_iter().filter(|(row, _)| !options.quick || QUICK_ROWS.contains(&row.component)).collect()
}

/// The columns: the paper's checkers, ours, and the certified engine.
fn ways() -> impl Iterator<Item = Way> {
    Check::ALL.into_iter().map(Way::Check).chain([Way::Certified])
}

fn measure(
    way: Way,
    published: &PublishedRow,
    subject: &Subject,
    limit: Duration,
    probe: Option<&dyn Probe>,
) -> PsycoCell {
    let limits = Limits { time: Some(limit), ..Limits::default() };
    let once = || timed(|| engine(way).synthesize(&subject.component, &mut Run::new(limits.clone())));
    let begin = Instant::now();
    let ((outcome, seconds), peak) = with_peak(probe, once);
    let seconds = match way {
        // Another program's work is not in the processor time of this one.
        Way::Check(Check::External) => begin.elapsed().as_secs_f64(),
        _ => usual(seconds, || once().1),
    };
    let finding = Finding::Nothing("the engine can't take it".into());
    let position = Check::ALL.iter().position(|&check| way == Way::Check(check));
    let published = position.and_then(|position| published.checks.get(position).copied());
    let mut cell =
        PsycoCell { way, published, calls: 0, states: 0, depth: None, seconds, peak, finding, checked: None };
    match outcome {
        Ok(outcome) => fill(&mut cell, &outcome),
        Err(refusal) => cell.finding = Finding::Nothing(refusal.to_string()),
    }
    cell
}

fn engine(way: Way) -> Box<dyn Engine> {
    match way {
        // As deep as it gets until the time is up.
        Way::Check(check) => Box::new(Guarded { check, depth: Some(u64::MAX), ..Guarded::default() }),
        Way::Certified => Box::new(Certified),
    }
}

fn fill(cell: &mut PsycoCell, outcome: &Outcome) {
    let interface = &outcome.interface;
    cell.calls = interface.alphabet().calls().len();
    let forbids =
        interface.states().any(|state| interface.alphabet().call_ids().any(|call| !interface.allows(state, call)));
    cell.states = interface.state_count() + usize::from(forbids);
    cell.finding = finding(outcome);
    cell.depth = match cell.finding {
        Finding::UpTo(calls, _) => Some(calls),
        _ => outcome.statistics.get("calls looked at").copied(),
    };
    cell.checked = certificate_holds(outcome);
    if cell.checked == Some(false) && cell.finding == Finding::Proved {
        cell.finding = Finding::Nothing("its certificate is rejected".into());
    }
}

fn finding(outcome: &Outcome) -> Finding {
    let guarantee = &outcome.guarantee;
    match (guarantee.safe, guarantee.permissive) {
        (Confidence::Proved, Confidence::Proved) => Finding::Proved,
        (Confidence::ProvedUpTo(safe), Confidence::ProvedUpTo(permissive)) => {
            Finding::UpTo(safe.min(permissive), outcome.stop.to_string())
        }
        (Confidence::Proved, Confidence::ProvedUpTo(calls)) => Finding::UpTo(calls, outcome.stop.to_string()),
        (safe, permissive) => Finding::Nothing(format!("{}; safe: {safe}, permissive: {permissive}", outcome.stop)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::{OneTable, Rendered};

    /// As the paper counts: six methods with the constructor, six calls, five states.
    const SIGNATURE: &str = "component signature { enum State { NEW, SIGN, VERIFY } var state: State = NEW;
        new Signature() { } method init_sign() { state = SIGN; } method init_verify() { state = VERIFY; }
        method sign() { assert state == SIGN; } method verify() { assert state == VERIFY; } method update() { assert state != NEW; } }";

    fn report() -> PsycoReport {
        let component = etiquette_component::parse(SIGNATURE, "signature.component").expect("a component");
        let subjects = [Subject { name: "Signature".into(), component }];
        let options = PsycoOptions { quick: true, limit: Some(Duration::from_millis(500)), ..PsycoOptions::default() };
        run_psyco(&options, &subjects, None, &mut |_| ())
    }

    #[test]
    fn figures_stand_beside_those_of_the_paper() {
        let report = report();
        let [row] = &report.rows[..] else { panic!("one component") };
        assert_eq!((row.methods as u64, row.published.methods), (6, 6));
        for cell in row.cells.iter().filter(|cell| cell.finding == Finding::Proved) {
            assert_eq!((cell.calls, cell.states), (6, 5), "{}", cell.way.name());
        }
        let finding = |name: &str| &row.cells.iter().find(|cell| cell.way.name() == name).expect("a checker").finding;
        assert_eq!([finding("pdr"), finding("search"), finding("certified")], [&Finding::Proved; 3]);
        assert!(
            matches!(finding("bounded"), Finding::UpTo(1.., why) if why == "time limit"),
            "{:?}",
            finding("bounded")
        );
        assert!(report.to_text().contains("Proved by search or pdr: 1 of 1"), "{}", report.to_text());
    }

    #[test]
    fn a_component_that_no_checker_proves_misses_every_target() {
        let mut report = report();
        report.quick = false;
        let verdicts =
            |report: &PsycoReport| report.targets().iter().map(|row| row.verdict().is_some()).collect::<Vec<_>>();
        // Without a probe there is no memory.
        assert_eq!(verdicts(&report), [true, false, true]);
        for cell in &mut report.rows[0].cells {
            cell.finding = Finding::Nothing("no proof".into());
        }
        assert_eq!(verdicts(&report), [false; 3]);
        assert!(report.to_markdown().contains("proved by no checker: Signature"));
    }

    #[test]
    fn the_table_is_as_printed() {
        let rows: Vec<&PublishedRow> = PUBLISHED.iter().filter(|row| !row.again).collect();
        assert_eq!(rows.iter().map(|row| row.methods).collect::<Vec<_>>(), [3, 5, 6, 8, 9, 19, 20, 49, 3, 4]);
        let searched = rows.iter().filter(|row| matches!(row.checks[3], Figures::Measured(_)));
        assert_eq!(searched.count(), 8);
    }
}
