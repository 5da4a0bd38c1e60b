//! What a Java monitor costs for each call, on a JVM that has warmed up: a class whose calls do next to nothing, bare
//! and watched.
//!
//! The interface has a guard and tells outcomes apart, so that all parts of a monitor are at work. Without a JDK there
//! is a row that says so.

use std::path::Path;
use std::process::Command;

use etiquette_applications::monitor::java::{JavaOptions, Style, monitor};
use etiquette_applications::monitor::shape::{Member, Shape};
use etiquette_automata::{Alphabet, Call, Interface, Parameter, StateId};

use super::outcome;
use crate::core::Options;
use crate::quantity::{Quantity, Target};
use crate::report::Row;

/// The calls of a round, and the rounds, of which the fastest counts.
const CALLS: [u32; 2] = [20_000_000, 12];
/// The same for a quick run.
const QUICK_CALLS: [u32; 2] = [200_000, 3];

/// The rows, one for each style of monitor.
pub(super) fn measure_monitors(options: &Options) -> Vec<Row> {
    let styles = [(Style::Subclass, "subclass"), (Style::Wrapper, "wrapper")];
    styles.map(|(style, name)| measure(options, style, name)).to_vec()
}

fn measure(options: &Options, style: Style, name: &str) -> Row {
    let calls = if options.quick { QUICK_CALLS } else { CALLS };
    let (measured, notes) = match times(style, calls) {
        Ok([bare, watched]) => {
            let overhead = Quantity::seconds((watched - bare).max(0.0) * 1e-9);
            (Some(overhead), vec![format!("{bare:.2} ns bare, {watched:.2} ns watched, best of {} rounds", calls[1])])
        }
        Err(why) => (None, vec![why]),
    };
    let what = format!("what a Java monitor ({name}) adds to a call");
    Row { what, target: Some(Target::below(Quantity::seconds(50e-9))), measured, notes }
}

/// The nanoseconds of a call, bare and watched.
fn times(style: Style, [calls, rounds]: [u32; 2]) -> Result<[f64; 2], String> {
    let options = JavaOptions { style: Some(style), ..JavaOptions::default() };
    let written = monitor(&outcome_of_gate(), &gate(), &options).map_err(|why| why.to_string())?;
    let folder = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    let sources = [
        ("Gate.java", include_str!("Gate.java")),
        ("Overhead.java", include_str!("Overhead.java")),
        ("MonitoredGate.java", &written.source),
    ];
    for (name, source) in sources {
        std::fs::write(folder.path().join(name), source).map_err(|error| format!("can't write {name}: {error}"))?;
    }
    run(folder.path(), "javac", &["Gate.java", "Overhead.java", "MonitoredGate.java"])?;
    let said = run(folder.path(), "java", &["Overhead", &calls.to_string(), &rounds.to_string()])?;
    let numbers: Vec<f64> = said.lines().filter_map(|line| line.parse().ok()).collect();
    numbers.try_into().map_err(|_| "the program says nothing that makes sense".to_string())
}

fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).current_dir(folder).args(arguments).output();
    let output = output.map_err(|_| format!("not measured: no {program} on the path"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{program} failed: {}", String::from_utf8_lossy(&output.stderr).trim_end())),
    }
}

/// Two states that even and odd sums lead to; steps of 100 and more are forbidden.
fn outcome_of_gate() -> etiquette_outcome::Outcome {
    let parameters = vec![Parameter { name: "by".into(), ty: "int".into() }];
    let step = |id: &str, guard: &str| {
        let call = Call { id: id.into(), parameters: parameters.clone(), guard: guard.into(), ..Call::simple("step") };
        call.with_outcomes(["false", "true"])
    };
    let constructor = Call { constructor: true, ..Call::simple("new Gate") };
    let calls = vec![constructor, step("step#1", "by < 100"), step("step#2", "by >= 100"), Call::simple("reset")];
    let mut interface = Interface::new(Alphabet::new(calls));
    let (even, odd) = (interface.add_state(), interface.add_state());
    let event = |call: u32, outcome| interface.alphabet().event(etiquette_automata::CallId(call), outcome);
    let edges =
        [even, odd].map(|from| [(from, event(1, 0), odd), (from, event(1, 1), even), (from, event(3, 0), even)]);
    let first = event(0, 0);
    interface.connect(StateId(0), first, even);
    edges.into_iter().flatten().for_each(|(from, event, to)| interface.connect(from, event, to));
    let mut outcome = outcome(interface);
    outcome.component = "Gate".into();
    outcome
}

fn gate() -> Shape {
    let method = |name: &str, parameters: &[&str], result: &str| Member {
        name: name.into(),
        parameters: parameters.iter().map(|ty| (*ty).into()).collect(),
        result: result.into(),
        visibility: "public".into(),
        ..Member::default()
    };
    Shape {
        ty: "Gate".into(),
        constructors: vec![method("", &[], "")],
        methods: vec![method("step", &["int"], "boolean"), method("reset", &[], "void")],
        ..Shape::default()
    }
}
