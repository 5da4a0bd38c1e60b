//! Comparisons of numbers in client code: what observers said with constants and other values, and what is known of
//! values themselves.

use etiquette_java::class::Condition;
use etiquette_java::code::{Register, Test};
use etiquette_logic::{Term, TermPool};

use crate::state::{Known, Situation};

/// How two numbers compare.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[allow(missing_docs)]
pub enum Comparison {
    Equal,
    NotEqual,
    Less,
    GreaterOrEqual,
    Greater,
    LessOrEqual,
}

impl From<Condition> for Comparison {
    fn from(condition: Condition) -> Self {
        match condition {
            Condition::Equal => Comparison::Equal,
            Condition::NotEqual => Comparison::NotEqual,
            Condition::Less => Comparison::Less,
            Condition::GreaterOrEqual => Comparison::GreaterOrEqual,
            Condition::Greater => Comparison::Greater,
            Condition::LessOrEqual => Comparison::LessOrEqual,
        }
    }
}

impl Comparison {
    /// What holds where this does not.
    pub fn negated(self) -> Self {
        match self {
            Comparison::Equal => Comparison::NotEqual,
            Comparison::NotEqual => Comparison::Equal,
            Comparison::Less => Comparison::GreaterOrEqual,
            Comparison::GreaterOrEqual => Comparison::Less,
            Comparison::Greater => Comparison::LessOrEqual,
            Comparison::LessOrEqual => Comparison::Greater,
        }
    }

    /// The same, said of the other number.
    pub fn swapped(self) -> Self {
        match self {
            Comparison::Less => Comparison::Greater,
            Comparison::Greater => Comparison::Less,
            Comparison::LessOrEqual => Comparison::GreaterOrEqual,
            Comparison::GreaterOrEqual => Comparison::LessOrEqual,
            same => same,
        }
    }

    /// As a condition on signed numbers.
    pub fn term(self, terms: &mut TermPool, left: Term, right: Term) -> Term {
        match self {
            Comparison::Equal => terms.equal(left, right),
            Comparison::NotEqual => terms.distinct(left, right),
            Comparison::Less => terms.signed_less(left, right),
            Comparison::GreaterOrEqual => terms.signed_less_equal(right, left),
            Comparison::Greater => terms.signed_less(right, left),
            Comparison::LessOrEqual => terms.signed_less_equal(left, right),
        }
    }
}

/// What something is compared with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Operand {
    /// A constant.
    Number(i64),
    /// A value of the client, by the place that it comes from.
    Value(u32),
}

impl Operand {
    /// What a register holds, as far as it can be compared with.
    pub fn of(known: &Known) -> Option<Operand> {
        match known {
            Known::Number(number) => Some(Operand::Number(*number)),
            Known::Any { name: Some(name), .. } => Some(Operand::Value(*name)),
            _ => None,
        }
    }
}

/// What is known of a value of the client that is a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Bound {
    /// It is not negative.
    NotNegative,
    /// It is smaller than some number, so that one may be added.
    Below,
}

/// The comparison that a test makes: what is on its left, how it compares, and what is on its right.
pub fn compared(test: Test, holds: bool, situation: &Situation) -> Option<(Known, Comparison, Known)> {
    let get = |register: Register| situation.get(usize::from(register.0));
    let (condition, left, right) = match test {
        Test::Zero(condition, register) => (condition, get(register), Known::Number(0)),
        Test::Ints(condition, left, right) => (condition, get(left), get(right)),
        Test::Null(..) | Test::Same(..) => return None,
    };
    let comparison = Comparison::from(condition);
    Some((left, if holds { comparison } else { comparison.negated() }, right))
}

/// What a comparison tells of the value on its left.
pub fn bounds(comparison: Comparison, right: &Known) -> Vec<Bound> {
    let number = if let Known::Number(number) = right { Some(*number) } else { None };
    let least = match comparison {
        Comparison::Greater => number.map(|number| number.saturating_add(1)),
        Comparison::GreaterOrEqual | Comparison::Equal => number,
        _ => None,
    };
    let is_below = match comparison {
        Comparison::Less => true,
        Comparison::LessOrEqual | Comparison::Equal => number.is_some_and(|number| number < i64::from(i32::MAX)),
        _ => false,
    };
    let not_negative = least.is_some_and(|least| least >= 0).then_some(Bound::NotNegative);
    not_negative.into_iter().chain(is_below.then_some(Bound::Below)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comparisons_tell_bounds() {
        let zero = Known::Number(0);
        assert_eq!(bounds(Comparison::GreaterOrEqual, &zero), [Bound::NotNegative]);
        assert_eq!(bounds(Comparison::Greater, &Known::Number(-1)), [Bound::NotNegative]);
        assert_eq!(bounds(Comparison::Less, &Known::UNKNOWN), [Bound::Below]);
        assert_eq!(bounds(Comparison::LessOrEqual, &Known::Number(i64::from(i32::MAX))), []);
        assert_eq!(Comparison::Less.negated().swapped(), Comparison::LessOrEqual);
    }
}
