//! The options for Java classes, on small sources. Without a JDK there is nothing to compile them with, and the tests
//! say so.

use std::path::Path;
use std::sync::OnceLock;

use crate::common::{self, Answer, javac, run_in, succeeds};
use crate::skipped::skipped;

const DEVICE: &str = "
import java.io.IOException;
import java.io.InputStream;

public class Device {
    private final InputStream in;
    private boolean open;

    public Device(InputStream in) { this.in = in; }

    public Device(InputStream in, boolean open) { this(in); this.open = open; }

    public void open() { check(!open); open = true; }

    public void read() throws IOException {
        check(open);
        if (in.read() > 3) {
            throw new IllegalArgumentException(\"broken\");
        }
    }

    public void close() { check(open); open = false; }

    private void check(boolean fine) {
        if (!fine) {
            throw new IllegalStateException();
        }
    }
}
";

/// The device's class file, compiled once; `None` without a JDK.
fn class_file() -> Option<&'static [u8]> {
    static COMPILED: OnceLock<Option<Vec<u8>>> = OnceLock::new();
    let compile = || {
        if !common::has(&["javac"]) {
            return None;
        }
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("Device.java"), DEVICE).unwrap();
        succeeds(javac().current_dir(folder.path()).args(["-g", "Device.java"]));
        Some(std::fs::read(folder.path().join("Device.class")).unwrap())
    };
    COMPILED.get_or_init(compile).as_deref()
}

/// A folder with the device's class file, and a file of stubs; `None` without a JDK.
fn device(stubs: &str) -> Option<tempfile::TempDir> {
    let Some(class) = class_file() else {
        skipped("no JDK was found");
        return None;
    };
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Device.class"), class).unwrap();
    std::fs::write(folder.path().join("device.stubs"), stubs).unwrap();
    Some(folder)
}

fn synth(folder: &Path, options: &[&str]) -> Answer {
    run_in(folder, &[&["synth", "Device.class"], options].concat())
}

#[track_caller]
fn has(answer: &Answer, words: &[&str]) {
    for word in words {
        assert!(answer.text().contains(word), "no {word:?} in {}", answer.text());
    }
}

const ILLEGAL_STATE: [&str; 2] = ["--error", "IllegalStateException"];

#[test]
fn constructors_are_chosen() {
    let Some(folder) = device("") else { return };
    let both = synth(folder.path(), &ILLEGAL_STATE).ends_with(0);
    has(&both, &["new Device(InputStream in_, boolean open_)", "3 states"]);
    let one = synth(folder.path(), &[&ILLEGAL_STATE[..], &["--new", "(InputStream)"]].concat()).ends_with(0);
    assert!(!one.text().contains("boolean"), "{}", one.text());
    let two = synth(folder.path(), &[&ILLEGAL_STATE[..], &["--new", "(InputStream),(InputStream, boolean)"]].concat());
    assert_eq!(two.ends_with(0).text(), both.text());
    synth(folder.path(), &["--new", "()"])
        .refuses(&["`Device` has no constructor `()`", "it has `(InputStream)`, `(InputStream, boolean)`"]);
}

#[test]
fn methods_are_chosen_with_or_without_their_types() {
    let Some(folder) = device("") else { return };
    for methods in ["open,close", "open(),close()", "open(), close"] {
        let answer = synth(folder.path(), &["--new", "(InputStream)", "--methods", methods]).ends_with(0);
        has(&answer, &["3 calls"]);
    }
    synth(folder.path(), &["--methods", "opne"])
        .refuses(&["no public or protected method `opne`", "did you mean `open`?"]);
    synth(folder.path(), &["--methods", "open(int)"])
        .refuses(&["no public or protected method `open(int)`", "there is `open()`"]);
    synth(folder.path(), &["--methods", "check"]).refuses(&["there is a `check`, but it is private"]);
    synth(folder.path(), &["--methods", "xyzzy"]).refuses(&["it has `open`, `read`, `close`"]);
}

#[test]
fn errors_are_those_that_a_method_throws() {
    let Some(folder) = device("java.io.InputStream.read() returns -1..7\n") else { return };
    let all = ["--stub", "device.stubs", "--new", "(InputStream)", "--outcome", "NullPointerException"];
    let errors = |choice: &str| synth(folder.path(), &[&all[..], &["--error", choice]].concat()).ends_with(0);
    has(&errors("@Device.check"), &["cannot raise java.lang.IllegalStateException\n"]);
    has(&errors("RuntimeException@Device.read()"), &["cannot raise java.lang.IllegalArgumentException\n"]);
    let none = errors("IllegalStateException@Device.read");
    assert!(!none.text().contains("forbidden  read"), "{}", none.text());
    let refused = |choice: &str, words: &[&str]| synth(folder.path(), &["--error", choice]).refuses(words);
    refused("@Device.chek", &["the method `chek`", "did you mean `Device.check`?"]);
    refused("@Devize.check", &["the class `Devize`", "did you mean `Device`?"]);
    refused("@check", &["names no method", "`@Foo.check`"]);
    refused("IllegalStatException", &["did you mean `java.lang.IllegalStateException`?"]);
    refused("String", &["no exception"]);
    synth(folder.path(), &["--outcome", "Nonsense"]).refuses(&["`--outcome` names the class `Nonsense`"]);
}

#[test]
fn stubs_take_the_place_of_code_and_are_assumptions() {
    let stubs = "# What a device sends.\njava.io.InputStream.read() returns -1..3; throws IOException\n";
    let Some(folder) = device(stubs) else { return };
    let options = ["--stub", "device.stubs", "--new", "(InputStream)", "--outcome", "NullPointerException"];
    let broken = synth(folder.path(), &[&options[..], &["--error", "IllegalArgumentException"]].concat()).ends_with(0);
    has(&broken, &["stubbed by device.stubs:2", "`java.io.InputStream.read` returns -1..3"]);
    assert!(!broken.text().contains("raises"), "{}", broken.text());
    let failing = synth(folder.path(), &[&options[..], &["--error", "IOException"]].concat()).ends_with(0);
    has(&failing, &["raises IOException"]);
    let thrower = synth(folder.path(), &[&options[..], &["--error", "@InputStream.read"]].concat()).ends_with(0);
    has(&thrower, &["raises IOException"]);
    let caller = synth(folder.path(), &[&options[..], &["--error", "@Device.read"]].concat()).ends_with(0);
    assert!(!caller.text().contains("raises IOException"), "{}", caller.text());
}

#[test]
fn stubs_reach_the_limits_of_their_ranges() {
    for (range, fails) in
        [("0..3", false), ("0..4", true), ("4", true), ("-7..-1", false), ("2..5", true), ("3", false)]
    {
        let Some(folder) = device(&format!("java.io.InputStream.read() returns {range}")) else { return };
        let options = ["--stub", "device.stubs", "--error", "IllegalArgumentException", "--new", "(InputStream)"];
        let answer = synth(folder.path(), &options).ends_with(0);
        assert_eq!(answer.text().contains("raises IllegalArgumentException"), fails, "{range}: {}", answer.text());
    }
}

#[test]
fn a_stub_of_a_helper_decides_about_its_caller() {
    let options = ["--stub", "device.stubs", "--error", "IllegalStateException", "--new", "(InputStream)"];
    let Some(folder) = device("Device.check(boolean) pure") else { return };
    let answer = synth(folder.path(), &options).ends_with(0);
    assert!(!answer.text().contains("raises"), "{}", answer.text());
    let Some(folder) = device("Device.check throws IllegalStateException") else { return };
    has(&synth(folder.path(), &options).ends_with(0), &["dead end"]);
    // What is not pure may change the device, so that whether it is open is not known any more.
    let Some(folder) =
        device("java.io.InputStream.read() returns 0\nDevice.check returns; throws IllegalStateException")
    else {
        return;
    };
    has(&synth(folder.path(), &options).ends_with(0), &["dead end"]);
}

#[test]
fn mistakes_in_stubs_are_shown_with_their_place() {
    let cases = [
        ("java.io.InputStrem.read() returns any", "did you mean `java.io.InputStream`?"),
        ("java.io.InputStream.reed() returns any", "did you mean `read`?"),
        ("java.io.InputStream.read(int) returns any", "there is `read()`, `read(byte[])`"),
        ("java.io.InputStream.read() retruns any", "did you mean `returns`?"),
        ("java.io.InputStream.read() returns nonnull", "write one of `any`"),
        ("java.io.InputStream.read() returns 5..1", "write `1..5`"),
        ("java.io.InputStream.read() returns 99999999999", "its values are -2147483648 to 2147483647"),
        ("java.io.InputStream.read() returns 7 8", "expected `;` and another clause"),
        ("java.io.InputStream.read() throws java.io.IOExeption", "did you mean `java.io.IOException`?"),
        ("java.io.InputStream.read() throws String", "`String` is no exception"),
        ("java.io.InputStream.close() returns 3", "write only `returns`"),
        ("java.io.InputStream.close(", "expected a parameter's type"),
        ("java.io.InputStream.close()", "expected `returns`, `throws` or `pure`"),
        ("read() returns any", "write the class before the method"),
        ("Device.open() pure\nDevice.open() returns", "line 1 has a stub for it"),
    ];
    for (stubs, message) in cases {
        let Some(folder) = device(stubs) else { return };
        let place = format!("device.stubs:{}:", stubs.lines().count());
        synth(folder.path(), &["--stub", "device.stubs"]).refuses(&[message, &place]);
    }
    let Some(folder) = device("") else { return };
    synth(folder.path(), &["--stub", "nowhere.stubs"]).refuses(&["can't read nowhere.stubs", "check the path"]);
}

#[test]
fn every_pass_can_be_looked_at() {
    let Some(folder) = device("") else { return };
    let after = |pass: &str| {
        let options = ["component", "Device.class", "--error", "IllegalStateException", "--after", pass];
        run_in(folder.path(), &options).ends_with(0)
    };
    has(&after("read"), &["public class Device extends java.lang.Object", "get-field Device.open", "// line 9"]);
    has(&after("code"), &["public void close()", "!= 0 goto", ".Device.open = "]);
    has(&after("lower"), &["component Device", "var in: Ref", "var open"]);
    assert!(!after("slice").text().contains("var in: Ref"));
    let default = run_in(folder.path(), &["component", "Device.class", "--error", "IllegalStateException"]);
    assert_eq!(default.ends_with(0).text(), after("lower").text());
    assert_eq!(after("tidy-again").text(), after("lower").text());
    let sizes = ["webs", "propagate", "tidy"].map(|pass| after(pass).text().len());
    assert!(sizes.is_sorted_by(|before, after| before > after), "{sizes:?}");
    for pass in ["shortcuts", "ranges", "propagate-again"] {
        has(&after(pass), &["component Device"]);
    }
    std::fs::write(folder.path().join("c.component"), "component c { method m() { } }").unwrap();
    run_in(folder.path(), &["component", "c.component", "--after", "code"]).refuses(&["no three-address code"]);
    let read = run_in(folder.path(), &["component", "c.component", "--after", "read"]).ends_with(0);
    assert_eq!(read.text(), run_in(folder.path(), &["component", "c.component"]).ends_with(0).text());
    run_in(folder.path(), &["component", "c.component", "--after", "ranges"]).ends_with(0);
}

#[test]
fn a_source_may_have_several_classes() {
    if class_file().is_none() {
        return skipped("no JDK was found");
    }
    let folder = tempfile::tempdir().unwrap();
    let source = "public class Pair { private final Lamp lamp = new Lamp();
        public void on() { if (lamp.lit) throw new IllegalStateException(); lamp.lit = true; } }
        class Lamp { boolean lit; }";
    std::fs::write(folder.path().join("Pair.java"), source).unwrap();
    let answer = run_in(folder.path(), &["synth", "Pair.java"]).ends_with(0);
    has(&answer, &["3 states", "on: new Pair() · on() · on() raises IllegalStateException"]);
}

/// Whoever asks about every exception at once may learn nothing, and is told what to ask instead.
#[test]
fn a_class_that_can_not_be_made_comes_with_advice() {
    if class_file().is_none() {
        return skipped("no JDK was found");
    }
    let folder = tempfile::tempdir().unwrap();
    let source = "public class Doomed { private boolean used;
        public Doomed() { if (System.nanoTime() == 7) throw new IllegalArgumentException(); }
        public void use() { if (used) throw new IllegalStateException(); used = true; } }";
    std::fs::write(folder.path().join("Doomed.java"), source).unwrap();
    let advised = |options: &[&str]| {
        let answer = run_in(folder.path(), &[&["synth", "Doomed.java"], options].concat());
        answer.stderr.contains("name the error that you care about with `--error`")
    };
    assert!(advised(&["--error", "IllegalArgumentException", "--error", "IllegalStateException"]));
    assert!(!advised(&["--error", "IllegalStateException"]));
}

/// An error that only code raises which is not followed.
#[test]
fn an_error_that_nothing_raises_comes_with_a_warning() {
    let Some(folder) = device("") else { return };
    let warned = |error: &str| {
        let answer = synth(folder.path(), &["--error", error]).ends_with(0);
        answer.stderr.contains("no code that was followed raises such an error")
    };
    assert!(warned("UnsupportedOperationException"));
    assert!(!warned("IllegalStateException"));
}

const HOLDER: &str = "public class Holder { Lamp lamp = new Lamp(); private Lamp other; Object mixed; int number;
    public void on() { if (lamp.lit) throw new IllegalStateException(); lamp.lit = true; }
    public void renew() { other = new Lamp(); mixed = new Lamp(); mixed = new int[0]; } }
    class Lamp { boolean lit; }";

#[test]
fn fields_are_tracked_on_demand() {
    if class_file().is_none() {
        return skipped("no JDK was found");
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Holder.java"), HOLDER).unwrap();
    let synth = |options: &[&str]| {
        run_in(folder.path(), &[&["synth", "Holder.java", "--error", "IllegalStateException"], options].concat())
    };
    // What the class makes is tracked by itself.
    has(&synth(&[]).ends_with(0), &["3 states", "{ lamp.lit }"]);
    for wish in ["lamp", "Holder.lamp"] {
        let tracked = synth(&["--track", wish]).ends_with(0);
        has(&tracked, &["3 states", "{ lamp.lit }", "no class assigns `Holder.lamp` but those that were looked at"]);
    }
    let refused = |wish: &str, words: &[&str]| synth(&["--track", wish]).refuses(words);
    // One lamp after another, and others beside them.
    for wish in ["other", "mixed"] {
        let said = format!("no class assigns `Holder.{wish}` but those that were looked at");
        has(&synth(&["--track", wish]).ends_with(0), &[said.as_str()]);
    }
    refused("number", &["`number` can't be tracked: it holds no object"]);
    refused("lmap", &["the field `lmap`", "did you mean `lamp`?"]);
}

/// A list and its iterator, in a field that is given one after another: nobody has to ask for it to be tracked.
const BAG: &str = "
public class Bag {
    static class Items {
        int changes;
        void add() { changes++; }
        Cursor cursor() { return new Cursor(this); }
    }
    static class Cursor {
        final Items items;
        int seen;
        Cursor(Items items) { this.items = items; seen = items.changes; }
        void next() { if (seen != items.changes) throw new IllegalStateException(); }
    }
    private final Items items = new Items();
    private Cursor cursor = new Cursor(items);
    public void add() { items.add(); }
    public void restart() { cursor = items.cursor(); }
    public void next() { cursor.next(); }
}
";

#[test]
fn what_a_private_field_of_the_nest_holds_is_tracked_by_itself() {
    if !common::has(&["javac"]) {
        return skipped("no JDK was found");
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("Bag.java"), BAG).unwrap();
    let answer = run_in(folder.path(), &["synth", "Bag.java", "--error", "IllegalStateException"]).ends_with(0);
    let text = answer.text();
    assert!(text.contains("3 states"), "{text}");
    assert!(text.contains("forbidden  next: new Bag() · add() · next()"), "{text}");
}
