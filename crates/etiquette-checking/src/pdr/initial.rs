//! The initial states: an invariant must have them all, so no cube that is excluded may have one.

use etiquette_logic::{Answer, Backend, Encoder, Literal, SatSolver, Signal};

use super::cube::{Cube, union};
use super::feature::Feature;
use super::frame::translate;
use crate::circuit::Circuit;
use crate::question::{Limits, Unknown};

/// A solver for the initial states alone.
pub(super) struct InitialStates {
    sat: Box<dyn SatSolver + Send>,
    encoder: Encoder,
    now: Vec<Literal>,
    bad: Literal,
}

impl InitialStates {
    pub fn new(circuit: &Circuit<'_>, features: &[Feature], limits: &Limits) -> Self {
        let mut sat = Backend::default().create();
        sat.set_interrupt(limits.interrupt.clone());
        sat.set_conflict_limit(limits.conflicts);
        let mut encoder = Encoder::default();
        let mut literal = |signal: Signal| encoder.literal(circuit.aig(), sat.as_mut(), signal);
        let now = features.iter().map(|feature| literal(feature.now)).collect();
        let (initial, bad) = (literal(circuit.initial), literal(circuit.bad));
        sat.add_clause(&[initial]);
        InitialStates { sat, encoder, now, bad }
    }

    /// A bad initial state.
    pub fn bad_state(&mut self, circuit: &Circuit<'_>) -> Result<Option<Vec<u64>>, Unknown> {
        Ok(if self.solve(&[self.bad])? { Some(self.state(circuit)) } else { None })
    }

    /// An initial state in the cube.
    pub fn state_in(&mut self, circuit: &Circuit<'_>, cube: &[Literal]) -> Result<Option<Vec<u64>>, Unknown> {
        Ok(if self.meets(cube)? { Some(self.state(circuit)) } else { None })
    }

    /// Whether the cube has an initial state.
    pub fn meets(&mut self, cube: &[Literal]) -> Result<bool, Unknown> {
        let assumptions: Vec<Literal> = cube.iter().map(|&literal| translate(&self.now, literal)).collect();
        self.solve(&assumptions)
    }

    /// A part of a cube without initial states, enlarged by literals of that cube until it has no initial state either.
    pub fn separate(&mut self, part: Cube, cube: &[Literal]) -> Result<Cube, Unknown> {
        if !self.meets(&part)? {
            return Ok(part);
        }
        // Assumptions that come first are the ones that cores are made of: the part's own, then those wanted most.
        let ordered: Vec<Literal> = part.iter().chain(cube).copied().collect();
        if self.meets(&ordered)? {
            return Ok(cube.to_vec());
        }
        let needed = |&literal: &Literal| self.sat.is_failed(translate(&self.now, literal));
        let core: Cube = cube.iter().copied().filter(needed).collect();
        Ok(union(&part, &core))
    }

    fn solve(&mut self, assumptions: &[Literal]) -> Result<bool, Unknown> {
        match self.sat.solve(assumptions) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(reason) => Err(reason.into()),
        }
    }

    fn state(&self, circuit: &Circuit<'_>) -> Vec<u64> {
        circuit.state(&self.encoder, self.sat.as_ref())
    }
}
