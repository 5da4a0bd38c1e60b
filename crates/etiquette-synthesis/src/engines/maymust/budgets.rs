//! How far searches go: every bound of the engine `maymust`, counted in steps and never in seconds.

/// `build_interface.rs`.
pub(crate) mod build_interface {
    /// A conjecture with more states follows the predicates one by one, where new ones keep coming: the paper's largest
    /// interface has fourteen.
    pub(crate) const MOST_STATES: usize = 60;
}
