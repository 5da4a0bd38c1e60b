//! `compare` and `intersection` against all words up to a length.

use etiquette_automata::{
    Alphabet, AlphabetMismatch, Call, Comparison, Difference, EventId, Extra, Interface, Memory, Realizable, Register,
    Side, StateId, accepted_words, compare, differences, intersection, not_included,
};
use proptest::prelude::*;

use super::interfaces::{events, interfaces, pairs};

const LENGTH: usize = 4;

/// What only one side has after a word that both accept.
fn extras(left: &Interface, right: &Interface, word: &[EventId], mode: Realizable) -> Vec<(Extra, Side)> {
    let (Some(p), Some(q)) = (left.run(word), right.run(word)) else {
        return Vec::new();
    };
    let one_sided = |extra: Extra, has: (bool, bool)| match has {
        (true, false) => Some((extra, Side::Left)),
        (false, true) => Some((extra, Side::Right)),
        _ => None,
    };
    let calls = left.alphabet().call_ids();
    let mut extras: Vec<_> =
        calls.filter_map(|call| one_sided(Extra::Call(call), (left.allows(p, call), right.allows(q, call)))).collect();
    if mode == Realizable::Strict {
        let shared = events(left).filter(|&event| {
            let call = left.alphabet().call_of(event);
            left.allows(p, call) && right.allows(q, call)
        });
        let has = |event: EventId| (left.next(p, event).is_some(), right.next(q, event).is_some());
        extras.extend(shared.filter_map(|event| one_sided(Extra::Event(event), has(event))));
    }
    extras
}

fn shortest_by_brute_force(left: &Interface, right: &Interface, mode: Realizable) -> Option<usize> {
    let mut words = accepted_words(left, LENGTH);
    words.find(|word| !extras(left, right, word, mode).is_empty()).map(|word| word.len())
}

fn is_real(difference: &Difference, left: &Interface, right: &Interface, mode: Realizable) -> bool {
    extras(left, right, &difference.word, mode).contains(&(difference.extra, difference.side))
}

fn modes() -> impl Strategy<Value = Realizable> {
    prop_oneof![Just(Realizable::Ignore), Just(Realizable::Strict)]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn finds_a_shortest_difference((left, right) in pairs(5), mode in modes()) {
        let brute_force = shortest_by_brute_force(&left, &right, mode);
        match compare(&left, &right, mode) {
            Ok(Comparison::Equal) => prop_assert_eq!(brute_force, None),
            Ok(Comparison::Different(difference)) => {
                prop_assert!(is_real(&difference, &left, &right, mode));
                let expected = brute_force.unwrap_or(difference.word.len());
                prop_assert_eq!(difference.word.len(), expected);
                prop_assert!(brute_force.is_some() || expected > LENGTH);
            }
            Err(mismatch) => prop_assert!(false, "{}", mismatch),
        }
    }

    #[test]
    fn all_differences_are_real_and_in_order((left, right) in pairs(5), mode in modes()) {
        let all: Vec<Difference> = differences(&left, &right, mode).into_iter().flatten().collect();
        prop_assert!(all.iter().all(|difference| is_real(difference, &left, &right, mode)));
        prop_assert!(all.is_sorted_by_key(|difference| difference.word.len()));
    }

    #[test]
    fn everything_equals_itself(interface in interfaces(7), mode in modes()) {
        prop_assert_eq!(compare(&interface, &interface, mode), Ok(Comparison::Equal));
    }

    #[test]
    fn the_intersection_accepts_what_both_accept((left, right) in pairs(4)) {
        let both = intersection(&left, &right).expect("the alphabets are equal").interface;
        for word in accepted_words(&left, LENGTH) {
            prop_assert_eq!(both.run(&word).is_some(), right.run(&word).is_some());
        }
        let missing = not_included(&both, &left, Realizable::Strict);
        prop_assert_eq!(missing, Ok(None));
    }
}

fn two_calls(names: [&str; 2]) -> Interface {
    let outcomes = if names[0] == "a" { ["yes", "no"] } else { ["no", "yes"] };
    let calls = names.map(|name| Call::simple(name).with_outcomes(outcomes));
    Interface::new(Alphabet::new(calls.to_vec()))
}

fn event_named(interface: &Interface, name: &str) -> EventId {
    let mut all = events(interface);
    all.find(|&event| interface.alphabet().event_name(event) == name).expect("the event exists")
}

#[test]
fn the_order_of_calls_and_outcomes_does_not_matter() {
    let (mut left, mut right) = (two_calls(["a", "b"]), two_calls(["b", "a"]));
    for interface in [&mut left, &mut right] {
        for (name, to) in [("a -> yes", 0), ("b -> no", 0)] {
            interface.connect(StateId(0), event_named(interface, name), StateId(to));
        }
    }
    assert_eq!(compare(&left, &right, Realizable::Strict), Ok(Comparison::Equal));
    right.connect(StateId(0), event_named(&right, "b -> yes"), StateId(0));
    assert_eq!(compare(&left, &right, Realizable::Ignore), Ok(Comparison::Equal));
    let Ok(Comparison::Different(difference)) = compare(&left, &right, Realizable::Strict) else {
        panic!("the right one has an outcome more");
    };
    assert_eq!((difference.side, difference.describe(left.alphabet())), (Side::Right, "b -> yes".into()));
}

#[test]
fn different_alphabets_are_an_error_that_names_the_calls() {
    let left = Interface::new(Alphabet::new(vec![Call::simple("a"), Call::simple("b")]));
    let right = Interface::new(Alphabet::new(vec![Call::simple("b").with_outcomes(["x", "y"]), Call::simple("c")]));
    let mismatch = compare(&left, &right, Realizable::Ignore).expect_err("the calls differ");
    let expected = AlphabetMismatch {
        only_left: vec!["a".into()],
        only_right: vec!["c".into()],
        other_outcomes: vec!["b".into()],
        registers: false,
    };
    assert_eq!(mismatch, expected);
    let text =
        "the interfaces have different calls: only the first has a; only the second has c; the outcomes differ of b";
    assert_eq!(mismatch.to_string(), text);
}

/// What registers hold is not in the tables that are compared here.
#[test]
fn interfaces_with_registers_are_refused() {
    let plain = Interface::new(Alphabet::new(vec![Call::simple("a")]));
    let mut with_registers = plain.clone();
    let register = Register { name: "count".into(), ty: "int".into(), initial: Some("0".into()) };
    with_registers.set_memory(Memory::new(vec![register]));
    for (left, right) in [(&plain, &with_registers), (&with_registers, &plain)] {
        let refused = compare(left, right, Realizable::Ignore).expect_err("registers");
        assert!(refused.registers && refused.to_string().contains("registers"), "{refused}");
    }
}
