//! Measured quantities, the targets set for them, and the verdict.

use std::fmt;

/// What a number counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unit {
    /// Seconds.
    Seconds,
    /// Bytes.
    Bytes,
    /// Calls in a second.
    CallsPerSecond,
    /// How many times as much.
    Times,
    /// How many.
    Count,
}

impl Unit {
    /// The unit's name in machine-readable reports.
    pub fn name(self) -> &'static str {
        match self {
            Unit::Seconds => "seconds",
            Unit::Bytes => "bytes",
            Unit::CallsPerSecond => "calls per second",
            Unit::Times => "times",
            Unit::Count => "count",
        }
    }
}

/// A number with its unit.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Quantity {
    /// The number.
    pub value: f64,
    /// What it counts.
    pub unit: Unit,
}

impl Quantity {
    /// A time.
    pub fn seconds(value: f64) -> Self {
        let unit = Unit::Seconds;
        Quantity { value, unit }
    }

    /// An amount of memory.
    pub fn bytes(count: u64) -> Self {
        Quantity { value: count as f64, unit: Unit::Bytes }
    }

    /// A speed.
    pub fn calls_per_second(value: f64) -> Self {
        let unit = Unit::CallsPerSecond;
        Quantity { value, unit }
    }

    /// A number of things.
    pub fn count(things: usize) -> Self {
        Quantity { value: things as f64, unit: Unit::Count }
    }

    /// A factor.
    pub fn times(value: f64) -> Self {
        let unit = Unit::Times;
        Quantity { value, unit }
    }
}

impl fmt::Display for Quantity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const MIB: f64 = (1 << 20) as f64;
        let value = self.value;
        match self.unit {
            Unit::Seconds if value > 0.0 && value < 1e-7 => write!(f, "{} ns", three_digits(value * 1e9)),
            Unit::Seconds if value < 1e-3 => write!(f, "{} µs", three_digits(value * 1e6)),
            Unit::Seconds if value < 1.0 => write!(f, "{} ms", three_digits(value * 1e3)),
            Unit::Seconds => write!(f, "{} s", three_digits(value)),
            Unit::Bytes if value >= 1024.0 * MIB => write!(f, "{} GiB", three_digits(value / MIB / 1024.0)),
            Unit::Bytes => write!(f, "{} MiB", three_digits(value / MIB)),
            Unit::CallsPerSecond => write!(f, "{} M calls/s", three_digits(value / 1e6)),
            Unit::Times => write!(f, "{}×", three_digits(value)),
            Unit::Count => write!(f, "{value}"),
        }
    }
}

/// A number with about three digits that matter, and no zeros behind the point that say nothing.
fn three_digits(value: f64) -> String {
    let decimals = match value {
        value if value >= 99.95 => 0,
        value if value >= 9.995 => 1,
        _ => 2,
    };
    let text = format!("{value:.decimals$}");
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}

/// On which side of the target is good.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bound {
    /// Less is good.
    Below,
    /// More is good.
    AtLeast,
    /// More is not good.
    AtMost,
}

/// What a measurement should come to.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Target {
    /// Which side is good.
    pub bound: Bound,
    /// The number between good and bad.
    pub quantity: Quantity,
}

impl Target {
    /// Less than this.
    pub fn below(quantity: Quantity) -> Self {
        let bound = Bound::Below;
        Target { bound, quantity }
    }

    /// At least this.
    pub fn at_least(quantity: Quantity) -> Self {
        let bound = Bound::AtLeast;
        Target { bound, quantity }
    }

    /// That there is nothing of the kind.
    pub fn none() -> Self {
        Target { bound: Bound::AtMost, quantity: Quantity::count(0) }
    }

    /// Whether a measurement is good enough.
    pub fn judge(&self, measured: Quantity) -> Verdict {
        let (target, found) = (self.quantity.value, measured.value);
        let (is_met, factor) = match self.bound {
            Bound::Below => (found < target, found / target),
            Bound::AtLeast => (found >= target, target / found),
            Bound::AtMost => (found <= target, found / target),
        };
        match is_met {
            true => Verdict::Met,
            false if factor.is_finite() => Verdict::Missed { factor },
            false => Verdict::MissedWithZero { measured, target: self.quantity },
        }
    }
}

impl fmt::Display for Target {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bound {
            Bound::Below => write!(f, "< {}", self.quantity),
            Bound::AtLeast => write!(f, "≥ {}", self.quantity),
            Bound::AtMost if self.quantity.value == 0.0 => self.quantity.fmt(f),
            Bound::AtMost => write!(f, "≤ {}", self.quantity),
        }
    }
}

/// How a measurement compares with its target.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Verdict {
    /// Good.
    Met,
    /// Not good enough.
    Missed {
        /// How many times better it would have to be.
        factor: f64,
    },
    /// Not good enough, and one of the numbers is zero: then no factor says how far off.
    MissedWithZero {
        /// What it came to.
        measured: Quantity,
        /// What it should come to.
        target: Quantity,
    },
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Met => f.write_str("met"),
            Verdict::Missed { factor } => write!(f, "missed by {factor:.2}×"),
            Verdict::MissedWithZero { measured, target } => write!(f, "missed: {measured}, the target is {target}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Quantity, Target, Verdict};

    #[test]
    fn quantities_are_short() {
        assert_eq!(Quantity::seconds(0.0123).to_string(), "12.3 ms");
        assert_eq!(Quantity::seconds(5.0).to_string(), "5 s");
        assert_eq!(Quantity::seconds(100.0).to_string(), "100 s");
        assert_eq!(Quantity::bytes(1 << 30).to_string(), "1 GiB");
        assert_eq!(Quantity::bytes(300 << 20).to_string(), "300 MiB");
        assert_eq!(Quantity::calls_per_second(12.34e6).to_string(), "12.3 M calls/s");
    }

    #[test]
    fn verdicts_go_by_the_side() {
        let slow = Target::below(Quantity::seconds(2.0)).judge(Quantity::seconds(3.0));
        assert_eq!(slow, Verdict::Missed { factor: 1.5 });
        assert_eq!(slow.to_string(), "missed by 1.50×");
        let fast = Target::at_least(Quantity::calls_per_second(1e6));
        assert_eq!(fast.judge(Quantity::calls_per_second(1e6)), Verdict::Met);
    }

    #[test]
    fn no_factor_is_named_where_there_is_none() {
        assert_eq!(Target::none().to_string(), "0");
        assert_eq!(Target::none().judge(Quantity::count(0)), Verdict::Met);
        assert_eq!(Target::none().judge(Quantity::count(5)).to_string(), "missed: 5, the target is 0");
        let many = Target::at_least(Quantity::count(60));
        assert_eq!(many.judge(Quantity::count(0)).to_string(), "missed: 0, the target is 60");
    }
}
