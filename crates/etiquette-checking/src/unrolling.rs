//! Runs of a given length as clauses: one copy of the circuit for each state, the state bits of a copy being the
//! outputs of the one before.
//!
//! What is known about reachable states is demanded of every state of the run.

use etiquette_logic::{Answer, Backend, Encoder, Literal, SatSolver, Signal};

use crate::circuit::Circuit;
use crate::question::{Limits, Unknown};
use crate::system::TakenStep;

/// A growing run.
pub(crate) struct Unrolling<'a> {
    circuit: &'a Circuit<'a>,
    sat: Box<dyn SatSolver + Send>,
    /// One for each state of the run.
    encoders: Vec<Encoder>,
}

impl<'a> Unrolling<'a> {
    /// Runs of a single state, an arbitrary one.
    pub fn new(circuit: &'a Circuit<'a>, limits: &Limits) -> Self {
        let mut sat = Backend::default().create();
        sat.set_interrupt(limits.interrupt.clone());
        sat.set_conflict_limit(limits.conflicts);
        let mut unrolling = Unrolling { circuit, sat, encoders: vec![Encoder::default()] };
        unrolling.demand_known();
        unrolling
    }

    /// The number of steps of the runs.
    pub fn steps(&self) -> usize {
        self.encoders.len() - 1
    }

    /// Makes the runs one step longer.
    pub fn extend(&mut self) {
        let last = self.steps();
        let taken = self.literal(last, self.circuit.taken);
        self.sat.add_clause(&[taken]);
        let mut encoder = Encoder::default();
        for bit in &self.circuit.bits {
            let literal = self.literal(last, bit.next);
            encoder.bind(self.circuit.aig(), bit.now, literal);
        }
        self.encoders.push(encoder);
        self.demand_known();
    }

    fn demand_known(&mut self) {
        for &fact in &self.circuit.known {
            self.demand(self.steps(), fact);
        }
    }

    /// The literal of a wire in one of the states.
    pub fn literal(&mut self, at: usize, signal: Signal) -> Literal {
        self.encoders[at].literal(self.circuit.aig(), self.sat.as_mut(), signal)
    }

    /// Demands that a wire is on in one of the states, from now on.
    pub fn demand(&mut self, at: usize, signal: Signal) {
        let literal = self.literal(at, signal);
        self.sat.add_clause(&[literal]);
    }

    /// Demands that two of the states differ, from now on.
    pub fn demand_different(&mut self, first: usize, second: usize) {
        let mut clause = Vec::with_capacity(self.circuit.bits.len());
        for bit in &self.circuit.bits {
            let (a, b) = (self.literal(first, bit.now), self.literal(second, bit.now));
            let differs = self.sat.new_variable(etiquette_logic::Role::Input);
            self.sat.add_clause(&[!differs, a, b]);
            self.sat.add_clause(&[!differs, !a, !b]);
            clause.push(differs);
        }
        self.sat.add_clause(&clause);
    }

    /// Is there a run for which the assumptions hold?
    pub fn exists(&mut self, assumptions: &[Literal]) -> Result<bool, Unknown> {
        match self.sat.solve(assumptions) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(reason) => Err(reason.into()),
        }
    }

    /// A state of the run that was found.
    pub fn state(&self, at: usize) -> Vec<u64> {
        self.circuit.state(&self.encoders[at], self.sat.as_ref())
    }

    /// The steps of the run that was found.
    pub fn taken_steps(&self) -> Vec<TakenStep> {
        let before_last = &self.encoders[..self.steps()];
        before_last.iter().map(|encoder| self.circuit.taken_step(encoder, self.sat.as_ref())).collect()
    }
}
