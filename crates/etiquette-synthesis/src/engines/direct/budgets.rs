//! How far searches go: every bound of the engine `direct`, counted in steps and never in seconds.

/// `diagrams.rs`.
pub(crate) mod diagrams {
    /// An automaton with more states than this is not written down unless it is minimised.
    pub(crate) const SHOWN_STATES: u128 = 4096;
    /// With at most so many states, and with more than so many classes of them, they are explored one by one.
    pub(crate) const EXPLORED_STATES: u128 = 1 << 17;
    pub(crate) const FEW_CLASSES: usize = 64;
    /// With hidden choices beliefs may be fewer than classes, so with more classes than this they are tried.
    pub(crate) const MANY_CLASSES: usize = 2048;
}
