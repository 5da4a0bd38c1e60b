//! Components that hold others: what the flat component does, what it is called, and what is refused, with its place.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use etiquette_component::{
    Component, Exit, HeldFile, HeldFiles, Interpreter, Location, Misread, Refusal, check, parse, parse_holding, print,
};

/// Files in memory, and how often each was opened.
#[derive(Default)]
struct Files {
    texts: BTreeMap<PathBuf, String>,
    opened: Vec<PathBuf>,
}

impl HeldFiles for Files {
    fn open(&mut self, path: &Path) -> Result<HeldFile, Refusal> {
        self.opened.push(path.into());
        let text = self.texts.get(path).cloned().map(HeldFile::Source);
        text.ok_or_else(|| Refusal { message: format!("there is no `{}`", path.display()), help: None })
    }
}

const LOCK: &str = "component lock {
  var held: bool = false;
  method try_acquire() -> acquired | busy {
    if (held) { error AlreadyHeld; }
    choose { held = true; return acquired; } or { return busy; }
  }
  method release() { if (!held) { error NotHeld; } held = false; }
}";

fn files(texts: &[(&str, &str)]) -> Files {
    let texts = texts.iter().map(|(path, text)| (PathBuf::from(path), (*text).to_owned())).collect();
    Files { texts, opened: Vec::new() }
}

fn read(source: &str, texts: &[(&str, &str)]) -> Result<Component, Box<Misread>> {
    let read = parse_holding(source, Path::new("top.component"), &mut files(texts));
    read.inspect(|component| check(component).unwrap_or_else(|broken| panic!("{broken:#?}\n{}", print(component))))
}

#[track_caller]
fn flat(source: &str, texts: &[(&str, &str)]) -> Component {
    let component = read(source, texts).unwrap_or_else(|misread| panic!("{misread:#?}"));
    let printed = print(&component);
    let again = parse(&printed, "top.component").unwrap_or_else(|problems| panic!("{printed}\n{problems:#?}"));
    assert_eq!(print(&again), printed, "the flat component can be read back");
    component
}

/// Refused in a file, with a message, at a place that begins with a text.
#[track_caller]
fn refused(source: &str, texts: &[(&str, &str)], file: &str, message: &str, at: &str) {
    let misread = read(source, texts).expect_err("this is wrong");
    assert_eq!(misread.path, Path::new(file), "{misread:#?}");
    let problem = &misread.problems[0];
    assert!(problem.to_string().contains(message), "{problem}");
    let place = &misread.text[problem.span.range()];
    assert!(place.starts_with(at), "{place:?} for {problem}");
}

fn with_lock(body: &str) -> String {
    format!("component c {{ uses lock: \"lock.component\"; var n: i32 = 0; method m(p: u8) {{ {body} }} }}")
}

#[track_caller]
fn refused_body(body: &str, message: &str, at: &str) {
    refused(&with_lock(body), &[("lock.component", LOCK)], "top.component", message, at);
}

/// Everything that a call of the method with arguments zero can end with: for a return the outcome and the state after
/// it, for an error its name and place.
fn ends(component: &Component, method: &str, state: &[u64]) -> Vec<String> {
    let index = component.methods.iter().position(|found| found.name == method).expect("a method");
    let arguments = vec![0; component.methods[index].parameters.len()];
    let mut found = Vec::new();
    for choice in 0..4 {
        let mut after = state.to_vec();
        let mut choices = |_: Location, last: u64| Some(choice.min(last));
        let end = match Interpreter::new(component).call(&mut after, index, &arguments, &mut choices) {
            Exit::Returned(outcome) => format!("{} {after:?}", component.methods[index].outcomes[outcome]),
            Exit::NeverReturns => "never returns".into(),
            Exit::Failed(error) => {
                let site = &component.errors[error];
                format!("{} {}", site.name, site.place.as_ref().expect("errors have places"))
            }
        };
        found.push(end);
    }
    found.sort();
    found.dedup();
    found
}

const OFFICE: &str = "component office { uses safe: \"lock.component\"; var open: bool = false;
  method open_up() -> ready | later {
    match safe.try_acquire() { acquired { open = true; return ready; } busy { return later; } }
  }
  method close() { open = false; safe.release(); } }";

#[test]
fn a_held_component_is_part_of_the_flat_one() {
    let office = flat(OFFICE, &[("lock.component", LOCK)]);
    let names: Vec<&str> = office.variables.iter().map(|variable| variable.binding.name.as_str()).collect();
    assert_eq!(names, ["open", "safe.held"]);
    assert_eq!(office.methods.iter().map(|method| method.name.as_str()).collect::<Vec<_>>(), ["open_up", "close"]);
    assert_eq!(ends(&office, "open_up", &[0, 0]), ["later [0, 0]", "ready [1, 1]"]);
    assert_eq!(ends(&office, "open_up", &[1, 1]), ["AlreadyHeld lock.component:4"]);
    assert_eq!(ends(&office, "close", &[1, 1]), ["ok [0, 0]"]);
    assert_eq!(ends(&office, "close", &[0, 0]), ["NotHeld lock.component:7"]);
}

#[test]
fn holding_goes_over_several_files_and_folders() {
    let top = "component top { uses office: \"rooms/office.component\"; uses other: \"lock.component\";
        method day() { match office.open_up() { ready { office.close(); } later { other.release(); } } } }";
    let texts = [("rooms/office.component", OFFICE), ("rooms/lock.component", LOCK), ("lock.component", LOCK)];
    let top = flat(top, &texts);
    let names: Vec<&str> = top.variables.iter().map(|variable| variable.binding.name.as_str()).collect();
    assert_eq!(names, ["office.open", "office.safe.held", "other.held"]);
    assert_eq!(ends(&top, "day", &[0, 0, 1]), ["ok [0, 0, 0]", "ok [0, 0, 1]"]);
}

#[test]
fn a_file_that_is_held_twice_is_read_once_and_has_two_states() {
    let source = "component two { uses a: \"lock.component\"; uses b: \"./x/../lock.component\";
        method m() { match a.try_acquire() { acquired { b.release(); } busy { } } } }";
    let mut held = files(&[("lock.component", LOCK)]);
    let component = parse_holding(source, Path::new("two.component"), &mut held).expect("a component");
    assert_eq!(held.opened, [Path::new("lock.component")]);
    assert_eq!(ends(&component, "m", &[0, 1]), ["ok [0, 1]", "ok [1, 0]"]);
}

#[test]
fn arguments_locals_and_loops_start_anew_with_each_call() {
    let adder = "component adder { var sum: u8 = 0;
        method add(n: u8) { var i: u8 = 0; while (i < n) { sum = sum + 1; i = i + 1; } }
        method twice(n: u8) graph { var t: u8; 0 -> 1: t = t + n; 1 -> 2: t = t + n; 2 -> 3: sum = sum + t; 3: return ok; }
        method drop(by: u8) { assert by <= sum; sum = sum - by; } }";
    let source = "component c { uses adder: \"adder.component\"; var k: u8 = 0;
        method m() { k = 3; adder.add(k + 1); adder.twice(k); adder.twice(1); while (k > 0) { adder.add(k); k = k - 1; } }
        method n() { adder.drop(5); } }";
    let component = flat(source, &[("adder.component", adder)]);
    assert_eq!(ends(&component, "m", &[0, 0]), ["ok [0, 18]"]);
    assert_eq!(ends(&component, "n", &[0, 4]), ["assertion adder.component:4"]);
}

#[test]
fn a_constructor_makes_a_new_object() {
    let lamp = "component lamp { var on: bool = *; var uses_left: u2 = 3; initially !on || uses_left == 3;
        new Lamp(bright: bool) -> fine | dim { on = false; if (bright) { return fine; } uses_left = 1; return dim; }
        method press() { if (uses_left == 0) { error Dead; } uses_left = uses_left - 1; on = !on; } }";
    let source = "component room { uses lamp: \"lamp.component\"; var fine: bool = false;
        method enter() { match lamp.new Lamp(fine) { fine { } else { fine = true; } } }
        method press() { lamp.press(); } }";
    let room = flat(source, &[("lamp.component", lamp)]);
    let names: Vec<&str> = room.variables.iter().map(|variable| variable.binding.name.as_str()).collect();
    assert_eq!(names, ["fine", "lamp.on", "lamp.uses_left", "lamp.constructed"]);
    assert_eq!(ends(&room, "press", &[0, 0, 3, 0]), ["NotConstructed top.component:3"]);
    assert_eq!(ends(&room, "enter", &[0, 0, 3, 0]), ["ok [1, 0, 1, 1]"]);
    assert_eq!(ends(&room, "enter", &[1, 1, 0, 1]), ["ok [1, 0, 3, 1]"], "the old one is forgotten");
    assert_eq!(ends(&room, "press", &[1, 0, 0, 1]), ["Dead lamp.component:3"]);
}

#[test]
fn names_never_clash() {
    let held = "component held { enum Mode { ON, OFF } enum Own { ON, BOTH } var n: u8 = 1; var mode: Mode = OFF; var own: Own = BOTH;
        method set(n2: Mode) { var t: u8 = 7; n = t; mode = n2; own = ON; } }";
    let source = "component c { enum Mode { ON, OFF } enum Other { ON, BOTH } uses x: \"held.component\";
        var `x.n`: u8 = 0; var other: Other = BOTH;
        method m(`x.set.t`: u8, `x.mode`: bool) { x.set(ON); if (other == ON) { x.set(OFF); } } }";
    let component = flat(source, &[("held.component", held)]);
    let names: Vec<&str> = component.variables.iter().map(|variable| variable.binding.name.as_str()).collect();
    assert_eq!(names, ["x.n", "other", "x.n'", "x.mode'", "x.own"]);
    let enums: Vec<&str> = component.enums.iter().map(|found| found.name.as_str()).collect();
    assert_eq!(enums, ["Mode", "Other", "x.Own"], "an enum that both declare alike is one");
    assert_eq!(component.enums[2].values, ["x.ON", "x.BOTH"]);
}

#[test]
fn the_words_of_holding_are_no_keywords() {
    let source = "component c { var match: bool = false; var uses: bool = true;
        method m() { match = uses; if (match) { uses = match; } } }";
    assert_eq!(flat(source, &[]).variables.len(), 2);
}

#[test]
fn files_that_are_missing_wrong_or_circular_are_refused() {
    let top = "component top { uses lock: \"lock.component\"; method m() { lock.release(); } }";
    refused(top, &[], "top.component", "there is no `lock.component`", "\"lock.component\"");
    let wrong = "component lock { method release() { x = 1; } }";
    refused(top, &[("lock.component", wrong)], "lock.component", "there is no variable `x`", "x");
    let circle = "component lock { uses top: \"../here/top.component\"; method release() { top.m(); } }";
    refused(
        &top.replace("lock.component", "there/lock.component"),
        &[
            ("there/lock.component", circle),
            ("here/top.component", "component t { uses b: \"../there/lock.component\"; method m() { } }"),
        ],
        "here/top.component",
        "a component can't hold itself: `there/lock.component` holds `here/top.component` holds `there/lock.component`",
        "\"../there",
    );
    let itself = "component top { uses me: \"top.component\"; method m() { me.m(); } }";
    refused(
        itself,
        &[],
        "top.component",
        "a component can't hold itself: `top.component` holds `top.component`",
        "\"top",
    );
    let without_folder = parse(top, "top.component").expect_err("there is no folder");
    assert!(without_folder[0].message.contains("comes without a folder"), "{without_folder:?}");
}

#[test]
fn calls_that_do_not_fit_are_refused() {
    refused_body("lokc.release();", "did you mean `lock`?", "lokc");
    refused_body("n.release();", "there is no held component `n`", "n");
    refused_body("lock.relaese();", "`lock` has no `relaese` (did you mean `release`?)", "relaese");
    refused_body("lock.new Lock();", "`lock` has no `new Lock`", "Lock");
    refused_body("lock.release(1);", "`release` takes no arguments, not 1", "lock.release(1)");
    refused_body("lock.try_acquire();", "`try_acquire` has several outcomes", "lock.try_acquire()");
    refused_body("match lock.try_acquire() { busy { } }", "what follows the outcome `acquired`?", "lock.try_acquire()");
    refused_body("match lock.try_acquire() { acquired { } bussy { } }", "did you mean `busy`?", "bussy");
    refused_body("match lock.try_acquire() { acquired { } acquired | busy { } }", "two branches", "acquired");
    refused_body("match lock.try_acquire() { acquired | busy { } else { } }", "no outcome is left for `else`", "else");
    refused_body("match lock.try_acquire() { else { } busy { } }", "`else` is the last branch", "else");
    refused_body("match lock.try_acquire() { acquired { nowhere = 1; } busy { } }", "no variable `nowhere`", "nowhere");
    refused_body("if (lock.release()) { }", "a call of a held component is a statement of its own", "lock.release()");
    refused_body("n = `lock.held` ? 1 : 2;", "there is no variable `lock.held`", "`lock.held`");
    let twice = "component c { uses lock: \"lock.component\"; var lock: bool = false; method m() { } }";
    refused(
        twice,
        &[("lock.component", LOCK)],
        "top.component",
        "there already is a variable or held component",
        "lock",
    );
}

#[test]
fn arguments_have_the_types_of_parameters() {
    let held = "component h { enum Mode { ON, OFF } var x: u8 = 0; method f(a: u8, m: Mode) { x = a; } }";
    let call = |arguments: &str| {
        format!("component c {{ uses h: \"h.component\"; var i: i32 = 0; method m(p: u8) {{ h.f({arguments}); }} }}")
    };
    let texts = [("h.component", held)];
    flat(&call("p + 1, `h.ON`"), &texts);
    refused(&call("i, `h.ON`"), &texts, "top.component", "expected `u8`, found `i32`", "i");
    refused(&call("300, `h.ON`"), &texts, "top.component", "300 does not fit into `u8`", "300");
    refused(&call("p, p"), &texts, "top.component", "expected `h.Mode`, found `u8`", "p");
    refused(
        &call("p"),
        &texts,
        "top.component",
        "`f` takes 2 arguments, not 1 (its parameters are (a: u8, m: Mode))",
        "h.f",
    );
}

#[test]
fn inlining_stops_before_it_explodes() {
    let level = |below: usize| {
        let calls = "below.m(); ".repeat(8);
        format!("component c {{ uses below: \"{below}.component\"; method m() {{ {calls} }} }}")
    };
    let mut texts: Vec<(String, String)> = (1..12).map(|n| (format!("{n}.component"), level(n - 1))).collect();
    texts.push(("0.component".into(), "component c { var n: u8 = 0; method m() { n = n + 1; } }".into()));
    let texts: Vec<(&str, &str)> = texts.iter().map(|(path, text)| (path.as_str(), text.as_str())).collect();
    let misread = read(&level(11), &texts).expect_err("this is too large");
    assert!(misread.problems[0].message.contains("grows beyond"), "{:?}", misread.problems);
}
