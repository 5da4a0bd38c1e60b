//! `etiquette check`: the corpus of clients, the formats, suppressions, bad input.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::common::{Answer, has, javac, root, run, run_in, succeeds};

/// The folders of java-corpus/ whose classes the clients use.
const COMPONENTS: [&str; 10] = [
    "ArgumentObservers",
    "ListItr",
    "Signature",
    "Socket",
    "Stream",
    "PipedOutputStream",
    "ServerTableEntry",
    "TransactionManager",
    "ReadWriteAcq",
    "Kmax",
];

fn class_path() -> String {
    let folders = COMPONENTS.iter().map(|name| root().join("java-corpus").join(name));
    let folders = folders.chain([root().join("clients/components")]);
    std::env::join_paths(folders).expect("paths without separators").into_string().expect("UTF-8")
}

fn interface(name: &str) -> String {
    root().join("clients/interfaces").join(format!("{name}.json")).display().to_string()
}

fn client(name: &str) -> PathBuf {
    root().join("clients/cases").join(format!("{name}.class"))
}

fn check(client: &Path, interface: &str, more: &[&str]) -> Answer {
    let (client, class_path) = (client.display().to_string(), class_path());
    let first = ["check", &client, "--interface", interface, "--classpath", &class_path];
    run(&[&first[..], more].concat())
}

/// The classes that are nested in a client, which belong to it.
fn nested_classes(name: &str) -> Vec<String> {
    let files = std::fs::read_dir(root().join("clients/cases")).expect("the folder of cases");
    let files = files.map(|file| file.expect("a file").path().display().to_string());
    let mut nested: Vec<String> = files.filter(|file| file.contains(&format!("/{name}$"))).collect();
    nested.sort();
    nested
}

/// The lines of a client's source that say what is wrong with them, and how sure that is.
fn marked_lines(name: &str) -> Vec<(u64, String)> {
    let source = std::fs::read_to_string(client(name).with_extension("java")).expect("a source beside the class file");
    let marks = source.lines().enumerate().filter_map(|(index, line)| {
        let (_, mark) = line.split_once("// ")?;
        Some((index as u64 + 1, mark.to_owned()))
    });
    marks.collect()
}

pub fn found_lines(answer: &Answer) -> Vec<(u64, String)> {
    let report: Value = serde_json::from_str(answer.text()).expect("JSON");
    let findings = report["findings"].as_array().expect("a list").iter();
    let line = |finding: &Value| {
        (finding["at"]["line"].as_u64().unwrap_or(0), finding["level"].as_str().unwrap_or_default().to_owned())
    };
    findings.map(line).collect()
}

/// Without a JDK nothing is known about its iterators and matchers.
fn has_jdk() -> bool {
    has(&["java"])
}

#[test]
fn clients_are_judged_as_their_sources_say() {
    let cases = std::fs::read_to_string(root().join("clients/cases.toml")).expect("the list of cases");
    let cases: toml::Table = cases.parse().expect("TOML");
    assert!(cases.len() >= 25, "{} cases", cases.len());
    for (name, case) in &cases {
        let about_jdk = ["array-list", "iterator", "matcher"].contains(&case["interface"].as_str().expect("a name"));
        if about_jdk && !has_jdk() {
            continue;
        }
        let interface = interface(case["interface"].as_str().expect("a name"));
        let nested = nested_classes(name);
        let more: Vec<&str> = ["--format", "json"].into_iter().chain(nested.iter().map(String::as_str)).collect();
        let answer = check(&client(name), &interface, &more);
        let code = match case["verdict"].as_str() {
            Some("obeys") => 0,
            Some("violates") => 1,
            _ => 3,
        };
        assert_eq!(found_lines(&answer), marked_lines(name), "{name}: {answer:#?}");
        answer.ends_with(code);
    }
}

/// The interfaces are what `etiquette synth` makes of the classes. Not covered: `matcher`, written by hand, and
/// `iterator`, which takes a JDK and longer.
#[test]
fn interfaces_are_made_by_synth() {
    let made = [
        ("argument-observers", "ArgumentObservers/ArgumentObservers", "IllegalArgumentException"),
        ("list-iterator", "ListItr/ItemList$ListItr", "IllegalStateException"),
        ("signature", "Signature/Signature", "SignatureException"),
        ("socket", "Socket/Socket", "SocketException"),
        ("stream", "Stream/Stream", "IllegalStateException"),
        ("piped", "PipedOutputStream/PipedOutputStream", "NullPointerException"),
        ("server", "ServerTableEntry/ServerTableEntry", "Internal"),
        ("transaction", "TransactionManager/TransactionManager", "IllegalStateException"),
        ("lock", "ReadWriteAcq/ReadWriteAcq", "IllegalStateException"),
        ("kmax", "Kmax/Kmax", "IllegalStateException"),
    ];
    for (name, class, error) in made {
        let class = root().join("java-corpus").join(format!("{class}.class")).display().to_string();
        let answer = run(&["synth", &class, "--error", error, "--format", "json"]).ends_with(0);
        let [now, kept] =
            [answer.text().to_owned(), std::fs::read_to_string(interface(name)).expect("a kept interface")]
                .map(|text| serde_json::from_str::<Value>(&text).expect("JSON"));
        let [now, kept] = [now, kept].map(without_labels);
        for key in ["component", "errors", "calls", "initial", "states"] {
            assert_eq!(now[key], kept[key], "{name}: {key}");
        }
    }
}

/// Some calls are doubtful: a sink that is in no role may be connected to another source.
#[test]
fn the_interface_of_a_channel_is_made_by_synth() {
    let class = root().join("clients/components/Source.class").display().to_string();
    let options = ["--with", "sink=new Sink()", "--error", "IllegalStateException", "--format", "json"];
    let answer = run(&[&["synth", &class][..], &options].concat()).ends_with(3);
    let kept = std::fs::read_to_string(interface("channel")).expect("a kept interface");
    let [now, kept] = [answer.text(), &kept].map(|text| serde_json::from_str::<Value>(text).expect("JSON"));
    let [now, kept] = [now, kept].map(without_labels);
    for key in ["component", "errors", "calls", "initial", "states", "roles"] {
        assert_eq!(now[key], kept[key], "{key}");
    }
}

/// The calls of all objects are in the path, each as the interface writes it.
#[test]
fn paths_have_the_calls_of_all_objects() {
    if !has_jdk() {
        return;
    }
    let answer = check(&client("ListTwoIteratorsRemove"), &interface("array-list"), &[]).ends_with(1);
    let message = "violation: `it.next` of `java.util.ArrayList` with `it` is forbidden here, on every path: \
                   it can raise java.util.ConcurrentModificationException";
    assert!(answer.text().contains(message), "{}", answer.text());
    for call in ["  iterator ", "  another it.remove ", "  it.next "] {
        assert!(answer.text().contains(call), "{call}: {}", answer.text());
    }
    assert!(!answer.text().contains("no such object"), "{}", answer.text());
}

/// Labels are for people, and there are many good ones.
fn without_labels(mut interface: Value) -> Value {
    for state in interface["states"].as_array_mut().into_iter().flatten() {
        state["label"] = Value::Null;
    }
    interface
}

#[test]
fn sarif_has_what_the_specification_asks_for() {
    let root = ["--format", "sarif", "--source-root", "clients/cases"];
    let answer = check(&client("SignInHelper"), &interface("signature"), &root).ends_with(1);
    let log: Value = serde_json::from_str(answer.text()).expect("JSON");
    assert_eq!(log["version"], "2.1.0");
    let runs = log["runs"].as_array().expect("runs");
    assert_eq!(runs.len(), 1);
    let driver = &runs[0]["tool"]["driver"];
    assert!(driver["name"].is_string());
    let result = &runs[0]["results"][0];
    let rule = result["ruleIndex"].as_u64().expect("an index") as usize;
    assert_eq!(driver["rules"][rule]["id"], result["ruleId"]);
    assert_eq!(result["level"], "error");
    assert!(result["message"]["text"].is_string());
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "clients/cases/SignInHelper.java");
    assert_eq!(place["region"]["startLine"], 12);
    let flow = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().expect("a code flow");
    let lines: Vec<u64> = flow.iter().filter_map(flow_line).collect();
    assert_eq!(lines, [6, 7, 12]);
}

/// The schema is the one that OASIS publishes with the specification. Its pattern for languages is no regular
/// expression that Rust takes.
#[test]
fn sarif_is_valid_by_its_schema() {
    let text = include_str!("../sarif-2.1.0.schema.json").replace("[a-zA-Z]{2}]?$", "[a-zA-Z]{2}$");
    let schema: Value = serde_json::from_str(&text).expect("JSON");
    let schema = jsonschema::validator_for(&schema).expect("a schema");
    for (name, interface_name) in
        [("SignInHelper", "signature"), ("StreamToGiven", "stream"), ("LockForgotten", "lock")]
    {
        let answer = check(&client(name), &interface(interface_name), &["--format", "sarif"]);
        let mut log: Value = serde_json::from_str(answer.text()).expect("JSON");
        let problems: Vec<String> = schema.iter_errors(&log).map(|problem| problem.to_string()).collect();
        assert!(problems.is_empty(), "{name}: {problems:?}");
        log["runs"][0]["results"][0]["level"] = "grave".into();
        assert!(!schema.is_valid(&log), "the schema tells what is wrong");
    }
}

fn flow_line(step: &Value) -> Option<u64> {
    step["location"]["physicalLocation"]["region"]["startLine"].as_u64()
}

#[test]
fn annotations_name_file_and_line() {
    let answer = check(&client("StreamToNothing"), &interface("stream"), &["--format", "github"]).ends_with(1);
    assert!(answer.text().starts_with("::error file=StreamToNothing.java,line=5,title="), "{}", answer.text());
    let answer = check(&client("StreamToGiven"), &interface("stream"), &["--format", "github"]).ends_with(3);
    assert!(answer.text().starts_with("::warning file=StreamToGiven.java,line=5,"), "{}", answer.text());
}

#[test]
fn suppressions_need_a_reason_and_a_finding() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("suppressions");
    let path = file.display().to_string();
    let check_with = |text: &str| {
        std::fs::write(&file, text).expect("a writable folder");
        check(&client("LockForgotten"), &interface("lock"), &["--suppress", &path])
    };
    let answer = check_with("# looked at\nLockForgotten use read: a demonstration\n").ends_with(0);
    assert!(answer.text().contains("reason: a demonstration"), "{}", answer.text());
    let answer = check_with("LockForgotten use write: no longer so\n").ends_with(1);
    assert!(answer.text().contains("covers nothing: LockForgotten use write"), "{}", answer.text());
    check_with("LockForgotten use read\n").refuses(&["suppressions:1", "reason"]);
    check_with("LockForgotten: because\n").refuses(&["class, a method and a call"]);
}

#[test]
fn strange_interfaces_are_refused() {
    check(&client("LockForgotten"), &interface("socket"), &[]).refuses(&["Socket", "right interface"]);
    let folder = tempfile::tempdir().expect("a folder");
    let newer = folder.path().join("newer.json");
    let text = std::fs::read_to_string(interface("lock")).expect("an interface");
    std::fs::write(&newer, text.replacen("\"etiquette\": 2", "\"etiquette\": 99", 1)).expect("a writable folder");
    check(&client("LockForgotten"), &newer.display().to_string(), &[]).refuses(&["99"]);
    check(Path::new("Missing.class"), &interface("lock"), &[]).refuses(&["Missing.class", "no such file"]);
    let empty = tempfile::tempdir().expect("a folder");
    check(empty.path(), &interface("lock"), &[]).refuses(&["no classes"]);
}

#[test]
fn gaps_are_named_once() {
    let answer = run(&["check", &client("SetAfterNext").display().to_string(), "-i", &interface("list-iterator")]);
    assert_eq!(answer.text().matches("`ItemList` is not on the class path").count(), 1, "{}", answer.text());
}

#[test]
fn two_clients_and_two_interfaces_at_once() {
    let folder = root().join("clients/cases").display().to_string();
    let class_path = class_path();
    let (first, second) = (interface("lock"), interface("kmax"));
    let arguments = ["check", &folder, "-i", &first, "-i", &second, "--classpath", &class_path, "--format", "json"];
    let answer = run_in(&root(), &arguments).ends_with(1);
    let report: Value = serde_json::from_str(answer.text()).expect("JSON");
    assert_eq!(report["findings"].as_array().map(Vec::len), Some(2), "{report:#}");
    assert_eq!(run_in(&root(), &arguments).stdout, answer.stdout, "the same bytes");
}

/// A class whose objects come from a static method, which must not be given a negative number.
const PIPE: &str = "public class Pipe { private boolean closed; private Pipe() { }
    public static Pipe of(int size) { if (size < 0) throw new IllegalStateException(); return new Pipe(); }
    public void close() { if (closed) throw new IllegalStateException(); closed = true; } }";

const USER: &str = "class User {
    void once() { Pipe.of(2).close(); }
    void twice() { Pipe pipe = Pipe.of(2); pipe.close();
        pipe.close(); // violation
    }
    void negative() {
        Pipe.of(-1); // violation
    }
}";

#[test]
fn a_static_method_that_makes_the_object_is_its_first_call() {
    if !has_jdk() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    for (name, source) in [("Pipe.java", PIPE), ("User.java", USER)] {
        std::fs::write(folder.path().join(name), source).expect("a file");
    }
    succeeds(javac().args(["-g", "Pipe.java", "User.java"]).current_dir(folder.path()));
    let synth = ["synth", "Pipe.class", "--error", "IllegalStateException", "-f", "json", "-o", "pipe.json"];
    run_in(folder.path(), &synth).ends_with(0);
    let answer =
        run_in(folder.path(), &["check", "User.class", "--interface", "pipe.json", "--cp", ".", "--format", "json"]);
    let lines: Vec<u64> = found_lines(&answer).into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, [4, 7], "{answer:#?}");
    answer.ends_with(1);
    let text = run_in(folder.path(), &["check", "User.class", "--interface", "pipe.json", "--cp", "."]).ends_with(1);
    assert!(!text.text().contains("comes from elsewhere"), "{}", text.text());
}

/// A class that is handed a box: it must be there, with a number that is not too large.
const DIAL: &str = "public class Dial {
    public void turn(Integer by) { if (by == null || by > 3) throw new IllegalStateException(); } }";

const TURNER: &str = "class Turner {
    void a_little() { new Dial().turn(0); Integer three = 3; new Dial().turn(three.intValue()); }
    void too_far() {
        new Dial().turn(4); // violation
    }
    void nothing() {
        new Dial().turn(null); // violation
    }
}";

#[test]
fn a_number_in_a_box_is_known_where_it_is_a_constant() {
    if !has_jdk() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    for (name, source) in [("Dial.java", DIAL), ("Turner.java", TURNER)] {
        std::fs::write(folder.path().join(name), source).expect("a file");
    }
    succeeds(javac().args(["-g", "Dial.java", "Turner.java"]).current_dir(folder.path()));
    let synth =
        ["synth", "Dial.class", "--error", "IllegalStateException", "--replay", "-f", "json", "-o", "dial.json"];
    run_in(folder.path(), &synth).ends_with(0);
    run_in(folder.path(), &["certify", "dial.json", "Dial.class"]).ends_with(0);
    let answer =
        run_in(folder.path(), &["check", "Turner.class", "--interface", "dial.json", "--cp", ".", "--format", "json"]);
    let lines: Vec<u64> = found_lines(&answer).into_iter().map(|(line, _)| line).collect();
    assert_eq!(lines, [4, 7], "{answer:#?}");
}
