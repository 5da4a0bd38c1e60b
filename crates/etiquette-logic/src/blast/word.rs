//! Circuits for the operators on words of wires, least significant bit first.

use crate::aig::{Aig, Signal};

pub(super) fn constant(width: u32, value: u64) -> Vec<Signal> {
    (0..width).map(|bit| Signal::constant(value >> bit & 1 == 1)).collect()
}

pub(super) fn extended(mut word: Vec<Signal>, width: u32, fill: Signal) -> Vec<Signal> {
    word.resize(width as usize, fill);
    word
}

/// The most significant bit.
pub(super) fn sign(word: &[Signal]) -> Signal {
    word[word.len() - 1]
}

fn is_constant(bit: &Signal) -> bool {
    bit.gate() == 0
}

/// The non-adjacent form of a constant word: digits -1, 0 and 1, no two neighbours both other than 0.
fn signed_digits(word: &[Signal]) -> Vec<i8> {
    let bits = word.iter().rev().fold(0u64, |value, &bit| value << 1 | u64::from(bit == Signal::TRUE));
    let mut rest = u128::from(bits);
    let mut digits = Vec::with_capacity(word.len());
    for _ in word {
        let digit: i8 = match rest & 3 {
            1 => 1,
            3 => -1,
            _ => 0,
        };
        rest = rest.wrapping_sub(digit as u128) >> 1;
        digits.push(digit);
    }
    digits
}

impl Aig {
    pub(super) fn bitwise(
        &mut self,
        gate: impl Fn(&mut Aig, Signal, Signal) -> Signal,
        a: &[Signal],
        b: &[Signal],
    ) -> Vec<Signal> {
        a.iter().zip(b).map(|(&x, &y)| gate(self, x, y)).collect()
    }

    /// `a` where the condition is on, else `b`.
    pub(super) fn choose(&mut self, condition: Signal, a: &[Signal], b: &[Signal]) -> Vec<Signal> {
        self.bitwise(|aig, x, y| aig.mux(condition, x, y), a, b)
    }

    pub(super) fn equal(&mut self, a: &[Signal], b: &[Signal]) -> Signal {
        let same = self.bitwise(Aig::same, a, b);
        same.into_iter().fold(Signal::TRUE, |all, bit| self.and(all, bit))
    }

    /// Unsigned order: the highest bit that differs decides.
    pub(super) fn less(&mut self, a: &[Signal], b: &[Signal]) -> Signal {
        a.iter().zip(b).fold(Signal::FALSE, |less, (&x, &y)| {
            let differ = self.xor(x, y);
            self.mux(differ, y, less)
        })
    }

    /// Signed order: the unsigned one with the sign bits turned around.
    pub(super) fn signed_less(&mut self, a: &[Signal], b: &[Signal]) -> Signal {
        let top = a.len() - 1;
        let below = self.less(&a[..top], &b[..top]);
        let differ = self.xor(a[top], b[top]);
        self.mux(differ, a[top], below)
    }

    /// The sum, by a chain of full adders.
    pub(super) fn add(&mut self, a: &[Signal], b: &[Signal], carry: Signal) -> Vec<Signal> {
        self.add_with_carry(a, b, carry).0
    }

    fn add_with_carry(&mut self, a: &[Signal], b: &[Signal], mut carry: Signal) -> (Vec<Signal>, Signal) {
        let sum = |(&x, &y): (&Signal, &Signal)| {
            let differ = self.xor(x, y);
            let bit = self.xor(differ, carry);
            carry = self.mux(differ, carry, x);
            bit
        };
        (a.iter().zip(b).map(sum).collect(), carry)
    }

    pub(super) fn subtract(&mut self, a: &[Signal], b: &[Signal]) -> Vec<Signal> {
        self.subtract_with_carry(a, b).0
    }

    /// The difference, and whether it is not negative in unsigned arithmetic.
    fn subtract_with_carry(&mut self, a: &[Signal], b: &[Signal]) -> (Vec<Signal>, Signal) {
        let inverted: Vec<Signal> = b.iter().map(|&bit| !bit).collect();
        self.add_with_carry(a, &inverted, Signal::TRUE)
    }

    pub(super) fn negate(&mut self, a: &[Signal]) -> Vec<Signal> {
        let zero = vec![Signal::FALSE; a.len()];
        self.subtract(&zero, a)
    }

    /// The low half of the product, by adding up shifted rows.
    pub(super) fn multiply(&mut self, a: &[Signal], b: &[Signal]) -> Vec<Signal> {
        if a.iter().all(is_constant) {
            return self.multiply_by_constant(b, a);
        }
        if b.iter().all(is_constant) {
            return self.multiply_by_constant(a, b);
        }
        let width = a.len();
        let mut product = vec![Signal::FALSE; width];
        for (place, &bit) in b.iter().enumerate() {
            let row: Vec<Signal> = a[..width - place].iter().map(|&x| self.and(x, bit)).collect();
            let sum = self.add(&product[place..], &row, Signal::FALSE);
            product[place..].copy_from_slice(&sum);
        }
        product
    }

    /// Adds and subtracts a row for each digit of the factor; with signed digits there are fewest of them.
    fn multiply_by_constant(&mut self, a: &[Signal], factor: &[Signal]) -> Vec<Signal> {
        let width = a.len();
        let mut product = vec![Signal::FALSE; width];
        for (place, digit) in signed_digits(factor).into_iter().enumerate() {
            let row = &a[..width - place];
            let changed = match digit {
                0 => continue,
                1 => self.add(&product[place..], row, Signal::FALSE),
                _ => self.subtract(&product[place..], row),
            };
            product[place..].copy_from_slice(&changed);
        }
        product
    }

    /// Quotient and remainder by restoring division. A zero divisor gives all ones and the dividend, as SMT-LIB asks.
    pub(super) fn divide(&mut self, a: &[Signal], b: &[Signal]) -> (Vec<Signal>, Vec<Signal>) {
        let width = a.len();
        let mut divisor = b.to_vec();
        divisor.push(Signal::FALSE);
        let mut remainder = vec![Signal::FALSE; width + 1];
        let mut quotient = vec![Signal::FALSE; width];
        for place in (0..width).rev() {
            // The remainder is below the divisor, or the divisor is zero: either way the top bit may go.
            remainder.pop();
            remainder.insert(0, a[place]);
            let (difference, fits) = self.subtract_with_carry(&remainder, &divisor);
            quotient[place] = fits;
            remainder = self.choose(fits, &difference, &remainder);
        }
        remainder.pop();
        (quotient, remainder)
    }

    pub(super) fn magnitude(&mut self, a: &[Signal]) -> Vec<Signal> {
        self.negate_if(sign(a), a)
    }

    fn negate_if(&mut self, condition: Signal, a: &[Signal]) -> Vec<Signal> {
        let negated = self.negate(a);
        self.choose(condition, &negated, a)
    }

    pub(super) fn signed_divide(&mut self, a: &[Signal], b: &[Signal]) -> Vec<Signal> {
        let (dividend, divisor) = (self.magnitude(a), self.magnitude(b));
        let quotient = self.divide(&dividend, &divisor).0;
        let opposite = self.xor(sign(a), sign(b));
        self.negate_if(opposite, &quotient)
    }

    pub(super) fn signed_remainder(&mut self, a: &[Signal], b: &[Signal]) -> Vec<Signal> {
        let (dividend, divisor) = (self.magnitude(a), self.magnitude(b));
        let remainder = self.divide(&dividend, &divisor).1;
        self.negate_if(sign(a), &remainder)
    }

    pub(super) fn shift_left(&mut self, a: &[Signal], amount: &[Signal]) -> Vec<Signal> {
        let mirrored: Vec<Signal> = a.iter().rev().copied().collect();
        let mut shifted = self.shift_right(&mirrored, amount, Signal::FALSE);
        shifted.reverse();
        shifted
    }

    /// A barrel shifter: one row of choices for each bit of the amount, which is taken modulo the width.
    pub(super) fn shift_right(&mut self, a: &[Signal], amount: &[Signal], fill: Signal) -> Vec<Signal> {
        let width = a.len();
        let mut shifted = a.to_vec();
        for (place, bit) in self.amount_modulo_width(amount).into_iter().enumerate() {
            let distance = 1 << place;
            let mut moved: Vec<Signal> = shifted.iter().skip(distance).copied().collect();
            moved.resize(width, fill);
            shifted = self.choose(bit, &moved, &shifted);
        }
        shifted
    }

    /// The bits of the amount modulo the width, without those that are always off.
    fn amount_modulo_width(&mut self, amount: &[Signal]) -> Vec<Signal> {
        let width = amount.len();
        let needed = width.next_power_of_two().trailing_zeros() as usize;
        if width.is_power_of_two() {
            return amount[..needed].to_vec();
        }
        let modulus = constant(width as u32, width as u64);
        let remainder = self.divide(amount, &modulus).1;
        remainder[..needed].to_vec()
    }
}
