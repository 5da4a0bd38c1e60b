//! Ranges of numbers: what a term may come to, and what is known of its symbols once a condition holds.
//!
//! Numbers of every type are read as signed ones, as terms have them; truth values are 0 and 1. A range is never too
//! small: what is not looked into may be anything.

use etiquette_logic::{BinaryOp, Node, Sort, Symbol, Term, TermPool, UnaryOp, to_signed};
use rustc_hash::FxHashMap;

/// The numbers from `low` to `high`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Range {
    /// The lowest.
    pub low: i64,
    /// The highest.
    pub high: i64,
}

impl Range {
    /// Any number.
    pub const ANY: Range = Range { low: i64::MIN, high: i64::MAX };
    const NO: Range = Range { low: 0, high: 0 };
    const YES: Range = Range { low: 1, high: 1 };
    const EITHER: Range = Range { low: 0, high: 1 };

    /// One number.
    pub fn exactly(number: i64) -> Range {
        Range { low: number, high: number }
    }

    /// All numbers of a sort.
    pub fn of(sort: Sort) -> Range {
        match sort {
            Sort::Bool => Range::EITHER,
            Sort::Bits(width) => Range { low: -1 << (width - 1), high: i64::MAX >> (64 - width) },
        }
    }

    /// The numbers of both.
    pub fn hull(self, other: Range) -> Range {
        Range { low: self.low.min(other.low), high: self.high.max(other.high) }
    }

    /// The numbers that are in both; this one where there are none, since then nothing can happen.
    pub fn within(self, other: Range) -> Range {
        let both = Range { low: self.low.max(other.low), high: self.high.min(other.high) };
        if both.low <= both.high { both } else { self }
    }

    /// The only number in it.
    fn only(self) -> Option<i64> {
        (self.low == self.high).then_some(self.low)
    }
}

/// What is known of symbols.
pub type Ranges = FxHashMap<Symbol, Range>;

/// What a term may come to.
pub fn range_of(terms: &TermPool, term: Term, known: &Ranges) -> Range {
    let mut found: FxHashMap<Term, Range> = FxHashMap::default();
    for part in terms.reachable(&[term]) {
        let all = Range::of(terms.sort(part));
        let of = |term: Term| found[&term];
        let range = match terms.node(part) {
            Node::Bool(value) => Range::exactly(value.into()),
            Node::Bits { width, value } => Range::exactly(to_signed(value, width)),
            Node::Symbol(symbol) => all.within(known.get(&symbol).copied().unwrap_or(Range::ANY)),
            Node::Unary(op, a) => unary(op, of(a), all),
            Node::Binary(op, a, b) => binary(op, terms.sort(a), [of(a), of(b)], all),
            Node::Ite(condition, a, b) => match of(condition) {
                Range::YES => of(a),
                Range::NO => of(b),
                _ => of(a).hull(of(b)),
            },
        };
        found.insert(part, range);
    }
    found[&term]
}

/// A range, if all of it is of the sort: otherwise numbers wrap around.
fn unless_wrapped(low: Option<i64>, high: Option<i64>, all: Range) -> Range {
    match (low, high) {
        (Some(low), Some(high)) if all.low <= low && high <= all.high => Range { low, high },
        _ => all,
    }
}

fn unary(op: UnaryOp, a: Range, all: Range) -> Range {
    match op {
        UnaryOp::Not => Range { low: 1 - a.high, high: 1 - a.low },
        UnaryOp::Negate => unless_wrapped(a.high.checked_neg(), a.low.checked_neg(), all),
        UnaryOp::SignExtend(_) => a,
        UnaryOp::ZeroExtend(_) if a.low >= 0 => a,
        UnaryOp::Extract { low: 0, .. } => unless_wrapped(Some(a.low), Some(a.high), all),
        _ => all,
    }
}

fn binary(op: BinaryOp, sort: Sort, [a, b]: [Range; 2], all: Range) -> Range {
    let is_natural = a.low >= 0 && b.low >= 0;
    match op {
        BinaryOp::Add => unless_wrapped(a.low.checked_add(b.low), a.high.checked_add(b.high), all),
        BinaryOp::Sub => unless_wrapped(a.low.checked_sub(b.high), a.high.checked_sub(b.low), all),
        BinaryOp::And => Range { low: a.low & b.low, high: a.high & b.high },
        BinaryOp::Or => Range { low: a.low | b.low, high: a.high | b.high },
        BinaryOp::Xor => truth(a.only().zip(b.only()).map(|(a, b)| a != b)),
        BinaryOp::Equal if a.high < b.low || b.high < a.low => Range::NO,
        BinaryOp::Equal => truth(a.only().zip(b.only()).map(|(a, b)| a == b)),
        BinaryOp::SignedLess => less(a, b),
        BinaryOp::SignedLessEqual => unary(UnaryOp::Not, less(b, a), Range::EITHER),
        BinaryOp::UnsignedLess if is_natural && sort != Sort::Bool => less(a, b),
        BinaryOp::UnsignedLessEqual if is_natural => unary(UnaryOp::Not, less(b, a), Range::EITHER),
        _ => all,
    }
}

fn truth(known: Option<bool>) -> Range {
    known.map_or(Range::EITHER, |value| Range::exactly(value.into()))
}

fn less(a: Range, b: Range) -> Range {
    truth(if a.high < b.low { Some(true) } else { (a.low >= b.high).then_some(false) })
}

/// Learns what a condition that holds says about symbols: comparisons, as far as they are joined by `&&`.
pub fn learn(terms: &TermPool, condition: Term, known: &mut Ranges) {
    let mut pending = vec![(condition, true)];
    while let Some((part, holds)) = pending.pop() {
        match (terms.node(part), holds) {
            (Node::Unary(UnaryOp::Not, a), _) => pending.push((a, !holds)),
            (Node::Binary(BinaryOp::And, a, b), true) | (Node::Binary(BinaryOp::Or, a, b), false) => {
                pending.extend([(a, holds), (b, holds)]);
            }
            (Node::Binary(BinaryOp::SignedLess, a, b), true) => learn_less(terms, known, (a, b), 1),
            (Node::Binary(BinaryOp::SignedLess, a, b), false) => learn_less(terms, known, (b, a), 0),
            (Node::Binary(BinaryOp::SignedLessEqual, a, b), true) => learn_less(terms, known, (a, b), 0),
            (Node::Binary(BinaryOp::SignedLessEqual, a, b), false) => learn_less(terms, known, (b, a), 1),
            (Node::Binary(BinaryOp::Equal, a, b), true) => {
                learn_less(terms, known, (a, b), 0);
                learn_less(terms, known, (b, a), 0);
            }
            (Node::Symbol(symbol), _) => _ = known.insert(symbol, Range::exactly(holds.into())),
            _ => {}
        }
    }
}

/// That one number is less than another, by so much.
fn learn_less(terms: &TermPool, known: &mut Ranges, (a, b): (Term, Term), by: i64) {
    let (range_a, range_b) = (range_of(terms, a, known), range_of(terms, b, known));
    let below = Range { low: i64::MIN, high: range_b.high.saturating_sub(by) };
    let above = Range { low: range_a.low.saturating_add(by), high: i64::MAX };
    for (term, range) in [(a, range_a.within(below)), (b, range_b.within(above))] {
        if let Some(symbol) = terms.as_symbol(term) {
            known.insert(symbol, range);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use etiquette_logic::evaluate;

    /// Random terms over two bytes: what they come to is in the range.
    #[test]
    fn ranges_are_never_too_small() {
        let mut terms = TermPool::new();
        let symbols = ["a", "b"].map(|name| terms.new_symbol(name, Sort::Bits(8)));
        let [a, b] = symbols.map(|symbol| terms.symbol(symbol));
        let five = terms.bits(8, 5);
        let numbers = [terms.add(a, b), terms.sub(a, five), terms.negate(b), terms.mul(a, b)];
        let conditions = [terms.signed_less(a, b), terms.signed_less_equal(a, five), terms.unsigned_less(b, a)];
        let mut all = numbers.to_vec();
        for condition in conditions {
            let negated = terms.not(condition);
            all.extend([condition, negated, terms.ite(condition, numbers[0], numbers[1])]);
            all.push(terms.equal(numbers[0], five));
        }
        for (low, high) in [(-128, 127), (-3, 9), (0, 0), (100, 127)] {
            let known: Ranges = symbols.iter().map(|&symbol| (symbol, Range { low, high })).collect();
            for &term in &all {
                let range = range_of(&terms, term, &known);
                for (x, y) in [(low, low), (low, high), (high, low), (high, high), ((low + high) / 2, low)] {
                    let value = |symbol| (if symbol == symbols[0] { x } else { y }) as u64 & 0xff;
                    let value = evaluate(&terms, term, value);
                    let value = if terms.sort(term) == Sort::Bool { value as i64 } else { to_signed(value, 8) };
                    assert!(range.low <= value && value <= range.high, "{value} is not in {range:?}");
                }
            }
        }
    }

    #[test]
    fn comparisons_tell_about_both_sides() {
        let mut terms = TermPool::new();
        let symbols = ["count", "limit"].map(|name| terms.new_symbol(name, Sort::Bits(32)));
        let [count, limit] = symbols.map(|symbol| terms.symbol(symbol));
        let zero = terms.bits(32, 0);
        let parts = [terms.signed_less_equal(zero, count), terms.signed_less(count, limit)];
        let condition = terms.all(parts);
        let mut known = Ranges::default();
        known.insert(symbols[1], Range { low: -7, high: 4 });
        learn(&terms, condition, &mut known);
        assert!(known[&symbols[0]].high == 3 && known[&symbols[1]].high == 4, "{known:?}");
        learn(&terms, condition, &mut known);
        assert_eq!(known[&symbols[0]], Range { low: 0, high: 3 });
        assert_eq!(known[&symbols[1]], Range { low: 1, high: 4 });
    }
}
