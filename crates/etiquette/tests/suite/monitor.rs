//! `etiquette monitor` as a user calls it: the code compiles, lets legal words pass, and stops forbidden calls before
//! they happen.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::common::{example, has, java, javac, root, run, run_in, succeeds};

fn corpus(class: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../java-corpus").join(class).join(format!("{class}.class"))
}

fn parent(file: &Path) -> PathBuf {
    file.parent().unwrap().to_owned()
}

/// Compiles sources of a folder, and one of the tests, into a folder.
fn compiled(folder: &Path, classes: &[PathBuf], monitors: &[String], driver: &str) -> PathBuf {
    let driver = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/monitor").join(driver);
    let out = folder.join("out");
    let mut javac = javac();
    javac.arg("-cp").arg(std::env::join_paths(classes).unwrap()).arg("-d").arg(&out);
    succeeds(javac.args(monitors).arg(driver).current_dir(folder));
    out
}

fn run_java(out: &Path, classes: &[PathBuf], arguments: &[&str]) -> Output {
    let path = std::env::join_paths([&[out.to_owned()], classes].concat()).unwrap();
    java().arg("-cp").arg(path).args(arguments).output().unwrap()
}

/// Random words on monitors, compared with the bare classes.
fn drive(class_files: &[PathBuf], style: &str) {
    let folder = tempfile::tempdir().unwrap();
    for file in class_files {
        let monitor = ["monitor", file.to_str().unwrap(), "--to", "java", "--style", style, "--output-dir", "."];
        // Whatever the class throws counts.
        run_in(folder.path(), &[&monitor[..], &["--error", "any"]].concat()).ends_with(0);
    }
    let places: Vec<PathBuf> = class_files.iter().map(|file| parent(file)).collect();
    let classes: Vec<&str> = class_files.iter().map(|file| file.file_stem().unwrap().to_str().unwrap()).collect();
    let monitors: Vec<String> = classes.iter().map(|class| format!("Monitored{class}.java")).collect();
    let out = compiled(folder.path(), &places, &monitors, "Drive.java");
    let output = run_java(&out, &places, &[&["Drive"], &classes[..]].concat());
    let agree: String = classes.iter().map(|class| format!("{class} agrees\n")).collect();
    assert_eq!(String::from_utf8_lossy(&output.stdout), agree, "{}", String::from_utf8_lossy(&output.stderr));
}

#[test]
fn random_words_pass_or_are_stopped_as_the_class_itself_would_fail() {
    if !has(&["javac", "java"]) {
        return;
    }
    for (style, example_class) in [("subclass", "Connection.class"), ("wrapper", "Turnstile.class")] {
        let classes = ["Signature", "Stream", "AltBit", "BoxedArguments"].map(corpus);
        drive(&[&classes[..], &[example(example_class).into()]].concat(), style);
    }
}

#[test]
fn a_class_that_cannot_be_named_is_watched_through_its_interface() {
    if !has(&["javac", "java"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let arguments = [
        "monitor",
        "java.util.ArrayList$ListItr",
        "--error",
        "IllegalStateException",
        "--to",
        "java",
        "--integers",
        "ideal",
        "--methods",
        "hasNext,next,previous,set,add,remove",
    ];
    run_in(folder.path(), &[&arguments[..], &["-o", "MonitoredListItr.java"]].concat()).ends_with(0);
    run_in(folder.path(), &[&arguments[..], &["-o", "MonitoredListItr.java"]].concat()).refuses(&["--force"]);
    let out = compiled(folder.path(), &[folder.path().into()], &["MonitoredListItr.java".into()], "Iterate.java");
    let said = String::from_utf8(run_java(&out, &[], &["Iterate"]).stdout).unwrap();
    assert!(said.starts_with("MonitoredListItr$EtiquetteProtocol [a] remove is forbidden in state 1"), "{said}");
    assert!(said.contains("it can raise java.lang.IllegalStateException at ArrayList.java:"), "{said}");
    run_in(folder.path(), &[&arguments[..], &["--style", "subclass"]].concat()).refuses(&["subclass", "--style"]);
}

/// Names that the code could use itself, overloaded and nested ones, and a final class of the JDK without a public
/// constructor. A class file does not tell whether a nested class is private; a public interface that has the calls is
/// taken before one that has not.
#[test]
fn nested_classes_are_watched_by_an_interface_or_come_with_a_warning() {
    if !has(&["javac"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let method = "public void open() { if (open) throw new IllegalStateException(); open = true; }";
    let source = format!(
        "public class Box {{ public interface Opened {{ void open(); }} public interface Named {{ String first(); String last(); }}
           private static class Lid {{ private boolean open; Lid() {{ }} {method} }}
           private static class Door implements Named, Opened {{ private boolean open; Door() {{ }} {method}
             public String first() {{ return null; }} public String last() {{ return null; }} }} }}"
    );
    std::fs::write(folder.path().join("Box.java"), source).unwrap();
    succeeds(javac().args(["-g", "Box.java"]).current_dir(folder.path()));
    let monitor = |class: &str| run_in(folder.path(), &["monitor", class, "--to", "java", "--methods", "open"]);
    monitor("Box$Lid.class").ends_with(0).says(&["`Box.Lid` must not be private"]);
    let door = monitor("Box$Door.class").ends_with(0);
    assert!(door.text().contains("implements Box.Opened"), "{}", door.text());
    assert!(!door.stderr.contains("private"), "{}", door.stderr);
}

#[test]
fn monitors_of_odd_classes_compile() {
    if !has(&["javac", "java"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let clients = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../clients/interfaces/matcher.json");
    let targets = [corpus("Arrays"), corpus("Overloads"), corpus("NestedTry"), clients];
    for target in &targets {
        run_in(folder.path(), &["monitor", target.to_str().unwrap(), "--to", "java", "--output-dir", "made"])
            .ends_with(0);
    }
    let made: Vec<PathBuf> =
        std::fs::read_dir(folder.path().join("made")).unwrap().map(|entry| entry.unwrap().path()).collect();
    assert_eq!(made.len(), targets.len());
    let places = std::env::join_paths(targets.iter().map(|target| parent(target))).unwrap();
    succeeds(javac().arg("-cp").arg(places).arg("-d").arg(folder.path()).args(made));
}

/// Writes a class and a program into a folder, has the class watched, and runs the program.
fn watched_program(folder: &Path, (class, source): (&str, &str), more: &[&str], program: &str) -> Output {
    std::fs::write(folder.join(format!("{class}.java")), source).unwrap();
    std::fs::write(folder.join("Main.java"), program).unwrap();
    let file = format!("{class}.java");
    let monitor = ["monitor", &file, "--to", "java", "--error", "IllegalStateException", "--output-dir", "."];
    run_in(folder, &[&monitor[..], more].concat()).ends_with(0);
    let sources = [file, format!("Monitored{class}.java"), "Main.java".into()];
    succeeds(javac().args(["-d", "out"]).args(sources).current_dir(folder));
    run_java(&folder.join("out"), &[], &["Main"])
}

/// Whether it can be filled depends on an array's element, which is not modelled; whether it can be used is known.
const TANK: &str = "public class Tank { private final int[] levels = new int[100]; private boolean closed;
    public void fill() { if (levels[0] != 0) throw new IllegalStateException(); }
    public void close() { closed = true; }
    public void use() { if (closed) throw new IllegalStateException(); } }";

const FILLS: &str = "public class Main { public static void main(String[] arguments) {
    MonitoredTank tank = new MonitoredTank();
    try { tank.fill(); tank.use(); System.out.println(\"filled\"); }
    catch (IllegalStateException stopped) { System.out.println(stopped.getMessage()); }
    MonitoredTank other = new MonitoredTank(); other.close();
    try { other.use(); System.out.println(\"used\"); }
    catch (IllegalStateException stopped) { System.out.println(stopped.getMessage()); } } }";

#[test]
fn doubtful_calls_are_stopped_or_made_with_a_warning() {
    if !has(&["javac", "java"]) {
        return;
    }
    let said = |more: &[&str]| {
        let folder = tempfile::tempdir().unwrap();
        let output = watched_program(folder.path(), ("Tank", TANK), more, FILLS);
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).unwrap())
    };
    let [out, err] = said(&[]);
    assert!(out.starts_with("fill is doubtful in state 1") && err.is_empty(), "{out}{err}");
    let [out, err] = said(&["--warn-doubtful"]);
    assert!(out.starts_with("filled\nuse is forbidden in state"), "{out}{err}");
    assert!(err.starts_with("fill is doubtful in state 1") && err.lines().count() == 1, "{err}");
    run(&["monitor", &example("lock.component"), "--to", "rust", "--warn-doubtful"]).refuses(&["--warn-doubtful"]);
}

/// It has no finite interface: it counts.
const BUFFER: &str = "public class Buffer { private final int limit; private int count;
    public Buffer(int limit) { if (limit < 1) throw new IllegalStateException(); this.limit = limit; }
    public void put() { if (count == limit) throw new IllegalStateException(\"full\"); count++; }
    public void get() { if (count == 0) throw new IllegalStateException(\"empty\"); count--; } }";

const FILLS_UP: &str = "public class Main { public static void main(String[] arguments) {
    MonitoredBuffer buffer = new MonitoredBuffer(2);
    buffer.put(); buffer.get(); buffer.put(); buffer.put();
    try { buffer.put(); } catch (IllegalStateException stopped) { System.out.println(stopped.getMessage()); }
    buffer.get(); buffer.get();
    try { buffer.get(); } catch (IllegalStateException stopped) { System.out.println(stopped.getMessage()); }
    try { new MonitoredBuffer(0); } catch (IllegalStateException stopped) { System.out.println(stopped.getMessage()); } } }";

#[test]
fn registers_are_followed_and_shown() {
    if !has(&["javac", "java"]) {
        return;
    }
    for style in ["subclass", "wrapper"] {
        let folder = tempfile::tempdir().unwrap();
        let output = watched_program(folder.path(), ("Buffer", BUFFER), &["--style", style], FILLS_UP);
        let said = String::from_utf8(output.stdout).unwrap();
        let lines: Vec<&str> = said.lines().collect();
        assert_eq!(lines.len(), 3, "{said}{}", String::from_utf8_lossy(&output.stderr));
        assert!(lines[0].starts_with("put [count == limit] is forbidden in state 1"), "{said}");
        assert!(lines[0].contains("with limit = 2, count = 2: it can raise"), "{said}");
        assert!(lines[1].contains("get [count == 0] is forbidden") && lines[1].contains("count = 0"), "{said}");
        assert!(lines[2].starts_with("new Buffer"), "{said}");
    }
}

/// The class has a constructor with the same parameters as the method that clients call.
const TAP: &str = "public class Tap { private boolean open; Tap(boolean open) { this.open = open; }
    public static Tap with(boolean ignored) { return new Tap(false); }
    public void open() { if (open) throw new IllegalStateException(); open = true; } }";

const OPENS: &str = "public class Main { public static void main(String[] arguments) {
    MonitoredTap tap = MonitoredTap.of(Tap.with(false)); tap.open();
    try { tap.open(); System.out.println(\"open\"); }
    catch (IllegalStateException stopped) { System.out.println(stopped.getMessage()); } } }";

#[test]
fn objects_of_static_methods_are_wrapped() {
    if !has(&["javac", "java"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let said = watched_program(folder.path(), ("Tap", TAP), &[], OPENS);
    let said = String::from_utf8(said.stdout).unwrap();
    assert!(said.starts_with("open is forbidden in state"), "{said}");
    let monitor = ["monitor", "Tap.java", "--to", "java", "--error", "IllegalStateException"];
    run_in(folder.path(), &[&monitor[..], &["--style", "subclass"]].concat())
        .refuses(&["`new Tap.with` makes objects that are none of a subclass"]);
}

#[test]
fn forbidden_calls_can_be_reported_and_everything_logged() {
    if !has(&["javac", "java"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let class = PathBuf::from(example("Connection.class"));
    run_in(folder.path(), &["synth", class.to_str().unwrap(), "--format", "json", "-o", "connection.json"])
        .ends_with(0);
    run_in(folder.path(), &["monitor", "connection.json", "--to", "java"]).refuses(&["Connection"]);
    let place = parent(&class);
    let places = [place.clone()];
    let arguments =
        ["monitor", "connection.json", "--to", "java", "--cp", place.to_str().unwrap(), "--output-dir", "."];
    run_in(folder.path(), &arguments).ends_with(0);
    let out = compiled(folder.path(), &places, &["MonitoredConnection.java".into()], "Report.java");
    let log = folder.path().join("events.jsonl");
    let option = format!("-Detiquette.log={}", log.display());
    let said = String::from_utf8(run_java(&out, &places, &[&option, "Report"]).stdout).unwrap();
    assert!(said.contains("open is forbidden in state 3 { state == LOGGED_IN }"), "{said}");
    assert!(said.contains("allowed now: send(message), bytesSent, close"), "{said}");
    assert!(said.contains("not CLOSED"), "the call was made, and failed: {said}");
    let log = std::fs::read_to_string(log).unwrap();
    let lines: Vec<&str> = log.lines().collect();
    assert_eq!(lines.len(), 5, "{log}");
    assert_eq!(lines[0], r#"{"object":1,"call":"new Connection","arguments":[],"outcome":"ok"}"#);
    assert_eq!(lines[2], r#"{"object":1,"call":"login","arguments":["object","object"],"outcome":"true"}"#);
    assert_eq!(lines[4], r#"{"object":1,"call":"open","arguments":[],"error":"java.lang.IllegalStateException"}"#);
    assert!(!log.contains("bob"), "texts that no guard asks for stay out of the log: {log}");
}

/// Whether a program with the generated code as a module compiles; if so, it is run and must end well.
pub fn rust_compiles(folder: &Path, module: &str, program: &str) -> bool {
    let main = folder.join("main.rs");
    std::fs::write(
        &main,
        format!("#![allow(unused_imports)]\n#[path = \"{module}\"]\nmod generated;\nuse generated::*;\n{program}"),
    )
    .unwrap();
    let out = folder.join("main");
    let output = Command::new("rustc")
        .args(["--edition", "2021", "-D", "warnings", "-o"])
        .arg(&out)
        .arg(&main)
        .output()
        .unwrap();
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("no method named") || said.contains("use of moved value"), "{said}");
        return false;
    }
    assert!(Command::new(&out).status().unwrap().success());
    true
}

const LOCK: &str = "
struct Free;
impl Operations for Free {
    fn try_acquire(&mut self) -> TryAcquireOutcome { TryAcquireOutcome::Acquired }
    fn release(&mut self) {}
}
";

#[test]
fn rust_types_do_not_compile_when_misused() {
    if !has(&["rustc"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    run_in(folder.path(), &["monitor", &example("lock.component"), "--to", "rust", "-o", "lock.rs"]).ends_with(0);
    let main = |body: &str| rust_compiles(folder.path(), "lock.rs", &format!("{LOCK}fn main() {{ {body} }}"));
    let right = "match State0::begin(Free).try_acquire() {
        State0TryAcquire::Acquired(held) => { let _ = held.release(); }
        State0TryAcquire::Busy(free) => { let _ = free.into_subject(); } }";
    assert!(main(right));
    assert!(!main("let _ = State0::begin(Free).release();"), "release first is forbidden");
    assert!(
        !main("let lock = State0::begin(Free); let _ = lock.try_acquire(); let _ = lock.try_acquire();"),
        "the state is used up"
    );
}

#[test]
fn rust_types_check_guards_at_run_time_and_give_the_state_back() {
    if !has(&["rustc"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = corpus("Stream");
    run_in(folder.path(), &["monitor", file.to_str().unwrap(), "--to", "rust", "-o", "stream.rs"]).ends_with(0);
    let program = "
struct Sink(i8);
impl Operations for Sink {
    fn new_stream() -> Option<Self> { Some(Sink(0)) }
    fn connect(&mut self, to: i8) { assert!(to != 0 && self.0 == 0); self.0 = to; }
    fn write(&mut self, _: i32) { assert!(self.0 != 0); }
    fn write_all(&mut self, _: i32, _: i32, _: i32) { assert!(self.0 != 0); }
    fn flush(&mut self) {}
    fn close(&mut self) {}
}
fn main() {
    let stream = State0::<Sink>::new_stream().unwrap();
    let State1Connect::Refused(stream) = stream.connect(0) else { panic!(\"zero is no sink\") };
    let State1Connect::Ok(stream) = stream.connect(3) else { panic!(\"three is one\") };
    let _ = stream.write(1).flush().close().flush();
}";
    assert!(rust_compiles(folder.path(), "stream.rs", program));
    assert!(!rust_compiles(
        folder.path(),
        "stream.rs",
        &program.replace("stream.write(1).flush()", "stream.close().write(1)")
    ));
}

#[test]
fn the_rust_monitor_stops_forbidden_calls() {
    if !has(&["rustc"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let file = corpus("AltBit");
    run_in(folder.path(), &["monitor", file.to_str().unwrap(), "--to", "rust-dynamic", "-o", "bit.rs"]).ends_with(0);
    let program = "fn main() {
        let mut monitor = Monitor::new();
        assert!(monitor.before(Call::msg(0, 9)).is_err());
        monitor.around(Call::new_alt_bit(), || ((), \"ok\")).unwrap();
        for number in 0..100_i8 {
            assert!(monitor.before(Call::msg(number + 1, 9)).is_err());
            monitor.around(Call::msg(number, 9), || ((), \"ok\")).unwrap();
            let refused = monitor.before(Call::recv_ack(7)).unwrap_err();
            assert!(refused.message.contains(\"allowed now: recvAck(value) [value == \"), \"{refused}\");
            monitor.around(Call::recv_ack(number & 1), || ((), \"ok\")).unwrap();
        }
    }";
    assert!(rust_compiles(folder.path(), "bit.rs", program));
}

#[test]
fn rust_monitors_with_registers_compile() {
    if !has(&["rustc"]) {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for case in ["moving-range", "token-bucket", "tape-with-mark"] {
        let component = root().join("corpus").join(case).join("component.component");
        for to in ["rust", "rust-dynamic"] {
            let file = format!("{case}-{to}.rs");
            let monitor = ["monitor", component.to_str().unwrap(), "--to", to, "-o", &file];
            run_in(folder.path(), &monitor).ends_with(0);
            assert!(rust_compiles(folder.path(), &file, "fn main() {}"), "{file}");
        }
    }
}

#[test]
fn wrong_usage_says_what_to_do() {
    run(&["monitor", &example("lock.component"), "--to", "java"]).refuses(&["no Java class", "--to rust"]);
    run(&["monitor", &example("lock.component"), "--to", "rust", "--style", "wrapper"])
        .refuses(&["--style", "--to java"]);
    run(&["monitor", "nothing.json", "--to", "rust"]).refuses(&["nothing.json", "Help"]);
}
