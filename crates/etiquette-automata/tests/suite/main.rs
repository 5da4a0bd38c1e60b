//! All tests of etiquette-automata that are quick, in one binary: linking one for each file would take longer than
//! running them.

mod properties;
