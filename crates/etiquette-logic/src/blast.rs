//! Bit-blasting: each bit of a term as a wire of an and-inverter graph.
//!
//! A [`Blaster`] serves one pool. Every term is translated once, without recursion; words are least significant bit
//! first.

mod division;
mod word;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::aig::{Aig, Signal};
use crate::term::{BinaryOp, Node, Symbol, Term, TermPool, UnaryOp};
pub use division::Division;
use division::divides;

/// Translates terms of one pool into a circuit.
#[derive(Clone, Default, Debug)]
pub struct Blaster {
    aig: Aig,
    /// The bits of all translated terms, one after the other.
    bits: Vec<Signal>,
    /// Where the bits of a term start.
    starts: FxHashMap<Term, usize>,
    /// The input bits of the symbols, in the order in which they were met.
    symbols: Vec<(Symbol, Vec<Signal>)>,
    /// Divisions whose result is open, and those that never are; `None`: all have their circuits.
    open: Option<(Vec<Division>, FxHashSet<Term>)>,
}

impl Blaster {
    /// A blaster that has seen no term.
    pub fn new() -> Self {
        Self::default()
    }

    /// The same, but the results of divisions by anything but a constant are free wires, except for these terms. What
    /// they are has to be demanded.
    pub(crate) fn with_open_divisions(except: FxHashSet<Term>) -> Self {
        Blaster { open: Some((Vec::new(), except)), ..Self::default() }
    }

    /// Divisions whose result is open, in the order in which they were met.
    pub(crate) fn divisions(&self) -> &[Division] {
        self.open.as_ref().map_or(&[], |(divisions, _)| divisions)
    }

    /// A wire that has to be on for a division to be one: what bounds its result.
    pub(crate) fn bounds(&mut self, division: usize) -> Signal {
        let division = self.divisions()[division].clone();
        division.bounds(&mut self.aig)
    }

    /// A wire that has to be on for two divisions to be what they are: equal operands have equal results.
    pub(crate) fn agreement(&mut self, one: usize, other: usize) -> Signal {
        let (one, other) = (self.divisions()[one].clone(), self.divisions()[other].clone());
        one.agrees_with(&mut self.aig, &other)
    }

    /// A wire that has to be on for a division to be one, and leaves nothing open.
    pub(crate) fn exactness(&mut self, division: usize) -> Signal {
        let division = self.divisions()[division].clone();
        division.is_exact(&mut self.aig)
    }

    /// The circuit so far.
    pub fn aig(&self) -> &Aig {
        &self.aig
    }

    /// The symbols met so far, with their input wires.
    pub fn symbols(&self) -> &[(Symbol, Vec<Signal>)] {
        &self.symbols
    }

    /// The wire of a boolean term.
    pub fn signal(&mut self, pool: &TermPool, term: Term) -> Signal {
        self.signals(pool, term)[0]
    }

    /// The wires of a term, least significant bit first; booleans have one.
    pub fn signals(&mut self, pool: &TermPool, term: Term) -> &[Signal] {
        if !self.starts.contains_key(&term) {
            for part in pool.reachable_unless(&[term], |part| self.starts.contains_key(&part)) {
                let word = self.translate(pool, part);
                self.starts.insert(part, self.bits.len());
                self.bits.extend(word);
            }
        }
        let start = self.starts[&term];
        &self.bits[start..start + pool.sort(term).width() as usize]
    }

    fn word(&self, pool: &TermPool, term: Term) -> Vec<Signal> {
        let start = self.starts[&term];
        self.bits[start..start + pool.sort(term).width() as usize].to_vec()
    }

    fn translate(&mut self, pool: &TermPool, term: Term) -> Vec<Signal> {
        match pool.node(term) {
            Node::Bool(value) => vec![Signal::constant(value)],
            Node::Bits { width, value } => word::constant(width, value),
            Node::Symbol(symbol) => self.inputs(symbol, pool.symbol_sort(symbol).width()),
            Node::Unary(op, a) => {
                let a = self.word(pool, a);
                self.translate_unary(op, a)
            }
            Node::Binary(op, a, b) => {
                let is_known = !divides(op) || pool.as_constant(b).is_some();
                let (a, b) = (self.word(pool, a), self.word(pool, b));
                match &mut self.open {
                    Some((divisions, except)) if !is_known && !except.contains(&term) => {
                        let division = Division::new(&mut self.aig, term, op, &a, &b);
                        let result = division.result().to_vec();
                        divisions.push(division);
                        result
                    }
                    _ => self.translate_binary(op, &a, &b),
                }
            }
            Node::Ite(condition, a, b) => {
                let (condition, a, b) = (self.word(pool, condition), self.word(pool, a), self.word(pool, b));
                self.aig.choose(condition[0], &a, &b)
            }
        }
    }

    fn inputs(&mut self, symbol: Symbol, width: u32) -> Vec<Signal> {
        let word: Vec<Signal> = (0..width).map(|_| self.aig.input()).collect();
        self.symbols.push((symbol, word.clone()));
        word
    }

    fn translate_unary(&mut self, op: UnaryOp, a: Vec<Signal>) -> Vec<Signal> {
        match op {
            UnaryOp::Not | UnaryOp::BitNot => a.into_iter().map(|bit| !bit).collect(),
            UnaryOp::Negate => self.aig.negate(&a),
            UnaryOp::Extract { high, low } => a[low as usize..=high as usize].to_vec(),
            UnaryOp::ZeroExtend(to) => word::extended(a, to, Signal::FALSE),
            UnaryOp::SignExtend(to) => {
                let sign = word::sign(&a);
                word::extended(a, to, sign)
            }
        }
    }

    fn translate_binary(&mut self, op: BinaryOp, a: &[Signal], b: &[Signal]) -> Vec<Signal> {
        use BinaryOp::*;
        let aig = &mut self.aig;
        match op {
            And | BitAnd => aig.bitwise(Aig::and, a, b),
            Or | BitOr => aig.bitwise(Aig::or, a, b),
            Xor | BitXor => aig.bitwise(Aig::xor, a, b),
            Equal => vec![aig.equal(a, b)],
            Add => aig.add(a, b, Signal::FALSE),
            Sub => aig.subtract(a, b),
            Mul => aig.multiply(a, b),
            UnsignedDiv | UnsignedRem | SignedDiv | SignedRem => aig.division(op, a, b),
            ShiftLeft => aig.shift_left(a, b),
            ShiftRightLogical => aig.shift_right(a, b, Signal::FALSE),
            ShiftRightArithmetic => aig.shift_right(a, b, word::sign(a)),
            UnsignedLess => vec![aig.less(a, b)],
            UnsignedLessEqual => vec![!aig.less(b, a)],
            SignedLess => vec![aig.signed_less(a, b)],
            SignedLessEqual => vec![!aig.signed_less(b, a)],
        }
    }
}
