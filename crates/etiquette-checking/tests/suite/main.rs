//! All tests of etiquette-checking that are quick, in one binary: linking one for each file would take longer than
//! running them.

#[path = "../common/mod.rs"]
mod common;
#[path = "../../../../testing/skipped.rs"]
mod skipped;

mod corpus;
mod external;
mod products;
mod random;
mod registers;
mod systems;
