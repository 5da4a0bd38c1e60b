//! `etiquette refine` as a user calls it: a log of a real monitor, with and without the class, and logs that make no
//! sense.

use std::path::Path;

use crate::common::{example, run, run_in};

fn synth(folder: &Path, target: &str) {
    run_in(folder, &["synth", target, "--format", "json", "-o", "interface.json"]).ends_with(0);
}

#[test]
fn a_log_corrects_the_interface_and_then_agrees_with_it() {
    let folder = tempfile::tempdir().unwrap();
    synth(folder.path(), &example("Turnstile.class"));
    let log = example("turnstile.jsonl");
    let arguments = ["refine", "interface.json", "--log", &log];
    let answer = run_in(folder.path(), &[&arguments[..], &["-o", "refined.json"]].concat()).ends_with(1);
    assert!(answer.text().contains("new Turnstile() · pay(50) · pay(50)\n"), "{}", answer.text());
    assert!(answer.text().contains("safe: tested on 3 words"), "{}", answer.text());
    run_in(folder.path(), &[&arguments[..], &["-o", "refined.json"]].concat()).refuses(&["exists already", "--force"]);
    let again = run_in(folder.path(), &["refine", "refined.json", "--log", &log]).ends_with(0);
    assert!(again.text().contains("agrees with the log"), "{}", again.text());
    run_in(folder.path(), &["export", "refined.json", "--to", "dot"]).ends_with(0);
    run_in(folder.path(), &["monitor", "refined.json", "--to", "rust"]).ends_with(0);
}

#[test]
fn the_class_itself_is_asked() {
    let folder = tempfile::tempdir().unwrap();
    synth(folder.path(), &example("Turnstile.class"));
    let log = example("turnstile.jsonl");
    let class = example("versions/Turnstile.class");
    let answer =
        run_in(folder.path(), &["refine", "interface.json", "--log", &log, &class, "-o", "new.json"]).ends_with(1);
    assert!(answer.text().contains("the component says so, too"), "{}", answer.text());
    assert!(answer.text().contains("safe: proved, permissive: proved"), "{}", answer.text());
    run_in(folder.path(), &["refine", "new.json", "--log", &log]).ends_with(0);
    let same = run_in(folder.path(), &["diff", "new.json", &class]).ends_with(0);
    assert!(same.text().contains("0 calls became forbidden, 0 became legal"), "{}", same.text());
    let old = example("Turnstile.class");
    let answer = run_in(folder.path(), &["refine", "interface.json", "--log", &log, &old]).ends_with(1);
    assert!(answer.text().contains("the interface is right: it can fail"), "{}", answer.text());
    assert!(answer.text().contains("the component never does this"), "{}", answer.text());
}

const DOOR: &str = "component door { var open: bool = false;
  method pull() { assert !open; open = true; }
  method close() { assert open; open = false; }
  method knock() -> true | false { choose { return true; } or { return false; } } }";

const CLOSED_TWICE: &str = r#"{"object": 1, "call": "pull", "outcome": "ok"}
{"object": 1, "call": "close", "outcome": "ok"}
{"object": 1, "call": "close", "outcome": "ok"}
{"object": 1, "call": "knock", "outcome": "true"}"#;

/// The interface of a door that must not be closed twice, refined with a log and the component of one that may.
fn refined_door() -> (tempfile::TempDir, String) {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("door.component", DOOR);
    synth(folder.path(), "door.component");
    write("door.component", &DOOR.replace("assert open; ", ""));
    write("log.jsonl", CLOSED_TWICE);
    let arguments = ["refine", "interface.json", "--log", "log.jsonl", "door.component", "-o", "refined.json"];
    let answer = run_in(folder.path(), &arguments).ends_with(1);
    assert!(answer.text().contains("safe: proved, permissive: proved"), "{}", answer.text());
    let refined = std::fs::read_to_string(folder.path().join("refined.json")).unwrap();
    (folder, refined)
}

#[test]
fn outcomes_keep_their_names() {
    let (_folder, refined) = refined_door();
    assert!(refined.contains(r#""outcomes": ["true", "false"]"#), "{refined}");
}

#[test]
fn what_is_proved_has_a_certificate() {
    let (folder, refined) = refined_door();
    run_in(folder.path(), &["certify", "refined.json", "door.component"]).ends_with(0);
    let anew = run_in(folder.path(), &["synth", "door.component", "--format", "json"]).ends_with(0);
    assert_eq!(anew.text(), refined, "what is worked out anew is what `synth` works out");
}

#[test]
fn wrong_usage_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    synth(folder.path(), &example("Turnstile.class"));
    let log = example("turnstile.jsonl");
    std::fs::write(folder.path().join("cut.jsonl"), "{\"object\":1,\"call\":\"pa").unwrap();
    run_in(folder.path(), &["refine", "interface.json", "--log", "cut.jsonl"]).refuses(&["cut.jsonl:1:22", "cut off"]);
    std::fs::write(folder.path().join("odd.jsonl"), "{\"object\":1,\"call\":\"drive\"}").unwrap();
    run_in(folder.path(), &["refine", "interface.json", "--log", "odd.jsonl"]).refuses(&["odd.jsonl:1:20", "`drive`"]);
    run_in(folder.path(), &["refine", "interface.json", "--log", "none.jsonl"]).refuses(&["none.jsonl", "Help"]);
    run_in(folder.path(), &["refine", "interface.json", "--log", &log, "--error", "X"]).refuses(&["--error", "leave"]);
    run_in(folder.path(), &["refine", "interface.json", "--log", &log, "--force"]).refuses(&["--force", "--output"]);
    let other = example("Connection.class");
    run_in(folder.path(), &["refine", "interface.json", "--log", &log, &other])
        .refuses(&["`Turnstile`", "`Connection`"]);
    let ideal = ["refine", "interface.json", "--log", &log, &example("Turnstile.class"), "--integers", "ideal"];
    run_in(folder.path(), &ideal).refuses(&["--integers"]);
    run(&["refine", &example("broken.json"), "--log", &log]).refuses(&["broken.json"]);
}
