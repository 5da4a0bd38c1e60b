//! How far searches go: every bound of what is made readable, counted in steps and never in seconds.

/// `cover.rs`.
pub(crate) mod cover {
    /// Conditions of more atoms than this are left as they are.
    pub(crate) const MAX_ATOMS: usize = 40;
    /// Covers of more conjunctions than this help nobody.
    pub(crate) const MAX_CONJUNCTIONS: usize = 16;
    /// The most conflicts that one question is worth: what is hard to see is not easy to read either.
    pub(crate) const MAX_CONFLICTS: u64 = 200;
}

/// `facts.rs`.
pub(crate) mod facts {
    /// Words are spelled out until they add up to this many calls: in a long chain they would take more time and memory
    /// than all the rest, and nobody reads hundreds of words of hundreds of calls.
    pub(crate) const MAX_SPELLED_CALLS: usize = 1 << 16;
}

/// `guards.rs`.
pub(crate) mod guards {
    /// More intervals than this are not spelled out.
    pub(crate) const MAX_INTERVALS: usize = 5;
    /// The most branches of numbers that are told apart.
    pub(crate) const MAX_CASES: usize = 4;
    /// So many numbers are tried to see that they are more, as the even ones are.
    pub(crate) const SMALL_NUMBERS: u64 = 32;
}

/// `labels.rs`.
pub(crate) mod labels {
    /// With more beliefs or states than this, labels would cost more than they tell.
    pub(crate) const MAX_BELIEFS: usize = 20_000;
    pub(crate) const MAX_STATES: usize = 200;
    /// A label is a disjunction of at most this many parts.
    pub(crate) const MAX_PARTS: usize = 4;
}

/// `ranges.rs`.
pub(crate) mod ranges {
    /// Labels of at most this many characters are short enough as they are.
    pub(crate) const SHORT: usize = 30;
    /// Labels that can be said in so many characters with the source's own comparisons are said with them, or with a
    /// single box.
    pub(crate) const LONG: usize = 60;
    /// More boxes than this help nobody.
    pub(crate) const MAX_BOXES: usize = 6;
    /// Conditions on more variables than this have no few boxes.
    pub(crate) const MAX_VARIABLES: usize = 8;
}
