//! Tests of etiquette-java that take long. `cargo test` leaves them out; `.ci/run` runs them with `cargo test --test
//! long`.

#[path = "../../../../testing/skipped.rs"]
mod skipped;

mod jdk;
