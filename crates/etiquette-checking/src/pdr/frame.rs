//! One frame as a SAT solver: the transition relation, and clauses that the states before the step obey.

use etiquette_logic::{Answer, Backend, Encoder, Literal, Role, SatSolver, Signal};

use super::cube::Cube;
use super::feature::Feature;
use crate::circuit::Circuit;
use crate::question::{Limits, Unknown};
use crate::system::TakenStep;

/// Every question leaves a clause behind that is switched off; after so many, a fresh solver is faster.
const MOST_LEFTOVERS: usize = 400;

/// The states of a frame and the steps from them.
pub(super) struct Frame {
    sat: Box<dyn SatSolver + Send>,
    encoder: Encoder,
    now: Vec<Literal>,
    next: Vec<Literal>,
    taken: Literal,
    bad: Literal,
    leftovers: usize,
}

/// A state, by the values of all features, and what makes it step to where it should.
pub(super) struct Witness {
    pub cube: Cube,
    /// The values of the inputs.
    pub inputs: Vec<(Signal, bool)>,
    pub step: TakenStep,
}

/// Whether a cube can be entered.
pub(super) enum Entry {
    /// It can't, for these of its literals.
    Blocked(Cube),
    /// It can, from this state.
    From(Witness),
}

impl Frame {
    /// A frame of all states that have what is known.
    pub fn new(circuit: &Circuit<'_>, features: &[Feature], limits: &Limits) -> Self {
        let mut sat = Backend::default().create();
        sat.set_interrupt(limits.interrupt.clone());
        sat.set_conflict_limit(limits.conflicts);
        let mut encoder = Encoder::default();
        let mut literal = |signal: Signal| encoder.literal(circuit.aig(), sat.as_mut(), signal);
        let now = features.iter().map(|feature| literal(feature.now)).collect();
        let next = features.iter().map(|feature| literal(feature.next)).collect();
        let (taken, bad) = (literal(circuit.taken), literal(circuit.bad));
        let known: Vec<Literal> = circuit.known.iter().map(|&fact| literal(fact)).collect();
        known.iter().for_each(|&fact| sat.add_clause(&[fact]));
        Frame { sat, encoder, now, next, taken, bad, leftovers: 0 }
    }

    /// Restricts the frame to the initial states.
    pub fn demand_initial(&mut self, circuit: &Circuit<'_>) {
        let initial = self.encoder.literal(circuit.aig(), self.sat.as_mut(), circuit.initial);
        self.sat.add_clause(&[initial]);
    }

    /// Excludes the states of a cube.
    pub fn exclude(&mut self, cube: &[Literal]) {
        let clause: Vec<Literal> = cube.iter().map(|&literal| !self.now_literal(literal)).collect();
        self.sat.add_clause(&clause);
    }

    /// Whether the solver has become slow and should be replaced.
    pub fn is_worn_out(&self) -> bool {
        self.leftovers >= MOST_LEFTOVERS
    }

    /// A bad state of the frame.
    pub fn bad_state(&mut self) -> Result<Option<Cube>, Unknown> {
        Ok(if self.solve(&[self.bad])? { Some(self.state()) } else { None })
    }

    /// Can the cube be entered from a state of the frame that is not in the cube?
    pub fn enter(&mut self, circuit: &Circuit<'_>, cube: &[Literal]) -> Result<Entry, Unknown> {
        let outside = self.sat.new_variable(Role::Input);
        let mut clause: Vec<Literal> = cube.iter().map(|&literal| !self.now_literal(literal)).collect();
        clause.push(!outside);
        self.sat.add_clause(&clause);
        self.leftovers += 1;
        let entry = self.enter_under(circuit, cube, &[outside, self.taken]);
        self.sat.add_clause(&[!outside]);
        entry
    }

    /// Can the cube be entered from a state of the frame?
    pub fn enter_from_anywhere(&mut self, circuit: &Circuit<'_>, cube: &[Literal]) -> Result<Entry, Unknown> {
        self.enter_under(circuit, cube, &[self.taken])
    }

    fn enter_under(&mut self, circuit: &Circuit<'_>, cube: &[Literal], under: &[Literal]) -> Result<Entry, Unknown> {
        let mut assumptions = under.to_vec();
        assumptions.extend(cube.iter().map(|&literal| self.next_literal(literal)));
        if self.solve(&assumptions)? {
            return Ok(Entry::From(self.witness(circuit)));
        }
        let needed = |&literal: &Literal| self.sat.is_failed(self.next_literal(literal));
        Ok(Entry::Blocked(cube.iter().copied().filter(needed).collect()))
    }

    fn solve(&mut self, assumptions: &[Literal]) -> Result<bool, Unknown> {
        match self.sat.solve(assumptions) {
            Answer::Sat => Ok(true),
            Answer::Unsat => Ok(false),
            Answer::Unknown(reason) => Err(reason.into()),
        }
    }

    fn witness(&self, circuit: &Circuit<'_>) -> Witness {
        let value = |&input: &Signal| Some((input, self.sat.value(self.encoder.known(input)?)));
        Witness {
            cube: self.state(),
            inputs: circuit.inputs.iter().filter_map(value).collect(),
            step: circuit.taken_step(&self.encoder, self.sat.as_ref()),
        }
    }

    /// The state of the model.
    fn state(&self) -> Cube {
        let literal = |(number, &now): (usize, &Literal)| Literal::new(number as u32, !self.sat.value(now));
        self.now.iter().enumerate().map(literal).collect()
    }

    fn now_literal(&self, literal: Literal) -> Literal {
        translate(&self.now, literal)
    }

    fn next_literal(&self, literal: Literal) -> Literal {
        translate(&self.next, literal)
    }
}

/// The solver's literal for a literal of a cube.
pub(super) fn translate(table: &[Literal], literal: Literal) -> Literal {
    let positive = table[literal.variable() as usize];
    if literal.is_negated() { !positive } else { positive }
}
