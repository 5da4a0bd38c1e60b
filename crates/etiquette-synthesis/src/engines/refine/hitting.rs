//! The paper's `splitState`: a smallest set of parts that tells all pairs of states apart.
//!
//! Finding a smallest one is hard (it is the hitting set problem). The search is exact as long as it is short, which it
//! is for few parts; beyond that, the part that tells most pairs apart is taken again and again.

use crate::engines::refine::budgets::hitting::PATIENCE;

/// A small set with an element of each of the given sets, none of which is empty. Sorted.
pub(crate) fn hitting_set(sets: &[Vec<usize>]) -> Vec<usize> {
    let minimal = without_supersets(sets);
    let greedy = greedy(&minimal);
    let mut search = Search { sets: &minimal, best: greedy, chosen: Vec::new(), steps: 0 };
    search.extend();
    let mut best = search.best;
    best.sort_unstable();
    best
}

/// Only the sets that contain no other one: whoever hits those hits all.
fn without_supersets(sets: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut sorted: Vec<&Vec<usize>> = sets.iter().collect();
    sorted.sort_by_key(|set| (set.len(), *set));
    let mut kept: Vec<Vec<usize>> = Vec::new();
    for set in sorted {
        let contains = |smaller: &Vec<usize>| smaller.iter().all(|element| set.contains(element));
        if !kept.iter().any(contains) {
            kept.push(set.clone());
        }
    }
    kept
}

fn greedy(sets: &[Vec<usize>]) -> Vec<usize> {
    let mut chosen: Vec<usize> = Vec::new();
    loop {
        let missed: Vec<&Vec<usize>> = sets.iter().filter(|set| !hits(&chosen, set)).collect();
        let count = |element: &usize| missed.iter().filter(|set| set.contains(element)).count();
        // Of several that are equally good, the first is taken.
        let candidates = missed.iter().flat_map(|set| set.iter().copied());
        let Some(best) = candidates.max_by_key(|element| (count(element), std::cmp::Reverse(*element))) else {
            return chosen;
        };
        chosen.push(best);
    }
}

fn hits(chosen: &[usize], set: &[usize]) -> bool {
    set.iter().any(|element| chosen.contains(element))
}

struct Search<'a> {
    sets: &'a [Vec<usize>],
    best: Vec<usize>,
    chosen: Vec<usize>,
    steps: usize,
}

impl Search<'_> {
    /// Tries every way to hit the first set that is missed. As deep as the best set is large, which the parts bound.
    fn extend(&mut self) {
        self.steps += 1;
        let Some(missed) = self.sets.iter().find(|set| !hits(&self.chosen, set)) else {
            self.best = self.chosen.clone();
            return;
        };
        for &element in missed {
            if self.chosen.len() + 1 >= self.best.len() || self.steps > PATIENCE {
                return;
            }
            self.chosen.push(element);
            self.extend();
            self.chosen.pop();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::hitting_set;

    #[test]
    fn single_elements_leave_no_choice() {
        assert_eq!(hitting_set(&[vec![3], vec![1, 3], vec![1, 2], vec![2]]), [2, 3]);
        assert_eq!(hitting_set(&[]), [0; 0]);
    }

    #[test]
    fn smallest_where_the_greedy_way_is_not() {
        // The greedy way takes 0, which hits most, and then needs three more.
        let sets = [vec![0, 1], vec![0, 1], vec![0, 2], vec![0, 2, 4], vec![0, 3], vec![1, 5], vec![2, 6], vec![3, 7]];
        assert_eq!(hitting_set(&sets), [1, 2, 3]);
    }

    #[test]
    fn many_sets_end_in_time() {
        let sets: Vec<Vec<usize>> =
            (0..60).map(|index| vec![index, (index * 7 + 1) % 60, (index * 11 + 5) % 60]).collect();
        let found = hitting_set(&sets);
        assert!(sets.iter().all(|set| set.iter().any(|element| found.contains(element))));
        assert!(found.len() < 60);
    }
}
