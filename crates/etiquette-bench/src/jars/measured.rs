//! What is measured of one class, and how it gets from the process that measures to the one that tells.

use etiquette_outcome::StopReason;
use serde_json::{Value, json};

use super::informative::{is_informative, looked_at};
use crate::quantity::Quantity;
use crate::table::or_dash;
use crate::wrong_proofs::arena::Tried;
use crate::wrong_proofs::report::described;
use crate::wrong_proofs::{Asked, Claim};

/// What working out a class has cost.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Cost {
    /// Processor time in seconds, from the start of the process on.
    pub seconds: f64,
    /// The most bytes that were allocated at a time.
    pub bytes: u64,
}

/// What is known about one class.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MeasuredClass {
    /// Its name.
    pub class: String,
    /// What it has cost; not known where the process did not live to tell.
    pub cost: Option<Cost>,
    /// What is claimed, in a few words, or why there is no answer.
    pub verdict: String,
    /// Whether there is an answer.
    pub is_answered: bool,
    /// Whether it is proved safe.
    pub safe: bool,
    /// Whether it tells anybody anything.
    pub informative: bool,
    /// The methods and constructors that were looked at.
    pub looked_at: usize,
    /// Those that there are.
    pub offered: usize,
    /// The states of the interface.
    pub states: usize,
    /// Calls that are doubtful, over all states.
    pub doubtful: usize,
    /// What is taken for granted.
    pub assumptions: usize,
    /// Words that were run on a JVM.
    pub words: usize,
    /// What a JVM does otherwise, with the word; empty if nothing is known to be wrong.
    pub contradiction: String,
}

impl MeasuredClass {
    /// A class about which nothing was found out.
    pub fn without_answer(class: &str, why: &str) -> Self {
        let verdict = why.lines().next().unwrap_or_default().to_owned();
        MeasuredClass { class: class.to_owned(), verdict, ..MeasuredClass::default() }
    }

    /// A class over which the program panicked.
    pub(super) fn panicked(class: &str, panicked: &Tried) -> Self {
        let contradiction = described(class, panicked);
        MeasuredClass { contradiction, ..MeasuredClass::without_answer(class, "the program panics") }
    }

    pub(super) fn judged(claim: &Claim, asked: &Asked, tried: &Tried) -> Self {
        let outcome = &claim.outcome;
        let verdict = match outcome.stop {
            StopReason::Done => tried.claimed().to_owned(),
            early => format!("{}: {early}", tried.claimed()),
        };
        MeasuredClass {
            class: asked.class.clone(),
            cost: None,
            verdict,
            is_answered: true,
            safe: tried.safe,
            informative: is_informative(outcome),
            looked_at: looked_at(outcome),
            offered: claim.offered,
            states: tried.states,
            doubtful: tried.doubtful,
            assumptions: outcome.guarantee.granted().count(),
            words: tried.words,
            contradiction: described(&asked.class, tried),
        }
    }

    /// What came of it, in a line.
    pub fn in_brief(&self) -> String {
        let wrong = if self.contradiction.is_empty() { "" } else { "CONTRADICTED: " };
        let time = or_dash(self.cost.map(|cost| Quantity::seconds(cost.seconds)));
        format!("{}: {wrong}{} ({time}, {} words)", self.class, self.verdict, self.words)
    }

    /// For other programs, and for the process that asked.
    pub fn to_json(&self) -> Value {
        json!({
            "class": self.class,
            "seconds": self.cost.map(|cost| cost.seconds),
            "bytes": self.cost.map(|cost| cost.bytes),
            "verdict": self.verdict,
            "answered": self.is_answered,
            "safe": self.safe,
            "informative": self.informative,
            "lookedAt": self.looked_at,
            "offered": self.offered,
            "states": self.states,
            "doubtful": self.doubtful,
            "assumptions": self.assumptions,
            "words": self.words,
            "contradiction": self.contradiction,
        })
    }

    /// What another process wrote; `None` if that is something else.
    pub fn from_json(text: &str) -> Option<Self> {
        let row: Value = serde_json::from_str(text).ok()?;
        let text = |name: &str| row.get(name)?.as_str().map(str::to_owned);
        let flag = |name: &str| row.get(name)?.as_bool();
        let count = |name: &str| row.get(name)?.as_u64().map(|count| count as usize);
        let cost = || Some(Cost { seconds: row.get("seconds")?.as_f64()?, bytes: row.get("bytes")?.as_u64()? });
        Some(MeasuredClass {
            class: text("class")?,
            cost: cost(),
            verdict: text("verdict")?,
            is_answered: flag("answered")?,
            safe: flag("safe")?,
            informative: flag("informative")?,
            looked_at: count("lookedAt")?,
            offered: count("offered")?,
            states: count("states")?,
            doubtful: count("doubtful")?,
            assumptions: count("assumptions")?,
            words: count("words")?,
            contradiction: text("contradiction")?,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::{Cost, MeasuredClass};

    #[test]
    fn what_one_process_writes_another_reads() {
        let cost = Some(Cost { seconds: 0.5, bytes: 7 });
        let row = MeasuredClass { cost, words: 3, informative: true, ..MeasuredClass::without_answer("a.B", "why") };
        assert_eq!(MeasuredClass::from_json(&row.to_json().to_string()), Some(row));
        assert_eq!(MeasuredClass::from_json("{}"), None);
    }
}
