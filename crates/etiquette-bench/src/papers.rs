//! The suite `papers`: every figure of the five papers beside ours, on one page: the same, better, or different for a
//! reason that is said.
//!
//! The tables are those of the suites `jist`, `permissive`, `three-algorithms`, `may-must` and `psyco`, which whoever
//! calls it has run with short limits. A figure that differs without a reason is counted, and there should be none.

mod jist;
mod line;
mod may_must;
mod permissive;
mod psyco;
mod three_algorithms;

use serde_json::{Value, json};

use crate::jist::JistReport;
use crate::machine::Machine;
use crate::may_must::MayMustReport;
use crate::permissive::PermissiveReport;
use crate::psyco::PsycoReport;
use crate::quantity::{Quantity, Target};
use crate::report::{OneTable, Row};
use crate::table::{Table, TableOf};
use crate::three_algorithms::ThreeAlgorithmsReport;
pub use line::{Judged, Line};

/// The tables of the papers, as they were measured.
pub struct Tables {
    /// JIST (POPL 2005).
    pub jist: JistReport,
    /// Permissive Interfaces (FSE 2005).
    pub permissive: PermissiveReport,
    /// Three Algorithms (2006).
    pub three_algorithms: ThreeAlgorithmsReport,
    /// May and Must (CAV 2010).
    pub may_must: MayMustReport,
    /// PSYCO (ISoLA 2018).
    pub psyco: PsycoReport,
}

/// All figures on one page.
#[derive(Clone, PartialEq, Debug)]
pub struct PapersReport {
    /// Whether only some rows of each table were measured.
    pub quick: bool,
    /// Where it ran.
    pub machine: Machine,
    /// The figures.
    pub lines: Vec<Line>,
}

impl PapersReport {
    /// The page of these tables.
    pub fn new(quick: bool, tables: &Tables) -> Self {
        let parts = [
            jist::lines(&tables.jist),
            permissive::lines(&tables.permissive),
            three_algorithms::lines(&tables.three_algorithms),
            may_must::lines(&tables.may_must),
            psyco::lines(&tables.psyco),
        ];
        PapersReport { quick, machine: Machine::here(), lines: parts.concat() }
    }

    fn count(&self, is_such: impl Fn(&Judged) -> bool) -> usize {
        self.lines.iter().filter(|line| is_such(&line.judged)).count()
    }

    fn unexplained(&self) -> usize {
        self.count(|judged| *judged == Judged::Unexplained)
    }
}

impl OneTable for PapersReport {
    const SUITE: &'static str = "papers";

    const LEFT_OUT: &'static str = "some rows of each table";

    fn quick(&self) -> bool {
        self.quick
    }

    fn machine(&self) -> &Machine {
        &self.machine
    }

    fn table(&self) -> Table {
        TableOf::new(&self.lines)
            .words("paper", |line| line.paper)
            .words("row", |line| line.row.clone())
            .words("figure", |line| line.figure.clone())
            .numbers("theirs", |line| line.theirs.clone())
            .numbers("ours", |line| line.ours.clone())
            .words("judged", |line| line.judged.to_string())
            .done()
    }

    fn targets(&self) -> Vec<Row> {
        vec![Row {
            what: "figures that differ without a reason".into(),
            target: Some(Target::below(Quantity::count(1))),
            measured: Some(Quantity::count(self.unexplained())),
            notes: Vec::new(),
        }]
    }

    fn summary(&self) -> String {
        let different = self.count(|judged| matches!(judged, Judged::Differs(_)));
        format!(
            "{} figures: {} the same, {} better, {different} different for a reason, {} without one. Times and depths are \
             better or not; their machines are ten to twenty years older.\n",
            self.lines.len(),
            self.count(|judged| *judged == Judged::Same),
            self.count(|judged| *judged == Judged::Better),
            self.unexplained(),
        )
    }

    fn rows_json(&self) -> Vec<Value> {
        self.lines.iter().map(line_json).collect()
    }
}

fn line_json(line: &Line) -> Value {
    json!({
        "paper": line.paper,
        "row": line.row,
        "figure": line.figure,
        "theirs": line.theirs,
        "ours": line.ours,
        "judged": line.judged.word(),
        "reason": line.judged.reason(),
    })
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::may_must::run_may_must;
    use crate::permissive::run_permissive;
    use crate::psyco::{PsycoOptions, run_psyco};
    use crate::report::Rendered;
    use crate::three_algorithms::{ThreeAlgorithmsOptions, run_table_of_three_algorithms};

    #[test]
    fn every_figure_that_differs_has_a_reason() {
        let limit = Duration::from_millis(100);
        let tables = Tables {
            jist: crate::jist::run_jist(false, &mut |_| ()),
            permissive: run_permissive(true, &[], &mut |_| ()),
            three_algorithms: run_table_of_three_algorithms(
                &ThreeAlgorithmsOptions { quick: true, limit, repeat: 1 },
                &mut |_| (),
            ),
            may_must: run_may_must(true, &[], &mut |_| ()),
            psyco: run_psyco(&PsycoOptions { quick: true, ..PsycoOptions::default() }, &[], None, &mut |_| ()),
        };
        let report = PapersReport::new(true, &tables);
        assert_eq!(report.unexplained(), 0, "{}", report.to_text());
        let figures = |paper: &str| report.lines.iter().filter(|line| line.paper == paper).count();
        assert_eq!((figures("JIST 2005"), figures("2006")), (6 * 9, 4 * 9));
        assert_eq!(report.to_json()["rows"][0]["theirs"].as_str(), Some("3"));
    }
}
