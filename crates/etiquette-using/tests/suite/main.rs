//! All tests of etiquette-using that are quick, in one binary: linking one for each file would take longer than running them.

#[path = "../common/mod.rs"]
mod common;

mod diff;
mod experience;
mod explaining;
mod monitor;
mod reading;
mod round_trips;
mod verifying;
