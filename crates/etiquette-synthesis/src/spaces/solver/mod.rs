//! Beliefs as formulas: symbolic execution of single calls, and what is possible after a word.

pub(crate) mod beliefs;
pub(crate) mod execute;
