//! What the FSE 2005 paper says of its algorithms, on its own examples, and on components that they can't be done with.

use std::fs;
use std::path::Path;
use std::time::Duration;

use etiquette_automata::{Comparison, Realizable, compare};
use etiquette_component::{Component, parse};
use etiquette_outcome::{Confidence, Limits, Outcome, Reason, Run, StopReason};
use etiquette_synthesis::{Certified, Direct, Engine, Witness, WitnessGraph, engine};

fn component(source: &str) -> Component {
    parse(source, "test.component").unwrap_or_else(|problems| panic!("{problems:#?}"))
}

fn case(name: &str) -> Component {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name);
    component(&fs::read_to_string(folder.join("component.component")).expect("a case of the corpus"))
}

fn infer(engine: &Witness, component: &Component) -> (Outcome, WitnessGraph) {
    infer_with(engine, component, Limits::default())
}

fn infer_with(engine: &Witness, component: &Component, limits: Limits) -> (Outcome, WitnessGraph) {
    let (outcome, graph) = engine.infer(component, &mut Run::new(limits));
    (outcome, graph.expect("a witness graph"))
}

fn predicates(most: u64) -> Limits {
    Limits { predicates: Some(most), ..Limits::default() }
}

fn same_as_certified(component: &Component, outcome: &Outcome) {
    let truth = Certified.synthesize(component, &mut Run::default()).expect("every component is taken");
    assert_eq!(compare(&outcome.interface, &truth.interface, Realizable::Ignore), Ok(Comparison::Equal));
}

/// Examples 3 to 7: one predicate says it all, and both labelings are it.
#[test]
fn p1_needs_one_predicate_for_each_labeling() {
    let (outcome, graph) = infer(&Witness::USUAL, &case("p1-lock"));
    assert!(outcome.is_proved() && outcome.guarantee.full && outcome.guarantee.minimal, "{}", outcome.engine);
    assert!(outcome.evidence.is_some());
    assert_eq!(graph.nodes.len(), 2);
    let labels: Vec<_> = graph.nodes.iter().map(|node| (node.safe.as_str(), node.permissive.as_deref())).collect();
    assert_eq!(labels, [("!held", Some("!held")), ("held", Some("held"))]);
    assert_eq!(graph.nodes[0].refused, ["read"]);
    assert_eq!(outcome.statistics["safety predicates"], 1);
}

/// Examples 10 to 13; four states, as CAV 2010 points out, where the paper has three: `rel` does not reset `x`.
#[test]
fn p2_has_the_state_that_the_paper_overlooks() {
    let component = case("p2-exclusive-lock");
    let (outcome, graph) = infer(&Witness::USUAL, &component);
    assert!(outcome.is_proved() && outcome.guarantee.full, "{}", outcome.engine);
    assert_eq!(outcome.interface.state_count(), 4);
    assert_eq!(graph.nodes.len(), 4);
    assert!(outcome.engine.contains("held") && outcome.engine.contains("exclusive"), "{}", outcome.engine);
    same_as_certified(&component, &outcome);
}

/// The three states of the paper's Fig. 1(D) are those of a lock in which `rel` does reset `x`.
#[test]
fn p2_as_drawn_has_three_states() {
    let (outcome, _) = infer(&Witness::USUAL, &case("p2-as-drawn"));
    assert!(outcome.is_proved() && outcome.guarantee.full, "{}", outcome.engine);
    assert_eq!(outcome.interface.state_count(), 3);
}

/// Example 8: what is safe is known by `x` alone, what is permissive by `y` alone.
#[test]
fn the_two_abstractions_need_predicates_of_their_own() {
    let (outcome, graph) = infer(&Witness::USUAL, &case("two-reasons"));
    assert!(outcome.is_proved(), "{}", outcome.engine);
    assert_eq!(graph.nodes.len(), 1);
    assert!(graph.nodes[0].safe.contains('x') && !graph.nodes[0].safe.contains('y'), "{graph:?}");
    let permissive = graph.nodes[0].permissive.as_deref().expect("a permissive labeling");
    assert!(permissive.contains('y') && !permissive.contains('x'), "{graph:?}");
    assert!(outcome.evidence.is_some(), "both labelings together are a certificate");
}

/// Example 12, at its end: the outcome tells what the hidden choice was.
#[test]
fn p3_is_decided_by_its_outcome() {
    let component = case("p3-failing-lock");
    let (outcome, graph) = infer(&Witness::USUAL, &component);
    assert!(outcome.is_proved() && outcome.guarantee.full, "{}", outcome.engine);
    assert_eq!(graph.nodes.len(), 2);
    same_as_certified(&component, &outcome);
}

/// Examples 14 and 15: the permissive interface does not look at `flag`, the full one has to.
#[test]
fn p4_needs_another_predicate_to_be_full() {
    let component = case("p4-fails-once");
    let (usual, _) = infer(&Witness::USUAL, &component);
    assert!(usual.is_proved() && !usual.guarantee.full, "{}", usual.engine);
    assert_eq!(usual.interface.state_count(), 2);
    assert!(!usual.engine.contains("failed"), "{}", usual.engine);
    let (full, graph) = infer(&Witness::FULL, &component);
    assert!(full.is_proved() && full.guarantee.full && full.interface.is_complete(), "{}", full.engine);
    assert!(full.engine.contains("failed"), "{}", full.engine);
    assert!(graph.nodes.iter().any(|node| node.safe == "false"), "{graph:?}");
    // Held or not, failed before or not, and what can't happen.
    assert_eq!(full.interface.state_count(), 5);
    assert!(full.evidence.is_some());
    assert!(accepts(&full, &["acq -> false", "acq -> false", "read"]));
    assert!(!accepts(&usual, &["acq -> false", "acq -> false", "read"]));
    assert!(!accepts(&full, &["acq -> false", "read"]));
}

fn accepts(outcome: &Outcome, word: &[&str]) -> bool {
    let alphabet = outcome.interface.alphabet();
    let events = (0..alphabet.event_count()).map(etiquette_automata::EventId::from_index);
    let named = |name: &&str| events.clone().find(|&event| alphabet.event_name(event) == *name).expect("an event");
    let word: Vec<_> = word.iter().map(named).collect();
    outcome.interface.run(&word).is_some()
}

/// A call that may fail and may not is refused for good reason, although the paper leaves such components out.
#[test]
fn components_that_are_not_visibly_deterministic_are_taken() {
    for name in ["piped-output-stream-unknown", "signature-planted-error", "unknown-door", "hidden-failure"] {
        let component = case(name);
        let truth = Direct.synthesize(&component, &mut Run::default()).expect("a small case");
        let (outcome, _) = infer(&Witness::USUAL, &component);
        assert_eq!(outcome.guarantee.permissive, Confidence::Proved, "{name}: {}", outcome.engine);
        assert_eq!(compare(&outcome.interface, &truth.interface, Realizable::Ignore), Ok(Comparison::Equal), "{name}");
    }
}

#[test]
fn forbidden_calls_have_concrete_witnesses() {
    let (outcome, _) = infer(&Witness::USUAL, &case("signature"));
    let reasons: Vec<&Reason> =
        outcome.states.iter().flat_map(|facts| &facts.forbidden).map(|one| &one.reason).collect();
    assert!(!reasons.is_empty());
    assert!(reasons.iter().all(|reason| matches!(reason, Reason::Error { witness, .. } if !witness.is_empty())));
    assert_eq!(engine("witness").expect("an engine of this name").name(), "witness");
}

/// Every value of the counter has to be told apart from all others.
const ENDLESS: &str = "component endless { var up: i32 = 0; var down: i32 = 0;
    method raise() { up = up + 1; }
    method lower() { down = down + 1; }
    method compare() { if (up == down) { error Same; } } }";

#[test]
fn a_search_that_is_stopped_names_the_predicates_that_came_last() {
    let (outcome, _) = infer_with(&Witness::USUAL, &component(ENDLESS), predicates(6));
    assert_eq!(outcome.stop, StopReason::PredicateLimit);
    assert!(outcome.engine.contains("predicates so far, the last of them"), "{}", outcome.engine);
    assert!(outcome.engine.contains("up"), "{}", outcome.engine);
    assert_eq!(outcome.guarantee.safe, Confidence::Proved);
    assert_eq!(outcome.guarantee.permissive, Confidence::NotEstablished);
    let interface = &outcome.interface;
    let compare = interface.alphabet().call_ids().nth(2).expect("three calls");
    assert!(!interface.allows(interface.initial(), compare), "both are 0 at first");
}

/// Finite, however many predicates it takes (Theorem 1).
#[test]
fn a_finite_counter_is_decided_whatever_its_size() {
    let source = "component counter { var count: u8 = 0; method up() { assert count < 63; count = count + 1; }
        method down() { assert count > 0; count = count - 1; } }";
    let (outcome, graph) = infer(&Witness::USUAL, &component(source));
    assert!(outcome.is_proved() && outcome.interface.state_count() == 64, "{}", outcome.engine);
    assert!(graph.nodes.len() >= 64);
}

/// Tightening that is stopped leaves what was proved before it.
#[test]
fn a_permissive_interface_that_can_not_be_made_full_stays_permissive() {
    let source = "component list { var at: i32 = 0; var size: i32 = *; var last: bool = false;
        method next() -> bool { if (at < size) { at = at + 1; last = true; return true; } return false; }
        method remove() { if (!last) { error Nothing; } last = false; } }";
    let (outcome, _) = infer_with(&Witness::FULL, &component(source), predicates(8));
    assert_eq!(outcome.guarantee.permissive, Confidence::Proved, "{}", outcome.engine);
    assert!(!outcome.guarantee.full && outcome.stop == StopReason::PredicateLimit, "{}", outcome.engine);
    assert!(outcome.engine.contains("not known to be full"), "{}", outcome.engine);
}

#[test]
fn a_run_without_time_allows_nothing() {
    let limits = Limits { time: Some(Duration::ZERO), ..Limits::default() };
    let outcome = Witness::default().synthesize(&case("signature"), &mut Run::new(limits)).expect("taken");
    assert_eq!(outcome.stop, StopReason::TimeLimit);
    assert_eq!(outcome.guarantee.permissive, Confidence::NotEstablished);
    assert!(outcome.states[0].forbidden.iter().all(|forbidden| forbidden.reason == Reason::Unexplored));
}

#[test]
fn arguments_are_split_where_the_code_does() {
    let component = component(
        "component gate { var open: bool = false; var limit: u8 = 0;
            method set(to: u8) { if (to > 9) { error TooHigh; } limit = to; open = true; }
            method pass(by: bool) { if (by != open) { error Shut; } }
            method use() { if (limit == 3) { error Three; } } }",
    );
    let direct = Direct.synthesize(&component, &mut Run::default()).expect("a small component");
    let (outcome, _) = infer(&Witness::USUAL, &component);
    assert!(outcome.is_proved(), "{}", outcome.engine);
    assert_eq!(outcome.interface.state_count(), direct.interface.state_count());
    assert_eq!(outcome.interface.alphabet().calls().len(), direct.interface.alphabet().calls().len());
}
