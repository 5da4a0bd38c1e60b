//! What can be seen after a word, where some words cannot happen.

/// What is seen of a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// Every call was legal and the outcomes can be seen.
    Legal,
    /// A call was not legal when it was made.
    Illegal,
    /// The calls before were legal, but an outcome can't be seen: a *don't-care*.
    Impossible,
}

impl Answer {
    /// Whether the word can happen.
    pub fn is_possible(self) -> bool {
        self != Answer::Impossible
    }

    /// Whether the two tell words apart: what can't happen contradicts nothing.
    pub fn contradicts(self, other: Answer) -> bool {
        matches!((self, other), (Answer::Legal, Answer::Illegal) | (Answer::Illegal, Answer::Legal))
    }
}
