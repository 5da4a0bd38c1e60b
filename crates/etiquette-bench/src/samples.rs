//! Several measurements of the same thing, and what to make of them.

use crate::clock::now;
use crate::quantity::Quantity;

/// Times in seconds, sorted, at least one.
pub(crate) struct Samples(Vec<f64>);

impl Samples {
    pub fn new(mut seconds: Vec<f64>) -> Self {
        assert!(!seconds.is_empty(), "something was measured");
        seconds.sort_by(f64::total_cmp);
        Samples(seconds)
    }

    pub fn median(&self) -> f64 {
        self.0[self.0.len() / 2]
    }

    /// How many there are and how far they lie apart.
    pub fn spread(&self) -> String {
        let (least, most) = (Quantity::seconds(self.0[0]), Quantity::seconds(self.0[self.0.len() - 1]));
        match self.0.len() {
            1 => "one run".into(),
            count => format!("median of {count} runs, {least} to {most}"),
        }
    }
}

/// The result of some work and the seconds that it took.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (T, f64) {
    let begin = now();
    let result = work();
    (result, (now() - begin).as_secs_f64())
}

/// What takes less than this many seconds is run again, so many times at most.
const SHORT_WHILE: f64 = 0.2;
const MAX_RUNS: usize = 9;

/// The median of as many runs as fit into a short while: one alone says little of what takes a millisecond.
pub(crate) fn usual(first: f64, mut again: impl FnMut() -> f64) -> f64 {
    let mut runs = vec![first];
    while runs.len() < MAX_RUNS && runs.iter().sum::<f64>() < SHORT_WHILE {
        runs.push(again());
    }
    Samples::new(runs).median()
}
