//! Drops clauses that follow from the others. What is left means the same, so it is the same invariant, only shorter.

use etiquette_logic::{Answer, Backend, Encoder, Literal, Role, SatSolver, Signal};

use super::cube::Cube;
use super::feature::Feature;
use super::frame::translate;
use crate::circuit::Circuit;
use crate::question::Limits;

/// The cubes without those that the others exclude already; the longest go first. Where the solver has no answer, a
/// cube stays.
pub(super) fn without_implied(
    circuit: &Circuit<'_>,
    features: &[Feature],
    limits: &Limits,
    mut cubes: Vec<Cube>,
) -> Vec<Cube> {
    cubes.sort_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    let mut clauses = Clauses::new(circuit, features, limits, &cubes);
    for position in (0..cubes.len()).rev() {
        clauses.drop_if_implied(position, &cubes[position]);
    }
    let kept = clauses.kept;
    cubes.into_iter().zip(kept).filter_map(|(cube, kept)| kept.then_some(cube)).collect()
}

/// Clauses that can be switched on one by one.
struct Clauses {
    sat: Box<dyn SatSolver + Send>,
    now: Vec<Literal>,
    switches: Vec<Literal>,
    kept: Vec<bool>,
}

impl Clauses {
    fn new(circuit: &Circuit<'_>, features: &[Feature], limits: &Limits, cubes: &[Cube]) -> Self {
        let mut sat = Backend::default().create();
        sat.set_interrupt(limits.interrupt.clone());
        sat.set_conflict_limit(limits.conflicts);
        let mut encoder = Encoder::default();
        let mut literal = |signal: Signal| encoder.literal(circuit.aig(), sat.as_mut(), signal);
        let now: Vec<Literal> = features.iter().map(|feature| literal(feature.now)).collect();
        let known: Vec<Literal> = circuit.known.iter().map(|&fact| literal(fact)).collect();
        known.iter().for_each(|&fact| sat.add_clause(&[fact]));
        let mut switches = Vec::with_capacity(cubes.len());
        for cube in cubes {
            let switch = sat.new_variable(Role::Input);
            let mut clause: Vec<Literal> = cube.iter().map(|&literal| !translate(&now, literal)).collect();
            clause.push(!switch);
            sat.add_clause(&clause);
            switches.push(switch);
        }
        Clauses { sat, now, switches, kept: vec![true; cubes.len()] }
    }

    fn drop_if_implied(&mut self, position: usize, cube: &Cube) {
        let others = (0..self.kept.len()).filter(|&other| other != position && self.kept[other]);
        let mut assumptions: Vec<Literal> = others.map(|other| self.switches[other]).collect();
        assumptions.extend(cube.iter().map(|&literal| translate(&self.now, literal)));
        self.kept[position] = self.sat.solve(&assumptions) != Answer::Unsat;
    }
}
