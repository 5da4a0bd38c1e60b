//! The BatSat backend.

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use super::{Answer, Interrupt, Literal, SatSolver, UnknownReason};

/// BatSat asks whether to stop at every decision; hooks may read a clock, so they are asked only now and then.
const CALLS_PER_POLL: u32 = 128;

/// BatSat forgets clauses when they are a third of the problem; ours are often small, and forgetting makes hard ones harder.
const FEWEST_LEARNT_CLAUSES: i32 = 5_000;

/// The SAT solver BatSat, a MiniSat in Rust.
pub struct BatSat {
    solver: Solver<Watch>,
    clause: Vec<Lit>,
}

/// Watches over the limits of a query.
#[derive(Default)]
struct Watch {
    interrupt: Option<Interrupt>,
    conflict_limit: Option<u64>,
    conflicts: u64,
    calls: Cell<u32>,
    stopped: Cell<Option<UnknownReason>>,
}

impl Watch {
    fn interrupted(&self) -> bool {
        let calls = self.calls.get();
        self.calls.set(calls.wrapping_add(1));
        calls.is_multiple_of(CALLS_PER_POLL) && self.interrupt.as_ref().is_some_and(|interrupt| interrupt())
    }
}

impl Callbacks for Watch {
    fn on_start(&mut self) {
        self.conflicts = 0;
        self.calls.set(0);
        self.stopped.set(None);
    }

    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        self.conflicts += u64::from(kind == ClauseKind::Learnt);
    }

    fn stop(&self) -> bool {
        if self.stopped.get().is_none() {
            if self.conflict_limit.is_some_and(|limit| self.conflicts >= limit) {
                self.stopped.set(Some(UnknownReason::ConflictLimit));
            } else if self.interrupted() {
                self.stopped.set(Some(UnknownReason::Interrupted));
            }
        }
        self.stopped.get().is_some()
    }
}

impl BatSat {
    /// A solver without clauses.
    pub fn new() -> Self {
        let options = SolverOpts { min_learnts_lim: FEWEST_LEARNT_CLAUSES, ..SolverOpts::default() };
        BatSat { solver: Solver::new(options, Watch::default()), clause: Vec::new() }
    }
}

impl Default for BatSat {
    fn default() -> Self {
        Self::new()
    }
}

fn lit(literal: Literal) -> Lit {
    Lit::new(Var::unsafe_from_idx(literal.variable()), !literal.is_negated())
}

impl SatSolver for BatSat {
    fn new_variable(&mut self) -> Literal {
        Literal::new(self.solver.new_var_default().idx(), false)
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.clause.clear();
        self.clause.extend(clause.iter().copied().map(lit));
        self.solver.add_clause_reuse(&mut self.clause);
    }

    fn solve(&mut self, assumptions: &[Literal]) -> Answer {
        let assumptions: Vec<Lit> = assumptions.iter().copied().map(lit).collect();
        let answer = self.solver.solve_limited(&assumptions);
        if answer == lbool::TRUE {
            return Answer::Sat;
        }
        if answer == lbool::FALSE {
            return Answer::Unsat;
        }
        Answer::Unknown(self.solver.cb().stopped.get().unwrap_or(UnknownReason::Interrupted))
    }

    fn value(&self, literal: Literal) -> bool {
        self.solver.value_lit(lit(literal)) == lbool::TRUE
    }

    fn is_failed(&self, assumption: Literal) -> bool {
        self.solver.unsat_core_contains_var(lit(assumption).var())
    }

    fn set_interrupt(&mut self, interrupt: Option<Interrupt>) {
        self.solver.cb_mut().interrupt = interrupt;
    }

    fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.solver.cb_mut().conflict_limit = limit;
    }

    fn conflicts(&self) -> u64 {
        self.solver.num_conflicts()
    }
}
