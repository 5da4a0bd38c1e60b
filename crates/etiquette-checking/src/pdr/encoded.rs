//! A SAT solver together with the encoding of the circuit's wires in it.

use etiquette_logic::{Answer, Backend, Encoder, Literal, Role, SatSolver, Signal};

use crate::circuit::Circuit;
use crate::question::{Limits, Unknown};

/// Every passing clause is switched off, but stays; after so many, a fresh solver is faster.
const MOST_LEFTOVERS: usize = 400;

/// A solver in which wires of a circuit have literals.
pub(super) struct Encoded {
    pub sat: Box<dyn SatSolver + Send>,
    pub encoder: Encoder,
    leftovers: usize,
}

impl Encoded {
    pub fn new(limits: &Limits) -> Self {
        let mut sat = Backend::default().create();
        sat.set_interrupt(limits.interrupt.clone());
        sat.set_conflict_limit(limits.conflicts);
        Encoded { sat, encoder: Encoder::default(), leftovers: 0 }
    }

    /// The literal of a wire.
    pub fn literal(&mut self, circuit: &Circuit<'_>, signal: Signal) -> Literal {
        self.encoder.literal(circuit.aig(), self.sat.as_mut(), signal)
    }

    /// The literals of wires, in order.
    pub fn literals(&mut self, circuit: &Circuit<'_>, signals: impl Iterator<Item = Signal>) -> Vec<Literal> {
        signals.map(|signal| self.literal(circuit, signal)).collect()
    }

    /// Demands that the wire is on.
    pub fn demand(&mut self, circuit: &Circuit<'_>, signal: Signal) {
        let literal = self.literal(circuit, signal);
        self.sat.add_clause(&[literal]);
    }

    /// Adds a clause that holds where the returned literal is assumed, until it is [switched off](Encoded::switch_off).
    pub fn passing_clause(&mut self, mut clause: Vec<Literal>) -> Literal {
        let switch = self.sat.new_variable(Role::Input);
        clause.push(!switch);
        self.sat.add_clause(&clause);
        self.leftovers += 1;
        switch
    }

    /// Ends a passing clause.
    pub fn switch_off(&mut self, switch: Literal) {
        self.sat.add_clause(&[!switch]);
    }

    /// Whether the solver has become slow and should be replaced.
    pub fn is_worn_out(&self) -> bool {
        self.leftovers >= MOST_LEFTOVERS
    }

    /// Whether there is a model in which the assumptions hold.
    pub fn solve(&mut self, assumptions: &[Literal]) -> Result<bool, Unknown> {
        match self.sat.solve(assumptions) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(reason) => Err(reason.into()),
        }
    }
}
