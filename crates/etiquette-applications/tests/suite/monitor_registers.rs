//! Monitors with registers follow them as the interface says: random words in Java and in Rust, against the simulator.

use std::fmt::Write;

use etiquette_applications::monitor::java::{JavaOptions, Style, monitor};
use etiquette_applications::monitor::rust::{dynamic, typestate};
use etiquette_applications::monitor::shape::{Member, Shape};
use etiquette_automata::{Alphabet, Call, CallId, Interface, Memory, Parameter, Register, Simulator, StateId, Update};
use etiquette_logic::mask;
use etiquette_outcome::{Integers, Outcome};

use crate::monitor::{has, proved, succeeds};

/// A method: its name, the type of its parameter `p`, its guard, its outcomes, and what each of them sets.
struct Method(&'static str, Option<&'static str>, &'static str, &'static [(&'static str, &'static str)]);

const REGISTERS: [(&str, &str, Option<&str>); 7] = [
    ("count", "int", None),
    ("limit", "int", None),
    ("small", "byte", Some("100")),
    ("letter", "char", Some("65000")),
    ("safe.total", "long", Some("-5")),
    ("flag", "boolean", Some("true")),
    ("items.length", "int", Some("5")),
];

const METHODS: [Method; 9] = [
    Method("put", None, "count < limit", &[("ok", "count := count + 1; flag := !flag")]),
    Method("get", None, "flag || count > 0", &[("ok", "count := count - 1")]),
    Method("swap", None, "true", &[("ok", "count := limit; limit := count")]),
    Method(
        "add",
        Some("byte"),
        "p + small >= 0",
        &[("ok", "small := small + p; safe.total := safe.total * 3 + i64(p)")],
    ),
    Method("type", Some("char"), "letter <= p || p < 9", &[("ok", "letter := p + 700")]),
    Method("wide", Some("long"), "p + safe.total != 7", &[("ok", "safe.total := p; count := i32(p)")]),
    Method("turn", None, "items.length != 0", &[("ok", "count := (count + 1) % limit; items.length := limit")]),
    Method("ask", Some("int"), "p > limit", &[("true", "count := p / 3"), ("false", "")]),
    Method(
        "risk",
        None,
        "(count & 3) != 2",
        &[("ok", "limit := count >> 1"), ("ArithmeticException", "count := -count")],
    ),
];

fn interface() -> Interface {
    let parameter = |ty: &&str| Parameter { name: "p".into(), ty: (*ty).into() };
    let new = Call { constructor: true, parameters: vec![parameter(&"int")], ..Call::simple("new Mixed") };
    let guarded = |id: &str, guard: String, call: &Call| Call { id: id.into(), guard: guard.into(), ..call.clone() };
    let mut calls = vec![guarded("new#1", "p > 0".into(), &new), guarded("new#2", "p <= 0".into(), &new)];
    for Method(name, ty, guard, outcomes) in &METHODS {
        let plain = Call { parameters: ty.iter().map(parameter).collect(), ..Call::simple(*name) };
        let plain = plain.with_outcomes(outcomes.iter().map(|(outcome, _)| *outcome));
        calls.push(guarded(&format!("{name}#1"), (*guard).to_string(), &plain));
        if *guard != "true" {
            calls.push(guarded(&format!("{name}#2"), format!("!({guard})"), &plain));
        }
    }
    let mut made = Interface::with_states(Alphabet::new(calls), 3, StateId(0));
    let register = |(name, ty, initial): &(&str, &str, Option<&str>)| Register {
        name: (*name).into(),
        ty: (*ty).into(),
        initial: initial.map(Into::into),
    };
    let mut memory = Memory::new(REGISTERS.iter().map(register).collect());
    let first = made.alphabet().event(CallId(0), 0);
    made.connect(StateId(0), first, StateId(1));
    memory.set(StateId(0), first, updates("count := 0; limit := p"));
    for (index, Method(name, .., outcomes)) in METHODS.iter().enumerate() {
        let call = made.alphabet().calls().iter().position(|call| call.method == *name).expect("a call");
        let call = CallId::from_index(call);
        for (outcome, (_, sets)) in outcomes.iter().enumerate() {
            let event = made.alphabet().event(call, outcome);
            // A second state, in which `put` sets nothing, and that `ask` changes with.
            for state in [StateId(1), StateId(2)] {
                let goes = if outcome == 1 { StateId(3 - state.0) } else { state };
                made.connect(state, event, goes);
                if state == StateId(1) || index > 0 {
                    memory.set(state, event, updates(sets));
                }
            }
        }
    }
    made.set_memory(memory);
    made
}

fn updates(written: &str) -> Vec<Update> {
    let update = |part: &str| {
        let (name, value) = part.split_once(" := ")?;
        let register = REGISTERS.iter().position(|(known, ..)| *known == name.trim()).expect("a register");
        Some(Update { register, value: value.into() })
    };
    written.split(';').filter_map(update).collect()
}

/// A step of a word: what is called, with what, whether it is allowed, and how it ends.
struct Step {
    method: usize,
    argument: Option<i64>,
    allowed: bool,
    outcome: usize,
}

/// Random numbers that are the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % bound
    }

    /// An argument of a type, often near a boundary.
    fn argument(&mut self, ty: &str) -> i64 {
        let (low, high) = match ty {
            "byte" => (-128, 127),
            "char" => (0, 65_535),
            "int" => (i64::from(i32::MIN), i64::from(i32::MAX)),
            _ => (i64::MIN, i64::MAX),
        };
        match self.below(6) {
            0 => low + i64::from(self.below(3) as u32),
            1 => high - i64::from(self.below(3) as u32),
            2 => (self.below(200_000) as i64).clamp(low, high),
            _ => (self.below(12) as i64 - 3).clamp(low, high),
        }
    }
}

/// A word of the interface, as the simulator sees it, with forbidden calls in it that are not made.
fn word(walk: &Simulator, random: &mut Random, size: i64) -> Vec<Step> {
    let mut at = walk.start();
    let made = walk.call(&at, "new Mixed", &[size as u64 & mask(32)]).expect("a constructor");
    at = walk.after(&at, made, &[size as u64 & mask(32)], 0).expect("it is allowed");
    let mut steps = Vec::new();
    for _ in 0..60 {
        let method = random.below(METHODS.len() as u64) as usize;
        let Method(name, ty, ..) = METHODS[method];
        let argument = ty.map(|ty| random.argument(ty));
        let width = ty.map_or(64, |ty| etiquette_component::Type::of_source(ty).map_or(64, width_of));
        let values: Vec<u64> = argument.iter().map(|value| *value as u64 & mask(width)).collect();
        let call = walk.call(&at, name, &values).expect("the guards cover all");
        let allowed = walk.interface().allows(at.state, call);
        let outcome = random.below(METHODS[method].3.len() as u64) as usize;
        if allowed {
            at = walk.after(&at, call, &values, outcome).expect("it can end like that");
        }
        steps.push(Step { method, argument, allowed, outcome });
    }
    steps
}

fn width_of(ty: etiquette_component::Type) -> u32 {
    match ty {
        etiquette_component::Type::Int { width, .. } => width,
        _ => 64,
    }
}

fn words() -> Vec<(i64, Vec<Step>)> {
    let walk = Simulator::new(&interface()).expect("everything can be read");
    let mut random = Random(19);
    let words: Vec<(i64, Vec<Step>)> = (0..40).map(|n| (1 + n % 7, word(&walk, &mut random, 1 + n % 7))).collect();
    let steps = || words.iter().flat_map(|(_, steps)| steps);
    assert!(steps().filter(|step| step.allowed).count() > 900 && steps().filter(|step| !step.allowed).count() > 400);
    words
}

#[test]
fn registers_mean_the_same_in_rust() {
    if !has("rustc") {
        return;
    }
    let written = dynamic(&proved("Mixed", interface())).unwrap();
    assert!(written.losses.is_empty(), "{:?}", written.losses);
    let mut main = String::from("mod monitor;\nuse monitor::*;\nfn main() {\n");
    for (number, (size, steps)) in words().iter().enumerate() {
        let _ = writeln!(main, "    let mut it = Monitor::new();\n    it.after(Call::new_mixed({size}), \"ok\");");
        for (position, Step { method, argument, allowed, outcome }) in steps.iter().enumerate() {
            let Method(name, _, _, outcomes) = METHODS[*method];
            let name = if name == "type" { "type_" } else { name };
            let argument = argument.map_or(String::new(), |value| value.to_string());
            let _ = writeln!(
                main,
                "    assert_eq!(it.allows(Call::{name}({argument})), {allowed}, \"word {number}, call {position}: {name}\");"
            );
            if *allowed {
                let _ = writeln!(main, "    it.after(Call::{name}({argument}), {:?});", outcomes[*outcome].0);
            }
        }
    }
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("main.rs"), main + "}\n").unwrap();
    std::fs::write(folder.path().join("monitor.rs"), written.source).unwrap();
    succeeds(folder.path(), "rustc", &["--edition", "2021", "main.rs", "-o", "main"]);
    succeeds(folder.path(), folder.path().join("main").to_str().unwrap(), &[]);
}

/// A class that ends calls as it is told to.
fn java_class() -> (String, Shape) {
    let member = |name: &str, parameters: &[&str], result: &str| Member {
        name: name.into(),
        parameters: parameters.iter().map(|ty| (*ty).into()).collect(),
        result: result.into(),
        visibility: "public".into(),
        ..Member::default()
    };
    let mut class = String::from("public class Mixed {\n    static boolean second;\n    public Mixed(int p) {}\n");
    let mut methods = Vec::new();
    for Method(name, ty, _, outcomes) in &METHODS {
        let (result, body) = match outcomes[0].0 {
            "true" => ("boolean", "return !second;"),
            _ if outcomes.len() > 1 => ("void", "if (second) throw new ArithmeticException();"),
            _ => ("void", ""),
        };
        let parameter = ty.map_or(String::new(), |ty| format!("{ty} p"));
        let _ = writeln!(class, "    public {result} {name}({parameter}) {{ {body} }}");
        methods.push(member(name, ty.as_slice(), result));
    }
    let constructors = vec![member("", &["int"], "")];
    (class + "}\n", Shape { ty: "Mixed".into(), constructors, methods, ..Shape::default() })
}

fn java_main(words: &[(i64, Vec<Step>)]) -> String {
    let mut main = String::from("public class Main {\n");
    let mut all = String::new();
    for (number, (size, steps)) in words.iter().enumerate() {
        let _ = writeln!(
            main,
            "    static void word{number}() {{\n        MonitoredMixed it = new MonitoredMixed({size});"
        );
        for (position, Step { method, argument, allowed, outcome }) in steps.iter().enumerate() {
            let Method(name, ty, ..) = METHODS[*method];
            let given = argument.zip(ty).map_or(String::new(), |(value, ty)| format!("({ty}) ({value}L)"));
            let _ = writeln!(
                main,
                "        Mixed.second = {}; expect(() -> it.{name}({given}), {allowed}, \"word {number}, call {position}: {name}\");",
                *outcome == 1
            );
        }
        main.push_str("    }\n");
        let _ = writeln!(all, "        word{number}();");
    }
    main.push_str(
        "    static void expect(Runnable call, boolean allowed, String what) {
        boolean passed = true;
        try { call.run(); } catch (IllegalStateException stopped) { passed = false; } catch (ArithmeticException thrown) { }
        if (passed != allowed) throw new AssertionError(what);
    }\n",
    );
    let _ = writeln!(main, "    public static void main(String[] arguments) {{\n{all}    }}\n}}");
    main
}

#[test]
fn registers_mean_the_same_in_java() {
    if !has("javac") || !has("java") {
        return;
    }
    let (class, shape) = java_class();
    let main = java_main(&words());
    for style in [Style::Subclass, Style::Wrapper] {
        let options = JavaOptions { style: Some(style), ..JavaOptions::default() };
        let written = monitor(&proved("Mixed", interface()), &shape, &options).expect("a monitor");
        // What the constructor was given is not known of an object that was made elsewhere.
        assert_eq!(written.losses.len(), usize::from(style == Style::Wrapper), "{:?}", written.losses);
        let folder = tempfile::tempdir().unwrap();
        for (name, source) in [("Mixed.java", &class), ("Main.java", &main), (&written.path, &written.source)] {
            std::fs::write(folder.path().join(name), source).unwrap();
        }
        succeeds(folder.path(), "javac", &["Mixed.java", "Main.java", &written.path]);
        succeeds(folder.path(), "java", &["Main"]);
    }
}

/// A counter that goes up without end.
fn counter(integers: Integers) -> Outcome {
    let mut made = Interface::new(Alphabet::new(vec![Call::simple("tick")]));
    let tick = made.alphabet().event(CallId(0), 0);
    made.connect(StateId(0), tick, StateId(0));
    let mut memory = Memory::new(vec![Register { name: "count".into(), ty: "i8".into(), initial: Some("126".into()) }]);
    memory.set(StateId(0), tick, vec![Update { register: 0, value: "count + 1".into() }]);
    made.set_memory(memory);
    let mut outcome = proved("Counter", made);
    outcome.guarantee.integers = integers;
    outcome
}

/// Under ideal integers, an interface says nothing of runs that overflow: such a call is stopped. Otherwise numbers wrap.
#[test]
fn numbers_wrap_or_calls_that_overflow_are_stopped() {
    if !has("rustc") {
        return;
    }
    for (integers, allowed) in [(Integers::Wrap, true), (Integers::Ideal, false)] {
        let written = dynamic(&counter(integers)).unwrap();
        let main = format!(
            "mod monitor;\nuse monitor::*;\nfn main() {{\n    let mut it = Monitor::new();\n    it.around(Call::tick(), || ((), \"ok\")).unwrap();\n    assert_eq!(it.allows(Call::tick()), {allowed});\n}}\n"
        );
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("main.rs"), main).unwrap();
        std::fs::write(folder.path().join("monitor.rs"), written.source).unwrap();
        succeeds(folder.path(), "rustc", &["--edition", "2021", "main.rs", "-o", "main"]);
        succeeds(folder.path(), folder.path().join("main").to_str().unwrap(), &[]);
    }
}

#[test]
fn types_check_registers_at_run_time() {
    if !has("rustc") {
        return;
    }
    let written = typestate(&proved("Mixed", interface())).unwrap();
    let signature = "pub fn put(mut self) -> Result<State1<O>, Refused<Self>>";
    assert!(written.source.contains(signature), "{}", written.source);
    let operations = "
struct Subject(i32);
impl Operations for Subject {
    fn new_mixed(p: i32) -> Option<Self> { Some(Subject(p)) }
    fn put(&mut self) { self.0 -= 1; }
    fn get(&mut self) {}
    fn swap(&mut self) {}
    fn turn(&mut self) {}
    fn add(&mut self, p: i8) {}
    fn type_(&mut self, p: u16) {}
    fn wide(&mut self, p: i64) {}
    fn ask(&mut self, p: i32) -> AskOutcome { AskOutcome::False }
    fn risk(&mut self) -> RiskOutcome { RiskOutcome::Ok }
}
fn main() {
    assert!(State0::<Subject>::new_mixed_1(0).is_none(), \"it must hold something\");
    let it = State0::<Subject>::new_mixed_1(2).unwrap().put().unwrap().put().unwrap();
    let Err(Refused(it)) = it.put() else { panic!(\"it is full\") };
    let it = it.swap().get().unwrap().put().unwrap();
    let Err(Refused(it)) = it.ask(2) else { panic!(\"the limit is 2\") };
    let Ok(State1Ask::False(it)) = it.ask(3) else { panic!(\"more than the limit\") };
    let Ok(State2Risk::Ok(it)) = it.wide(4).unwrap().risk() else { panic!(\"it can be done\") };
    let _ = it.swap().into_subject();
}
";
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(
        folder.path().join("main.rs"),
        format!("#![allow(unused_variables)]\nmod typestate;\nuse typestate::*;\n{operations}"),
    )
    .unwrap();
    std::fs::write(folder.path().join("typestate.rs"), written.source).unwrap();
    succeeds(folder.path(), "rustc", &["--edition", "2021", "-D", "warnings", "main.rs", "-o", "main"]);
    succeeds(folder.path(), folder.path().join("main").to_str().unwrap(), &[]);
}

#[test]
fn a_register_that_is_no_number_is_refused() {
    let mut outcome = counter(Integers::Wrap);
    let named = Register { name: "mode".into(), ty: "Mode".into(), initial: Some("null".into()) };
    outcome.interface.set_memory(Memory::new(vec![named]));
    let refused = dynamic(&outcome).expect_err("it names values").to_string();
    assert!(refused.contains("`mode` is neither a number nor a truth value"), "{refused}");
    assert!(typestate(&outcome).is_err());
}
