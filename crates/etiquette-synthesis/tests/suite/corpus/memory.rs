//! Interfaces with registers: hand-written simulators of cases, random components whose variables are exposed, and
//! certificates that say what is not so.

use std::collections::{BTreeMap, BTreeSet};

use etiquette_automata::{CallId, EventId, Memory, Register, Simulator as Walk, Update};
use etiquette_certificates::{Limits, NotObserved, Observers, check};
use etiquette_component::{Component, Slices, Type, parse, slices, slices_with_results};
use etiquette_outcome::{Outcome, Run};
use etiquette_synthesis::{
    Certified, Engine, Unexposed, WithRegisters, say_with_observers, synthesize_with_registers,
    synthesize_with_these_registers,
};

use super::belief::Simulator;
use super::case::all_cases;
use super::generate::random_source;
use super::letters::{Letter, Letters};
use super::random::Random;

/// What a case does, written a second time: the values that it keeps, and whether a call with an argument is legal, or one
/// that returns this number, which changes them.
type Legal = fn(&mut BTreeMap<&'static str, i64>, &str, i64) -> bool;

fn simulator(case: &str) -> Legal {
    match case {
        "bounded-buffer" => |kept, call, argument| {
            let [count, limit, closed] = ["count", "limit", "closed"].map(|name| kept.get(name).copied().unwrap_or(0));
            match call {
                "new Buffer" => set(argument >= 1, kept, [("limit", argument)]),
                "put" => set(closed == 0 && count < limit, kept, [("count", count + 1)]),
                "get" => set(count > 0, kept, [("count", count - 1)]),
                _ => set(true, kept, [("closed", 1)]),
            }
        },
        "nested-lock" => |kept, call, times| {
            let depth = kept.get("depth").copied().unwrap_or(0);
            match call {
                "lock" => set((1..=1_000_000_000 - depth).contains(&times), kept, [("depth", depth + times)]),
                _ => set((1..=depth).contains(&times), kept, [("depth", depth - times)]),
            }
        },
        "lock-with-owner" => |kept, call, who| {
            let owner = kept.get("owner").copied().unwrap_or(0);
            match call {
                "lock" => set(who != 0 && owner == 0, kept, [("owner", who)]),
                "owner" => true,
                _ => set(owner != 0 && who == owner, kept, [("owner", 0)]),
            }
        },
        "tape-with-mark" => |kept, call, length| {
            let [end, at, mark] = ["end", "at", "mark"].map(|name| kept.get(name).copied().unwrap_or(0));
            match call {
                "new Tape" => set(length >= 0, kept, [("end", length), ("mark", -1)]),
                "read" => set(at < end, kept, [("at", at + 1)]),
                "set_mark" => set(true, kept, [("mark", at)]),
                "reset" => set(mark >= 0, kept, [("at", mark)]),
                _ => set(true, kept, [("at", 0), ("mark", -1)]),
            }
        },
        "token-bucket" => |kept, call, n| {
            let [tokens, capacity] = ["tokens", "capacity"].map(|name| kept.get(name).copied().unwrap_or(0));
            match call {
                "new Bucket" => set((1..=1_000_000).contains(&n), kept, [("capacity", n)]),
                "refill" => set((0..=1_000_000).contains(&n), kept, [("tokens", capacity.min(tokens + n))]),
                _ => set((0..=tokens).contains(&n), kept, [("tokens", tokens - n)]),
            }
        },
        "batch" => |kept, call, n| {
            let [left, open] = ["left", "open"].map(|name| kept.get(name).copied().unwrap_or(0));
            match call {
                "begin" => set(open == 0 && n >= 0, kept, [("left", n), ("open", 1)]),
                "item" => set(open == 1 && left > 0, kept, [("left", left - 1)]),
                _ => set(open == 1 && left == 0, kept, [("open", 0)]),
            }
        },
        "moving-range" => |kept, call, to| {
            let (low, high) = (kept.get("low").copied().unwrap_or(0), kept.get("high").copied().unwrap_or(10));
            match call {
                "set_low" => set(to <= high, kept, [("low", to)]),
                "set_high" => set(to >= low, kept, [("high", to)]),
                _ => {
                    let is_legal = high - low >= 2 && high <= 1000 && low >= -1000;
                    set(is_legal, kept, [("high", low + (high - low) / 2)])
                }
            }
        },
        "ticket-machine" => |kept, call, number| {
            let [drawn, served] = ["drawn", "served"].map(|name| kept.get(name).copied().unwrap_or(0));
            match call {
                "draw" => set(drawn < 1_000_000, kept, [("drawn", drawn + 1)]),
                _ => set(served < drawn && number == served + 1, kept, [("served", number)]),
            }
        },
        "stopwatch" => |kept, _, at| {
            let last = kept.get("last").copied().unwrap_or(0);
            set(at >= last, kept, [("last", at)])
        },
        "mailbox" => |kept, call, kind| {
            let [count, limit, closed] = ["count", "limit", "closed"].map(|name| kept.get(name).copied().unwrap_or(0));
            match call {
                "new Mailbox" => set(kind >= 1, kept, [("limit", kind)]),
                "put" => set(closed == 0 && kind >= 0 && count < limit, kept, [("count", count + 1)]),
                "take" => set(count > 0, kept, [("count", count - 1)]),
                "close" => set(true, kept, [("closed", 1)]),
                "ready" => closed == 0,
                _ => true,
            }
        },
        "cursor" => |kept, call, length| {
            let [at, end] = ["at", "end"].map(|name| kept.get(name).copied().unwrap_or(0));
            match call {
                "new Cursor" => set(length >= 0, kept, [("end", length)]),
                "next" => set(at < end, kept, [("at", at + 1)]),
                "previous" => set(at > 0, kept, [("at", at - 1)]),
                "rewind" => set(true, kept, [("at", 0)]),
                _ => true,
            }
        },
        "poll" => |kept, call, returned| {
            let available = kept.get("available").copied().unwrap_or(0);
            match call {
                "poll" => set(true, kept, [("available", returned)]),
                _ => set(available > 0, kept, [("available", available - 1)]),
            }
        },
        other => panic!("{other}: registers are expected, and nobody wrote a simulator"),
    }
}

/// Keeps new values if the call is legal.
fn set<const N: usize>(
    is_legal: bool,
    kept: &mut BTreeMap<&'static str, i64>,
    values: [(&'static str, i64); N],
) -> bool {
    if is_legal {
        kept.extend(values);
    }
    is_legal
}

fn found(component: &Component) -> (WithRegisters, Slices) {
    let slices = slices_with_results(component, &|| false);
    match synthesize_with_registers(&slices, &mut Run::default()) {
        Ok(found) => (found, slices),
        Err(methods) => panic!("{}: nothing is proved, because of {methods:?}", component.name),
    }
}

fn is_accepted(outcome: &Outcome) -> bool {
    let evidence = outcome.evidence.as_ref().expect("a certificate");
    let checked = check(&evidence.component, &outcome.interface, &evidence.certificate, &Limits::default());
    checked.safe.is_ok() && checked.permissive.is_ok()
}

#[test]
fn cases_have_the_interfaces_of_their_simulators() {
    for case in all_cases().into_iter().filter(|case| !case.list("registers").is_empty()) {
        let component = case.parse().expect("a component");
        let (WithRegisters { outcome, slice, .. }, _) = found(&component);
        assert!(outcome.is_proved() && is_accepted(&outcome), "{}", case.name);
        assert_eq!(slice.registers(), case.list("registers"), "{}", case.name);
        let walk = Walk::new(&outcome.interface).expect("guards and values can be read");
        for seed in 0..400 {
            compare(&case.name, &component, &walk, simulator(&case.name), &mut Random(seed));
        }
    }
}

/// A random word, on the interface and on the simulator. Most calls are legal ones, so that words get long.
fn compare(case: &str, component: &Component, walk: &Walk, legal: Legal, random: &mut Random) {
    let (mut at, mut kept, mut word) = (walk.start(), BTreeMap::new(), Vec::new());
    for step in 0..30 {
        let constructs = step == 0 && component.has_constructors();
        let methods: Vec<_> = component.methods.iter().filter(|known| known.constructor == constructs).collect();
        let method = methods[random.below(methods.len())];
        let argument = [0, 1, 2, 3, 7, -1, 1000, i64::from(i32::MAX)][random.below(8)];
        // What is returned is a small count of something.
        let argument = if method.result.is_some() { argument.max(0) % 16 } else { argument };
        let arguments = vec![argument as u64 & 0xffff_ffff; method.parameters.len()];
        word.push(format!("{}({argument})", method.name));
        let call = walk.call(&at, &method.name, &arguments).expect("guards cover everything");
        let mut after = kept.clone();
        let is_legal = legal(&mut after, &method.name, argument);
        assert_eq!(walk.interface().allows(at.state, call), is_legal, "{case}: {word:?} with {kept:?}");
        if is_legal {
            let ended = (0, Some(argument as u64));
            (at, kept) = (walk.after_returning(&at, call, &arguments, ended).expect("it returns"), after);
        } else {
            word.pop();
        }
        if constructs && !is_legal {
            return;
        }
    }
}

#[test]
fn guards_are_said_with_observers_where_these_say_the_same() {
    for case in all_cases().into_iter().filter(|case| !case.list("registers").is_empty()) {
        let component = case.parse().expect("a component");
        let (WithRegisters { mut outcome, .. }, _) = found(&component);
        say_with_observers(&mut outcome, &component, &Run::default());
        let calls = outcome.interface.alphabet().calls().iter().filter(|call| call.observed.is_some());
        let found: BTreeSet<String> = calls.map(ToString::to_string).collect();
        let expected: BTreeSet<String> = case.list("observed").into_iter().map(str::to_owned).collect();
        assert_eq!(found, expected, "{}", case.name);
    }
}

#[test]
fn observers_may_return_numbers() {
    let source = "component c { var count: i32 = 0; var limit: i32 = 0;
        new C(size: i32) { assert 0 < size; limit = size; }
        method put() { assert count < limit; count = count + 1; }
        method get() { assert count > 0; count = count - 1; }
        method at(i: i32) { assert 0 <= i && i < count; }
        method size() -> i32 { return count; }
        method room() -> i32 { return limit - count; } }";
    let component = parse(source, "c.component").expect("a component");
    let (WithRegisters { mut outcome, .. }, _) = found(&component);
    say_with_observers(&mut outcome, &component, &Run::default());
    let calls = outcome.interface.alphabet().calls().iter().filter_map(|call| call.observed.as_ref());
    let said: BTreeSet<String> = calls.map(ToString::to_string).collect();
    for expected in ["size() > 0", "room() > 0", "i >= 0 && i < size()"] {
        assert!(said.contains(expected), "no {expected} in {said:?}");
    }
}

/// What observers return is said where it is the same wherever there is an object, and stands in guards.
#[test]
fn observers_tell_what_registers_are() {
    let source = "component c { var used: i32 = 0; var limit: i32 = 0; var open: bool = true;
        new C(size: i32) { assert 0 < size; limit = size; }
        method add(n: i32) { assert 0 <= n && n <= limit - used; used = used + n; }
        method take() { assert used > 0; used = used - 1; }
        method close() { open = false; }
        method used() -> i32 { return used; }
        method room() -> i32 { return limit - used; }
        method isEmpty() -> bool { return used <= 0; }
        method half() -> i32 { return used / 2; }
        method shown() -> i32 { if (open) { return used; } return 0; } }";
    let component = parse(source, "c.component").expect("a component");
    let (WithRegisters { mut outcome, .. }, _) = found(&component);
    say_with_observers(&mut outcome, &component, &Run::default());
    let told = |known: &etiquette_automata::Observer| format!("{} is {}: {}", known.name, known.value, known.ty);
    let told: Vec<String> = outcome.interface.memory().observers.iter().map(told).collect();
    assert_eq!(told, ["used() is used: i32", "room() is limit - used: i32", "isEmpty() is used == 0: bool"]);
    let said = outcome.interface.alphabet().calls().iter().filter_map(|call| call.observed.as_ref());
    let said: BTreeSet<String> = said.map(ToString::to_string).collect();
    assert!(said.contains("n >= 0 && n <= room()") && said.contains("!isEmpty()"), "{said:?}");
    let evidence = outcome.evidence.as_ref().expect("a certificate");
    let about = (&evidence.component, &evidence.certificate);
    let mut observers =
        Observers::new(&component, &outcome.interface, about, &Limits::default()).expect("the variables are there");
    assert_eq!(observers.returns("used()", &"used + 1".into()), Err(NotObserved::Differs));
    assert_eq!(observers.returns("isEmpty()", &"used < 1".into()), Ok(()));
    for (none, value) in [("take()", "used"), ("used()", "used == 0"), ("used()", "other")] {
        assert!(matches!(observers.returns(none, &value.into()), Err(NotObserved::Unreadable(_))), "{none}");
    }
}

/// What loops do not change is known behind them, and what the call asked for in front of them.
#[test]
fn registers_are_set_behind_loops() {
    let source = "component c { var count: i32 = 0; var limit: i32 = 0;
        new C(size: i32) { assert 0 < size; limit = size; }
        method put() { assert count < limit; count = count + 1; }
        method clear() { var i: i32 = 0; while (i < count) { choose { i = i + 1; } or { i = i + 2; } } count = 0; }
        method truncate(n: i32) { assert 0 <= n && n <= count; var i: i32 = 0;
            while (i < count) { choose { i = i + 1; } or { i = i + 2; } } count = n; } }";
    let component = parse(source, "c.component").expect("a component");
    let (WithRegisters { outcome, .. }, _) = found(&component);
    assert!(outcome.is_proved() && is_accepted(&outcome));
    let memory = outcome.interface.memory();
    let set: BTreeSet<String> = memory.all_updates().map(|(_, _, update)| memory.written(update)).collect();
    assert!(set.contains("count := n"), "{set:?}");
    let label = outcome.states[1].label.as_deref().unwrap_or_default();
    assert!(label.contains("count >= 0") && label.contains("count <= limit"), "{label}");
    let in_loop = source.replace("choose { i = i + 1; }", "choose { i = i + 1; count = count - 1; }");
    let component = parse(&in_loop, "c.component").expect("a component");
    let names = ["count".into(), "limit".into()];
    let refused = synthesize_with_these_registers(&slices(&component), &names, &mut Run::default());
    assert!(matches!(refused, Err(Unexposed::Variable { .. })), "{refused:?}");
}

/// Sums take a solver more than comparisons do.
#[test]
fn labels_know_that_amounts_fit() {
    let source = "component c { var used: i32 = 0; var limit: i32 = 0;
        new C(size: i32) { assert 0 <= size; limit = size; }
        method add(n: i32) { assert 0 <= n && n <= limit - used; used = used + n; } }";
    let (WithRegisters { outcome, .. }, _) = found(&parse(source, "c.component").expect("a component"));
    let label = outcome.states[1].label.as_deref().unwrap_or_default();
    assert!(label.contains("used <= limit"), "{label}");
}

#[test]
fn observers_return_and_change_nothing() {
    let source = "component c { var count: i32 = 0; var seen: i32 = 0; var closed: bool = false;
        method put() { assert !closed && count < 1000; count = count + 1; }
        method get() { assert count > 0; count = count - 1; }
        method close() { closed = true; }
        method isEmpty() -> bool { return count == 0; }
        method keeps() -> bool { count = count + 0; return count < 1000; }
        method counts() -> bool { seen = seen + 1; return count == 0; }
        method fails() -> bool { assert !closed; return count == 0; }
        method loops() -> bool { while (count == 0) { seen = seen; } return false; }
        method hangs() -> bool { assume count > 0; return false; }
        method guesses() -> bool { choose { return true; } or { return false; } }
        method isAt(n: i32) -> bool { return count == n; }
        method tells() -> empty | full { if (count == 0) { return empty; } return full; } }";
    let component = parse(source, "c.component").expect("a component");
    let (WithRegisters { outcome, .. }, _) = found(&component);
    let evidence = outcome.evidence.as_ref().expect("a certificate");
    let about = (&evidence.component, &evidence.certificate);
    let mut observers =
        Observers::new(&component, &outcome.interface, about, &Limits::default()).expect("the variables are there");
    let names: Vec<&str> = observers.names().map(|(name, _)| name).collect();
    assert_eq!(names, ["isEmpty()", "keeps()", "guesses()"]);
    let alphabet = outcome.interface.alphabet();
    let allowed = |method: &str| {
        let is_meant = |id: &CallId| {
            alphabet.call(*id).method == method && outcome.interface.allows(outcome.interface.initial(), *id)
        };
        alphabet.call_ids().find(is_meant).expect("it is allowed at first")
    };
    let mut says = |method: &str, observed: &str| observers.say_the_same(allowed(method), &observed.into());
    assert_eq!(says("put", "keeps()"), Ok(()));
    assert_eq!(says("get", "!isEmpty()"), Ok(()));
    assert_eq!(says("get", "keeps() && !isEmpty()"), Err(NotObserved::Differs), "not where all of them are there");
    assert_eq!(says("get", "isEmpty()"), Err(NotObserved::Differs));
    assert_eq!(says("get", "!guesses()"), Err(NotObserved::Differs), "chance is no answer");
    for none in ["!counts()", "!fails()", "!loops()", "hangs()", "!other()", "count +", "isEmpty"] {
        assert!(matches!(says("get", none), Err(NotObserved::Unreadable(_))), "{none}");
    }
}

#[test]
fn what_calls_set_registers_to_is_checked() {
    let (WithRegisters { mut outcome, .. }, _) = found(&buffer());
    assert!(is_accepted(&outcome));
    let mut memory = outcome.interface.memory().clone();
    let put = outcome.interface.alphabet().call_ids().find(|call| {
        let alphabet = outcome.interface.alphabet();
        alphabet.call(*call).method == "put" && outcome.interface.allows(outcome.interface.initial(), *call)
    });
    let event = outcome.interface.alphabet().event(put.expect("it is allowed somewhere"), 0);
    for (wrong, is_right) in [("count + 1", true), ("count + 2", false), ("count", false), ("3", false)] {
        memory.set(outcome.interface.initial(), event, vec![Update { register: 0, value: wrong.into() }]);
        outcome.interface.set_memory(memory.clone());
        assert_eq!(is_accepted(&outcome), is_right, "{wrong}");
    }
}

#[test]
fn what_calls_return_is_checked() {
    for (value, is_right) in [("result", true), ("result + 1", false), ("0", false), ("available", false)] {
        let (safe, permissive) = claimed("", value);
        assert_eq!((safe, permissive), (is_right, is_right), "{value}");
    }
}

/// A client that knows the number knows more than the state of the interface says. What is allowed is legal all the same.
#[test]
fn a_result_that_tells_something_else_is_no_register() {
    let of_the_state_now = "hot = available > 10;";
    let of_the_state_before = "assume open || available < 10;";
    for tells in [of_the_state_now, of_the_state_before] {
        assert_eq!(claimed(tells, "result"), (true, false), "{tells}");
        let component = polled(tells);
        let slices = slices_with_results(&component, &|| false);
        let refused = synthesize_with_these_registers(&slices, &["available".into()], &mut Run::default());
        assert!(matches!(refused, Err(Unexposed::Variable { .. })), "{tells}: {refused:?}");
    }
}

/// Whether an interface that sets a register so is accepted as safe, and as permissive.
fn claimed(tells: &str, value: &str) -> (bool, bool) {
    let component = slices_with_results(&polled(tells), &|| false).exact.component;
    let always = component.initially;
    let exposed = etiquette_component::expose(&component, &["available".into()], always).expect("it is known at first");
    let mut outcome = Certified.synthesize(&exposed, &mut Run::default()).expect("every component is taken");
    let register = Register { name: "available".into(), ty: "i32".into(), initial: Some("0".into()) };
    let mut memory = Memory::new(vec![register]);
    let interface = &outcome.interface;
    for state in interface.states() {
        for event in (0..interface.alphabet().event_count()).map(EventId::from_index) {
            let value = match interface.alphabet().call(interface.alphabet().call_of(event)).method.as_str() {
                "poll" => value,
                "take" => "available - 1",
                _ => continue,
            };
            if interface.next(state, event).is_some() {
                memory.set(state, event, vec![Update { register: 0, value: value.into() }]);
            }
        }
    }
    outcome.interface.set_memory(memory);
    let evidence = outcome.evidence.as_ref().expect("a certificate");
    let checked = check(&evidence.component, &outcome.interface, &evidence.certificate, &Limits::default());
    (checked.safe.is_ok(), checked.permissive.is_ok())
}

fn polled(tells: &str) -> Component {
    let source = format!(
        "component polled {{ var available: i32 = 0; var hot: bool = false; var open: bool = *;
        method poll() -> i32 {{ available = *; {tells} return available; }}
        method take() {{ assert available > 0; available = available - 1; }}
        method cool() {{ assert hot; hot = false; }} method close() {{ assert open; }} }}"
    );
    parse(&source, "polled.component").expect("a component")
}

#[test]
fn what_is_relied_on_is_checked() {
    let (WithRegisters { mut outcome, .. }, _) = found(&buffer());
    let evidence = outcome.evidence.as_mut().expect("a certificate");
    let registers: Vec<_> = evidence.component.registers.iter().map(|known| known.binding.clone()).collect();
    for (claim, is_right) in [("count >= 0", true), ("count >= 1", false), ("count <= 2", false)] {
        let evidence = outcome.evidence.as_mut().expect("a certificate");
        let read = etiquette_component::parse_value(&mut evidence.component, &registers, Type::Bool, claim);
        evidence.component.relied_on = read.expect("a condition");
        assert_eq!(is_accepted(&outcome), is_right, "{claim}");
    }
}

fn buffer() -> Component {
    let source = "component buffer { var count: i32 = 0;
        method put() { assert count < 10; count = count + 1; }
        method get() { assert count > 0; count = count - 1; } }";
    parse(source, "buffer.component").expect("a component")
}

#[test]
fn a_choice_that_nobody_sees_is_no_register() {
    let source = "component dice { var points: i32 = 0;
        method roll() { points = *; } method pay(n: i32) { assert n == points; } }";
    let component = parse(source, "dice.component").expect("a component");
    let refused = synthesize_with_these_registers(&slices(&component), &["points".into()], &mut Run::default());
    match refused {
        Err(Unexposed::Variable { name, why, method }) => {
            assert_eq!((name.as_str(), method.as_deref()), ("points", Some("roll")));
            assert!(why.contains("no client sees"), "{why}");
        }
        other => panic!("{other:?}"),
    }
}

/// Random components, in which some variables become registers; what the interface says of random words is compared with
/// beliefs on the component as it is.
#[test]
fn random_components_do_as_their_registers_say() {
    let mut decided = 0;
    for seed in 0..600 {
        let source = random_source(seed);
        let component = parse(&source, "random.component").expect("a component");
        let mut random = Random(seed + 1);
        let names: Vec<String> = ["x", "n", "b", "mode"].iter().map(|name| (*name).to_owned()).collect();
        let names: Vec<String> = names.into_iter().filter(|_| random.below(2) == 0).collect();
        let mut run = Run::default().with_step_limit(20_000);
        let slices = Slices { coarse: None, exact: etiquette_component::slice(&component) };
        let Ok((outcome, _)) = synthesize_with_these_registers(&slices, &names, &mut run) else { continue };
        if names.is_empty() || !outcome.is_proved() {
            continue;
        }
        assert!(is_accepted(&outcome), "seed {seed}:\n{source}");
        decided += 1;
        if let Err(problem) = follow_random_words(&component, &outcome, &mut random) {
            panic!("seed {seed} with {names:?}: {problem}\n{source}");
        }
    }
    assert!(decided > 60, "only {decided} components were decided");
}

fn follow_random_words(component: &Component, outcome: &Outcome, random: &mut Random) -> Result<(), String> {
    let named: Vec<String> = component.enums.iter().flat_map(|known| known.values.clone()).collect();
    let walk = Walk::with_values(&outcome.interface, &named).map_err(|problem| problem.to_string())?;
    let letters = Letters::of(component).letters;
    let mut beliefs = Simulator::new(component);
    for _ in 0..60 {
        let (mut belief, mut at, mut word) = (beliefs.initial(), walk.start(), Vec::new());
        for _ in 0..12 {
            let letter = &letters[random.below(letters.len())];
            let step = beliefs.step(&belief, letter);
            if step.out_of_order {
                continue;
            }
            word.push(letter.text.clone());
            let arguments = values(component, &walk, letter);
            let name = &component.methods[letter.method].name;
            let call = walk.call(&at, name, &arguments).ok_or_else(|| format!("{word:?} is no call"))?;
            // To forbid a call that never returns forbids no word.
            let never_returns = step.is_legal() && step.next.iter().all(Option::is_none);
            if !never_returns && walk.interface().allows(at.state, call) != step.is_legal() {
                return Err(format!("{word:?} at {:?} is wrongly judged", walk.written(&at)));
            }
            let Some((outcome, next)) = taken(&step.next, random).filter(|_| step.is_legal()) else { break };
            at = walk.after(&at, call, &arguments, outcome).ok_or_else(|| format!("{word:?} leads nowhere"))?;
            belief = next;
        }
    }
    Ok(())
}

/// The arguments as the interface knows them.
fn values(component: &Component, walk: &Walk, letter: &Letter) -> Vec<u64> {
    let parameters = component.methods[letter.method].parameters.iter().zip(&letter.arguments);
    let value = |(binding, &value): (&etiquette_component::Binding, &u64)| match binding.ty {
        Type::Enum(_) => walk.named(&component.value_name(binding.ty, value)),
        _ => value,
    };
    parameters.map(value).collect()
}

/// One of the outcomes that can happen.
fn taken<T: Clone>(next: &[Option<T>], random: &mut Random) -> Option<(usize, T)> {
    let possible: Vec<(usize, &T)> =
        next.iter().enumerate().filter_map(|(outcome, next)| Some((outcome, next.as_ref()?))).collect();
    let (outcome, next) = *possible.get(random.below(possible.len().max(1)))?;
    Some((outcome, next.clone()))
}
