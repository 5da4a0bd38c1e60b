//! What a monitor costs for each call: a class whose calls do next to nothing, bare and watched. For Java, on a JVM that
//! has warmed up.
//!
//! The interface has a guard and tells outcomes apart, so that all parts of a monitor are at work; once more with
//! registers. Without a JDK or a Rust compiler there is a row that says so.

use std::path::Path;
use std::process::Command;

use etiquette_applications::monitor::java::{JavaOptions, Style, monitor};
use etiquette_applications::monitor::rust::dynamic;
use etiquette_applications::monitor::shape::{Member, Shape};
use etiquette_automata::{Alphabet, Call, CallId, Interface, Memory, Parameter, Register, StateId, Update};
use etiquette_outcome::Outcome;

use super::outcome;
use crate::core::Options;
use crate::quantity::{Quantity, Target};
use crate::report::Row;

/// The calls of a round, and the rounds, of which the fastest counts.
const CALLS: [u32; 2] = [20_000_000, 12];
/// The same for a quick run.
const QUICK_CALLS: [u32; 2] = [200_000, 3];

/// The most seconds that a monitor of one object may add to a call.
const TARGET: f64 = 50e-9;

/// The rows, one for each kind of monitor, without registers and with them.
pub(super) fn measure_monitors(options: &Options) -> Vec<Row> {
    let calls = if options.quick { QUICK_CALLS } else { CALLS };
    let mut rows = Vec::new();
    for (gate, with) in [(outcome_of_gate(), ""), (with_registers(outcome_of_gate()), " with registers")] {
        for (style, name) in [(Style::Subclass, "subclass"), (Style::Wrapper, "wrapper")] {
            let what = format!("a Java monitor{with} ({name}) adds to a call");
            rows.push(row(&what, TARGET, calls[1], java_times(&gate, style, calls)));
        }
        let what = format!("a Rust monitor{with} adds to a call");
        rows.push(row(&what, TARGET, calls[1], rust_times(&gate, calls)));
    }
    rows
}

pub(super) fn row(what: &str, target: f64, rounds: u32, times: Result<[f64; 2], String>) -> Row {
    let (measured, notes) = match times {
        Ok([bare, watched]) => {
            let overhead = Quantity::seconds((watched - bare).max(0.0) * 1e-9);
            (Some(overhead), vec![format!("{bare:.2} ns bare, {watched:.2} ns watched, best of {rounds} rounds")])
        }
        Err(why) => (None, vec![why]),
    };
    let what = format!("what {what}");
    Row { what, target: Some(Target::below(Quantity::seconds(target))), measured, notes }
}

/// The nanoseconds of a call, bare and watched.
fn java_times(gate: &Outcome, style: Style, calls: [u32; 2]) -> Result<[f64; 2], String> {
    let options = JavaOptions { style: Some(style), ..JavaOptions::default() };
    let written = monitor(gate, &shape(), &options).map_err(|why| why.to_string())?;
    let sources = [
        ("Gate.java", include_str!("Gate.java")),
        ("Overhead.java", include_str!("Overhead.java")),
        ("MonitoredGate.java", &written.source),
    ];
    let folder = folder_with(&sources)?;
    run(folder.path(), "javac", &sources.map(|(name, _)| name))?;
    measured(folder.path(), "java", &["Overhead"], calls)
}

/// The same in Rust.
fn rust_times(gate: &Outcome, calls: [u32; 2]) -> Result<[f64; 2], String> {
    let written = dynamic(gate).map_err(|why| why.to_string())?;
    let folder = folder_with(&[("main.rs", include_str!("overhead.rs.txt")), ("monitor.rs", &written.source)])?;
    run(folder.path(), "rustc", &["--edition", "2021", "-O", "main.rs", "-o", "overhead"])?;
    let program = folder.path().join("overhead");
    measured(folder.path(), &program.to_string_lossy(), &[], calls)
}

pub(super) fn folder_with(sources: &[(&str, &str)]) -> Result<tempfile::TempDir, String> {
    let folder = tempfile::tempdir().map_err(|error| format!("no temporary folder: {error}"))?;
    for (name, source) in sources {
        std::fs::write(folder.path().join(name), source).map_err(|error| format!("can't write {name}: {error}"))?;
    }
    Ok(folder)
}

pub(super) fn measured(folder: &Path, program: &str, first: &[&str], calls: [u32; 2]) -> Result<[f64; 2], String> {
    let calls = calls.map(|number| number.to_string());
    let arguments: Vec<&str> = first.iter().copied().chain(calls.iter().map(String::as_str)).collect();
    let said = run(folder, program, &arguments)?;
    let numbers: Vec<f64> = said.lines().filter_map(|line| line.parse().ok()).collect();
    numbers.try_into().map_err(|_| "the program says nothing that makes sense".to_string())
}

pub(super) fn run(folder: &Path, program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).current_dir(folder).args(arguments).output();
    let output = output.map_err(|_| format!("not measured: no {program} on the path"))?;
    match output.status.success() {
        true => Ok(String::from_utf8_lossy(&output.stdout).into_owned()),
        false => Err(format!("{program} failed: {}", String::from_utf8_lossy(&output.stderr).trim_end())),
    }
}

/// Two states that even and odd sums lead to; steps of 100 and more are forbidden.
fn outcome_of_gate() -> Outcome {
    let parameters = vec![Parameter { name: "by".into(), ty: "int".into() }];
    let step = |id: &str, guard: &str| {
        let call = Call { id: id.into(), parameters: parameters.clone(), guard: guard.into(), ..Call::simple("step") };
        call.with_outcomes(["false", "true"])
    };
    let constructor = Call { constructor: true, ..Call::simple("new Gate") };
    let calls = vec![constructor, step("step#1", "by < 100"), step("step#2", "by >= 100"), Call::simple("reset")];
    let mut interface = Interface::new(Alphabet::new(calls));
    let (even, odd) = (interface.add_state(), interface.add_state());
    let event = |call: u32, outcome| interface.alphabet().event(CallId(call), outcome);
    let edges =
        [even, odd].map(|from| [(from, event(1, 0), odd), (from, event(1, 1), even), (from, event(3, 0), even)]);
    let first = event(0, 0);
    interface.connect(StateId(0), first, even);
    edges.into_iter().flatten().for_each(|(from, event, to)| interface.connect(from, event, to));
    let mut outcome = outcome(interface);
    outcome.component = "Gate".into();
    outcome
}

/// The same, where steps use up what is left, and are summed up.
fn with_registers(mut gate: Outcome) -> Outcome {
    let register =
        |name: &str, initial: &str| Register { name: name.into(), ty: "int".into(), initial: Some(initial.into()) };
    let mut memory = Memory::new(vec![register("left", "2147483647"), register("sum", "0")]);
    let set = |register, value: &str| Update { register, value: value.into() };
    let interface = &mut gate.interface;
    let (step, reset) = (CallId(1), CallId(3));
    for state in [StateId(1), StateId(2)] {
        for event in interface.alphabet().events_of(step) {
            memory.set(state, event, vec![set(0, "left - by"), set(1, "sum + by")]);
        }
        memory.set(state, interface.alphabet().event(reset, 0), vec![set(0, "2147483647"), set(1, "0")]);
    }
    interface.set_memory(memory);
    interface.set_guard(step, "by < 100 && by <= left".into());
    interface.set_guard(CallId(2), "by >= 100 || by > left".into());
    gate
}

pub(super) fn method(name: &str, parameters: &[&str], result: &str) -> Member {
    Member {
        name: name.into(),
        parameters: parameters.iter().map(|ty| (*ty).into()).collect(),
        result: result.into(),
        visibility: "public".into(),
        ..Member::default()
    }
}

fn shape() -> Shape {
    Shape {
        ty: "Gate".into(),
        constructors: vec![method("", &[], "")],
        methods: vec![method("step", &["int"], "boolean"), method("reset", &[], "void")],
        ..Shape::default()
    }
}
