//! Loops that count: what is put in their place does what they did, from every state.

use etiquette_component::{Component, Exit, Interpreter, check, parse, print, summarise, without_counting_loops};

use crate::common::Random;

fn component(source: &str) -> Component {
    let component = parse(source, "test.component").unwrap_or_else(|problem| panic!("{source}: {problem:?}"));
    check(&component).unwrap();
    component
}

fn has_loops(component: &Component) -> bool {
    let mut component = component.clone();
    (0..component.methods.len()).any(|method| !summarise(&mut component, method).is_loop_free())
}

/// All results of a call, sorted.
fn results(interpreter: &mut Interpreter, state: &[u64], argument: u64) -> Vec<(Exit, Vec<u64>)> {
    let mut found = Vec::new();
    let mut visit = |exit: Exit, after: &[u64]| {
        let after = if matches!(exit, Exit::Returned(_)) { after.to_vec() } else { Vec::new() };
        found.push((exit, after));
    };
    interpreter.for_each_result(state, 0, &[argument], &mut || false, &mut visit).unwrap();
    found.sort();
    found.dedup();
    found
}

/// The loop in a component of two numbers and a flag; whether it is gone, after everything was compared.
fn is_replaced(ty: &str, first: &str, looped: &str, last: &str) -> bool {
    let source = format!(
        "component c {{ var x: {ty} = 0; var y: {ty} = 0; var b: bool = false;
            method m(p: {ty}) -> good | bad {{ {first} {looped} {last} if (b) {{ return bad; }} return good; }} }}"
    );
    let original = component(&source);
    let replaced = without_counting_loops(&original, &|| false);
    check(&replaced).unwrap();
    component(&print(&replaced));
    let [mut before, mut after] = [&original, &replaced].map(Interpreter::new);
    for state in 0..8 * 8 * 2 {
        let state = [state % 8, state / 8 % 8, state / 64];
        for argument in [0, 2, 3, 7] {
            let found = results(&mut after, &state, argument);
            assert_eq!(found, results(&mut before, &state, argument), "{source}\n{state:?}, {argument}");
        }
    }
    !has_loops(&replaced)
}

#[test]
fn counting_down_to_a_bound_ends_there() {
    assert!(is_replaced("i3", "", "while (x > 0) { x = x - 1; }", ""));
    assert!(is_replaced("u3", "", "while (x != p) { x = x + 1; y = y - 1; b = true; }", ""));
    assert!(is_replaced("i3", "", "while (x < p) { y = y + 2; x = x + 1; }", "if (y == 3) { error Three; }"));
    assert!(is_replaced("u3", "", "while (p >= 3) { p = p - 1; x = x + 3; }", ""));
}

/// Compilers put the question at the end of a round.
#[test]
fn a_loop_that_asks_at_the_end_of_a_round_is_replaced() {
    let source = "component c { var x: i32 = 0; method m(p: i32) graph {
        0 -> 1: assume p < x; 0 -> 2: assume x <= p; 1 -> 3: x = x + -1;
        3 -> 1: assume p < x; 3 -> 2: assume x <= p; 2: return ok; } }";
    assert!(!has_loops(&without_counting_loops(&component(source), &|| false)));
}

#[test]
fn a_loop_that_may_not_end_stays() {
    assert!(!is_replaced("u3", "", "while (x >= 0) { x = x - 1; }", ""));
    assert!(!is_replaced("i3", "", "while (x <= p) { x = x + 1; }", ""));
    assert!(!is_replaced("u3", "", "while (x > 0) { y = y + 1; }", ""));
}

#[test]
fn a_loop_that_may_be_left_early_stays() {
    assert!(!is_replaced("u3", "", "while (x > 0) { if (b) { b = *; } x = x - 1; }", ""));
}

/// Conditions, and steps that lead to their end, at least from some values.
const COUNTING: [(&str, &str); 8] = [
    ("x < p", "x = x + 1;"),
    ("x > p", "x = x - 1;"),
    ("x != 2", "x = x + 1;"),
    ("y >= 1", "y = y - 1;"),
    ("p > 0", "p = p - 1;"),
    ("x <= y", "x = x + 1;"),
    ("y != x + 1", "y = y - 1;"),
    ("p < x", "x = x - 1;"),
];

/// Loops of all kinds, most of which count.
#[test]
fn random_loops_do_what_they_did() {
    let mut random = Random(17);
    let pick = |random: &mut Random, from: &[&str]| from[random.below(from.len())].to_owned();
    let mut gone = 0;
    for _ in 0..60 {
        let ty = pick(&mut random, &["u3", "i3"]);
        let (condition, step) = COUNTING[random.below(COUNTING.len())];
        let more = pick(&mut random, &["", "", "", " && b", " && y != 1"]);
        let steps = ["", "", "y = y + 1;", "y = y - 2;", "b = true;", "y = x;", "x = x + 1;", "x = 1;"];
        let (before, after) = (pick(&mut random, &steps), pick(&mut random, &steps));
        let inner = pick(&mut random, &["", "", "", "", "if (b) { error Oops; }", "if (x == y) { b = true; }"]);
        let first = pick(&mut random, &["", "x = p;", "if (b) { y = 2; }"]);
        let last = pick(&mut random, &["", "assert x != 2;", "y = y + x;"]);
        let looped = format!("while ({condition}{more}) {{ {inner} {before} {step} {after} }}");
        gone += usize::from(is_replaced(&ty, &first, &looped, &last));
    }
    assert!(gone > 10, "only {gone} loops were replaced");
}
