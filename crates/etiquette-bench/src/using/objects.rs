//! What a monitor of several objects costs: for each call, on the main object and on eight others in turn, and for each
//! object that is made. For Java, on a JVM that has warmed up.

use etiquette_applications::monitor::java::{JavaOptions, monitor};
use etiquette_applications::monitor::shape::{Member, Shape};
use etiquette_automata::{Alphabet, Call, CallId, Interface, Parameter, StateId};
use etiquette_component::Role;
use etiquette_outcome::Outcome;

use super::monitor::{folder_with, measured, method, row, run};
use super::outcome;
use crate::core::Options;
use crate::report::Row;

/// The calls of a round, and the rounds, of which the fastest counts.
const CALLS: [u32; 2] = [4_000_000, 8];
/// The same for a quick run.
const QUICK_CALLS: [u32; 2] = [50_000, 2];

/// The rows: calls, and making objects.
pub(super) fn measure_several(options: &Options) -> Vec<Row> {
    let calls = if options.quick { QUICK_CALLS } else { CALLS };
    let measure = |(mode, what, target): (&str, &str, f64)| row(what, target, calls[1], times(mode, calls));
    let modes = [
        ("calling", "a Java monitor of several objects adds to a call", 100e-9),
        ("making", "it adds to making an object and calling that", 2e-6),
    ];
    modes.into_iter().map(measure).collect()
}

/// The nanoseconds, bare and watched.
fn times(mode: &str, calls: [u32; 2]) -> Result<[f64; 2], String> {
    let written = monitor(&outcome_of_desk(), &shape(), &JavaOptions::default()).map_err(|why| why.to_string())?;
    let sources = [
        ("Desk.java", include_str!("Desk.java")),
        ("Objects.java", include_str!("Objects.java")),
        ("MonitoredDesk.java", &written.source),
    ];
    let folder = folder_with(&sources)?;
    run(folder.path(), "javac", &sources.map(|(name, _)| name))?;
    measured(folder.path(), "java", &["Objects", mode], calls)
}

/// After a step, looking into a drawer leads elsewhere than it does after another look.
fn outcome_of_desk() -> Outcome {
    let calls = vec![
        Call { constructor: true, ..Call::simple("new Desk") },
        Call { parameters: vec![Parameter { name: "by".into(), ty: "int".into() }], ..Call::simple("step") },
        Call::simple("open"),
        Call::simple("it.look").with_outcomes(["false", "true"]),
        Call::simple("another it.look"),
    ];
    let mut interface = Interface::new(Alphabet::new(calls));
    let (bare, seen, new) = (interface.add_state(), interface.add_state(), interface.add_state());
    let edges = [
        (StateId(0), 0, 0, bare),
        (bare, 1, 0, bare),
        (bare, 2, 0, new),
        (bare, 4, 0, bare),
        (new, 1, 0, new),
        (new, 2, 0, new),
        (new, 3, 0, seen),
        (new, 3, 1, seen),
        (new, 4, 0, new),
        (seen, 1, 0, new),
        (seen, 2, 0, new),
        (seen, 3, 0, seen),
        (seen, 3, 1, seen),
        (seen, 4, 0, seen),
    ];
    for (from, call, result, to) in edges {
        let event = interface.alphabet().event(CallId(call), result);
        interface.connect(from, event, to);
    }
    let mut outcome = outcome(interface);
    outcome.component = "Desk".into();
    outcome.roles = vec![Role { name: "it".into(), ty: "Desk.Drawer".into(), made_by: vec!["open".into()] }];
    outcome
}

fn shape() -> Shape {
    let constructor = Member { visibility: "public".into(), ..Member::default() };
    let drawer = Shape {
        ty: "Desk.Drawer".into(),
        is_interface: true,
        methods: vec![method("look", &[], "boolean")],
        ..Shape::default()
    };
    Shape {
        ty: "Desk".into(),
        constructors: vec![constructor],
        methods: vec![method("step", &["int"], "void"), method("open", &[], "Desk.Drawer")],
        beside: Some(Box::new(drawer)),
        ..Shape::default()
    }
}
