//! How far searches go: every bound of the hierarchy, counted in steps and never in seconds.

/// `happening.rs`.
pub(crate) mod happening {
    /// More pairs of belief and state than this are not looked at.
    pub(crate) const MOST_PAIRS: usize = 20_000;
}
