//! Random components: what the diagrams say, against the interpreter that tries everything.

use std::collections::{BTreeMap, BTreeSet};

use etiquette_component::{Component, Exit, Interpreter, Letter, parse};
use etiquette_symbolic::{
    Bdd, Capacity, Classes, Determinism, Effort, Fallible, Options, Order, SymbolicComponent, SymbolicLetter,
};
use proptest::prelude::*;

#[path = "../../../etiquette-component/tests/common/mod.rs"]
mod common;

type State = Vec<u64>;

/// What a call can do from a state.
#[derive(Default, Debug, PartialEq, Eq)]
struct Results {
    errors: BTreeSet<usize>,
    /// Whether the call can return, or at least never fails.
    passes: bool,
    returned: BTreeMap<usize, BTreeSet<State>>,
}

fn results(interpreter: &mut Interpreter, state: &State, method: usize, arguments: &[u64]) -> Results {
    let mut found = Results::default();
    let mut visit = |exit: Exit, after: &[u64]| match exit {
        Exit::Failed(error) => drop(found.errors.insert(error)),
        Exit::Returned(outcome) => drop(found.returned.entry(outcome).or_default().insert(after.to_vec())),
        Exit::NeverReturns => {}
    };
    interpreter.for_each_result(state, method, arguments, &mut || false, &mut visit).expect("not interrupted");
    found.passes = found.errors.is_empty() || !found.returned.is_empty();
    if !found.errors.is_empty() {
        found.returned.clear();
    }
    found
}

/// The random components have variables x, y: u2, b: bool, mode of three values, unused: u2, and parameters of type u2.
fn all_states() -> Vec<State> {
    let mut states = Vec::new();
    for number in 0..4u64 * 4 * 2 * 3 * 4 {
        states.push(vec![number % 4, number / 4 % 4, number / 16 % 2, number / 32 % 3, number / 96]);
    }
    states
}

fn arguments_of(component: &Component, method: usize) -> Vec<Vec<u64>> {
    match component.methods[method].parameters.len() {
        0 => vec![vec![]],
        _ => (0..4).map(|value| vec![value]).collect(),
    }
}

fn bits(symbolic: &SymbolicComponent, state: &State) -> Vec<(u32, bool)> {
    let word = |(word, &value): (Vec<u32>, &u64)| {
        word.into_iter().enumerate().map(move |(bit, variable)| (variable, value >> bit & 1 == 1))
    };
    symbolic.layout.words().into_iter().zip(state).flat_map(word).collect()
}

fn members(symbolic: &SymbolicComponent, set: &Bdd) -> BTreeSet<State> {
    all_states().into_iter().filter(|state| set.holds(bits(symbolic, state))).collect()
}

fn small() -> Capacity {
    Capacity { nodes: 1 << 18, results: 1 << 14 }
}

fn letters(symbolic: &SymbolicComponent) -> Fallible<Vec<SymbolicLetter>> {
    match symbolic.letters(&symbolic.domain, 64)? {
        Classes::Letters(letters) => Ok(letters),
        Classes::TooMany(_) => unreachable!("three methods with four arguments each"),
    }
}

/// Every call from every state, one by one.
fn check_calls(component: &Component, symbolic: &SymbolicComponent) -> Fallible<()> {
    let mut interpreter = Interpreter::new(component);
    let letters = letters(symbolic)?;
    for method in 0..component.methods.len() {
        for arguments in arguments_of(component, method) {
            let tuple = symbolic.tuple(method, &arguments)?;
            let own = letters.iter().filter(|letter| letter.method == method);
            let mut classes = own.filter(|letter| !symbolic.diagrams.are_disjoint(&tuple, &letter.class).unwrap());
            let letter = classes.next().expect("classes cover all arguments");
            assert!(classes.next().is_none(), "classes overlap");
            for state in all_states() {
                let wanted = results(&mut interpreter, &state, method, &arguments);
                let call = format!("m{method}{arguments:?} from {state:?}");
                check_call(symbolic, letter, &state, &wanted, &call)?;
                if arguments == letter.arguments {
                    assert_eq!(errors(symbolic, letter, &state)?, wanted.errors, "{call}");
                }
            }
        }
    }
    Ok(())
}

/// Arguments of one class may raise different errors, but do so from the same states.
fn check_call(
    symbolic: &SymbolicComponent,
    letter: &SymbolicLetter,
    state: &State,
    wanted: &Results,
    call: &str,
) -> Fallible<()> {
    let set = symbolic.state(state)?;
    assert_eq!(wanted.errors.is_empty(), symbolic.diagrams.are_disjoint(&set, &letter.fails)?, "{call}");
    for (outcome, relation) in letter.returns.iter().enumerate() {
        let after = relation.image(&symbolic.diagrams, &set)?;
        let states = wanted.returned.get(&outcome).cloned().unwrap_or_default();
        assert_eq!(symbolic.count(&after), states.len() as u128, "{call}");
        assert!(states.iter().all(|state| after.holds(bits(symbolic, state))), "{call}");
    }
    Ok(())
}

fn errors(symbolic: &SymbolicComponent, letter: &SymbolicLetter, state: &State) -> Fallible<BTreeSet<usize>> {
    let raised = letter.failures.iter().filter(|(_, condition)| condition.holds(bits(symbolic, state)));
    Ok(raised.map(|(error, _)| *error).collect())
}

fn initial_states(component: &Component) -> BTreeSet<State> {
    let symbols: Vec<_> = component.variables.iter().map(|variable| variable.binding.symbol).collect();
    let is_initial = |state: &State| {
        let fits = component
            .variables
            .iter()
            .zip(state)
            .all(|(variable, value)| variable.initial.is_none_or(|initial| initial == *value));
        let value = |symbol| symbols.iter().position(|&known| known == symbol).map_or(0, |index| state[index]);
        fits && etiquette_logic::evaluate(&component.terms, component.initially, value) != 0
    };
    all_states().into_iter().filter(is_initial).collect()
}

fn reachable_states(component: &Component) -> BTreeSet<State> {
    let mut interpreter = Interpreter::new(component);
    let mut reached = initial_states(component);
    let mut pending: Vec<State> = reached.iter().cloned().collect();
    while let Some(state) = pending.pop() {
        for method in 0..component.methods.len() {
            for arguments in arguments_of(component, method) {
                let after = results(&mut interpreter, &state, method, &arguments).returned;
                pending.extend(after.into_values().flatten().filter(|state| reached.insert(state.clone())));
            }
        }
    }
    reached
}

fn check_reachable(component: &Component, symbolic: &SymbolicComponent) -> Fallible<()> {
    let wanted = reachable_states(component);
    let by_squaring = Effort { steps: 0, ..Effort::UNBOUNDED };
    let by_frontier = Effort { relation: 0, ..Effort::UNBOUNDED };
    for effort in [Effort::UNBOUNDED, by_squaring, by_frontier] {
        let found = symbolic.reachable(effort)?;
        assert!(found.complete);
        assert_eq!(symbolic.count(&found.states), wanted.len() as u128, "{effort:?}");
        assert_eq!(members(symbolic, &found.states), wanted, "{effort:?}");
    }
    Ok(())
}

/// After every legal word, by sets of states and all that a call can do from them; `None` where there are too many.
fn is_visibly_deterministic(component: &Component) -> Option<bool> {
    let mut interpreter = Interpreter::new(component);
    let mut seen = BTreeSet::from([initial_states(component)]);
    let mut pending: Vec<BTreeSet<State>> = seen.iter().cloned().collect();
    while let Some(belief) = pending.pop() {
        for method in 0..component.methods.len() {
            for arguments in arguments_of(component, method) {
                let all: Vec<Results> =
                    belief.iter().map(|state| results(&mut interpreter, state, method, &arguments)).collect();
                let fails = all.iter().any(|result| !result.errors.is_empty());
                match (fails, all.iter().any(|result| result.passes)) {
                    (true, true) => return Some(false),
                    (true, false) => continue,
                    (false, _) => {}
                }
                let mut after: BTreeMap<usize, BTreeSet<State>> = BTreeMap::new();
                for (outcome, states) in all.into_iter().flat_map(|result| result.returned) {
                    after.entry(outcome).or_default().extend(states);
                }
                pending.extend(after.into_values().filter(|belief| seen.insert(belief.clone())));
                if seen.len() > 500 {
                    return None;
                }
            }
        }
    }
    Some(true)
}

fn check_determinism(component: &Component, symbolic: &SymbolicComponent) -> Fallible<()> {
    let wanted = is_visibly_deterministic(component);
    match symbolic.visible_determinism(Effort::UNBOUNDED)? {
        Determinism::Visible => assert_ne!(wanted, Some(false)),
        Determinism::Hidden(found) => {
            assert_ne!(wanted, Some(true));
            let mut interpreter = Interpreter::new(component);
            for run in [&found.failing, &found.passing] {
                assert!(initial_states(component).contains(&run[0]));
                for (index, event) in found.word.iter().enumerate() {
                    let Letter { method, arguments } = &event.letter;
                    let after = results(&mut interpreter, &run[index], *method, arguments).returned;
                    assert!(after[&event.outcome].contains(&run[index + 1]), "{found:?}");
                }
            }
            let Letter { method, arguments } = &found.call;
            let mut last = |run: &[State]| results(&mut interpreter, &run[found.word.len()], *method, arguments);
            assert!(!last(&found.failing).errors.is_empty() && last(&found.passing).passes, "{found:?}");
        }
        Determinism::Unknown => panic!("without a bound there is an answer"),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn diagrams_say_what_the_interpreter_says(seed: u64) {
        let source = common::random_component(seed);
        let component = parse(&source, "random.component");
        prop_assume!(component.is_ok());
        let component = component.expect("just asked");
        let order = Order::ALL[(seed % 4) as usize];
        let options = Options { order, capacity: small() };
        let symbolic = SymbolicComponent::new(&component, &options, || false).expect("few nodes");
        check_calls(&component, &symbolic).expect("few nodes");
        check_reachable(&component, &symbolic).expect("few nodes");
        check_determinism(&component, &symbolic).expect("few nodes");
    }
}
