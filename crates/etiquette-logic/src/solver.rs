//! An incremental solver for terms: bit-blasting, clauses on demand, and a SAT solver behind it.
//!
//! Answers are exact, although the circuits of divisions are only built where a model needs them (`divisions.rs`). A [`Solver`] works with the terms of one pool. What is asserted stays (or stays until its scope
//! ends); assumptions hold for one check. Parts that only past checks needed are swept out from time to time, so that a
//! long run of different checks doesn't get slower and slower.

mod divisions;

use std::ops::{Deref, DerefMut};
use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::aig::{Gate, Signal};
use crate::blast::Blaster;
use crate::evaluate::evaluate;
use crate::sat::{Answer, Backend, Interrupt, Literal, SatSolver, UnknownReason};
use crate::term::{Symbol, Term, TermPool};
use crate::tseitin::Encoder;

/// Starting afresh is worth it when, for each asserted variable, this many superfluous ones were carried through a
/// check since the last time. Measured on queries of linear arithmetic over twelve 32-bit symbols.
const WASTE_WORTH_A_SWEEP: u64 = 4;

/// The cost of starting afresh that doesn't depend on what is asserted, in variables.
const VARIABLES_OF_AN_EMPTY_SOLVER: u64 = 200;

/// What past checks left can lead the search astray: an easy question of seven numbers took more than five minutes
/// among them, and nine milliseconds alone. After this many conflicts a check starts afresh.
const PATIENCE_WITH_LEFTOVERS: u64 = 20_000;

/// What a solver has done so far.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct SolverStatistics {
    /// Calls of `check`.
    pub checks: u64,
    /// Variables that the SAT solver has now.
    pub variables: u64,
    /// Clauses that were added to the SAT solver that is there now.
    pub clauses: u64,
    /// Conflicts in all checks.
    pub conflicts: u64,
    /// How often the SAT solver was started afresh to be rid of what past checks left.
    pub sweeps: u64,
}

/// What was asserted since a scope began.
struct Scope {
    activation: Literal,
    asserted: Vec<Term>,
}

/// An incremental solver for terms of one pool.
///
/// ```
/// use etiquette_logic::{Answer, Solver, Sort, TermPool};
/// let mut pool = TermPool::new();
/// let x = pool.new_variable("x", Sort::Bits(32));
/// let (zero, ten) = (pool.bits(32, 0), pool.bits(32, 10));
/// let (positive, small) = (pool.signed_less(zero, x), pool.signed_less(x, ten));
/// let negative = pool.signed_less(x, zero);
///
/// let mut solver = Solver::new();
/// solver.assert(&pool, positive);
/// assert_eq!(solver.check(&pool, &[small]), Answer::Sat);
/// assert!((1..10).contains(&solver.value(&pool, x)));
/// assert_eq!(solver.check(&pool, &[small, negative]), Answer::Unsat);
/// assert_eq!(solver.core(), [negative]);
/// ```
pub struct Solver {
    backend: Backend,
    sat: Box<dyn SatSolver + Send>,
    blaster: Blaster,
    encoder: Encoder,
    asserted: Vec<Term>,
    scopes: Vec<Scope>,
    model: FxHashMap<Symbol, u64>,
    core: Vec<Term>,
    interrupt: Option<Interrupt>,
    conflict_limit: Option<u64>,
    /// Variables that assertions made.
    asserted_variables: u64,
    /// Variables that a check didn't need, summed up over the checks since the last sweep.
    waste: u64,
    /// How many open divisions the SAT solver knows the bounds of.
    bounded_divisions: usize,
    /// Divisions whose whole circuits were needed.
    exact_divisions: FxHashSet<Term>,
    /// Whether what past checks left is swept out.
    sweeping: bool,
    checks: u64,
    sweeps: u64,
    /// Conflicts of SAT solvers that were swept away.
    past_conflicts: u64,
}

impl Default for Solver {
    fn default() -> Self {
        Self::with_backend(Backend::default())
    }
}

impl Solver {
    /// A solver in which nothing is asserted, with the default SAT solver.
    pub fn new() -> Self {
        Self::default()
    }

    /// A solver in which nothing is asserted, with the given SAT solver.
    pub fn with_backend(backend: Backend) -> Self {
        Solver {
            backend,
            sat: backend.create(),
            blaster: Blaster::with_open_divisions(FxHashSet::default()),
            encoder: Encoder::default(),
            asserted: Vec::new(),
            scopes: Vec::new(),
            model: FxHashMap::default(),
            core: Vec::new(),
            interrupt: None,
            conflict_limit: None,
            asserted_variables: 0,
            waste: 0,
            bounded_divisions: 0,
            exact_divisions: FxHashSet::default(),
            sweeping: true,
            checks: 0,
            sweeps: 0,
            past_conflicts: 0,
        }
    }

    /// Demands that the boolean term holds from now on, or until the innermost scope ends.
    pub fn assert(&mut self, pool: &TermPool, term: Term) {
        let before = self.encoder.variables();
        self.encode_assertion(pool, term);
        self.asserted_variables += self.encoder.variables() - before;
        match self.scopes.last_mut() {
            Some(scope) => scope.asserted.push(term),
            None => self.asserted.push(term),
        }
    }

    fn encode_assertion(&mut self, pool: &TermPool, term: Term) {
        let signal = self.blaster.signal(pool, term);
        for part in self.conjuncts(signal) {
            self.encode_conjunct(part);
        }
        self.bound_divisions();
    }

    /// The wires whose conjunction the wire is: each can be a clause of its own.
    fn conjuncts(&self, signal: Signal) -> Vec<Signal> {
        let mut parts = Vec::new();
        let mut pending = vec![signal];
        while let Some(next) = pending.pop() {
            match self.blaster.aig().gate(next.gate()) {
                Gate::And(a, b) if !next.is_negated() => pending.extend([b, a]),
                _ => parts.push(next),
            }
        }
        parts
    }

    fn encode_conjunct(&mut self, signal: Signal) {
        let literal = self.encoder.literal(self.blaster.aig(), self.sat.as_mut(), signal);
        match self.scopes.last() {
            Some(scope) => self.encoder.clause(self.sat.as_mut(), &[!scope.activation, literal]),
            None => self.encoder.clause(self.sat.as_mut(), &[literal]),
        }
    }

    /// Is there a model of everything asserted in which all assumptions hold?
    pub fn check(&mut self, pool: &TermPool, assumptions: &[Term]) -> Answer {
        self.checks += 1;
        self.sweep_if_due(pool);
        loop {
            let answer = self.check_with_open_divisions(pool, assumptions);
            if answer != Answer::Sat || !self.demand_divisions(pool, assumptions) {
                return answer;
            }
        }
    }

    fn check_with_open_divisions(&mut self, pool: &TermPool, assumptions: &[Term]) -> Answer {
        let has_leftovers = self.encoder.variables() > self.asserted_variables;
        if !has_leftovers || self.conflict_limit.is_some_and(|limit| limit <= PATIENCE_WITH_LEFTOVERS) {
            return self.attempt(pool, assumptions, self.conflict_limit);
        }
        match self.attempt(pool, assumptions, Some(PATIENCE_WITH_LEFTOVERS)) {
            Answer::Unknown(UnknownReason::ConflictLimit) => {
                self.start_afresh(pool);
                let rest = self.conflict_limit.map(|limit| limit - PATIENCE_WITH_LEFTOVERS);
                self.attempt(pool, assumptions, rest)
            }
            answer => answer,
        }
    }

    fn attempt(&mut self, pool: &TermPool, assumptions: &[Term], conflict_limit: Option<u64>) -> Answer {
        self.core.clear();
        let before = self.encoder.variables();
        let mut literals: Vec<Literal> = self.scopes.iter().map(|scope| scope.activation).collect();
        let mut assumed = Vec::with_capacity(assumptions.len());
        for &term in assumptions {
            let signal = self.blaster.signal(pool, term);
            if signal == Signal::FALSE {
                self.core.push(term);
                return Answer::Unsat;
            }
            let literal = self.encoder.literal(self.blaster.aig(), self.sat.as_mut(), signal);
            assumed.push((term, literal));
            literals.push(literal);
        }
        self.bound_divisions();
        self.waste += before - self.asserted_variables;
        self.sat.set_conflict_limit(conflict_limit);
        let answer = self.sat.solve(&literals);
        match answer {
            Answer::Sat => self.remember_model(),
            Answer::Unsat => self.remember_core(&assumed),
            Answer::Unknown(_) => {}
        }
        answer
    }

    fn remember_model(&mut self) {
        self.model.clear();
        for (symbol, bits) in self.blaster.symbols() {
            self.model.insert(*symbol, self.in_model(bits));
        }
    }

    /// The number on some wires in the model. Wires that the SAT solver never met are off.
    fn in_model(&self, word: &[Signal]) -> u64 {
        let is_on = |bit: Signal| self.encoder.known(bit).is_some_and(|literal| self.sat.value(literal));
        word.iter().rev().fold(0, |value, &bit| value << 1 | u64::from(bit == Signal::TRUE || is_on(bit)))
    }

    fn remember_core(&mut self, assumed: &[(Term, Literal)]) {
        for (place, &(term, literal)) in assumed.iter().enumerate() {
            let repeated = assumed[..place].iter().any(|&(_, earlier)| earlier == literal);
            if !repeated && self.sat.is_failed(literal) {
                self.core.push(term);
            }
        }
    }

    /// The value of a term in the model of the last satisfiable check. Symbols that the solver never met are 0.
    pub fn value(&self, pool: &TermPool, term: Term) -> u64 {
        match pool.as_symbol(term) {
            Some(symbol) => self.symbol_value(symbol),
            None => evaluate(pool, term, |symbol| self.symbol_value(symbol)),
        }
    }

    /// The value of a symbol in the model of the last satisfiable check; 0 if the solver never met it.
    pub fn symbol_value(&self, symbol: Symbol) -> u64 {
        self.model.get(&symbol).copied().unwrap_or(0)
    }

    /// After an unsatisfiable check: assumptions that together contradict what is asserted. None are needed if it
    /// contradicts itself.
    pub fn core(&self) -> &[Term] {
        &self.core
    }

    /// Makes the core smaller until no assumption can be left out (or its check ended without an answer). Makes as many
    /// checks as the core has terms, at most.
    pub fn minimize_core(&mut self, pool: &TermPool) -> &[Term] {
        let mut kept = self.core.clone();
        let mut place = 0;
        while place < kept.len() {
            let mut trial = kept.clone();
            trial.remove(place);
            match self.check(pool, &trial) {
                Answer::Unsat => kept = self.core.clone(),
                _ => place += 1,
            }
        }
        self.core = kept;
        &self.core
    }

    /// Begins a scope: what is asserted from now on is forgotten at the matching [`Solver::pop`].
    pub fn push(&mut self) {
        let activation = self.encoder.free_literal(self.sat.as_mut());
        self.scopes.push(Scope { activation, asserted: Vec::new() });
    }

    /// Ends the innermost scope; without one, nothing happens.
    pub fn pop(&mut self) {
        if let Some(scope) = self.scopes.pop() {
            self.encoder.clause(self.sat.as_mut(), &[!scope.activation]);
        }
    }

    /// Begins a scope that ends when the guard is dropped.
    pub fn scope(&mut self) -> ScopeGuard<'_> {
        self.push();
        ScopeGuard { solver: self }
    }

    /// Sets a hook that is asked now and then during a search; once it says `true`, the check ends as unknown.
    pub fn set_interrupt(&mut self, interrupt: impl Fn() -> bool + Send + Sync + 'static) {
        self.interrupt = Some(Arc::new(interrupt));
        self.sat.set_interrupt(self.interrupt.clone());
    }

    /// Bounds the number of conflicts of each check from now on; `None` takes the bound away.
    pub fn set_conflict_limit(&mut self, limit: Option<u64>) {
        self.conflict_limit = limit;
    }

    /// Keeps what past checks left, for a solver that is asked about the same terms again and again.
    pub fn keep_past_checks(&mut self) {
        self.sweeping = false;
    }

    /// What the solver has done so far.
    pub fn statistics(&self) -> SolverStatistics {
        SolverStatistics {
            checks: self.checks,
            variables: self.encoder.variables(),
            clauses: self.encoder.clauses(),
            conflicts: self.past_conflicts + self.sat.conflicts(),
            sweeps: self.sweeps,
        }
    }

    /// SAT solvers assign all variables before they say "satisfiable", also those that only past checks needed.
    fn sweep_if_due(&mut self, pool: &TermPool) {
        let cost = self.asserted_variables + VARIABLES_OF_AN_EMPTY_SOLVER;
        if !self.sweeping || self.waste < cost * WASTE_WORTH_A_SWEEP {
            return;
        }
        self.start_afresh(pool);
    }

    /// Forgets everything but what is asserted.
    fn start_afresh(&mut self, pool: &TermPool) {
        self.waste = 0;
        self.asserted_variables = 0;
        self.past_conflicts += self.sat.conflicts();
        self.sweeps += 1;
        self.sat = self.backend.create();
        self.sat.set_interrupt(self.interrupt.clone());
        self.blaster = Blaster::with_open_divisions(self.exact_divisions.clone());
        self.bounded_divisions = 0;
        self.encoder = Encoder::default();
        self.assert_all_again(pool);
    }

    fn assert_all_again(&mut self, pool: &TermPool) {
        let scopes = std::mem::take(&mut self.scopes);
        for term in std::mem::take(&mut self.asserted) {
            self.assert(pool, term);
        }
        for scope in scopes {
            self.push();
            for term in scope.asserted {
                self.assert(pool, term);
            }
        }
    }
}

/// A scope of a [`Solver`], which can be used through the guard. Ends when the guard is dropped.
pub struct ScopeGuard<'a> {
    solver: &'a mut Solver,
}

impl Deref for ScopeGuard<'_> {
    type Target = Solver;

    fn deref(&self) -> &Solver {
        self.solver
    }
}

impl DerefMut for ScopeGuard<'_> {
    fn deref_mut(&mut self) -> &mut Solver {
        self.solver
    }
}

impl Drop for ScopeGuard<'_> {
    fn drop(&mut self) {
        self.solver.pop();
    }
}
