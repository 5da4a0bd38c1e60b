//! The engines on decision diagrams, where states and arguments are too many to be listed.

use etiquette_component::{Component, parse};
use etiquette_outcome::{Confidence, Limits, Outcome, Run, StopReason};
use etiquette_synthesis::{Certified, Direct, DirectSymbolic, Engine, LearnSymbolic};

fn component(source: &str) -> Component {
    parse(source, "test.component").expect("a component")
}

fn outcome(engine: &dyn Engine, source: &str) -> Outcome {
    engine.synthesize(&component(source), &mut Run::default()).expect("every component is taken")
}

/// Calls with guards, and for each state its label and what it forbids.
fn essence(outcome: &Outcome) -> (Vec<String>, Vec<(Option<String>, usize)>) {
    let calls = outcome.interface.alphabet().calls().iter().map(ToString::to_string).collect();
    let states = outcome.states.iter().map(|facts| (facts.label.clone(), facts.forbidden.len())).collect();
    (calls, states)
}

const BIT_ARRAY: &str = "component bit_array {
    var valid: bool = false;
    var location: u62 = 0;
    method prev() { valid = true; location = location - 1; }
    method next() { valid = true; location = location + 1; }
    method access() { valid = false; }
    method modify() { if (!valid) { error Invalid; } valid = false; }
}";

#[test]
fn long_ways_take_few_steps() {
    for engine in [&DirectSymbolic as &dyn Engine, &LearnSymbolic] {
        let found = outcome(engine, BIT_ARRAY);
        assert_eq!(found.stop, StopReason::Done);
        assert!(found.guarantee.minimal && found.guarantee.full);
        let labels: Vec<Option<&str>> = found.states.iter().map(|facts| facts.label.as_deref()).collect();
        assert_eq!(labels, [Some("!valid"), Some("valid")]);
        assert_eq!(found.statistics["component states"], 1 << 63);
    }
}

/// Arguments are told apart by intervals, also of several parameters and with signs.
#[test]
fn wide_parameters_get_guards() {
    let source = "component robot {
        enum Gear { SLOW, FAST, BACK }
        var moving: bool = false;
        method go(speed: i32, gear: Gear) {
            assert speed > -10 && speed <= 2000000000;
            if (gear == BACK) { assert speed < 0; }
            moving = true;
        }
        method stop(hard: bool, note: u64) { if (hard) { assert moving; } moving = false; }
    }";
    for engine in [&DirectSymbolic as &dyn Engine, &LearnSymbolic] {
        let found = outcome(engine, source);
        let (calls, states) = essence(&found);
        assert_eq!(found.stop, StopReason::Done);
        assert_eq!(
            calls,
            [
                "go(speed, gear) [-9 <= speed && speed <= -1 || 0 <= speed && speed <= 2000000000 && gear != BACK]",
                "go(speed, gear) [speed < -9 || speed > 2000000000 || 0 <= speed && speed <= 2000000000 && gear == BACK]",
                "stop(hard, note) [!hard]",
                "stop(hard, note) [hard]",
            ],
            "{}",
            engine.name()
        );
        assert_eq!(states, [(Some("!moving".into()), 2), (Some("moving".into()), 1)]);
    }
}

/// The certified engine has its own way to guards; the states must be the same.
#[test]
fn the_certified_engine_agrees() {
    let source = "component meter {
        var armed: bool = false; var total: u16 = 0;
        method arm(code: i32) -> bool { if (code == 4711) { armed = true; return true; } return false; }
        method count(amount: u16) { assert armed; total = total + amount; }
        method reset() { assert armed; armed = false; total = 0; }
    }";
    let certified = outcome(&Certified, &source.replace("total = total + amount", "total = amount"));
    let symbolic = outcome(&DirectSymbolic, &source.replace("total = total + amount", "total = 1"));
    assert_eq!(certified.interface.state_count(), symbolic.interface.state_count());
    let calls = |outcome: &Outcome| essence(outcome).0;
    assert_eq!(calls(&certified), calls(&symbolic));
}

#[test]
fn too_many_guards_are_an_answer() {
    let source = "component lock { var code: u32 = 0; method set(next: u32) { code = next; } method open(code_: u32) { assert code_ == code; } }";
    for engine in [&DirectSymbolic as &dyn Engine, &LearnSymbolic] {
        let found = outcome(engine, source);
        assert_eq!(found.stop, StopReason::TooManyGuards);
        assert_eq!(found.guarantee.permissive, Confidence::NotEstablished);
        assert_eq!(found.interface.state_count(), 1);
    }
}

#[test]
fn a_full_table_is_a_memory_limit() {
    let source = "component product { var a: u32 = *; var b: u32 = *; var c: u32 = 0;
        method multiply() { c = a * b; } method check() { assert c != 12; } }";
    for engine in [&DirectSymbolic as &dyn Engine, &LearnSymbolic] {
        let mut run = Run::new(Limits { memory: Some(1 << 21), ..Limits::default() });
        let found = engine.synthesize(&component(source), &mut run).expect("every component is taken");
        assert_eq!(found.stop, StopReason::MemoryLimit);
        assert!(!found.guarantee.minimal && !found.guarantee.full);
    }
}

/// Pruned on diagrams, and pruned state by state.
#[test]
fn dead_ends_are_counted_alike() {
    let source = "component tank {
        var fuel: u13 = 8000;
        method burn() { assert fuel > 0; fuel = fuel - 1; }
        method refuel() { assert fuel > 100; fuel = 8000; }
        method drain() { assert fuel > 7000; fuel = 0; }
    }";
    for serial in [false, true] {
        let run = || {
            let mut run = Run::default();
            (run.minimise, run.serial) = (false, serial);
            run
        };
        let explicit = Direct.synthesize(&component(source), &mut run()).expect("few states");
        let symbolic = DirectSymbolic.synthesize(&component(source), &mut run()).expect("every component is taken");
        assert_eq!(symbolic.stop, StopReason::TooLargeToShow);
        assert_eq!(symbolic.statistics["automaton states"], explicit.interface.state_count() as u64, "{serial}");
    }
}

/// What fails differs from state to state, but that it fails does not: one class, and still the right error in the
/// witness.
#[test]
fn witnesses_name_the_error_that_they_raise() {
    let source = "component tape {
        var loaded: bool = false; var place: u40 = 0;
        method wind() { place = place + 1; }
        method load() { loaded = true; }
        method play() { if (!loaded) { if (place == 0) { error AtStart; } error Empty; } }
        method eject() { assert loaded; loaded = false; place = 5; }
    }";
    let found = outcome(&DirectSymbolic, source);
    assert_eq!(found.interface.state_count(), 2);
    let told = format!("{:?}", found.states[0].forbidden);
    assert!(told.contains("AtStart") && !told.contains("Empty"), "{told}");
}

/// Neither steps nor squarings get to the end of this one. What half of the time is not enough for is left, and beliefs
/// are explored.
#[test]
fn a_limit_leaves_what_was_explored() {
    let source = "component scrambler {
        var x: u32 = 1; var used: bool = false;
        method next() { x = x * 5 + 3; used = false; }
        method use() { assert !used && x != 0; used = true; }
    }";
    let mut run = Run::default().with_step_limit(20_000);
    let found = DirectSymbolic.synthesize(&component(source), &mut run).expect("every component is taken");
    assert_eq!((found.stop, found.guarantee.safe), (StopReason::TimeLimit, Confidence::Proved));
    let Confidence::ProvedUpTo(calls) = found.guarantee.permissive else { panic!("{:?}", found.guarantee) };
    assert!(calls > 0 && found.interface.state_count() > 1, "nothing was explored");
}

#[test]
fn visible_determinism_is_reported() {
    let lamp = "component lamp { var on: bool = false; method flip() { on = !on; } method look() { assert on; } }";
    assert_eq!(outcome(&DirectSymbolic, lamp).statistics["visibly deterministic"], 1);
    let door = "component door { var locked: bool = *; method open() { assert !locked; } }";
    assert_eq!(outcome(&DirectSymbolic, door).statistics["visibly deterministic"], 0);
}
