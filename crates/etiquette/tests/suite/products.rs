//! Products of a component and an interface in the languages of other checkers, from end to end: written by `component
//! --beside`, and put before z3 and gcc where they are installed.

use std::path::Path;
use std::process::{Command, Stdio};

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::run_in;
use crate::skipped::skipped;

const TURNSTILE: &str = "component turnstile {
    var paid: i32 = 0;
    method pay(coins: i32) { if (coins < 1 || coins > 9) { error Coins; } if (paid > 0) { error Paid; } paid = coins; }
    method pass() -> bool { if (paid == 0) { error Unpaid; } paid = 0; return true; }
}";

/// A folder with a component, its interface, and one that allows something else.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let file = |name: &str| folder.path().join(name);
    std::fs::write(file("a.component"), TURNSTILE).expect("a writable folder");
    run_in(folder.path(), &["synth", "a.component", "--format", "json", "-o", "right.json"]).ends_with(0);
    let mut value: Value =
        serde_json::from_slice(&std::fs::read(file("right.json")).expect("the interface")).expect("JSON");
    for call in value["calls"].as_array_mut().expect("calls") {
        if call["guard"].as_str().is_some_and(|guard| guard.contains("<=")) {
            call["guard"] = json!("1 <= coins && coins <= 10");
        }
    }
    std::fs::write(file("wrong.json"), value.to_string()).expect("a writable folder");
    folder
}

fn written(folder: &Path, interface: &str, format: &str) -> String {
    let arguments = ["component", "a.component", "--beside", interface, "--format", format];
    run_in(folder, &arguments).ends_with(0).text().to_owned()
}

#[test]
fn z3_tells_the_right_interface_from_the_wrong_one() {
    let folder = folder();
    for (interface, expected) in [("right.json", "sat"), ("wrong.json", "unsat")] {
        std::fs::write(folder.path().join("a.smt2"), written(folder.path(), interface, "chc"))
            .expect("a writable folder");
        let Ok(output) = Command::new("z3").arg(folder.path().join("a.smt2")).output() else {
            skipped("there is no z3");
            return;
        };
        assert_eq!(String::from_utf8_lossy(&output.stdout).trim(), expected, "{interface}");
    }
}

#[test]
fn gcc_accepts_the_task() {
    let folder = folder();
    std::fs::write(folder.path().join("a.c"), written(folder.path(), "right.json", "c")).expect("a writable folder");
    let mut gcc = Command::new("gcc");
    gcc.args(["-c", "-Wall", "-o"]).arg(folder.path().join("a.o"));
    match gcc.arg(folder.path().join("a.c")).stderr(Stdio::inherit()).status() {
        Ok(status) => assert!(status.success()),
        Err(_) => skipped("there is no gcc"),
    }
}

#[test]
fn every_line_of_btor2_has_its_number() {
    let text = written(folder().path(), "right.json", "btor2");
    let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with(';')).collect();
    for (position, line) in lines.iter().enumerate() {
        assert!(line.starts_with(&format!("{} ", position + 1)), "{line}");
    }
    let count = |word: &str| lines.iter().filter(|line| line.split(' ').nth(1) == Some(word)).count();
    assert_eq!((count("bad"), count("constraint"), count("state")), (1, 1, 4));
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = folder();
    let refuses = |arguments: &[&str], words: &[&str]| run_in(folder.path(), arguments).refuses(words);
    let other = TURNSTILE.replace("pass", "go");
    std::fs::write(folder.path().join("b.component"), other).expect("a writable folder");
    refuses(&["component", "b.component", "--beside", "right.json", "--format", "c"], &["no method `pass`"]);
    refuses(&["component", "a.component", "--format", "c"], &["--beside"]);
    refuses(&["component", "a.component", "--beside", "right.json"], &["--format"]);
}
