//! A filter for outputs that are final: once a word has led to an absorbing output, such as an error, all its
//! extensions have the same output and are not asked any more. For prefix-closed languages the rejecting output is
//! absorbing.

use crate::oracle::{MembershipOracle, query_unknown};
use crate::trie::Trie;

/// Answers extensions of words with an absorbing output without asking.
#[derive(Clone, Debug)]
pub struct Absorbing<M, O, P> {
    inner: M,
    is_absorbing: P,
    /// Words that are known to have an absorbing output.
    absorbed: Trie<O>,
}

impl<M, O, P: Fn(&O) -> bool> Absorbing<M, O, P> {
    /// A filter for words over `0..alphabet`; `is_absorbing` says which outputs never change any more.
    pub fn new(inner: M, alphabet: usize, is_absorbing: P) -> Self {
        Absorbing { inner, is_absorbing, absorbed: Trie::new(alphabet) }
    }

    /// The oracle behind the filter.
    pub fn inner(&self) -> &M {
        &self.inner
    }

    fn remember(&mut self, word: &[usize], output: &O)
    where
        O: Clone,
    {
        if (self.is_absorbing)(output) {
            let node = self.absorbed.extend(Trie::<O>::ROOT, word);
            self.absorbed.set_value(node, output.clone());
        }
    }

    fn output_of_a_prefix(&self, word: &[usize]) -> Option<&O> {
        let mut node = Trie::<O>::ROOT;
        for &letter in word {
            if self.absorbed.value(node).is_some() {
                break;
            }
            node = self.absorbed.child(node, letter)?;
        }
        self.absorbed.value(node)
    }
}

impl<O: Clone, M: MembershipOracle<O>, P: Fn(&O) -> bool> MembershipOracle<O> for Absorbing<M, O, P> {
    type Error = M::Error;

    fn query(&mut self, word: &[usize]) -> Result<O, M::Error> {
        if let Some(known) = self.output_of_a_prefix(word) {
            return Ok(known.clone());
        }
        let answer = self.inner.query(word)?;
        self.remember(word, &answer);
        Ok(answer)
    }

    fn query_suffixes(
        &mut self,
        prefix: &[usize],
        suffixes: &[&[usize]],
        answers: &mut Vec<O>,
    ) -> Result<(), M::Error> {
        let words: Vec<Vec<usize>> = suffixes.iter().map(|suffix| [prefix, suffix].concat()).collect();
        let known = words.iter().map(|word| self.output_of_a_prefix(word).cloned()).collect();
        let mut fresh = Vec::new();
        let learn = |index: usize, answer: &O| fresh.push((index, answer.clone()));
        answers.extend(query_unknown(&mut self.inner, prefix, suffixes, known, learn)?);
        for (index, answer) in fresh {
            self.remember(&words[index], &answer);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::Absorbing;
    use crate::counter::Counter;
    use crate::oracle::MembershipOracle;

    #[test]
    fn does_not_ask_beyond_an_error() {
        let no_ones = |word: &[usize]| Ok::<_, Infallible>(!word.contains(&1));
        let mut filter = Absorbing::new(Counter::new(no_ones), 2, |safe: &bool| !safe);
        assert_eq!(filter.query(&[0, 1]), Ok(false));
        assert_eq!(filter.query(&[0, 1, 0]), Ok(false));
        assert_eq!(filter.query(&[0, 0]), Ok(true));
        let mut answers = Vec::new();
        assert_eq!(filter.query_suffixes(&[0], &[&[1, 1], &[0, 1], &[]], &mut answers), Ok(()));
        assert_eq!(answers, [false, false, true]);
        assert_eq!(filter.inner().queries(), 4);
    }
}
