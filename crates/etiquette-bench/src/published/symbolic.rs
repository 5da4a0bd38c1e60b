//! Published times of symbolic tools on components that the Java corpus has, too.
//!
//! PSYCO: Table 1 of *PSYCO* (ISoLA 2018), symbolic search, the only one of its checkers that gives a verdict without
//! a bound; i9-7960X, 32 GB. CAV 2010: Table 1 of *Learning Component Interfaces with May and Must Abstractions*, its
//! best algorithm (learn-reuse); 1.8 GHz Pentium, 3 GB. Ours are written after the papers' descriptions; with PSYCO's
//! own classes, where they are public, `bench psyco --originals` measures.

use std::fmt;

use crate::may_must::published as may_must;
use crate::psyco::published as psyco;
use crate::quantity::Quantity;

/// The best scheme of the CAV 2010 paper, by its place in the table.
const LEARN_REUSE: usize = 3;
/// The checker of the ISoLA 2018 paper that needs no bound, by its place in the table.
const SEARCH: usize = 3;

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

/// What papers report for a case of the Java corpus.
pub fn published_times(case: &str) -> impl Iterator<Item = PublishedTime> {
    let may_must = may_must::PUBLISHED.iter().filter(move |row| row.case == case).map(|row| PublishedTime {
        paper: Paper::Cav2010,
        methods: None,
        seconds: row.schemes[LEARN_REUSE].map(|figures| figures.seconds),
        states: Some(row.states as u64),
    });
    let psyco = psyco::PUBLISHED.iter().filter(move |row| row.case.strip_prefix("java-corpus/") == Some(case));
    may_must.chain(psyco.map(|row| {
        let found = row.checks[SEARCH].measured();
        PublishedTime {
            paper: Paper::Psyco2018,
            methods: Some(row.methods),
            seconds: found.and_then(|found| found.seconds),
            states: found.map(|found| found.states),
        }
    }))
}
