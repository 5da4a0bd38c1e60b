//! How far searches go: every bound of the engine `game`, counted in steps and never in seconds.

/// `exact_beliefs.rs`.
pub(crate) mod exact_beliefs {
    /// Pairs of beliefs that are looked at.
    pub(crate) const MOST_BELIEFS: usize = 20_000;
}

/// `offered_words.rs`.
pub(crate) mod offered_words {
    /// No more words than this are made from one in which outcomes are left out.
    pub(crate) const MOST_WORDS: usize = 256;
}
