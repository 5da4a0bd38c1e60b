//! Ranges of machine integers, and what operators make of them.
//!
//! A range holds numbers read as signed. Whatever might wrap around gives the whole range of its width, so the result
//! always holds the true value.

use etiquette_logic::{BinaryOp, UnaryOp, mask};

/// The numbers from `low` to `high`, both included.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Interval {
    pub low: i64,
    pub high: i64,
}

impl Interval {
    /// All numbers of a width.
    pub fn of_width(width: u32) -> Self {
        let high = i64::MAX >> (64 - width.clamp(1, 64));
        Interval { low: -high - 1, high }
    }

    pub fn exactly(value: i64) -> Self {
        Interval { low: value, high: value }
    }

    /// The numbers that are in both; `None` if there are none.
    pub fn meet(self, other: Self) -> Option<Self> {
        let both = Interval { low: self.low.max(other.low), high: self.high.min(other.high) };
        (both.low <= both.high).then_some(both)
    }

    /// The smallest range that has both in it.
    pub fn hull(self, other: Self) -> Self {
        Interval { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// A range that has a larger one in it and can't grow often: an end that moved goes to the next of a few numbers.
    pub fn widened(self, larger: Self, whole: Self) -> Self {
        let low = if larger.low < self.low { stop_below(larger.low, whole) } else { self.low };
        let high = if larger.high > self.high { stop_above(larger.high, whole) } else { self.high };
        Interval { low, high }
    }

    fn is_negative(self) -> bool {
        self.high < 0
    }

    /// The numbers read as unsigned, as far as they fit.
    fn unsigned(self, width: u32) -> Option<Self> {
        match (self.low >= 0, width < 63) {
            (true, _) => Some(self),
            (false, true) => Some(Interval { low: 0, high: (1 << width) - 1 }),
            (false, false) => None,
        }
    }

    fn from_wide(low: i128, high: i128, whole: Self) -> Self {
        if low < i128::from(whole.low) || high > i128::from(whole.high) {
            return whole;
        }
        Interval { low: low as i64, high: high as i64 }
    }
}

fn stop_below(low: i64, whole: Interval) -> i64 {
    [0, -1].into_iter().find(|stop| *stop <= low).unwrap_or(whole.low)
}

fn stop_above(high: i64, whole: Interval) -> i64 {
    [-1, 0, 1].into_iter().find(|stop| *stop >= high).unwrap_or(whole.high)
}

/// What an operator with one operand makes of a range of some width.
pub(super) fn unary(op: UnaryOp, operand: Interval, width: u32, result_width: u32) -> Interval {
    let whole = Interval::of_width(result_width);
    match op {
        UnaryOp::Negate => Interval::from_wide(-i128::from(operand.high), -i128::from(operand.low), whole),
        UnaryOp::SignExtend(_) => operand,
        UnaryOp::ZeroExtend(_) => operand.unsigned(width).and_then(|range| range.meet(whole)).unwrap_or(whole),
        UnaryOp::Extract { low: 0, .. } => Interval::from_wide(operand.low.into(), operand.high.into(), whole),
        UnaryOp::BitNot => Interval { low: -1 - operand.high, high: -1 - operand.low },
        UnaryOp::Extract { .. } | UnaryOp::Not => whole,
    }
}

/// What an operator with two operands makes of ranges of a width.
pub(super) fn binary(op: BinaryOp, a: Interval, b: Interval, width: u32) -> Interval {
    let whole = Interval::of_width(width);
    let wide = |range: Interval| (i128::from(range.low), i128::from(range.high));
    let ((a_low, a_high), (b_low, b_high)) = (wide(a), wide(b));
    match op {
        BinaryOp::Add => Interval::from_wide(a_low + b_low, a_high + b_high, whole),
        BinaryOp::Sub => Interval::from_wide(a_low - b_high, a_high - b_low, whole),
        BinaryOp::Mul => {
            let products = [a_low * b_low, a_low * b_high, a_high * b_low, a_high * b_high];
            let low = products.iter().copied().fold(products[0], i128::min);
            let high = products.iter().copied().fold(products[0], i128::max);
            Interval::from_wide(low, high, whole)
        }
        BinaryOp::BitAnd => conjunction(a, b, whole),
        BinaryOp::BitOr | BinaryOp::BitXor if a.low >= 0 && b.low >= 0 => {
            Interval { low: 0, high: all_ones(a.high | b.high) }
        }
        _ => by_constant(op, a, b, width).unwrap_or(whole),
    }
}

/// Operators whose second operand is a constant.
fn by_constant(op: BinaryOp, a: Interval, b: Interval, width: u32) -> Option<Interval> {
    if b.low != b.high {
        return None;
    }
    let constant = b.low;
    let amount = ((constant as u64 & mask(width)) % u64::from(width)) as u32;
    let Interval { low, high } = a;
    match op {
        BinaryOp::SignedDiv if constant > 0 => Some(Interval { low: low / constant, high: high / constant }),
        BinaryOp::SignedRem if constant > 0 => Some(Interval {
            low: if low >= 0 { 0 } else { 1 - constant },
            high: if a.is_negative() { 0 } else { high.min(constant - 1) },
        }),
        BinaryOp::ShiftRightArithmetic => Some(Interval { low: low >> amount, high: high >> amount }),
        BinaryOp::ShiftRightLogical if low >= 0 => Some(Interval { low: low >> amount, high: high >> amount }),
        BinaryOp::ShiftRightLogical if amount > 0 => Some(Interval { low: 0, high: (mask(width) >> amount) as i64 }),
        _ => None,
    }
}

fn conjunction(a: Interval, b: Interval, whole: Interval) -> Interval {
    match (a.low >= 0, b.low >= 0) {
        (true, true) => Interval { low: 0, high: a.high.min(b.high) },
        (true, false) => Interval { low: 0, high: a.high },
        (false, true) => Interval { low: 0, high: b.high },
        (false, false) => whole,
    }
}

/// The largest number with as many bits.
fn all_ones(number: i64) -> i64 {
    if number == 0 { 0 } else { i64::MAX >> (number.leading_zeros() - 1) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use etiquette_logic::{apply_binary, apply_unary, to_signed};

    const OPERATORS: [BinaryOp; 12] = [
        BinaryOp::Add,
        BinaryOp::Sub,
        BinaryOp::Mul,
        BinaryOp::BitAnd,
        BinaryOp::BitOr,
        BinaryOp::BitXor,
        BinaryOp::SignedDiv,
        BinaryOp::SignedRem,
        BinaryOp::ShiftLeft,
        BinaryOp::ShiftRightLogical,
        BinaryOp::ShiftRightArithmetic,
        BinaryOp::UnsignedDiv,
    ];

    /// Ranges of four bits.
    fn ranges() -> Vec<Interval> {
        let ends = [-8, -5, -1, 0, 1, 3, 7];
        let all = ends.iter().flat_map(|low| ends.iter().map(move |high| Interval { low: *low, high: *high }));
        all.filter(|range| range.low <= range.high).collect()
    }

    #[test]
    fn every_result_of_two_operands_is_in_the_range() {
        for (a, b) in ranges().into_iter().flat_map(|a| ranges().into_iter().map(move |b| (a, b))) {
            for op in OPERATORS {
                let range = binary(op, a, b, 4);
                for (x, y) in (a.low..=a.high).flat_map(|x| (b.low..=b.high).map(move |y| (x, y))) {
                    let result = to_signed(apply_binary(op, 4, x as u64 & 15, y as u64 & 15), 4);
                    assert!((range.low..=range.high).contains(&result), "{op:?} {x} {y}: {result} not in {range:?}");
                }
            }
        }
    }

    #[test]
    fn every_result_of_one_operand_is_in_the_range() {
        let operators = [
            (UnaryOp::Negate, 4),
            (UnaryOp::BitNot, 4),
            (UnaryOp::SignExtend(8), 8),
            (UnaryOp::ZeroExtend(8), 8),
            (UnaryOp::Extract { high: 2, low: 0 }, 3),
            (UnaryOp::Extract { high: 2, low: 1 }, 2),
        ];
        for (range, (op, width)) in ranges().into_iter().flat_map(|range| operators.map(|op| (range, op))) {
            let made = unary(op, range, 4, width);
            for x in range.low..=range.high {
                let result = to_signed(apply_unary(op, 4, x as u64 & 15), width);
                assert!((made.low..=made.high).contains(&result), "{op:?} {x}: {result} not in {made:?}");
            }
        }
    }

    #[test]
    fn a_range_stops_growing() {
        let whole = Interval::of_width(32);
        let once = Interval::exactly(0).widened(Interval { low: 0, high: 1 }, whole);
        let twice = once.widened(Interval { low: 0, high: 2 }, whole);
        assert_eq!(twice, Interval { low: 0, high: whole.high });
    }
}
