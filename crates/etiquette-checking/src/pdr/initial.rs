//! The initial states: an invariant must have them all, so no cube that is excluded may have one.

use etiquette_logic::Literal;

use super::cube::{Cube, union};
use super::encoded::Encoded;
use super::feature::Feature;
use super::frame::translate;
use crate::circuit::Circuit;
use crate::question::{Limits, Unknown};

/// A solver for the initial states alone.
pub(super) struct InitialStates {
    solver: Encoded,
    now: Vec<Literal>,
    bad: Literal,
}

impl InitialStates {
    pub fn new(circuit: &Circuit<'_>, features: &[Feature], limits: &Limits) -> Self {
        let mut solver = Encoded::new(limits);
        let now = solver.literals(circuit, features.iter().map(|feature| feature.now));
        let bad = solver.literal(circuit, circuit.bad);
        solver.demand(circuit, circuit.initial);
        InitialStates { solver, now, bad }
    }

    /// A bad initial state.
    pub fn bad_state(&mut self, circuit: &Circuit<'_>) -> Result<Option<Vec<u64>>, Unknown> {
        Ok(if self.solver.solve(&[self.bad])? { Some(self.state(circuit)) } else { None })
    }

    /// An initial state in the cube.
    pub fn state_in(&mut self, circuit: &Circuit<'_>, cube: &[Literal]) -> Result<Option<Vec<u64>>, Unknown> {
        Ok(if self.meets(cube)? { Some(self.state(circuit)) } else { None })
    }

    /// Whether the cube has an initial state.
    pub fn meets(&mut self, cube: &[Literal]) -> Result<bool, Unknown> {
        let assumptions: Vec<Literal> = cube.iter().map(|&literal| translate(&self.now, literal)).collect();
        self.solver.solve(&assumptions)
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
        let needed = |&literal: &Literal| self.solver.sat.is_failed(translate(&self.now, literal));
        let core: Cube = cube.iter().copied().filter(needed).collect();
        Ok(union(&part, &core))
    }

    fn state(&self, circuit: &Circuit<'_>) -> Vec<u64> {
        circuit.state(&self.solver.encoder, self.solver.sat.as_ref())
    }
}
