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

/// An interface that accepts less is not full, and one that an engine finds is, however it writes it.
#[test]
fn whether_it_is_full_is_known() {
    let verify = |folder: &TempDir| run_in(folder.path(), &["verify", "a.component", "--interface", "a.json"]);
    let full = verify(&folder_after(|_| ())).ends_with(0);
    assert!(full.text().contains("full        yes: it accepts all that the interface does"), "{}", full.text());
    let other = folder_after(|value| {
        let text = value.to_string().replace("count < limit", "limit - count > 0");
        *value = serde_json::from_str(&text).expect("JSON");
    });
    let other = verify(&other).ends_with(0);
    assert!(other.text().contains("full        yes"), "{}", other.text());
}

/// No number of the buffer overflows, since guards exclude it; one that is counted without end may.
#[test]
fn ideal_integers_are_decided_where_nothing_overflows() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let count = "component count { var n: i32 = 0; method up() { n = n + 1; } method use() { assert n < 1000000; } }";
    for (name, source) in [("a.component", BUFFER), ("b.component", count)] {
        std::fs::write(folder.path().join(name), source).expect("a writable folder");
    }
    let diff = |name: &str| run_in(folder.path(), &["diff", name, name, "--integers", "ideal"]);
    diff("a.component").ends_with(0);
    let open = diff("b.component").ends_with(3);
    assert!(open.text().contains("numbers that overflow"), "{}", open.text());
}

#[test]
fn names_are_chosen() {
    run_on(BUFFER, &["synth", "--registers", "count, limit,count"]).ends_with(0);
    run_on(BUFFER, &["synth", "--registers", "count,"]).refuses(&["a name is missing", "`count,limit`"]);
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
    refused(|value| *set_by_put(value) = json!({"count": "cuont + 1"}), &["`cuont` is no", "did you mean `count`?"]);
    refused(|value| value["registers"][0]["initial"] = json!("1 / 0"), &["`1 / 0`", "divides by zero"]);
    refused(|value| value["registers"][0]["type"] = json!("i128"), &["`i128`", "1 to 64 bits"]);
    refused(|value| set_by_put(value)["count"] = json!("count < limit"), &["of the register `count`"]);
    refused(|value| set_by_put(value)["count"] = json!("count / 0"), &["divides by zero"]);
    refused(|value| value["registers"][1]["name"] = json!("count"), &["listed twice"]);
}

#[test]
fn formats_without_registers_say_so() {
    let folder = folder_after(|_| ());
    let export = |format: &str| run_in(folder.path(), &["export", "a.json", "--to", format]).ends_with(0);
    assert!(export("dot").text().contains("/ count := count + 1"));
    let regex = export("regex").says(&["`put` is never allowed in this form"]);
    assert!(!regex.text().contains("put"), "{}", regex.text());
}

#[test]
fn words_are_explained_with_the_values_of_registers() {
    let folder = folder_after(|_| ());
    let word = "new Buffer(1) put put";
    let told = run_in(folder.path(), &["explain", "a.component", word, "--interface", "a.json"]).ends_with(1);
    for words in [
        "new Buffer(1)  legal: size > 0",
        "}, count = 0, limit = 1\n  put()          legal: count < limit",
        "not legal since count == limit: new Buffer(1) · put() · put() raises Full",
        "May be called instead: get [count > 0]\n",
        "new Buffer(1) · put() · [get()] · put()",
    ] {
        assert!(told.text().contains(words), "no {words:?} in: {}", told.text());
    }
    let json = run_in(folder.path(), &["explain", "a.component", word, "--format", "json"]).ends_with(1);
    let json: Value = serde_json::from_str(json.text()).expect("JSON");
    assert_eq!(json["registers"], json!({"count": "1", "limit": "1"}));
    assert_eq!(json["steps"][1]["registers"]["count"], "0");
    assert_eq!(json["steps"][2]["guard"], "count == limit");
}

#[test]
fn interfaces_with_registers_are_verified() {
    let verify = |folder: &TempDir, more: &[&str]| {
        let words = [&["verify", "a.component"], more].concat();
        run_in(folder.path(), &words)
    };
    let right = verify(&folder_after(|_| ()), &["--interface", "a.json"]).ends_with(0);
    assert!(right.text().contains("Yes: the interface is safe and permissive."), "{}", right.text());
    let wrong = folder_after(|value| set_by_put(value)["count"] = json!("count"));
    let wrong = verify(&wrong, &["--interface", "a.json"]).ends_with(1);
    assert!(wrong.text().contains("it accepts new Buffer(1) · put() · put(), which raises Full"), "{}", wrong.text());
    let timid = folder_after(|value| set_by_put(value)["count"] = json!("count + 2"));
    let timid = verify(&timid, &["--interface", "a.json", "--require", "permissive"]).ends_with(1);
    assert!(timid.text().contains("which is legal"), "{}", timid.text());
    let regex = verify(&folder_after(|_| ()), &["--regex", "(put get)*"]).ends_with(1);
    assert!(regex.text().contains("new Buffer(0), which raises Size"), "{}", regex.text());
    let full = verify(&folder_after(|_| ()), &["--interface", "a.json", "--require", "full"]).ends_with(0);
    assert!(full.text().contains("Yes: the interface is full."), "{}", full.text());
}

#[test]
fn versions_with_registers_are_compared() {
    let folder = folder_after(|_| ());
    let new = BUFFER.replace("count == limit", "count + 1 >= limit");
    std::fs::write(folder.path().join("new.component"), new).expect("a writable folder");
    let same = run_in(folder.path(), &["diff", "a.json", "a.component"]).ends_with(0);
    assert!(same.text().contains("Compatible: whatever was legal still is."), "{}", same.text());
    let broken = run_in(folder.path(), &["diff", "a.json", "new.component"]).ends_with(1);
    assert!(broken.text().contains("    new Buffer(1) · put()\n      now: raises Full"), "{}", broken.text());
    let legal = run_in(folder.path(), &["diff", "new.component", "a.json"]).ends_with(0);
    assert!(legal.text().contains("--- legal now"), "{}", legal.text());
    let finite = "component buffer { var full: bool = false; new Buffer(size: i32) { if (size < 1) { error Size; } }
        method put() { if (full) { error Full; } full = true; } method get() { if (!full) { error Empty; } full = false; } }";
    std::fs::write(folder.path().join("one.component"), finite).expect("a writable folder");
    let larger = run_in(folder.path(), &["diff", "one.component", "a.json", "--format", "json"]).ends_with(0);
    let larger: Value = serde_json::from_str(larger.text()).expect("JSON");
    assert_eq!(larger["legal"][0]["word"].as_array().map(Vec::len), Some(3), "{larger}");
    let smaller = run_in(folder.path(), &["diff", "a.json", "one.component"]).ends_with(1);
    assert!(smaller.text().contains(" · put() · put()\n"), "{}", smaller.text());
}

#[test]
fn what_has_no_meaning_is_refused_by_commands_that_follow_registers() {
    let refused = |change: fn(&mut Value), words: &str| {
        let folder = folder_after(change);
        let commands: [&[&str]; 3] = [
            &["diff", "a.json", "a.json"],
            &["verify", "a.component", "--interface", "a.json"],
            &["explain", "a.component", "put", "--interface", "a.json"],
        ];
        for command in commands {
            run_in(folder.path(), command).refuses(&[words]);
        }
    };
    refused(|value| *set_by_put(value) = json!({"total": "1"}), "there is no register \"total\"");
    refused(|value| set_by_put(value)["count"] = json!("count < limit"), "of the register `count`");
    refused(|value| set_by_put(value)["count"] = json!("count / 0"), "divides by zero");
}

/// Registers of 64 bits, at the end of their range.
#[test]
fn wide_registers_are_followed() {
    let wide = "component wide { var last: i64 = 0; method at(time: i64) { assert time > last; last = time; } }";
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("a.component"), wide).expect("a writable folder");
    run_in(folder.path(), &["synth", "a.component", "--format", "json", "-o", "a.json"]).ends_with(0);
    run_in(folder.path(), &["verify", "a.component", "--interface", "a.json"]).ends_with(0);
    run_in(folder.path(), &["diff", "a.json", "a.json"]).ends_with(0);
    let word = "at(9223372036854775807) at(1)";
    let told = run_in(folder.path(), &["explain", "a.component", word, "--interface", "a.json"]).ends_with(1);
    assert!(told.text().contains("last = 9223372036854775807\n  at(1)"), "{}", told.text());
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

/// A log follows registers, with and without the component.
#[test]
fn logs_are_compared_with_registers() {
    let folder = folder_after(|_| ());
    let line = |object: u32, call: &str, ended: &str| format!("{{\"object\":{object},\"call\":\"{call}\",{ended}}}\n");
    let new = |object: u32| line(object, "new Buffer", "\"arguments\":[1],\"outcome\":\"ok\"");
    let (works, fails) = ("\"outcome\":\"ok\"", "\"error\":\"Full\"");
    let full = new(1) + &line(1, "put", works) + &line(1, "put", fails);
    let refine = |log: &str, more: &[&str]| {
        std::fs::write(folder.path().join("a.jsonl"), log).expect("a writable folder");
        run_in(folder.path(), &[&["refine", "a.json", "--log", "a.jsonl"], more].concat())
    };
    let agrees = refine(&full, &[]).ends_with(0);
    assert!(agrees.text().contains("agrees with the log"), "{}", agrees.text());
    let lucky = full + &new(2) + &line(2, "put", works) + &line(2, "put", works);
    let differs = refine(&lucky, &[]).ends_with(1);
    for words in ["where count = 1, limit = 1, put [count == limit] is forbidden", "Name the component"] {
        assert!(differs.text().contains(words), "no {words:?} in: {}", differs.text());
    }
    let asked = refine(&lucky, &["a.component"]).ends_with(1);
    assert!(asked.text().contains("the interface is right: it can fail"), "{}", asked.text());
    assert!(asked.text().contains("safe: proved, permissive: proved"), "{}", asked.text());
    refine(&line(1, "put", "\"outcome\":\"ok\",\"result\":\"x\""), &[]).refuses(&["`result` is a number"]);
}

/// What has no meaning is told with its place.
#[test]
fn places_of_values_are_told() {
    let folder = folder_after(|value| *set_by_put(value) = json!({"count": "cuont + 1"}));
    run_in(folder.path(), &["export", "a.json", "--to", "text"]).refuses(&["states[1].next", "set.count"]);
    let folder = folder_after(|value| value["calls"][2]["guard"] = json!("count / 0 == 1"));
    run_in(folder.path(), &["export", "a.json", "--to", "text"]).refuses(&["calls[2].guard", "divides by zero"]);
    let folder = folder_after(|value| value["registers"][0]["type"] = json!("i128"));
    run_in(folder.path(), &["export", "a.json", "--to", "text"]).refuses(&["registers[0].type"]);
}

/// The head of a ring buffer: its remainder is bounded without the circuit of a division.
#[test]
fn a_ring_buffer_has_a_head() {
    let ring = "component ring { var count: i32 = 0; var head: i32 = 0; var size: i32 = 0;
        new Ring(n: i32) { if (n <= 0) { error Argument; } size = n; }
        method put() { if (count == size) { error Full; } count = count + 1; }
        method take() { if (count == 0) { error Empty; } if (head < 0 || head >= size) { error Bounds; }
            head = (head + 1) % size; count = count - 1; } }";
    let answer = run_on(ring, &["synth", "--timeout", "60s"]).ends_with(0);
    for words in ["3 registers", "head := (head + 1) % size", "take [count > 0]", "head < size"] {
        assert!(answer.text().contains(words), "no {words:?} in: {}", answer.text());
    }
}

/// A register that is set to a term over what came back.
#[test]
fn terms_over_results_are_found() {
    for (body, set) in [
        ("available = *; assume available >= 0; return available + 1;", "available := result - 1"),
        ("var n: i32 = 0; n = *; available = available + n; return n;", "available := available + result"),
        ("var n: i32 = 0; n = *; available = 7 - n; return n;", "available := 7 - result"),
    ] {
        let source = format!(
            "component poll {{ var available: i32 = 0; method poll() -> i32 {{ {body} }}
            method take() {{ if (available == 0) {{ error Empty; }} available = available - 1; }} }}"
        );
        let answer = run_on(&source, &["synth", "--timeout", "60s"]).ends_with(0);
        assert!(answer.text().contains(set), "no {set:?} in: {}", answer.text());
        assert!(answer.text().contains("safe: proved · permissive: proved"), "{}", answer.text());
    }
}
