//! Components with finite domains as binary decision diagrams.
//!
//! A [`SymbolicComponent`] is built from the terms of a component. Sets of states are [`Bdd`]s over the current
//! variables of its [`Layout`]; [`Relation`]s lead from sets to sets. Every operation may end in a [`Halt`], which is a
//! value to hand up.
//!
//! ```
//! use etiquette_symbolic::{Effort, Options, SymbolicComponent};
//!
//! let source = "component counter {
//!     var value: u40 = 0;
//!     method next() { value = value + 1; }
//!     method check(limit: u40) { assert value < limit; }
//! }";
//! let counter = etiquette_component::parse(source, "counter.component").unwrap();
//! let symbolic = SymbolicComponent::new(&counter, &Options::default(), || false)?;
//! let reached = symbolic.reachable(Effort::UNBOUNDED)?;
//! assert_eq!(symbolic.count(&reached.states), 1 << 40);
//! # Ok::<(), etiquette_symbolic::Halt>(())
//! ```

mod circuit;
mod component;
mod determinism;
mod diagrams;
mod layout;
mod letters;
mod method;
mod order;
mod prepared;
mod reach;
mod relation;
mod trial;

pub use component::{Options, SymbolicComponent};
pub use determinism::{Determinism, Disagreement};
pub use diagrams::{Bdd, Capacity, Diagrams, Fallible, Halt, Replacement, Var};
pub use layout::{Cell, Layout};
pub use letters::{Classes, SymbolicLetter};
pub use method::SymbolicMethod;
pub use order::Order;
pub use reach::{Closure, Effort, Reached};
pub use relation::{Relation, equal_bits, unchanged};
