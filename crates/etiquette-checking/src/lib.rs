//! Can a bad state be reached? Checkers for symbolic transition systems, and the product of a component with an
//! interface.
//!
//! A [`System`] has variables, initial states and steps, all as terms of one pool. [`bounded`], [`k_induction`],
//! [`pdr`] and [`explicit`] answer the same [`Question`] about it in different ways. No answer needs to be believed: a
//! trace can be run again ([`replay`]), an invariant checked with three queries ([`check_invariant`]). [`Product`] is
//! the system in which a component meets an interface; its bad states are those in which the two disagree.
//! [`to_btor2`], [`to_horn_clauses`] and [`to_c`] write a system for other checkers, and [`spacer`] asks one of them.

mod bounded;
mod certificate;
mod circuit;
mod explicit;
mod external;
mod induction;
mod inductive;
mod pdr;
mod product;
mod question;
mod relation;
mod simulate;
mod system;
mod unrolling;

pub use bounded::bounded;
pub use certificate::check_invariant;
pub use explicit::explicit;
pub use external::{spacer, to_btor2, to_c, to_horn_clauses};
pub use induction::k_induction;
pub use inductive::inductive;
pub use pdr::pdr;
pub use product::{Happened, Product, Registers, Story, Wrong};
pub use question::{Limits, Question, Unknown, Verdict};
pub use simulate::replay;
pub use system::{Step, System, TakenStep, Trace};
