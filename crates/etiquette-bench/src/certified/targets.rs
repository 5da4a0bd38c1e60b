//! What the suite should come to, and whether it does.

use super::report::{CertifiedReport, CertifiedRow, Proved};
use crate::quantity::{Quantity, Target};
use crate::report::Row;

/// Every component that is proved should take less than this.
const MOST_SECONDS: f64 = 1.0;
const MOST_BYTES: u64 = 1 << 30;
/// How many words should be answered in a second.
const LEAST_WORDS: f64 = 1e6;

/// The seconds that a counter with a thousand states should take at most.
const MOST_SECONDS_OF_A_COUNTER: f64 = 5.0;

/// The targets with what was measured.
pub(super) fn rows(report: &CertifiedReport) -> Vec<Row> {
    let proved: Vec<&CertifiedRow> = report.rows.iter().filter(|row| row.proved == Proved::Both).collect();
    let seconds = |row: &CertifiedRow| Some(Quantity::seconds(row.seconds));
    let bytes = |row: &CertifiedRow| row.peak.map(Quantity::bytes);
    vec![
        worst(&proved, "the slowest component", Target::below(Quantity::seconds(MOST_SECONDS)), seconds),
        worst(&proved, "the most memory", Target::below(Quantity::bytes(MOST_BYTES)), bytes),
        checking(&proved),
        membership(report),
        growth(report),
    ]
}

fn worst(
    rows: &[&CertifiedRow],
    what: &str,
    target: Target,
    measure: impl Fn(&CertifiedRow) -> Option<Quantity>,
) -> Row {
    let measured = rows.iter().filter_map(|row| Some((measure(row)?, row.name.clone())));
    let worst = measured.max_by(|(one, _), (other, _)| one.value.total_cmp(&other.value));
    let (measured, notes) = worst.map_or((None, Vec::new()), |(quantity, name)| (Some(quantity), vec![name]));
    Row { what: what.into(), target: Some(target), measured, notes }
}

/// The time of all checks, as a part of the time of all searches.
fn checking(rows: &[&CertifiedRow]) -> Row {
    let checks: f64 = rows.iter().filter_map(|row| row.checked).map(|(_, seconds)| seconds).sum();
    let searches: f64 = rows.iter().map(|row| row.seconds).sum();
    Row {
        what: "checking all certificates, beside finding them".into(),
        target: Some(Target::below(Quantity::times(1.0))),
        measured: (searches > 0.0).then(|| Quantity::times(checks / searches)),
        notes: Vec::new(),
    }
}

fn growth(report: &CertifiedReport) -> Row {
    let growth = report.growth;
    Row {
        what: "an interface of many states".into(),
        target: Some(Target::below(Quantity::seconds(MOST_SECONDS_OF_A_COUNTER))),
        measured: growth.states.map(|_| Quantity::seconds(growth.seconds)),
        notes: growth.states.map(|states| format!("a counter, {states} states, with the check")).into_iter().collect(),
    }
}

fn membership(report: &CertifiedReport) -> Row {
    let membership = report.membership;
    Row {
        what: "membership queries".into(),
        target: Some(Target::at_least(Quantity::calls_per_second(LEAST_WORDS))),
        measured: Some(Quantity::calls_per_second(membership.queries as f64 / membership.seconds)),
        notes: vec![format!("{} words that `learn` asks about a counter", membership.queries)],
    }
}
