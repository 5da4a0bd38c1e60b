//! Interfaces with registers: compared with themselves, with others, and with components. Every word that is found is
//! replayed on both simulators, which share nothing with the checkers but the terms.

use std::path::PathBuf;

use etiquette_applications::arena::Found;
use etiquette_applications::compare::{Excess, Included, included};
use etiquette_applications::concrete::Seen;
use etiquette_applications::diff::{Components, Verdict, diff, diff_tried};
use etiquette_applications::explain::{Explainer, Standing, state_names};
use etiquette_applications::verify::{Answer, Verification, verify};
use etiquette_automata::{Alphabet, Call, Configuration, Interface, Memory, Simulator, StateId, Update};
use etiquette_component::{Component, Slices, Type, check, parse, slice, slices, slices_with_results};
use etiquette_outcome::{Outcome, Run};
use etiquette_synthesis::{interface_program, synthesize_with_registers, synthesize_with_these_registers};

use crate::common::{component, work_out};
use crate::generate::random_source;
use crate::random::Random;

const BUFFER: &str = "component buffer { var count: i32 = 0; var limit: i32 = 0; var closed: bool = false;
    new Buffer(size: i32) { if (size < 1) { error Size; } limit = size; }
    method put() { if (closed) { error Closed; } if (count == limit) { error Full; } count = count + 1; }
    method get() { if (count == 0) { error Empty; } count = count - 1; }
    method close() { closed = true; } }";

fn with_registers(component: &Component) -> Outcome {
    let found = synthesize_with_registers(&slices(component), &mut Run::default());
    let outcome = found.unwrap_or_else(|methods| panic!("{}: {methods:?}", component.name)).outcome;
    assert!(!outcome.interface.memory().is_empty(), "{}", component.name);
    outcome
}

/// The cases of the corpus whose interfaces have registers, those aside that are set to results.
fn cases() -> Vec<(String, Component)> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../corpus");
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a corpus") {
        let folder = entry.expect("a case").path();
        let about = std::fs::read_to_string(folder.join("case.toml")).unwrap_or_default();
        if about.lines().any(|line| line.starts_with("registers")) && !about.contains("\"results\"") {
            let source = std::fs::read_to_string(folder.join("component.component")).expect("a component");
            found.push((folder.display().to_string(), component(&source)));
        }
    }
    found.sort_by(|one, other| one.0.cmp(&other.0));
    assert!(found.len() >= 9, "{} cases", found.len());
    found
}

fn verified(component: &Component, interface: &Interface) -> Verification {
    let mut engine = |run: &mut Run, component: &Component| {
        let found = synthesize_with_registers(&slices_with_results(component, &|| false), run);
        found.map(|with| with.outcome).or_else(|_| work_out(component, run))
    };
    verify(component, interface, &mut Run::default(), &mut engine).expect("it fits")
}

#[test]
fn registers_that_are_set_to_results_are_followed() {
    let poll = component(
        "component poll { var available: i32 = 0; method poll() -> i32 { available = *; return available; }
        method take() { if (available <= 0) { error Empty; } available = available - 1; } }",
    );
    let found = synthesize_with_registers(&slices_with_results(&poll, &|| false), &mut Run::default());
    let outcome = found.expect("results tell what it takes").outcome;
    assert!(outcome.interface.memory().looks_at_results());
    let interface = &outcome.interface;
    let found = verified(&poll, interface);
    assert!(matches!((&found.safe, &found.permissive), (Answer::Yes(_), Answer::Yes(_))), "{found:?}");
    let strict = &guarded(interface, &[("available > 0", "available > 1"), ("available <= 0", "available <= 1")]);
    let Answer::No(why) = verified(&poll, strict).permissive else { panic!("one may be taken less") };
    assert_eq!(why.word, ["poll() -> 1", "take()"]);
    assert_eq!(included(strict, interface, &Run::default()), Ok(Included::Yes));
    let Ok(Included::No(word)) = included(interface, strict, &Run::default()) else { panic!("it is stricter") };
    assert_eq!(word, ["poll() -> 1", "take()"]);
    let Answer::No(why) = verified(&poll, &setting(interface, "poll", 0, "result + 1")).safe else {
        panic!("it fails")
    };
    assert_eq!(why.word, ["poll() -> 0", "take()"]);
    let program = interface_program(&outcome, Some(&poll)).expect("what comes back is known");
    check(&program).unwrap_or_else(|broken| panic!("{broken:#?}"));
    let other = component("component poll { method poll() { } method take() { } }");
    let mut engine = |run: &mut Run, component: &Component| work_out(component, run);
    let refused = verify(&other, interface, &mut Run::default(), &mut engine).expect_err("nothing comes back");
    assert!(refused.message.contains("that is not always a number"), "{}", refused.message);
}

/// Labels say which numbers never come back: these tell no two interfaces apart.
#[test]
fn numbers_that_never_come_back_make_no_difference() {
    let poll = component(
        "component poll { var available: i32 = 0;
        method poll() -> i32 { available = *; assume available >= 0; return available; }
        method take() { if (available == 0) { error Empty; } available = available - 1; } }",
    );
    let found = synthesize_with_registers(&slices_with_results(&poll, &|| false), &mut Run::default());
    let outcome = found.expect("results tell what it takes").outcome;
    let mut other = outcome.clone();
    other.interface = guarded(&outcome.interface, &[("available > 0", "available != 0")]);
    let found = diff(&outcome, &other).expect("the same question");
    assert_eq!(found.verdict(), Verdict::Compatible, "{:?}", found.open);
    other.interface =
        guarded(&outcome.interface, &[("available > 0", "available > 7"), ("available == 0", "available <= 7")]);
    let found = diff(&outcome, &other).expect("the same question");
    assert_eq!(found.forbidden.len(), 1, "{:?}", found.open);
    assert_eq!(found.forbidden[0].written_word()[0], "poll() -> 1", "{:?}", found.forbidden[0].written_word());
}

const LOOPS: &str = "component buffer { var count: i32 = 0; var limit: i32 = 0;
    new Buffer(size: i32) { if (size < 1) { error Size; } limit = size; }
    method put() { if (count == limit) { error Full; } count = count + 1; }
    method get() { if (count == 0) { error Empty; } count = count - 1; }";

/// Verified with what an engine finds where loops that count are gone, in so many steps. Without them checkers go round
/// and round.
fn with_loops(methods: &str) -> Verification {
    let component = component(&format!("{LOOPS} {methods} }}"));
    let mut engine = |run: &mut Run, component: &Component| {
        let slices = slices(component).without_counting_loops(&|| false);
        synthesize_with_registers(&slices, run).map(|with| with.outcome).map_err(|why| why.join(", "))
    };
    let found = engine(&mut Run::default(), &component).expect("an interface with registers");
    assert!(found.is_proved() && !found.interface.memory().is_empty(), "{methods}");
    let mut run = Run::default().with_step_limit(50_000);
    verify(&component, &found.interface, &mut run, &mut engine).expect("it fits")
}

#[test]
fn rounds_of_loops_are_not_followed_one_by_one() {
    let counting = "method clear() { while (count > 0) { count = count - 1; } }
        method truncate(to: i32) { if (to < 0 || to > count) { error Size; } while (count > to) { count = count - 1; } }
        method fill() { while (count < limit) { count = count + 1; } }";
    let left_early = "method clear() -> broken | ok { var i: i32 = 0;
        while (i < count) { if (i < 0 || i >= limit) { return broken; } i = i + 1; } count = 0; return ok; }
        method truncate(to: i32) -> broken | ok { if (to < 0 || to > count) { error Size; } var i: i32 = to;
        while (i < count) { if (i < 0 || i >= limit) { return broken; } i = i + 1; } count = to; return ok; }";
    for methods in [counting, left_early] {
        let found = with_loops(methods);
        assert!(matches!(found.safe, Answer::Yes(_)), "{methods}: {:?}", found.safe);
        assert!(matches!(found.permissive, Answer::Yes(_)), "{methods}: {:?}", found.permissive);
    }
}

/// The interface with other guards.
fn guarded(interface: &Interface, changes: &[(&str, &str)]) -> Interface {
    let calls = interface.alphabet().calls().iter().map(|call| {
        let change = changes.iter().find(|(before, _)| call.guard.text() == *before);
        Call { guard: change.map_or(call.guard.clone(), |(_, after)| (*after).into()), ..call.clone() }
    });
    let mut other =
        Interface::with_states(Alphabet::new(calls.collect()), interface.state_count(), interface.initial());
    for (state, call) in
        interface.states().flat_map(|state| interface.alphabet().call_ids().map(move |call| (state, call)))
    {
        for event in interface.alphabet().events_of(call) {
            if let Some(next) = interface.next(state, event) {
                other.connect(state, event, next);
            }
        }
    }
    other.set_memory(interface.memory().clone());
    other
}

/// The interface with other updates of an event.
fn setting(interface: &Interface, method: &str, state: u32, value: &str) -> Interface {
    let alphabet = interface.alphabet();
    let mut memory = interface.memory().clone();
    for call in alphabet.call_ids().filter(|&call| alphabet.call(call).method == method) {
        if interface.allows(StateId(state), call) {
            memory.set(StateId(state), alphabet.event(call, 0), vec![Update { register: 0, value: value.into() }]);
        }
    }
    let mut other = interface.clone();
    other.set_memory(memory);
    other
}

#[test]
fn cases_are_safe_and_permissive_and_equal_to_themselves() {
    for (name, component) in cases() {
        let outcome = with_registers(&component);
        let found = verified(&component, &outcome.interface);
        assert!(matches!(found.safe, Answer::Yes(_)), "{name}: {:?}", found.safe);
        assert!(matches!(found.permissive, Answer::Yes(_)), "{name}: {:?}", found.permissive);
        let same = included(&outcome.interface, &outcome.interface, &Run::default()).expect("it is readable");
        assert_eq!(same, Included::Yes, "{name}");
        let found = diff(&outcome, &outcome).expect("the same question");
        assert_eq!(found.verdict(), Verdict::Compatible, "{name}: {:?}", found.open);
        assert!(found.forbidden.is_empty() && found.legal.is_empty() && found.guards.is_empty(), "{name}");
    }
}

#[test]
fn an_interface_with_registers_is_a_component_with_that_interface() {
    let outcome = with_registers(&component(BUFFER));
    for of in [None, Some(&component(BUFFER))] {
        let program = interface_program(&outcome, of).expect("numbers are known");
        check(&program).unwrap_or_else(|broken| panic!("{broken:#?}"));
        let found = verified(&program, &outcome.interface);
        assert!(matches!((&found.safe, &found.permissive), (Answer::Yes(_), Answer::Yes(_))), "{found:?}");
    }
}

#[test]
fn what_a_register_is_set_to_makes_an_interface_safe() {
    let component = component(BUFFER);
    let right = with_registers(&component).interface;
    let greedy = verified(&component, &setting(&right, "put", 1, "count"));
    let Answer::No(why) = greedy.safe else { panic!("{:?}", greedy.safe) };
    assert_eq!(why.word, ["new Buffer(1)", "put()", "put()"]);
    let timid = verified(&component, &setting(&right, "put", 1, "count + 2"));
    let Answer::No(why) = timid.permissive else { panic!("{:?}", timid.permissive) };
    assert_eq!(why.word.len(), 3, "{:?}", why.word);
}

#[test]
fn an_interface_without_registers_is_compared_with_one_that_has_some() {
    let buffer = "component b { var count: i32 = 0; method put() { assert count < 3; count = count + 1; } }";
    let component = component(buffer);
    let finite = work_out(&component, &mut Run::default()).expect("three states").interface;
    assert!(finite.memory().is_empty() && finite.state_count() > 3);
    let endless = with_registers(&component).interface;
    let both = |one: &Interface, other: &Interface| included(one, other, &Run::default()).expect("it is readable");
    assert_eq!((both(&finite, &endless), both(&endless, &finite)), (Included::Yes, Included::Yes));
    let fewer = setting(&endless, "put", 0, "count + 2");
    assert_eq!(both(&fewer, &finite), Included::Yes);
    assert_eq!(both(&finite, &fewer), Included::No(vec!["put()".into(); 3]));
}

/// Registers of which nothing tells that they are the same: one counts up and the other one down.
#[test]
fn registers_may_be_others() {
    let up = component("component c { var used: i8 = 0; method take() { assert used < 9; used = used + 1; } }");
    let down = component("component c { var left: i8 = 9; method take() { assert left > 0; left = left - 1; } }");
    let (up, down) = (with_registers(&up).interface, with_registers(&down).interface);
    for (one, other) in [(&up, &down), (&down, &up)] {
        assert_eq!(included(one, other, &Run::default()), Ok(Included::Yes));
    }
}

#[test]
fn what_is_not_known_is_not_called_equal() {
    let squares = |value: &str| {
        let source = "component c { var n: i64 = 1; method up(by: i64) { assert n > by; n = n + by; } }";
        setting(&with_registers(&component(source)).interface, "up", 0, value)
    };
    let (one, other) = (squares("(n + by) * (n - by) * n"), squares("n * n * n - by * by * n"));
    let cancelled = std::sync::Arc::new(std::sync::atomic::AtomicBool::new(true));
    let run = Run::default().with_cancellation(cancelled);
    assert!(matches!(included(&one, &other, &run), Ok(Included::Unknown(_))));
}

#[test]
fn versions_differ_in_words_with_values() {
    let old = component(BUFFER);
    let new = component(&BUFFER.replace("count == 0", "closed || count == 0").replace("size < 1", "size < 0"));
    let (before, after) = (with_registers(&old), with_registers(&new));
    let components = Components { old: Some(&old), new: Some(&new) };
    let found = diff_tried(&before, &after, components, &Run::default()).expect("the same question");
    assert_eq!(found.verdict(), Verdict::Breaking);
    let words = |changes: &[etiquette_applications::diff::Change]| {
        assert!(changes.iter().all(|change| change.certain), "{changes:?}");
        changes.iter().map(|change| change.written_word().join(" · ")).collect::<Vec<_>>()
    };
    assert_eq!(words(&found.legal), ["new Buffer(0)"]);
    let forbidden = words(&found.forbidden);
    assert_eq!(forbidden.len(), 1);
    assert!(forbidden[0].ends_with("· put() · close() · get()"), "{forbidden:?}");
}

#[test]
fn a_method_that_is_gone_is_found_after_a_word() {
    let source = "component b { var count: i32 = 0; method put() { assert count < 9999; count = count + 1; }
        method drain() { assert count > 1; count = 0; } }";
    let old = with_registers(&component(source));
    let new = with_registers(&component(&source.replace("drain", "empty")));
    let found = diff(&old, &new).expect("the same question");
    let word = |change: &etiquette_applications::diff::CallChange| {
        change.word.as_ref().map(|word| word.iter().map(ToString::to_string).collect::<Vec<_>>().join(" · "))
    };
    let gone: Vec<_> = found.removed.iter().map(word).collect();
    assert_eq!(gone, [Some("put() · put() · drain()".to_owned())]);
    assert_eq!(found.added.iter().map(word).collect::<Vec<_>>(), [Some("put() · put() · empty()".to_owned())]);
    assert_eq!(found.verdict(), Verdict::Breaking);
}

#[test]
fn words_are_explained_with_registers() {
    let component = component(BUFFER);
    let outcome = with_registers(&component);
    let explainer = Explainer::new(&component, &outcome.interface, state_names(&outcome), &Run::default());
    let mut explainer = explainer.expect("it fits");
    let told = explainer.explain("new Buffer(2) put put put").expect("it is readable");
    let written: Vec<String> = told
        .steps
        .iter()
        .map(|step| step.registers.iter().map(|(name, value)| format!("{name}={value}")).collect::<Vec<_>>().join(" "))
        .collect();
    assert_eq!(written, ["", "count=0 limit=2", "count=1 limit=2", "count=2 limit=2"]);
    let last = &told.steps[3];
    assert_eq!(last.guard.as_deref(), Some("count == limit"));
    assert!(matches!(&last.standing, Standing::Forbidden { failure: Some(failure), .. } if failure.error == "Full"));
    assert_eq!(told.allowed, ["get [count > 0]", "close"], "what may be called with these values");
    let repair = told.repair.expect("there is one");
    assert_eq!(
        repair.iter().filter(|event| event.inserted).map(|event| event.written.as_str()).collect::<Vec<_>>(),
        ["get()"]
    );
    let never = explainer.explain("new Buffer(2) close put").expect("it is readable");
    assert!(never.repair.is_none() && never.no_repair.is_some());
    assert_eq!(never.steps[2].guard, None, "whatever the registers are");
    assert!(explainer.explain("put put put").expect("it is readable").is_legal(), "a buffer may be large enough");
}

/// Outcomes that are left out may be any, those too after which registers make a call illegal.
#[test]
fn outcomes_that_are_left_out_may_be_any() {
    let source = "component c { var room: i32 = 100; method draw() -> bool {
            var lucky: bool = *; if (lucky) { room = room - 60; } return lucky; }
        method use_up(n: i32) { assert n <= room; } }";
    let component = component(source);
    let outcome = with_registers(&component);
    let explainer = Explainer::new(&component, &outcome.interface, state_names(&outcome), &Run::default());
    let mut explainer = explainer.expect("it fits");
    let told = explainer.explain("draw use_up(50)").expect("it is readable");
    assert_eq!(told.steps[0].written, "draw() -> true");
    assert!(!told.is_legal() && told.steps[1].guard.is_some());
    assert!(told.repair.is_none() && told.no_repair.is_some(), "room never grows, but for an overflow far away");
    assert!(explainer.explain("draw -> false, use_up(50)").expect("it is readable").is_legal());
    assert!(explainer.explain("draw use_up(40)").expect("it is readable").is_legal());
    assert!(explainer.explain("draw use_up").is_err(), "which arguments are legal depends on the outcome");
}

/// Random interfaces with registers and others in which something is changed: a separating word is one for the
/// simulators, and where there is none, random words find none.
#[test]
fn random_interfaces_are_told_apart_by_words_that_replay() {
    let (mut same, mut different) = (0, 0);
    for seed in 0..80 {
        let Some((component, interface)) = random_interface(seed) else { continue };
        let random = &mut Random(seed);
        let other = changed(&interface, random);
        assert_eq!(compared(&component, &interface, &interface, random), Included::Yes, "seed {seed}");
        for (one, two) in [(&interface, &other), (&other, &interface)] {
            match compared(&component, one, two, random) {
                Included::Yes => same += 1,
                Included::No(_) => different += 1,
                Included::Unknown(why) => panic!("seed {seed}: {why}"),
            }
        }
    }
    assert!(same > 10 && different > 5, "{same} included, {different} not");
}

fn random_interface(seed: u64) -> Option<(Component, Interface)> {
    let component = parse(&random_source(seed), "random.component").ok()?;
    let slices = Slices { coarse: None, exact: slice(&component) };
    let names: Vec<String> = ["x", "n", "b"].into_iter().take(1 + seed as usize % 3).map(str::to_owned).collect();
    let mut run = Run::default().with_step_limit(20_000);
    let (outcome, _) = synthesize_with_these_registers(&slices, &names, &mut run).ok()?;
    outcome.is_proved().then_some((component, outcome.interface))
}

/// One thing is other: an event sets nothing any more, or a call is allowed that was not.
fn changed(interface: &Interface, random: &mut Random) -> Interface {
    let mut other = interface.clone();
    let updates: Vec<_> = interface.memory().all_updates().map(|(state, event, _)| (state, event)).collect();
    if !updates.is_empty() && random.below(3) > 0 {
        let left_out = updates[random.below(updates.len())];
        let mut memory = Memory::new(interface.memory().registers.clone());
        for (state, event) in updates.into_iter().filter(|at| *at != left_out) {
            memory.set(state, event, interface.updates(state, event).to_vec());
        }
        other.set_memory(memory);
        return other;
    }
    let (state, calls) = (interface.initial(), interface.alphabet().calls().len());
    let call = interface.alphabet().call_ids().nth(random.below(calls)).expect("one of them");
    for event in interface.alphabet().events_of(call) {
        other.connect(state, event, interface.next(state, event).unwrap_or(state));
    }
    other
}

/// The answer, which is held against the simulators.
fn compared(component: &Component, one: &Interface, other: &Interface, random: &mut Random) -> Included {
    let names: Vec<String> = component.enums.iter().flat_map(|known| known.values.clone()).collect();
    let walks = [one, other].map(|interface| Simulator::with_values(interface, &names).expect("it is readable"));
    let answer = included(one, other, &Run::default()).expect("it is readable");
    match &answer {
        Included::Yes => {
            (0..200).for_each(|_| assert!(!is_told_apart(&walks, random), "a random word tells them apart"));
        }
        Included::No(_) => replayed(one, other, &walks),
        Included::Unknown(_) => {}
    }
    answer
}

/// Walks through both with the same random calls; whether the second one forbids what the first one allows.
fn is_told_apart(walks: &[Simulator; 2], random: &mut Random) -> bool {
    let mut at = walks.each_ref().map(Simulator::start);
    for step in 0..12 {
        let alphabet = walks[0].interface().alphabet();
        let has_constructors = alphabet.calls().iter().any(|call| call.constructor);
        let calls = alphabet.calls().iter().filter(|call| call.constructor == (has_constructors && step == 0));
        let calls: Vec<_> = calls.collect();
        let made = calls[random.below(calls.len())];
        let arguments: Vec<u64> = made.parameters.iter().map(|_| random.below(4) as u64).collect();
        let arguments: Vec<u64> = (made.parameters.iter().zip(arguments))
            .map(
                |(parameter, value)| if Type::of_source(&parameter.ty) == Some(Type::Bool) { value % 2 } else { value },
            )
            .collect();
        let method = &made.method;
        let found = [0, 1].map(|side| walks[side].call(&at[side], method, &arguments));
        let [Some(one), Some(other)] = found else { return false };
        let allows = |side: usize, call| walks[side].interface().allows(at[side].state, call);
        match (allows(0, one), allows(1, other)) {
            (true, true) => {}
            (true, false) => return true,
            _ if made.constructor => return false,
            _ => continue,
        }
        let outcome = random.below(made.outcomes.len());
        let next = [one, other]
            .into_iter()
            .zip(walks)
            .zip(&at)
            .map(|((call, walk), at)| walk.after(at, call, &arguments, outcome));
        let next: Option<Vec<Configuration>> = next.collect();
        let Some(next) = next else { return false };
        at = [next[0].clone(), next[1].clone()];
    }
    false
}

/// Replays a separating word: both follow it up to its last call, which only the first one allows.
fn replayed(one: &Interface, other: &Interface, walks: &[Simulator; 2]) {
    let alphabet = one.alphabet();
    let methods = alphabet.methods(|first, second| first.method == second.method);
    let methods: Vec<_> = methods.into_iter().map(|calls| (calls.clone(), calls)).collect();
    let mut excess = Excess::new(one, other, &methods, Vec::new(), &Run::default()).expect("it is readable");
    let Found::By(word) = excess.word(None) else { panic!("there is a word") };
    let program = excess.component();
    let mut at = walks.each_ref().map(Simulator::start);
    for (position, Seen { letter, outcome, .. }) in word.events.iter().enumerate() {
        let method = &program.methods[letter.method];
        let is_last = position + 1 == word.events.len();
        for side in 0..2 {
            let value = |(binding, &value): (&etiquette_component::Binding, &u64)| match binding.ty {
                Type::Enum(_) => walks[side].named(&program.value_name(binding.ty, value)),
                _ => value,
            };
            let arguments: Vec<u64> = method.parameters.iter().zip(&letter.arguments).map(value).collect();
            let call = walks[side].call(&at[side], &method.name, &arguments).expect("a call");
            let is_allowed = walks[side].interface().allows(at[side].state, call);
            assert_eq!(is_allowed, side == 0 || !is_last, "{:?}", word.written(program));
            if !is_last {
                at[side] = walks[side].after(&at[side], call, &arguments, *outcome).expect("it goes on");
            }
        }
    }
}
