//! Properties of the operations on interfaces, on random partial automata, against definitions that are too slow to
//! use.

mod coarsening;
mod comparing;
mod interfaces;
mod matcher;
mod merging;
mod minimising;
mod regular_expressions;
mod serialising;
