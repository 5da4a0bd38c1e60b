//! How far searches go: every bound of the engine `refine`, counted in steps and never in seconds.

/// `explicit/mod.rs`.
pub(crate) mod explicit {
    /// So many bits are hidden at most: every combination of them is tried.
    pub(crate) const MOST_HIDDEN_BITS: u32 = 18;
}

/// `hitting.rs`.
pub(crate) mod hitting {
    /// How many choices the exact search makes at most.
    pub(crate) const PATIENCE: usize = 20_000;
}
