//! Three-valued valuations of predicates, as JIST defines them (Section 4.1): 0, 1, or `*` where the truth is not
//! known.
//!
//! A valuation stands for the component states that it abstracts, `γ`: those that satisfy no predicate that is 0, and
//! every one that is 1.

/// What is known of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Truth {
    /// JIST's 0: it does not hold.
    False,
    /// JIST's 1: it holds.
    True,
    /// JIST's `*`: it may hold or not.
    Unknown,
}

impl From<bool> for Truth {
    fn from(value: bool) -> Self {
        if value { Truth::True } else { Truth::False }
    }
}

/// How precise the abstract successors of a valuation are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Precision {
    /// Every combination of truth values that can occur, by enumeration: valuations have no `*`.
    #[default]
    Boolean,
    /// Each predicate by itself: one valuation for each way to end, with `*` where both values can occur.
    Cartesian,
}

/// In what steps a method is abstracted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Granularity {
    /// Everything between two loop heads at once.
    #[default]
    Blocks,
    /// Statement by statement, as JIST does it.
    Statements,
}

/// What is known of each predicate, in order.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Valuation(Box<[Truth]>);

impl Valuation {
    /// The valuation with these truth values.
    pub fn new(values: impl IntoIterator<Item = Truth>) -> Self {
        Valuation(values.into_iter().collect())
    }

    /// Nothing is known of any predicate.
    pub fn unknown(predicates: usize) -> Self {
        Valuation::new(std::iter::repeat_n(Truth::Unknown, predicates))
    }

    /// What is known of each predicate.
    pub fn values(&self) -> &[Truth] {
        &self.0
    }

    /// The predicates whose truth is known, with it.
    pub fn known(&self) -> impl Iterator<Item = (usize, bool)> + '_ {
        self.0.iter().enumerate().filter_map(|(index, truth)| match truth {
            Truth::False => Some((index, false)),
            Truth::True => Some((index, true)),
            Truth::Unknown => None,
        })
    }

    /// Whether every state of the other valuation is one of this, as far as the values tell.
    pub fn covers(&self, other: &Valuation) -> bool {
        self.0.iter().zip(&other.0).all(|(mine, other)| *mine == Truth::Unknown || mine == other)
    }

    /// Whether all these literals are known to hold.
    pub(crate) fn has_all(&self, literals: &[(usize, bool)]) -> bool {
        literals.iter().all(|&(index, value)| self.0.get(index) == Some(&value.into()))
    }

    /// The same for the first predicates only.
    pub(crate) fn first(&self, predicates: usize) -> Valuation {
        Valuation::new(self.0.iter().copied().take(predicates))
    }

    /// The same with predicates of which nothing is known behind them, so that there are this many.
    pub(crate) fn extended(&self, predicates: usize) -> Valuation {
        let more = predicates.saturating_sub(self.0.len());
        Valuation::new(self.0.iter().copied().chain(std::iter::repeat_n(Truth::Unknown, more)))
    }
}

/// Written as JIST does: `01*`.
impl std::fmt::Display for Valuation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|truth| {
            f.write_str(match truth {
                Truth::False => "0",
                Truth::True => "1",
                Truth::Unknown => "*",
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_covers_both_values() {
        let [zero, one] = [Truth::False, Truth::True].map(|truth| Valuation::new([truth, Truth::True]));
        let either = Valuation::new([Truth::Unknown, Truth::True]);
        assert!(either.covers(&zero) && either.covers(&one) && either.covers(&either));
        assert!(!zero.covers(&either) && !zero.covers(&one));
        assert_eq!(either.to_string(), "*1");
    }
}
