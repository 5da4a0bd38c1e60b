//! `etiquette verify` as a user calls it: answers, exit codes, formats, words on a JVM, and input that makes no sense.

use std::path::Path;

use serde_json::Value;

use crate::common::{Answer, example, has, run, run_in};

fn json(answer: &Answer) -> Value {
    serde_json::from_str(answer.text()).expect("JSON")
}

/// The example, and its interface in a folder.
fn with_interface(folder: &Path, name: &str) -> String {
    let target = example(name);
    run_in(folder, &["synth", &target, "--format", "json", "-o", "interface.json"]).ends_with(0);
    target
}

fn changed(folder: &Path, name: &str, change: impl Fn(&str) -> String) {
    let text = std::fs::read_to_string(folder.join("interface.json")).expect("an interface");
    let changed = change(&text);
    assert_ne!(changed, text, "something is changed");
    std::fs::write(folder.join(name), changed).expect("a writable folder");
}

#[test]
fn exit_codes_follow_what_is_required() {
    let file = example("file.component");
    let too_little = ["verify", &file, "--regex", "(open_read read close)*"];
    let answer = run(&too_little).ends_with(1);
    assert!(answer.text().contains("safe        yes"), "{}", answer.text());
    assert!(answer.text().contains("it refuses open_write(), which is legal"), "{}", answer.text());
    run(&[&too_little[..], &["--require", "safe"]].concat()).ends_with(0);
    run(&["verify", &file, "--regex", "close", "--require", "permissive,full"]).ends_with(1);
    run(&["verify", &file, "--regex", "close", "--require", "nice"]).refuses(&["nice", "safe, permissive, full"]);
}

#[test]
fn json_has_answers_and_words() {
    let file = example("file.component");
    let found = json(&run(&["verify", &file, "--regex", "open_read write?", "--format", "json"]).ends_with(1));
    assert_eq!((&found["etiquette"], &found["component"]), (&1.into(), &"file".into()));
    assert_eq!(found["safe"]["answer"], "no");
    assert_eq!(found["safe"]["word"], serde_json::json!(["open_read()", "write()"]));
    assert_eq!(found["safe"]["error"], "NotWritable");
    assert_eq!(found["permissive"]["word"], serde_json::json!(["open_write()"]));
    assert_eq!(found["full"]["answer"], "no");
}

#[test]
fn an_interface_is_read_from_standard_input_or_a_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = with_interface(folder.path(), "file.component");
    let answer = run_in(folder.path(), &["verify", &target, "-i", "interface.json", "-o", "answer"]).ends_with(0);
    assert_eq!(answer.text(), "");
    let written = std::fs::read_to_string(folder.path().join("answer")).expect("the answer");
    assert!(written.contains("Yes: the interface is safe and permissive."), "{written}");
    run_in(folder.path(), &["verify", &target, "-i", "interface.json", "-o", "answer"]).refuses(&["--force"]);
    for format in ["jatyc", "crysl", "regex"] {
        let exported = run_in(folder.path(), &["export", "interface.json", "--to", format]).ends_with(0);
        std::fs::write(folder.path().join("exported"), &exported.stdout).expect("a file");
        let answer = run_in(folder.path(), &["verify", &target, "-i", "exported"]).ends_with(0);
        assert!(answer.text().contains("safe        yes"), "{format}: {}", answer.text());
    }
}

#[test]
fn interfaces_that_do_not_belong_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let target = with_interface(folder.path(), "file.component");
    let verify = |interface: &str| run_in(folder.path(), &["verify", &target, "-i", interface]);
    run_in(folder.path(), &["verify", &example("lock.component"), "-i", "interface.json"])
        .refuses(&["`file`", "`lock`"]);
    changed(folder.path(), "newer.json", |text| text.replacen("\"etiquette\": 2", "\"etiquette\": 99", 1));
    verify("newer.json").refuses(&["newer.json", "99", "versions up to 2"]);
    changed(folder.path(), "unknown.json", |text| text.replace("open_read", "open_reed"));
    verify("unknown.json").refuses(&["open_reed", "open_read"]);
    changed(folder.path(), "cut.json", |text| text[..text.len() / 2].to_owned());
    verify("cut.json").refuses(&["cut.json"]);
    changed(folder.path(), "ideal.json", |text| text.replace("\"wrap\"", "\"ideal\""));
    run_in(folder.path(), &["verify", &target, "-i", "ideal.json", "--integers", "wrap"]).refuses(&["--integers"]);
    verify("nothing.json").refuses(&["nothing.json"]);
    run(&["verify", &target, "--regex", "open_read rite"]).refuses(&["rite", "write"]);
    run(&["verify", &target, "--regex", "(open_read"]).refuses(&["expected `)`"]);
    run(&["verify", &target]).refuses(&["--interface", "--regex"]);
    run(&["verify", &target, "--regex", "close", "-i", "interface.json"]).refuses(&["cannot be used with"]);
    run(&["verify", &target, "--regex", "close", "--replay"]).refuses(&["--replay", "leave it out"]);
    run(&["verify", &target, "--regex", "close", "--error", "X"]).refuses(&["--error", "leave it out"]);
}

/// What the file says of its integers need not be said again.
#[test]
fn the_question_is_that_of_the_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let counter =
        "component counter { var count: i32 = 0; method up(by: i32) { if (by < 1) { error Down; } count = count + by; }
        method check() { if (count < 0) { error Below; } } }";
    std::fs::write(folder.path().join("a.component"), counter).expect("a writable folder");
    let ideal = ["synth", "a.component", "--integers", "ideal", "--format", "json", "-o", "a.json"];
    run_in(folder.path(), &ideal).ends_with(0);
    let verify = |more: &[&str]| run_in(folder.path(), &[&["verify", "a.component", "-i", "a.json"], more].concat());
    verify(&[]).ends_with(0);
    verify(&["--integers", "wrap"]).refuses(&["--integers"]);
    run_in(folder.path(), &["explain", "a.component", "-i", "a.json", "up(1), check"]).ends_with(0);
}

#[test]
fn words_are_tried_on_a_jvm_call_by_call() {
    if !has(&["javac"]) {
        return;
    }
    let turnstile = example("Turnstile.class");
    let answer = run(&["verify", &turnstile, "--regex", "pay(3) pass*", "--replay", "--format", "json"]).ends_with(1);
    let found = json(&answer);
    assert_eq!(found["safe"]["jvm"]["agrees"], true, "{found:#}");
    let seen = found["safe"]["jvm"]["seen"].as_array().expect("what was seen");
    assert_eq!(seen.len(), found["safe"]["word"].as_array().expect("a word").len());
    assert!(seen.last().and_then(Value::as_str).is_some_and(|last| last.contains("Exception")), "{found:#}");
}

/// The words of the component have outcomes that the class in the JVM does not: it was changed under our hands.
#[test]
fn another_outcome_on_the_jvm_is_told() {
    if !has(&["javac"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let source = "public class Tap { private boolean open; private final boolean stuck = Boolean.getBoolean(\"stuck\");
        public boolean turn() { if (stuck) { open = false; return false; } open = true; return true; }
        public void pour() { if (!open) throw new IllegalStateException(); } }";
    std::fs::write(folder.path().join("Tap.java"), source).expect("a file");
    // Whether it is stuck is a hidden choice of the component; of the JVM, it is not.
    let verify = ["verify", "Tap.java", "--error", "IllegalStateException", "--replay"];
    let stuck = run_in(folder.path(), &[&verify[..], &["--regex", "turn -> false pour"]].concat()).ends_with(1);
    assert!(stuck.text().contains("on the JVM NOT the same from call 2 on: ok, true"), "{}", stuck.text());
}

#[test]
fn limits_end_the_search_with_an_open_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let source = "component wide { var a: u32 = 0; var b: u32 = 0; var c: u32 = 0;
        method step(x: u32) { a = a * 31 + x; b = b ^ (a * 17); c = c + a * b; if (c == 123456789) { error Hit; } } }";
    std::fs::write(folder.path().join("wide.component"), source).expect("a file");
    let answer = run_in(folder.path(), &["verify", "wide.component", "--regex", "step*", "--timeout", "1"]);
    assert!(matches!(answer.code, Some(1 | 3)), "{answer:?}");
    let started = std::time::Instant::now();
    let full = ["verify", "wide.component", "--regex", "step?", "--require", "full", "--timeout", "1"];
    let answer = run_in(folder.path(), &full);
    assert!(matches!(answer.code, Some(1 | 3)), "{answer:?}");
    assert!(started.elapsed().as_secs() < 300, "the limit counts");
}
