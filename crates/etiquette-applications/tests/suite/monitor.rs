//! Generated guards mean what the interface means: many guards and argument values, in Java and in Rust, against the
//! evaluator.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use etiquette_applications::guards::{Argument, Guards};
use etiquette_applications::monitor::java::{JavaOptions, Style, monitor};
use etiquette_applications::monitor::rust::{dynamic, typestate};
use etiquette_applications::monitor::shape::{Member, Shape};
use etiquette_automata::{Alphabet, Call, CallId, Interface, Parameter, StateId};
use etiquette_outcome::{Confidence, Guarantee, Integers, Outcome, StateFacts, StopReason};

use crate::skipped::skipped;

/// The type of the parameter `p`, and a guard over it.
const GUARDS: [(&str, &str); 22] = [
    ("int", "p > 3 && p <= 20"),
    ("int", "p * 7 + 3 < p"),
    ("int", "(p & 6) == 2 || (p ^ 5) > 9"),
    ("int", "p % 5 == 2"),
    ("int", "p / 3 == -2"),
    ("int", "p << 29 < 0"),
    ("int", "p >> 2 == -1"),
    ("int", "p >>> 30 == 3"),
    ("int", "-p < -100"),
    ("int", "~p == 4"),
    ("byte", "i32(p) * 2 > 127"),
    ("byte", "p + 100 < 0"),
    ("byte", "(i32(p) & 1) != 0"),
    ("short", "p - 30000 > 0"),
    ("char", "p > 40000"),
    ("char", "i32(p) + 1 == 65536"),
    ("char", "p == 65535"),
    ("long", "p > 3000000000"),
    ("long", "p * p < 0"),
    ("long", "i32(p) == 7"),
    ("boolean", "!p"),
    ("java.lang.Object", "p != null"),
];

fn values(ty: &str) -> Vec<i128> {
    let all = [
        0,
        1,
        2,
        3,
        4,
        7,
        12,
        20,
        21,
        99,
        100,
        127,
        128,
        30_001,
        32_767,
        40_001,
        65_535,
        2_147_483_647,
        3_000_000_001,
        4_294_967_303,
    ];
    let both = all.iter().flat_map(|&value: &i128| [value, -value, -value - 1]);
    let (low, high): (i128, i128) = match ty {
        "byte" => (-128, 127),
        "short" => (-32_768, 32_767),
        "char" => (0, 65_535),
        "int" => (-2_147_483_648, 2_147_483_647),
        "long" => (i64::MIN.into(), i64::MAX.into()),
        _ => (0, 1),
    };
    both.filter(|value| (low..=high).contains(value)).collect()
}

/// For each guard a method, whose calls are allowed only where it holds.
fn outcome() -> Outcome {
    let mut calls = vec![Call { constructor: true, ..Call::simple("new Guarded") }];
    for (number, (ty, guard)) in GUARDS.iter().enumerate() {
        for (half, guard) in [guard.to_string(), format!("!({guard})")].into_iter().enumerate() {
            let parameters = vec![Parameter { name: "p".into(), ty: (*ty).into() }];
            let id = format!("m{number}#{half}");
            calls.push(Call { id, parameters, guard: guard.into(), ..Call::simple(format!("m{number}")) });
        }
    }
    let mut interface = Interface::new(Alphabet::new(calls));
    let made = interface.add_state();
    let connect = |interface: &mut Interface, from: StateId, call: usize| {
        let event = interface.alphabet().event(CallId::from_index(call), 0);
        interface.connect(from, event, made);
    };
    connect(&mut interface, StateId(0), 0);
    (0..GUARDS.len()).for_each(|number| connect(&mut interface, made, 1 + 2 * number));
    proved("Guarded", interface)
}

pub fn proved(name: &str, interface: Interface) -> Outcome {
    let guarantee = Guarantee {
        safe: Confidence::Proved,
        permissive: Confidence::Proved,
        full: false,
        minimal: false,
        serial: false,
        integers: Integers::Wrap,
        assumptions: Vec::new(),
    };
    Outcome {
        not_covered: Vec::new(),
        component: name.into(),
        roles: Vec::new(),
        errors: vec!["java.lang.IllegalStateException".into()],
        error_choice: None,
        engine: "none".into(),
        states: vec![StateFacts::default(); interface.state_count()],
        interface,
        guarantee,
        evidence: None,
        stop: StopReason::Done,
        statistics: BTreeMap::new(),
    }
}

/// For each guard and value what the evaluator says.
fn expected(outcome: &Outcome) -> Vec<(usize, &'static str, i128, bool)> {
    let calls = outcome.interface.alphabet().calls();
    let mut found = Vec::new();
    for (number, (ty, _)) in GUARDS.iter().enumerate() {
        let guards = Guards::of(&[&calls[1 + 2 * number], &calls[2 + 2 * number]]);
        assert!(guards.cover_all());
        for value in values(ty) {
            let argument = match *ty {
                "boolean" => Argument::Bool(value == 1),
                "java.lang.Object" => Argument::Named(if value == 1 { "object".into() } else { "null".into() }),
                _ => Argument::Number(value),
            };
            found.push((number, *ty, value, guards.call_of(&[argument]) == Some(0)));
        }
    }
    found
}

pub fn has(program: &str) -> bool {
    let found = Command::new(program).arg("--version").output().is_ok();
    if !found {
        skipped(format_args!("no {program} on the path"));
    }
    found
}

pub fn succeeds(folder: &Path, program: &str, arguments: &[&str]) {
    let output = Command::new(program).current_dir(folder).args(arguments).output().expect("it runs");
    assert!(
        output.status.success(),
        "{}{}",
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn guards_mean_the_same_in_rust() {
    if !has("rustc") {
        return;
    }
    let outcome = outcome();
    let written = dynamic(&outcome).unwrap();
    assert!(written.losses.is_empty(), "{:?}", written.losses);
    let folder = tempfile::tempdir().unwrap();
    let mut main = String::from(
        "mod monitor;\nuse monitor::*;\nfn main() {\n    let mut it = Monitor::new();\n    it.after(Call::new_guarded(), \"ok\");\n",
    );
    for (number, ty, value, holds) in expected(&outcome) {
        let argument = match ty {
            "boolean" => (value == 1).to_string(),
            "java.lang.Object" => if value == 1 { "Some(&1)" } else { "None" }.to_string(),
            _ => value.to_string(),
        };
        let _ =
            writeln!(main, "    assert_eq!(it.allows(Call::m{number}({argument})), {holds}, \"m{number}({value})\");");
    }
    std::fs::write(folder.path().join("main.rs"), main + "}\n").unwrap();
    std::fs::write(folder.path().join("monitor.rs"), written.source).unwrap();
    succeeds(folder.path(), "rustc", &["--edition", "2021", "main.rs", "-o", "main"]);
    succeeds(folder.path(), folder.path().join("main").to_str().unwrap(), &[]);
}

#[test]
fn guards_mean_the_same_in_java() {
    if !has("javac") || !has("java") {
        return;
    }
    let outcome = outcome();
    let member = |name: String, parameters: Vec<String>| Member {
        name,
        parameters,
        result: "void".into(),
        visibility: "public".into(),
        ..Member::default()
    };
    let methods = GUARDS.iter().enumerate().map(|(number, (ty, _))| member(format!("m{number}"), vec![(*ty).into()]));
    let shape = Shape {
        ty: "Guarded".into(),
        constructors: vec![member(String::new(), Vec::new())],
        methods: methods.collect(),
        ..Shape::default()
    };
    let options = JavaOptions { style: Some(Style::Wrapper), ..JavaOptions::default() };
    let written = monitor(&outcome, &shape, &options).expect("a monitor");
    assert!(written.losses.is_empty(), "{:?}", written.losses);
    let mut class = String::from("public class Guarded {\n");
    GUARDS
        .iter()
        .enumerate()
        .for_each(|(number, (ty, _))| _ = writeln!(class, "    public void m{number}({ty} p) {{}}"));
    let mut main = String::from("public class Main {\n");
    let mut rounds = String::new();
    for (index, (number, ty, value, holds)) in expected(&outcome).into_iter().enumerate() {
        let argument = match ty {
            "boolean" => (value == 1).to_string(),
            "java.lang.Object" => if value == 1 { "new Object()" } else { "null" }.to_string(),
            _ => format!("({ty}) {value}L"),
        };
        let _ = writeln!(
            main,
            "    static void t{index}() {{ boolean passed = true; try {{ new MonitoredGuarded().m{number}({argument}); }} catch (IllegalStateException e) {{ passed = false; }} if (passed != {holds}) throw new AssertionError(\"m{number}({value})\"); }}"
        );
        let _ = writeln!(rounds, "        t{index}();");
    }
    let _ = writeln!(main, "    public static void main(String[] arguments) {{\n{rounds}    }}\n}}");
    let folder = tempfile::tempdir().unwrap();
    for (name, source) in [("Guarded.java", class + "}\n"), ("Main.java", main), (&written.path, written.source)] {
        std::fs::write(folder.path().join(name), source).unwrap();
    }
    succeeds(folder.path(), "javac", &["Guarded.java", "Main.java", &written.path]);
    succeeds(folder.path(), "java", &["Main"]);
}

#[test]
fn a_guard_that_cannot_be_written_is_weakened_to_the_safe_side() {
    let call = |id: &str, guard: &str| {
        let parameters = vec![Parameter { name: "p".into(), ty: "int".into() }];
        Call { id: id.into(), parameters, guard: guard.into(), ..Call::simple("m") }
    };
    let calls = vec![call("m#1", "p > 9"), call("m#2", "p is fine"), call("m#3", "p is not fine")];
    let mut interface = Interface::new(Alphabet::new(calls));
    let event = |interface: &Interface, call: u32| interface.alphabet().event(CallId(call), 0);
    for allowed in [0, 1] {
        let event = event(&interface, allowed);
        interface.connect(StateId(0), event, StateId(0));
    }
    let written = dynamic(&proved("Odd", interface.clone())).unwrap();
    assert_eq!(written.losses.len(), 2, "{:?}", written.losses);
    assert!(
        written.source.contains("&[&[0], &[]],"),
        "one of the two may be forbidden, so both are: {}",
        written.source
    );
    let third = event(&interface, 2);
    interface.connect(StateId(0), third, StateId(0));
    assert!(dynamic(&proved("Odd", interface.clone())).unwrap().source.contains("&[&[0], &[0]],"));
    assert!(typestate(&proved("Odd", interface)).unwrap().losses.len() == 2);
}

#[test]
fn what_is_final_is_wrapped() {
    let mut interface =
        Interface::new(Alphabet::new(vec![Call { constructor: true, ..Call::simple("new Foo") }, Call::simple("bar")]));
    let made = interface.add_state();
    let event = interface.alphabet().event(CallId(0), 0);
    interface.connect(StateId(0), event, made);
    let outcome = proved("Foo", interface);
    let shape = |is_final| Shape {
        ty: "Foo".into(),
        constructors: vec![Member::default()],
        methods: vec![Member { name: "bar".into(), result: "void".into(), is_final, ..Member::default() }],
        ..Shape::default()
    };
    let options = JavaOptions::default();
    assert!(monitor(&outcome, &shape(false), &options).expect("one").source.contains("class MonitoredFoo extends Foo"));
    assert!(monitor(&outcome, &shape(true), &options).expect("one").source.contains("final class MonitoredFoo {"));
    let wanted = JavaOptions { style: Some(Style::Subclass), ..options };
    let refused = monitor(&outcome, &shape(true), &wanted).expect_err("`bar` is final").to_string();
    assert!(refused.contains("`bar` can't be overridden"), "{refused}");
}
