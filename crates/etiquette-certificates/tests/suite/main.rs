//! All tests of etiquette-certificates that are quick, in one binary: linking one for each file would take longer than
//! running them.

#[path = "../../../../testing/skipped.rs"]
mod skipped;
#[path = "../support/mod.rs"]
mod support;

mod behind;
mod doubts;
mod examples;
mod hits;
mod outside;
mod random;
mod random_hits;
mod spreads;
