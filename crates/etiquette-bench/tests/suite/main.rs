//! All tests of etiquette-bench that are quick, in one binary: linking one for each file would take longer than running
//! them.

mod suite;
mod three_algorithms;
