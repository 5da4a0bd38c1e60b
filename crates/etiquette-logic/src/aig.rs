//! And-inverter graphs: boolean circuits of two-input conjunctions and negated wires.
//!
//! Equal gates exist once (structural hashing), and a new gate is first simplified with what is known two levels down
//! (the rules of Brummayer and Biere, "Local two-level and-inverter graph minimization without blowup", 2006).

use std::ops::Not;

use rustc_hash::FxHashMap;

/// A wire of the circuit: the output of a gate, or its negation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Signal(u32);

impl Signal {
    /// The wire that is always off.
    pub const FALSE: Signal = Signal(0);
    /// The wire that is always on.
    pub const TRUE: Signal = Signal(1);

    /// The wire that is always on or always off.
    pub fn constant(value: bool) -> Signal {
        Signal(u32::from(value))
    }

    /// The gate that drives the wire, by its position.
    pub fn gate(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// Whether the wire is the negation of its gate's output.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    /// The wire, negated if asked for.
    pub fn negated_if(self, negate: bool) -> Signal {
        Signal(self.0 ^ u32::from(negate))
    }

    fn of_gate(gate: usize) -> Signal {
        Signal(u32::try_from(gate).ok().and_then(|gate| gate.checked_mul(2)).expect("fewer than 2^31 gates"))
    }
}

impl Not for Signal {
    type Output = Signal;

    fn not(self) -> Signal {
        Signal(self.0 ^ 1)
    }
}

/// What drives a wire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gate {
    /// The constant `false`; the gate at position 0.
    False,
    /// A free input.
    Input,
    /// The conjunction of two wires.
    And(Signal, Signal),
}

/// A growing circuit.
#[derive(Clone, Debug)]
pub struct Aig {
    gates: Vec<Gate>,
    index: FxHashMap<(Signal, Signal), Signal>,
}

impl Default for Aig {
    fn default() -> Self {
        Aig { gates: vec![Gate::False], index: FxHashMap::default() }
    }
}

impl Aig {
    /// A circuit with no gate but the constant.
    pub fn new() -> Self {
        Self::default()
    }

    /// The number of gates, the constant included.
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    /// Whether the circuit has no gate but the constant.
    pub fn is_empty(&self) -> bool {
        self.gates.len() == 1
    }

    /// The gate at a position.
    pub fn gate(&self, position: usize) -> Gate {
        self.gates[position]
    }

    /// A new free input.
    pub fn input(&mut self) -> Signal {
        self.gates.push(Gate::Input);
        Signal::of_gate(self.gates.len() - 1)
    }

    /// The conjunction of two wires.
    pub fn and(&mut self, a: Signal, b: Signal) -> Signal {
        let (mut a, mut b) = (a, b);
        // Each round replaces an operand by a wire nearer to the inputs.
        loop {
            match self.rewrite(a, b) {
                Rewrite::Done(result) => return result,
                Rewrite::Again(x, y) => (a, b) = (x, y),
                Rewrite::New => break,
            }
        }
        let key = if a < b { (a, b) } else { (b, a) };
        if let Some(&known) = self.index.get(&key) {
            return known;
        }
        self.gates.push(Gate::And(key.0, key.1));
        let signal = Signal::of_gate(self.gates.len() - 1);
        self.index.insert(key, signal);
        signal
    }

    fn rewrite(&self, a: Signal, b: Signal) -> Rewrite {
        match () {
            _ if a == Signal::FALSE || b == Signal::FALSE || a == !b => Rewrite::Done(Signal::FALSE),
            _ if a == Signal::TRUE || a == b => Rewrite::Done(b),
            _ if b == Signal::TRUE => Rewrite::Done(a),
            _ => match self.rewrite_below(a, b) {
                Rewrite::New => match self.rewrite_below(b, a) {
                    Rewrite::New => self.rewrite_both(a, b),
                    found => found,
                },
                found => found,
            },
        }
    }

    /// Rules that look at the operands of `a`.
    fn rewrite_below(&self, a: Signal, b: Signal) -> Rewrite {
        let Gate::And(x, y) = self.gates[a.gate()] else {
            return Rewrite::New;
        };
        if !a.is_negated() {
            return match () {
                _ if b == x || b == y => Rewrite::Done(a),
                _ if b == !x || b == !y => Rewrite::Done(Signal::FALSE),
                _ => Rewrite::New,
            };
        }
        match () {
            _ if b == !x || b == !y => Rewrite::Done(b),
            _ if b == x => Rewrite::Again(b, !y),
            _ if b == y => Rewrite::Again(b, !x),
            _ => Rewrite::New,
        }
    }

    /// Rules that look at the operands of both.
    fn rewrite_both(&self, a: Signal, b: Signal) -> Rewrite {
        let (Gate::And(x, y), Gate::And(u, v)) = (self.gates[a.gate()], self.gates[b.gate()]) else {
            return Rewrite::New;
        };
        match (a.is_negated(), b.is_negated()) {
            (false, false) if x == !u || x == !v || y == !u || y == !v => Rewrite::Done(Signal::FALSE),
            (false, true) => rewrite_mixed(a, (x, y), b, (u, v)),
            (true, false) => rewrite_mixed(b, (u, v), a, (x, y)),
            (true, true) => resolved(x, y, u, v).map_or(Rewrite::New, Rewrite::Done),
            _ => Rewrite::New,
        }
    }

    /// The disjunction of two wires.
    pub fn or(&mut self, a: Signal, b: Signal) -> Signal {
        !self.and(!a, !b)
    }

    /// Whether exactly one of the wires is on.
    pub fn xor(&mut self, a: Signal, b: Signal) -> Signal {
        // Negations are moved to the output, so that all four variants share their gates.
        let negate = a.is_negated() != b.is_negated();
        let (a, b) = (a.negated_if(a.is_negated()), b.negated_if(b.is_negated()));
        let (only_a, only_b) = (self.and(a, !b), self.and(!a, b));
        self.or(only_a, only_b).negated_if(negate)
    }

    /// Whether both wires are the same.
    pub fn same(&mut self, a: Signal, b: Signal) -> Signal {
        !self.xor(a, b)
    }

    /// `a` where the condition is on, else `b`.
    pub fn mux(&mut self, condition: Signal, a: Signal, b: Signal) -> Signal {
        if a == !b {
            return self.same(condition, a);
        }
        let (chosen, other) = (self.and(condition, a), self.and(!condition, b));
        self.or(chosen, other)
    }
}

enum Rewrite {
    Done(Signal),
    Again(Signal, Signal),
    New,
}

/// `(x & y) & !(u & v)`
fn rewrite_mixed(positive: Signal, (x, y): (Signal, Signal), _negative: Signal, (u, v): (Signal, Signal)) -> Rewrite {
    match () {
        _ if u == !x || u == !y || v == !x || v == !y => Rewrite::Done(positive),
        _ if u == x || u == y => Rewrite::Again(positive, !v),
        _ if v == x || v == y => Rewrite::Again(positive, !u),
        _ => Rewrite::New,
    }
}

/// `!(x & y) & !(x & !y)` is `!x`
fn resolved(x: Signal, y: Signal, u: Signal, v: Signal) -> Option<Signal> {
    match () {
        _ if x == u && y == !v || x == v && y == !u => Some(!x),
        _ if y == u && x == !v || y == v && x == !u => Some(!y),
        _ => None,
    }
}
