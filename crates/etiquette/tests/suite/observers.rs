//! Guards in the class's own words, from end to end: said, checked by `certify`, rejected once tampered with.

use serde_json::{Value, json};

use crate::common::{Answer, example, has, root, run, run_in, run_on};
use crate::skipped::skipped;

const BUFFER: &str = "component buffer {
    var count: i32 = 0;
    var limit: i32 = 0;
    new Buffer(size: i32) { if (size < 1) { error Size; } limit = size; }
    method put(kind: i32) { if (kind < 0) { error Kind; } if (count == limit) { error Full; } count = count + 1; }
    method get() { if (count == 0) { error Empty; } count = count - 1; }
    method isEmpty() -> bool { return count == 0; }
    method isFull() -> bool { return count >= limit; }
    method poll() -> bool { count = 0; return true; }
}";

#[test]
fn guards_are_said_with_observers() {
    let answer = run_on(BUFFER, &["synth"]).ends_with(0);
    let wanted = [
        "put(kind) [kind >= 0 && !isFull()]",
        "get [!isEmpty()]",
        "get [isEmpty()]: new Buffer(1) · get() raises Empty",
        "observers: isEmpty() is count == 0, isFull() is count == limit",
    ];
    for words in wanted {
        assert!(answer.text().contains(words), "no {words:?} in: {}", answer.text());
    }
    for format in ["dot", "svg", "html", "markdown", "mermaid", "plantuml", "jml", "contract"] {
        let answer = run_on(BUFFER, &["synth", "--format", format]).ends_with(0);
        assert!(answer.text().contains("isEmpty()"), "{format}: {}", answer.text());
    }
}

/// The tests of pages take backslashes for those of paths.
#[test]
fn the_page_on_formats_has_the_contract_that_is_written() {
    let written = run(&["synth", &example("mailbox.component"), "--format", "jml"]).ends_with(0);
    let page = std::fs::read_to_string(root().join("docs/formats.md")).expect("the page");
    assert!(page.contains(&format!("```java\n{}```", written.text())), "{}", written.text());
}

/// The answer of `certify` to the interface, after a change to the call that has this in its own words.
fn certify(observed: &str, change: impl FnOnce(&mut Value)) -> Answer {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("a.component"), BUFFER).expect("a writable folder");
    run_in(folder.path(), &["synth", "a.component", "--format", "json", "-o", "a.json"]).ends_with(0);
    let path = folder.path().join("a.json");
    let mut value: Value = serde_json::from_slice(&std::fs::read(&path).expect("the interface")).expect("JSON");
    let calls = value["calls"].as_array_mut().expect("a list");
    let call = calls.iter_mut().find(|call| call["observed"] == observed);
    change(call.unwrap_or_else(|| panic!("nothing is said as {observed}")));
    std::fs::write(path, value.to_string()).expect("a writable file");
    run_in(folder.path(), &["certify", "a.json", "a.component"])
}

#[test]
fn json_keeps_both_and_certify_compares_them() {
    let kept = |call: &mut Value| assert_eq!(call["guard"], "count > 0");
    assert!(certify("!isEmpty()", kept).ends_with(0).text().contains("Accepted"));
    certify("!isEmpty()", |call| call["observed"] = json!("!!!isEmpty()")).ends_with(0);
    certify("kind < 0 || isFull()", |call| _ = call.as_object_mut().expect("a call").remove("observed")).ends_with(0);
}

#[test]
fn what_is_not_the_same_is_rejected() {
    let rejected = |other: &str, why: &str| {
        let answer = certify("!isEmpty()", |call| call["observed"] = json!(other)).ends_with(1);
        let words = format!("`{other}` does not say the same as the guard `count > 0` of `get`{why}");
        assert!(answer.text().contains(&words) && answer.text().contains("Rejected"), "{}", answer.text());
    };
    rejected("isEmpty()", "\n");
    rejected("!isFull()", "\n");
    rejected("true", "\n");
    rejected("poll()", ": there is no conversion `poll`");
    rejected("!put()", ": there is no conversion `put`");
}

/// A buffer whose observers tell two numbers, and one that tells neither.
const ROOMY: &str = "component roomy { var used: i32 = 0; var limit: i32 = 0;
    new Roomy(size: i32) { if (size < 1) { error Size; } limit = size; }
    method add(n: i32) { if (n < 0 || n > limit - used) { error Full; } used = used + n; }
    method used() -> i32 { return used; }
    method room() -> i32 { return limit - used; } }";

#[test]
fn what_observers_return_is_kept_and_checked() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    std::fs::write(folder.path().join("a.component"), ROOMY).expect("a writable folder");
    let synth = |format: &str| run_in(folder.path(), &["synth", "a.component", "--format", format]).ends_with(0);
    let text = synth("text");
    for words in ["observers: used() is used, room() is limit - used", "add(n) [n >= 0 && n <= room()]"] {
        assert!(text.text().contains(words), "no {words:?} in: {}", text.text());
    }
    assert!(synth("jml").text().contains("ensures \\result == (_limit - _used);"));
    let value: Value = serde_json::from_str(synth("json").text()).expect("JSON");
    assert_eq!(value["observers"][1], json!({"name": "room()", "type": "i32", "value": "limit - used"}));
    let with = |returned: &str| {
        let mut changed = value.clone();
        changed["observers"][1]["value"] = json!(returned);
        std::fs::write(folder.path().join("a.json"), changed.to_string()).expect("a writable file");
        run_in(folder.path(), &["certify", "a.json", "a.component"])
    };
    assert!(with("limit - used").ends_with(0).text().contains("Accepted"));
    let rejected = with("limit").ends_with(1);
    assert!(rejected.text().contains("`room()` does not say what `limit` is"), "{}", rejected.text());
    with("limt").refuses(&["observers[1].value", "did you mean `limit`?"]);
    with("used / 0").refuses(&["observers[1].value", "divides by zero"]);
    with("used > 0").refuses(&["what `room()` is said to return"]);
}

#[test]
fn what_can_not_be_read_is_refused() {
    certify("!isEmpty()", |call| call["observed"] = json!("!isEmpty(")).refuses(&["`!isEmpty(` can't be read"]);
}

#[test]
fn classes_of_the_jdk_are_said_with_their_observers() {
    if !has(&["java"]) {
        return skipped("no JDK was found");
    }
    let stack = ["synth", "java.util.Stack", "--error", "EmptyStackException", "--methods", "push,pop,peek,empty"];
    let stack = run(&stack).ends_with(0);
    assert!(stack.text().contains("pop [!empty()]") && stack.text().contains("peek [!empty()]"), "{}", stack.text());
    let named = ["synth", "java.util.Stack", "--error", "EmptyStackException", "--methods", "push,pop,setSize"];
    let named = run(&[&named[..], &["--registers", "elementCount"]].concat()).ends_with(0);
    assert!(named.text().contains("elementCount := newSize"), "{}", named.text());
    let methods = "get(),put(byte),flip(),clear(),rewind(),hasRemaining";
    let errors = ["--error", "BufferUnderflowException", "--error", "BufferOverflowException"];
    let buffer = [&["synth", "java.nio.HeapByteBuffer", "--methods", methods], &errors[..]].concat();
    let buffer = run(&buffer).ends_with(0);
    assert!(buffer.text().contains("get() [hasRemaining()], put(byte x) [hasRemaining()]"), "{}", buffer.text());
}
