//! How far searches go: every bound of the engine `learn`, counted in steps and never in seconds.

/// `diagrams.rs`.
pub(crate) mod diagrams {
    /// So many states can be looked at one by one.
    pub(crate) const FEW_STATES: u128 = 1 << 16;
}

/// `explicit.rs`.
pub(crate) mod explicit {
    /// After so many rounds, more than one word is asked for.
    pub(crate) const ROUNDS_WITH_ONE_WORD: u64 = 8;
}
