//! Published times of symbolic tools on components that the Java corpus has, too.
//!
//! PSYCO: Table 1 of *PSYCO* (ISoLA 2018), symbolic search, the only one of its checkers that gives a verdict without a bound; i9-7960X, 32 GB.
//! CAV 2010: Table 1 of *Learning Component Interfaces with May and Must Abstractions*, its best algorithm (learn-reuse); 1.8 GHz
//! Pentium, 3 GB. The papers' own classes are not public: ours are written from their descriptions.

use std::fmt;

use crate::quantity::Quantity;

/// A paper with times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Paper {
    /// May and must abstractions.
    Cav2010,
    /// Symbolic search.
    Psyco2018,
}

/// A published time.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PublishedTime {
    /// Where it stands.
    pub paper: Paper,
    /// The methods of the paper's class, where it says so.
    pub methods: Option<u64>,
    /// The seconds; `None` where the tool did not finish.
    pub seconds: Option<f64>,
    /// The states of the interface, if there was one.
    pub states: Option<u64>,
}

impl fmt::Display for PublishedTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.paper {
            Paper::Cav2010 => "CAV 2010",
            Paper::Psyco2018 => "PSYCO 2018",
        })?;
        if let Some(methods) = self.methods {
            write!(f, " ({methods} methods)")?;
        }
        match self.seconds {
            Some(seconds) if seconds >= 60.0 => write!(f, ": {:.0} min", seconds / 60.0),
            Some(seconds) => write!(f, ": {}", Quantity::seconds(seconds)),
            None => f.write_str(": did not finish"),
        }
    }
}

const fn may_must(seconds: f64, states: u64) -> PublishedTime {
    PublishedTime { paper: Paper::Cav2010, methods: None, seconds: Some(seconds), states: Some(states) }
}

const fn psyco(methods: u64, minutes: f64, states: u64) -> PublishedTime {
    let seconds = Some(minutes * 60.0);
    PublishedTime { paper: Paper::Psyco2018, methods: Some(methods), seconds, states: Some(states) }
}

const fn psyco_gave_up(methods: u64) -> PublishedTime {
    PublishedTime { paper: Paper::Psyco2018, methods: Some(methods), seconds: None, states: None }
}

/// Published times by the folder of the Java corpus.
const TIMES: [(&str, PublishedTime); 19] = [
    ("Accelerometer", psyco_gave_up(9)),
    ("AltBit", psyco(3, 63.0, 6)),
    ("CevV2", psyco(20, 13.0, 20)),
    ("CevAscent", may_must(75.6, 5)),
    ("CevMission", may_must(3115.6, 14)),
    ("Cev", psyco_gave_up(19)),
    ("IntMath", psyco(8, 1.0, 3)),
    ("Kmax1", psyco(3, 1.0, 9)),
    ("Kmax2", psyco(4, 1.0, 8)),
    ("ListItr", may_must(12.7, 2)),
    ("PipedOutputStream", may_must(7.4, 2)),
    ("ReadWriteAcq", may_must(31.1, 4)),
    ("ServerTableEntry", may_must(19.2, 3)),
    ("Signature", may_must(16.6, 3)),
    ("Signature", psyco(6, 1.0, 5)),
    ("Socket", may_must(65.8, 6)),
    ("WholeSocket", psyco(49, 19.0, 42)),
    ("Stream", psyco(5, 1.0, 4)),
    ("TransactionManager", may_must(30.4, 4)),
];

/// What papers report for a case of the Java corpus.
pub fn published_times(case: &str) -> impl Iterator<Item = PublishedTime> {
    TIMES.into_iter().filter(move |(name, _)| *name == case).map(|(_, time)| time)
}
