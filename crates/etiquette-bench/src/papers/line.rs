//! A figure of a paper beside ours.

use std::fmt;

use crate::quantity::Quantity;
use crate::table::or_dash;

/// A figure of a paper beside ours.
#[derive(Clone, PartialEq, Debug)]
pub struct Line {
    /// The paper.
    pub paper: &'static str,
    /// The row of its table.
    pub row: String,
    /// What is counted or measured.
    pub figure: String,
    /// What the paper has.
    pub theirs: String,
    /// What came out here.
    pub ours: String,
    /// How they compare.
    pub judged: Judged,
}

/// How a figure compares with that of the paper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Judged {
    /// It is as printed.
    Same,
    /// Where less or more is better: it is.
    Better,
    /// It is another, and why.
    Differs(&'static str),
    /// It is another, and nobody says why.
    Unexplained,
}

impl Judged {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Judged::Same => "same",
            Judged::Better => "better",
            Judged::Differs(_) => "differs",
            Judged::Unexplained => "unexplained",
        }
    }

    /// The reason, where there is one.
    pub fn reason(self) -> Option<&'static str> {
        match self {
            Judged::Differs(why) => Some(why),
            _ => None,
        }
    }
}

impl fmt::Display for Judged {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.reason() {
            Some(why) => f.write_str(why),
            None => f.write_str(self.word()),
        }
    }
}

/// The row of a table: what all lines about it have in common.
pub(super) struct About<'a> {
    pub paper: &'static str,
    pub row: &'a str,
}

impl About<'_> {
    /// A number that should be as printed; otherwise why it is not.
    pub fn number(&self, figure: &str, theirs: u64, ours: u64, why: Option<&'static str>) -> Line {
        self.text(figure, &theirs.to_string(), &ours.to_string(), why)
    }

    /// A word that should be as printed; otherwise why it is not.
    pub fn text(&self, figure: &str, theirs: &str, ours: &str, why: Option<&'static str>) -> Line {
        let judged = match (theirs == ours, why) {
            (true, _) => Judged::Same,
            (false, Some(why)) => Judged::Differs(why),
            (false, None) => Judged::Unexplained,
        };
        self.line(figure, theirs.into(), ours.into(), judged)
    }

    /// A time in seconds, where the paper has one (`None`: it gave up) and where we have (`None`: so did we).
    pub fn time(&self, figure: &str, theirs: Option<f64>, ours: Option<f64>, why: Option<&'static str>) -> Line {
        let judged = match (theirs, ours) {
            (Some(theirs), Some(ours)) if ours <= theirs => Judged::Better,
            (None, Some(_)) => Judged::Better,
            (None, None) => Judged::Same,
            (Some(_), _) => why.map_or(Judged::Unexplained, Judged::Differs),
        };
        let [theirs, ours] = [theirs, ours].map(|seconds| or_dash(seconds.map(Quantity::seconds)));
        self.line(figure, theirs, ours, judged)
    }

    /// Something else, already judged.
    pub fn line(&self, figure: &str, theirs: String, ours: String, judged: Judged) -> Line {
        Line { paper: self.paper, row: self.row.into(), figure: figure.into(), theirs, ours, judged }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_figure_is_the_same_better_or_needs_a_reason() {
        let about = About { paper: "paper", row: "row" };
        assert_eq!(about.number("states", 3, 3, None).judged, Judged::Same);
        assert_eq!(about.number("states", 3, 4, Some("one more")).judged, Judged::Differs("one more"));
        assert_eq!(about.number("states", 3, 4, None).judged, Judged::Unexplained);
        assert_eq!(about.time("time", Some(2.0), Some(1.0), None).judged, Judged::Better);
        assert_eq!(about.time("time", None, Some(1.0), None).judged, Judged::Better);
        assert_eq!(about.time("time", Some(1.0), None, None).judged, Judged::Unexplained);
    }
}
