//! Temporal interfaces as automata: what they are, and what can be done with them without knowing any component.

mod interface;

pub use interface::{Alphabet, Call, CallId, EventId, Interface, Parameter, StateId};
