//! An oracle that counts what goes through it: words and their letters.

use etiquette_learning::MembershipOracle;

/// Counts queries and the letters in them.
#[derive(Clone, Debug)]
pub struct Counter<M> {
    inner: M,
    queries: u64,
    symbols: u64,
}

impl<M> Counter<M> {
    /// Starts to count at zero.
    pub fn new(inner: M) -> Self {
        Counter { inner, queries: 0, symbols: 0 }
    }

    /// How many words were asked.
    pub fn queries(&self) -> u64 {
        self.queries
    }

    /// The sum of their lengths.
    pub fn symbols(&self) -> u64 {
        self.symbols
    }
}

impl<O, M: MembershipOracle<O>> MembershipOracle<O> for Counter<M> {
    type Error = M::Error;

    fn query(&mut self, word: &[usize]) -> Result<O, M::Error> {
        self.queries += 1;
        self.symbols += word.len() as u64;
        self.inner.query(word)
    }

    fn query_suffixes(
        &mut self,
        prefix: &[usize],
        suffixes: &[&[usize]],
        answers: &mut Vec<O>,
    ) -> Result<(), M::Error> {
        self.queries += suffixes.len() as u64;
        let letters = suffixes.iter().map(|suffix| prefix.len() + suffix.len());
        self.symbols += letters.sum::<usize>() as u64;
        self.inner.query_suffixes(prefix, suffixes, answers)
    }
}
