//! Divisions whose result is open: free wires, of which only what is cheap to say is known until more is asked for.
//!
//! The circuit of a division is the largest of all operators, and most proofs only need that a remainder is below its
//! divisor, or that equal operands have equal results.

use crate::aig::{Aig, Signal};
use crate::blast::word::sign;
use crate::term::{BinaryOp, Term};

/// A division, with its result as free wires.
#[derive(Clone, Debug)]
pub struct Division {
    /// The term.
    pub term: Term,
    op: BinaryOp,
    dividend: Vec<Signal>,
    divisor: Vec<Signal>,
    result: Vec<Signal>,
}

/// Whether an operator divides.
pub(super) fn divides(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::SignedDiv | BinaryOp::SignedRem | BinaryOp::UnsignedDiv | BinaryOp::UnsignedRem)
}

impl Division {
    pub(super) fn new(aig: &mut Aig, term: Term, op: BinaryOp, dividend: &[Signal], divisor: &[Signal]) -> Division {
        let result = dividend.iter().map(|_| aig.input()).collect();
        Division { term, op, dividend: dividend.to_vec(), divisor: divisor.to_vec(), result }
    }

    /// The wires of the result.
    pub fn result(&self) -> &[Signal] {
        &self.result
    }

    /// The wires of the dividend and the divisor.
    pub fn operands(&self) -> [&[Signal]; 2] {
        [&self.dividend, &self.divisor]
    }

    /// Whether another division is of the same kind.
    pub fn is_like(&self, other: &Division) -> bool {
        self.op == other.op && self.result.len() == other.result.len()
    }

    /// What holds of every division of this kind, cheap to say: a wire that is on.
    pub(super) fn bounds(&self, aig: &mut Aig) -> Signal {
        let is_signed = matches!(self.op, BinaryOp::SignedDiv | BinaryOp::SignedRem);
        let magnitude = |aig: &mut Aig, word: &[Signal]| if is_signed { aig.magnitude(word) } else { word.to_vec() };
        let [dividend, divisor, result] =
            [&self.dividend, &self.divisor, &self.result].map(|word| magnitude(aig, word));
        let divides_by_zero = !aig.any(&divisor);
        let no_larger = !aig.less(&dividend, &result);
        let is_short = aig.less(&dividend, &divisor);
        let (small, if_short) = match self.op {
            BinaryOp::UnsignedDiv | BinaryOp::SignedDiv => (no_larger, !aig.any(&result)),
            _ => {
                let below = aig.less(&result, &divisor);
                (aig.and(no_larger, below), aig.equal(&self.result, &self.dividend))
            }
        };
        let small = aig.implies(!divides_by_zero, small);
        let short = aig.implies(is_short, if_short);
        let bounds = aig.and(small, short);
        let signs = if is_signed { self.signs(aig) } else { Signal::TRUE };
        aig.and(bounds, signs)
    }

    /// A remainder is zero or has the sign of its dividend. A quotient of numbers with different signs is not positive;
    /// that of numbers with the same sign may overflow.
    fn signs(&self, aig: &mut Aig) -> Signal {
        let (own, of_dividend) = (sign(&self.result), sign(&self.dividend));
        let is_zero = !aig.any(&self.result);
        if self.op == BinaryOp::SignedRem {
            let differs = aig.xor(own, of_dividend);
            return aig.implies(differs, is_zero);
        }
        let differ = aig.xor(of_dividend, sign(&self.divisor));
        let divides = aig.any(&self.divisor);
        let is_negative = aig.and(differ, divides);
        let is_positive = aig.and(!own, !is_zero);
        aig.implies(is_negative, !is_positive)
    }

    /// That equal operands have equal results, of two divisions of the same kind.
    pub(super) fn agrees_with(&self, aig: &mut Aig, other: &Division) -> Signal {
        let dividends = aig.equal(&self.dividend, &other.dividend);
        let divisors = aig.equal(&self.divisor, &other.divisor);
        let operands = aig.and(dividends, divisors);
        let results = aig.equal(&self.result, &other.result);
        aig.implies(operands, results)
    }

    /// That the result is what the whole circuit gives.
    pub(super) fn is_exact(&self, aig: &mut Aig) -> Signal {
        let exact = aig.division(self.op, &self.dividend, &self.divisor);
        aig.equal(&exact, &self.result)
    }
}

impl Aig {
    pub(super) fn division(&mut self, op: BinaryOp, a: &[Signal], b: &[Signal]) -> Vec<Signal> {
        match op {
            BinaryOp::UnsignedDiv => self.divide(a, b).0,
            BinaryOp::UnsignedRem => self.divide(a, b).1,
            BinaryOp::SignedDiv => self.signed_divide(a, b),
            _ => self.signed_remainder(a, b),
        }
    }

    fn any(&mut self, word: &[Signal]) -> Signal {
        let none = word.iter().fold(Signal::TRUE, |none, &bit| self.and(none, !bit));
        !none
    }

    fn implies(&mut self, condition: Signal, then: Signal) -> Signal {
        !self.and(condition, !then)
    }
}
