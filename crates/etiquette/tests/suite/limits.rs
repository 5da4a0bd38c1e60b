//! Limits and cancellation: exit code 3, and a complete result that says what is known so far.

use serde_json::Value;

use crate::common;
use crate::common::{Answer, names_in, program, run_on, wait};

/// More states than anybody can explore.
const COUNTER: &str = "component counter {
    var value: u32 = 0;
    method step() { value = value + 1; }
    method check() { assert value != 4000000000; }
}";

/// More ways through one call than anybody can follow.
const MAZE: &str = "component maze {
    var value: u32 = 0;
    method walk() { while (value != 4000000000) { choose { value = value + 1; } or { value = value * 3; } } }
    method check() { assert value != 4000000000; }
}";

const ENGINES: [&str; 2] = ["direct", "learn"];

/// The interface is complete JSON, which says that and why it stopped early.
fn interface(answer: Answer, stop: &str) -> Value {
    let answer = answer.stops_early(&[]);
    let value: Value = serde_json::from_slice(&answer.stdout).expect("complete JSON");
    assert_eq!(value["stop"], stop);
    assert_eq!(value["guarantee"]["safe"], "proved");
    assert_eq!(value["guarantee"]["full"], false);
    assert_eq!(value["guarantee"]["minimal"], false);
    value
}

#[test]
fn a_time_limit_of_nothing() {
    for engine in ENGINES {
        let answer = run_on(COUNTER, &["synth", "--timeout", "0", "--engine", engine, "--format", "json"]);
        let found = interface(answer, "time limit");
        let permissive = found["guarantee"]["permissive"].as_str().unwrap();
        assert!(permissive.starts_with("proved up to "), "{permissive}");
        run_on(MAZE, &["synth", "--timeout", "0", "--engine", engine]).stops_early(&[
            "stopped early: time limit",
            "give it more time with --timeout",
            "not looked at yet",
        ]);
    }
}

#[test]
fn a_time_limit_within_one_call() {
    run_on(MAZE, &["synth", "--timeout", "200ms"]).stops_early(&["stopped early: time limit"]);
}

#[test]
fn a_limit_on_states() {
    for engine in ENGINES {
        run_on(COUNTER, &["synth", "--max-states", "10", "--engine", engine]).stops_early(&[
            "stopped early: state limit",
            "permissive: proved up to 9 calls",
            "allow more with --max-states",
            "unexplored step: not looked at yet",
        ]);
    }
}

#[test]
fn a_limit_on_depth() {
    for engine in ENGINES {
        run_on(COUNTER, &["synth", "--max-depth", "2", "--engine", engine]).stops_early(&[
            "stopped early: depth limit",
            "permissive: proved up to 2 calls",
            "raise the bound on calls",
        ]);
    }
}

#[test]
fn a_limit_that_is_not_reached_changes_nothing() {
    let source = "component lamp { var on: bool = false; method press() { on = !on; } method read() { assert on; } }";
    for engine in ENGINES {
        let free = run_on(source, &["synth", "--engine", engine]).ends_with(0);
        let limits = ["--timeout", "1h", "--memory", "1G", "--max-states", "100", "--max-depth", "100"];
        let limited = run_on(source, &[&["synth", "--engine", engine][..], &limits].concat()).ends_with(0);
        assert_eq!(free.text(), limited.text());
    }
}

#[test]
fn a_memory_limit() {
    run_on(MAZE, &["synth", "--engine", "direct", "--memory", "50M"]).stops_early(&[
        "stopped early: memory limit",
        "permissive: proved up to 0 calls",
        "give it more memory with --memory",
    ]);
    let arguments = ["synth", "--engine", "direct", "--memory", "500K", "--format", "json"];
    let found = interface(run_on(COUNTER, &arguments), "memory limit");
    assert!(found["states"].as_array().unwrap().len() > 100);
}

#[test]
fn a_result_that_stopped_early_goes_into_a_file_too() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("counter.component"), COUNTER).unwrap();
    let arguments = ["synth", "counter.component", "--engine", "direct", "--max-states", "10", "-o", "out"];
    common::run_in(folder.path(), &arguments).ends_with(3);
    assert_eq!(names_in(folder.path()), ["counter.component", "out"]);
    let text = std::fs::read_to_string(folder.path().join("out")).unwrap();
    assert!(text.contains("stopped early: state limit"), "{text}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_ends_the_search_with_what_is_known() {
    use std::process::Command;
    use std::time::Duration;

    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("maze.component"), MAZE).unwrap();
    let before = ["maze.component".to_owned()];
    for (signal, engine) in [("-INT", "direct"), ("-TERM", "learn"), ("-INT", "auto")] {
        let arguments = ["synth", "maze.component", "--engine", engine, "--format", "json", "-o", "out.json"];
        let child = program(folder.path(), &arguments).spawn().unwrap();
        // Until the result's draft is there, the program has not begun to search.
        while names_in(folder.path()) == before {
            std::thread::sleep(Duration::from_millis(5));
        }
        std::thread::sleep(Duration::from_millis(300));
        let sent = Command::new("kill").args([signal, &child.id().to_string()]).status().unwrap();
        assert!(sent.success());
        let answer = wait(child);
        assert_eq!((answer.code, answer.stderr.as_str()), (Some(3), ""));
        assert_eq!(names_in(folder.path()), ["maze.component", "out.json"]);
        let path = folder.path().join("out.json");
        let found: Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).expect("complete JSON");
        assert_eq!(found["stop"], "cancelled");
        assert_ne!(found["guarantee"]["permissive"], "proved");
        std::fs::remove_file(path).unwrap();
    }
}

#[test]
fn the_proving_engine_stops_in_time_too() {
    for (source, engine) in [(COUNTER, "auto"), (MAZE, "certified")] {
        let options = ["synth", "--timeout", "300ms", "--engine", engine, "--registers", "none", "--format", "json"];
        let answer = run_on(source, &options);
        let found: Value = serde_json::from_slice(&answer.stops_early(&[]).stdout).expect("complete JSON");
        assert_eq!(found["stop"], "time limit");
        assert_ne!(found["guarantee"]["permissive"], "proved");
        assert!(found["certificate"].is_null(), "what was not proved has no certificate");
    }
}
