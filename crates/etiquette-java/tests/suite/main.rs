//! All tests of etiquette-java that are quick, in one binary: linking one for each file would take longer than running
//! them.

#[path = "../common/mod.rs"]
mod common;
#[path = "../../../../testing/skipped.rs"]
mod skipped;

mod class_paths;
mod corpus;
mod corrupt;
mod depth;
mod facades;
mod hierarchies;
mod interrupting;
mod models;
mod reading;
mod replay;
mod robustness;
mod speed;
mod unfollowed;
