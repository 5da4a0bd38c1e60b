//! `--replay` of `synth` and `diff`: witnesses on a JVM, and verdicts that it does not confirm.

use std::path::Path;

use serde_json::Value;

use crate::common::{example, has, run, run_in};

fn forbidden(text: &str, method: &str) -> Value {
    let outcome: Value = serde_json::from_str(text).expect("JSON");
    let states = outcome["states"].as_array().expect("states").iter();
    let mut entries = states.flat_map(|state| state["forbidden"].as_array().expect("forbidden calls").clone());
    let is_meant = |entry: &Value| entry["call"] == method && !entry["witness"].is_null();
    entries.find(is_meant).unwrap_or_else(|| panic!("`{method}` is not forbidden: {text}"))
}

#[test]
fn witnesses_are_run() {
    if !has(&["javac"]) {
        return;
    }
    let turnstile = example("Turnstile.class");
    let answer = run(&["synth", &turnstile, "--replay"]).ends_with(0);
    assert!(answer.text().contains("(raised on a JVM, too)"), "{}", answer.text());
    assert!(answer.text().contains("On a JVM: "), "{}", answer.text());
    run(&["synth", &example("lock.component"), "--replay"]).refuses(&["--replay", "leave it out"]);
}

const SENSOR: &str = "public class Door { private final Sensor sensor = new Sensor();
    public void open() { if (sensor.level() == 0) throw new IllegalStateException(); } }
    class Sensor { int level() { return 5; } }";

/// What is said about other code may be wrong: a JVM tells.
#[test]
fn a_verdict_that_is_not_confirmed_is_withdrawn() {
    if !has(&["javac"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("Door.java"), SENSOR).expect("a file");
    std::fs::write(folder.path().join("wrong.stubs"), "Sensor.level() returns 0\n").expect("a file");
    let synth = ["synth", "Door.java", "--error", "IllegalStateException", "--stub", "wrong.stubs", "-f", "json"];
    let believed = run_in(folder.path(), &synth);
    assert_eq!(forbidden(believed.text(), "open")["verdict"], "fails");
    let tried = run_in(folder.path(), &[&synth[..], &["--replay"]].concat()).ends_with(3);
    let entry = forbidden(tried.text(), "open");
    assert_eq!((&entry["verdict"], &entry["jvm"]), (&"doubtful".into(), &"did not raise".into()), "{entry:#}");
    assert!(tried.text().contains("proved but for 1 doubtful call"), "{}", tried.text());
}

/// What a large array holds is not modelled, so that the call is doubtful; and it fails.
const GAUGE: &str = "public class Gauge { private final int[] levels = new int[100];
    public void read() { if (levels[0] == 0) throw new IllegalStateException(); } }";

#[test]
fn a_doubtful_call_that_fails_is_tested() {
    if !has(&["javac"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("Gauge.java"), GAUGE).expect("a file");
    let synth = ["synth", "Gauge.java", "--error", "IllegalStateException", "--replay"];
    let answer = run_in(folder.path(), &synth).ends_with(3);
    for said in ["proved but for 1 doubtful call, which is tested", "; tested: raised on a JVM"] {
        assert!(answer.text().contains(said), "{}", answer.text());
    }
    let json = run_in(folder.path(), &[&synth[..], &["-f", "json", "-o", "gauge.json"]].concat());
    json.ends_with(3);
    let certify = run_in(folder.path(), &["certify", "gauge.json", "Gauge.java"]).ends_with(0);
    assert!(certify.text().contains("permissive but for 1 doubtful call"), "{}", certify.text());
}

fn version(folder: &Path, name: &str, check: &str) -> String {
    let source = format!(
        "public class Tap {{ private boolean open; public void turn() {{ open = true; }}
            public void pour() {{ if ({check}) throw new IllegalStateException(); }} }}"
    );
    let version = folder.join(name);
    std::fs::create_dir(&version).expect("a folder");
    std::fs::write(version.join("Tap.java"), source).expect("a file");
    format!("{name}/Tap.java")
}

#[test]
fn changes_are_run_on_both_versions() {
    if !has(&["javac"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let (old, new) = (version(folder.path(), "old", "false"), version(folder.path(), "new", "!open"));
    let diff = ["diff", &old, &new, "--error", "IllegalStateException", "--replay"];
    let answer = run_in(folder.path(), &diff).ends_with(1);
    assert!(answer.text().contains("; raised on a JVM, too"), "{}", answer.text());
    let back =
        run_in(folder.path(), &["diff", &new, &old, "--error", "IllegalStateException", "--replay"]).ends_with(0);
    assert!(back.text().contains("; raised on a JVM, too"), "{}", back.text());
    let lock = example("lock.component");
    run(&["diff", &lock, &lock, "--replay"]).refuses(&["--replay", "leave it out"]);
}
