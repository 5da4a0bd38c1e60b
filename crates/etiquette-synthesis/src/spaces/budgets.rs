//! How far searches go: every bound of the spaces, counted in steps and never in seconds.

/// `diagrams/guards.rs`.
pub(crate) mod diagrams_guards {
    /// A guard of more intervals than this can't be read by anybody.
    pub(crate) const MAX_INTERVALS: usize = 4096;
}

/// `diagrams/joint.rs`.
pub(crate) mod diagrams_joint {
    /// A larger automaton is not worth the attempt.
    pub(crate) const MAX_STATES: usize = 64;
    /// A common relation that grows larger than this is given up.
    pub(crate) const SQUARED_SIZE: usize = 20_000;
}

/// `diagrams/labels.rs`.
pub(crate) mod diagrams_labels {
    /// With more nodes than this, labels would cost more than they tell.
    pub(crate) const MAX_NODES: usize = 20_000;
}

/// `diagrams/mod.rs`.
pub(crate) mod diagrams {
    use etiquette_symbolic::Effort;

    /// More classes of arguments than this are not told apart.
    pub(crate) const MAX_LETTERS: usize = 4096;
    /// Reachable states that take more steps than this to find are not looked for where nothing but speed depends on
    /// them.
    pub(crate) const REACHING_STEPS: u64 = 1 << 17;
    /// Effort to find out whether a component is visibly deterministic, which nothing but a line in the result depends
    /// on.
    pub(crate) const DETERMINISM_EFFORT: Effort = Effort { steps: 256, relation: 5000 };
}

/// `diagrams/product.rs`.
pub(crate) mod diagrams_product {
    /// After so many steps without a difference it is tried to show that there is none.
    pub(crate) const PATIENT_STEPS: usize = 128;
}

/// `explicit/letters.rs`.
pub(crate) mod explicit_letters {
    /// More letters than this are refused.
    pub(crate) const MAX_LETTERS: u64 = 4096;
    /// A hidden choice among more values than this is refused.
    pub(crate) const MAX_CHOICES: u64 = 1 << 16;
    /// More initial states than this are refused.
    pub(crate) const MAX_INITIAL_STATES: u64 = 1 << 20;
}

/// `predicates/bounds.rs`.
pub(crate) mod predicates_bounds {
    /// For an answer that must not take long, words are followed until there are so many states; beyond them nothing is
    /// known.
    pub(crate) const FEW_STATES: usize = 300;
    /// The state of a bounding automaton that refuses; it accepts in all others.
    pub(crate) const REFUSED: usize = 1;
    /// The one in which nothing is known, so that anything may follow.
    pub(crate) const OPEN: usize = 2;
}

/// `predicates/facts.rs`.
pub(crate) mod predicates_facts {
    /// Words that are tried for each state and each forbidden call.
    pub(crate) const MOST_TRIALS: usize = 8;
    /// Longer labels tell nothing.
    pub(crate) const MOST_CUBES: usize = 12;
}

/// `predicates/letters.rs`.
pub(crate) mod predicates_letters {
    /// The most classes of arguments of one method.
    pub(crate) const MOST_CLASSES: usize = 32;
    /// Parameters with no more combinations of values than this are split into all of them where a test mixes them with
    /// the state.
    pub(crate) const FEW_VALUES: u64 = 16;
}

/// `predicates/realizable.rs`.
pub(crate) mod predicates_realizable {
    /// So many words are kept for each state: the first may lead to the wrong one of the component's states.
    pub(crate) const WORDS_FOR_EACH_STATE: usize = 4;
    /// So many words are tried in all.
    pub(crate) const MOST_TRIALS: usize = 400;
}

/// `solver/beliefs.rs`.
pub(crate) mod solver_beliefs {
    /// Where no more bits than this are open, a belief is spelled out as its states.
    pub(crate) const MAX_ENUMERATED_BITS: u32 = 5;
}

/// `solver/execute.rs`.
pub(crate) mod solver_execute {
    /// The most conflicts that the solver may spend on finding out whether a loop goes on.
    pub(crate) const ROUND_CONFLICTS: u64 = 2_000;
    /// How many rounds loops are followed at first: enough to see what a loop does, if it matters at all.
    pub(crate) const FEW_ROUNDS: usize = 3;
    /// How many rounds they are followed where that was not enough.
    pub(crate) const MANY_ROUNDS: usize = 16;
    /// A call that takes more terms than this is not followed further.
    pub(crate) const MAX_TERMS: usize = 30_000;
}
