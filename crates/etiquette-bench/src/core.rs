//! The suite `core`: the parts that everything else is built on, each against its target.

mod engines;
mod explicit;
mod interpreter;
mod learning;
mod solver;

use crate::machine::Machine;
use crate::probe::Probe;
use crate::published::three_algorithms_rows;
use crate::report::{Report, Row};

/// How to run a suite.
#[derive(Clone, Debug)]
pub struct Options {
    /// Small sizes, only to see that everything runs. Targets don't apply then.
    pub quick: bool,
    /// How often each time is measured; the median counts.
    pub repeat: usize,
}

impl Default for Options {
    fn default() -> Self {
        Options { quick: false, repeat: 3 }
    }
}

/// What a suite is about to do.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Step<'a> {
    /// Counts from zero.
    pub number: usize,
    /// How many steps there are.
    pub total: usize,
    /// What is measured next.
    pub what: &'a str,
}

/// How large the measurements are.
struct Sizes {
    counter_bits: u32,
    calls: usize,
    learned_states: usize,
    learned_machines: usize,
    queries: usize,
    hard_queries: usize,
    /// The seconds after which an engine is stopped.
    engine_seconds: u64,
}

const FULL: Sizes = Sizes {
    counter_bits: 20,
    calls: 20_000_000,
    learned_states: 1_000,
    learned_machines: 5,
    queries: 10_000,
    hard_queries: 1_000,
    engine_seconds: 20,
};

const QUICK: Sizes = Sizes {
    counter_bits: 10,
    calls: 10_000,
    learned_states: 30,
    learned_machines: 2,
    queries: 100,
    hard_queries: 3,
    engine_seconds: 5,
};

/// What a measurement may use.
struct Setting<'a> {
    sizes: &'static Sizes,
    /// At least one.
    repeat: usize,
    probe: Option<&'a dyn Probe>,
}

type Measurement = fn(&Setting<'_>) -> Vec<Row>;

/// To add a measurement, write a file with a function from setting to rows, and name it here.
const MEASUREMENTS: [(&str, Measurement); 4] = [
    ("direct on a counter", explicit::measure),
    ("the concrete interpreter", interpreter::measure),
    ("learning random DFAs", learning::measure),
    ("the solver", solver::measure),
];

/// Runs the suite. Without a probe, memory is not measured. `progress` hears of every step before it begins.
pub fn run_core(options: &Options, probe: Option<&dyn Probe>, progress: &mut dyn FnMut(&Step<'_>)) -> Report {
    let setting = Setting { sizes: if options.quick { &QUICK } else { &FULL }, repeat: options.repeat.max(1), probe };
    let published = three_algorithms_rows(options.quick);
    let total = MEASUREMENTS.len() + published.len();
    let mut report = Report {
        suite: "core",
        quick: options.quick,
        machine: Machine::here(),
        rows: Vec::new(),
        comparisons: Vec::new(),
    };
    for (number, (what, measure)) in MEASUREMENTS.into_iter().enumerate() {
        progress(&Step { number, total, what });
        report.rows.extend(measure(&setting));
    }
    for (index, row) in published.iter().enumerate() {
        let instance = row.system.instance();
        let (number, what) = (MEASUREMENTS.len() + index, &instance.name);
        progress(&Step { number, total, what });
        report.comparisons.push(engines::compare(&setting, &instance, row));
    }
    if options.quick {
        report.rows.iter_mut().for_each(|row| row.target = None);
    }
    report
}
