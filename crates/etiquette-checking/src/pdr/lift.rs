//! Lifting: from one state that steps into a cube to many that do so with the same inputs.
//!
//! State and inputs together contradict "not into the cube"; the state's literals in the core are all that is needed.

use etiquette_logic::{Answer, Backend, Encoder, Literal, Role, SatSolver, Signal};

use super::cube::Cube;
use super::feature::Feature;
use super::frame::{Witness, translate};
use crate::circuit::Circuit;
use crate::question::{Limits, Unknown};

/// Like a frame's, its leftovers make the solver slow.
const MOST_LEFTOVERS: usize = 400;

/// A solver for the circuit alone, without any restriction of the states.
pub(super) struct Lifter {
    sat: Box<dyn SatSolver + Send>,
    encoder: Encoder,
    now: Vec<Literal>,
    next: Vec<Literal>,
    taken: Literal,
    bad: Literal,
    leftovers: usize,
}

impl Lifter {
    pub fn new(circuit: &Circuit<'_>, features: &[Feature], limits: &Limits) -> Self {
        let mut sat = Backend::default().create();
        sat.set_interrupt(limits.interrupt.clone());
        sat.set_conflict_limit(limits.conflicts);
        let mut encoder = Encoder::default();
        let mut literal = |signal: Signal| encoder.literal(circuit.aig(), sat.as_mut(), signal);
        let now = features.iter().map(|feature| literal(feature.now)).collect();
        let next = features.iter().map(|feature| literal(feature.next)).collect();
        let (taken, bad) = (literal(circuit.taken), literal(circuit.bad));
        Lifter { sat, encoder, now, next, taken, bad, leftovers: 0 }
    }

    /// Whether the solver has become slow and should be replaced.
    pub fn is_worn_out(&self) -> bool {
        self.leftovers >= MOST_LEFTOVERS
    }

    /// A cube around a bad state in which all states are bad.
    pub fn lift_bad(&mut self, state: &Cube) -> Result<Cube, Unknown> {
        self.smallest_core(&[!self.bad], state)
    }

    /// A cube around the witness's state from which all states step into the target.
    pub fn lift(&mut self, witness: &Witness, target: &[Literal]) -> Result<Cube, Unknown> {
        let elsewhere = self.sat.new_variable(Role::Input);
        let mut clause: Vec<Literal> = target.iter().map(|&literal| !translate(&self.next, literal)).collect();
        clause.extend([!self.taken, !elsewhere]);
        self.sat.add_clause(&clause);
        self.leftovers += 1;
        let mut fixed = vec![elsewhere];
        fixed.extend(witness.inputs.iter().filter_map(|&(input, value)| {
            let literal = self.encoder.known(input)?;
            Some(if value { literal } else { !literal })
        }));
        let lifted = self.smallest_core(&fixed, &witness.cube);
        self.sat.add_clause(&[!elsewhere]);
        lifted
    }

    /// Literals of the state that together with what is fixed are contradictory, asked for again as long as they get fewer.
    fn smallest_core(&mut self, fixed: &[Literal], state: &Cube) -> Result<Cube, Unknown> {
        let mut core = state.clone();
        loop {
            let mut assumptions = fixed.to_vec();
            assumptions.extend(core.iter().map(|&literal| translate(&self.now, literal)));
            match self.sat.solve(&assumptions) {
                Answer::Unknown(reason) => return Err(reason.into()),
                Answer::Sat => return Ok(core),
                Answer::Unsat => {}
            }
            let before = core.len();
            core.retain(|&literal| self.sat.is_failed(translate(&self.now, literal)));
            if core.len() == before {
                return Ok(core);
            }
        }
    }
}
