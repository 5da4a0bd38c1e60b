//! What the suite should come to, and whether it does.

use super::report::{Finding, PsycoCell, PsycoRow, Way};
use crate::quantity::{Quantity, Target};
use crate::report::Row;

/// The best checker should need less than this on each component.
const MOST_SECONDS: f64 = 10.0;
const MOST_BYTES: u64 = 1 << 30;
/// How many times as fast as the best checker the certified engine should be on these.
const FACTOR: f64 = 10.0;
const FAR_FASTER_ON: [&str; 3] = ["AltBit", "CEV", "Socket"];

/// The targets with what was measured.
pub(super) fn rows(rows: &[PsycoRow]) -> Vec<Row> {
    let counted: Vec<&PsycoRow> = rows.iter().filter(|row| !row.published.again).collect();
    let mut found = vec![slowest(&counted), largest(&counted), smallest_factor(&counted)];
    let far_faster = |row: &&&PsycoRow| FAR_FASTER_ON.contains(&row.published.component);
    found.extend(counted.iter().filter(far_faster).map(|row| factor_on(row)));
    found
}

/// The same for the components of PSYCO's repository: all proved by the certified engine, with the paper's states.
pub(super) fn originals(rows: &[PsycoRow]) -> Vec<Row> {
    let counted: Vec<&PsycoRow> = rows.iter().filter(|row| !row.published.again).collect();
    let is_as_printed = |row: &&&PsycoRow| {
        let printed = row.published.settled().map(|figures| figures.states);
        certified(row).is_some_and(|cell| Some(cell.states as u64) == printed && cell.checked == Some(true))
    };
    let seconds = counted.iter().filter_map(|row| Some(certified(row)?.seconds)).max_by(f64::total_cmp);
    vec![
        Row {
            what: "proved with as many states as printed".into(),
            target: Some(Target::at_least(Quantity::count(counted.len()))),
            measured: Some(Quantity::count(counted.iter().filter(is_as_printed).count())),
            notes: Vec::new(),
        },
        Row {
            what: "certified, the slowest of those that are proved".into(),
            target: Some(Target::below(Quantity::seconds(MOST_SECONDS))),
            measured: seconds.map(Quantity::seconds),
            notes: Vec::new(),
        },
    ]
}

/// The fastest of the checkers that proved the interface.
pub(super) fn best(row: &PsycoRow) -> Option<&PsycoCell> {
    let proved = row.cells.iter().filter(|cell| matches!(cell.way, Way::Check(_)) && cell.finding == Finding::Proved);
    proved.min_by(|one, other| one.seconds.total_cmp(&other.seconds))
}

fn certified(row: &PsycoRow) -> Option<&PsycoCell> {
    row.cells.iter().find(|cell| cell.way == Way::Certified && cell.finding == Finding::Proved)
}

/// How many times as fast as the best checker the certified engine is.
fn factor(row: &PsycoRow) -> Option<f64> {
    Some(best(row)?.seconds / certified(row)?.seconds)
}

fn slowest(rows: &[&PsycoRow]) -> Row {
    let target = Target::below(Quantity::seconds(MOST_SECONDS));
    worst(rows, "with its best checker, the slowest component", target, |cell| Some(Quantity::seconds(cell.seconds)))
}

fn largest(rows: &[&PsycoRow]) -> Row {
    let target = Target::below(Quantity::bytes(MOST_BYTES));
    worst(rows, "with its best checker, the most memory", target, |cell| cell.peak.map(Quantity::bytes))
}

fn worst(rows: &[&PsycoRow], what: &str, target: Target, measure: impl Fn(&PsycoCell) -> Option<Quantity>) -> Row {
    let measured = rows.iter().filter_map(|row| {
        let cell = best(row)?;
        Some((measure(cell)?, format!("{} by {}", row.published.component, cell.way.name())))
    });
    let worst = measured.max_by(|(one, _), (other, _)| one.value.total_cmp(&other.value));
    let without: Vec<&str> = rows.iter().filter(|row| best(row).is_none()).map(|row| row.published.component).collect();
    let mut notes: Vec<String> = worst.iter().map(|(_, which)| which.clone()).collect();
    if !without.is_empty() {
        notes.push(format!("proved by no checker: {}", without.join(", ")));
    }
    // A component that no checker decides has no time, so that nothing can be said of all.
    let measured = worst.filter(|_| without.is_empty()).map(|(quantity, _)| quantity);
    Row { what: what.into(), target: Some(target), measured, notes }
}

fn smallest_factor(rows: &[&PsycoRow]) -> Row {
    let mut factors: Vec<(f64, &str)> =
        rows.iter().filter_map(|row| Some((factor(row)?, row.published.component))).collect();
    factors.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let slower = factors.iter().filter(|(factor, _)| *factor < 1.0);
    let slower: Vec<String> = slower.map(|(factor, name)| format!("{name}: {}", Quantity::times(*factor))).collect();
    let without: Vec<&str> =
        rows.iter().filter(|row| factor(row).is_none()).map(|row| row.published.component).collect();
    let mut notes = Vec::new();
    if !slower.is_empty() {
        notes.push(format!("slower: {}", slower.join(", ")));
    }
    if !without.is_empty() {
        notes.push(format!("not both proved: {}", without.join(", ")));
    }
    Row {
        what: "certified against the best checker: smallest factor".into(),
        target: Some(Target::at_least(Quantity::times(1.0))),
        measured: factors.first().map(|(factor, _)| Quantity::times(*factor)),
        notes,
    }
}

fn factor_on(row: &PsycoRow) -> Row {
    Row {
        what: format!("certified against the best checker on {}", row.published.component),
        target: Some(Target::at_least(Quantity::times(FACTOR))),
        measured: factor(row).map(Quantity::times),
        notes: best(row).map(|cell| format!("the best is {}", cell.way.name())).into_iter().collect(),
    }
}
