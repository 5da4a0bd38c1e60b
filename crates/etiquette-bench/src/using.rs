//! The suite `using`: what is done with interfaces once they are there, each against its target.

mod monitor;
mod objects;

use std::collections::BTreeMap;

use etiquette_applications::diff::diff;
use etiquette_automata::{Alphabet, Call, EventId, Interface, Parameter, StateId};
use etiquette_outcome::{Confidence, Guarantee, Integers, Outcome, StateFacts, StopReason};

use crate::core::{Options, Step};
use crate::machine::Machine;
use crate::quantity::{Quantity, Target};
use crate::report::{Report, Row};
use crate::samples::{Samples, timed};
use monitor::measure_monitors;
use objects::measure_several;

/// The states of each interface that is compared.
const STATES: usize = 1_000;
/// The same for a quick run.
const QUICK_STATES: usize = 30;
/// The methods of each interface; every one has two guards.
const METHODS: usize = 10;

/// Runs the suite. `progress` hears of every step before it begins.
pub fn run_using(options: &Options, progress: &mut dyn FnMut(&Step<'_>)) -> Report {
    progress(&Step { number: 0, total: 2, what: "comparing interfaces" });
    let mut rows = measure_diff(options);
    progress(&Step { number: 1, total: 2, what: "monitors" });
    rows.extend(measure_monitors(options));
    rows.extend(measure_several(options));
    if options.quick {
        rows.iter_mut().for_each(|row| row.target = None);
    }
    Report { suite: "using", quick: options.quick, machine: Machine::here(), rows, comparisons: Vec::new() }
}

/// Two versions that are close to each other, as versions are, and two that have nothing to do with each other, whose
/// states meet in all ways.
fn measure_diff(options: &Options) -> Vec<Row> {
    let states = if options.quick { QUICK_STATES } else { STATES };
    let old = machine(states, 3, (1, None));
    let versions = [("close", machine(states, 4, (1, Some(states / 2)))), ("unrelated", machine(states, 4, (7, None)))];
    versions.iter().map(|(kind, new)| measure_pair(options, kind, &old, new)).collect()
}

fn measure_pair(options: &Options, kind: &str, old: &Outcome, new: &Outcome) -> Row {
    let compare = || diff(old, new).map(|found| found.pairs).unwrap_or_default();
    let runs: Vec<(usize, f64)> = (0..options.repeat.max(1)).map(|_| timed(compare)).collect();
    let pairs = runs.first().map_or(0, |(pairs, _)| *pairs);
    let samples = Samples::new(runs.into_iter().map(|(_, seconds)| seconds).collect());
    let (states, calls) = (old.interface.state_count(), old.interface.alphabet().calls().len());
    Row {
        what: format!("diff of two {kind} interfaces of {states} states and {calls} calls"),
        target: Some(Target::below(Quantity::seconds(1.0))),
        measured: Some(Quantity::seconds(samples.median())),
        notes: vec![format!("{pairs} pairs of states"), samples.spread()],
    }
}

/// An interface all of whose states can be reached: a ring, with shortcuts that `factor` chooses. Methods take numbers
/// up to `bound` only, and one state may take none at all. Guards with different bounds are all different, so that the
/// solver has to compare them.
fn machine(states: usize, bound: usize, (factor, closed): (usize, Option<usize>)) -> Outcome {
    let calls = (0..METHODS).flat_map(|method| [true, false].map(|small| call(method, bound, small))).collect();
    let mut interface = Interface::new(Alphabet::new(calls));
    (1..states).for_each(|_| _ = interface.add_state());
    for state in (0..states).filter(|state| Some(*state) != closed) {
        for method in 0..METHODS {
            let to = if method == 0 { state + 1 } else { state * (factor + method) + factor * method };
            let to = StateId::from_index(to % states);
            interface.connect(StateId::from_index(state), EventId::from_index(2 * method), to);
        }
    }
    outcome(interface)
}

fn call(method: usize, bound: usize, small: bool) -> Call {
    let name = format!("m{method}");
    let number = if small { 1 } else { 2 };
    Call {
        id: format!("{name}#{number}"),
        parameters: vec![Parameter { name: "p".into(), ty: "int".into() }],
        guard: if small { format!("p <= {bound}") } else { format!("p > {bound}") }.into(),
        ..Call::simple(name)
    }
}

fn outcome(interface: Interface) -> Outcome {
    let guarantee = Guarantee {
        safe: Confidence::Proved,
        permissive: Confidence::Proved,
        full: false,
        minimal: false,
        serial: false,
        integers: Integers::Wrap,
        assumptions: Vec::new(),
    };
    Outcome {
        not_covered: Vec::new(),
        component: "machine".into(),
        roles: Vec::new(),
        errors: vec!["Error".into()],
        error_choice: None,
        engine: "none".into(),
        states: vec![StateFacts::default(); interface.state_count()],
        interface,
        guarantee,
        evidence: None,
        stop: StopReason::Done,
        statistics: BTreeMap::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{diff, machine, run_using};
    use crate::core::Options;

    #[test]
    fn a_quick_run_measures_without_targets() {
        let report = run_using(&Options { quick: true, repeat: 1 }, &mut |_| ());
        assert_eq!(report.rows.len(), 10);
        let is_known = |row: &crate::report::Row| {
            row.measured.is_some() || row.notes.iter().any(|note| note.starts_with("not measured"))
        };
        assert!(report.rows.iter().all(|row| is_known(row) && row.target.is_none()), "{:?}", report.rows);
    }

    #[test]
    fn what_is_compared_meets_in_many_states_and_differs() {
        let old = machine(50, 3, (1, None));
        let close = diff(&old, &machine(50, 4, (1, Some(25)))).expect("comparable");
        assert!(close.pairs >= 50 && !close.forbidden.is_empty() && !close.legal.is_empty(), "{close:?}");
        let unrelated = diff(&old, &machine(50, 4, (7, None))).expect("comparable");
        assert!(unrelated.pairs > 500, "{}", unrelated.pairs);
    }
}
