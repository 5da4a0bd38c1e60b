//! What the 2018 paper says of its algorithms, on its running example and on small components; and what is new: long
//! counterexamples, related parameters.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use etiquette_component::{Component, parse};
use etiquette_outcome::{Confidence, Limits, Outcome, Reason, Run, StopReason};
use etiquette_synthesis::{Certified, Check, Engine, Guarded, LearningAlgorithm, LoggedCall};

use crate::skipped::skipped;

fn component(source: &str) -> Component {
    parse(source, "test.component").unwrap_or_else(|problems| panic!("{problems:#?}"))
}

fn case(name: &str) -> Component {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name);
    component(&fs::read_to_string(folder.join("component.component")).expect("a case of the corpus"))
}

fn run(engine: &Guarded, component: &Component) -> Outcome {
    engine.synthesize(component, &mut Run::default()).expect("every component is taken")
}

fn guards(outcome: &Outcome) -> Vec<String> {
    outcome.interface.alphabet().calls().iter().map(ToString::to_string).collect()
}

/// All checkers but those that need a program which is not installed.
fn usable_checks() -> impl Iterator<Item = Check> {
    Check::ALL.into_iter().filter(|check| match check.missing() {
        Some(missing) => {
            skipped(format_args!("{missing}"));
            false
        }
        None => true,
    })
}

/// Fig. 2 of the paper, as it is there.
const EXPLORER: &str = "component explorer { var x: i32 = 0;
    method move(p: i32) { if (x < 200 && 0 < p && p < 20) { x = x + p; } }
    method check() { assert x != 0; } }";

/// Fig. 2c: two states, and guards that can be read.
#[test]
fn the_running_example_is_as_in_the_paper() {
    for check in usable_checks() {
        for learner in LearningAlgorithm::ALL {
            // The search goes through all sums of moves, one number of moves after the other.
            let source = if check == Check::Search { EXPLORER.replace("200", "40") } else { EXPLORER.into() };
            let outcome = run(&Guarded { check, learner, ..Guarded::default() }, &component(&source));
            assert_eq!(outcome.interface.state_count(), 2, "{}", outcome.engine);
            assert_eq!(guards(&outcome), ["move(p) [p < 1 || p > 19]", "move(p) [1 <= p && p <= 19]", "check"]);
        }
    }
}

/// The last two say that it is so, with a certificate; the others up to a depth, unless there is nothing new to see.
#[test]
fn checkers_say_what_they_established() {
    let explorer = component(EXPLORER);
    for check in [Check::Bounded, Check::PartialOrder] {
        let outcome = run(&Guarded { check, depth: Some(3), ..Guarded::default() }, &explorer);
        assert_eq!(outcome.guarantee.safe, Confidence::ProvedUpTo(3));
        assert_eq!(outcome.guarantee.permissive, Confidence::ProvedUpTo(3));
        assert_eq!((outcome.stop, outcome.evidence), (StopReason::DepthLimit, None));
    }
    for check in [Check::Interpolation, Check::PropertyDirected] {
        let outcome = run(&Guarded { check, ..Guarded::default() }, &explorer);
        assert!(outcome.is_proved() && outcome.evidence.is_some() && outcome.guarantee.minimal, "{}", outcome.engine);
    }
    for check in usable_checks() {
        let outcome = run(&Guarded { check, depth: Some(2), ..Guarded::default() }, &case("signature"));
        let expected = match check {
            Check::PropertyDirected | Check::External => outcome.guarantee.safe,
            Check::Interpolation | Check::Search => outcome.guarantee.safe,
            Check::Bounded | Check::PartialOrder => Confidence::ProvedUpTo(2),
        };
        assert_eq!(outcome.guarantee.safe, expected, "{}", outcome.engine);
    }
}

/// Forbidden calls come with a word that fails.
#[test]
fn forbidden_calls_have_witnesses() {
    let outcome = run(&Guarded::default(), &component(EXPLORER));
    let reasons: Vec<&Reason> =
        outcome.states.iter().flat_map(|facts| &facts.forbidden).map(|forbidden| &forbidden.reason).collect();
    let [Reason::Error { witness, error, .. }] = &reasons[..] else { panic!("{reasons:?}") };
    assert_eq!((&witness[..], error.as_str()), (&["check()".to_owned()][..], "assertion"));
    assert!(outcome.states[1].access[0].starts_with("move("), "{:?}", outcome.states[1].access);
}

/// TTT asks less.
#[test]
fn ttt_asks_fewer_questions() {
    for name in ["signature", "socket", "two-locks", "p2-exclusive-lock"] {
        let component = case(name);
        let [lstar, ttt] = LearningAlgorithm::ALL.map(|learner| {
            let outcome = run(&Guarded { learner, ..Guarded::default() }, &component);
            assert!(outcome.is_proved(), "{name}: {}", outcome.engine);
            outcome.statistics["membership queries"]
        });
        assert!(ttt < lstar, "{name}: {ttt} {lstar}");
    }
}

/// Of two switches that have nothing to do with each other, one order is enough; what is found is the same.
#[test]
fn partial_order_reduction_follows_fewer_steps() {
    let switches = component(
        "component switches { var left: bool = false; var right: bool = false;
            method turn_left() { assert !left; left = true; }
            method turn_right() { assert !right; right = true; }
            method reset_left() { left = false; }
            method reset_right() { right = false; } }",
    );
    let [bounded, reduced] = [Check::Bounded, Check::PartialOrder]
        .map(|check| run(&Guarded { check, depth: Some(6), ..Guarded::default() }, &switches));
    for outcome in [&bounded, &reduced] {
        assert_eq!(outcome.guarantee.permissive, Confidence::ProvedUpTo(6), "{}", outcome.engine);
    }
    assert_eq!(bounded.interface, reduced.interface);
    let steps = |outcome: &Outcome| outcome.statistics["steps followed"];
    assert!(steps(&reduced) * 2 < steps(&bounded), "{} of {}", steps(&reduced), steps(&bounded));
}

/// Where every call touches the same variable, there is nothing to leave out.
#[test]
fn partial_order_reduction_keeps_what_depends_on_each_other() {
    let source = "component c { var x: u2 = 0; method up() { x = x + 1; } method reset() { assert x != 3; x = 0; } }";
    let counter = component(source);
    let [bounded, reduced] = [Check::Bounded, Check::PartialOrder]
        .map(|check| run(&Guarded { check, depth: Some(5), ..Guarded::default() }, &counter));
    assert_eq!(bounded.interface, reduced.interface);
    assert_eq!(bounded.statistics["steps followed"], reduced.statistics["steps followed"]);
}

/// A clock that comes round: after twelve calls nothing is new, whatever `times` was.
const CLOCK: &str = "component clock { var beat: i32 = 0;
    method tick(times: i32) { if (times > 0) { beat = beat == 11 ? 6 : beat + 1; } }
    method check() { assert beat != 0 && beat != 5 && beat != 11; } }";

/// The paper's interpolation goes on to 109,821 calls on such a component. What is remembered is closed after as many
/// calls as it is deep.
#[test]
fn interpolation_proves_where_the_state_space_is_deep() {
    let outcome = run(&Guarded { check: Check::Interpolation, ..Guarded::default() }, &component(CLOCK));
    assert!(outcome.is_proved() && outcome.evidence.is_some(), "{}", outcome.engine);
    assert_eq!(outcome.interface.state_count(), 7);
}

/// A counter without end, of which one bit matters: interpolants speak of this bit.
#[test]
fn interpolation_sees_what_is_compared_with_arguments() {
    let alternating = component(
        "component alternating { var expected: i32 = 0;
            method send(number: i32) { assert (number & 1) == (expected & 1); expected = expected + 1; } }",
    );
    let outcome = run(&Guarded { check: Check::Interpolation, ..Guarded::default() }, &alternating);
    assert!(outcome.is_proved() && outcome.evidence.is_some(), "{} {:?}", outcome.engine, outcome.stop);
    assert_eq!(outcome.interface.state_count(), 2);
}

/// What was reached is written down without the choices on the way, so that there is something to check.
#[test]
fn search_has_a_certificate_where_few_values_stand_for_all() {
    let gauge = component(
        "component gauge { var level: i32 = 0;
            method set(by: i32) { level = by > 7 ? 2 : (by < -7 ? 0 : 1); }
            method read() { assert level != 2; } }",
    );
    for component in [component(CLOCK), gauge] {
        let outcome = run(&Guarded { check: Check::Search, ..Guarded::default() }, &component);
        assert!(outcome.is_proved() && outcome.evidence.is_some(), "{}", outcome.engine);
    }
}

/// A door with a code: what is legal depends on a number that was given before.
const CODE: &str = "component code { var code: i32 = 0; var locked: bool = false;
    method lock(with: i32) { code = with; locked = true; }
    method unlock(tried: i32) { assert !locked || tried == code; } }";

/// The paper's tool gives up here.
#[test]
fn related_parameters_are_reported_with_the_two_calls() {
    let outcome = run(&Guarded::default(), &component(CODE));
    assert_eq!(outcome.stop, StopReason::TooManyGuards, "{}", outcome.engine);
    assert!(
        outcome.engine.contains("`unlock(tried)` fails depends on how its argument relates to that of `lock(with)`"),
        "{}",
        outcome.engine
    );
    assert_eq!(outcome.guarantee.safe, Confidence::Proved);
    assert_eq!(outcome.guarantee.permissive, Confidence::NotEstablished);
    assert_eq!(outcome.interface.state_count(), 2, "nothing is known to be safe after `lock` but `lock`");
}

/// Where there are few values, they are told apart.
#[test]
fn related_parameters_of_few_values_are_told_apart() {
    let small = CODE.replace("i32", "u2");
    let outcome = run(&Guarded::default(), &component(&small));
    let truth = Certified.synthesize(&component(&small), &mut Run::default()).expect("every component is taken");
    assert!(outcome.is_proved(), "{}", outcome.engine);
    assert_eq!(outcome.interface.state_count(), truth.interface.state_count());
    assert_eq!(guards(&outcome).len(), guards(&truth).len());
}

/// A word of a log, as long as it is, costs a few questions.
#[test]
fn a_log_of_thousands_of_calls_is_learned_from() {
    let component = component(
        "component ring { var at: u4 = 0; var armed: bool = false;
            method turn(by: i32) { if (by > 0 && by < 100) { at = at + 1; } }
            method arm() { if (at == 11) { armed = true; } }
            method fire() { assert !armed; } }",
    );
    let call = |method: &str, arguments: &[u64]| LoggedCall { method: method.into(), arguments: arguments.to_vec() };
    let mut log: Vec<LoggedCall> = (0..4_999 - 1).map(|number| call("turn", &[u64::from(number % 13 != 5)])).collect();
    while log.iter().filter(|call| call.arguments == [1]).count() % 16 != 11 {
        log.pop();
    }
    log.resize(4_998, call("turn", &[0]));
    log.extend([call("arm", &[]), call("fire", &[])]);
    assert_eq!(log.len(), 5_000);
    for learner in LearningAlgorithm::ALL {
        // A depth at which the checker itself sees nothing of it.
        let bounded = Guarded { learner, check: Check::Bounded, depth: Some(2), ..Guarded::default() };
        assert_eq!(run(&bounded, &component).interface.state_count(), 1);
        let outcome = run(&Guarded { log: vec![log.clone()], ..bounded }, &component);
        assert_eq!(outcome.statistics["longest counterexample"], 5_000);
        assert!(outcome.interface.state_count() > 10, "{:?}", outcome.statistics);
        assert!(outcome.statistics["membership queries"] < 5_000, "{:?}", outcome.statistics);
    }
    let unknown = Guarded { log: vec![vec![call("jump", &[])]], ..Guarded::default() };
    assert!(unknown.synthesize(&component, &mut Run::default()).is_err());
}

#[test]
fn limits_and_cancellation_end_it_with_what_is_known() {
    let none = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    for check in usable_checks() {
        let engine = Guarded { check, ..Guarded::default() };
        let outcome = engine.synthesize(&case("signature"), &mut Run::new(none.clone())).expect("taken");
        assert_eq!(outcome.stop, StopReason::TimeLimit);
        assert_eq!(outcome.guarantee.safe, Confidence::NotEstablished);
        let cancelled = Run::default().with_cancellation(Arc::new(AtomicBool::new(true)));
        let outcome = engine.synthesize(&case("signature"), &mut { cancelled }).expect("taken");
        assert_eq!(outcome.stop, StopReason::Cancelled);
    }
    let states = Limits { states: Some(2), ..Limits::default() };
    let outcome = Guarded::default().synthesize(&case("signature"), &mut Run::new(states)).expect("taken");
    assert_eq!(outcome.stop, StopReason::StateLimit);
}
