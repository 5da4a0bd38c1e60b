//! Large sets of pairwise related elements, by branch and bound with a limit on the work.
//!
//! A set of pairwise incompatible states is a lower bound on the number of states of every interface for the same
//! component.

use crate::incompatible::PairSet;

/// How many sets the exact search looks at before it gives up.
const SEARCH_LIMIT: usize = 20_000;

/// A set of pairwise related elements, in ascending order: as many as `enough` if the search finds them, else the
/// largest found.
pub(crate) fn find_clique(related: &PairSet, enough: usize) -> Vec<usize> {
    let mut search =
        CliqueSearch { related, enough, best: greedy_clique(related), current: Vec::new(), steps_left: SEARCH_LIMIT };
    search.extend(&all_elements(related.count()));
    search.best.sort_unstable();
    search.best
}

fn all_elements(count: usize) -> Vec<u64> {
    let mut bits = vec![u64::MAX; count.div_ceil(64)];
    if let (Some(last), rest @ 1..) = (bits.last_mut(), count % 64) {
        *last = (1 << rest) - 1;
    }
    bits
}

/// Takes elements with many relations first.
fn greedy_clique(related: &PairSet) -> Vec<usize> {
    let mut order: Vec<usize> = (0..related.count()).collect();
    order.sort_by_key(|&element| std::cmp::Reverse(related.degree(element)));
    let mut clique: Vec<usize> = Vec::new();
    for element in order {
        if clique.iter().all(|&member| related.contains(member, element)) {
            clique.push(element);
        }
    }
    clique
}

struct CliqueSearch<'a> {
    related: &'a PairSet,
    enough: usize,
    best: Vec<usize>,
    current: Vec<usize>,
    steps_left: usize,
}

impl CliqueSearch<'_> {
    /// Tries all ways to extend the current set by candidates, which are related to all of it.
    fn extend(&mut self, candidates: &[u64]) {
        if self.current.len() > self.best.len() {
            self.best.clone_from(&self.current);
        }
        let mut candidates = candidates.to_vec();
        while let Some(element) = first_element(&candidates) {
            let reachable = self.current.len() + count(&candidates);
            if self.best.len() >= self.enough || reachable <= self.best.len() || self.steps_left == 0 {
                return;
            }
            self.steps_left -= 1;
            let row = self.related.row(element);
            let narrowed: Vec<u64> = candidates.iter().zip(row).map(|(left, right)| left & right).collect();
            self.current.push(element);
            self.extend(&narrowed);
            self.current.pop();
            candidates[element / 64] &= !(1 << (element % 64));
        }
    }
}

fn first_element(bits: &[u64]) -> Option<usize> {
    let word = bits.iter().position(|&word| word != 0)?;
    Some(word * 64 + bits[word].trailing_zeros() as usize)
}

fn count(bits: &[u64]) -> usize {
    bits.iter().map(|word| word.count_ones() as usize).sum()
}
