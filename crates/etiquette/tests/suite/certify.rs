//! Certificates from end to end: made by `synth`, accepted by `certify`, and rejected once anything in the file is
//! tampered with.

use std::path::Path;

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{Answer, has, root, run_in};
use crate::skipped::skipped;

/// Guards, outcomes, two states, and a forbidden call in each.
const TURNSTILE: &str = "component turnstile {
    var paid: i32 = 0;
    method pay(coins: i32) { if (coins < 1 || coins > 9) { error Coins; } if (paid > 0) { error Paid; } paid = coins; }
    method pass() -> bool { if (paid == 0) { error Unpaid; } paid = 0; return true; }
}";

/// A folder with a component and its interface.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("a.component"), TURNSTILE).expect("a writable folder");
    run_in(folder.path(), &["synth", "a.component", "--format", "json", "-o", "a.json"]).ends_with(0);
    folder
}

fn certify(folder: &Path, more: &[&str]) -> Answer {
    run_in(folder, &[&["certify", "a.json", "a.component"][..], more].concat())
}

fn interface(folder: &Path) -> Value {
    serde_json::from_slice(&std::fs::read(folder.join("a.json")).expect("the interface")).expect("JSON")
}

/// The answer to the interface after a change.
fn certify_after(change: impl FnOnce(&mut Value)) -> Answer {
    let folder = folder();
    let mut value = interface(folder.path());
    change(&mut value);
    std::fs::write(folder.path().join("a.json"), value.to_string()).expect("a writable file");
    certify(folder.path(), &[])
}

#[track_caller]
fn rejected(change: impl FnOnce(&mut Value), words: &[&str]) {
    let answer = certify_after(change).ends_with(1);
    assert!(answer.text().contains("Rejected"), "{}", answer.text());
    for word in words {
        assert!(answer.text().contains(word), "no {word:?} in: {}", answer.text());
    }
}

/// The position of the call with this guard.
fn call(value: &Value, guard: &str) -> usize {
    let calls = value["calls"].as_array().expect("calls");
    calls.iter().position(|call| call["guard"] == guard).unwrap_or_else(|| panic!("no {guard} among {calls:#?}"))
}

/// Where the search runs away in numbers, their signs are kept: what is left is made again, and nothing else will do.
#[test]
fn what_is_forgotten_is_forgotten_again() {
    if !has(&["javac"]) {
        return;
    }
    const HEAP: &str = "public class Heap { private int size; private long[] data = new long[16];
        public void push(long x) {
            if (size == data.length) data = java.util.Arrays.copyOf(data, 2 * size);
            data[size++] = x; }
        public long pop() { if (size == 0) throw new IllegalStateException(); return data[--size]; } }";
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("Heap.java"), HEAP).expect("a writable folder");
    const OPTIONS: [&str; 4] = ["--error", "IllegalStateException", "--registers", "none"];
    let made = [&["synth", "Heap.java"], &OPTIONS[..], &["--format", "json", "-o", "a.json"]].concat();
    run_in(folder.path(), &made).ends_with(3);
    let mut value = interface(folder.path());
    assert_eq!(value["guarantee"]["safe"], "proved");
    assert!(value["source"]["signs"].as_array().is_some_and(|signs| signs.contains(&json!("size"))), "{value}");
    let accepted = run_in(folder.path(), &["certify", "a.json", "Heap.java"]).ends_with(0);
    assert!(accepted.text().contains("doubtful"), "{}", accepted.text());
    value["source"]["signs"] = json!([]);
    std::fs::write(folder.path().join("a.json"), value.to_string()).expect("a writable file");
    run_in(folder.path(), &["certify", "a.json", "Heap.java"]).refuses(&["another component"]);
}

#[test]
fn what_synth_makes_is_accepted() {
    let folder = folder();
    let answer = certify(folder.path(), &[]).ends_with(0);
    assert!(answer.text().contains("Accepted: the interface is safe and permissive."), "{}", answer.text());
    assert!(answer.text().contains("our checker: all of the "), "{}", answer.text());
}

#[test]
fn another_solver_agrees() {
    let folder = folder();
    if etiquette_logic::ExternalSolver::find("z3").is_err() {
        skipped("no z3 to check the certificate with");
        return;
    }
    let answer = certify(folder.path(), &["--solver", "z3"]).ends_with(0);
    assert!(answer.text().contains("  z3: all of the "), "{}", answer.text());
    certify(folder.path(), &["--solver", "no-such-solver"]).refuses(&["no program `no-such-solver`"]);
}

#[test]
fn a_widened_guard_is_rejected() {
    let widen = |value: &mut Value| {
        let legal = call(value, "1 <= coins && coins <= 9");
        value["calls"][legal]["guard"] = json!("1 <= coins && coins <= 10");
    };
    rejected(widen, &["the guard `1 <= coins && coins <= 10` of `pay`"]);
}

#[test]
fn a_widened_guard_of_the_certificate_is_rejected() {
    let widen = |value: &mut Value| {
        let legal = call(value, "1 <= coins && coins <= 9");
        value["calls"][legal]["guard"] = json!("1 <= coins && coins <= 10");
        value["certificate"]["calls"][legal]["guard"] = json!("1 <= coins && coins <= 10");
    };
    rejected(widen, &["our checker: it is not so that"]);
}

#[test]
fn a_label_that_says_too_much_is_rejected() {
    rejected(|value| value["states"][1]["label"] = json!("paid == 3"), &["the label `paid == 3` of state 1"]);
}

#[test]
fn a_label_without_its_condition_is_rejected() {
    rejected(|value| value["certificate"]["labels"][1] = json!("true"), &["our checker"]);
}

#[test]
fn a_redirected_edge_is_rejected() {
    let redirect = |value: &mut Value| {
        let next = value["states"][0]["next"].as_array_mut().expect("events");
        next.iter_mut().for_each(|event| event["to"] = json!(0));
    };
    rejected(redirect, &["our checker: it is not so that"]);
}

#[test]
fn an_allowed_error_is_rejected() {
    let allow = |value: &mut Value| {
        let forbidden = value["states"][0]["forbidden"].take();
        let calls: Vec<Value> =
            forbidden.as_array().expect("calls").iter().map(|entry| entry["call"].clone()).collect();
        for call in &calls {
            value["states"][0]["allowed"].as_array_mut().expect("calls").push(call.clone());
            let next = json!({"call": call, "outcome": outcome(value, call), "to": 0});
            value["states"][0]["next"].as_array_mut().expect("events").push(next);
        }
        value["states"][0]["forbidden"] = json!([]);
        let proofs = value["certificate"]["forbidden"].as_array_mut().expect("proofs");
        proofs.retain(|proof| proof["state"] != 0);
    };
    rejected(allow, &["our checker: it is not so that"]);
}

fn outcome(value: &Value, call: &Value) -> Value {
    let calls = value["calls"].as_array().expect("calls");
    calls.iter().find(|found| found["id"] == *call).expect("a call")["outcomes"][0].clone()
}

#[test]
fn a_claim_without_proof_is_rejected() {
    let open = |value: &mut Value| {
        for proof in value["certificate"]["forbidden"].as_array_mut().expect("proofs") {
            proof["proof"] = json!("open");
        }
    };
    rejected(open, &["it is not claimed that"]);
}

#[test]
fn a_claim_that_is_given_up_is_not_asked_for() {
    let answer = certify_after(|value| {
        value["guarantee"]["permissive"] = json!("not established");
        value["guarantee"]["minimal"] = json!(false);
        for proof in value["certificate"]["forbidden"].as_array_mut().expect("proofs") {
            proof["proof"] = json!("open");
        }
    });
    assert!(answer.ends_with(0).text().contains("Accepted: the interface is safe."));
}

#[test]
fn other_flags_errors_and_witnesses_are_rejected() {
    rejected(|value| value["guarantee"]["full"] = json!(true), &["it is said to be full, and is not"]);
    rejected(|value| value["states"][0]["forbidden"][0]["error"] = json!("Rust"), &["nothing raises Rust"]);
    rejected(|value| value["states"][0]["forbidden"][0]["at"] = json!("a.component:1"), &["at a.component:1"]);
    rejected(|value| value["states"][0]["forbidden"][0]["witness"] = json!(["pay(3)"]), &["`pay(3)` does not fail"]);
    rejected(|value| value["states"][0]["forbidden"][0]["witness"] = json!(["go()"]), &["can't be read"]);
}

/// A component with a doubtful call, and one with a loop that may not end.
const DISK: &str = "component disk {
    var full: bool = false;
    method mount() { full = ? \"whether it is full\"; }
    method write() { assert !full; }
    method wait() { while (full) { } }
}";

fn disk_after(change: impl FnOnce(&mut Value)) -> Answer {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("a.component"), DISK).expect("a writable folder");
    run_in(folder.path(), &["synth", "a.component", "--format", "json", "-o", "a.json"]).ends_with(3);
    let mut value = interface(folder.path());
    change(&mut value);
    std::fs::write(folder.path().join("a.json"), value.to_string()).expect("a writable file");
    certify(folder.path(), &[])
}

#[test]
fn doubts_and_assumptions_are_worked_out_anew() {
    let says = |answer: Answer, code: i32, words: &str| {
        let answer = answer.ends_with(code);
        assert!(answer.text().contains(words), "no {words:?} in: {}", answer.text());
    };
    says(disk_after(|_| ()), 0, "permissive but for 1 doubtful call, given 1 assumption.");
    disk_after(|value| value["guarantee"]["assumptions"] = json!([])).refuses(&["there is no assumption 0"]);
    let shorten = |value: &mut Value| drop(value["guarantee"]["assumptions"].as_array_mut().expect("a list").pop());
    says(disk_after(shorten), 1, "it does not say that it takes this for granted: a call of `wait`");
    let claim = |value: &mut Value| value["guarantee"]["permissive"] = json!("proved");
    says(disk_after(claim), 1, "1 calls are not shown to fail");
    let deny = |value: &mut Value| {
        let doubtful = value["states"].as_array_mut().expect("states").iter_mut();
        let entries = doubtful.flat_map(|state| state["forbidden"].as_array_mut().expect("a list"));
        entries.filter(|entry| entry["verdict"] == "doubtful").for_each(|entry| entry["verdict"] = json!("fails"));
    };
    says(disk_after(deny), 1, "forbidden for certain, and is not shown to fail");
}

#[test]
fn without_a_certificate_it_says_how_to_make_one() {
    let folder = folder();
    let arguments = ["synth", "a.component", "--engine", "direct", "--format", "json", "-o", "a.json", "--force"];
    std::fs::write(folder.path().join("a.component"), TURNSTILE.replace("i32", "i5")).expect("a writable folder");
    run_in(folder.path(), &arguments).ends_with(0);
    certify(folder.path(), &[]).refuses(&["a.json has no certificate", "--engine certified --format json"]);
}

#[test]
fn another_component_is_not_even_checked() {
    let folder = folder();
    let change = |old: &str, new: &str| {
        std::fs::write(folder.path().join("a.component"), TURNSTILE.replace(old, new)).expect("a writable folder");
    };
    change("turnstile", "gate");
    certify(folder.path(), &[]).refuses(&["it is `turnstile`, and this is `gate`", "etiquette synth a.component"]);
    change("paid", "sum");
    certify(folder.path(), &[]).refuses(&["it has the variable `paid: i32`"]);
    change("pass()", "go()");
    certify(folder.path(), &[]).refuses(&["it has the method `pass() -> "]);
    change("error Paid", "error Coins");
    certify(folder.path(), &[]).refuses(&["it has the error `Paid`"]);
    change("coins > 9", "coins > 8");
    certify(folder.path(), &[]).ends_with(1);
}

#[test]
fn other_options_are_noticed() {
    let folder = folder();
    certify(folder.path(), &["--integers", "ideal"]).refuses(&["other options", "etiquette synth a.component"]);
    let class = root().join("examples/Connection.class").display().to_string();
    let json = ["synth", &class, "--error", "IllegalStateException", "--format", "json", "-o", "c.json"];
    run_in(folder.path(), &json).ends_with(0);
    let certify = |more: &[&str]| run_in(folder.path(), &[&["certify", "c.json", &class][..], more].concat());
    certify(&["--error", "IllegalStateException"]).ends_with(0);
    certify(&[]).ends_with(0);
    certify(&["--methods", "open,close", "--error", "IllegalStateException"])
        .refuses(&["made with other options", "`etiquette synth Connection.class --error IllegalStateException`"]);
}

#[test]
fn the_certificate_is_a_script_for_any_solver() {
    let folder = folder();
    let synth = |more: &[&str]| run_in(folder.path(), &[&["synth", "a.component"][..], more].concat());
    synth(&["--certificate", "a.smt2"]).ends_with(0);
    let script = std::fs::read_to_string(folder.path().join("a.smt2")).expect("the script");
    assert!(script.contains("(check-sat)") && script.contains("; The interface is safe and permissive"), "{script}");
    synth(&["--certificate", "a.smt2"]).refuses(&["a.smt2 exists already"]);
    synth(&["--certificate", "a.smt2", "--force"]).ends_with(0);
    synth(&["--certificate", "b.smt2", "--engine", "direct"]).refuses(&["makes no certificates"]);
    synth(&["--certificate", "b.smt2", "--serial"]).refuses(&["--serial"]);
}

#[test]
fn an_exported_interface_keeps_its_certificate() {
    let folder = folder();
    run_in(folder.path(), &["export", "a.json", "--to", "json", "-o", "b.json"]).ends_with(0);
    let read = |name: &str| std::fs::read(folder.path().join(name)).expect("an interface");
    assert_eq!(read("a.json"), read("b.json"));
}

#[test]
fn what_is_proved_says_whether_it_was_checked() {
    let folder = folder();
    let synth = |more: &[&str]| run_in(folder.path(), &[&["synth", "a.component"][..], more].concat()).ends_with(0);
    assert!(synth(&[]).text().contains(" obligations, checked."));
    assert!(synth(&["--no-check"]).text().contains(" obligations, not checked."));
}

/// A method that was left out, since nothing was proved with it, is named, and is left out again.
#[test]
fn what_is_left_out_is_said() {
    let spare = "method spare() { paid = 7; } }";
    let certified = |change: &dyn Fn(&mut Value)| {
        let folder = folder();
        let mut value = interface(folder.path());
        change(&mut value);
        std::fs::write(folder.path().join("a.json"), value.to_string()).expect("a writable file");
        let larger = TURNSTILE.replace("}\n}", &format!("}}\n{spare}"));
        std::fs::write(folder.path().join("a.component"), larger).expect("a writable file");
        certify(folder.path(), &[])
    };
    let leave_out = |value: &mut Value| value["source"]["left_out"] = json!(["spare"]);
    let say = |value: &mut Value| value["not_covered"] = json!([{"method": "spare", "why": "not decided"}]);
    certified(&|value| {
        leave_out(value);
        say(value);
    })
    .ends_with(0);
    let unsaid = certified(&leave_out).ends_with(1);
    assert!(unsaid.text().contains("does not say that `spare` is not covered"), "{}", unsaid.text());
    certified(&say).refuses(&["another component", "spare"]);
}
