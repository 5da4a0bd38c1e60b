//! What the CAV 2010 paper says of its algorithms, on its running example and on components that they can't be done
//! with.

use std::fs;
use std::path::Path;
use std::time::Duration;

use etiquette_automata::{Comparison, Interface, Realizable, compare};
use etiquette_component::{Component, parse};
use etiquette_outcome::{Confidence, Limits, Outcome, Reason, Run, StopReason};
use etiquette_synthesis::{AnyTime, Certified, Direct, Engine, MayMust, Scheme, engine};

fn component(source: &str) -> Component {
    parse(source, "test.component").unwrap_or_else(|problems| panic!("{problems:#?}"))
}

fn case(name: &str) -> Component {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name);
    component(&fs::read_to_string(folder.join("component.component")).expect("a case of the corpus"))
}

/// A run with so many predicates at most.
fn with_predicates(most: u64) -> Run {
    Run::new(Limits { predicates: Some(most), ..Limits::default() })
}

fn run(scheme: Scheme, component: &Component) -> Outcome {
    let engine = MayMust { scheme, ..MayMust::USUAL };
    engine.synthesize(component, &mut Run::default()).expect("every component is taken")
}

/// Fig. 2: four states, where the FSE paper has three.
#[test]
fn all_schemes_find_the_interface_of_the_running_example() {
    let component = case("p2-exclusive-lock");
    let truth = Certified.synthesize(&component, &mut Run::default()).expect("every component is taken");
    for scheme in Scheme::ALL {
        let outcome = run(scheme, &component);
        assert_eq!(outcome.stop, StopReason::Done, "{}", outcome.engine);
        assert_eq!(outcome.interface.state_count(), 4);
        assert!(outcome.guarantee.full && outcome.guarantee.minimal, "{}", outcome.engine);
        assert_eq!(compare(&outcome.interface, &truth.interface, Realizable::Strict), Ok(Comparison::Equal));
        assert!(outcome.evidence.is_some());
    }
}

/// The point of the paper's Section 4.2.
#[test]
fn learn_reuse_never_restarts_and_asks_less() {
    for name in ["p2-exclusive-lock", "signature", "server-table-entry", "socket", "transaction"] {
        let component = case(name);
        let [wp, craig, may, reuse] = Scheme::ALL.map(|scheme| run(scheme, &component).statistics);
        assert_eq!(reuse["iterations"], 1, "{name}");
        for other in [&wp, &craig, &may] {
            assert!(other["iterations"] > 1, "{name}");
            assert!(reuse["solver calls"] < other["solver calls"], "{name}: {reuse:?} {other:?}");
        }
    }
}

/// A list iterator with 32-bit numbers, and a list of any length. Weakest preconditions ask for `cursor == -1`, `cursor
/// == -2` and so on; orders are taken in their place.
const ITERATOR: &str = "component iterator { var cursor: i32 = 0; var last: i32 = -1;
    var count: i32 = *; var length: i32 = *; initially length >= 0;
    method next() -> none | element {
        if (cursor >= count) { return none; }
        last = cursor; cursor = cursor + 1; return element; }
    method remove() { assert last != -1; if (last < cursor) { cursor = cursor - 1; } count = count - 1; last = -1; }
    method add() -> full | ok {
        if (u32(length) <= u32(cursor)) { return full; }
        cursor = cursor + 1; last = -1; return ok; } }";

#[test]
fn equalities_that_drift_give_way_to_orders() {
    let component = component(ITERATOR);
    let truth = Certified.synthesize(&component, &mut Run::default()).expect("every component is taken");
    for scheme in Scheme::ALL {
        let outcome = run(scheme, &component);
        assert_eq!(outcome.stop, StopReason::Done, "{}", outcome.engine);
        assert_eq!(outcome.interface.state_count(), 2);
        assert_eq!(compare(&outcome.interface, &truth.interface, Realizable::Ignore), Ok(Comparison::Equal));
        assert!(outcome.evidence.is_some(), "{}", outcome.engine);
        assert!(
            outcome.engine.contains("cursor < 0") && !outcome.engine.contains("cursor == -2"),
            "{}",
            outcome.engine
        );
    }
}

/// Only traces that the component can do make the must abstraction learn anything (Section 5).
#[test]
fn refine_may_restarts_less_often() {
    let component = case("boiler");
    let [_, craig, may, _] = Scheme::ALL.map(|scheme| run(scheme, &component).statistics);
    assert!(may["spurious traces"] > 0, "{may:?}");
    assert!(may["iterations"] < craig["iterations"], "{may:?} {craig:?}");
}

#[test]
fn predicates_are_named() {
    let outcome = run(Scheme::LearnReuse, &case("signature"));
    assert!(outcome.engine.contains("state == SIGN"), "{}", outcome.engine);
    assert_eq!(engine("maymust").expect("an engine of this name").name(), "maymust");
}

/// Every value of the counter has to be told apart from all others.
const ENDLESS: &str = "component endless { var up: i32 = 0; var down: i32 = 0;
    method raise() { up = up + 1; }
    method lower() { down = down + 1; }
    method compare() { if (up == down) { error Same; } } }";

#[test]
fn a_search_that_is_stopped_names_the_predicates_that_came_last() {
    let component = component(ENDLESS);
    let engine = MayMust::USUAL;
    let outcome = engine.synthesize(&component, &mut with_predicates(6)).expect("every component is taken");
    assert_eq!(outcome.stop, StopReason::PredicateLimit);
    assert!(outcome.engine.contains("predicates so far, the last of them"), "{}", outcome.engine);
    assert!(outcome.engine.contains("up"), "{}", outcome.engine);
    assert_eq!(outcome.guarantee.safe, Confidence::Proved);
    assert_eq!(outcome.guarantee.permissive, Confidence::NotEstablished);
}

/// A counter with so many states: finite, however many predicates it takes (Theorem 5).
fn counter(states: u32) -> Component {
    let last = states - 1;
    component(&format!(
        "component counter {{ var count: u8 = 0; method up() {{ assert count < {last}; count = count + 1; }}
            method down() {{ assert count > 0; count = count - 1; }} }}"
    ))
}

#[test]
fn a_finite_counter_is_decided_whatever_its_size() {
    for scheme in [Scheme::WeakestPreconditions, Scheme::RefineMay, Scheme::LearnReuse] {
        let outcome = run(scheme, &counter(64));
        assert_eq!(outcome.stop, StopReason::Done, "{}", outcome.engine);
        assert!(outcome.is_proved() && outcome.interface.state_count() == 64, "{}", outcome.engine);
    }
}

/// What is legal lies between the bounds: what the lower one allows is safe, and where it forbids without a witness,
/// nothing is claimed.
#[test]
fn what_is_known_before_the_end_is_safe() {
    let component = component(ENDLESS);
    for scheme in Scheme::ALL {
        let engine = MayMust { scheme, ..MayMust::USUAL };
        let mut run = with_predicates(12).with_step_limit(300);
        let outcome = engine.synthesize(&component, &mut run).expect("every component is taken");
        assert_ne!(outcome.stop, StopReason::Done);
        assert_eq!(outcome.guarantee.safe, Confidence::Proved);
        let interface = &outcome.interface;
        let compare = interface.alphabet().call_ids().nth(2).expect("three calls");
        assert!(!interface.allows(interface.initial(), compare), "both are 0 at first");
        assert!(outcome.statistics.contains_key("states of the upper bound"));
    }
}

/// The interface lies between the bounds, whenever the search is stopped (Section 4.4).
#[test]
fn the_interface_lies_between_both_bounds() {
    let truth = Certified.synthesize(&counter(64), &mut Run::default()).expect("every component is taken");
    for scheme in [Scheme::RefineMay, Scheme::LearnReuse] {
        for most in [1, 5, 20] {
            let bound = |bound: AnyTime| {
                let engine = MayMust { scheme, bound };
                engine.synthesize(&counter(64), &mut with_predicates(most)).expect("every component is taken")
            };
            let (below, above) = (bound(AnyTime::May), bound(AnyTime::Must));
            assert_eq!([below.guarantee.safe, above.guarantee.safe], [Confidence::Proved, Confidence::NotEstablished]);
            assert_eq!(above.guarantee.permissive, Confidence::Proved, "{}", above.engine);
            assert!(above.engine.contains("the bound from above"), "{}", above.engine);
            assert!(is_within(&below.interface, &truth.interface), "{}", below.engine);
            assert!(is_within(&truth.interface, &above.interface), "{}", above.engine);
            assert!(!is_within(&above.interface, &truth.interface), "{}", above.engine);
        }
    }
}

/// Whether all words of one interface are words of the other; both have the calls `up` and `down`.
fn is_within(inner: &Interface, outer: &Interface) -> bool {
    let mut pending = vec![(inner.initial(), outer.initial())];
    let mut seen = pending.clone();
    while let Some((one, other)) = pending.pop() {
        for call in inner.alphabet().call_ids().filter(|&call| inner.allows(one, call)) {
            let event = inner.alphabet().event(call, 0);
            let next = inner.next(one, event).zip(outer.next(other, event));
            if !outer.allows(other, call) {
                return false;
            }
            if let Some(next) = next.filter(|next| !seen.contains(next)) {
                seen.push(next);
                pending.push(next);
            }
        }
    }
    true
}

#[test]
fn a_run_without_time_allows_nothing() {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let outcome = MayMust::default().synthesize(&case("signature"), &mut Run::new(limits)).expect("taken");
    assert_eq!(outcome.stop, StopReason::TimeLimit);
    assert_eq!(outcome.guarantee.permissive, Confidence::NotEstablished);
    let alphabet = outcome.interface.alphabet();
    assert!(alphabet.call_ids().all(|call| !outcome.interface.allows(outcome.interface.initial(), call)));
    assert!(outcome.states[0].forbidden.iter().all(|forbidden| forbidden.reason == Reason::Unexplored));
}

/// The paper models `abort(boolean)` as two events; here the code says which arguments to tell apart.
#[test]
fn arguments_are_split_where_the_code_does() {
    let component = component(
        "component gate { var open: bool = false; var limit: u8 = 0;
            method set(to: u8) { if (to > 9) { error TooHigh; } limit = to; open = true; }
            method pass(by: bool) { if (by != open) { error Shut; } }
            method use() { if (limit == 3) { error Three; } } }",
    );
    let direct = Direct.synthesize(&component, &mut Run::default()).expect("a small component");
    for scheme in Scheme::ALL {
        let outcome = run(scheme, &component);
        assert_eq!(outcome.stop, StopReason::Done, "{}", outcome.engine);
        assert_eq!(outcome.interface.state_count(), direct.interface.state_count());
        assert_eq!(outcome.interface.alphabet().calls().len(), direct.interface.alphabet().calls().len());
    }
}

#[test]
fn calls_with_hidden_choices_are_decided_by_what_must_happen() {
    for name in ["piped-output-stream-unknown", "signature-planted-error", "unknown-door"] {
        let component = case(name);
        let truth = Direct.synthesize(&component, &mut Run::default()).expect("a small case");
        let outcome = run(Scheme::LearnReuse, &component);
        assert_eq!(outcome.guarantee.permissive, Confidence::Proved, "{name}");
        assert_eq!(compare(&outcome.interface, &truth.interface, Realizable::Ignore), Ok(Comparison::Equal), "{name}");
    }
}
