//! Counterexample analysis after Rivest and Schapire (1993): where along a word does the hypothesis go wrong?
//!
//! Let `value(i)` be the right output when the first `i` letters are replaced by the access word of the state that the
//! hypothesis reaches with them. It starts at the right output and ends at the hypothesis' output, so it changes
//! somewhere: there a step leads to a state that the rest of the word tells apart from the step itself.

use crate::oracle::MembershipOracle;
use crate::spanning::SpanningTree;

/// A step of the hypothesis that is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct WrongStep<O> {
    /// The wrong step is the letter at this position; the letters after it are the separating suffix.
    pub(crate) position: usize,
    /// The output of the step itself, followed by the suffix.
    pub(crate) step_output: O,
    /// The output of the state that the hypothesis goes to, followed by the suffix.
    pub(crate) state_output: O,
}

/// Finds a wrong step of a learner along a word, by asking what follows the access words of the states on the way.
pub(crate) fn find_wrong_step_along<O: Eq, M: MembershipOracle<O>>(
    membership: &mut M,
    states: &SpanningTree,
    word: &[usize],
    (right_output, hypothesis_output): (O, O),
    state_at: impl Fn(usize) -> usize,
) -> Result<WrongStep<O>, M::Error> {
    let mut asked = Vec::new();
    find_wrong_step(word.len(), right_output, hypothesis_output, |position| {
        states.write_word(state_at(position), &mut asked);
        asked.extend_from_slice(&word[position..]);
        membership.query(&asked)
    })
}

/// Finds a wrong step in a word of the given length, at least two, given the outputs at both ends, with about `2
/// log2(length)` questions.
///
/// Steps of doubling size from the end, then halving: that gives short suffixes for long words, and suffixes are asked
/// often.
fn find_wrong_step<O: Eq, E>(
    length: usize,
    right_output: O,
    hypothesis_output: O,
    mut value: impl FnMut(usize) -> Result<O, E>,
) -> Result<WrongStep<O>, E> {
    // Throughout: value(low) = low_value differs from the hypothesis' output, value(high) equals it.
    // The last letter is never wrong: learners know the output of every single step.
    let (mut low, mut low_value, mut high) = (0, right_output, length - 1);
    let mut step = 1;
    while high > low + 1 {
        let middle = if high > low + step { high - step } else { low + (high - low) / 2 };
        let output = value(middle)?;
        if output == hypothesis_output {
            high = middle;
            step *= 2;
        } else {
            (low, low_value) = (middle, output);
            // From here on the distance is below the step: halve.
            step = length;
        }
    }
    Ok(WrongStep { position: low, step_output: low_value, state_output: hypothesis_output })
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use super::find_wrong_step;

    #[test]
    fn finds_a_change_with_few_questions() {
        for length in 2..200 {
            for change in 0..length - 1 {
                let mut questions = 0;
                let found = find_wrong_step(length, true, false, |position| {
                    questions += 1;
                    Ok::<_, Infallible>(position <= change)
                });
                let Ok(found) = found;
                assert_eq!((found.position, found.step_output), (change, true));
                assert!(questions <= 2 * (length.ilog2() + 1), "{questions} questions for length {length}");
            }
        }
    }
}
