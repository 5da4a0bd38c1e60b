//! Oracles for a machine that is known: for tests and benchmarks, and to re-learn a machine that is at hand.
//!
//! [`KnownMachine`] decides equivalence: from it, `None` means that the hypothesis is right.

use std::convert::Infallible;

use crate::machine::Machine;
use crate::oracle::{EquivalenceOracle, MembershipOracle};
use crate::spanning::SpanningTree;

/// Answers both kinds of questions from a machine.
#[derive(Clone, Copy, Debug)]
pub struct KnownMachine<'a, O>(pub &'a Machine<O>);

impl<O: Clone> MembershipOracle<O> for KnownMachine<'_, O> {
    type Error = Infallible;

    fn query(&mut self, word: &[usize]) -> Result<O, Infallible> {
        Ok(self.0.output(word).clone())
    }

    fn query_suffixes(
        &mut self,
        prefix: &[usize],
        suffixes: &[&[usize]],
        answers: &mut Vec<O>,
    ) -> Result<(), Infallible> {
        let state = self.0.run(prefix);
        let after = |suffix: &&[usize]| self.0.output_of(self.0.run_from(state, suffix)).clone();
        answers.extend(suffixes.iter().map(after));
        Ok(())
    }
}

impl<O: Eq> EquivalenceOracle<O> for KnownMachine<'_, O> {
    type Error = Infallible;

    fn find_counterexample(&mut self, hypothesis: &Machine<O>) -> Result<Option<Vec<usize>>, Infallible> {
        Ok(separating_word(self.0, hypothesis))
    }
}

/// A word after which two machines over the same alphabet have different outputs, `None` where there is none.
///
/// The algorithm of Hopcroft and Karp: merge states that must be equal and follow each merged pair once, breadth first,
/// so the time is almost linear and the word is short, though not always the shortest.
pub fn separating_word<O: Eq>(left: &Machine<O>, right: &Machine<O>) -> Option<Vec<usize>> {
    assert_eq!(left.alphabet(), right.alphabet(), "machines over different alphabets");
    let merged = DisjointSets::new(left.states() + right.states());
    let mut search = PairSearch { left, right, merged, pairs: Vec::new(), words: SpanningTree::new() };
    if search.visit(left.initial(), right.initial()) {
        return Some(Vec::new());
    }
    let mut position = 0;
    while position < search.pairs.len() {
        if let Some(word) = search.expand(position) {
            return Some(word);
        }
        position += 1;
    }
    None
}

struct PairSearch<'a, O> {
    left: &'a Machine<O>,
    right: &'a Machine<O>,
    /// States that must be equal if the machines are: those of the left machine, then those of the right one.
    merged: DisjointSets,
    pairs: Vec<(usize, usize)>,
    /// How the pairs were come by.
    words: SpanningTree,
}

impl<O: Eq> PairSearch<'_, O> {
    /// Visits the successors of a pair; the word to the first one with different outputs.
    fn expand(&mut self, position: usize) -> Option<Vec<usize>> {
        let (left, right) = self.pairs[position];
        for letter in 0..self.left.alphabet() {
            let before = self.pairs.len();
            let differs = self.visit(self.left.next(left, letter), self.right.next(right, letter));
            if self.pairs.len() > before {
                self.words.add(position, letter);
            }
            if differs {
                return Some(self.words.word(before));
            }
        }
        None
    }

    /// Enters a pair unless it follows from earlier ones; whether it is new and its outputs differ.
    fn visit(&mut self, left: usize, right: usize) -> bool {
        let new = self.merged.merge(left, self.left.states() + right);
        if new {
            self.pairs.push((left, right));
        }
        new && self.left.output_of(left) != self.right.output_of(right)
    }
}

/// Union-find with path halving.
struct DisjointSets {
    parent: Vec<u32>,
    /// By root.
    size: Vec<u32>,
}

impl DisjointSets {
    fn new(count: usize) -> Self {
        DisjointSets { parent: (0..count as u32).collect(), size: vec![1; count] }
    }

    fn root(&mut self, element: usize) -> u32 {
        let mut here = element as u32;
        while self.parent[here as usize] != here {
            let above = self.parent[here as usize];
            self.parent[here as usize] = self.parent[above as usize];
            here = above;
        }
        here
    }

    /// Merges two sets; false where they are one already.
    fn merge(&mut self, first: usize, second: usize) -> bool {
        let (first, second) = (self.root(first), self.root(second));
        if first == second {
            return false;
        }
        let larger = self.size[first as usize] >= self.size[second as usize];
        let (above, below) = if larger { (first, second) } else { (second, first) };
        self.parent[below as usize] = above;
        self.size[above as usize] += self.size[below as usize];
        true
    }
}

#[cfg(test)]
mod tests {
    use super::separating_word;
    use crate::machine::Machine;

    #[test]
    fn finds_a_difference_and_nothing_else() {
        let modulo =
            |n: usize| Machine::new(1, (0..n).map(|state| state == 0).collect(), move |state, _| (state + 1) % n);
        assert_eq!(separating_word(&modulo(3), &modulo(3)), None);
        assert_eq!(separating_word(&modulo(3), &modulo(4)), Some(vec![0, 0, 0]));
    }
}
