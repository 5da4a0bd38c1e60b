//! Interpreter, printer, summaries and slices agree on random components.

use std::collections::{BTreeMap, BTreeSet};

use etiquette_component::{
    Block, BlockEnd, Component, Exit, Interpreter, Location, Summary, check, parse, passes, print, slice, slices_until,
    summarise,
};
use etiquette_logic::{Symbol, evaluate};
use proptest::prelude::*;

use crate::common::{Random, random_component};

type Results = BTreeSet<(Exit, Vec<u64>)>;

fn read(source: &str) -> Component {
    let component = parse(source, "random.component").unwrap_or_else(|problems| panic!("{source}\n{problems:#?}"));
    check(&component).unwrap_or_else(|broken| panic!("{source}\n{broken:#?}"));
    component
}

/// All results of a call that ends; the state after an error means nothing.
fn results(interpreter: &mut Interpreter, state: &[u64], method: usize, arguments: &[u64]) -> Results {
    let mut results = Results::new();
    let mut keep = |exit: Exit, after: &[u64]| {
        match exit {
            Exit::Returned(_) => results.insert((exit, after.to_vec())),
            Exit::Failed(_) => results.insert((exit, Vec::new())),
            Exit::NeverReturns => false,
        };
    };
    interpreter.for_each_result(state, method, arguments, &mut || false, &mut keep).unwrap();
    results
}

/// Results with the names of outcomes and errors: a pass may leave out outcomes that never happen.
fn named_results(component: &Component, results: Results, method: usize) -> BTreeSet<(String, Vec<u64>)> {
    let name = |exit: &Exit| match exit {
        Exit::Returned(outcome) => component.methods[method].outcomes[*outcome].clone(),
        Exit::Failed(error) => format!("error {}", component.errors[*error].name),
        Exit::NeverReturns => String::new(),
    };
    results.into_iter().map(|(exit, after)| (name(&exit), after)).collect()
}

fn random_state(component: &Component, random: &mut Random) -> Vec<u64> {
    let size = |ty| component.value_count(ty).unwrap() as usize;
    component.variables.iter().map(|variable| random.below(size(variable.binding.ty)) as u64).collect()
}

fn random_arguments(component: &Component, method: usize, random: &mut Random) -> Vec<u64> {
    component.methods[method].parameters.iter().map(|_| random.below(4) as u64).collect()
}

/// Runs the summary like a transition system, with every value of every choice.
fn summary_results(
    component: &Component,
    summary: &Summary,
    method: usize,
    state: &[u64],
    arguments: &[u64],
) -> Results {
    let declared = &component.methods[method];
    let mut start: BTreeMap<Symbol, u64> = BTreeMap::new();
    start.extend(component.variables.iter().map(|v| v.binding.symbol).zip(state.iter().copied()));
    start.extend(declared.parameters.iter().map(|b| b.symbol).zip(arguments.iter().copied()));
    start.extend(declared.locals.iter().map(|b| (b.symbol, 0)));
    let mut results = Results::new();
    let mut seen = BTreeSet::new();
    let mut pending = vec![(Location::ENTRY, start)];
    while let Some((location, values)) = pending.pop() {
        if !seen.insert((location, values.clone())) {
            continue;
        }
        for block in summary.blocks.iter().filter(|block| block.from == location) {
            for (end, after) in block_results(component, summary, block, &values) {
                let state_after = || component.variables.iter().map(|v| after[&v.binding.symbol]).collect();
                match end {
                    BlockEnd::At(next) => pending.push((next, after)),
                    BlockEnd::Returned(outcome) => drop(results.insert((Exit::Returned(outcome), state_after()))),
                    BlockEnd::Failed(error) => drop(results.insert((Exit::Failed(error), Vec::new()))),
                }
            }
        }
    }
    results
}

fn block_results(
    component: &Component,
    summary: &Summary,
    block: &Block,
    values: &BTreeMap<Symbol, u64>,
) -> Vec<(BlockEnd, BTreeMap<Symbol, u64>)> {
    let mut terms: Vec<_> = block.updates.iter().map(|(_, term)| *term).collect();
    terms.push(block.condition);
    let used = component.terms.symbols_of_all(&terms);
    let choices: Vec<_> = summary.choices.iter().filter(|choice| used.contains(&choice.symbol)).collect();
    let widths: Vec<u32> = choices.iter().map(|choice| component.sort(choice.ty).width()).collect();
    let total: u32 = widths.iter().sum();
    assert!(total <= 16, "too many choices to try them all");
    let mut found = Vec::new();
    for combination in 0..1u64 << total {
        let mut values = values.clone();
        let mut rest = combination;
        for (choice, width) in choices.iter().zip(&widths) {
            values.insert(choice.symbol, rest & ((1 << width) - 1));
            rest >>= width;
        }
        let value = |term| evaluate(&component.terms, term, |symbol| values[&symbol]);
        if value(block.condition) == 1 {
            let updates: Vec<_> = block.updates.iter().map(|(symbol, term)| (*symbol, value(*term))).collect();
            let mut after = values.clone();
            after.retain(|symbol, _| !choices.iter().any(|choice| choice.symbol == *symbol));
            after.extend(updates);
            found.push((block.to, after));
        }
    }
    found
}

/// Whether all hidden choices between two cut points can be tried in this test.
fn few_choices(component: &Component, summary: &Summary) -> bool {
    summary.choices.iter().map(|choice| component.sort(choice.ty).width()).sum::<u32>() <= 9
}

/// The states that the component can be in after each event, or `None` where the call may fail.
fn beliefs(
    component: &Component,
    interpreter: &mut Interpreter,
    belief: &BTreeSet<Vec<u64>>,
    method: usize,
    arguments: &[u64],
) -> Option<Vec<BTreeSet<Vec<u64>>>> {
    let mut after = vec![BTreeSet::new(); component.methods[method].outcomes.len()];
    for state in belief {
        for (exit, next) in results(interpreter, state, method, arguments) {
            match exit {
                Exit::Returned(outcome) => drop(after[outcome].insert(next)),
                _ => return None,
            }
        }
    }
    Some(after)
}

fn initial_belief(component: &mut Component) -> BTreeSet<Vec<u64>> {
    let condition = etiquette_component::initial_condition(component);
    let symbols: Vec<Symbol> = component.variables.iter().map(|variable| variable.binding.symbol).collect();
    let mut belief = BTreeSet::new();
    for code in 0..1u64 << (2 * symbols.len()) {
        let state: Vec<u64> = (0..symbols.len()).map(|index| code >> (2 * index) & 3).collect();
        let value = |symbol: Symbol| state[symbols.iter().position(|known| *known == symbol).unwrap()];
        let bools_are_bits = component
            .variables
            .iter()
            .zip(&state)
            .all(|(v, value)| *value < component.value_count(v.binding.ty).unwrap());
        if bools_are_bits && evaluate(&component.terms, condition, value) == 1 {
            belief.insert(state);
        }
    }
    belief
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, ..ProptestConfig::default() })]

    #[test]
    fn a_printed_component_behaves_the_same(seed in any::<u64>()) {
        let first = read(&random_component(seed));
        let printed = print(&first);
        let second = read(&printed);
        prop_assert_eq!(&printed, &print(&second));
        let (mut one, mut two) = (Interpreter::new(&first), Interpreter::new(&second));
        let mut random = Random(seed);
        for _ in 0..20 {
            let method = random.below(3);
            let (state, arguments) = (random_state(&first, &mut random), random_arguments(&first, method, &mut random));
            prop_assert_eq!(results(&mut one, &state, method, &arguments), results(&mut two, &state, method, &arguments));
        }
    }

    #[test]
    fn no_pass_changes_a_result(seed in any::<u64>()) {
        let first = read(&random_component(seed));
        let mut second = first.clone();
        for pass in &passes::SIMPLIFYING {
            passes::run(std::slice::from_ref(pass), &mut second);
            prop_assert!(check(&second).is_ok(), "after {}", pass.name);
            let (mut one, mut two) = (Interpreter::new(&first), Interpreter::new(&second));
            let mut random = Random(seed);
            for _ in 0..5 {
                let method = random.below(3);
                let (state, arguments) =
                    (random_state(&first, &mut random), random_arguments(&first, method, &mut random));
                let before = named_results(&first, results(&mut one, &state, method, &arguments), method);
                let after = named_results(&second, results(&mut two, &state, method, &arguments), method);
                prop_assert_eq!(before, after, "after {}", pass.name);
            }
        }
    }

    #[test]
    fn a_summary_has_the_results_of_the_method(seed in any::<u64>()) {
        let mut component = read(&random_component(seed));
        let mut interpreter = Interpreter::new(&component);
        let mut random = Random(seed);
        for method in 0..3 {
            let summary = summarise(&mut component, method);
            if !few_choices(&component, &summary) {
                continue;
            }
            for _ in 0..6 {
                let (state, arguments) = (random_state(&component, &mut random), random_arguments(&component, method, &mut random));
                let expected = results(&mut interpreter, &state, method, &arguments);
                let found = summary_results(&component, &summary, method, &state, &arguments);
                prop_assert_eq!(expected, found, "{}", print(&component));
            }
        }
    }

    #[test]
    fn supplied_choices_give_one_of_all_results(seed in any::<u64>()) {
        let component = read(&random_component(seed));
        let mut interpreter = Interpreter::new(&component);
        let mut random = Random(seed);
        for _ in 0..20 {
            let method = random.below(3);
            let (mut state, arguments) = (random_state(&component, &mut random), random_arguments(&component, method, &mut random));
            let all = results(&mut interpreter, &state, method, &arguments);
            let mut fuel = 2000;
            let exit = interpreter.call(&mut state, method, &arguments, &mut |_: Location, last: u64| {
                fuel -= 1;
                (fuel > 0).then(|| random.below(last as usize + 1) as u64)
            });
            match exit {
                Exit::Returned(_) => prop_assert!(all.contains(&(exit, state))),
                Exit::Failed(_) => prop_assert!(all.contains(&(exit, Vec::new()))),
                Exit::NeverReturns => {}
            }
        }
    }

    #[test]
    fn a_slice_has_the_same_legal_words(seed in any::<u64>()) {
        let mut component = read(&random_component(seed));
        let sliced = slice(&component);
        check(&sliced.component).unwrap();
        let mut small = sliced.component;
        let (mut one, mut two) = (Interpreter::new(&component), Interpreter::new(&small));
        let (first, second) = (initial_belief(&mut component), initial_belief(&mut small));
        let mut random = Random(seed);
        for _ in 0..6 {
            let (mut large_belief, mut small_belief) = (first.clone(), second.clone());
            for _ in 0..6 {
                let method = random.below(3);
                let arguments = random_arguments(&component, method, &mut random);
                let after = beliefs(&component, &mut one, &large_belief, method, &arguments);
                let small_after = beliefs(&small, &mut two, &small_belief, method, &arguments);
                prop_assert_eq!(after.is_some(), small_after.is_some(), "{} {:?}\n{}\n{}", method, arguments, print(&component), print(&small));
                let (Some(after), Some(small_after)) = (after, small_after) else { break };
                let possible: Vec<usize> = (0..after.len()).filter(|&outcome| !after[outcome].is_empty()).collect();
                if possible.is_empty() {
                    break;
                }
                let outcome = possible[random.below(possible.len())];
                prop_assert!(!small_after[outcome].is_empty());
                large_belief = after[outcome].clone();
                small_belief = small_after[outcome].clone();
            }
        }
    }
}

#[test]
fn what_no_error_depends_on_is_dropped() {
    let source = "component c { var docked: i32 = 0; var open: bool = false; var seen: u8 = 0; var told: bool = false;
        method dock(n: i32) { docked = docked + n; if (docked > 3) { seen = seen + 1; } }
        method open_hatch() { open = true; }
        method count() -> bool { return docked > 0; }
        method tell() -> bool { told = !told; return told; }
        method leave() { if (!open) { error Closed; } } }";
    let sliced = slice(&read(source));
    assert_eq!(sliced.dropped, ["docked", "seen", "told"]);
    assert_eq!(sliced.component.variables.len(), 1);
}

#[test]
fn ways_that_part_and_do_something_at_once_are_kept() {
    let source = "component c { var on: bool = false;
        method flip() graph { 0 -> 1: on = true; 0 -> 1: on = false; 1: return; }
        method use() { if (on) { error On; } } }";
    let sliced = slice(&read(source));
    assert_eq!(sliced.component.methods[0].body.edges.len(), 3, "{}", print(&sliced.component));
}

#[test]
fn an_outcome_that_tells_about_an_error_is_kept() {
    let source = "component c { var held: bool = false; var tries: u8 = 0;
        method acquire() -> bool { var got: bool = *; tries = tries + 1; if (got) { held = true; } return got; }
        method use() { assert held; } }";
    let sliced = slice(&read(source));
    assert_eq!(sliced.dropped, ["tries"]);
    let method = &sliced.component.methods[0];
    let mut summarised = sliced.component.clone();
    assert!(summarise(&mut summarised, 0).is_loop_free());
    assert_eq!(method.outcomes, ["true", "false"]);
}

#[test]
fn loops_that_never_end_are_noticed() {
    let source = "component c { var x: u8 = 0;
        method forever() { while (true) { x = x + 1; } }
        method stuck() { assume x == 9; }
        method sometimes() { while (x != 3) { x = x + 2; } }
        method perhaps() { var go: bool = true; while (go) { go = *; } } }";
    let component = read(source);
    let mut interpreter = Interpreter::new(&component);
    let mut exits = |method: usize, x: u64| {
        let mut found = BTreeSet::new();
        interpreter
            .for_each_result(&[x], method, &[], &mut || false, &mut |exit, _| {
                found.insert(exit);
            })
            .unwrap();
        found.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(exits(0, 0), [Exit::NeverReturns]);
    assert_eq!(exits(1, 0), [Exit::NeverReturns]);
    assert_eq!(exits(1, 9), [Exit::Returned(0)]);
    assert_eq!(exits(2, 1), [Exit::Returned(0)]);
    assert_eq!(exits(2, 0), [Exit::NeverReturns]);
    assert_eq!(exits(3, 0), [Exit::Returned(0)]);
    let mut state = [0];
    assert_eq!(interpreter.call(&mut state, 0, &[], &mut |_: Location, _: u64| None), Exit::NeverReturns);
}

#[test]
fn slicing_that_is_told_to_stop_leaves_the_component_as_it_is() {
    let source = "component door { var open: bool = false; var count: u8 = 0;
        method open() { open = true; count = count + 1; } method walk() { assert open; } }";
    let component = read(source);
    let whole = slices_until(&component, &|| true);
    assert_eq!(print(&whole.exact.component), print(&component));
    assert!(whole.coarse.is_none() && whole.exact.dropped.is_empty());
    assert_eq!(slices_until(&component, &|| false).exact.dropped, ["count"]);
}
