//! All tests of etiquette-learning that are quick, in one binary: linking one for each file would take longer than
//! running them.

#[path = "../kit/mod.rs"]
mod kit;

mod conformance;
mod speed;
