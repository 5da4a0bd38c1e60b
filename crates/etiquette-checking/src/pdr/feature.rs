//! What cubes are made of: bits of the state, and predicates.
//!
//! Features are numbered by how much a cube should keep them. First predicates and bits of small variables, then bits
//! of large variables from high to low: a cube that loses its last literals first ends up as a range rather than as a
//! pattern of low bits.

use etiquette_logic::{Literal, Signal, Term, TermPool};
use rustc_hash::FxHashSet;

use super::cube::{Cube, union};
use super::predicates::predicates;
use crate::circuit::Circuit;
use crate::system::System;

/// Variables with more bits count as numbers.
pub(super) const WIDEST_CODE: u32 = 5;

/// What a feature is a value of.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Meaning {
    /// A bit of a variable, by its position in the system.
    Bit { variable: usize, position: u32 },
    /// A boolean term over the variables.
    Predicate(Term),
}

/// A truth value that a state has.
#[derive(Clone, Debug)]
pub(super) struct Feature {
    pub meaning: Meaning,
    /// The variables that it depends on, sorted.
    pub variables: Vec<usize>,
    /// The wire of its value now.
    pub now: Signal,
    /// The wire of its value after the step.
    pub next: Signal,
}

/// The features of a system, those that should be kept first.
pub(super) fn features(pool: &mut TermPool, system: &System, bad: Term, circuit: &mut Circuit<'_>) -> Vec<Feature> {
    let mut features = Vec::new();
    for predicate in predicates(pool, system, bad) {
        let (now, next) = circuit.wires_of(pool, predicate);
        let variables = variables_of(pool, system, predicate);
        features.push(Feature { meaning: Meaning::Predicate(predicate), variables, now, next });
    }
    for bit in &circuit.bits {
        let meaning = Meaning::Bit { variable: bit.variable, position: bit.position };
        features.push(Feature { meaning, variables: vec![bit.variable], now: bit.now, next: bit.next });
    }
    features.sort_by_key(|feature| rank(pool, system, feature.meaning));
    features
}

fn variables_of(pool: &TermPool, system: &System, term: Term) -> Vec<usize> {
    let symbols = pool.symbols_of(term);
    (0..system.variables.len()).filter(|&variable| symbols.contains(&system.variables[variable])).collect()
}

/// The cube together with what the predicates about the same numbers say of one of its states. They narrow it down, but
/// one of them may be all that is left when everything else has been dropped, and a better clause than any that the
/// cube had in it.
pub(super) fn with_predicates(features: &[Feature], cube: &[Literal], state: &[Literal]) -> Cube {
    let own = cube.iter().map(|literal| &features[literal.variable() as usize]);
    let about: FxHashSet<usize> = own.flat_map(|feature| feature.variables.iter().copied()).collect();
    let is_about_them = |literal: &Literal| {
        let Feature { meaning, variables, .. } = &features[literal.variable() as usize];
        matches!(meaning, Meaning::Predicate(_)) && variables.iter().all(|variable| about.contains(variable))
    };
    let predicates: Cube = state.iter().copied().filter(is_about_them).collect();
    union(cube, &predicates)
}

/// Small ranks come first. Numbers of different widths are aligned at the sign.
fn rank(pool: &TermPool, system: &System, meaning: Meaning) -> (u32, u32, usize) {
    match meaning {
        Meaning::Predicate(_) => (1, 0, 0),
        Meaning::Bit { variable, position } => {
            let width = pool.symbol_sort(system.variables[variable]).width();
            if width <= WIDEST_CODE { (0, 0, variable) } else { (2, width - position, variable) }
        }
    }
}
