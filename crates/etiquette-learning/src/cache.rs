//! An oracle that remembers every answer, so that no word is asked twice.
//!
//! The memory grows with the number of different prefixes of the words asked; an error is not remembered.

use crate::oracle::{MembershipOracle, query_unknown};
use crate::trie::Trie;

/// Asks the inner oracle each word at most once.
#[derive(Clone, Debug)]
pub struct Cache<M, O> {
    inner: M,
    answers: Trie<O>,
}

impl<M, O> Cache<M, O> {
    /// An empty cache for words over `0..alphabet`.
    pub fn new(inner: M, alphabet: usize) -> Self {
        Cache { inner, answers: Trie::new(alphabet) }
    }

    /// The oracle behind the cache.
    pub fn inner(&self) -> &M {
        &self.inner
    }

    /// The number of different prefixes of the words that were asked.
    pub fn size(&self) -> usize {
        self.answers.size()
    }
}

impl<O: Clone, M: MembershipOracle<O>> MembershipOracle<O> for Cache<M, O> {
    type Error = M::Error;

    fn query(&mut self, word: &[usize]) -> Result<O, M::Error> {
        let node = self.answers.extend(Trie::<O>::ROOT, word);
        if let Some(known) = self.answers.value(node) {
            return Ok(known.clone());
        }
        let answer = self.inner.query(word)?;
        self.answers.set_value(node, answer.clone());
        Ok(answer)
    }

    fn query_suffixes(
        &mut self,
        prefix: &[usize],
        suffixes: &[&[usize]],
        answers: &mut Vec<O>,
    ) -> Result<(), M::Error> {
        let after_prefix = self.answers.extend(Trie::<O>::ROOT, prefix);
        let nodes: Vec<_> = suffixes.iter().map(|suffix| self.answers.extend(after_prefix, suffix)).collect();
        let known = nodes.iter().map(|&node| self.answers.value(node).cloned()).collect();
        let learn = |index: usize, answer: &O| self.answers.set_value(nodes[index], answer.clone());
        answers.extend(query_unknown(&mut self.inner, prefix, suffixes, known, learn)?);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::Cache;
    use crate::counter::Counter;
    use crate::oracle::MembershipOracle;

    #[test]
    fn asks_each_word_once() {
        let length = |word: &[usize]| Ok::<_, Infallible>(word.len());
        let mut cache = Cache::new(Counter::new(length), 2);
        assert_eq!(cache.query(&[0, 1]), Ok(2));
        assert_eq!(cache.query(&[0, 1]), Ok(2));
        let mut answers = Vec::new();
        assert_eq!(cache.query_suffixes(&[0], &[&[1], &[], &[1, 1]], &mut answers), Ok(()));
        assert_eq!(answers, [2, 1, 3]);
        assert_eq!(cache.inner().queries(), 3);
    }
}
