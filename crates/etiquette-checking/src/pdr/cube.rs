//! Cubes: sets of states given by values for some of the features. The negation of a cube is a clause.

use etiquette_logic::Literal;

/// A conjunction of feature values, sorted, each feature at most once. A literal's variable is the position of its
/// feature.
pub(super) type Cube = Vec<Literal>;

/// Whether all literals of the first are in the second: the first has all states of the second.
pub(super) fn contains(larger: &[Literal], smaller: &[Literal]) -> bool {
    let mut rest = smaller.iter();
    larger.len() <= smaller.len() && larger.iter().all(|literal| rest.any(|other| other == literal))
}

/// The cube without the literals of the features for which the condition holds.
pub(super) fn without(cube: &[Literal], drop: impl Fn(usize) -> bool) -> Cube {
    cube.iter().copied().filter(|literal| !drop(literal.variable() as usize)).collect()
}

/// The literals that are in either, which must not contradict each other.
pub(super) fn union(a: &[Literal], b: &[Literal]) -> Cube {
    let mut union = [a, b].concat();
    union.sort_unstable();
    union.dedup();
    union
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cube(variables: &[u32]) -> Cube {
        variables.iter().map(|&variable| Literal::new(variable, variable % 2 == 1)).collect()
    }

    #[test]
    fn fewer_literals_are_more_states() {
        assert!(contains(&cube(&[1, 3]), &cube(&[0, 1, 2, 3])));
        assert!(contains(&cube(&[]), &cube(&[4])));
        assert!(!contains(&cube(&[1, 4]), &cube(&[0, 1, 2, 3])));
        assert!(!contains(&cube(&[0, 1]), &cube(&[0])));
        assert!(!contains(&[Literal::new(0, true)], &[Literal::new(0, false), Literal::new(1, false)]));
    }

    #[test]
    fn unions_are_sorted_and_have_no_doubles() {
        assert_eq!(union(&cube(&[1, 5]), &cube(&[0, 5])), cube(&[0, 1, 5]));
    }
}
