//! `etiquette check` against the truth: a random client of a small class is checked, and then run on a JVM with all
//! arguments.
//!
//! A call that fails in some run must be found, and what is called a violation must fail in some run, or in all that
//! get there. One object is watched at a time; the others never fail.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use crate::common::{has, javac, root, run_in, succeeds};

/// How many methods the client has.
const METHODS: usize = 90;

/// Numbers that look random, the same each time.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % limit
    }

    fn one_of<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

/// Calls in lines with this mark are there several times in the bytecode.
const SEVERAL: &str = "// several times";

/// A client that is being written. Each flag and each count of rounds decides one thing only, so that all ways can be
/// taken.
struct Writer {
    random: Random,
    text: String,
    flags: usize,
    rounds: usize,
    names: usize,
    is_doubled: bool,
}

impl Writer {
    fn line(&mut self, line: &str) {
        let _ = writeln!(self.text, "{line}{}", if self.is_doubled { SEVERAL } else { "" });
    }

    fn flag(&mut self) -> Option<String> {
        self.flags = self.flags.checked_sub(1)?;
        Some(format!("flag{}", self.flags))
    }

    fn name(&mut self) -> String {
        self.names += 1;
        format!("name{}", self.names)
    }

    fn method(&mut self, number: usize) {
        (self.flags, self.rounds) = (5, 2);
        let flags: Vec<String> = (0..5).map(|flag| format!("boolean flag{flag}")).collect();
        self.line(&format!("static void random{number}({}, int rounds0, int rounds1) {{", flags.join(", ")));
        self.line("Gate x = new Gate(); Gate y = new Gate(); field = new Gate();");
        self.block(3);
        self.line("}");
    }

    fn block(&mut self, depth: usize) {
        for _ in 0..2 + self.random.below(3) {
            self.statement(depth);
        }
    }

    fn statement(&mut self, depth: usize) {
        match self.random.below(if depth == 0 { 10 } else { 20 }) {
            0..=5 => self.call(),
            6..=8 => self.assignment(),
            9 => self.elsewhere(),
            10 | 11 => self.condition(depth - 1),
            12 => self.question(depth - 1),
            13 | 14 => self.repetition(depth - 1),
            15 => self.caught(depth - 1),
            16 => self.at_last(depth - 1),
            17 => self.resource(depth - 1),
            18 => self.kinds(depth - 1),
            _ => self.lambda(),
        }
    }

    fn gate(&mut self) -> &'static str {
        self.random.one_of(&["x", "y"])
    }

    fn call(&mut self) {
        let (gate, flag) = (self.gate(), self.random.below(4) == 0);
        let sure = self.random.one_of(&["open()", "shut()", "open()", "shut()", "reset()", "lock(true)"]);
        let call = match flag.then(|| self.flag()).flatten() {
            Some(flag) => format!("lock({flag})"),
            None => sure.to_owned(),
        };
        self.line(&format!("{gate}.{call};"));
    }

    fn assignment(&mut self) {
        let (to, from) = (self.gate(), self.gate());
        let value = match self.random.below(5) {
            0 => "new Gate()".to_owned(),
            1 => format!("same({from})"),
            2 => format!("new Gate[] {{ {from} }}[0]"),
            3 => self.flag().map_or(from.to_owned(), |flag| format!("{flag} ? x : y")),
            _ => from.to_owned(),
        };
        self.line(&format!("{to} = {value};"));
    }

    /// Uses in other methods, and through a field.
    fn elsewhere(&mut self) {
        let gate = self.gate();
        let statement = self.random.one_of(&[
            "toggle(G);",
            "opened(G);",
            "field = G;",
            "G = field;",
            "G = made();",
            "field.open();",
        ]);
        self.line(&statement.replace('G', gate));
    }

    fn condition(&mut self, depth: usize) {
        let Some(flag) = self.flag() else { return self.call() };
        self.line(&format!("if ({flag}) {{"));
        self.block(depth);
        self.line("} else {");
        self.block(depth);
        self.line("}");
    }

    fn question(&mut self, depth: usize) {
        let gate = self.gate();
        let sign = self.random.one_of(&["", "!"]);
        self.line(&format!("if ({sign}{gate}.isOpen()) {{"));
        self.block(depth);
        self.line("}");
    }

    fn repetition(&mut self, depth: usize) {
        let Some(rounds) = self.rounds.checked_sub(1) else { return self.call() };
        self.rounds = rounds;
        self.line(&format!("while (rounds{rounds}-- > 0) {{"));
        self.block(depth);
        if let Some(flag) = self.flag() {
            self.line(&format!("if ({flag}) break;"));
            self.call();
        }
        self.line("}");
    }

    fn caught(&mut self, depth: usize) {
        let name = self.name();
        self.line("try {");
        self.block(depth);
        self.line(&format!("}} catch (IllegalArgumentException {name}) {{"));
        self.block(depth);
        self.line("}");
    }

    /// The compiler copies what is done at last to each way out.
    fn at_last(&mut self, depth: usize) {
        self.line("try {");
        self.block(depth);
        let before = std::mem::replace(&mut self.is_doubled, true);
        self.line("} finally {");
        self.block(depth);
        self.line("}");
        self.is_doubled = before;
    }

    fn resource(&mut self, depth: usize) {
        let (name, gate) = (self.name(), self.gate());
        let before = std::mem::replace(&mut self.is_doubled, true);
        self.line(&format!("try (Gate {name} = {gate}) {{"));
        self.block(depth);
        self.line("}");
        self.is_doubled = before;
    }

    fn kinds(&mut self, depth: usize) {
        let gate = self.gate();
        self.line(&format!("switch ({gate}.kind()) {{ case OPEN:"));
        self.block(depth);
        self.line("break; case SHUT:");
        self.block(depth);
        self.line("break; default: }");
    }

    fn lambda(&mut self) {
        let (gate, other, name, work) = (self.gate(), self.gate(), self.name(), self.name());
        let call = self.random.one_of(&["open()", "shut()", "reset()"]);
        self.line(&format!("Gate {name} = {gate};"));
        self.line(&format!("Runnable {work} = () -> {name}.{call};"));
        let start = self.random.below(2) == 0;
        self.line(&if start { format!("{work}.run();") } else { format!("{other}.run({work});") });
    }
}

const HELPERS: &str = "static Gate field;
static Gate same(Gate gate) { return gate; }
static Gate made() { Gate gate = new Gate();
gate.open();
return gate; }
private static void toggle(Gate gate) {
if (gate.isOpen()) { gate.shut(); } else {
gate.open(); } }
private static boolean opened(Gate gate) {
gate.open();
return true; }
";

fn client() -> String {
    let text = format!("public class Client {{\n{HELPERS}");
    let mut writer = Writer { random: Random(0), text, flags: 0, rounds: 0, names: 0, is_doubled: false };
    (0..METHODS).for_each(|number| writer.method(number));
    writer.text + "}\n"
}

/// What happens at a line: how many calls passed, and how many failed.
type Truth = BTreeMap<u64, (u64, u64)>;

/// The gate's source, numbered, and telling each call to `Runs`.
fn watched(gate: &str) -> String {
    let numbered = gate.replace("private int state;", "private int state; private final int number = Runs.gates++;");
    numbered.replace("throw new IllegalStateException();", "Runs.check(false, number); else Runs.check(true, number);")
}

fn truth(folder: &Path, sources: &Path) -> Truth {
    let mut javac = javac();
    javac.args(["-g", "-d", "watched", "watched/Gate.java", "Client.java"]).arg(sources.join("Runs.java"));
    succeeds(javac.current_dir(folder));
    let lines = succeeds(Command::new("java").args(["-cp", "watched", "Runs"]).current_dir(folder));
    let numbers = |line: &str| -> Option<(u64, (u64, u64))> {
        let mut numbers = line.split(' ').map(|number| number.parse().ok());
        Some((numbers.next()??, (numbers.next()??, numbers.next()??)))
    };
    lines.lines().map(|line| numbers(line).expect("three numbers")).collect()
}

/// For each line the surest finding.
fn found(folder: &Path) -> BTreeMap<u64, String> {
    let arguments =
        ["check", "plain/Client.class", "--interface", "gate.json", "--classpath", "plain", "--format", "json"];
    let answer = run_in(folder, &arguments);
    let report: serde_json::Value = serde_json::from_slice(&answer.stdout).unwrap_or_else(|_| panic!("{answer:?}"));
    let mut found: BTreeMap<u64, String> = BTreeMap::new();
    for finding in report["findings"].as_array().expect("a list") {
        let line = finding["at"]["line"].as_u64().expect("a line");
        let level = finding["level"].as_str().expect("a level").to_owned();
        let known = found.entry(line).or_insert_with(|| level.clone());
        if rank(&level) < rank(known) {
            *known = level;
        }
    }
    found
}

fn rank(level: &str) -> usize {
    ["violation on every path", "violation on some path", "may violate"]
        .iter()
        .position(|&known| known == level)
        .expect(level)
}

#[test]
fn random_clients_do_on_a_jvm_what_was_found() {
    if !has(&["javac", "java"]) {
        return;
    }
    let sources = root().join("crates/etiquette/tests/random_clients");
    let gate = std::fs::read_to_string(sources.join("Gate.java")).expect("the gate");
    let folder = tempfile::tempdir().expect("a temporary folder");
    let folder = folder.path();
    std::fs::create_dir(folder.join("watched")).expect("a folder");
    std::fs::write(folder.join("watched/Gate.java"), watched(&gate)).expect("a file");
    let source = client();
    std::fs::write(folder.join("Client.java"), &source).expect("a file");
    succeeds(javac().args(["-g", "-d", "plain", "Client.java"]).arg(sources.join("Gate.java")).current_dir(folder));
    let about = ["--error", "IllegalStateException", "--format", "json", "-o", "gate.json"];
    run_in(folder, &[&["synth", "plain/Gate.class"], &about[..]].concat()).ends_with(0);
    let certain = compare(&source, &truth(folder, &sources), &found(folder));
    assert!(certain > 30, "only {certain} calls are certain to fail");
}

/// Compares what was found with what happens. Gives the number of violations.
fn compare(source: &str, truth: &Truth, found: &BTreeMap<u64, String>) -> usize {
    let lines: Vec<&str> = source.lines().collect();
    let mut wrong = String::new();
    for (&line, &(passed, failed)) in truth {
        let level = found.get(&line).map_or("nothing", String::as_str);
        let text = lines[line as usize - 1];
        let is_wrong = match level {
            "nothing" => failed > 0,
            "may violate" => false,
            "violation on some path" => failed == 0,
            _ => !text.contains(SEVERAL) && (failed == 0 || passed > 0),
        };
        if is_wrong {
            let _ = writeln!(wrong, "{line}: {text}\n  {level}, but {passed} calls passed and {failed} failed");
        }
    }
    // A path that can't be taken may look as if it could; what is wrong on every path to a place is wrong even if
    // nothing gets there.
    let unreached = found.iter().filter(|(line, level)| rank(level) == 1 && !truth.contains_key(line));
    for (line, level) in unreached {
        let _ = writeln!(wrong, "{line}: {}\n  {level}, but it is never reached", lines[*line as usize - 1]);
    }
    if !wrong.is_empty() {
        panic!("{wrong}\n{source}");
    }
    found.values().filter(|level| rank(level) < 2).count()
}
