//! What refinement says of how it went, and what it does where hiding variables does not help.

use etiquette_component::{Component, parse};
use etiquette_outcome::{Outcome, Run, StopReason};
use etiquette_synthesis::{Direct, Engine, Refine, RefineSymbolic, Then};

fn component(source: &str) -> Component {
    parse(source, "test.component").unwrap_or_else(|problems| panic!("{problems:#?}"))
}

/// The outcomes of all four versions.
fn outcomes(component: &Component) -> Vec<Outcome> {
    let engines: [&dyn Engine; 4] = [
        &Refine { then: Then::Direct },
        &Refine { then: Then::Learn },
        &RefineSymbolic { then: Then::Direct },
        &RefineSymbolic { then: Then::Learn },
    ];
    let run = |engine: &dyn Engine| engine.synthesize(component, &mut Run::default()).expect("a small component");
    engines.into_iter().map(run).collect()
}

/// Every version says this, and finds as many states as the direct algorithm.
#[track_caller]
fn check(source: &str, told: &str) {
    let component = component(source);
    let direct = Direct.synthesize(&component, &mut Run::default()).expect("a small component");
    for outcome in outcomes(&component) {
        assert_eq!(outcome.stop, StopReason::Done, "{}", outcome.engine);
        assert!(outcome.engine.contains(told), "{} instead of {told}", outcome.engine);
        assert_eq!(outcome.interface.state_count(), direct.interface.state_count(), "{}", outcome.engine);
    }
}

const STREAM: &str = "component stream {
    var place: u4 = 0; var other: u4 = 3;
    method header() { place = 0; }
    method data() { place = 4; }
    method next() {
        if (place == 3) { place = 0; } else if (place == 15) { place = 4; } else { place = place + 1; }
        other = other + place;
    }
    method write() { if (place < 4) { error Header; } }
}";

#[test]
fn single_bits_are_shown() {
    check(STREAM, "(needed: place (bits 2–3))");
}

#[test]
fn what_no_error_depends_on_is_not_needed() {
    check("component a { var x: u4 = 0; method add() { x = x + 1; } }", "(no variable is needed");
    check(
        "component a { var x: u4 = 0; var on: bool = false; method add() { x = x + 1; on = true; } method off() { assert on; on = false; } }",
        "(needed: on)",
    );
}

/// The initial condition ties a hidden variable to a visible one.
#[test]
fn initial_conditions_are_shown_where_they_are_needed() {
    let source = "component a {
        var x: u2 = *; var y: u2 = *;
        initially x == y && x != 2;
        method same() { if (x != y) { error Different; } }
        method add() { x = x + 1; y = y + 1; }
    }";
    check(source, "needed: x, y");
}

#[test]
fn mixed_runs_are_the_evidence() {
    let source = "component door {
        var locked: bool = *; var turned: bool = false; var noise: u3 = 0;
        method turn() { turned = true; noise = noise + 1; }
        method push() { assert turned; assert !locked; }
    }";
    let told = "not visibly deterministic: after turn(), push() fails with locked = true, turned = true, but not with locked = false, turned = true";
    check(source, told);
}

/// What decides whether a loop ends is not hidden, so that a call which never returns is not taken for one that fails.
#[test]
fn endless_loops_are_no_errors() {
    let source = "component a {
        var stuck: bool = false; var armed: bool = false;
        method jam() { stuck = true; }
        method arm() { armed = true; }
        method fire() { while (stuck) { } assert !armed; }
    }";
    check(source, "needed: ");
}

#[test]
fn constructors_and_outcomes_are_taken() {
    let source = "component file {
        enum Mode { CLOSED, READ, WRITE } var mode: Mode = CLOSED; var count: u3 = 0;
        new Reader() { mode = READ; }
        new Writer() { mode = WRITE; }
        method write() -> ok | full {
            if (mode != WRITE) { error ReadOnly; }
            count = count + 1;
            if (count == 0) { return full; }
            return ok;
        }
        method close() { assert mode != CLOSED; mode = CLOSED; }
    }";
    check(source, "needed: mode");
}

#[test]
fn a_bound_on_abstractions_leads_to_direct() {
    let mut run = Run::default();
    run.abstraction_limit = 1;
    let then = Then::Direct;
    for engine in [&Refine { then } as &dyn Engine, &RefineSymbolic { then }] {
        let outcome = engine.synthesize(&component(STREAM), &mut run).expect("a small component");
        assert!(outcome.engine.contains("grew too large, so explored directly"), "{}", outcome.engine);
        assert_eq!((outcome.interface.state_count(), outcome.stop), (2, StopReason::Done));
    }
}

#[test]
fn wide_variables_stay_visible_in_the_explicit_version() {
    let source = "component a {
        var x: u32 = 0; var on: bool = false;
        method flip() { on = !on; x = 7; }
        method use() { assert on && x == 7; }
    }";
    let outcome = Refine { then: Then::Direct }.synthesize(&component(source), &mut Run::default());
    let outcome = outcome.expect("few states");
    assert_eq!(outcome.statistics.get("bits never hidden"), Some(&32), "{}", outcome.engine);
    assert_eq!(outcome.interface.state_count(), 2);
}
