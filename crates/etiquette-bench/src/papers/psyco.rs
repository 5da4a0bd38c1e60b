//! Table 1 of the paper on PSYCO (ISoLA 2018).

use super::line::{About, Judged, Line};
use crate::psyco::{Figures, Finding, Measured, PsycoCell, PsycoReport, PsycoRow};
use crate::table::or_dash;

const CONSTRUCTOR: &str = "a constructor that fails for some arguments is two calls here, in theirs one";
const EIGHTH: &str = "seven guards tell all states apart, as in three of their four columns";
const NOT_DONE: &str = "the words that were looked at do not tell all states apart; checkers without a bound do";
const FURTHER: &str = "longer words are looked at, and tell more states apart";
const LIMIT: &str = "a cell is given up after a few seconds here, after an hour there";
const OURS: &str = "the class is our own: `case.toml` says what differs, `--originals` takes theirs";
const OVERFLOW: &str = "with integers that overflow the states are told apart by registers, here two of them";

/// The figures of the table.
pub(super) fn lines(report: &PsycoReport) -> Vec<Line> {
    let rows = report.rows.iter().flat_map(|row| row.cells.iter().map(move |cell| (row, cell)));
    rows.flat_map(|(row, cell)| lines_of(report.originals, row, cell)).collect()
}

fn lines_of(originals: bool, row: &PsycoRow, cell: &PsycoCell) -> Vec<Line> {
    let name = format!("{}, {}", row.published.component, cell.way.name());
    let about = About { paper: "PSYCO 2018", row: &name };
    let proved = cell.finding == Finding::Proved;
    match cell.published {
        None => Vec::new(),
        Some(Figures::Measured(theirs)) => measured(&about, (row, cell), &theirs, originals),
        Some(Figures::NotApplicable | Figures::DidNotFinish) => {
            let judged = if proved { Judged::Better } else { Judged::Same };
            let ours = if proved { format!("{} states", cell.states) } else { "–".into() };
            vec![about.line("finishes", "–".into(), ours, judged)]
        }
    }
}

fn measured(about: &About<'_>, (row, cell): (&PsycoRow, &PsycoCell), theirs: &Measured, originals: bool) -> Vec<Line> {
    let proved = cell.finding == Finding::Proved;
    let calls = why_other_calls(originals, row, cell, theirs);
    let states = why_other_states(originals, row, cell, theirs);
    let is_deep = proved || cell.depth.is_some_and(|depth| depth >= theirs.depth.calls);
    let depth = if is_deep { Judged::Better } else { Judged::Differs(LIMIT) };
    let reached = if proved { "proved".into() } else { or_dash(cell.depth) };
    let mut lines = vec![
        about.number("|αM|", theirs.calls, cell.calls as u64, Some(calls)),
        about.number("|Q|", theirs.states, cell.states as u64, Some(states)),
        about.line("k max", theirs.depth.to_string(), reached, depth),
    ];
    let seconds = proved.then_some(cell.seconds);
    lines.extend(theirs.seconds.map(|theirs| about.time("time", Some(theirs), seconds, Some(LIMIT))));
    lines
}

fn why_other_calls(originals: bool, row: &PsycoRow, cell: &PsycoCell, theirs: &Measured) -> &'static str {
    match row.published.component {
        _ if row.published.again => OVERFLOW,
        _ if !originals => OURS,
        "AltBit" => EIGHTH,
        "ACCMETER" | "Socket" if cell.calls as u64 == theirs.calls + 1 => CONSTRUCTOR,
        _ => NOT_DONE,
    }
}

fn why_other_states(originals: bool, row: &PsycoRow, cell: &PsycoCell, theirs: &Measured) -> &'static str {
    match cell.states as u64 > theirs.states {
        _ if row.published.again => OVERFLOW,
        _ if !originals => OURS,
        true => FURTHER,
        false => NOT_DONE,
    }
}
