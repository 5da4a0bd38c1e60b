//! Every operator means the same to the evaluator, the circuits and a reference written down independently.

use etiquette_logic::{
    Aig, BinaryOp, Blaster, Gate, Node, Signal, Sort, Term, TermPool, UnaryOp, apply_binary, apply_unary, evaluate,
    mask,
};

const OPERATORS: [BinaryOp; 18] = [
    BinaryOp::Equal,
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::UnsignedDiv,
    BinaryOp::UnsignedRem,
    BinaryOp::SignedDiv,
    BinaryOp::SignedRem,
    BinaryOp::BitAnd,
    BinaryOp::BitOr,
    BinaryOp::BitXor,
    BinaryOp::ShiftLeft,
    BinaryOp::ShiftRightLogical,
    BinaryOp::ShiftRightArithmetic,
    BinaryOp::UnsignedLess,
    BinaryOp::UnsignedLessEqual,
    BinaryOp::SignedLess,
    BinaryOp::SignedLessEqual,
];

/// The meaning of the operators on small widths, by unbounded integers.
fn reference(op: BinaryOp, width: u32, a: u64, b: u64) -> u64 {
    use BinaryOp::*;
    let (unsigned_a, unsigned_b) = (i128::from(a), i128::from(b));
    let size = 1i128 << width;
    let signed = |value: i128| if value >= size / 2 { value - size } else { value };
    let (signed_a, signed_b) = (signed(unsigned_a), signed(unsigned_b));
    let amount = (unsigned_b % i128::from(width)) as u32;
    let result = match op {
        And | BitAnd => unsigned_a & unsigned_b,
        Or | BitOr => unsigned_a | unsigned_b,
        Xor | BitXor => unsigned_a ^ unsigned_b,
        Equal => i128::from(a == b),
        Add => unsigned_a + unsigned_b,
        Sub => unsigned_a - unsigned_b,
        Mul => unsigned_a.wrapping_mul(unsigned_b),
        UnsignedDiv if b == 0 => -1,
        UnsignedDiv => unsigned_a / unsigned_b,
        UnsignedRem if b == 0 => unsigned_a,
        UnsignedRem => unsigned_a % unsigned_b,
        SignedDiv if b == 0 => {
            if signed_a < 0 {
                1
            } else {
                -1
            }
        }
        SignedDiv => signed_a / signed_b,
        SignedRem if b == 0 => signed_a,
        SignedRem => signed_a % signed_b,
        ShiftLeft => unsigned_a << amount,
        ShiftRightLogical => unsigned_a >> amount,
        ShiftRightArithmetic => signed_a >> amount,
        UnsignedLess => i128::from(a < b),
        UnsignedLessEqual => i128::from(a <= b),
        SignedLess => i128::from(signed_a < signed_b),
        SignedLessEqual => i128::from(signed_a <= signed_b),
    };
    result as u64 & mask(width)
}

/// The values of all gates when the inputs have these values.
fn simulate(aig: &Aig, input: impl Fn(usize) -> bool) -> Vec<bool> {
    let mut values: Vec<bool> = Vec::with_capacity(aig.len());
    for position in 0..aig.len() {
        let on = |signal: Signal| values[signal.gate()] != signal.is_negated();
        let value = match aig.gate(position) {
            Gate::False => false,
            Gate::Input => input(position),
            Gate::And(a, b) => on(a) && on(b),
        };
        values.push(value);
    }
    values
}

/// The value of a term's circuit when its two symbols have these values.
fn circuit_value(blaster: &Blaster, signals: &[Signal], words: [u64; 2]) -> u64 {
    let is_on = |gate: usize| {
        blaster.symbols().iter().zip(words).any(|((_, bits), word)| {
            bits.iter().enumerate().any(|(place, bit)| bit.gate() == gate && word >> place & 1 == 1)
        })
    };
    let values = simulate(blaster.aig(), is_on);
    let bit = |signal: &Signal| u64::from(values[signal.gate()] != signal.is_negated());
    signals.iter().rev().fold(0, |value, signal| value << 1 | bit(signal))
}

fn symbols(pool: &mut TermPool, width: u32) -> (Term, Term) {
    (pool.new_variable("a", Sort::Bits(width)), pool.new_variable("b", Sort::Bits(width)))
}

#[test]
fn binary_operators_at_small_widths() {
    for width in 1..=5 {
        for op in OPERATORS {
            let mut pool = TermPool::new();
            let (a, b) = symbols(&mut pool, width);
            let term = pool.intern(Node::Binary(op, a, b));
            let mut blaster = Blaster::new();
            // Both symbols are met first, so that they are the first two of the blaster.
            blaster.signals(&pool, a);
            blaster.signals(&pool, b);
            let signals = blaster.signals(&pool, term).to_vec();
            for x in 0..=mask(width) {
                for y in 0..=mask(width) {
                    let expected = reference(op, width, x, y);
                    assert_eq!(apply_binary(op, width, x, y), expected, "{op:?} {width} {x} {y}");
                    assert_eq!(circuit_value(&blaster, &signals, [x, y]), expected, "circuit {op:?} {width} {x} {y}");
                    check_builders(&mut pool, op, [(a, x), (b, y)], expected);
                }
            }
        }
    }
}

/// The builders with constants on either side and on both.
fn check_builders(pool: &mut TermPool, op: BinaryOp, [(a, x), (b, y)]: [(Term, u64); 2], expected: u64) {
    let sort = pool.sort(a);
    let (left, right) = (pool.constant(sort, x), pool.constant(sort, y));
    let folded = pool.binary(op, left, right);
    assert_eq!(pool.as_constant(folded), Some(expected), "folding {op:?} {sort:?} {x} {y}");
    for (p, q) in [(a, right), (left, b), (a, b)] {
        let term = pool.binary(op, p, q);
        let value = evaluate(pool, term, |symbol| if pool.symbol_name(symbol) == "a" { x } else { y });
        assert_eq!(value, expected, "building {op:?} {sort:?} {x} {y}");
    }
}

#[test]
fn unary_operators_at_small_widths() {
    for width in 1..=5u32 {
        for value in 0..=mask(width) {
            let signed = if value > mask(width) / 2 { value as i64 - (1 << width) } else { value as i64 };
            assert_eq!(apply_unary(UnaryOp::BitNot, width, value), mask(width) - value);
            assert_eq!(apply_unary(UnaryOp::Negate, width, value), (-signed) as u64 & mask(width));
            assert_eq!(apply_unary(UnaryOp::ZeroExtend(7), width, value), value);
            assert_eq!(apply_unary(UnaryOp::SignExtend(7), width, value), signed as u64 & mask(7));
            for (high, low) in (0..width).flat_map(|high| (0..=high).map(move |low| (high, low))) {
                let expected = (value / (1 << low)) % (1 << (high - low + 1));
                assert_eq!(apply_unary(UnaryOp::Extract { high, low }, width, value), expected);
            }
        }
    }
}

/// Numbers near the places where machine arithmetic is special.
fn special_numbers() -> Vec<i64> {
    let around = |center: i64| (-2..=2).map(move |offset| center.wrapping_add(offset));
    let centers = [0, 31, 64, 127, 255, 32767, 1 << 31, 1 << 32, i64::MAX, i64::MIN, 0x1234_5678_9abc_def0];
    centers.into_iter().flat_map(around).collect()
}

macro_rules! machine_arithmetic {
    ($name:ident, $signed:ty, $unsigned:ty) => {
        /// The evaluator against Rust's operators of the same width, which are the machine's and the JVM's.
        #[test]
        fn $name() {
            let width = <$signed>::BITS;
            let bits = |value: $signed| u64::from(value as $unsigned);
            for x in special_numbers() {
                for y in special_numbers() {
                    let (a, b) = (x as $signed, y as $signed);
                    let apply = |op| apply_binary(op, width, bits(a), bits(b));
                    assert_eq!(apply(BinaryOp::Add), bits(a.wrapping_add(b)));
                    assert_eq!(apply(BinaryOp::Sub), bits(a.wrapping_sub(b)));
                    assert_eq!(apply(BinaryOp::Mul), bits(a.wrapping_mul(b)));
                    assert_eq!(apply(BinaryOp::ShiftLeft), bits(a.wrapping_shl(b as u32)));
                    assert_eq!(apply(BinaryOp::ShiftRightArithmetic), bits(a.wrapping_shr(b as u32)));
                    let logical = (a as $unsigned).wrapping_shr(b as u32);
                    assert_eq!(apply(BinaryOp::ShiftRightLogical), u64::from(logical));
                    assert_eq!(apply(BinaryOp::SignedLess), u64::from(a < b));
                    assert_eq!(apply(BinaryOp::SignedLessEqual), u64::from(a <= b));
                    assert_eq!(apply(BinaryOp::UnsignedLess), u64::from((a as $unsigned) < b as $unsigned));
                    assert_eq!(apply(BinaryOp::UnsignedLessEqual), u64::from(a as $unsigned <= b as $unsigned));
                    assert_eq!(apply_unary(UnaryOp::Negate, width, bits(a)), bits(a.wrapping_neg()));
                    if b != 0 {
                        assert_eq!(apply(BinaryOp::SignedDiv), bits(a.wrapping_div(b)));
                        assert_eq!(apply(BinaryOp::SignedRem), bits(a.wrapping_rem(b)));
                        assert_eq!(apply(BinaryOp::UnsignedDiv), u64::from(a as $unsigned / b as $unsigned));
                        assert_eq!(apply(BinaryOp::UnsignedRem), u64::from(a as $unsigned % b as $unsigned));
                    }
                }
            }
        }
    };
}

machine_arithmetic!(machine_arithmetic_on_8_bits, i8, u8);
machine_arithmetic!(machine_arithmetic_on_16_bits, i16, u16);
machine_arithmetic!(machine_arithmetic_on_32_bits, i32, u32);
machine_arithmetic!(machine_arithmetic_on_64_bits, i64, u64);
