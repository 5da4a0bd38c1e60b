//! Interfaces in formats of others: regular expressions over calls, JaTyC protocols, CrySL rules.
//!
//! All of them are read for a component, whose methods, overloads and outcomes they name; what they name and it does
//! not have is an error with its place. The words of an expression are those that a whole use consists of; an interface
//! accepts their beginnings. Where no constructor is named, any of them comes first.

mod atom;
mod compose;
mod constraints;
mod expression;
mod notation;
mod order;
mod pattern;
mod protocol;
mod scanner;

use etiquette_automata::Interface;

pub use expression::read_expression;
pub use notation::Notation;
pub use order::read_order;
pub use protocol::read_protocol;

/// An interface that was read, and what a reader should know about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadInterface {
    /// The interface.
    pub interface: Interface,
    /// What was read in a way that is not obvious, as sentences.
    pub notes: Vec<String>,
}

/// Deeper nesting is refused.
const MOST_NESTING: usize = 200;

/// Larger texts are refused: nobody writes them by hand.
pub const MAX_TEXT_BYTES: usize = 1 << 20;
