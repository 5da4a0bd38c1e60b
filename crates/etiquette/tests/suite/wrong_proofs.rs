//! Nothing that is claimed about generated classes is contradicted by a JVM: a small part of what
//! `etiquette bench wrong-proofs` does, the same every time.

use std::process::Command;

use serde_json::Value;

use crate::common::run;
use crate::skipped::skipped;

#[test]
fn a_jvm_contradicts_nothing() {
    if Command::new("javac").arg("-version").output().is_err() {
        return skipped("no javac on the path");
    }
    let (classes, seed, words) = ("25", "1", "40");
    let arguments =
        ["bench", "wrong-proofs", "--classes", classes, "--seed", seed, "--words", words, "--format", "json"];
    let answer = run(&arguments);
    let report: Value = serde_json::from_str(answer.text()).expect("JSON");
    let rows = report["rows"].as_array().expect("rows");
    let count = |is: &dyn Fn(&Value) -> bool| rows.iter().filter(|row| is(row)).count();
    assert!(count(&|row| row["words"].as_u64() > Some(0)) > rows.len() * 3 / 4, "words are played on most classes");
    assert!(count(&|row| row["forbids"] == true) > rows.len() / 2, "errors depend on what was called");
    assert!(count(&|row| row["safe"] == true) > rows.len() / 2, "much is claimed");
    let wrong: Vec<&Value> = rows.iter().filter(|row| !row["contradiction"].is_null()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn what_makes_no_sense_is_refused() {
    run(&["bench", "core", "--classes", "3"]).refuses(&["--classes", "wrong-proofs"]);
    run(&["bench", "wrong-proofs", "--list", "no-such-list.json"]).refuses(&["no-such-list.json"]);
    run(&["bench", "wrong-proofs", "--jars", "."]).refuses(&["--list"]);
}
