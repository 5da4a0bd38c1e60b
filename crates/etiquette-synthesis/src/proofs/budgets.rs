//! How far searches go: every bound of the proofs, counted in steps and never in seconds.

/// `candidates.rs`.
pub(crate) mod candidates {
    /// Larger conditions of the source are no candidates.
    pub(crate) const MAX_SIZE: usize = 40;
    /// The most numbers that a variable is compared with.
    pub(crate) const MAX_NUMBERS: usize = 12;
    /// More values than this of a variable are not listed.
    pub(crate) const MAX_VALUES: usize = 4;
    /// With more integers than this, they are not compared with each other.
    pub(crate) const MAX_COMPARED: usize = 7;
}

/// `certify.rs`.
pub(crate) mod certify {
    /// The most ways to make the hidden choices of one call.
    pub(crate) const MOST_INSTANCES: usize = 8;
    /// How hard the checker tries where it decides whether there is a certificate at all.
    pub(crate) const CONFLICTS: u64 = 50_000;
}

/// `distinct.rs`.
pub(crate) mod distinct {
    /// Continuations that are tried for each pair.
    pub(crate) const MOST_TRIALS: usize = 6;
    /// More states than this are not compared.
    pub(crate) const MOST_STATES: usize = 64;
}

/// `houdini.rs`.
pub(crate) mod houdini {
    /// The most conflicts that the solver may spend on one question; without an answer, the candidate is dropped.
    pub(crate) const CONFLICTS: u64 = 20_000;
    /// The most solvers for calls: each takes some megabytes.
    pub(crate) const MAX_SOLVERS: usize = 40;
    /// With no more arcs than this, a solver for each call would take longer to set up than it saves.
    pub(crate) const FEW_ARCS: usize = 32;
    /// A solver with more variables than this is begun anew, but not before it has answered so many questions: to be
    /// satisfied, all variables have to be assigned, also those that only other places need.
    pub(crate) const MANY_VARIABLES: u64 = 5_000;
    pub(crate) const CHECKS_BETWEEN_SWEEPS: u64 = 500;
    /// Of so many parts of a condition the looks are seen; beyond that, the solver is quicker.
    pub(crate) const MAX_PARTS: usize = 50;
}

/// `inside.rs`.
pub(crate) mod inside {
    /// How far PDR goes.
    pub(crate) const FRAMES: usize = 60;
    /// The most conflicts of a single query.
    pub(crate) const CONFLICTS: u64 = 20_000;
}

/// `interpolant.rs`.
pub(crate) mod interpolant {
    /// The most clauses of one interpolant.
    pub(crate) const MOST_CLAUSES: usize = 64;
}

/// `prove.rs`.
pub(crate) mod prove {
    /// The longest words that are looked at one by one before PDR starts.
    pub(crate) const BOUNDED_DEPTH: usize = 4;
    /// How far PDR goes.
    pub(crate) const FRAMES: usize = 200;
}

/// `regions.rs`.
pub(crate) mod regions {
    /// The most regions that are tried.
    pub(crate) const MAX_REGIONS: usize = 24;
    /// The most ways to make the hidden choices of one call.
    pub(crate) const MAX_INSTANCES: usize = 6;
    pub(crate) const CONFLICTS: u64 = 20_000;
}

/// `rounds.rs`.
pub(crate) mod rounds {
    /// The most states from which a call is run.
    pub(crate) const MAX_STATES: usize = 4;
    /// The most rounds of one run: with more, no variable takes few values.
    pub(crate) const MAX_ROUNDS: usize = 64;
    /// The most values of a variable with which others are told apart.
    pub(crate) const MAX_VALUES: usize = 40;
    /// With more integers than this, they are not related to each other.
    pub(crate) const MAX_INTEGERS: usize = 6;
}

/// `spreads.rs`.
pub(crate) mod spreads {
    /// The most ways to make the hidden choices of one call.
    pub(crate) const MAX_INSTANCES: usize = 6;
    /// With more variables than this, the search is not worth it.
    pub(crate) const MAX_VARIABLES: usize = 24;
    /// The most pairs of states that are excluded; small components take a dozen.
    pub(crate) const MAX_EXCLUDED: usize = 150;
    /// The most variables that are left free one at a time.
    pub(crate) const MAX_FREE: usize = 4;
    /// The most witnesses that are tried for one call.
    pub(crate) const MAX_WITNESSES: usize = 200;
    /// The most ways to undo one call that are tried.
    pub(crate) const MAX_UNDONE: usize = 8;
}
