#![no_main]

#[allow(dead_code)] // Every target uses its own check.
#[path = "../checks/mod.rs"]
mod checks;

libfuzzer_sys::fuzz_target!(|text: &str| checks::java::read_stubs(text));
