//! Lifting: from one state that steps into a cube to many that do so with the same inputs.
//!
//! State and inputs together contradict "not into the cube"; the state's literals in the core are all that is needed.

use etiquette_logic::Literal;

use super::cube::Cube;
use super::encoded::Encoded;
use super::feature::Feature;
use super::frame::{Witness, translate};
use crate::circuit::Circuit;
use crate::question::{Limits, Unknown};

/// A solver for the circuit alone, without any restriction of the states.
pub(super) struct Lifter {
    solver: Encoded,
    now: Vec<Literal>,
    next: Vec<Literal>,
    taken: Literal,
    bad: Literal,
}

impl Lifter {
    pub fn new(circuit: &Circuit<'_>, features: &[Feature], limits: &Limits) -> Self {
        let mut solver = Encoded::new(limits);
        let now = solver.literals(circuit, features.iter().map(|feature| feature.now));
        let next = solver.literals(circuit, features.iter().map(|feature| feature.next));
        let (taken, bad) = (solver.literal(circuit, circuit.taken), solver.literal(circuit, circuit.bad));
        Lifter { solver, now, next, taken, bad }
    }

    /// Whether the solver has become slow and should be replaced.
    pub fn is_worn_out(&self) -> bool {
        self.solver.is_worn_out()
    }

    /// A cube around a bad state in which all states are bad.
    pub fn lift_bad(&mut self, state: &Cube) -> Result<Cube, Unknown> {
        self.smallest_core(&[!self.bad], state)
    }

    /// A cube around the witness's state from which all states step into the target.
    pub fn lift(&mut self, witness: &Witness, target: &[Literal]) -> Result<Cube, Unknown> {
        let mut clause: Vec<Literal> = target.iter().map(|&literal| !translate(&self.next, literal)).collect();
        clause.push(!self.taken);
        let elsewhere = self.solver.passing_clause(clause);
        let mut fixed = vec![elsewhere];
        fixed.extend(witness.inputs.iter().filter_map(|&(input, value)| {
            let literal = self.solver.encoder.known(input)?;
            Some(if value { literal } else { !literal })
        }));
        let lifted = self.smallest_core(&fixed, &witness.cube);
        self.solver.switch_off(elsewhere);
        lifted
    }

    /// Literals of the state that together with what is fixed are contradictory, asked for again as long as they get
    /// fewer.
    fn smallest_core(&mut self, fixed: &[Literal], state: &Cube) -> Result<Cube, Unknown> {
        let mut core = state.clone();
        loop {
            let mut assumptions = fixed.to_vec();
            assumptions.extend(core.iter().map(|&literal| translate(&self.now, literal)));
            if self.solver.solve(&assumptions)? {
                return Ok(core);
            }
            let before = core.len();
            core.retain(|&literal| self.solver.sat.is_failed(translate(&self.now, literal)));
            if core.len() == before {
                return Ok(core);
            }
        }
    }
}
