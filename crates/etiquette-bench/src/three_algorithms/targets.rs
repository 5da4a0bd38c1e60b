//! What the suite should come to, and whether it does.

use super::cell::{Algorithm, Cell, Meter, Representation, VERSIONS, Version};
use super::report::TableRow;
use crate::families::{self, Instance};
use crate::published::System;
use crate::quantity::{Quantity, Target};
use crate::report::Row;

/// Every finished cell should be so many times as fast as the paper's.
const FACTOR: f64 = 50.0;
/// Published times below this say more about the clock than about the algorithm.
const SHORTEST_PUBLISHED: f64 = 0.1;
/// The number of variables of the large systems.
const LARGE: u32 = 64;

/// A system that is far too large to list its states.
#[derive(Clone, PartialEq, Debug)]
pub struct Large {
    /// Its name.
    pub system: String,
    /// The version.
    pub version: Version,
    /// What came out.
    pub cell: Cell,
}

/// Device manager and bit array with 64 variables, with decision diagrams.
pub(super) fn large_systems(meter: &Meter<'_>) -> Vec<Large> {
    let systems: [Instance; 2] = [families::device_manager(LARGE - 3), families::bit_array(LARGE - 2)];
    let algorithms = [Algorithm::Direct, Algorithm::Refine];
    let cells = systems.iter().flat_map(|system| algorithms.map(|algorithm| (system, algorithm)));
    cells
        .map(|(system, algorithm)| {
            let version = Version { algorithm, representation: Representation::Diagrams };
            Large { system: system.name.clone(), version, cell: meter.measure(version, system) }
        })
        .collect()
}

/// The targets with what was measured.
pub(super) fn rows(rows: &[TableRow], large: &[Large]) -> Vec<Row> {
    let mut found: Vec<Row> =
        VERSIONS.iter().enumerate().map(|(index, version)| speedup(rows, index, *version)).collect();
    found.push(learning(rows, System::BitArray(17)));
    found.push(learning(rows, System::Counter(10)));
    for large in large {
        found.extend(large_rows(large));
    }
    found
}

/// The smallest factor between the paper's time and ours.
fn speedup(rows: &[TableRow], index: usize, version: Version) -> Row {
    let mut factors: Vec<(f64, String)> = Vec::new();
    let mut unfinished = Vec::new();
    for row in rows {
        let (cell, name) = (&row.cells[index], row.name());
        match row.published_seconds(version) {
            _ if cell.unfinished.is_some() => unfinished.push(name),
            Some(published) if published > SHORTEST_PUBLISHED => factors.push((published / cell.seconds, name)),
            _ => {}
        }
    }
    factors.sort_by(|(one, _), (other, _)| one.total_cmp(other));
    let missed: Vec<String> = factors
        .iter()
        .filter(|(factor, _)| *factor < FACTOR)
        .map(|(factor, name)| format!("{name}: {}", Quantity::times(*factor)))
        .collect();
    let mut notes = Vec::new();
    if !missed.is_empty() {
        notes.push(format!("below: {}", missed.join(", ")));
    }
    if !unfinished.is_empty() {
        notes.push(format!("not finished: {}", unfinished.join(", ")));
    }
    Row {
        what: format!("{}: smallest factor to the paper", version.name()),
        target: Some(Target::at_least(Quantity::times(FACTOR))),
        measured: factors.first().map(|(factor, _)| Quantity::times(*factor)),
        notes,
    }
}

fn learning(rows: &[TableRow], system: System) -> Row {
    let cell = rows.iter().find(|row| row.published.system == system).map(|row| &row.cells[2]);
    let finished = cell.filter(|cell| cell.unfinished.is_none());
    Row {
        what: format!("learn, explicit, on {}", system.instance().name),
        target: Some(Target::below(Quantity::seconds(60.0))),
        measured: finished.map(|cell| Quantity::seconds(cell.seconds)),
        notes: cell.and_then(|cell| cell.unfinished.clone()).into_iter().collect(),
    }
}

fn large_rows(large: &Large) -> [Row; 2] {
    let what = |unit: &str| format!("{}, BDD, on {}, minimised: {unit}", large.version.algorithm.name(), large.system);
    let cell = &large.cell;
    let states = cell.interface.map(|count| format!("{count} states"));
    let notes: Vec<String> = cell.unfinished.clone().or(states).into_iter().collect();
    let finished = cell.unfinished.is_none();
    [
        Row {
            what: what("time"),
            target: Some(Target::below(Quantity::seconds(2.0))),
            measured: finished.then(|| Quantity::seconds(cell.seconds)),
            notes: notes.clone(),
        },
        Row {
            what: what("memory"),
            target: Some(Target::below(Quantity::bytes(1 << 30))),
            measured: cell.peak.filter(|_| finished).map(Quantity::bytes),
            notes,
        },
    ]
}
