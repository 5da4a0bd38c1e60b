//! The learning algorithm (*Three Algorithms for Interface Synthesis*, 2006, Algorithm 3), on single states and on
//! decision diagrams.

pub(crate) mod budgets;
pub(crate) mod diagrams;
pub(crate) mod explicit;
