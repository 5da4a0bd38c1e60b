//! How far searches go: every bound of the engine `certified`, counted in steps and never in seconds.

/// `search.rs`.
pub(crate) mod search {
    /// The most beliefs of a state from which samples are taken.
    pub(crate) const MAX_SAMPLED: usize = 40;
    /// Experiments longer than this are no candidates for labels.
    pub(crate) const MAX_EXPERIMENT: usize = 6;
    /// How many pairs of a state and a belief are walked through before a proof is tried.
    pub(crate) const WALKED_PAIRS: usize = 100;
    /// The same where calls are forbidden that fail from some states of a belief only: there, the proof does not notice
    /// what is forbidden without need.
    pub(crate) const WALKED_PAIRS_IF_MIXED: usize = 4_000;
    /// With no more states than this, a walk that was cut short is no reason to look for differences that only long words
    /// show.
    pub(crate) const FEW_STATES: usize = 4;
    /// The most values of hidden choices that are looked for with which a method fails: where each state takes another
    /// one, there is no end to them.
    pub(crate) const MAX_INSTANCES: usize = 16;
    /// With more guards than this for one method, a parameter is related to the state in a way that no finite set of
    /// guards catches.
    pub(crate) const MAX_CALLS: usize = 24;
}

/// `split.rs`.
pub(crate) mod split {
    /// The most models that are tried to project hidden choices out.
    pub(crate) const MAX_MODELS: usize = 24;
}

/// `walk.rs`.
pub(crate) mod walk {
    /// A walk that asks the solver more often than this is no longer cheap.
    pub(crate) const MAX_SOLVER_CALLS: u64 = 2_000;
}
