//! Predicates from traces: how the engines that find their own abstractions refine them.
//!
//! A trace of the abstraction is followed on the component ([`path`]); weakest preconditions, interpolants and what the
//! methods test give predicates that decide it ([`refiner`]). [`abstractions`] keeps what is known between two
//! refinements.

pub(crate) mod abstractions;
pub(crate) mod atoms_of_ways;
pub(crate) mod diverging_equalities;
pub(crate) mod interpolate;
pub(crate) mod needed_conditions;
pub(crate) mod path;
pub(crate) mod predicates_in_words;
pub(crate) mod refiner;
pub(crate) mod split_arguments;
