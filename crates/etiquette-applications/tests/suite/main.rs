//! All tests of etiquette-applications that are quick, in one binary: linking one for each file would take longer than
//! running them.

#[path = "../common/mod.rs"]
mod common;
#[path = "../../../etiquette-synthesis/tests/suite/corpus/generate.rs"]
mod generate;
#[allow(dead_code, reason = "only its random numbers are used")]
#[path = "../../../etiquette-component/tests/common/mod.rs"]
mod random;
#[path = "../../../../testing/skipped.rs"]
mod skipped;

mod diff;
mod experience;
mod explaining;
mod monitor;
mod monitor_registers;
mod reading;
mod registers;
mod round_trips;
mod verifying;
