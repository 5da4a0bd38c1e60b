//! All tests of etiquette-component that are quick, in one binary: linking one for each file would take longer than
//! running them.

#[path = "../common/mod.rs"]
mod common;

mod counting;
mod hide;
mod holding;
mod ideal;
mod roles;
mod semantics;
mod syntax;
