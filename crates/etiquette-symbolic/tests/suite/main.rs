//! All tests of etiquette-symbolic that are quick, in one binary: linking one for each file would take longer than
//! running them.

mod components;
mod random;
