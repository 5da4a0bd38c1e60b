//! What belongs to the alphabet of a class, and what the result says about the rest.

use etiquette_java::jdk::Jdk;

use crate::common::run_in;
use crate::skipped::skipped;

/// What `synth` prints for a source.
fn synth(name: &str, source: &str, options: &[&str]) -> Option<String> {
    if Jdk::find(None).is_err() {
        skipped("no JDK to compile with");
        return None;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = format!("{name}.java");
    std::fs::write(folder.path().join(&file), source).unwrap();
    let arguments = [&["synth", file.as_str(), "--error", "IllegalStateException"], options].concat();
    let answer = run_in(folder.path(), &arguments);
    // Lines are broken where they are long.
    Some(answer.text().split_whitespace().collect::<Vec<_>>().join(" "))
}

const GATE: &str = "
public class Gate {
    private boolean open;
    private Gate(boolean open) { this.open = open; }
    public static Gate open() { return new Gate(true); }
    public static Gate closed(int height) { return new Gate(height < 0); }
    public static void shut(Gate gate) { gate.open = false; }
    public static int height(int of) { return of; }
    public void pass() { if (!open) throw new IllegalStateException(); }
}
";

#[test]
fn static_methods_make_objects_or_are_said_to_be_left_out() {
    let Some(text) = synth("Gate", GATE, &[]) else { return };
    for expected in [
        "new Gate.open,",
        "new Gate.closed(height)",
        "clients do not give the object to the static method `Gate.shut(Gate)`",
    ] {
        assert!(text.contains(expected), "no `{expected}` in {text}");
    }
    assert!(!text.contains("new Gate(") && !text.contains("Gate.height"), "{text}");
}

#[test]
fn a_static_method_can_be_chosen() {
    let Some(text) = synth("Gate", GATE, &["--new", "open()"]) else { return };
    assert!(text.contains("new Gate.open") && !text.contains("closed"), "{text}");
    let Some(text) = synth("Gate", GATE, &["--new", "(boolean)"]) else { return };
    assert!(text.contains("new Gate(open_)"), "{text}");
}

#[test]
fn constants_with_bodies_are_said_to_be_left_out() {
    let source = "public enum Light { RED { public void go() { throw new IllegalStateException(); } }, GREEN;
        public void go() { } }";
    let Some(text) = synth("Light", source, &["--methods", "go"]) else { return };
    for expected in
        ["calls its private constructors with any arguments", "constants that have bodies of their own: `RED`"]
    {
        assert!(text.contains(expected), "no `{expected}` in {text}");
    }
}
