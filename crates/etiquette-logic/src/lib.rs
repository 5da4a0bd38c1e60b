//! Terms over booleans and bit-vectors, and what can be done with them: simplify, evaluate, print, solve.

mod term;

pub use term::{BinaryOp, MAX_WIDTH, Node, Sort, Symbol, Term, TermPool, UnaryOp, mask, to_signed};
