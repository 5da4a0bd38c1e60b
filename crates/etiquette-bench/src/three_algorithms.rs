//! The suite `three-algorithms`: Table 1 of *Three Algorithms for Interface Synthesis* (2006) again, on explicit states
//! and with decision diagrams, each cell beside the paper's; and the families that separate the algorithms, as curves.
//!
//! Nothing is sliced away before a cell is measured. A cell that does not finish in time says so.

mod cell;
mod curves;
mod notes;
mod orders;
mod plot;
mod report;
mod targets;

use std::time::Duration;

use crate::core::Step;
use crate::probe::Probe;
use crate::published::{ThreeAlgorithms, three_algorithms_rows};
pub use cell::{Algorithm, Cell, Representation, VERSIONS, Version};
pub use curves::{Curve, Point};
pub use orders::OrderRow;
pub use report::{TableRow, ThreeAlgorithmsReport};
pub use targets::Large;

use crate::families::separation::Family;
pub(crate) use cell::Meter;

/// How to run the suite.
#[derive(Clone, Debug)]
pub struct ThreeAlgorithmsOptions {
    /// Only the smallest system of each family: shows that the suite runs, not how fast.
    pub quick: bool,
    /// The time after which a cell is given up.
    pub limit: Duration,
    /// How often a cell is measured if that takes little time; the median counts.
    pub repeat: usize,
}

impl ThreeAlgorithmsOptions {
    /// The time after which a cell is given up, unless somebody says otherwise: a thirtieth of the paper's.
    pub const USUAL_LIMIT: Duration = Duration::from_secs(60);

    fn meter<'a>(&self, probe: Option<&'a dyn Probe>) -> Meter<'a> {
        Meter { limit: self.limit, repeat: self.repeat.max(1), long_run: 1.0, probe }
    }
}

impl Default for ThreeAlgorithmsOptions {
    fn default() -> Self {
        ThreeAlgorithmsOptions { quick: false, limit: Self::USUAL_LIMIT, repeat: 3 }
    }
}

/// Runs the suite. Without a probe, memory is not measured. `progress` hears of every step before it begins.
pub fn run_three_algorithms(
    options: &ThreeAlgorithmsOptions,
    probe: Option<&dyn Probe>,
    progress: &mut dyn FnMut(&Step<'_>),
) -> ThreeAlgorithmsReport {
    let meter = options.meter(probe);
    let published = three_algorithms_rows(options.quick);
    let total = published.len() + Family::ALL.len() + 2;
    let mut step = 0;
    let mut announce = |what: &str| {
        progress(&Step { number: step, total, what });
        step += 1;
    };
    let rows = table(&meter, &published, &mut announce);
    let curves = Family::ALL
        .iter()
        .map(|&family| {
            announce(family.claim());
            curves::measure(&meter, family, options.quick)
        })
        .collect();
    announce("large systems");
    let large = if options.quick { Vec::new() } else { targets::large_systems(&meter) };
    announce("orders of variables");
    let orders = orders::measure(options.quick);
    ThreeAlgorithmsReport { rows, large, orders, curves, ..ThreeAlgorithmsReport::empty(options) }
}

/// The paper's table alone.
pub fn run_table_of_three_algorithms(
    options: &ThreeAlgorithmsOptions,
    progress: &mut dyn FnMut(&Step<'_>),
) -> ThreeAlgorithmsReport {
    let published = three_algorithms_rows(options.quick);
    let total = published.len();
    let mut number = 0;
    let mut announce = |what: &str| {
        progress(&Step { number, total, what });
        number += 1;
    };
    let rows = table(&options.meter(None), &published, &mut announce);
    ThreeAlgorithmsReport { rows, ..ThreeAlgorithmsReport::empty(options) }
}

fn table(meter: &Meter<'_>, published: &[ThreeAlgorithms], announce: &mut dyn FnMut(&str)) -> Vec<TableRow> {
    let mut row = |row: &ThreeAlgorithms| {
        announce(&row.system.instance().name);
        TableRow { published: *row, cells: VERSIONS.map(|version| meter.measure(version, &row.system.instance())) }
    };
    published.iter().map(&mut row).collect()
}
