//! What must hold for every input, whoever made it: shared by the cargo-fuzz targets and by `cargo test` (tests/suite/fuzz_smoke.rs).
//!
//! Each check panics where its property fails. Properties are about inputs of modest size: what is larger is skipped.

pub mod java;

use std::time::Duration;

use etiquette_automata::{Comparison, Realizable, compare};
use etiquette_component::{Component, check, parse, print, slice};
use etiquette_outcome::{Limits, Outcome, Run, StopReason};
use etiquette_output::{Format, json, render};
use etiquette_synthesis::{Direct, Engine, Learn};

/// Larger sources only make a fuzzer slow.
const MAX_SOURCE: usize = 1 << 16;

/// Every text is read or refused with located messages; what was read is well-formed, and printing is the inverse of reading.
pub fn parse_component(text: &str) {
    let _ = read(text);
}

fn read(text: &str) -> Option<Component> {
    if text.len() > MAX_SOURCE {
        return None;
    }
    let component = match parse(text, "fuzz.component") {
        Ok(component) => component,
        Err(problems) => {
            assert!(!problems.is_empty(), "refused without a reason");
            for problem in problems {
                assert!(text.get(problem.span.range()).is_some(), "no such place: {problem:?}");
            }
            return None;
        }
    };
    assert_eq!(check(&component), Ok(()));
    let printed = print(&component);
    let again = parse(&printed, "fuzz.component").unwrap_or_else(|problems| panic!("{printed}\n{problems:#?}"));
    assert_eq!(printed, print(&again));
    let sliced = slice(&component).component;
    assert_eq!(check(&sliced), Ok(()), "{}", print(&sliced));
    Some(component)
}

/// Every text is read as an interface or refused; what was read is written, and reading and writing are inverse.
pub fn read_json(text: &str) {
    if text.len() > MAX_SOURCE {
        return;
    }
    let outcome = match json::read(text) {
        Ok(outcome) => outcome,
        Err(problem) => {
            assert!(!problem.to_string().is_empty());
            return;
        }
    };
    let written = json::render(&outcome);
    let again = json::read(&written).unwrap_or_else(|problem| panic!("{written}\n{problem}"));
    assert_eq!(json::render(&again), written);
    for format in Format::all() {
        assert_eq!(render(&outcome, *format), render(&again, *format), "{format}");
    }
}

/// Where both engines finish within small limits they agree, on the component, on its slice, and on
/// what is printed; results survive JSON.
pub fn synthesise(text: &str) {
    let Some(component) = read(text) else { return };
    let sliced = slice(&component).component;
    // As it was explored, nothing merged: the one result whose every word is realizable.
    let Some(explored) = outcome(&Direct, &component, AS_EXPLORED) else {
        return;
    };
    agree(&explored, outcome(&Learn, &component, AS_EXPLORED), Realizable::Strict);
    let printed = parse(&print(&component), "fuzz.component").expect("checked above");
    agree(&explored, outcome(&Direct, &printed, AS_EXPLORED), Realizable::Strict);
    for engine in [&Direct as &dyn Engine, &Learn] {
        agree(&explored, outcome(engine, &component, SMALL), Realizable::Ignore);
        agree(&explored, outcome(engine, &sliced, SMALL), Realizable::Ignore);
        let _ = outcome(engine, &component, Shape { minimise: true, serial: true });
    }
}

/// What becomes of the automaton that was found.
#[derive(Clone, Copy)]
struct Shape {
    minimise: bool,
    serial: bool,
}

const AS_EXPLORED: Shape = Shape { minimise: false, serial: false };
const SMALL: Shape = Shape { minimise: true, serial: false };

/// What an engine finds, where it finishes.
fn outcome(engine: &dyn Engine, component: &Component, shape: Shape) -> Option<Outcome> {
    let limits =
        Limits { time: Some(Duration::from_millis(300)), states: Some(200), depth: Some(200), ..Limits::default() };
    let mut run = Run::new(limits);
    (run.minimise, run.serial) = (shape.minimise, shape.serial);
    let outcome = engine.synthesize(component, &mut run).ok()?;
    assert_eq!(outcome.states.len(), outcome.interface.state_count());
    assert!(outcome.interface.is_complete() || !outcome.guarantee.full);
    if shape.minimise && outcome.interface.state_count() <= 8 {
        read_json(&json::render(&outcome));
    }
    (outcome.stop == StopReason::Done).then_some(outcome)
}

fn agree(explored: &Outcome, other: Option<Outcome>, mode: Realizable) {
    let Some(other) = other else { return };
    // Where nothing is merged, calls with parameters may be split more finely; then there is nothing to compare.
    let Ok(Comparison::Different(difference)) = compare(&explored.interface, &other.interface, mode) else {
        return;
    };
    let word = difference.describe(explored.interface.alphabet());
    panic!("{} disagrees with what was explored: {word}", other.engine);
}
