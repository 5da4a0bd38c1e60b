//! Systems written for other checkers, and z3's Spacer asked about them.
//!
//! [`to_btor2`], [`to_horn_clauses`] and [`to_c`] write the same question in three languages: can a bad state be
//! reached? Runs there are runs here, but for steps in which nothing happens. [`spacer`] asks z3, if it is installed,
//! and believes nothing: an invariant is checked, a run found again.

mod btor2;
mod c;
mod horn;
mod names;
mod spacer;

pub use btor2::to_btor2;
pub use c::to_c;
pub use horn::to_horn_clauses;
pub use spacer::spacer;
