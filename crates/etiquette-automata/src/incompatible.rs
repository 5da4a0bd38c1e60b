//! Which states cannot be merged: the pairs after which some word that is defined from both leads to differing allowed
//! sets.
//!
//! A backward fixpoint over pairs: quadratic in the number of states, in time and in bits.

use crate::interface::Interface;
use crate::inverse::Inverse;

/// A symmetric relation on `0..count`, a bit for each pair.
pub(crate) struct PairSet {
    count: usize,
    words_in_row: usize,
    bits: Vec<u64>,
}

impl PairSet {
    fn new(count: usize) -> Self {
        let words_in_row = count.div_ceil(64);
        PairSet { count, words_in_row, bits: vec![0; count * words_in_row] }
    }

    pub(crate) fn count(&self) -> usize {
        self.count
    }

    pub(crate) fn contains(&self, first: usize, second: usize) -> bool {
        self.row(first)[second / 64] >> (second % 64) & 1 == 1
    }

    /// All elements that are related to one, as bits.
    pub(crate) fn row(&self, element: usize) -> &[u64] {
        &self.bits[element * self.words_in_row..][..self.words_in_row]
    }

    /// With how many elements one is related.
    pub(crate) fn degree(&self, element: usize) -> u32 {
        self.row(element).iter().map(|word| word.count_ones()).sum()
    }

    /// Enters a pair both ways; whether it is new.
    fn insert(&mut self, first: usize, second: usize) -> bool {
        let new = !self.contains(first, second);
        for (row, column) in [(first, second), (second, first)] {
            self.bits[row * self.words_in_row + column / 64] |= 1 << (column % 64);
        }
        new
    }
}

/// The pairs of states that are not compatible.
pub(crate) fn incompatible_pairs(interface: &Interface) -> PairSet {
    let inverse = Inverse::of(interface);
    let mut pairs = PairSet::new(interface.state_count());
    let mut waiting = Vec::new();
    for first in 0..interface.state_count() {
        for second in 0..first {
            if interface.allowed_row(first) != interface.allowed_row(second) {
                pairs.insert(first, second);
                waiting.push((first, second));
            }
        }
    }
    while let Some((first, second)) = waiting.pop() {
        for event in 0..interface.alphabet().event_count() {
            for &before_first in inverse.sources(event, first) {
                for &before_second in inverse.sources(event, second) {
                    let pair = (before_first as usize, before_second as usize);
                    if pairs.insert(pair.0, pair.1) {
                        waiting.push(pair);
                    }
                }
            }
        }
    }
    pairs
}
