//! `etiquette check` against an interface with registers: counted by constants and ranges, and told by observers.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::check::found_lines;
use crate::common::{has, javac, run_in, succeeds};

const BUFFER: &str = "public class Buffer { private final int limit; private int count;
    public Buffer(int size) { if (size < 1) throw new IllegalStateException(); this.limit = size; }
    public void put() { if (count == limit) throw new IllegalStateException(); count++; }
    public void get() { if (count == 0) throw new IllegalStateException(); count--; }
    public boolean isEmpty() { return count == 0; }
    public boolean isFull() { return count == limit; } }";

/// What the observers say, for each guard.
const OBSERVED: [(&str, &str); 4] = [
    ("count == 0", "isEmpty()"),
    ("count > 0", "!isEmpty()"),
    ("count == limit", "isFull()"),
    ("count < limit", "!isFull()"),
];

const COUNTS: &str = "public class Counts {
    static void fine() { Buffer b = new Buffer(2); b.put(); b.get(); b.put(); b.put(); b.get(); b.get(); }
    static void full() { Buffer b = new Buffer(2); b.put(); b.put();
        b.put(); // violation on every path
    }
    static void empty() { Buffer b = new Buffer(3);
        b.get(); // violation on every path
    }
    static void fineLoop() { Buffer b = new Buffer(4); for (int i = 0; i < 3; i++) b.put(); b.get(); b.get(); b.get(); }
    static void countedLoop() { Buffer b = new Buffer(2);
        for (int i = 0; i < 3; i++) b.put(); // violation on some path
    }
    static void loop(int n) { Buffer b = new Buffer(2);
        for (int i = 0; i < n; i++) b.put(); // may violate
    }
    static void endless() { Buffer b = new Buffer(2); while (true) { b.put(); b.get(); } }
    static void unknown(int n) {
        Buffer b = new Buffer(n); // may violate
        b.put(); b.get();
        b.put();
        b.put(); // may violate
    }
    static void branch(boolean x) { Buffer b = new Buffer(1); if (x) b.put();
        b.get(); // violation on some path
    }
    static void given(Buffer b) {
        b.put(); // may violate
        b.get();
    }
    static void elsewhere(Buffer b) { b.get(); // may violate
        other(b); b.put(); // may violate
    }
    static native void other(Buffer b);
}";

const ASKS: &str = "public class Asks {
    static void right(Buffer b) { if (!b.isEmpty()) b.get(); if (b.isFull()) return; b.put(); b.get(); }
    static void later(Buffer b) { boolean empty = b.isEmpty(); System.out.println(empty); if (!empty) b.get(); }
    static void both(Buffer b) { if (!b.isEmpty() && !b.isFull()) { b.put(); b.get(); b.get(); } }
    static void drain(Buffer b) { while (!b.isEmpty()) b.get(); }
    static void fill(Buffer b) { while (!b.isFull()) b.put();
        b.put(); // violation on every path
    }
    static void wrong(Buffer b) { if (b.isEmpty())
        b.get(); // violation on every path
    }
    static void twice(Buffer b) { if (!b.isEmpty()) { b.get();
        b.get(); // may violate
    } }
    static void tooEarly(Buffer b) { boolean empty = b.isEmpty(); other(b); if (!empty)
        b.get(); // may violate
    }
    static void cannotBe() { Buffer b = new Buffer(3); b.put(); if (b.isEmpty()) b.get(); b.get(); }
    static native void other(Buffer b);
}";

/// The classes, compiled, and the interface with what observers say.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let sources = [("Buffer.java", BUFFER), ("Counts.java", COUNTS), ("Asks.java", ASKS)];
    for (name, source) in sources {
        std::fs::write(folder.path().join(name), source).expect("a writable folder");
    }
    succeeds(javac().arg("-g").args(sources.map(|(name, _)| name)).current_dir(folder.path()));
    let synth = ["synth", "Buffer.class", "--error", "IllegalStateException", "--format", "json", "-o", "Buffer.json"];
    run_in(folder.path(), &synth).ends_with(0);
    let path = folder.path().join("Buffer.json");
    let mut value: Value = serde_json::from_slice(&std::fs::read(&path).expect("the interface")).expect("JSON");
    for call in value["calls"].as_array_mut().expect("a list") {
        let observed = OBSERVED.iter().find(|(guard, _)| call["guard"] == *guard);
        if let Some((_, observed)) = observed {
            call["observed"] = json!(observed);
        }
    }
    std::fs::write(path, value.to_string()).expect("a writable file");
    folder
}

const RING: &str = "public class Ring { private final int limit; private int count;
    public Ring(int size) { if (size < 1) throw new IllegalArgumentException(); this.limit = size; }
    public void put() { if (count == limit) throw new IllegalStateException(); count++; }
    public void take() { if (count == 0) throw new IllegalStateException(); count--; }
    public void get(int index) { if (index < 0 || index >= count) throw new IllegalStateException(); }
    public int size() { return count; }
    public int room() { return limit - count; } }";

const COMPARES: &str = "public class Compares {
    static void right(Ring r) { if (r.size() > 0) r.take(); if (r.room() <= 0) return; r.put(); r.take(); }
    static void drain(Ring r) { while (r.size() != 0) r.take(); }
    static void negated(Ring r) { if (!(0 == r.size())) r.take(); }
    static void later(Ring r) { int n = r.size(); System.out.println(n); if (n >= 1) r.take(); }
    static void answer(Ring r) { boolean any = r.size() > 0; if (any) r.take(); }
    static void again(Ring r) { if (r.size() > 0) { System.out.println(r.size()); r.take(); } }
    static void index(Ring r, int i) { if (i >= 0 && i < r.size()) r.get(i); }
    static void all(Ring r) { for (int i = 0; i < r.size(); i++) r.get(i); }
    static void called(Ring r, int i) { if (i >= 0 && i < r.size()) inner(r, i); }
    private static void inner(Ring r, int i) { if (r.size() > i && i > -1) r.get(i); }
    static void tooFew(Ring r) { if (r.size() >= 0)
        r.take(); // may violate
    }
    static void empty(Ring r) { if (r.size() > 0) return;
        r.take(); // violation on every path
    }
    static void twice(Ring r) { if (r.size() > 0) { r.take();
        r.take(); // may violate
    } }
    static void old(Ring r) { int n = r.size(); if (r.room() == 0) return; r.put(); r.take(); if (n > 0)
        r.take(); // may violate
    }
    static void older(Ring r) { int n = 0; while (true) { if (n > 0)
        r.take(); // may violate
        n = r.size(); if (r.room() == 0) return; r.put(); r.take(); } }
    static void negative(Ring r, int i) { if (i < r.size())
        r.get(i); // may violate
    }
    static void another(Ring r, int i, int j) { if (i >= 0 && i < r.size())
        r.get(j); // may violate
    }
    static void oneTooMany(Ring r) { for (int i = 0; i <= r.size(); i++)
        r.get(i); // may violate
    }
    static void downwards(Ring r) { for (int i = 20; i < r.size(); i--)
        r.get(i); // may violate
    }
    static void overflows(Ring r, int i) { if (i < 0) return; i++; if (i < r.size())
        r.get(i); // may violate
    }
}";

#[test]
fn numbers_that_observers_return_are_followed_as_the_source_says() {
    if !has(&["javac"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, source) in [("Ring.java", RING), ("Compares.java", COMPARES)] {
        std::fs::write(folder.path().join(name), source).expect("a writable folder");
    }
    succeeds(javac().arg("-g").args(["Ring.java", "Compares.java"]).current_dir(folder.path()));
    run_in(folder.path(), &["synth", "Ring.class", "--format", "json", "-o", "Ring.json"]).ends_with(0);
    let check = ["check", "Compares.class", "--interface", "Ring.json", "--classpath", ".", "--format", "json"];
    assert_eq!(found_lines(&run_in(folder.path(), &check).ends_with(1)), marks(COMPARES));
}

const READER: &str = "public class Reader { private boolean ended; private final java.util.function.IntSupplier source;
    public Reader(java.util.function.IntSupplier source) { this.source = source; }
    public int read() { if (ended) throw new IllegalStateException(); int next = source.getAsInt();
        if (next < 0) next = -1; ended = next == -1; return next; } }";

const READS: &str = "import java.util.function.IntSupplier; public class Reads {
    static void right(IntSupplier s) { Reader r = new Reader(s); while (r.read() != -1) { } }
    static void local(IntSupplier s) { Reader r = new Reader(s); int c = r.read(); while (c != -1) { c = r.read(); } }
    static void wrong(IntSupplier s) { Reader r = new Reader(s); int c = r.read(); if (c == -1)
        r.read(); // violation on every path
    }
    static void unsure(IntSupplier s) { Reader r = new Reader(s); r.read();
        r.read(); // violation on some path
    }
}";

const SIZED: &str = "public class Sized { private final int limit; private int count;
    public Sized(int size) { if (size < 1) throw new IllegalArgumentException(); this.limit = size; }
    public void put() { if (count == limit) throw new IllegalStateException(); count++; }
    public void take() { if (count == 0) throw new IllegalStateException(); count--; }
    public boolean isEmpty() { return count == 0; }
    public int size() { return count; } }";

const SIZES: &str = "public class Sizes {
    static void right(Sized s) { if (s.size() > 0) s.take(); while (!s.isEmpty()) s.take(); }
    static void drain(Sized s) { while (s.size() != 0) s.take(); }
    static void exactly(Sized s) { if (s.size() == 2) { s.take(); s.take();
        s.take(); // violation on every path
    } }
    static void wrong(Sized s) { if (s.size() >= 0)
        s.take(); // may violate
    }
    static void later(Sized s) { int n = s.size(); s.take(); // may violate
        if (n > 0) s.take(); // may violate
    }
}";

/// Guards are written with one observer; what another one returns is known all the same.
#[test]
fn observers_that_no_guard_is_written_with_tell_registers() {
    if !has(&["javac"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, source) in [("Sized.java", SIZED), ("Sizes.java", SIZES)] {
        std::fs::write(folder.path().join(name), source).expect("a writable folder");
    }
    succeeds(javac().arg("-g").args(["Sized.java", "Sizes.java"]).current_dir(folder.path()));
    run_in(folder.path(), &["synth", "Sized.class", "--format", "json", "-o", "Sized.json"]).ends_with(0);
    let check = ["check", "Sizes.class", "--interface", "Sized.json", "--classpath", ".", "--format", "json"];
    assert_eq!(found_lines(&run_in(folder.path(), &check).ends_with(1)), marks(SIZES));
}

/// Outcomes that tell numbers apart select the event.
#[test]
fn numbers_that_calls_return_are_told_apart() {
    if !has(&["javac"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, source) in [("Reader.java", READER), ("Reads.java", READS)] {
        std::fs::write(folder.path().join(name), source).expect("a writable folder");
    }
    succeeds(javac().arg("-g").args(["Reader.java", "Reads.java"]).current_dir(folder.path()));
    run_in(folder.path(), &["synth", "Reader.class", "--format", "json", "-o", "Reader.json"]).ends_with(0);
    let check = ["check", "Reads.class", "--interface", "Reader.json", "--classpath", ".", "--format", "json"];
    assert_eq!(found_lines(&run_in(folder.path(), &check).ends_with(1)), marks(READS));
}

/// What comments at the ends of lines say.
fn marks(source: &str) -> Vec<(u64, String)> {
    let lines = source.lines().zip(1..);
    lines.filter_map(|(line, number)| Some((number, line.split_once("// ")?.1.to_owned()))).collect()
}

#[test]
fn registers_are_followed_as_the_sources_say() {
    if !has(&["javac"]) {
        return;
    }
    let folder = folder();
    for (class, source) in [("Counts.class", COUNTS), ("Asks.class", ASKS)] {
        let check = ["check", class, "--interface", "Buffer.json", "--classpath", ".", "--format", "json"];
        assert_eq!(found_lines(&run_in(folder.path(), &check).ends_with(1)), marks(source), "{class}");
    }
    let check = ["check", "Counts.class", "--interface", "Buffer.json", "--classpath", "."];
    let answer = run_in(folder.path(), &check).ends_with(1);
    let steps = "put         Counts.java:11\n  put         Counts.java:11\n  put         Counts.java:11  <- forbidden";
    assert!(answer.text().contains(steps), "each run of a loop is shown: {}", answer.text());
}
