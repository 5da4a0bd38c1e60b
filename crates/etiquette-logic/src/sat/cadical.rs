//! The CaDiCaL backend, compiled in with the cargo feature `cadical`.

use cadical::{Callbacks, Solver};

use super::{Answer, Interrupt, Literal, Role, SatSolver, UnknownReason};

/// The SAT solver CaDiCaL.
pub struct CaDiCaL {
    solver: Solver<Watch>,
    variables: u32,
    conflict_limit: Option<u64>,
    conflicts: u64,
}

/// Polls the interrupt hook, and counts learnt clauses, one for each conflict.
#[derive(Default)]
struct Watch {
    interrupt: Option<Interrupt>,
    interrupted: bool,
    conflicts: u64,
}

impl Callbacks for Watch {
    fn started(&mut self) {
        self.interrupted = false;
        self.conflicts = 0;
    }

    fn terminate(&mut self) -> bool {
        self.interrupted |= self.interrupt.as_ref().is_some_and(|interrupt| interrupt());
        self.interrupted
    }

    fn max_length(&self) -> i32 {
        i32::MAX
    }

    fn learn(&mut self, _: &[i32]) {
        self.conflicts += 1;
    }
}

impl CaDiCaL {
    /// A solver without clauses.
    pub fn new() -> Self {
        let mut solver = Solver::new();
        solver.set_callbacks(Some(Watch::default()));
        CaDiCaL { solver, variables: 0, conflict_limit: None, conflicts: 0 }
    }

    fn limit_conflicts(&mut self) {
        if let Some(limit) = self.conflict_limit {
            let limit = i32::try_from(limit).unwrap_or(i32::MAX);
            self.solver.set_limit("conflicts", limit).expect("CaDiCaL has a limit on conflicts");
        }
    }

    fn was_interrupted(&mut self) -> bool {
        self.solver.get_callbacks().is_some_and(|watch| watch.interrupted)
    }
}

impl Default for CaDiCaL {
    fn default() -> Self {
        Self::new()
    }
}

/// DIMACS numbers start at 1, and their sign is the literal's.
fn dimacs(literal: Literal) -> i32 {
    let number = i32::try_from(literal.variable() + 1).expect("fewer than 2^31 variables");
    if literal.is_negated() { -number } else { number }
}

impl SatSolver for CaDiCaL {
    fn new_variable(&mut self, _: Role) -> Literal {
        let literal = Literal::new(self.variables, false);
        self.variables += 1;
        literal
    }

    fn add_clause(&mut self, clause: &[Literal]) {
        self.solver.add_clause(clause.iter().copied().map(dimacs));
    }

    fn solve(&mut self, assumptions: &[Literal]) -> Answer {
        self.limit_conflicts();
        let answer = self.solver.solve_with(assumptions.iter().copied().map(dimacs));
        self.conflicts += self.solver.get_callbacks().map_or(0, |watch| watch.conflicts);
        match answer {
            Some(true) => Answer::Sat,
            Some(false) => Answer::Unsat,
            None if self.was_interrupted() => Answer::Unknown(UnknownReason::Interrupted),
            None => Answer::Unknown(UnknownReason::ConflictLimit),
        }
    }

    fn value(&self, literal: Literal) -> bool {
        let variable = Literal::new(literal.variable(), false);
        self.solver.value(dimacs(variable)).unwrap_or(false) != literal.is_negated()
    }

    fn is_failed(&self, assumption: Literal) -> bool {
        self.solver.failed(dimacs(assumption))
    }

    fn set_interrupt(&mut self, interrupt: Option<Interrupt>) {
        if let Some(watch) = self.solver.get_callbacks() {
            watch.interrupt = interrupt;
        }
    }

    fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.conflict_limit = limit;
    }

    fn conflicts(&self) -> u64 {
        self.conflicts
    }
}
