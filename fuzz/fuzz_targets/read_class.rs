#![no_main]

#[allow(dead_code)] // Every target uses its own check.
#[path = "../checks/mod.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| checks::java::read_class(bytes));
