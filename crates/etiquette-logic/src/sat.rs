//! What the solver needs of a SAT solver, as a small trait, and the backends behind it.
//!
//! Clauses stay once added. A query is made under assumptions; an unsatisfiable one tells which of them it needed.

mod batsat;
#[cfg(feature = "cadical")]
mod cadical;

use std::ops::Not;
use std::sync::Arc;

pub use self::batsat::BatSat;
#[cfg(feature = "cadical")]
pub use self::cadical::CaDiCaL;

/// A variable of a SAT solver, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Literal(u32);

impl Literal {
    /// The variable with this number, counted from 0, or its negation.
    pub fn new(variable: u32, negated: bool) -> Self {
        Literal(variable * 2 + u32::from(negated))
    }

    /// The number of the variable.
    pub fn variable(self) -> u32 {
        self.0 >> 1
    }

    /// Whether the literal is the negation of its variable.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }
}

impl Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// Why a search ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum UnknownReason {
    /// The interrupt hook asked to stop.
    Interrupted,
    /// The query took more conflicts than allowed.
    ConflictLimit,
    /// An external program took more time than allowed.
    TimeLimit,
    /// An external program gave up.
    GaveUp,
}

/// The answer to a query.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Answer {
    /// There is a model.
    Sat,
    /// There is none.
    Unsat,
    /// The search ended before that was known.
    Unknown(UnknownReason),
}

/// A question that a solver asks now and then while it searches: shall I stop?
pub type Interrupt = Arc<dyn Fn() -> bool + Send + Sync>;

/// What a variable is to the problem. It is a hint: answers don't depend on it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Role {
    /// The problem is about this variable.
    Input,
    /// Clauses will define this variable by others: when all inputs have values, unit propagation gives its value.
    Gate,
}

/// An incremental SAT solver.
pub trait SatSolver {
    /// A new variable, as a positive literal. Variables are numbered from 0 without gaps.
    fn new_variable(&mut self, role: Role) -> Literal;

    /// Adds the disjunction of the literals, for good.
    fn add_clause(&mut self, clause: &[Literal]);

    /// Looks for a model of all clauses in which all assumptions hold.
    fn solve(&mut self, assumptions: &[Literal]) -> Answer;

    /// Whether the literal holds in the model; only right after a satisfiable query.
    fn value(&self, literal: Literal) -> bool;

    /// Whether the assumption was needed; only right after an unsatisfiable query, for one of its assumptions.
    fn is_failed(&self, assumption: Literal) -> bool;

    /// Sets or takes away the interrupt hook.
    fn set_interrupt(&mut self, interrupt: Option<Interrupt>);

    /// Bounds the number of conflicts of each query from now on.
    fn set_conflict_limit(&mut self, limit: Option<u64>);

    /// The number of conflicts in all queries so far.
    fn conflicts(&self) -> u64;
}

/// The SAT solvers that can be chosen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub enum Backend {
    /// BatSat, in Rust.
    #[default]
    BatSat,
    /// CaDiCaL, in C++.
    #[cfg(feature = "cadical")]
    CaDiCaL,
}

impl Backend {
    /// A solver of this kind, without clauses.
    pub fn create(self) -> Box<dyn SatSolver + Send> {
        match self {
            Backend::BatSat => Box::new(BatSat::new()),
            #[cfg(feature = "cadical")]
            Backend::CaDiCaL => Box::new(CaDiCaL::new()),
        }
    }
}
