//! Forbidding a call where what it fails from depends on how long the word is: right spreads are accepted, and each way
//! to get one wrong is found.

use etiquette_automata::StateId;
use etiquette_certificates::{Order, Proof, Spread, from_json, obligations, script, to_json};
use etiquette_component::{Component, Type};
use etiquette_logic::{ExternalSolver, Term, evaluate};
use serde_json::{Value, json};

use crate::skipped::skipped;
use crate::support::by_hand::{Case, malformed, refusal};
use crate::support::random::Random;
use crate::support::spread::{cursor, shelf, tokens};
use crate::support::truth::{Belief, truth, truth_by_arguments, tuples};

#[test]
fn spreads_are_proved() {
    for case in [tokens(), cursor(), shelf()] {
        let certificate = &case.certificate;
        let expected = truth(&case.component, &case.interface, &certificate.methods, &certificate.guards);
        assert_eq!(expected, [true, true], "{}", case.component.name);
        assert_eq!(is_true(&case), [true, true], "{}", case.component.name);
        case.accepted();
    }
}

#[test]
fn a_label_is_not_enough() {
    for mut case in [tokens(), cursor(), shelf()] {
        for found in &mut case.certificate.forbidden {
            found.proof = Proof::CanFail { choices: vec![vec![]] };
        }
        assert_eq!(case.verdict(), [true, false], "{}", case.component.name);
    }
}

#[test]
fn a_spread_that_is_too_wide_is_found() {
    let with_order = |mut case: Case, spread: usize, variable: usize, order| {
        case.certificate.spreads[spread].orders[variable] = order;
        refusal(&case)
    };
    assert!(
        with_order(tokens(), 0, 0, Order::Any).contains("`more` with outcome `false` keeps to the spread of state 0")
    );
    assert!(
        with_order(tokens(), 1, 0, Order::Any).contains("`more` with outcome `true` keeps to the spread of state 1")
    );
    assert!(with_order(tokens(), 0, 0, Order::AtLeast).contains("the spread of state 0"));
    assert!(with_order(cursor(), 0, 0, Order::AtMost).contains("keeps to the spread of state 0"));
    assert!(with_order(cursor(), 0, 0, Order::AtLeast).contains("the spread of state 0 holds of initial states"));
    assert!(with_order(shelf(), 0, 0, Order::Any).contains("keeps to the spread of state 1"));
    let mut case = cursor();
    case.certificate.spreads[0].within = case.component.terms.bool(true);
    assert!(refusal(&case).contains("keeps to the spread of state 0"));
}

#[test]
fn a_spread_that_is_too_narrow_is_found() {
    for mut case in [tokens(), cursor(), shelf()] {
        let variables = case.component.variables.len();
        case.certificate.spreads[0].orders[variables - 1] = Order::Same;
        assert!(refusal(&case).contains("by the spread of state"), "{}", case.component.name);
    }
    let mut case = tokens();
    case.certificate.spreads.clear();
    assert!(refusal(&case).contains("by the spread of state 0, `take` can fail"));
}

#[test]
fn a_wrong_way_back_is_found() {
    let before = |mut case: Case, spread: usize, way: usize, values: &[Option<&str>]| {
        case.certificate.spreads[spread].returns[way].before = case.state(values);
        refusal(&case)
    };
    for wrong in [Some("left"), Some("left + 2"), Some("0"), None] {
        assert!(before(tokens(), 0, 1, &[wrong]).contains("`take` with outcome `ok` keeps to the spread of state 0"));
    }
    assert!(before(cursor(), 0, 1, &[Some("at"), Some("end")]).contains("keeps to"));
    assert!(before(cursor(), 0, 1, &[Some("at - 1"), None]).contains("keeps to"));
    let mut case = shelf();
    case.certificate.spreads[0].returns[1].choices.clear();
    assert!(refusal(&case).contains("`fill` with outcome `ok` keeps to the spread of state 1"));
    let mut case = shelf();
    case.certificate.spreads[0].returns[1].choices[0].clear();
    assert!(refusal(&case).contains("`fill` with outcome `ok` keeps to the spread of state 1"));
}

#[test]
fn a_wrong_witness_is_found() {
    for wrong in ["1", "left", "7"] {
        let mut case = tokens();
        let witness = case.state(&[Some(wrong)]).into_iter().flatten().collect();
        case.certificate.forbidden[0].proof = Proof::Spread { witness, choices: vec![vec![]] };
        assert!(refusal(&case).contains("by the spread of state 0, `take` can fail"), "{wrong}");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let mut case = tokens();
    case.certificate.spreads[0].returns.pop();
    malformed(&case, "it is missing, but the event leads there");
    let mut case = tokens();
    let again = case.certificate.spreads[0].returns[0].clone();
    case.certificate.spreads[0].returns.push(again);
    malformed(&case, "there are two");
    let mut case = tokens();
    case.certificate.spreads[1].state = StateId(0);
    malformed(&case, "there are two");
    let mut case = tokens();
    case.certificate.spreads[0].state = StateId(9);
    malformed(&case, "there is no such state");
    let mut case = tokens();
    case.certificate.spreads[0].orders.clear();
    malformed(&case, "there are 0 for 1 variables");
    let mut case = tokens();
    case.certificate.spreads[0].returns[0].before.clear();
    malformed(&case, "there are 0 for 1 variables");
    let mut case = tokens();
    case.certificate.spreads[0].returns[0].outcome ^= 1;
    malformed(&case, "the event does not lead to state 0");
    let mut case = tokens();
    case.certificate.forbidden[0].proof = Proof::Spread { witness: vec![], choices: vec![] };
    malformed(&case, "there are 0 for 1 variables");
}

/// There is no order between truth values, and none can be followed through a loop.
#[test]
fn spreads_have_limits() {
    let source = "component lamp { var on: bool = *; method toggle() { on = !on; } }";
    let lamp = Case::new(source, &[("toggle", "true")], &["true"]).allow(0, "toggle", &[("ok", 0)]);
    let back = |case: Case| case.back(0, ("toggle", "ok"), &[Some("!on")], &[]);
    back(lamp.clone().spread(0, "true", &[Order::Any])).accepted();
    malformed(&back(lamp.spread(0, "true", &[Order::AtMost])), "the values of `on` have no order");
    let source = "component drain { var left: u3 = *; method empty() { while (left > 0) { left = left - 1; } } }";
    let drain = Case::new(source, &[("empty", "true")], &["true"]).allow(0, "empty", &[("ok", 0)]);
    let drain = drain.loop_label(0, "empty", 0, "true").spread(0, "true", &[Order::Any]);
    malformed(&drain.back(0, ("empty", "ok"), &[Some("0")], &[]), "through which a spread can't be followed");
}

#[test]
fn spreads_survive_json() {
    for mut case in [tokens(), cursor(), shelf()] {
        let value = written(&case);
        let read = from_json(&mut case.component, &case.interface, &value).unwrap();
        assert_eq!(read, case.certificate, "{value:#}");
    }
    let mut value = written(&tokens());
    value["spreads"][0]["orders"]["left"] = json!("less");
    let mut case = tokens();
    let problem = from_json(&mut case.component, &case.interface, &value).unwrap_err().to_string();
    assert!(problem.starts_with("spreads[0].orders.left: \"less\" is no order"), "{problem}");
}

fn written(case: &Case) -> Value {
    let value = to_json(&case.component, &case.interface, &case.certificate).unwrap();
    serde_json::from_str(&value.to_string()).unwrap()
}

#[test]
fn another_solver_agrees() {
    let Ok(solver) = ExternalSolver::find("z3") else {
        return skipped("no z3 to check the certificates with");
    };
    for case in [tokens(), cursor(), shelf()] {
        let script = script(&case.component, &case.interface, &case.certificate).unwrap();
        let answers = solver.run(&script).unwrap().expect("an answer in time");
        assert!(answers.lines().all(|answer| answer == "unsat"), "{answers}");
        let count = obligations(&mut case.component.clone(), &case.interface, &case.certificate).unwrap().len();
        assert_eq!(answers.lines().count(), count);
    }
}

/// Whether the interface is permissive for a client that remembers its arguments, and whether beliefs spread as is
/// said.
fn is_true(case: &Case) -> [bool; 2] {
    let Case { component, interface, certificate } = case;
    let mut spreads_hold = true;
    let mut watch = |state: StateId, belief: &Belief| {
        let here = certificate.spreads.iter().find(|spread| spread.state == state);
        spreads_hold &= here.is_none_or(|spread| is_closed(component, spread, belief));
    };
    let [_, permissive] =
        truth_by_arguments(component, interface, &certificate.methods, &certificate.guards, &mut watch);
    [permissive, spreads_hold]
}

/// Whether a belief has, with each state, all that is in its spread.
fn is_closed(component: &Component, spread: &Spread, belief: &Belief) -> bool {
    let types = || component.variables.iter().map(|variable| variable.binding.ty);
    let is_within = |state: &Vec<u64>| holds(component, spread.within, state);
    let all: Vec<Vec<u64>> = tuples(component, types()).into_iter().filter(is_within).collect();
    let compares = |one: &[u64], other: &[u64]| {
        types().zip(&spread.orders).enumerate().all(|(place, (ty, order))| {
            let number = |value: u64| match ty {
                Type::Int { width, signed: true } if value >> (width - 1) == 1 => value as i64 - (1 << width),
                _ => value as i64,
            };
            let (one, other) = (number(one[place]), number(other[place]));
            match order {
                Order::Same => one == other,
                Order::AtMost => other <= one,
                Order::AtLeast => other >= one,
                Order::Any => true,
            }
        })
    };
    belief.iter().all(|one| all.iter().filter(|other| compares(one, other)).all(|other| belief.contains(other)))
}

fn holds(component: &Component, condition: Term, state: &[u64]) -> bool {
    let position = |symbol| component.variables.iter().position(|v| v.binding.symbol == symbol).unwrap();
    evaluate(&component.terms, condition, |symbol| state[position(symbol)]) == 1
}

#[test]
fn accepted_mutations_are_true() {
    let (mut accepted, mut rejected, mut wrong) = (0, 0, 0);
    for seed in 0..400 {
        let mut random = Random(seed + 77);
        let mut mutant = [tokens(), cursor(), shelf()][random.below(3)].clone();
        (0..=random.below(3)).for_each(|_| mutate(&mut mutant, &mut random));
        match mutant.check().permissive {
            Ok(()) => {
                assert_eq!(is_true(&mutant), [true, true], "seed {seed}");
                accepted += 1;
            }
            Err(_) => {
                rejected += 1;
                wrong += usize::from(is_true(&mutant) != [true, true]);
            }
        }
    }
    // Not every mutation that is rejected is wrong, but enough of them are for the test to mean something.
    assert!(accepted > 40 && rejected > 100 && wrong > 40, "{accepted} {rejected} {wrong}");
}

/// Changes one thing: an order, a condition, where an event comes from, where it leads, or from where a call fails.
fn mutate(case: &mut Case, random: &mut Random) {
    let place = random.below(case.certificate.spreads.len());
    let variable = random.below(case.component.variables.len());
    let ways = case.certificate.spreads[place].returns.len();
    match random.below(6) {
        0 | 1 => {
            let orders = [Order::Same, Order::AtMost, Order::AtLeast, Order::Any];
            case.certificate.spreads[place].orders[variable] = orders[random.below(4)];
        }
        2 => case.certificate.spreads[place].within = condition(case, random, variable),
        3 => {
            let value = value(case, random, variable);
            case.certificate.spreads[place].returns[random.below(ways)].before[variable] = value;
        }
        4 => {
            let value = value(case, random, variable);
            if let Proof::Spread { witness, .. } = &mut case.certificate.forbidden[0].proof {
                witness[variable] = value.unwrap_or(witness[variable]);
            }
        }
        _ => redirect(case, random, place),
    }
}

fn condition(case: &mut Case, random: &mut Random, variable: usize) -> Term {
    let terms = &mut case.component.terms;
    let (symbol, bound) = (terms.symbol(case.component.variables[variable].binding.symbol), random.below(4) as u64);
    let bound = terms.constant(terms.sort(symbol), bound);
    match random.below(3) {
        0 => terms.unsigned_less_equal(symbol, bound),
        1 => terms.unsigned_less_equal(bound, symbol),
        _ => terms.bool(true),
    }
}

/// The variable with a small number added, a number, or nothing.
fn value(case: &mut Case, random: &mut Random, variable: usize) -> Option<Term> {
    let terms = &mut case.component.terms;
    let symbol = terms.symbol(case.component.variables[variable].binding.symbol);
    let number = terms.constant(terms.sort(symbol), [0, 1, 2, 7][random.below(4)]);
    match random.below(3) {
        0 => None,
        1 => Some(number),
        _ => Some(terms.add(symbol, number)),
    }
}

/// An event leads to another state that has a spread, in the way that it had.
fn redirect(case: &mut Case, random: &mut Random, place: usize) {
    let spreads = &mut case.certificate.spreads;
    let count = spreads[place].returns.len();
    let moved = spreads[place].returns.remove(random.below(count));
    let to = random.below(spreads.len());
    let event = case.interface.alphabet().event(moved.call, moved.outcome);
    case.interface.connect(moved.from, event, spreads[to].state);
    spreads[to].returns.push(moved);
}
