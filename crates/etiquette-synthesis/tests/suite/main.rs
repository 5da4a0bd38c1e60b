//! All tests of etiquette-synthesis, in one binary: linking one for each file would take longer than running them.

#[path = "../../../etiquette-component/tests/common/mod.rs"]
mod common;

mod corpus;
mod determinism;
mod divide;
mod game;
mod guarded;
mod hierarchy;
mod maymust;
mod refine;
mod symbolic;
mod witness;
