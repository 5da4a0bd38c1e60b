//! The direct algorithm (*Three Algorithms for Interface Synthesis*, 2006, Algorithms 1 and 2), on single states and on
//! decision diagrams.

pub(crate) mod budgets;
pub(crate) mod diagrams;
pub(crate) mod explicit;
