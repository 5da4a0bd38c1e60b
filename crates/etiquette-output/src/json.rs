//! The interface as JSON: the contract for other programs, version 2.
//!
//! Keys stand in a fixed order, and what fits on a line is kept on one line, so that people can read it and version
//! control can compare it. Reading back what was written gives the same [`Outcome`](etiquette_outcome::Outcome), but
//! for its evidence: a certificate stays JSON, in [`Enclosed`], until it meets its component again.

mod enclosed;
mod layout;
mod locate;
mod meaning;
mod node;
mod read;
mod states;
mod write;

pub use enclosed::{Enclosed, Source};
pub use node::ReadError;
pub use read::{read, read_enclosed};
pub use write::{render, render_enclosed};

/// The version of the contract that is written. Older ones can be read, too.
pub const VERSION: u64 = 2;

/// What is said of a forbidden call that can raise an error.
mod verdict {
    pub const FAILS: &str = "fails";
    pub const DOUBTFUL: &str = "doubtful";
}

/// What a JVM made of a witness, as JSON writes it.
mod jvm {
    pub const RAISED: &str = "raised";
    pub const DIFFERS: &str = "did not raise";
    pub const NOT_MADE: &str = "could not be made";
}

/// Why a call is forbidden, where it isn't because of an error, as JSON and the other formats write it.
mod why {
    pub const NOT_CONSTRUCTED: &str = "not constructed";
    pub const ALREADY_CONSTRUCTED: &str = "already constructed";
    pub const NOT_THERE: &str = "there is no such object yet";
    pub const NEVER_MET: &str = "its guard is never met here";
    pub const LEADS_TO_DEAD_END: &str = "leads to a dead end";
    pub const UNEXPLORED: &str = "unexplored";
}
