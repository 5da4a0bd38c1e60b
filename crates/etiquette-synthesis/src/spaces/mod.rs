//! What engines explore: the words of a component, and what is known after each of them.
//!
//! [`explicit`] holds sets of states one by one, [`diagrams`] as decision diagrams, both behind the trait of [`space`];
//! [`solver`] holds them as formulas, and [`predicates`] looks at them through a predicate abstraction.

pub(crate) mod budgets;
pub(crate) mod diagrams;
pub(crate) mod explicit;
pub(crate) mod predicates;
pub(crate) mod solver;
pub(crate) mod space;
