//! One frame as a SAT solver: the transition relation, and clauses that the states before the step obey.

use etiquette_logic::{Literal, Signal};

use super::cube::Cube;
use super::encoded::Encoded;
use super::feature::Feature;
use crate::circuit::Circuit;
use crate::question::{Limits, Unknown};
use crate::system::TakenStep;

/// The states of a frame and the steps from them.
pub(super) struct Frame {
    solver: Encoded,
    now: Vec<Literal>,
    next: Vec<Literal>,
    taken: Literal,
    bad: Literal,
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
        let mut solver = Encoded::new(limits);
        let now = solver.literals(circuit, features.iter().map(|feature| feature.now));
        let next = solver.literals(circuit, features.iter().map(|feature| feature.next));
        let (taken, bad) = (solver.literal(circuit, circuit.taken), solver.literal(circuit, circuit.bad));
        circuit.known.iter().for_each(|&fact| solver.demand(circuit, fact));
        Frame { solver, now, next, taken, bad }
    }

    /// Restricts the frame to the initial states.
    pub fn demand_initial(&mut self, circuit: &Circuit<'_>) {
        self.solver.demand(circuit, circuit.initial);
    }

    /// Excludes the states of a cube.
    pub fn exclude(&mut self, cube: &[Literal]) {
        let clause: Vec<Literal> = cube.iter().map(|&literal| !self.now_literal(literal)).collect();
        self.solver.sat.add_clause(&clause);
    }

    /// Whether the solver has become slow and should be replaced.
    pub fn is_worn_out(&self) -> bool {
        self.solver.is_worn_out()
    }

    /// A bad state of the frame.
    pub fn bad_state(&mut self) -> Result<Option<Cube>, Unknown> {
        Ok(if self.solver.solve(&[self.bad])? { Some(self.state()) } else { None })
    }

    /// Can the cube be entered from a state of the frame that is not in the cube?
    pub fn enter(&mut self, circuit: &Circuit<'_>, cube: &[Literal]) -> Result<Entry, Unknown> {
        let clause: Vec<Literal> = cube.iter().map(|&literal| !self.now_literal(literal)).collect();
        let outside = self.solver.passing_clause(clause);
        let entry = self.enter_under(circuit, cube, &[outside, self.taken]);
        self.solver.switch_off(outside);
        entry
    }

    /// Can the cube be entered from a state of the frame?
    pub fn enter_from_anywhere(&mut self, circuit: &Circuit<'_>, cube: &[Literal]) -> Result<Entry, Unknown> {
        self.enter_under(circuit, cube, &[self.taken])
    }

    fn enter_under(&mut self, circuit: &Circuit<'_>, cube: &[Literal], under: &[Literal]) -> Result<Entry, Unknown> {
        let mut assumptions = under.to_vec();
        assumptions.extend(cube.iter().map(|&literal| self.next_literal(literal)));
        if self.solver.solve(&assumptions)? {
            return Ok(Entry::From(self.witness(circuit)));
        }
        let needed = |&literal: &Literal| self.solver.sat.is_failed(self.next_literal(literal));
        Ok(Entry::Blocked(cube.iter().copied().filter(needed).collect()))
    }

    fn witness(&self, circuit: &Circuit<'_>) -> Witness {
        let value = |&input: &Signal| Some((input, self.solver.sat.value(self.solver.encoder.known(input)?)));
        Witness {
            cube: self.state(),
            inputs: circuit.inputs.iter().filter_map(value).collect(),
            step: circuit.taken_step(&self.solver.encoder, self.solver.sat.as_ref()),
        }
    }

    /// The state of the model.
    fn state(&self) -> Cube {
        let literal = |(number, &now): (usize, &Literal)| Literal::new(number as u32, !self.solver.sat.value(now));
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
