//! Components with wide domains, and what happens where something does not fit.

use etiquette_component::{Component, parse};
use etiquette_symbolic::{Capacity, Classes, Determinism, Effort, Halt, Options, Order, SymbolicComponent};

fn component(source: &str) -> Component {
    parse(source, "test.component").expect("a component")
}

fn symbolic(source: &str) -> SymbolicComponent {
    SymbolicComponent::new(&component(source), &Options::default(), || false).expect("few nodes")
}

const BIT_ARRAY: &str = "component bit_array {
    var valid: bool = false;
    var location: u62 = 0;
    method next() { valid = true; location = location + 1; }
    method access() { valid = false; }
    method modify() { if (!valid) { error Invalid; } valid = false; }
}";

#[test]
fn every_order_gives_the_same_states() {
    for order in Order::ALL {
        let options = Options { order, ..Options::default() };
        let built = SymbolicComponent::new(&component(BIT_ARRAY), &options, || false).expect("few nodes");
        let reached = built.reachable(Effort::UNBOUNDED).expect("few nodes");
        assert!(reached.complete && reached.squarings > 0, "{order}: {reached:?}");
        assert_eq!(built.count(&reached.states), 1 << 63, "{order}");
    }
}

#[test]
fn the_effort_is_bounded() {
    let built = symbolic(BIT_ARRAY);
    let reached = built.reachable(Effort { steps: 10, relation: 0 }).expect("few nodes");
    assert!(!reached.complete);
    assert_eq!(reached.steps, 10);
}

#[test]
fn a_full_table_is_a_value() {
    let source = "component product {
        var a: u32 = *; var b: u32 = *; var c: u32 = 0;
        method multiply() { c = a * b; }
        method check() { assert c != 12; }
    }";
    let capacity = Capacity { nodes: 1 << 14, results: 1 << 12 };
    let options = Options { capacity, ..Options::default() };
    let built = SymbolicComponent::new(&component(source), &options, || false);
    assert_eq!(built.err(), Some(Halt::NodeTableFull));
}

#[test]
fn an_interruption_is_a_value() {
    let built = SymbolicComponent::new(&component(BIT_ARRAY), &Options::default(), || true);
    assert_eq!(built.err(), Some(Halt::Interrupted));
}

#[test]
fn arguments_that_behave_alike_are_one_letter() {
    let built = symbolic(
        "component tank {
            var level: i32 = 0;
            method fill(amount: i32) { assert amount > 0 && amount <= 3; level = amount; }
            method log(note: u64) { }
            method drain() { assert level > 1; level = 0; }
        }",
    );
    let reached = built.reachable(Effort::UNBOUNDED).expect("few nodes");
    assert_eq!(built.count(&reached.states), 4);
    let Ok(Classes::Letters(letters)) = built.letters(&reached.states, 100) else { panic!("few letters") };
    let found: Vec<(usize, &[u64])> = letters.iter().map(|letter| (letter.method, &letter.arguments[..])).collect();
    let wanted: [(usize, &[u64]); 6] = [(0, &[0]), (0, &[1]), (0, &[2]), (0, &[3]), (1, &[0]), (2, &[])];
    assert_eq!(found, wanted);
    assert!(matches!(built.letters(&reached.states, 3), Ok(Classes::TooMany(0))));
}

/// Two thousand million rounds, taken all at once.
#[test]
fn long_loops_are_squared() {
    let built = symbolic(
        "component copier {
            var paper: bool = false;
            method load() { paper = true; }
            method copy(copies: i32) {
                if (!paper) { error NoPaper; }
                var done: i32 = 0;
                while (done < copies) { done = done + 1; }
                if (done > 0) { paper = false; }
            }
        }",
    );
    let Ok(Classes::Letters(letters)) = built.letters(&built.domain, 100) else { panic!("few letters") };
    let found: Vec<(usize, &[u64])> = letters.iter().map(|letter| (letter.method, &letter.arguments[..])).collect();
    let wanted: [(usize, &[u64]); 3] = [(0, &[]), (1, &[0]), (1, &[1])];
    assert_eq!(found, wanted);
    let empty = letters[2].returns[0].image(&built.diagrams, &built.state(&[1]).expect("few nodes"));
    assert_eq!(empty, built.state(&[0]));
    assert!(built.methods[1].never_returns.is_false());
}

#[test]
fn states_are_picked_and_measured() {
    let built = symbolic("component a { var x: i8 = *; var y: u8 = 7; initially x >= -3 && x < 5; method m() { } }");
    let words = built.layout.words();
    assert_eq!(built.range(&built.initial, &words[0], true), Ok(Some((-3, 4))));
    assert_eq!(built.range(&built.initial, &words[1], false), Ok(Some((7, 7))));
    assert_eq!(built.range(&built.diagrams.constant(false), &words[1], false), Ok(None));
    assert_eq!(built.smallest_state(&built.initial), Ok(Some(vec![0, 7])));
    for bound in [-128, -1, 0, 3, 127] {
        let above = built.bounded(&words[0], true, bound, false).expect("few nodes");
        let below = built.bounded(&words[0], true, bound, true).expect("few nodes");
        assert_eq!(built.diagrams.count(&above, &words[0]), (128 - bound) as u128, "{bound}");
        assert_eq!(built.diagrams.count(&below, &words[0]), (bound + 129) as u128, "{bound}");
    }
}

/// Two states of 2^192.
#[test]
fn few_of_very_many_states_are_counted() {
    let built = symbolic(
        "component a { var x: u64 = 0; var y: u64 = 1; var z: u64 = 2; var b: bool = false;
            method m() { b = true; } method n() { assert x + y == z; } }",
    );
    let reached = built.reachable(Effort::UNBOUNDED).expect("few nodes");
    assert_eq!(built.count(&reached.states), 2);
    assert_eq!(built.count(&built.domain), u128::MAX);
    assert!(built.has_single_runs());
}

#[test]
fn disagreeing_runs_are_shown() {
    let built = symbolic(
        "component door {
            var open: bool = false;
            var steps: u40 = 0;
            method walk() { steps = steps + 1; }
            method push() { choose { open = true; } or { open = false; } }
            method enter() { assert open; }
        }",
    );
    let Ok(Determinism::Hidden(found)) = built.visible_determinism(Effort::UNBOUNDED) else {
        panic!("a hidden choice decides")
    };
    assert_eq!(found.word.iter().map(|event| event.letter.method).collect::<Vec<_>>(), [1]);
    assert_eq!((found.call.method, &found.call.arguments[..]), (2, &[][..]));
    assert_eq!(found.failing.last(), Some(&vec![0, 0]));
    assert_eq!(found.passing.last(), Some(&vec![1, 0]));
}

#[test]
fn choices_that_nobody_notices_do_no_harm() {
    let built = symbolic(
        "component lamp {
            var on: bool = false;
            var colour: u8 = 0;
            method press() { on = !on; havoc colour; }
            method read() { assert on; }
        }",
    );
    assert!(!built.has_single_runs());
    assert_eq!(built.visible_determinism(Effort::UNBOUNDED), Ok(Determinism::Visible));
}

#[test]
fn failing_or_returning_by_choice_is_a_disagreement() {
    let dice = symbolic("component dice { method throw() { choose { error Six; } or { } } }");
    let Ok(Determinism::Hidden(found)) = dice.visible_determinism(Effort::UNBOUNDED) else { panic!("a hidden choice") };
    assert_eq!((found.word.len(), found.failing == found.passing), (0, true));
    let wait = symbolic("component wait { method call() { choose { error Busy; } or { assume false; } } }");
    assert_eq!(wait.visible_determinism(Effort::UNBOUNDED), Ok(Determinism::Visible));
}

/// Far from each other, compared words need nodes for all values of one of them; so do added ones that are kept apart.
#[test]
fn the_best_order_is_as_good_as_any() {
    let compared = "component window {
        var low: u9 = 0; var other: u9 = 0; var high: u9 = 0;
        method grow() { assert high != 511; high = high + 1; }
        method shrink() { assert low < high; low = low + 1; }
        method swap() { other = low; }
    }";
    for source in [compared, BIT_ARRAY] {
        let sizes = Order::ALL.map(|order| {
            let options = Options { order, ..Options::default() };
            let built = SymbolicComponent::new(&component(source), &options, || false).expect("few nodes");
            built.diagrams.collect_garbage();
            built.diagrams.node_count()
        });
        assert_eq!(sizes.iter().min(), sizes.last(), "{sizes:?}");
    }
}
