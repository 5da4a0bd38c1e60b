//! Predicate abstraction over the states of a component: the base of the engines of JIST (POPL 2005), Permissive
//! Interfaces (FSE 2005) and May and Must (CAV 2010).
//!
//! An [`Abstraction`] answers what a call may do from a [`Valuation`] of the predicates, and what it must be able to
//! do. May answers over-approximate, must answers under-approximate, whatever the component does. Nothing here prints
//! or opens files.
//!
//! ```
//! use etiquette_predicates::{Abstraction, Precision, parse_predicates};
//!
//! let source = "component lamp { var on: bool = false; method press() { on = !on; } method read() { assert on; } }";
//! let mut lamp = etiquette_component::parse(source, "lamp.component").unwrap();
//! let predicates = parse_predicates(&mut lamp, &["on"]).unwrap();
//! let mut abstraction = Abstraction::new(&lamp, predicates, Precision::Boolean);
//! let start = abstraction.initial().unwrap();
//! let read = abstraction.may(1, &start[0]).unwrap();
//! assert!(read.may_fail() && abstraction.must_fail(1, &start[0]).unwrap());
//! ```

mod abstraction;
mod atoms;
mod block;
mod boolean_component;
mod cubes;
mod front;
mod method;
mod must;
mod predicate;
mod smv;
mod space;
mod statements;
mod trace;
mod valuation;

pub use abstraction::{Abstraction, Step};
pub use atoms::atoms;
pub use boolean_component::boolean_component;
pub use cubes::{Cube, conjunction, cover};
pub use front::guards_in_front_of_errors;
pub use must::Choices;
pub use predicate::{BadPredicate, Predicate, parse_predicates};
pub use smv::smv;
pub use space::{AbstractSpace, Incomplete, Transition, explore};
pub use trace::{Run, Tracer, blocks_to, own_symbols};
pub use valuation::{Granularity, Precision, Truth, Valuation};

/// A search of the solver was interrupted: there is no answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Interrupted;
