//! Nothing that is claimed about generated classes is contradicted by a JVM: a small part of what
//! `etiquette bench wrong-proofs` does, the same every time.

use serde_json::Value;

use crate::common::{has, run};

/// Classes about which something wrong was said once.
const ONCE_WRONG: [u64; 2] = [200_796, 202_709];

#[test]
fn a_jvm_contradicts_nothing() {
    if !has(&["javac"]) {
        return;
    }
    let rows = judged(15, 1);
    let count = |is: &dyn Fn(&Value) -> bool| rows.iter().filter(|row| is(row)).count();
    assert!(count(&|row| row["words"].as_u64() > Some(0)) > rows.len() * 3 / 4, "words are played on most classes");
    assert!(count(&|row| row["forbids"] == true) > rows.len() / 4, "errors depend on what was called");
    assert!(count(&|row| row["safe"] == true) > rows.len() / 3, "much is claimed");
    let once_wrong = ONCE_WRONG.into_iter().flat_map(|seed| judged(1, seed));
    let wrong: Vec<Value> = rows.into_iter().chain(once_wrong).filter(|row| !row["contradiction"].is_null()).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What comes of so many classes from a seed on.
fn judged(classes: u64, seed: u64) -> Vec<Value> {
    let (classes, seed) = (classes.to_string(), seed.to_string());
    let arguments = ["bench", "wrong-proofs", "--classes", &classes, "--seed", &seed, "--words", "40"];
    let answer = run(&[&arguments[..], &["--format", "json"]].concat());
    let report: Value = serde_json::from_str(answer.text()).expect("JSON");
    report["rows"].as_array().expect("rows").clone()
}

#[test]
fn what_makes_no_sense_is_refused() {
    run(&["bench", "core", "--classes", "3"]).refuses(&["--classes", "wrong-proofs"]);
    run(&["bench", "wrong-proofs", "--list", "no-such-list.json"]).refuses(&["no-such-list.json"]);
    run(&["bench", "wrong-proofs", "--jars", "."]).refuses(&["--list"]);
    run(&["bench", "wrong-proofs", "--pieces", "no such piece"]).refuses(&["no such piece", "there are"]);
}
