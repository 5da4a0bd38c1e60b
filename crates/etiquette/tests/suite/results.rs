//! What calls return, from end to end: outcomes that tell numbers apart, registers that hold them, certificates, and a
//! JVM that is asked.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{Answer, has, java, javac, run_in, run_on, succeeds};
use crate::monitor::rust_compiles;

const READER: &str = "component reader {
    var at_end: bool = false;
    method read() -> i32 {
        if (at_end) { error BehindTheEnd; }
        var next: i32 = *;
        if (next < 0) { next = -1; }
        at_end = next == -1;
        return next;
    }
    method rewind() { at_end = false; }
    method size() -> i32 { return 12; }
}";

const POLL: &str = "component poll {
    var available: i32 = 0;
    method poll() -> i32 { available = *; assume available >= 0; return available; }
    method take() { if (available == 0) { error Empty; } available = available - 1; }
}";

/// A folder with a component and its interface, in which something is changed.
fn folder_after(source: &str, change: impl FnOnce(&mut Value)) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("a.component"), source).expect("a writable folder");
    run_in(folder.path(), &["synth", "a.component", "--format", "json", "-o", "a.json"]).ends_with(0);
    let path = folder.path().join("a.json");
    let mut value = serde_json::from_slice(&std::fs::read(&path).expect("the interface")).expect("JSON");
    change(&mut value);
    std::fs::write(path, value.to_string()).expect("a writable file");
    folder
}

fn certify(source: &str, change: impl FnOnce(&mut Value)) -> Answer {
    run_in(folder_after(source, change).path(), &["certify", "a.json", "a.component"])
}

fn contains(answer: &Answer, wanted: &[&str]) {
    for words in wanted {
        assert!(answer.text().contains(words), "no {words:?} in: {}", answer.text());
    }
}

#[test]
fn numbers_are_told_apart_where_that_matters() {
    let answer = run_on(READER, &["synth"]).ends_with(0);
    contains(
        &answer,
        &["read -> -1    ", "read -> other, rewind", "read() -> -1 · read() raises BehindTheEnd", "full"],
    );
    assert!(!answer.text().contains("size ->"), "it tells nothing: {}", answer.text());
    let engines = ["certified", "game", "maymust", "witness"];
    for engine in engines {
        let answer = run_on(READER, &["synth", "--engine", engine, "--whole"]).ends_with(0);
        contains(&answer, &["read -> -1", "read -> other"]);
    }
}

#[test]
fn where_it_makes_no_difference_there_is_one_outcome() {
    let known = "component counter { var count: u3 = 0;
        method up() -> u3 { assert count < 5; count = count + 1; return count; }
        method look() -> u3 { return count; } }";
    let answer = run_on(known, &["synth"]).ends_with(0);
    assert!(!answer.text().contains("->"), "{}", answer.text());
}

#[test]
fn json_says_when_and_certificates_are_checked() {
    let accepted = certify(READER, |value| {
        let next = value["states"][0]["next"].as_array().expect("a list").iter();
        let when: Vec<&Value> = next.filter_map(|entry| entry.get("when")).collect();
        assert_eq!(when, [&json!("result == -1"), &json!("result != -1")]);
    });
    contains(&accepted.ends_with(0), &["Accepted: the interface is safe and permissive."]);
    let other = |from: &str, to: &str| {
        let text = |value: &mut Value| {
            let changed = value.to_string().replace(from, to);
            *value = serde_json::from_str(&changed).expect("JSON");
        };
        certify(READER, text)
    };
    // Another number is another component, of which the certificate does not hold.
    let moved = other("-1", "-2");
    assert!(moved.ends_with(1).text().contains("Rejected"));
    other("\"result == -1\"", "\"result == 0\"").refuses(&["is not what the outcome", "result == -1"]);
    let overlapping = certify(READER, |value| {
        let changed = value.to_string().replace("\"other\"", "\"result > 5\"").replace("result != -1", "result > 5");
        *value = serde_json::from_str(&changed).expect("JSON");
    });
    overlapping.refuses(&["each number must have one of the outcomes"]);
}

#[test]
fn words_are_explained_and_interfaces_verified() {
    let folder = folder_after(READER, |_| ());
    let explain = |word: &str| run_in(folder.path(), &["explain", "a.component", word, "--interface", "a.json"]);
    contains(&explain("read -> -1, read").ends_with(1), &["read() -> -1 · read() raises BehindTheEnd"]);
    explain("read -> other, read -> -1, rewind, read").ends_with(0);
    explain("read -> 3, read").ends_with(0);
    explain("read -> none").refuses(&["there is no outcome", "`-1`, `other`"]);
    let verified = run_in(folder.path(), &["verify", "a.component", "--interface", "a.json"]);
    contains(&verified, &["safe        yes", "permissive  yes"]);
}

/// Sets the register to something else after `poll`.
fn set_by_poll(value: &mut Value, to: &str) {
    let next = value["states"][0]["next"].as_array_mut().expect("a list");
    let polled = next.iter_mut().find(|entry| entry["set"]["available"] == "result").expect("a poll");
    polled["set"]["available"] = json!(to);
}

#[test]
fn a_register_is_set_to_what_comes_back() {
    let answer = run_on(POLL, &["synth"]).ends_with(0);
    contains(&answer, &["available := result", "take [available > 0]", "permissive: proved", "what comes back"]);
    let finite = run_on(POLL, &["synth", "--registers", "none"]).ends_with(0);
    contains(&finite, &["poll -> 0", "poll -> other"]);
    contains(&certify(POLL, |_| ()).ends_with(0), &["Accepted: the interface is safe and permissive."]);
    for wrong in ["result + 1", "0", "available"] {
        let tampered = certify(POLL, |value| set_by_poll(value, wrong));
        assert!(tampered.ends_with(1).text().contains("Rejected"), "{wrong}");
    }
    let nothing_returned = certify(POLL, |value| {
        let next = value["states"][0]["next"].as_array_mut().expect("a list");
        next.iter_mut().for_each(|entry| entry["set"]["available"] = json!("result"));
    });
    assert!(nothing_returned.ends_with(1).text().contains("Rejected"));
}

/// A change of what is set where `poll` returns, or of the guard of `take`, and what verify says of it then.
#[test]
fn what_comes_back_is_followed_by_verify_and_diff() {
    let changed = |change: fn(&mut Value)| {
        let folder = folder_after(POLL, change);
        let verified = run_in(folder.path(), &["verify", "a.component", "--interface", "a.json"]);
        (folder, verified.text().to_owned())
    };
    let (_, same) = changed(|_| ());
    assert!(same.contains("Yes: the interface is safe and permissive."), "{same}");
    let (_, more) = changed(|value| set_by_poll(value, "result + 1"));
    assert!(more.contains("it accepts poll() -> 0 · take(), which raises Empty"), "{more}");
    let (folder, fewer) = changed(|value| {
        let text =
            value.to_string().replace("available > 0", "available > 1").replace("available == 0", "available <= 1");
        *value = serde_json::from_str(&text).expect("JSON");
    });
    assert!(fewer.contains("it refuses poll() -> 1 · take(), which is legal"), "{fewer}");
    let diff = run_in(folder.path(), &["diff", "a.component", "a.json"]).ends_with(1);
    contains(&diff, &["1 call became forbidden", "poll() -> 1 · take()", "0 became legal"]);
    run_in(folder.path(), &["diff", "a.component", "a.component"]).ends_with(0);
}

#[test]
fn what_comes_back_is_explained() {
    let explain = |word: &str| run_on(POLL, &["explain", word]);
    contains(&explain("poll take").ends_with(1), &["poll() -> 0 · take() raises Empty", "since available == 0"]);
    contains(&explain("poll -> 2, take, take").ends_with(0), &["available = 2", "then", "available = 0"]);
    let one_too_many = explain("poll -> 1, take, take").ends_with(1);
    contains(&one_too_many, &["poll() -> 1 · take() · take() raises Empty", "[poll() -> "]);
    contains(&explain("poll -> -1").ends_with(1), &["can't happen"]);
    explain("poll -> 99999999999").refuses(&["no call returns 99999999999", "i32"]);
}

const POLLER: &str = "import java.util.function.IntSupplier;
    public class Poller {
        private final IntSupplier source;
        private int available;
        public Poller(IntSupplier source) { this.source = source; }
        public int poll() { available = Math.max(0, source.getAsInt()); return available; }
        public void take() { if (available == 0) throw new IllegalStateException(); available--; }
    }";

#[test]
fn a_java_monitor_sets_registers_to_what_comes_back() {
    if !has(&["javac", "java"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let driver = "public class Main { public static void main(String[] none) {
        java.util.Iterator<Integer> given = java.util.List.of(2, 0, 1).iterator();
        MonitoredPoller poller = new MonitoredPoller(() -> given.next());
        poller.poll(); poller.take(); poller.take();
        for (int numbers = 0; numbers < 2; numbers++) {
            try { poller.take(); throw new Error(\"it was made\"); }
            catch (IllegalStateException stopped) { System.out.println(stopped.getMessage().contains(\"available = 0\")); }
            poller.poll();
        }
        poller.take();
        try { poller.poll(); } catch (java.util.NoSuchElementException nothing) { }
        try { poller.take(); } catch (IllegalStateException lost) { System.out.println(lost.getMessage().contains(\"not known\")); } } }";
    for (name, source) in [("Poller.java", POLLER), ("Main.java", driver)] {
        std::fs::write(folder.path().join(name), source).expect("a file");
    }
    for style in ["subclass", "wrapper"] {
        let monitor = ["monitor", "Poller.java", "--to", "java", "--style", style, "--output-dir", ".", "--force"];
        run_in(folder.path(), &monitor).ends_with(0);
        succeeds(javac().args(["Poller.java", "MonitoredPoller.java", "Main.java"]).current_dir(folder.path()));
        let said = java().args(["-cp", ".", "Main"]).current_dir(folder.path()).output().expect("it runs");
        let errors = String::from_utf8_lossy(&said.stderr).into_owned();
        assert_eq!(String::from_utf8_lossy(&said.stdout), "true\ntrue\ntrue\n", "{style}: {errors}");
    }
}

#[test]
fn rust_monitors_set_registers_to_what_comes_back() {
    if !has(&["rustc"]) {
        return;
    }
    let folder = folder_after(POLL, |_| ());
    let monitor = |to: &str| {
        run_in(folder.path(), &["monitor", "a.json", "--to", to, "-o", "code.rs", "--force"]).ends_with(0);
    };
    monitor("rust-dynamic");
    let watched = "fn main() { let mut watched = Monitor::new(); assert!(!watched.allows(Call::take()));
        watched.after_returning(Call::poll(), \"ok\", 1); assert!(watched.allows(Call::take()));
        watched.after(Call::take(), \"ok\"); assert!(!watched.allows(Call::take()));
        watched.after(Call::poll(), \"ok\"); assert!(watched.allowed().is_empty(), \"nobody said what came back\"); }";
    assert!(rust_compiles(folder.path(), "code.rs", watched));
    monitor("rust");
    let typed = "struct Two; impl Operations for Two { fn poll(&mut self) -> i32 { 2 } fn take(&mut self) {} }
        fn main() { let state = State0::begin(Two).take().err().unwrap().0.poll();
        let state = state.take().unwrap().take().unwrap(); assert!(state.take().is_err()); }";
    assert!(rust_compiles(folder.path(), "code.rs", typed));
}

/// The state depends on the number, too: an outcome tells, and the register holds the number.
#[test]
fn both_may_be_needed() {
    let hot = POLL.replace("return available;", "hot = available > 10; return available;");
    let hot = hot.replace("method take()", "var hot: bool = false; method cool() { assert hot; } method take()");
    let answer = run_on(&hot, &["synth"]).ends_with(0);
    contains(&answer, &["poll -> result > 10", "poll -> result < 11", "available := result", "permissive: proved"]);
}

#[test]
fn what_is_written_wrong_is_refused() {
    let refused = |method: &str, words: &[&str]| {
        run_on(format!("component a {{ var x: i8 = 0; {method} }}"), &["synth"]).refuses(words);
    };
    refused("method m() -> i8 { }", &["can end here without an outcome", "a number of type i8"]);
    refused("method m() -> i8 { return; }", &["lacks an outcome"]);
    refused("method m() -> i8 { return x == 0; }", &["expected `i8`, found `bool`"]);
    refused("method m() -> i8 | other { return x; }", &["taken for a returned number"]);
    refused("method m() -> i8 graph { 0: return x; }", &["a graph returns one of its local variables"]);
}

#[test]
fn a_jvm_gives_the_numbers() {
    if !has(&["javac"]) {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join("Poller.java"), POLLER).expect("a file");
    let answer = run_in(folder.path(), &["synth", "Poller.java", "--replay"]).ends_with(0);
    contains(&answer, &["available := result", "take [available > 0]", "raised on a JVM, too"]);
}
