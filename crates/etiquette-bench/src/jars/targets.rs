//! What the suite should come to, and whether it does.

use super::measured::{Cost, MeasuredClass};
use super::report::JarsReport;
use crate::quantity::{Quantity, Target};
use crate::report::Row;

/// Of a hundred classes, so many should tell something: 60 of 83.
const LEAST_INFORMATIVE: usize = 72;
const MOST_MEDIAN_SECONDS: f64 = 2.0;
const MOST_SECONDS: f64 = 60.0;
const MOST_BYTES: u64 = 1 << 30;

/// The targets with what was measured.
pub(super) fn rows(report: &JarsReport) -> Vec<Row> {
    let classes = &report.classes;
    let informative = classes.iter().filter(|class| class.informative).count();
    let least = (classes.len() * LEAST_INFORMATIVE).div_ceil(100);
    let seconds = |cost: Cost| Quantity::seconds(cost.seconds);
    let bytes = |cost: Cost| Quantity::bytes(cost.bytes);
    vec![
        row("informative", Target::at_least(Quantity::count(least)), Some(Quantity::count(informative))),
        row("contradicted", Target::none(), Some(Quantity::count(report.contradicted().count()))),
        row("median time", Target::below(Quantity::seconds(MOST_MEDIAN_SECONDS)), median(classes)),
        worst("the slowest class", classes, Target::below(Quantity::seconds(MOST_SECONDS)), seconds),
        worst("the most memory", classes, Target::below(Quantity::bytes(MOST_BYTES)), bytes),
    ]
}

fn row(what: &str, target: Target, measured: Option<Quantity>) -> Row {
    Row { what: what.into(), target: Some(target), measured, notes: Vec::new() }
}

fn median(classes: &[MeasuredClass]) -> Option<Quantity> {
    let mut seconds: Vec<f64> = classes.iter().filter_map(|class| class.cost).map(|cost| cost.seconds).collect();
    seconds.sort_by(f64::total_cmp);
    seconds.get(seconds.len() / 2).map(|&seconds| Quantity::seconds(seconds))
}

/// The worst class, and those whose process ended before it could tell.
fn worst(what: &str, classes: &[MeasuredClass], target: Target, measure: impl Fn(Cost) -> Quantity) -> Row {
    let measured = classes.iter().filter_map(|class| Some((measure(class.cost?), &class.class)));
    let worst = measured.max_by(|(one, _), (other, _)| one.value.total_cmp(&other.value));
    let mut notes: Vec<String> = worst.iter().map(|(_, class)| (*class).clone()).collect();
    let unknown = classes.iter().filter(|class| class.cost.is_none());
    notes.extend(unknown.map(|class| format!("not measured: {}", class.class)));
    Row { notes, ..row(what, target, worst.map(|(quantity, _)| quantity)) }
}
