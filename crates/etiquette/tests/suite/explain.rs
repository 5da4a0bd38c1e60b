//! `etiquette explain` as a user calls it: words, conversations, formats, and input that makes no sense.

use std::io::Write;
use std::process::Stdio;

use serde_json::Value;

use crate::common::{Answer, example, program, root, run, run_in, wait};

#[test]
fn a_legal_word_ends_well() {
    let answer = run(&["explain", &example("file.component"), "open_write write read"]).ends_with(0);
    assert!(answer.text().contains("May be called now: read, write, close"), "{}", answer.text());
}

#[test]
fn json_has_every_step_and_the_repair() {
    let word = ["explain", &example("file.component"), "open_read write", "--format", "json"];
    let found: Value = serde_json::from_str(run(&word).ends_with(1).text()).expect("JSON");
    assert_eq!((&found["etiquette"], &found["legal"]), (&1.into(), &false.into()));
    let standings: Vec<&Value> =
        found["steps"].as_array().expect("steps").iter().map(|step| &step["standing"]).collect();
    assert_eq!(standings, ["legal", "forbidden"]);
    assert_eq!(found["steps"][1]["failure"]["error"], "NotWritable");
    assert_eq!(found["steps"][1]["failure"]["word"], serde_json::json!(["open_read()", "write()"]));
    let inserted: Vec<&str> = found["repair"]
        .as_array()
        .expect("a repair")
        .iter()
        .filter(|event| event["inserted"] == true)
        .filter_map(|event| event["event"].as_str())
        .collect();
    assert_eq!(inserted, ["close()", "open_write()"]);
    let legal = ["explain", &example("file.component"), "open_read", "--format", "json"];
    let found: Value = serde_json::from_str(run(&legal).ends_with(0).text()).expect("JSON");
    assert_eq!((&found["legal"], &found["repair"]), (&true.into(), &Value::Null));
}

/// A conversation with these lines.
fn conversation(lines: &str) -> Answer {
    let file = example("file.component");
    let mut child = program(&root(), &["explain", &file]).stdin(Stdio::piped()).spawn().expect("it starts");
    child.stdin.take().expect("a pipe").write_all(lines.as_bytes()).expect("it listens");
    wait(child)
}

#[test]
fn a_conversation_shows_what_may_be_called_now() {
    let answer = conversation("open_read\nwrite\nnonsense\nback\nopen_write write\nword\nquit\n").ends_with(0);
    let text = answer.text();
    assert!(text.contains("may be called: open_read, open_write"), "{text}");
    assert!(text.contains("raises NotWritable"), "{text}");
    assert!(text.contains("open_write() · write()"), "{text}");
    assert!(answer.stderr.contains("nonsense"), "{}", answer.stderr);
}

#[test]
fn wrong_input_says_what_to_do() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = example("file.component");
    run(&["explain", &file, "open_red"]).refuses(&["open_red", "open_read"]);
    run(&["explain", &file, "open_read(3)"]).refuses(&["open_read"]);
    run(&["explain", &file, "close -> fine"]).refuses(&["fine"]);
    run(&["explain", &file, "--format", "json"]).refuses(&["<WORD>"]);
    run(&["explain", "nothing.component", "close"]).refuses(&["nothing.component"]);
    run_in(folder.path(), &["synth", &example("lock.component"), "--format", "json", "-o", "lock.json"]).ends_with(0);
    run_in(folder.path(), &["explain", &file, "close", "-i", "lock.json"]).refuses(&["`lock`", "`file`"]);
    let text = std::fs::read_to_string(folder.path().join("lock.json")).expect("an interface");
    let newer = text.replacen("\"etiquette\": 2", "\"etiquette\": 7", 1);
    std::fs::write(folder.path().join("newer.json"), newer).expect("a file");
    run_in(folder.path(), &["explain", &example("lock.component"), "release", "-i", "newer.json"])
        .refuses(&["newer.json", "version 7"]);
}
