//! Monitors of several objects: a list with many iterators, a wire with plugs that clients make. The code compiles without
//! a warning, lets those pass who do right, and holds none of the objects.

use std::path::{Path, PathBuf};

use crate::common::{example, has, java, javac, run, run_in, succeeds};

const LIST: [&str; 12] = [
    "monitor",
    "java.util.ArrayList",
    "--with",
    "it=iterator()",
    "--error",
    "ConcurrentModificationException",
    "--methods",
    "add,remove,clear,size,it.next,it.hasNext,it.remove",
    "--integers",
    "ideal",
    "--to",
    "java",
];

/// Compiles sources of a folder and one of the tests without a warning, runs that one, and gives the lines that it prints.
fn said(folder: &Path, sources: &[&str], driver: &str) -> Vec<String> {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/monitor").join(format!("{driver}.java"));
    succeeds(javac().args(["-Xlint:all", "-Werror", "-d", "out"]).args(sources).arg(file).current_dir(folder));
    let output = java().args(["-Xmx64m", "-cp"]).arg(folder.join("out")).arg(driver).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap().lines().map(str::to_owned).collect()
}

fn agree(said: &[String], expected: &[(&str, &str)]) {
    assert_eq!(said.len(), expected.len(), "{said:#?}");
    for (line, (start, part)) in said.iter().zip(expected) {
        assert!(line.starts_with(start) && line.contains(part), "{line:?} is not {start:?} with {part:?}");
    }
}

#[test]
fn each_iterator_of_a_list_has_its_own_place_in_the_protocol() {
    if !has(&["javac", "java"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), &[&LIST[..], &["--output-dir", "."]].concat()).ends_with(0).says(&["forEachRemaining"]);
    let wrapper = ["--style", "wrapper", "--name", "ListWrapper", "--output-dir", "."];
    run_in(folder.path(), &[&LIST[..], &wrapper].concat()).ends_with(0);
    let said = said(folder.path(), &["MonitoredArrayList.java", "ListWrapper.java"], "Lists");
    let expected = [
        ("right: 0 false", ""),
        ("changed: it.next is forbidden in state ", "it can raise java.util.ConcurrentModificationException"),
        ("other: it.next is forbidden in state ", "another it.remove"),
        ("wrapped: it.next is forbidden in state ", "modCount != it.expected"),
        ("random: agrees", ""),
        ("iterators: gone", ""),
        ("reported: [it.next is forbidden in state ", ", made]"),
    ];
    agree(&said, &expected);
}

const PLUG: &str = "public class Plug { boolean on; public Plug() { } public void on() { on = true; } public void off() { on = false; } }";

const WIRE: &str = "public class Wire { private Plug plug;
    public void connect(Plug given) { if (plug != null || given == null) throw new IllegalStateException(); plug = given; }
    public void disconnect() { plug = null; }
    public void send() { if (plug == null || !plug.on) throw new IllegalStateException(); } }";

/// Which of the plugs is given decides what the call means to each of them.
#[test]
fn objects_that_clients_make_are_told_apart_where_they_are_given() {
    if !has(&["javac", "java"]) {
        return;
    }
    for style in ["subclass", "wrapper"] {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("Plug.java"), PLUG).unwrap();
        std::fs::write(folder.path().join("Wire.java"), WIRE).unwrap();
        succeeds(javac().args(["-g", "Plug.java", "Wire.java"]).current_dir(folder.path()));
        let monitor = ["monitor", "Wire.class", "--with", "plug=new Plug()", "--error", "IllegalStateException"];
        let more = ["--to", "java", "--style", style, "--output-dir", "."];
        run_in(folder.path(), &[&monitor[..], &more].concat()).ends_with(0);
        let said = said(folder.path(), &["Plug.java", "Wire.java", "MonitoredWire.java"], "Wires");
        let expected = [
            ("again: connect(given) [given == another] is forbidden", ""),
            ("off: send is forbidden", "main.plug == `the plug` && !plug.on"),
            ("none: send is forbidden", ""),
            ("null: connect(given) [given == null] is forbidden", ""),
            ("unseen: send is doubtful", ""),
        ];
        agree(&said, &expected);
    }
}

const KEYS: &str = "public class Keys { public interface Ring { Key key(); } public interface Key { void turn(); }
    public Ring ring() { return () -> new Key() { private boolean turned;
        public void turn() { if (turned) throw new IllegalStateException(); turned = true; } }; } }";

#[test]
fn what_cannot_be_followed_is_refused() {
    if !has(&["javac"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Keys.java"), KEYS).unwrap();
    let nested = ["monitor", "Keys.java", "--with", "ring=ring()", "--with", "key=ring.key()", "--error", "any"];
    run_in(folder.path(), &[&nested[..], &["--to", "java"]].concat()).refuses(&["`ring`, `key`", "for each of them"]);
    for language in ["rust", "rust-dynamic"] {
        run(&[&LIST[..11], &[language]].concat()).refuses(&["`it`", "--to java"]);
    }
    run(&["monitor", &example("lock.component"), "--to", "rust"]).ends_with(0);
}
