//! Random small systems: all checkers agree with going through the states one by one.

use etiquette_checking::{Limits, Step, System, Unknown, bounded, explicit, k_induction, pdr};
use etiquette_logic::{BinaryOp, Sort, Symbol, Term, TermPool};

use crate::common::{Case, Dice, distance};

/// What a random system looks like.
#[derive(Clone, Copy)]
struct Shape {
    width: u32,
    variables: usize,
    inputs: usize,
}

/// Numbers of so few bits are codes to PDR: it looks at their bits only.
const CODES: Shape = Shape { width: 3, variables: 3, inputs: 1 };

/// These have predicates as well.
const NUMBERS: Shape = Shape { width: 6, variables: 2, inputs: 1 };

/// A random term of numbers over the given symbols.
fn number(pool: &mut TermPool, dice: &mut Dice, symbols: &[Symbol], depth: usize) -> Term {
    use BinaryOp::*;
    if depth == 0 || dice.below(4) == 0 {
        return match dice.below(3) {
            0 => {
                let width = pool.symbol_sort(symbols[0]).width();
                pool.bits(width, dice.below(8) as u64)
            }
            _ => pool.symbol(symbols[dice.below(symbols.len())]),
        };
    }
    let (a, b) = (number(pool, dice, symbols, depth - 1), number(pool, dice, symbols, depth - 1));
    match dice.below(5) {
        0 => {
            let condition = truth(pool, dice, symbols, depth - 1);
            pool.ite(condition, a, b)
        }
        other => pool.binary([Add, Sub, BitXor, Mul][other - 1], a, b),
    }
}

/// A random truth value over the given symbols.
fn truth(pool: &mut TermPool, dice: &mut Dice, symbols: &[Symbol], depth: usize) -> Term {
    use BinaryOp::*;
    if depth > 0 && dice.below(3) == 0 {
        let (a, b) = (truth(pool, dice, symbols, depth - 1), truth(pool, dice, symbols, depth - 1));
        return pool.binary([And, Or, Xor][dice.below(3)], a, b);
    }
    let (a, b) = (number(pool, dice, symbols, depth), number(pool, dice, symbols, depth));
    pool.binary([Equal, UnsignedLess, SignedLess, SignedLessEqual][dice.below(4)], a, b)
}

fn step(pool: &mut TermPool, dice: &mut Dice, variables: &[Symbol], inputs: &[Symbol]) -> Step {
    let symbols = [variables, inputs].concat();
    let condition = truth(pool, dice, &symbols, 1);
    let mut updates = Vec::new();
    for &variable in variables {
        if dice.below(3) > 0 {
            updates.push((variable, number(pool, dice, &symbols, 2)));
        }
    }
    Step { inputs: inputs.to_vec(), condition, updates }
}

fn random_case(seed: u64, shape: Shape) -> Case {
    let mut pool = TermPool::new();
    let mut dice = Dice(seed);
    let sort = Sort::Bits(shape.width);
    let variables: Vec<Symbol> = (0..shape.variables).map(|_| pool.new_symbol("x", sort)).collect();
    let inputs: Vec<Symbol> = (0..shape.inputs).map(|_| pool.new_symbol("p", sort)).collect();
    let steps = (0..1 + dice.below(3)).map(|_| {
        let own = dice.below(shape.inputs + 1);
        step(&mut pool, &mut dice, &variables, &inputs[..own])
    });
    let steps = steps.collect();
    let mut initial = pool.bool(true);
    for &variable in &variables[usize::from(dice.below(4) == 0)..] {
        let (value, variable) = (pool.bits(shape.width, dice.below(8) as u64), pool.symbol(variable));
        let fixed = pool.equal(variable, value);
        initial = pool.and(initial, fixed);
    }
    let parts = [0, 1].map(|_| truth(&mut pool, &mut dice, &variables, 1));
    let bad = pool.all(parts);
    Case { pool, system: System { variables, initial, steps }, bad, known: Vec::new() }
}

/// Whether a search of limited depth agrees with the distance of the nearest bad state.
fn agrees(found: Result<Option<usize>, Unknown>, expected: Option<usize>) -> bool {
    match found {
        Err(Unknown::Depth(depth)) => expected.is_none_or(|length| length > depth),
        found => found == Ok(expected),
    }
}

/// The number of steps to a bad state, on which all checkers must agree.
fn agreed_distance(seed: u64, shape: Shape) -> Option<usize> {
    let mut case = random_case(seed, shape);
    let limits = Limits { depth: 10, ..Limits::default() };
    let expected = distance(&case.ask(explicit, limits.clone())).expect("a small system");
    assert!(agrees(distance(&case.ask(bounded, limits.clone())), expected), "bounded, seed {seed}");
    assert!(agrees(distance(&case.ask(k_induction, limits.clone())), expected), "induction, seed {seed}");
    let found = distance(&case.ask(pdr, limits)).expect("PDR always ends");
    assert_eq!(found.is_some(), expected.is_some(), "PDR, seed {seed}");
    expected
}

fn compare(seeds: std::ops::Range<u64>, shape: Shape) {
    // Unreachable, at once, after one step, after several.
    let mut counts = [0; 4];
    for seed in seeds.clone() {
        counts[agreed_distance(seed, shape).map_or(0, |length| 1 + length.min(2))] += 1;
    }
    let enough = (seeds.end - seeds.start) / 20;
    assert!(counts.iter().all(|&count| count > enough), "too few of one kind: {counts:?}");
}

#[test]
fn all_checkers_agree_on_codes() {
    compare(0..150, CODES);
}

#[test]
fn all_checkers_agree_on_numbers() {
    compare(0..60, NUMBERS);
}
