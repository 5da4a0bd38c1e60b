//! Wrong conjectures, made from right ones: every checker has to notice every one of them.

use std::fs;
use std::path::Path;

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_checking::{Product, Wrong};
use etiquette_component::{Component, parse};

use crate::engines::guarded::check::{Check, Found, Question, check};
use crate::engines::guarded::conjecture::Conjecture;
use crate::engines::guarded::learning::{End, Learning};
use crate::engines::guarded::{Guarded, LearningAlgorithm};
use etiquette_outcome::Run;

fn component(source: &str) -> Component {
    parse(source, "test.component").unwrap_or_else(|problems| panic!("{problems:#?}"))
}

fn case(name: &str) -> Component {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../corpus").join(name);
    component(&fs::read_to_string(folder.join("component.component")).expect("a case of the corpus"))
}

/// The conjecture with one call of one state turned from allowed to forbidden, or the other way round.
fn planted(conjecture: &Conjecture, state: StateId, call: CallId) -> Conjecture {
    let old = &conjecture.interface;
    let mut new = Interface::new(old.alphabet().clone());
    (1..old.state_count()).for_each(|_| {
        new.add_state();
    });
    new.set_initial(old.initial());
    for from in old.states() {
        for own in old.alphabet().call_ids() {
            if old.allows(from, own) == ((from, own) == (state, call)) {
                continue;
            }
            new.allow(from, own);
            for event in old.alphabet().events_of(own) {
                new.connect(from, event, old.next(from, event).unwrap_or(from));
            }
        }
    }
    let mut planted = conjecture.clone();
    planted.interface = new;
    planted
}

/// What a checker says of a conjecture: the wrong call, if there is one.
fn wrong_call(learning: &mut Learning<'_>, conjecture: &Conjecture, way: Check) -> Option<CallId> {
    let summaries = learning.teacher.executions.words.executor.summaries.clone();
    let component = learning.teacher.executions.words.component();
    let product = Product::new(component, &summaries, &conjecture.interface, &conjecture.calls);
    let question = Question { component, conjecture, product: &product, depth: Some(4), followed: &mut 0 };
    match check(way, question, &mut Run::default()) {
        Found::Difference(trace) => match product.story(&trace).wrong {
            Some(Wrong::Failed { call, .. } | Wrong::Returned { call, .. } | Wrong::Missing { call, .. }) => Some(call),
            None => panic!("a difference in which nothing goes wrong"),
        },
        Found::Proved(_) | Found::UpTo(4, _) => None,
        Found::UpTo(calls, stop) => panic!("{}: {stop} after {calls} calls", way.name()),
    }
}

#[test]
fn every_planted_error_is_found_by_every_checker() {
    for name in ["explorer", "signature", "p2-exclusive-lock"] {
        let engine = Guarded { learner: LearningAlgorithm::LStar, ..Guarded::default() };
        let mut run = Run::default();
        let mut learning = Learning::new(&engine, &case(name), &mut run);
        assert!(matches!(learning.until_end(), End::Proved(_)), "{name}");
        let right = learning.latest.take().expect("a conjecture");
        for way in Check::ALL.into_iter().filter(|way| way.missing().is_none()) {
            assert_eq!(wrong_call(&mut learning, &right, way), None, "{name}, {}", way.name());
            for state in right.interface.states() {
                for call in right.interface.alphabet().call_ids() {
                    let wrong = planted(&right, state, call);
                    let found = wrong_call(&mut learning, &wrong, way);
                    assert!(found.is_some(), "{name}, {}: {state:?} {call:?}", way.name());
                }
            }
        }
    }
}

/// Three switches that do not touch each other: nearly all orders of calls are the same.
const APART: &str = "component apart { var a: bool = false; var b: bool = false; var c: bool = false;
    method set_a() { assert !a; a = true; }
    method set_b() { assert !b; b = true; }
    method set_c() { assert !c; c = true; } }";

/// Of calls that commute only one order is looked at, and still nothing is missed.
#[test]
fn reduction_finds_what_exploration_finds() {
    let engine = Guarded::default();
    let mut run = Run::default();
    let mut learning = Learning::new(&engine, &component(APART), &mut run);
    assert!(matches!(learning.until_end(), End::Proved(_)));
    let right = learning.latest.take().expect("a conjecture");
    assert_eq!(wrong_call(&mut learning, &right, Check::PartialOrder), None);
    let state = right.interface.states().last().expect("a state");
    let calls: Vec<CallId> = right.interface.alphabet().call_ids().collect();
    for call in calls {
        let wrong = planted(&right, state, call);
        let found = [Check::Bounded, Check::PartialOrder].map(|way| wrong_call(&mut learning, &wrong, way));
        assert_eq!(found[0].is_some(), found[1].is_some(), "{call:?}");
    }
}
