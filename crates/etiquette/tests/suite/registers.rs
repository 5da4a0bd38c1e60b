//! Interfaces with registers from end to end: found, proved, accepted by `certify`, rejected once tampered with, and
//! refused where they can't be followed.

use serde_json::{Value, json};
use tempfile::TempDir;

use crate::common::{Answer, run_in, run_on};

const BUFFER: &str = "component buffer {
    var count: i32 = 0;
    var limit: i32 = 0;
    new Buffer(size: i32) { if (size < 1) { error Size; } limit = size; }
    method put() { if (count == limit) { error Full; } count = count + 1; }
    method get() { if (count == 0) { error Empty; } count = count - 1; }
}";

/// A folder with the component and its interface, in which something is changed.
fn folder_after(change: impl FnOnce(&mut Value)) -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("a.component"), BUFFER).expect("a writable folder");
    run_in(folder.path(), &["synth", "a.component", "--format", "json", "-o", "a.json"]).ends_with(0);
    let path = folder.path().join("a.json");
    let mut value = serde_json::from_slice(&std::fs::read(&path).expect("the interface")).expect("JSON");
    change(&mut value);
    std::fs::write(path, value.to_string()).expect("a writable file");
    folder
}

fn certify(change: impl FnOnce(&mut Value)) -> Answer {
    run_in(folder_after(change).path(), &["certify", "a.json", "a.component"])
}

/// What `put` sets in the state after construction.
fn set_by_put(value: &mut Value) -> &mut Value {
    let next = value["states"][1]["next"].as_array_mut().expect("a list");
    let put = next.iter_mut().find(|entry| entry["set"]["count"] == "count + 1").expect("an entry of put");
    &mut put["set"]
}

#[test]
fn a_buffer_has_a_count_and_a_limit() {
    let answer = run_on(BUFFER, &["synth"]).ends_with(0);
    let wanted = [
        "2 states, 2 registers",
        "registers: i32 count, i32 limit",
        "count := 0, limit := size",
        "put [count < limit] → stays here, count := count + 1",
        "get [count > 0]",
        "{ count >= 0 && count <= limit }",
        "--registers none",
    ];
    for words in wanted {
        assert!(answer.text().contains(words), "no {words:?} in: {}", answer.text());
    }
}

#[test]
fn certificates_know_registers() {
    let accepted = certify(|_| ()).ends_with(0);
    assert!(accepted.text().contains("Accepted: the interface is safe and permissive."), "{}", accepted.text());
}

#[test]
fn what_is_not_so_is_rejected() {
    let rejected = |change: fn(&mut Value)| {
        let answer = certify(change).ends_with(1);
        assert!(answer.text().contains("Rejected"), "{}", answer.text());
    };
    rejected(|value| set_by_put(value)["count"] = json!("count + 2"));
    rejected(|value| *set_by_put(value) = json!({}));
    rejected(|value| value["source"]["relied_on"] = json!("count >= 0 && count <= limit && limit < 100"));
    rejected(|value| value["states"][1]["label"] = json!("count >= 0 && count < limit"));
}

#[test]
fn other_registers_are_another_component() {
    certify(|value| value["source"]["registers"] = json!(["count"])).refuses(&["another component"]);
    certify(|value| value["source"]["relied_on"] = json!("count ><")).refuses(&["relied on"]);
}

#[test]
fn names_are_chosen() {
    let wanted = run_on(BUFFER, &["synth", "--registers", "count,limit"]).ends_with(0);
    assert!(wanted.text().contains("2 registers"), "{}", wanted.text());
    run_on(BUFFER, &["synth", "--registers", "size"]).refuses(&["`size` can't be a register", "`count`, `limit`"]);
    run_on(BUFFER, &["synth", "--registers", "limit"]).refuses(&["nothing is proved with these registers"]);
    run_on(BUFFER, &["synth", "--registers", "count", "--engine", "direct"]).refuses(&["`auto` and `certified`"]);
    let dice = "component dice { var points: i32 = 0;
        method roll() { points = *; } method pay(n: i32) { assert n == points; } }";
    run_on(dice, &["synth", "--registers", "points"]).refuses(&["no client sees", "leave `roll` out"]);
    let finite = run_on(BUFFER, &["synth", "--registers", "none", "--timeout", "300ms"]);
    assert!(!finite.ends_with(3).text().contains("register,"));
}

#[test]
fn what_has_no_meaning_is_refused() {
    let refused = |change: fn(&mut Value), words: &[&str]| {
        run_in(folder_after(change).path(), &["export", "a.json", "--to", "text"]).refuses(words);
    };
    refused(|value| *set_by_put(value) = json!({"total": "1"}), &["there is no register \"total\""]);
    refused(|value| set_by_put(value)["count"] = json!("count < limit"), &["of the register `count`"]);
    refused(|value| set_by_put(value)["count"] = json!("count / 0"), &["divides by zero"]);
    refused(|value| value["registers"][1]["name"] = json!("count"), &["listed twice"]);
}

#[test]
fn formats_and_commands_without_registers_say_so() {
    let folder = folder_after(|_| ());
    let export = |format: &str| run_in(folder.path(), &["export", "a.json", "--to", format]).ends_with(0);
    assert!(export("dot").text().contains("/ count := count + 1"));
    let regex = export("regex").says(&["`put` is never allowed in this form"]);
    assert!(!regex.text().contains("put"), "{}", regex.text());
    let commands: [&[&str]; 3] = [
        &["diff", "a.json", "a.json"],
        &["verify", "a.component", "--interface", "a.json"],
        &["explain", "a.component", "new Buffer(1) put put", "--interface", "a.json"],
    ];
    for command in commands {
        run_in(folder.path(), command).refuses(&["registers", "--registers none"]);
    }
}

#[test]
fn models_for_other_checkers_have_registers() {
    let smv = |change: fn(&mut Value)| {
        let folder = folder_after(change);
        run_in(folder.path(), &["export", "a.json", "--to", "smv"]).ends_with(0)
    };
    let model = smv(|_| ());
    let wanted = [
        "  -- r0: i32 count\n  r0 : signed word[32];",
        "  p0_0 : signed word[32];",
        "    event = e2 & !(r0 = r1) : impossible;",
        "  init(r0) := 0sd32_0;",
        "    state = s1 & event = e3 : (r0 + 0sd32_1);",
        "    state = s0 & event = e1 : p0_0;",
    ];
    for words in wanted {
        assert!(model.text().contains(words), "no {words:?} in: {}", model.text());
    }
    assert!(!model.stderr.contains("never allowed"), "{}", model.stderr);
    let weaker = smv(|value| set_by_put(value)["count"] = json!("limit / count"));
    assert!(!weaker.says(&["`put` is never allowed in this form"]).text().contains("word["));
}

#[test]
fn monitors_have_registers() {
    let folder = folder_after(|_| ());
    let monitor = |to: &str| run_in(folder.path(), &["monitor", "a.json", "--to", to]).ends_with(0);
    let types = monitor("rust");
    assert!(types.text().contains("pub fn put(mut self) -> Result<State1<O>, Refused<Self>>"), "{}", types.text());
    assert!(monitor("rust-dynamic").text().contains("if registers.count < registers.limit {"));
    let found = run_in(folder.path(), &["monitor", "a.component", "--to", "rust"]).ends_with(0);
    assert!(found.text().contains("Refused<Self>"), "what is worked out has registers, too: {}", found.text());
    let named = folder_after(|value| value["registers"][0]["type"] = json!("Mode"));
    run_in(named.path(), &["monitor", "a.json", "--to", "rust"]).refuses(&["count", "Help"]);
}
