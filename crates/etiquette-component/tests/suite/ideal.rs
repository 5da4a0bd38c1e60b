//! Ideal integers: a run that overflows is blocked, every other one is as before.

use etiquette_component::{Component, Exit, Interpreter, check, ideal, parse, print};

use crate::common;
use crate::common::Random;

fn component(source: &str) -> Component {
    let component = parse(source, "test.component").unwrap();
    check(&component).unwrap();
    component
}

/// All results of a call, sorted.
fn results(component: &Component, state: &[u64], method: usize, arguments: &[u64]) -> Vec<(Exit, Vec<u64>)> {
    let mut found = Vec::new();
    let mut interpreter = Interpreter::new(component);
    let mut visit = |exit: Exit, after: &[u64]| {
        let after = if matches!(exit, Exit::Returned(_)) { after.to_vec() } else { Vec::new() };
        found.push((exit, after));
    };
    interpreter.for_each_result(state, method, arguments, &mut || false, &mut visit).unwrap();
    found.sort();
    found.dedup();
    found
}

/// A component with one method that computes an expression over `x` and `y`.
fn computing(ty: &str, expression: &str) -> Component {
    let source = format!("component c {{ var z: {ty} = 0; method m(x: {ty}, y: {ty}) {{ z = {expression}; }} }}");
    component(&source)
}

/// For which arguments of three bits the call is blocked.
fn blocked(ty: &str, expression: &str) -> Vec<(i64, i64)> {
    let before = computing(ty, expression);
    let after = ideal(&before);
    check(&after).unwrap();
    let reparsed = component(&print(&after));
    let mut blocked = Vec::new();
    for (x, y) in (0..8).flat_map(|x| (0..8).map(move |y| (x, y))) {
        let found = results(&after, &[0], 0, &[x, y]);
        assert_eq!(results(&reparsed, &[0], 0, &[x, y]), found);
        match found[..] {
            [(Exit::NeverReturns, _)] => blocked.push((value(ty, x), value(ty, y))),
            _ => assert_eq!(found, results(&before, &[0], 0, &[x, y]), "{expression} with {x}, {y}"),
        }
    }
    blocked
}

fn value(ty: &str, bits: u64) -> i64 {
    if ty.starts_with('i') { etiquette_logic::to_signed(bits, 3) } else { bits as i64 }
}

/// Exactly those arguments are blocked for which one of the exact values is out of range.
fn blocks_exactly(expression: &str, exact: impl Fn(i64, i64) -> Vec<i64>) {
    for (ty, range) in [("i3", -4..4), ("u3", 0..8)] {
        let all = range.clone().flat_map(|x| range.clone().map(move |y| (x, y)));
        let overflows = |(x, y): &(i64, i64)| exact(*x, *y).iter().any(|value| !range.contains(value));
        let mut expected: Vec<(i64, i64)> = all.filter(overflows).collect();
        let mut found = blocked(ty, expression);
        expected.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, expected, "{ty}: {expression}");
    }
}

#[test]
fn each_operation_is_watched() {
    blocks_exactly("x + y", |x, y| vec![x + y]);
    blocks_exactly("x - y", |x, y| vec![x - y]);
    blocks_exactly("x * y", |x, y| vec![x * y]);
    blocks_exactly("-x", |x, _| vec![-x]);
    blocks_exactly("x - 1", |x, _| vec![x - 1]);
    blocks_exactly("x + 1", |x, _| vec![x + 1]);
    blocks_exactly("x / y", |_, _| vec![]);
    blocks_exactly("x << y", |_, _| vec![]);
}

#[test]
fn parts_of_a_term_are_watched() {
    blocks_exactly("(x + y) - y", |x, y| vec![x + y]);
    blocks_exactly("x * y + x", |x, y| vec![x * y, x * y + x]);
    blocks_exactly("(x + 1) & (y - 1)", |x, y| vec![x + 1, y - 1]);
    blocks_exactly("x + y == y - x ? x : y", |x, y| vec![x + y, y - x]);
}

#[test]
fn only_what_is_evaluated_counts() {
    blocks_exactly("x < y ? x + y : x - y", |x, y| vec![if x < y { x + y } else { x - y }]);
    blocks_exactly("x < y && x + y == 1 ? x : y", |x, y| if x < y { vec![x + y] } else { vec![] });
    blocks_exactly("x < y || x + y == 1 ? x : y", |x, y| if x < y { vec![] } else { vec![x + y] });
    blocks_exactly("x + y == 1 && x < y ? x : y", |x, y| if x < y { vec![x + y] } else { vec![] });
}

#[test]
fn wide_products_are_judged_without_widening() {
    let source = "component c { var z: i64 = 0; var u: u64 = 0;
        method signed(x: i64, y: i64) { z = x * y; }
        method unsigned(x: u64, y: u64) { u = x * y; } }";
    let restricted = ideal(&component(source));
    let interesting = [0, 1, 2, 3, -1, -2, i64::MAX, i64::MIN, i64::MAX / 2, i64::MIN / 2, 1 << 32, -(1 << 31)];
    for (x, y) in interesting.iter().flat_map(|x| interesting.iter().map(move |y| (*x, *y))) {
        let returns = |method| {
            let found = results(&restricted, &[0, 0], method, &[x as u64, y as u64]);
            matches!(found[..], [(Exit::Returned(0), _)])
        };
        assert_eq!(returns(0), x.checked_mul(y).is_some(), "{x} * {y}");
        assert_eq!(returns(1), (x as u64).checked_mul(y as u64).is_some(), "{} * {}", x as u64, y as u64);
    }
}

#[test]
fn a_value_without_a_sign_goes_along() {
    // As the JVM has it: a byte is widened before it is added to, and the narrowing afterwards is no overflow.
    let source = "component c { var b: i3 = 3; method m() { b = i3(i4(b) + 1); } }";
    assert_eq!(results(&ideal(&component(source)), &[3], 0, &[]), [(Exit::Returned(0), vec![4])]);
    // Mixed signs leave both readings open: 3 + 1 overflows as a signed sum only, and stays.
    let source = "component c { var s: i3 = 3; var u: u3 = 1; method m() { s = s + i3(u); } }";
    assert_eq!(results(&ideal(&component(source)), &[3, 1], 0, &[]), [(Exit::Returned(0), vec![4, 1])]);
    // An unsigned overflow that is a signed one as well does not stay: 5 + 5 is -3 + -3.
    assert_eq!(results(&ideal(&component(source)), &[5, 5], 0, &[]), [(Exit::NeverReturns, vec![])]);
}

#[test]
fn rewritten_subtractions_of_unsigned_numbers_stay() {
    let mut before = computing("u3", "x - 1");
    for edge in &mut before.methods[0].body.edges {
        if let etiquette_component::Action::Assign(symbol, value, to) = edge.action {
            edge.action = etiquette_component::Action::Assign(symbol, before.terms.simplify(value), to);
        }
    }
    let after = ideal(&before);
    assert!((1..8).all(|x| results(&after, &[0], 0, &[x, 0]) == results(&before, &[0], 0, &[x, 0])));
}

#[test]
fn decisions_stay_decisions() {
    let source = "component c { var x: i3 = *; initially x + 1 != 0;
        method m() -> bool { if (x + 1 > 0) { return true; } return false; } }";
    let before = component(source);
    let after = ideal(&before);
    for x in 0..8 {
        let found = results(&after, &[x], 0, &[]);
        let expected = if x == 3 { vec![(Exit::NeverReturns, vec![])] } else { results(&before, &[x], 0, &[]) };
        assert_eq!(found, expected, "{x}");
    }
    let allowed = |component: &Component, x| etiquette_logic::evaluate(&component.terms, component.initially, |_| x);
    assert_eq!([2, 3, 7].map(|x| allowed(&before, x)), [1, 1, 0]);
    assert_eq!([2, 3, 7].map(|x| allowed(&after, x)), [1, 0, 0]);
}

#[test]
fn an_edge_beside_others_is_closed_alone() {
    let source = "component c { var x: i3 = 3; method m() { choose { x = x + 1; } or { x = 0; } } }";
    assert_eq!(results(&ideal(&component(source)), &[2], 0, &[]).len(), 2);
    let source = "component c { var x: i3 = 3; method m() graph { 0 -> 1: x = x + 1; 0 -> 1: x = 0; 1: return ok; } }";
    assert_eq!(results(&ideal(&component(source)), &[2], 0, &[]).len(), 2);
    assert_eq!(results(&ideal(&component(source)), &[3], 0, &[]), [(Exit::Returned(0), vec![0])]);
}

/// States that can be reached by calls that return.
fn reachable(component: &Component, initial: Vec<u64>, arguments: &[Vec<Vec<u64>>]) -> Vec<Vec<u64>> {
    let mut found = vec![initial];
    let mut position = 0;
    while position < found.len() {
        for (method, tuples) in arguments.iter().enumerate() {
            for tuple in tuples {
                for (exit, after) in results(component, &found[position].clone(), method, tuple) {
                    if matches!(exit, Exit::Returned(_)) && !found.contains(&after) {
                        found.push(after);
                    }
                }
            }
        }
        position += 1;
    }
    found
}

#[test]
fn the_alternating_bit_counts_up_to_the_end() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../corpus/alternating-bit-signed");
    let file = std::fs::read_dir(file).unwrap().map(|entry| entry.unwrap().path());
    let file = file.into_iter().find(|path| path.extension().is_some_and(|found| found == "component")).unwrap();
    let before = component(&std::fs::read_to_string(file).unwrap());
    let messages: Vec<Vec<u64>> = (0..8).map(|seq| vec![seq, 0]).collect();
    let arguments = [messages, (0..8).map(|value| vec![value]).collect()];
    let expects = |component: &Component| {
        let mut found: Vec<u64> = reachable(component, vec![0, 1], &arguments).iter().map(|state| state[0]).collect();
        found.sort_unstable();
        found.dedup();
        found
    };
    assert_eq!(expects(&before), [0, 1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(expects(&ideal(&before)), [0, 1, 2, 3]);
}

#[test]
fn random_components_only_lose_runs() {
    for seed in 0..300 {
        let before = component(&common::random_component(seed));
        let after = ideal(&before);
        check(&after).unwrap();
        let mut random = Random(seed);
        for _ in 0..10 {
            let state =
                [random.below(4), random.below(4), random.below(2), random.below(3), 0].map(|value| value as u64);
            let method = random.below(3);
            let arguments: Vec<u64> =
                before.methods[method].parameters.iter().map(|_| random.below(4) as u64).collect();
            let known = results(&before, &state, method, &arguments);
            for result in results(&after, &state, method, &arguments) {
                assert!(known.contains(&result) || result.0 == Exit::NeverReturns, "seed {seed}: {result:?} is new");
            }
        }
    }
}
