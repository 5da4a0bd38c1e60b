//! Terms over booleans and bit-vectors, and what can be done with them: simplify, evaluate, print, solve.

mod aig;
mod blast;
mod evaluate;
mod external;
mod infix;
mod sat;
mod simplify;
mod smtlib;
mod solver;
mod substitute;
mod term;
mod traverse;
mod tseitin;

pub use aig::{Aig, Gate, Signal};
pub use blast::Blaster;
pub use evaluate::{Evaluator, apply_binary, apply_unary, evaluate};
pub use external::{ExternalError, ExternalSolver};
pub use infix::{Infix, Notation, PoolNames, Style, Vocabulary};
#[cfg(feature = "cadical")]
pub use sat::CaDiCaL;
pub use sat::{Answer, Backend, BatSat, Interrupt, Literal, SatSolver, UnknownReason};
pub use smtlib::Script;
pub use solver::{ScopeGuard, Solver, SolverStatistics};
pub use substitute::Substitution;
pub use term::{BinaryOp, MAX_WIDTH, Node, Sort, Symbol, Term, TermPool, UnaryOp, mask, to_signed};
