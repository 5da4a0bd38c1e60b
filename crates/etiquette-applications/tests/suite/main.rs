//! All tests of etiquette-applications that are quick, in one binary: linking one for each file would take longer than
//! running them.

#[path = "../common/mod.rs"]
mod common;
#[path = "../../../../testing/skipped.rs"]
mod skipped;

mod diff;
mod experience;
mod explaining;
mod monitor;
mod monitor_registers;
mod reading;
mod round_trips;
mod verifying;
