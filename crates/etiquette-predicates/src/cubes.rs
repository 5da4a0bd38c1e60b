//! Sets of total valuations as few conjunctions: two that differ in one predicate only become one without it.
//!
//! For people who read conditions and labels. The union is exactly the set that was given.

use std::collections::BTreeSet;

use etiquette_logic::{Term, TermPool};

use crate::valuation::{Truth, Valuation};

/// A conjunction: predicates that are `Unknown` do not occur in it.
pub type Cube = Valuation;

/// Conjunctions whose union is the set.
pub fn cover(valuations: impl IntoIterator<Item = Valuation>) -> Vec<Cube> {
    let mut cubes: BTreeSet<Cube> = valuations.into_iter().collect();
    let predicates = cubes.first().map_or(0, |cube| cube.values().len());
    let mut shrinking = true;
    while shrinking {
        shrinking = false;
        for predicate in 0..predicates {
            shrinking |= merge(&mut cubes, predicate);
        }
    }
    cubes.into_iter().collect()
}

/// Merges the pairs that differ in the predicate only; whether there were any.
fn merge(cubes: &mut BTreeSet<Cube>, predicate: usize) -> bool {
    let before = cubes.len();
    let negative = cubes.iter().filter(|cube| cube.values()[predicate] == Truth::False);
    for cube in negative.cloned().collect::<Vec<Cube>>() {
        let other = with(&cube, predicate, Truth::True);
        if cubes.contains(&other) {
            cubes.remove(&cube);
            cubes.remove(&other);
            cubes.insert(with(&cube, predicate, Truth::Unknown));
        }
    }
    cubes.len() < before
}

fn with(cube: &Cube, predicate: usize, truth: Truth) -> Cube {
    Valuation::new(cube.values().iter().enumerate().map(|(index, &old)| if index == predicate { truth } else { old }))
}

/// The literals of a valuation, with the terms that stand for the predicates.
pub(crate) fn literals(terms: &mut TermPool, predicates: &[Term], cube: &Valuation) -> Vec<Term> {
    cube.known().map(|(index, value)| if value { predicates[index] } else { terms.not(predicates[index]) }).collect()
}

/// The conjunction as a term.
pub fn conjunction(terms: &mut TermPool, predicates: &[Term], cube: &Valuation) -> Term {
    let literals = literals(terms, predicates, cube);
    terms.all(literals)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cubes(texts: &[&str]) -> Vec<String> {
        let truth = |c: char| match c {
            '0' => Truth::False,
            '1' => Truth::True,
            _ => Truth::Unknown,
        };
        let valuations = texts.iter().map(|text| Valuation::new(text.chars().map(truth)));
        cover(valuations).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn neighbours_become_one() {
        assert_eq!(cubes(&["00", "01", "11"]), ["00", "*1"]);
        assert_eq!(cubes(&["000", "001", "010", "011"]), ["0**"]);
        assert_eq!(cubes(&["00", "11"]), ["00", "11"]);
        assert_eq!(cubes(&[]), Vec::<String>::new());
    }
}
