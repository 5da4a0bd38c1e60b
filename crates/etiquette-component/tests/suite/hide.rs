//! Hiding variables and bits is the existential abstraction: exactly the runs of all states that look the same.

use std::collections::BTreeSet;

use etiquette_component::{
    Abstraction, Component, Exit, Interpreter, Visibility, check, hide, initial_condition, parse, print, slice,
};
use etiquette_logic::evaluate;
use proptest::prelude::*;

use crate::common::{Random, random_component};

/// How calls end, each with the state that is left.
type Results = BTreeSet<(Exit, Vec<u64>)>;

/// What a state looks like in the abstraction.
fn seen(abstraction: &Abstraction, state: &[u64]) -> Vec<u64> {
    let bits = |value: u64, low: u32, width: u32| (value >> low) & etiquette_logic::mask(width);
    abstraction.pieces.iter().map(|piece| bits(state[piece.variable], piece.low, piece.width)).collect()
}

fn results(component: &Component, state: &[u64], method: usize, arguments: &[u64]) -> Results {
    let mut results = Results::new();
    let mut keep = |exit: Exit, after: &[u64]| {
        let after = if matches!(exit, Exit::Returned(_)) { after.to_vec() } else { Vec::new() };
        results.insert((exit, after));
    };
    let mut interpreter = Interpreter::new(component);
    interpreter.for_each_result(state, method, arguments, &mut || false, &mut keep).unwrap();
    results
}

fn all_states(component: &Component) -> Vec<Vec<u64>> {
    component.variables.iter().fold(vec![Vec::new()], |states, variable| {
        let count = component.value_count(variable.binding.ty).expect("small types");
        let with = |state: Vec<u64>| (0..count).map(move |value| state.iter().copied().chain([value]).collect());
        states.into_iter().flat_map(with).collect()
    })
}

fn initial_states(component: &Component) -> BTreeSet<Vec<u64>> {
    let mut component = component.clone();
    let condition = initial_condition(&mut component);
    let symbols: Vec<_> = component.variables.iter().map(|variable| variable.binding.symbol).collect();
    let holds = |state: &Vec<u64>| {
        let value =
            |symbol| symbols.iter().zip(state).find(|(known, _)| **known == symbol).map_or(0, |(_, value)| *value);
        evaluate(&component.terms, condition, value) != 0
    };
    all_states(&component).into_iter().filter(holds).collect()
}

fn random_visibility(component: &Component, random: &mut Random) -> Visibility {
    Visibility(component.variables.iter().map(|_| random.below(4) as u64).collect())
}

/// Whether the calls of the abstraction from what a state looks like are those of all states that look like it.
fn check_calls(component: &Component, abstraction: &Abstraction, state: &[u64]) {
    let look = seen(abstraction, state);
    let alike: Vec<Vec<u64>> =
        all_states(component).into_iter().filter(|other| seen(abstraction, other) == look).collect();
    for (index, method) in component.methods.iter().enumerate() {
        let arguments = vec![1; method.parameters.len()];
        let found = results(&abstraction.component, &look, index, &arguments);
        let mut expected = Results::new();
        for other in &alike {
            for (exit, after) in results(component, other, index, &arguments) {
                let after = if after.is_empty() { after } else { seen(abstraction, &after) };
                expected.insert((exit, after));
            }
        }
        // That a call never returns is told only where it does nothing else.
        let ends = |results: Results| -> Results {
            results.into_iter().filter(|(exit, _)| *exit != Exit::NeverReturns).collect()
        };
        assert_eq!(ends(found), ends(expected), "{} from {state:?}\n{}", method.name, print(&abstraction.component));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn calls_are_those_of_all_states_that_look_alike(seed: u64) {
        let source = random_component(seed);
        let Ok(component) = parse(&source, "random.component") else { return Ok(()) };
        let mut random = Random(seed);
        let abstraction = hide(&component, &random_visibility(&component, &mut random));
        check(&abstraction.component).unwrap_or_else(|broken| panic!("{source}\n{broken:#?}"));
        let states = all_states(&component);
        for _ in 0..3 {
            check_calls(&component, &abstraction, &states[random.below(states.len())]);
        }
    }

    #[test]
    fn initial_states_look_like_initial_states(seed: u64) {
        let Ok(component) = parse(&random_component(seed), "random.component") else { return Ok(()) };
        let abstraction = hide(&component, &random_visibility(&component, &mut Random(seed)));
        let found = initial_states(&abstraction.component);
        for state in initial_states(&component) {
            prop_assert!(found.contains(&seen(&abstraction, &state)), "{state:?}");
        }
    }

    #[test]
    fn abstractions_can_be_printed_and_read(seed: u64) {
        let Ok(component) = parse(&random_component(seed), "random.component") else { return Ok(()) };
        let abstraction = hide(&component, &random_visibility(&component, &mut Random(seed)));
        let text = print(&abstraction.component);
        let again = parse(&text, "hidden.component").unwrap_or_else(|problems| panic!("{text}\n{problems:#?}"));
        prop_assert_eq!(print(&again), text);
    }
}

fn bit_array() -> Component {
    let source = "component bit_array {
        var valid: bool = false; var location: u4 = 5;
        method next() { valid = true; location = location + 1; }
        method modify() { if (!valid) { error Invalid; } valid = false; }
        method high() { if (location < 8) { error Low; } }
    }";
    parse(source, "bit_array.component").expect("a component")
}

#[test]
fn nothing_changes_where_nothing_is_hidden() {
    let component = bit_array();
    let all = Visibility::all(&component);
    assert!((0..2).all(|variable| all.shows_all_of(&component, variable)));
    let abstraction = hide(&component, &all);
    assert_eq!(print(&abstraction.component), print(&component));
}

#[test]
fn single_bits_can_be_seen() {
    let component = bit_array();
    let abstraction = hide(&component, &Visibility(vec![1, 0b1000]));
    let names: Vec<&str> = abstraction.component.variables.iter().map(|found| found.binding.name.as_str()).collect();
    assert_eq!(names, ["valid", "location[3..3]"]);
    assert_eq!(abstraction.component.variables[1].initial, Some(0));
    // From a location below 8 one step up may lead to 8, and `high` fails wherever the bit says so.
    let both: Results = [(Exit::Returned(0), vec![1, 0]), (Exit::Returned(0), vec![1, 1])].into();
    assert_eq!(results(&abstraction.component, &[0, 0], 0, &[]), both);
    assert_eq!(results(&abstraction.component, &[0, 0], 2, &[]), [(Exit::Failed(1), Vec::new())].into());
    assert_eq!(results(&abstraction.component, &[0, 1], 2, &[]), [(Exit::Returned(0), vec![0, 1])].into());
}

#[test]
fn a_slice_drops_what_only_hidden_variables_needed() {
    let abstraction = hide(&bit_array(), &Visibility(vec![1, 0]));
    let sliced = slice(&abstraction.component).component;
    assert_eq!(sliced.variables.len(), 1);
    assert!(sliced.methods[0].locals.is_empty(), "`next` does nothing with the location that matters");
}

#[test]
fn one_bit_shows_all_of_an_enum() {
    let source = "component a { enum Mode { OFF, ON, BROKEN } var mode: Mode = ON;
        method next() { if (mode == BROKEN) { error Late; } mode = BROKEN; } }";
    let component = parse(source, "a.component").expect("a component");
    let abstraction = hide(&component, &Visibility(vec![0b10]));
    assert_eq!(print(&abstraction.component), print(&component));
}
