//! What counts as an error where nobody says so, and how the choice goes with an interface. Sources are compiled, so a
//! JDK is needed.

use std::path::Path;
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

use crate::common::{Answer, run_in};
use crate::skipped::skipped;

const DOOR: &str = "import java.io.*; import java.util.Objects;
public class Door {
    private boolean open;
    private final int[] marks = new int[3];
    private final Reader in;
    public Door(Reader in) { this.in = Objects.requireNonNull(in); }
    public void open() { if (open) throw new IllegalStateException(); open = true; }
    public void mark(int at) { marks[at] = 1; }
    public void read() throws IOException {
        if (!open) throw new IOException(\"closed\");
        if (in.read() < 0) throw new EOFException();
    }
}";

const GUARDED: &str = "public class Guarded {
    private boolean ready;
    protected void engineInit() { ready = true; }
    protected void engineUpdate() { if (!ready) throw new IllegalStateException(); }
}";

/// A folder with sources; `None` without a compiler.
fn sources(files: &[(&str, &str)]) -> Option<TempDir> {
    if Command::new("javac").arg("-version").output().is_err() {
        skipped("no javac on the path");
        return None;
    }
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        std::fs::write(folder.path().join(name), text).expect("a file");
    }
    Some(folder)
}

/// What is found about the door, doubtful or not.
fn synth(folder: &Path, options: &[&str]) -> Value {
    let arguments = [&["synth", "Door.java", "--format", "json"], options].concat();
    serde_json::from_str(run_in(folder, &arguments).text()).expect("JSON")
}

fn errors(result: &Value) -> Vec<&str> {
    let errors = result["errors"].as_array().expect("errors").iter();
    errors.filter_map(Value::as_str).filter_map(|name| name.rsplit('.').next()).collect()
}

#[test]
fn errors_are_what_is_thrown_on_purpose_and_can_be_foreseen() {
    let Some(folder) = sources(&[("Door.java", DOOR)]) else { return };
    let usual = synth(folder.path(), &[]);
    assert_eq!(errors(&usual), ["IOException", "IllegalStateException", "NullPointerException"]);
    assert_eq!(usual["error_choice"], "deliberate");
    let guards = usual["calls"].to_string();
    assert!(guards.contains("in_ == object"), "{guards}");
    let named = synth(folder.path(), &["--error", "deliberate"]);
    assert_eq!(errors(&named), errors(&usual));
    let implicit = synth(folder.path(), &["--error", "implicit"]);
    assert!(errors(&implicit).contains(&"ArrayIndexOutOfBoundsException"), "{implicit}");
    assert!(!errors(&implicit).contains(&"IllegalStateException"), "{implicit}");
    let any = synth(folder.path(), &["--error", "any"]);
    assert!(errors(&any).contains(&"ArrayIndexOutOfBoundsException") && any["error_choice"].is_null(), "{any}");
    let text = run_in(folder.path(), &["synth", "Door.java"]).ends_with(0);
    assert!(text.text().contains("`--error implicit`"), "{}", text.text());
}

fn accepted(answer: Answer) {
    let answer = answer.ends_with(0);
    assert!(answer.text().contains("Accepted") || answer.text().contains("Yes"), "{}", answer.text());
}

#[test]
fn the_choice_goes_with_the_interface() {
    let Some(folder) = sources(&[("Door.java", DOOR)]) else { return };
    for choice in [&[][..], &["--error", "implicit"][..]] {
        let arguments = [&["synth", "Door.java", "--format", "json", "--force", "-o", "door.json"], choice].concat();
        run_in(folder.path(), &arguments).ends_with(0);
        accepted(run_in(folder.path(), &["certify", "door.json", "Door.java"]));
        accepted(run_in(folder.path(), &["verify", "Door.java", "--interface", "door.json", "--require", "safe"]));
        run_in(folder.path(), &["diff", "door.json", "Door.java"]).ends_with(0);
    }
}

#[test]
fn a_file_that_names_no_errors_means_all() {
    let Some(folder) = sources(&[("Door.java", DOOR)]) else { return };
    let mut old = synth(folder.path(), &["--error", "any"]);
    old["source"]["options"] = Value::Array(Vec::new());
    std::fs::write(folder.path().join("old.json"), old.to_string()).expect("a file");
    accepted(run_in(folder.path(), &["certify", "old.json", "Door.java"]));
}

#[test]
fn protected_methods_are_asked_about_where_there_are_no_others() {
    let Some(folder) = sources(&[("Guarded.java", GUARDED)]) else { return };
    let answer = run_in(folder.path(), &["synth", "Guarded.java"]).ends_with(0);
    for words in ["engineUpdate", "raises", "the class has no public methods"] {
        assert!(answer.text().contains(words), "no {words:?} in {}", answer.text());
    }
    run_in(folder.path(), &["synth", "Guarded.java", "--methods", "engineInit"]).ends_with(0);
}

#[test]
fn jars_are_found_by_a_star_and_a_class_that_is_missing_is_named() {
    let files = [
        ("Used.java", "public class Used { public static void go() { } }"),
        (
            "User.java",
            "public class User { private boolean on; public void on() { Used.go(); on = true; }
            public void go() { if (!on) throw new IllegalStateException(); } }",
        ),
    ];
    let Some(folder) = sources(&files) else { return };
    let tool = |program: &str, arguments: &[&str]| {
        let status = Command::new(program).args(arguments).current_dir(folder.path()).status();
        status.is_ok_and(|status| status.success())
    };
    assert!(tool("javac", &["-d", "all", "Used.java", "User.java"]));
    std::fs::create_dir(folder.path().join("lib")).expect("a folder");
    assert!(tool("jar", &["cf", "lib/user.jar", "-C", "all", "User.class"]));
    assert!(tool("jar", &["cf", "lib/used.jar", "-C", "all", "Used.class"]));
    let whole = run_in(folder.path(), &["synth", "--classpath", "lib/*", "User"]).ends_with(0);
    assert!(!whole.text().contains("class path"), "{}", whole.text());
    let part = run_in(folder.path(), &["synth", "--classpath", "lib/user.jar", "User"]).ends_with(0);
    assert!(part.text().contains("`Used` is not on the class path, so `Used.go`"), "{}", part.text());
    std::fs::copy(folder.path().join("all/User.class"), folder.path().join("User.class")).expect("a copy");
    run_in(folder.path(), &["synth", "--classpath", "", "User"]).ends_with(0);
}

/// The call is divided by where it fails for certain; of one part no example was met in the search.
#[test]
fn a_part_of_a_call_that_the_search_did_not_meet_has_a_witness() {
    let class = concat!(env!("CARGO_MANIFEST_DIR"), "/../../java-corpus/ReadAfterClose/ReadAfterClose.class");
    let Some(folder) = sources(&[]) else { return };
    let answer = run_in(folder.path(), &["synth", class, "--error", "java.io.IOException"]);
    let text = answer.text();
    assert!(text.contains("safe: proved · permissive: proved but for 1 doubtful call"), "{text}");
    assert!(text.contains("close() · read(object{hasArray()}) may raise IOException"), "{text}");
}
