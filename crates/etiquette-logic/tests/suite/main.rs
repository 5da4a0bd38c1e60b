//! All tests of etiquette-logic that are quick, in one binary: linking one for each file would take longer than running
//! them.

#[path = "../common/mod.rs"]
mod common;
#[path = "../parser/mod.rs"]
mod parser;
#[path = "../../../../testing/skipped.rs"]
mod skipped;

mod external;
mod infix;
mod operators;
mod reading;
mod simplify;
mod solver;
