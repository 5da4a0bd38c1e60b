//! All tests of etiquette-bench that are quick, in one binary: linking one for each file would take longer than running
//! them.

#[path = "../../../../testing/skipped.rs"]
mod skipped;

mod suite;
mod three_algorithms;
mod wrong_proofs;
