//! `etiquette diff` as a user calls it: components, interfaces, classes, jars, JDKs, and the programs that a change
//! breaks.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{example, has, java, javac, run, run_in, succeeds};
use crate::skipped::skipped;

#[test]
fn components_are_worked_out_and_compared() {
    let answer = run(&["diff", &example("lock.component"), &example("versions/lock.component")]).ends_with(0);
    assert!(answer.text().contains("Compatible: whatever was legal still is."), "{}", answer.text());
    assert!(answer.text().contains("added    close"), "{}", answer.text());
    let answer = run(&["diff", &example("versions/lock.component"), &example("lock.component")]).ends_with(1);
    assert!(answer.text().contains("    release()\n      now: raises NotHeld"), "{}", answer.text());
    assert!(answer.text().contains("the method is gone"), "{}", answer.text());
}

#[test]
fn interfaces_and_targets_can_be_mixed() {
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), &["synth", &example("lock.component"), "--format", "json", "-o", "old.json"]).ends_with(0);
    let same = run_in(folder.path(), &["diff", "old.json", &example("lock.component")]).ends_with(0);
    assert!(same.text().contains("0 calls became forbidden, 0 became legal"), "{}", same.text());
    run_in(folder.path(), &["diff", &example("versions/lock.component"), "old.json"]).ends_with(1);
}

#[test]
fn formats_say_the_same() {
    let versions = [example("Turnstile.class"), example("versions/Turnstile.class")];
    let answer = |format: &str| run(&["diff", &versions[0], &versions[1], "--format", format]).ends_with(1);
    let json: serde_json::Value = serde_json::from_slice(&answer("json").stdout).unwrap();
    assert_eq!((&json["etiquette"], &json["verdict"]), (&1.into(), &"breaking".into()));
    let word: Vec<&str> =
        json["forbidden"][0]["word"].as_array().unwrap().iter().filter_map(|step| step.as_str()).collect();
    assert_eq!(word, ["new Turnstile()", "pay(3)"]);
    assert!(answer("text").text().contains("new Turnstile() · pay(3)\n"));
    assert!(answer("markdown").text().contains("`new Turnstile() · pay(3)`"));
    assert_eq!(answer("markdown").stdout, answer("markdown").stdout, "the same input gives the same bytes");
}

#[test]
fn what_is_not_proved_leaves_the_answer_open() {
    let folder = tempfile::tempdir().unwrap();
    let file = example("robot.component");
    run_in(
        folder.path(),
        &["synth", &file, "--engine", "direct", "--max-depth", "1", "--format", "json", "-o", "part.json"],
    )
    .ends_with(3);
    let answer = run_in(folder.path(), &["diff", &file, "part.json"]).ends_with(3);
    assert!(answer.text().contains("Open: "), "{}", answer.text());
}

#[test]
fn wrong_usage_says_what_to_do() {
    let folder = tempfile::tempdir().unwrap();
    let lock = example("lock.component");
    run(&["diff", &lock, "nothing.json"]).refuses(&["nothing.json", "Help"]);
    run_in(folder.path(), &["synth", &lock, "--format", "json", "-o", "lock.json"]).ends_with(0);
    run_in(folder.path(), &["diff", "lock.json", "lock.json", "--error", "X"]).refuses(&["--error", "leave it out"]);
    run_in(folder.path(), &["diff", "lock.json", "."]).refuses(&["single", "--old-classpath"]);
    run_in(folder.path(), &["diff", "lock.json", "lock.json", "--force"]).refuses(&["--force", "--output"]);
    run_in(folder.path(), &["synth", &lock, "--integers", "ideal", "--format", "json", "-o", "ideal.json"])
        .ends_with(0);
    run_in(folder.path(), &["diff", "lock.json", "ideal.json"]).refuses(&["--integers"]);
}

/// The programs compile with both versions, end well with the old one, and fail with the new one.
#[test]
fn witness_programs_compile_and_fail_with_the_new_version() {
    if !has(&["javac", "java"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let versions = [example("Turnstile.class"), example("versions/Turnstile.class")];
    let arguments = ["diff", &versions[0], &versions[1], "--witness-dir", "witnesses"];
    run_in(folder.path(), &arguments).ends_with(1);
    run_in(folder.path(), &arguments).refuses(&["exists already", "--force"]);
    run_in(folder.path(), &[&arguments[..], &["--force"]].concat()).ends_with(1);
    let programs: Vec<PathBuf> =
        std::fs::read_dir(folder.path().join("witnesses")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert!(!programs.is_empty());
    for program in &programs {
        let class = program.file_stem().unwrap().to_str().unwrap();
        assert!(runs(&parent(&versions[0]), program, class), "{class} is legal in the old version");
        assert!(!runs(&parent(&versions[1]), program, class), "{class} fails in the new version");
    }
}

fn parent(file: &str) -> PathBuf {
    Path::new(file).parent().unwrap().to_owned()
}

/// Whether a program ends well with the classes of a folder. It must compile.
fn runs(classes: &Path, program: &Path, class: &str) -> bool {
    let out = tempfile::tempdir().unwrap();
    succeeds(javac().arg("-cp").arg(classes).arg("-d").arg(out.path()).arg(program));
    let path = std::env::join_paths([out.path(), classes]).unwrap();
    java().arg("-cp").arg(path).arg(class).output().unwrap().status.success()
}

#[test]
fn folders_of_classes_are_compared_class_by_class() {
    let folder = tempfile::tempdir().unwrap();
    for (version, file) in [("old", "Turnstile.class"), ("new", "versions/Turnstile.class")] {
        let place = folder.path().join(version);
        std::fs::create_dir(&place).unwrap();
        std::fs::copy(example(file), place.join("Turnstile.class")).unwrap();
    }
    for file in ["Connection.class", "Connection$State.class"] {
        std::fs::copy(example(file), folder.path().join("old").join(file)).unwrap();
    }
    let answer = run_in(folder.path(), &["diff", "old", "new"]).ends_with(1);
    assert!(answer.text().contains("1 classes with a protocol in both: 0 compatible, 1 breaking"), "{}", answer.text());
    assert!(answer.text().contains("only in the old version: Connection"), "{}", answer.text());
    let json = run_in(folder.path(), &["diff", "old", "new", "--format", "json"]).ends_with(1);
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    assert_eq!(json["classes"][0]["verdict"], "breaking");
    run_in(folder.path(), &["diff", "old", "old"]).ends_with(0);
}

/// A jar of these sources, each with its path.
fn jar(folder: &Path, name: &str, sources: &[(&str, &str)]) {
    let place = folder.join(name);
    let classes = place.join("classes");
    let files: Vec<PathBuf> = sources.iter().map(|(file, _)| place.join(file)).collect();
    for (file, (_, source)) in files.iter().zip(sources) {
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, format!("package acme; {source}")).unwrap();
    }
    succeeds(javac().args(["-g", "-d"]).arg(&classes).args(&files));
    let file = folder.join(format!("{name}.jar"));
    succeeds(Command::new("jar").arg("cf").arg(file).arg("-C").arg(&classes).arg("."));
}

/// A gate that may be closed when it is open; in the new version, closing it twice fails.
fn gate(close: &str) -> String {
    format!(
        "public class Gate {{ private boolean open; private boolean used;
           public void open() {{ open = true; used = true; }}
           public void close() {{ {close} open = false; }} }}"
    )
}

const PUMP: &str = "public class Pump { private boolean on;
    public boolean start() { on = true; return true; }
    public void pump() { if (!on) throw new IllegalStateException(\"off\"); } }";
const PLAIN: &str = "public class Plain { private int sum; public void add(int number) { sum ^= number; } }";
const GONE: &str = "public class Gone { public void rest() { } }";
const FRESH: &str = "public class Fresh { public void rest() { } }";

#[test]
fn two_jars_are_compared_class_by_class_with_programs_that_break() {
    if !has(&["javac", "java", "jar"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let (old_gate, new_gate) =
        (gate("if (!used) throw new IllegalStateException();"), gate("if (!open) throw new IllegalStateException();"));
    let file = |class: &str| format!("acme/{class}.java");
    let files = ["Gate", "Pump", "Plain", "Gone", "Fresh"].map(file);
    let [gate, pump, plain, gone, fresh] = &files;
    jar(folder.path(), "old", &[(gate, &old_gate), (pump, PUMP), (plain, PLAIN), (gone, GONE)]);
    jar(folder.path(), "new", &[(gate, &new_gate), (pump, PUMP), (plain, PLAIN), (fresh, FRESH)]);
    let arguments = ["diff", "old.jar", "new.jar", "--witness-dir", "witnesses", "--format", "json"];
    let answer = run_in(folder.path(), &arguments).ends_with(1);
    let json: serde_json::Value = serde_json::from_str(answer.text()).unwrap();
    let classes: Vec<(&str, &str)> = json["classes"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|class| Some((class["new"].as_str()?, class["verdict"].as_str()?)))
        .collect();
    assert_eq!(classes, [("acme.Gate", "breaking"), ("acme.Pump", "compatible")]);
    assert_eq!((&json["only in old"][0], &json["only in new"][0]), (&"acme.Gone".into(), &"acme.Fresh".into()));
    assert_eq!(json["without protocol"], 1);
    let change = &json["classes"][0]["forbidden"][0];
    assert_eq!(change["word"], serde_json::json!(["new Gate()", "open()", "close()", "close()"]));
    assert_eq!(change["tried"]["agrees"], serde_json::json!(["old", "new"]));
    let program = folder.path().join("witnesses/acme/Witness1.java");
    assert!(runs(&folder.path().join("old.jar"), &program, "acme.Witness1"));
    assert!(!runs(&folder.path().join("new.jar"), &program, "acme.Witness1"));
}

/// A method is gone from a class in which everything was always legal.
#[test]
fn a_method_that_is_gone_breaks_clients_of_a_class_without_a_protocol() {
    if !has(&["javac", "jar"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    jar(folder.path(), "old", &[("acme/Gone.java", GONE)]);
    jar(folder.path(), "new", &[("acme/Gone.java", "public class Gone { public void sleep() { } }")]);
    let answer = run_in(folder.path(), &["diff", "old.jar", "new.jar"]).ends_with(1);
    assert!(answer.text().contains("the method is gone"), "{}", answer.text());
}

/// The JDKs of this machine, each once.
fn jdks() -> Vec<PathBuf> {
    let folders = std::fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten();
    let images = folders.filter(|folder| folder.path().join("lib/modules").is_file());
    let mut found: Vec<PathBuf> = images.filter_map(|folder| folder.path().canonicalize().ok()).collect();
    found.sort();
    found.dedup();
    found
}

#[test]
fn classes_of_two_jdks_are_compared() {
    let jdks = jdks();
    let [old, .., new] = &jdks[..] else {
        return skipped(format_args!("two JDKs are needed, and {} found", jdks.len()));
    };
    let (old, new) = (old.display().to_string(), new.display().to_string());
    let class = "java.util.zip.Deflater";
    let about = ["--methods", "setLevel,setStrategy,finish,end", "--new", "()"];
    let arguments = [&["diff", class, class, "--old-jdk", &old, "--new-jdk", &new], &about[..]].concat();
    let answer = run(&arguments).ends_with(0);
    assert!(answer.text().contains("0 calls became forbidden"), "{}", answer.text());
    assert!(answer.text().contains("Taken for granted:"), "{}", answer.text());
    run(&["diff", class, class, "--old-jdk", "nowhere"]).refuses(&["nowhere"]);
}
