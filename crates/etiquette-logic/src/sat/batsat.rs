//! The BatSat backend: two solvers for the same clauses.
//!
//! The *quick* one decides only inputs and lets propagation do the rest. It finds most models, and refutes most of what
//! is easily refuted, in half the time. But some refutations are out of its reach (that addition is associative, say),
//! so after a few conflicts the *thorough* one, which decides all variables, takes over. It gets its clauses only then.

use std::cell::Cell;

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};

use super::{Answer, Interrupt, Literal, Role, SatSolver, UnknownReason};

/// BatSat asks whether to stop at every decision; hooks may read a clock, so they are asked only now and then.
const CALLS_PER_POLL: u32 = 128;

/// BatSat forgets clauses when they are a third of the problem; ours are often small, and forgetting makes hard ones
/// harder.
const FEWEST_LEARNT_CLAUSES: i32 = 5_000;

/// How many conflicts the quick solver has in a query.
const QUICK_CONFLICTS: u64 = 100;

/// How often the thorough solver decides by chance.
const CHANCE: f64 = 0.05;

/// The SAT solver BatSat, a MiniSat in Rust.
pub struct BatSat {
    quick: Solver<Watch>,
    /// Made when it is needed: a solver without clauses already reserves megabytes.
    thorough: Option<Solver<Watch>>,
    interrupt: Option<Interrupt>,
    /// The clauses that the thorough solver has not got yet, one after the other, and where each ends.
    waiting: Vec<Lit>,
    ends: Vec<usize>,
    clause: Vec<Lit>,
    /// Whether the last answer is the quick solver's.
    answered_quickly: bool,
    conflict_limit: Option<u64>,
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
        BatSat {
            quick: empty_solver(),
            thorough: None,
            interrupt: None,
            waiting: Vec::new(),
            ends: Vec::new(),
            clause: Vec::new(),
            answered_quickly: true,
            conflict_limit: None,
        }
    }

    fn solve_thoroughly(&mut self, assumptions: &[Lit], spent: u64) -> Answer {
        let limit = self.conflict_limit.map(|limit| limit.saturating_sub(spent));
        solve(self.thorough_with_all_clauses(), assumptions, limit)
    }

    fn thorough_with_all_clauses(&mut self) -> &mut Solver<Watch> {
        let thorough = self.thorough.get_or_insert_with(solver_with_chance);
        thorough.cb_mut().interrupt.clone_from(&self.interrupt);
        while thorough.num_vars() < self.quick.num_vars() {
            thorough.new_var_default();
        }
        let mut start = 0;
        for end in self.ends.drain(..) {
            self.clause.clear();
            self.clause.extend_from_slice(&self.waiting[start..end]);
            thorough.add_clause_reuse(&mut self.clause);
            start = end;
        }
        self.waiting.clear();
        thorough
    }

    /// The solver that gave the last answer.
    fn answering(&self) -> &Solver<Watch> {
        self.thorough.as_ref().filter(|_| !self.answered_quickly).unwrap_or(&self.quick)
    }
}

impl Default for BatSat {
    fn default() -> Self {
        Self::new()
    }
}

fn empty_solver() -> Solver<Watch> {
    Solver::new(options(), Watch::default())
}

/// A solver that decides by chance now and then, always in the same way. With a fixed order, some easy questions about
/// sums take forever: of two such ones, each is answered in 10 to 100 ms with chance, whatever the seed, and not after
/// 300,000 conflicts without it.
fn solver_with_chance() -> Solver<Watch> {
    let options = SolverOpts { rnd_init_act: true, random_var_freq: CHANCE, ..options() };
    Solver::new(options, Watch::default())
}

fn options() -> SolverOpts {
    SolverOpts { min_learnts_lim: FEWEST_LEARNT_CLAUSES, ..SolverOpts::default() }
}

fn solve(solver: &mut Solver<Watch>, assumptions: &[Lit], conflict_limit: Option<u64>) -> Answer {
    solver.cb_mut().conflict_limit = conflict_limit;
    let answer = solver.solve_limited(assumptions);
    if answer == lbool::TRUE {
        return Answer::Sat;
    }
    if answer == lbool::FALSE {
        return Answer::Unsat;
    }
    Answer::Unknown(solver.cb().stopped.get().unwrap_or(UnknownReason::Interrupted))
}

fn lit(literal: Literal) -> Lit {
    Lit::new(Var::unsafe_from_idx(literal.variable()), !literal.is_negated())
}

impl SatSolver for BatSat {
    fn new_variable(&mut self, role: Role) -> Literal {
        let variable = self.quick.new_var(lbool::UNDEF, role == Role::Input);
        Literal::new(variable.idx(), false)
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.waiting.extend(clause.iter().copied().map(lit));
        self.ends.push(self.waiting.len());
        self.clause.clear();
        self.clause.extend(clause.iter().copied().map(lit));
        self.quick.add_clause_reuse(&mut self.clause);
    }

    fn solve(&mut self, assumptions: &[Literal]) -> Answer {
        let assumptions: Vec<Lit> = assumptions.iter().copied().map(lit).collect();
        let limit = self.conflict_limit.map_or(QUICK_CONFLICTS, |limit| limit.min(QUICK_CONFLICTS));
        let answer = solve(&mut self.quick, &assumptions, Some(limit));
        let gave_up = answer == Answer::Unknown(UnknownReason::ConflictLimit);
        self.answered_quickly = !gave_up || self.conflict_limit == Some(limit);
        if self.answered_quickly {
            return answer;
        }
        self.solve_thoroughly(&assumptions, limit)
    }

    fn value(&self, literal: Literal) -> bool {
        self.answering().value_lit(lit(literal)) == lbool::TRUE
    }

    fn is_failed(&self, assumption: Literal) -> bool {
        self.answering().unsat_core_contains_var(lit(assumption).var())
    }

    fn set_interrupt(&mut self, interrupt: Option<Interrupt>) {
        self.quick.cb_mut().interrupt.clone_from(&interrupt);
        self.interrupt = interrupt;
    }

    fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.conflict_limit = limit;
    }

    fn conflicts(&self) -> u64 {
        self.quick.num_conflicts() + self.thorough.as_ref().map_or(0, |thorough| thorough.num_conflicts())
    }
}
