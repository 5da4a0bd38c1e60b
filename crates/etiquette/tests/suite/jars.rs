//! `etiquette bench jars` measures each class of a list in a process of its own, and goes on where one has no answer.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::Command;

use serde_json::Value;

use crate::common::{program, run};
use crate::skipped::skipped;

const LIST: &str = r#"{"error": "ISE", "classes": [
    {"class": "java.util.AbstractList$Itr", "calls": {"next": "it.next()", "remove": "it.remove()"}},
    {"class": "no.such.Class"}]}"#;

#[test]
fn classes_of_a_list_are_measured() {
    if Command::new("javac").arg("-version").output().is_err() {
        return skipped("no javac on the path");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let list = folder.path().join("list.json");
    fs::write(&list, LIST).expect("a file");
    let list = list.to_str().expect("a path");
    let answer = run(&["bench", "jars", "--list", list, "--words", "20", "--format", "json"]).ends_with(0);
    let report: Value = serde_json::from_str(answer.text()).expect("JSON");
    let [iterator, missing] = &report["rows"].as_array().expect("rows")[..] else { panic!("{report}") };
    assert_eq!((&iterator["informative"], &iterator["safe"]), (&true.into(), &true.into()), "{iterator}");
    assert_eq!((&iterator["lookedAt"], &iterator["offered"]), (&3.into(), &3.into()), "{iterator}");
    assert!(iterator["seconds"].as_f64() > Some(0.0) && iterator["words"].as_u64() > Some(0), "{iterator}");
    assert_eq!(missing["answered"], false);
    assert!(missing["verdict"].as_str().is_some_and(|why| why.contains("no.such.Class")), "{missing}");
    assert_eq!(report["targets"][0]["measured"]["value"], 1.0, "{report}");
}

#[cfg(unix)]
#[test]
fn an_interrupt_leaves_the_classes_that_were_done() {
    if Command::new("javac").arg("-version").output().is_err() {
        return skipped("no javac on the path");
    }
    let folder = tempfile::tempdir().expect("a folder");
    let entry = r#"{"class": "java.util.AbstractList$Itr", "calls": {"next": "it.next()", "remove": "it.remove()"}}"#;
    let list = format!(r#"{{"error": "ISE", "classes": [{}]}}"#, [entry; 20].join(","));
    fs::write(folder.path().join("list.json"), list).expect("a file");
    for (suite, format) in [("jars", "text"), ("wrong-proofs", "text"), ("jars", "json")] {
        let arguments = ["bench", suite, "--list", "list.json", "--words", "5", "--format", format];
        let mut child = program(folder.path(), &arguments).spawn().expect("the program");
        let mut lines = BufReader::new(child.stderr.take().expect("standard error")).lines();
        let first = lines.next().expect("a line for the first class").expect("text");
        assert!(first.contains("AbstractList$Itr: proved"), "{first}");
        let sent = Command::new("kill").args(["-INT", &child.id().to_string()]).status().expect("kill");
        assert!(sent.success());
        let answer = child.wait_with_output().expect("an end");
        let text = String::from_utf8_lossy(&answer.stdout);
        assert_eq!(answer.status.code(), Some(3), "{text}");
        let said = if format == "json" { r#""interrupted": true"# } else { "of 20 classes were looked at" };
        assert!(text.contains("AbstractList$Itr") && text.contains(said) && !text.contains("target"), "{text}");
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    run(&["bench", "jars"]).refuses(&["--list"]);
    run(&["bench", "jars", "--list", "no-such-list.json"]).refuses(&["no-such-list.json"]);
    run(&["bench", "jars", "--classes", "3"]).refuses(&["--classes", "`wrong-proofs`"]);
}
