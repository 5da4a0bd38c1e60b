//! Terms over booleans and bit-vectors, and what can be done with them: simplify, evaluate, print, solve.
//!
//! A [`TermPool`] owns the terms. Its builders (`pool.add(a, b)`) simplify as they build; [`TermPool::intern`] doesn't.
//! [`evaluate()`] gives a term's value, [`Infix`] its source-like text, [`Script`] its SMT-LIB text. A [`Solver`] finds
//! models and cores by bit-blasting ([`Blaster`], [`Aig`]) to a [`SatSolver`]; an [`ExternalSolver`] asks another
//! program.
//!
//! ```
//! use etiquette_logic::{Answer, Infix, PoolNames, Solver, Sort, Style, TermPool};
//!
//! let mut pool = TermPool::new();
//! let cursor = pool.new_variable("cursor", Sort::Bits(32));
//! let size = pool.new_variable("size", Sort::Bits(32));
//! let zero = pool.bits(32, 0);
//! let at_start = pool.equal(cursor, zero);
//! let has_next = pool.signed_less(cursor, size);
//! let stuck = pool.not(has_next);
//!
//! let text = Infix::new(&pool, &PoolNames(&pool)).style(Style::Readable).print(stuck);
//! assert_eq!(text, "size <= cursor");
//!
//! let mut solver = Solver::new();
//! solver.assert(&pool, at_start);
//! assert_eq!(solver.check(&pool, &[stuck]), Answer::Sat);
//! assert!(solver.value(&pool, size) as i32 <= 0);
//! ```

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
pub use sat::{Answer, Backend, BatSat, Interrupt, Literal, Role, SatSolver, UnknownReason};
pub use smtlib::{Script, Unreadable, expression, read_function, sort_text};
pub use solver::{ScopeGuard, Solver, SolverStatistics};
pub use substitute::Substitution;
pub use term::{BinaryOp, MAX_WIDTH, Node, Sort, Symbol, Term, TermPool, UnaryOp, mask, to_signed};
pub use tseitin::Encoder;
