//! Components that hold others, as a user sees them: inlined, by their interfaces, and by interfaces in files.

use std::fs;
use std::path::Path;

use tempfile::TempDir;

use crate::common::run_in;

const LOCK: &str = "component lock {
  var held: bool = false;
  method try_acquire() -> acquired | busy {
    if (held) { error AlreadyHeld; }
    choose { held = true; return acquired; } or { return busy; }
  }
  method release() { if (!held) { error NotHeld; } held = false; }
}";

const OFFICE: &str = "component office {
  uses safe: \"lock.component\";
  method open_up() -> ready | later { match safe.try_acquire() { acquired { return ready; } busy { return later; } } }
  method close() { safe.release(); }
}";

/// A holder that fails in the middle of what the lock allows.
const STRICT: &str = "component strict { uses safe: \"lock.component\"; var n: u2 = 0;
  method once() { n = n + 1; if (n == 2) { error Twice; } match safe.try_acquire() { acquired { safe.release(); } busy { } } } }";

fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    for (name, text) in files {
        fs::write(folder.path().join(name), text).expect("a file");
    }
    folder
}

fn synthesized(folder: &Path, arguments: &[&str], code: i32) -> String {
    let answer = run_in(folder, &[&["synth"], arguments].concat()).ends_with(code);
    answer.text().split_whitespace().collect::<Vec<_>>().join(" ")
}

/// A key that fails at most once, which its interface does not show, and a holder that relies on it.
const KEY: &str = "component key { var taken: bool = false; var failed: bool = false;
  method acq() -> bool { if (taken) { error Taken; }
    choose { taken = true; return true; } or { assume !failed; failed = true; return false; } }
  method rel() { if (!taken) { error NotTaken; } taken = false; } }";
const CARETAKER: &str = "component caretaker { uses key: \"key.component\"; var failures: u2 = 0;
  method round() { match key.acq() { true { key.rel(); } false { failures = failures + 1; assert failures < 2; } } } }";

#[test]
fn answers_that_held_interfaces_do_not_show_are_taken_back() {
    let folder = folder(&[("key.component", KEY), ("caretaker.component", CARETAKER)]);
    synthesized(folder.path(), &["caretaker.component", "--format", "json", "-o", "caretaker.json"], 0);
    let verify = ["verify", "caretaker.component", "--interface", "caretaker.json"];
    run_in(folder.path(), &verify).ends_with(0);
    let replaced = run_in(folder.path(), &[&verify[..], &["--held", "interface"]].concat()).ends_with(3);
    assert!(replaced.text().contains("not known: the interface of a component that is held"), "{}", replaced.text());
}

#[test]
fn both_ways_give_the_same_language() {
    let folder = folder(&[("lock.component", LOCK), ("office.component", OFFICE)]);
    let inlined = synthesized(folder.path(), &["office.component"], 0);
    assert!(inlined.starts_with("office: 2 states, 2 calls · safe: proved · permissive: proved · full"), "{inlined}");
    let replaced = synthesized(folder.path(), &["office.component", "--held", "interface"], 0);
    assert!(replaced.contains("held: lock.component by its interface, which shows just what it does"), "{replaced}");
    for (name, way) in [("inline", "inline"), ("interface", "interface")] {
        let output = format!("{name}.json");
        synthesized(folder.path(), &["office.component", "--held", way, "--format", "json", "-o", &output], 0);
        run_in(folder.path(), &["certify", &output, "office.component", "--held", way]).ends_with(0);
    }
    run_in(folder.path(), &["diff", "inline.json", "interface.json"]).ends_with(0);
    run_in(folder.path(), &["verify", "office.component", "--interface", "interface.json"]).ends_with(0);
    run_in(folder.path(), &["certify", "interface.json", "office.component"]).ends_with(0);
    let other = run_in(folder.path(), &["certify", "interface.json", "office.component", "--integers", "ideal"]);
    other.refuses(&["made with other options", "--held interface"]);
}

#[test]
fn an_interface_in_a_file_is_taken_for_granted() {
    let folder =
        folder(&[("lock.component", LOCK), ("office.component", &OFFICE.replace("lock.component", "lock.json"))]);
    synthesized(folder.path(), &["lock.component", "--format", "json", "-o", "lock.json"], 0);
    let found = synthesized(folder.path(), &["office.component"], 0);
    assert!(found.contains("close: close() raises NotHeld at lock.component:7"), "{found}");
    assert!(
        found.contains("`lock.json` is the interface of what is held, and all that it allows can happen"),
        "{found}"
    );
    assert!(found.contains("Permissive, proved under what is taken for granted"), "{found}");
    let verified = run_in(folder.path(), &["verify", "office.component", "--regex", "(open_up close)*"]).ends_with(1);
    assert!(verified.text().contains("`lock.json` is the interface"), "{}", verified.text());
}

#[test]
fn an_interface_that_is_not_permissive_makes_its_holder_only_safe() {
    let folder =
        folder(&[("lock.component", LOCK), ("strict.component", &STRICT.replace("lock.component", "lock.json"))]);
    synthesized(folder.path(), &["lock.component", "--format", "json", "-o", "lock.json"], 0);
    let path = folder.path().join("lock.json");
    let text = fs::read_to_string(&path).expect("an interface");
    let weaker = text
        .replace("\"permissive\": \"proved\"", "\"permissive\": \"not established\"")
        .replace("\"full\": true", "\"full\": false");
    assert_ne!(weaker, text);
    fs::write(&path, weaker).expect("a file");
    let found = synthesized(folder.path(), &["strict.component"], 3);
    assert!(found.contains("safe: proved · permissive: not established"), "{found}");
    let unsafe_one = text.replace("\"safe\": \"proved\"", "\"safe\": \"not established\"");
    fs::write(&path, unsafe_one).expect("a file");
    let refused = run_in(folder.path(), &["synth", "strict.component"]);
    refused.refuses(&["strict.component:1:31", "no interface of `lock.json` is known to be safe"]);
}

#[test]
fn what_is_wrong_is_shown_with_its_place() {
    let top = "component top {\n  uses lock: \"lock.component\";\n  method m() { lock.release(); }\n}";
    let folder = folder(&[("top.component", top)]);
    let run = || run_in(folder.path(), &["synth", "top.component"]);
    run().refuses(&["top.component:2:14", "can't read lock.component"]);
    fs::write(folder.path().join("lock.component"), "component lock {\n  method release() { x = 1; }\n}")
        .expect("a file");
    run().refuses(&["lock.component:2:22", "there is no variable `x`"]);
    let circle = "component lock {\n  uses top: \"top.component\";\n  method release() { }\n}";
    fs::write(folder.path().join("lock.component"), circle).expect("a file");
    run().refuses(&["lock.component:2:13", "`top.component` holds `lock.component` holds `top.component`"]);
    fs::write(folder.path().join("lock.component"), LOCK).expect("a file");
    for (call, words) in [
        ("lock.free();", ["top.component:3:21", "`lock` has no `free`"]),
        ("lock.try_acquire();", ["top.component:3:16", "`try_acquire` has several outcomes"]),
        ("match lock.try_acquire() { busy { } }", ["top.component:3:22", "what follows the outcome `acquired`?"]),
        ("lock.release(true);", ["top.component:3:16", "`release` takes no arguments, not 1"]),
    ] {
        fs::write(folder.path().join("top.component"), top.replace("lock.release();", call)).expect("a file");
        run().refuses(&words);
    }
}
