//! How far searches go: every bound of the choice of an engine, counted in steps and never in seconds.

/// `auto.rs`.
pub(crate) mod auto {
    /// Where everything can be tried, an interface with more states than this is not worth a search for labels.
    pub(crate) const CERTIFIED_STATES: u64 = 32;
    /// Where the user sets no limits, an interface with more states than this is not waited for as long as there is a
    /// simpler one.
    pub(crate) const UNLIMITED_STATES: u64 = 12;
    /// The part of the remaining time after which something simpler is tried.
    pub(crate) const TIME_FOR_PROOFS: f64 = 0.8;
    /// A component with more states than this is not explored when no proof was found.
    pub(crate) const EXPLORED_STATES: u64 = 200_000;
    /// A component with states of more bits than this is not made into diagrams when no proof was found.
    pub(crate) const DIAGRAM_BITS: u32 = 64;
}
