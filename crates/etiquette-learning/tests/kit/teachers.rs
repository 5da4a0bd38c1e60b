//! Teachers that know the target: the kit uses the crate's own, which gives short counterexamples, and this one.

use std::convert::Infallible;

use etiquette_learning::{EquivalenceOracle, Machine, SplitMix64, separating_word};

/// Gives long random counterexamples where it finds some: a bad case for learners that keep parts of them.
pub struct LongWinded<'a> {
    target: &'a Machine<u8>,
    length: usize,
    random: SplitMix64,
}

impl<'a> LongWinded<'a> {
    pub fn new(target: &'a Machine<u8>, length: usize, seed: u64) -> Self {
        LongWinded { target, length, random: SplitMix64::new(seed) }
    }

    /// The longest prefix of a random word that is a counterexample.
    fn random_counterexample(&mut self, hypothesis: &Machine<u8>) -> Option<Vec<usize>> {
        let mut word = self.random.word(self.length, self.target.alphabet());
        let (mut left, mut right, mut last) = (self.target.initial(), hypothesis.initial(), None);
        for (position, &letter) in word.iter().enumerate() {
            (left, right) = (self.target.next(left, letter), hypothesis.next(right, letter));
            if self.target.output_of(left) != hypothesis.output_of(right) {
                last = Some(position + 1);
            }
        }
        word.truncate(last?);
        Some(word)
    }
}

impl EquivalenceOracle<u8> for LongWinded<'_> {
    type Error = Infallible;

    fn find_counterexample(&mut self, hypothesis: &Machine<u8>) -> Result<Option<Vec<usize>>, Infallible> {
        let short = separating_word(self.target, hypothesis);
        let long = short.as_ref().and_then(|_| (0..10).find_map(|_| self.random_counterexample(hypothesis)));
        Ok(long.or(short))
    }
}
