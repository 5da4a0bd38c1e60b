//! How far searches go: every bound of the engine `guarded`, counted in steps and never in seconds.

/// `check/entailment.rs`.
pub(crate) mod check_entailment {
    /// Choices of no more bits than this in all are put in one by one.
    pub(crate) const FEW_BITS: u32 = 6;
    /// A set that takes more instances than this is not written down without quantifiers.
    pub(crate) const MOST_INSTANCES: usize = 64;
}

/// `check/property_directed.rs`.
pub(crate) mod check_property_directed {
    /// How many steps are looked at before a proof is tried.
    pub(crate) const SHORT: usize = 4;
}

/// `conclude.rs`.
pub(crate) mod conclude {
    /// Labels of more parts than this are not worth showing.
    pub(crate) const LARGEST_LABEL: usize = 12;
    /// How hard the checker tries where it decides whether all forbidden calls have a reason.
    pub(crate) const CONFLICTS: u64 = 50_000;
    /// The most reasons that are told.
    pub(crate) const MOST_REASONS: usize = 2;
}

/// `facts.rs`.
pub(crate) mod facts {
    /// More pairs of a state and a set of component states than this are not looked at.
    pub(crate) const MOST_VISITS: usize = 5_000;
}

/// `refinement.rs`.
pub(crate) mod refinement {
    /// Parameters with no more combinations of values than this are told apart one by one where they are related to
    /// those of another call.
    pub(crate) const FEW_VALUES: u64 = 16;
}

/// `teacher.rs`.
pub(crate) mod teacher {
    /// More guards than this for one method, and no finite set of them seems to do.
    pub(crate) const MOST_GUARDS: usize = 64;
}
