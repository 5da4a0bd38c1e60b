//! A system as a circuit: every bit of the state, of the inputs and of the next state is a wire.

use etiquette_logic::{Aig, Blaster, Encoder, SatSolver, Signal, Symbol, Term, TermPool};

use crate::relation::Relation;
use crate::system::{System, TakenStep};

/// A bit of the state.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bit {
    /// The variable, by its position in [`System::variables`].
    pub variable: usize,
    /// The position in the variable; 0 is the least significant bit.
    pub position: u32,
    /// The wire of its value now.
    pub now: Signal,
    /// The wire of its value after the step.
    pub next: Signal,
}

/// A system as a circuit.
pub(crate) struct Circuit<'a> {
    system: &'a System,
    blaster: Blaster,
    relation: Relation,
    /// The bits of the state, variable by variable, least significant bit first.
    pub bits: Vec<Bit>,
    /// Whether the chosen step can be taken.
    pub taken: Signal,
    /// Whether the state is initial.
    pub initial: Signal,
    /// Whether the state is bad.
    pub bad: Signal,
    /// What is known about all reachable states.
    pub known: Vec<Signal>,
    /// The wires of the inputs and of the choice of a step.
    pub inputs: Vec<Signal>,
}

impl<'a> Circuit<'a> {
    /// The circuit of a system.
    pub fn new(pool: &mut TermPool, system: &'a System, bad: Term, known: &[Term]) -> Self {
        let relation = Relation::new(pool, system);
        let mut blaster = Blaster::new();
        let bits = state_bits(pool, system, &relation, &mut blaster);
        let taken = blaster.signal(pool, relation.taken);
        let initial = blaster.signal(pool, system.initial);
        let bad = blaster.signal(pool, bad);
        let known = known.iter().map(|&fact| blaster.signal(pool, fact)).collect();
        let of_state = |symbol: &Symbol| system.variables.contains(symbol);
        let inputs = blaster.symbols().iter().filter(|(symbol, _)| !of_state(symbol));
        let inputs = inputs.flat_map(|(_, wires)| wires.iter().copied()).collect();
        Circuit { system, blaster, relation, bits, taken, initial, bad, known, inputs }
    }

    /// The gates.
    pub fn aig(&self) -> &Aig {
        self.blaster.aig()
    }

    /// The wires of a boolean term over the variables, for its value now and after the step.
    pub fn wires_of(&mut self, pool: &mut TermPool, term: Term) -> (Signal, Signal) {
        let after = self.relation.after(pool, self.system, term);
        (self.blaster.signal(pool, term), self.blaster.signal(pool, after))
    }

    /// The state in the solver's model, read off one copy of the circuit.
    pub fn state(&self, encoder: &Encoder, sat: &dyn SatSolver) -> Vec<u64> {
        let mut state = vec![0; self.system.variables.len()];
        for bit in &self.bits {
            state[bit.variable] |= u64::from(is_on(encoder, sat, bit.now)) << bit.position;
        }
        state
    }

    /// The step in the solver's model, read off one copy of the circuit.
    pub fn taken_step(&self, encoder: &Encoder, sat: &dyn SatSolver) -> TakenStep {
        let value = |symbol: Symbol| self.symbol_value(symbol, encoder, sat);
        let step = self.relation.step(self.system, self.relation.choice.map_or(0, value));
        let inputs = self.system.steps[step].inputs.iter().map(|&symbol| value(symbol)).collect();
        TakenStep { step, inputs }
    }

    fn symbol_value(&self, wanted: Symbol, encoder: &Encoder, sat: &dyn SatSolver) -> u64 {
        let found = self.blaster.symbols().iter().find(|(symbol, _)| *symbol == wanted);
        let wires = found.map_or(&[][..], |(_, wires)| wires);
        wires.iter().rev().fold(0, |value, &wire| value << 1 | u64::from(is_on(encoder, sat, wire)))
    }
}

fn is_on(encoder: &Encoder, sat: &dyn SatSolver, signal: Signal) -> bool {
    encoder.known(signal).is_some_and(|literal| sat.value(literal))
}

fn state_bits(pool: &mut TermPool, system: &System, relation: &Relation, blaster: &mut Blaster) -> Vec<Bit> {
    let mut now = Vec::new();
    for &symbol in &system.variables {
        let term = pool.symbol(symbol);
        now.push(blaster.signals(pool, term).to_vec());
    }
    let mut bits = Vec::new();
    for (variable, (now, &next)) in now.into_iter().zip(&relation.next).enumerate() {
        let next = blaster.signals(pool, next).to_vec();
        let pairs = now.into_iter().zip(next).zip(0..);
        bits.extend(pairs.map(|((now, next), position)| Bit { variable, position, now, next }));
    }
    bits
}
