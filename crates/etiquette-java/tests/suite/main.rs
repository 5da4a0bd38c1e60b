//! All tests of etiquette-java that are quick, in one binary: linking one for each file would take longer than running them.

#[path = "../common/mod.rs"]
mod common;

mod class_paths;
mod corpus;
mod corrupt;
mod depth;
mod hierarchies;
mod interrupting;
mod jdk;
mod reading;
mod replay;
mod robustness;
mod speed;
