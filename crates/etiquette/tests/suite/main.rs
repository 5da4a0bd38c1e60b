//! All tests of etiquette that are quick, in one binary: linking one for each file would take longer than running them.

#[path = "../common/mod.rs"]
mod common;
#[path = "../../../../testing/skipped.rs"]
mod skipped;

mod architecture;
mod bad_input;
mod certify;
mod check;
mod check_registers;
mod determinism;
mod diff;
mod engines;
mod explain;
mod files;
mod fuzz_smoke;
mod hierarchy;
mod jars;
mod java_alphabet;
mod java_bad_input;
mod java_compiling;
mod java_errors;
mod java_fields;
mod java_options;
mod java_statics;
mod licences;
mod limits;
mod monitor;
mod monitor_several;
mod observers;
mod papers;
mod predicates;
mod products;
mod random_clients;
mod refine;
mod registers;
mod replay;
mod results;
mod roles;
mod verify;
mod witness;
mod wrong_proofs;
