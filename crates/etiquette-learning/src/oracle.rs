//! What a learner asks: the output after a word, and a word on which a hypothesis is wrong.
//!
//! Oracles can wrap each other. An answer may be an error, such as a time limit: it goes through learner and driver
//! unchanged, and the learner keeps its last hypothesis.

use crate::machine::Machine;

/// Answers which output a word leads to, always the same for the same word.
pub trait MembershipOracle<O> {
    /// Why an answer can fail; [`std::convert::Infallible`] where it cannot.
    type Error;

    /// The output after the word.
    fn query(&mut self, word: &[usize]) -> Result<O, Self::Error>;

    /// The outputs after the prefix followed by each of the suffixes, appended to `answers`.
    ///
    /// The same as one query for each; worth replacing where the state after a common prefix can be kept.
    fn query_suffixes(
        &mut self,
        prefix: &[usize],
        suffixes: &[&[usize]],
        answers: &mut Vec<O>,
    ) -> Result<(), Self::Error> {
        let mut word = prefix.to_vec();
        for suffix in suffixes {
            word.truncate(prefix.len());
            word.extend_from_slice(suffix);
            answers.push(self.query(&word)?);
        }
        Ok(())
    }
}

/// A function is a membership oracle.
impl<O, E, F: FnMut(&[usize]) -> Result<O, E>> MembershipOracle<O> for F {
    type Error = E;

    fn query(&mut self, word: &[usize]) -> Result<O, E> {
        self(word)
    }
}

/// Looks for words on which a hypothesis is wrong.
pub trait EquivalenceOracle<O> {
    /// Why an answer can fail; [`std::convert::Infallible`] where it cannot.
    type Error;

    /// A word after which the hypothesis has the wrong output.
    ///
    /// `None` means that none was *found*. An oracle that decides equivalence says so in its documentation; from an
    /// oracle that tests, `None` does not mean that the hypothesis is right.
    fn find_counterexample(&mut self, hypothesis: &Machine<O>) -> Result<Option<Vec<usize>>, Self::Error>;
}
