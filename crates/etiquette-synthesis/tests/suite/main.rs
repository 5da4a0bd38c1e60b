//! All tests of etiquette-synthesis, in one binary: linking one for each file would take longer than running them.

#[path = "../../../etiquette-component/tests/common/mod.rs"]
mod common;
#[path = "../../../../testing/skipped.rs"]
mod skipped;

mod corpus;
mod divide;
mod game;
mod growth;
mod guarded;
mod hierarchy;
mod maymust;
mod refine;
mod symbolic;
mod witness;
