//! Clauses as terms that people can read: a range instead of its high bits, a value instead of all bits.

use etiquette_logic::{Literal, Sort, Symbol, Term, TermPool, mask};

use super::feature::{Feature, Meaning};
use crate::system::System;

/// The values that are known of some bits of a variable.
struct Known {
    symbol: Symbol,
    width: u32,
    bits: u64,
    values: u64,
}

/// The condition that a state is not in the cube.
pub(super) fn clause(pool: &mut TermPool, system: &System, features: &[Feature], cube: &[Literal]) -> Term {
    let mut parts = Vec::new();
    let mut variables: Vec<(usize, Known)> = Vec::new();
    for &literal in cube {
        match features[literal.variable() as usize].meaning {
            Meaning::Predicate(term) => parts.push(if literal.is_negated() { pool.not(term) } else { term }),
            Meaning::Bit { variable, position } => {
                let known = known_of(&mut variables, variable, || nothing_known(pool, system.variables[variable]));
                known.bits |= 1 << position;
                known.values |= u64::from(!literal.is_negated()) << position;
            }
        }
    }
    variables.sort_by_key(|(variable, _)| *variable);
    for (_, known) in &variables {
        parts.extend(conditions(pool, known));
    }
    let negated: Vec<Term> = parts.into_iter().map(|part| pool.not(part)).collect();
    pool.any(negated)
}

fn known_of(variables: &mut Vec<(usize, Known)>, wanted: usize, new: impl FnOnce() -> Known) -> &mut Known {
    let position = variables.iter().position(|(variable, _)| *variable == wanted).unwrap_or_else(|| {
        variables.push((wanted, new()));
        variables.len() - 1
    });
    &mut variables[position].1
}

fn nothing_known(pool: &TermPool, symbol: Symbol) -> Known {
    Known { symbol, width: pool.symbol_sort(symbol).width(), bits: 0, values: 0 }
}

/// What is known of a variable as conditions: its value or its range if it is the highest bits that are known, runs of
/// bits otherwise.
fn conditions(pool: &mut TermPool, known: &Known) -> Vec<Term> {
    let variable = pool.symbol(known.symbol);
    if pool.sort(variable) == Sort::Bool {
        return vec![if known.values == 1 { variable } else { pool.not(variable) }];
    }
    let unknown_bits = known.width - known.bits.count_ones();
    let below = if unknown_bits == 0 { 0 } else { mask(unknown_bits) };
    match known.bits == mask(known.width) & !below {
        true => range(pool, known, variable, below),
        false => runs(pool, known, variable),
    }
}

/// `low <= x && x <= high`. Both ends have the same sign, so that the signed order, in which `x < 0` is one of the
/// ranges, will do.
fn range(pool: &mut TermPool, known: &Known, variable: Term, below: u64) -> Vec<Term> {
    let low = pool.bits(known.width, known.values);
    let high = pool.bits(known.width, known.values | below);
    if low == high {
        return vec![pool.equal(variable, low)];
    }
    vec![pool.signed_less_equal(low, variable), pool.signed_less_equal(variable, high)]
}

fn runs(pool: &mut TermPool, known: &Known, variable: Term) -> Vec<Term> {
    let mut conditions = Vec::new();
    let is_known = |position: u32| known.bits >> position & 1 == 1;
    let mut low = 0;
    while low < known.width {
        if !is_known(low) {
            low += 1;
            continue;
        }
        let high = (low..known.width).take_while(|&position| is_known(position)).last().unwrap_or(low);
        let part = pool.extract(variable, high, low);
        let value = pool.bits(high - low + 1, known.values >> low);
        conditions.push(pool.equal(part, value));
        low = high + 1;
    }
    conditions
}
