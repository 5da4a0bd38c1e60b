//! All tests of etiquette-output that are quick, in one binary: linking one for each file would take longer than
//! running them.

#[path = "../common/mod.rs"]
mod common;

mod contracts;
mod doubts;
mod exports;
mod formats;
mod gallery;
mod golden;
mod json;
mod layout;
mod roles;
mod structure;
