//! Clauses for a circuit (Tseitin's encoding): on demand, each gate once.
//!
//! Choices and exclusive disjunctions, which take three gates in an and-inverter graph, are recognised and get one
//! variable with the clauses that propagate best. Inputs come before gates: SAT solvers branch on older variables
//! first.

use rustc_hash::FxHashSet;

use crate::aig::{Aig, Gate, Signal};
use crate::sat::{Literal, Role, SatSolver};

/// The literals of the gates that a SAT solver knows. Several encoders of one circuit and one solver are independent
/// copies of the circuit.
#[derive(Default)]
pub struct Encoder {
    literals: Vec<Option<Literal>>,
    variables: u64,
    clauses: u64,
}

/// What a gate computes, as far as clauses are concerned.
enum Function {
    False,
    Input,
    And(Signal, Signal),
    Mux(Signal, Signal, Signal),
}

impl Function {
    fn operands(self) -> [Option<Signal>; 3] {
        match self {
            Function::False | Function::Input => [None, None, None],
            Function::And(a, b) => [Some(a), Some(b), None],
            Function::Mux(condition, a, b) => [Some(condition), Some(a), Some(b)],
        }
    }
}

impl Encoder {
    /// The number of variables made.
    pub fn variables(&self) -> u64 {
        self.variables
    }

    /// The number of clauses added.
    pub fn clauses(&self) -> u64 {
        self.clauses
    }

    /// The literal of the wire, if its gate has been encoded.
    pub fn known(&self, signal: Signal) -> Option<Literal> {
        let literal = self.literals.get(signal.gate()).copied().flatten()?;
        Some(if signal.is_negated() { !literal } else { literal })
    }

    /// Takes the literal for the input instead of a new variable; before anything that depends on the input is encoded.
    pub fn bind(&mut self, aig: &Aig, input: Signal, literal: Literal) {
        if self.literals.len() < aig.len() {
            self.literals.resize(aig.len(), None);
        }
        self.literals[input.gate()] = Some(if input.is_negated() { !literal } else { literal });
    }

    /// The literal of the wire; encodes what it depends on.
    pub fn literal(&mut self, aig: &Aig, sat: &mut dyn SatSolver, signal: Signal) -> Literal {
        if self.literals.len() < aig.len() {
            self.literals.resize(aig.len(), None);
        }
        let (inputs, gates) = self.missing(aig, signal.gate());
        for gate in inputs.into_iter().chain(gates) {
            self.encode(aig, sat, gate);
        }
        self.known(signal).expect("the gate has just been encoded")
    }

    /// The inputs and the gates that the gate depends on and that are not encoded, operands before their users.
    fn missing(&self, aig: &Aig, gate: usize) -> (Vec<usize>, Vec<usize>) {
        let mut seen = FxHashSet::default();
        let mut pending = vec![gate];
        while let Some(next) = pending.pop() {
            if self.literals[next].is_none() && seen.insert(next) {
                let operands = function(aig, next).operands();
                pending.extend(operands.into_iter().flatten().map(Signal::gate));
            }
        }
        let mut found: Vec<usize> = seen.into_iter().collect();
        found.sort_unstable();
        found.into_iter().partition(|&gate| matches!(aig.gate(gate), Gate::Input))
    }

    /// A variable that stands for no gate.
    pub fn free_literal(&mut self, sat: &mut dyn SatSolver) -> Literal {
        self.variables += 1;
        sat.new_variable(Role::Input)
    }

    /// Adds a clause, and counts it.
    pub fn clause(&mut self, sat: &mut dyn SatSolver, clause: &[Literal]) {
        self.clauses += 1;
        sat.add_clause(clause);
    }

    fn encode(&mut self, aig: &Aig, sat: &mut dyn SatSolver, gate: usize) {
        let function = function(aig, gate);
        let role = if let Function::Input = function { Role::Input } else { Role::Gate };
        self.variables += 1;
        let output = sat.new_variable(role);
        self.literals[gate] = Some(output);
        match function {
            Function::False => self.clause(sat, &[!output]),
            Function::Input => {}
            Function::And(a, b) => self.encode_and(sat, output, a, b),
            Function::Mux(condition, a, b) => self.encode_mux(sat, output, [condition, a, b]),
        }
    }

    fn encode_and(&mut self, sat: &mut dyn SatSolver, output: Literal, a: Signal, b: Signal) {
        let (a, b) = (self.operand(a), self.operand(b));
        self.clause(sat, &[!output, a]);
        self.clause(sat, &[!output, b]);
        self.clause(sat, &[output, !a, !b]);
    }

    fn encode_mux(&mut self, sat: &mut dyn SatSolver, output: Literal, operands: [Signal; 3]) {
        let [condition, a, b] = operands.map(|operand| self.operand(operand));
        self.clause(sat, &[!condition, !a, output]);
        self.clause(sat, &[!condition, a, !output]);
        self.clause(sat, &[condition, !b, output]);
        self.clause(sat, &[condition, b, !output]);
        // Implied, but they propagate before the condition is known. For an exclusive disjunction they say nothing.
        if a != !b {
            self.clause(sat, &[!a, !b, output]);
            self.clause(sat, &[a, b, !output]);
        }
    }

    fn operand(&self, signal: Signal) -> Literal {
        self.known(signal).expect("operands are encoded before their gate")
    }
}

fn function(aig: &Aig, gate: usize) -> Function {
    match aig.gate(gate) {
        Gate::False => Function::False,
        Gate::Input => Function::Input,
        Gate::And(a, b) => mux(aig, a, b).unwrap_or(Function::And(a, b)),
    }
}

/// `!(c & x) & !(!c & y)` is `c ? !x : !y`
fn mux(aig: &Aig, a: Signal, b: Signal) -> Option<Function> {
    if !a.is_negated() || !b.is_negated() {
        return None;
    }
    let (Gate::And(x, y), Gate::And(u, v)) = (aig.gate(a.gate()), aig.gate(b.gate())) else {
        return None;
    };
    match () {
        _ if x == !u => Some(Function::Mux(x, !y, !v)),
        _ if x == !v => Some(Function::Mux(x, !y, !u)),
        _ if y == !u => Some(Function::Mux(y, !x, !v)),
        _ if y == !v => Some(Function::Mux(y, !x, !u)),
        _ => None,
    }
}
