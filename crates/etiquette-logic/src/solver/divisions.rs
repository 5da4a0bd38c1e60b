//! Divisions on demand: their results are open at first, and a model that is none because of that tells what to demand.
//!
//! First that equal operands have equal results, where two divisions of the model break that; then the circuit.

use super::Solver;
use crate::aig::Signal;
use crate::blast::Division;
use crate::evaluate::Evaluator;
use crate::term::{Term, TermPool};

impl Solver {
    /// Tells the SAT solver the bounds of divisions that are new.
    pub(super) fn bound_divisions(&mut self) {
        while self.bounded_divisions < self.blaster.divisions().len() {
            let bounds = self.blaster.bounds(self.bounded_divisions);
            self.bounded_divisions += 1;
            self.demand(bounds);
        }
    }

    /// Demands what the model breaks; `false` if it is a model.
    pub(super) fn demand_divisions(&mut self, pool: &TermPool, assumptions: &[Term]) -> bool {
        if self.blaster.divisions().is_empty() {
            return false;
        }
        let asked: Vec<Term> = self.all_asserted().chain(assumptions.iter().copied()).collect();
        let mut values = Evaluator::new(|symbol| self.symbol_value(symbol));
        if asked.iter().all(|&term| values.value(pool, term) == 1) {
            return false;
        }
        let reached = pool.reachable(&asked);
        let divisions = self.blaster.divisions().iter().enumerate();
        let is_broken = |(position, term): (usize, Term)| {
            let is_asked = reached.binary_search(&term).is_ok();
            (is_asked && values.value(pool, term) != self.in_model(self.blaster.divisions()[position].result()))
                .then_some((position, term))
        };
        let Some((broken, term)) = divisions.map(|(position, one)| (position, one.term)).find_map(is_broken) else {
            return false;
        };
        let demanded = match self.disagreeing(broken) {
            Some(other) => self.blaster.agreement(broken, other),
            None => {
                self.exact_divisions.insert(term);
                self.blaster.exactness(broken)
            }
        };
        self.demand(demanded);
        true
    }

    fn all_asserted(&self) -> impl Iterator<Item = Term> {
        self.asserted.iter().chain(self.scopes.iter().flat_map(|scope| &scope.asserted)).copied()
    }

    /// Another division that has the same operands in the model, and another result.
    fn disagreeing(&self, broken: usize) -> Option<usize> {
        let divisions = self.blaster.divisions();
        let operands = |division: &Division| division.operands().map(|word| self.in_model(word));
        let disagrees = |other: &Division| {
            other.is_like(&divisions[broken])
                && operands(other) == operands(&divisions[broken])
                && self.in_model(other.result()) != self.in_model(divisions[broken].result())
        };
        divisions.iter().position(disagrees)
    }

    fn demand(&mut self, signal: Signal) {
        let literal = self.encoder.literal(self.blaster.aig(), self.sat.as_mut(), signal);
        self.encoder.clause(self.sat.as_mut(), &[literal]);
    }
}
