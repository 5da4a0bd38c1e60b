//! Table 1 of Three Algorithms for Interface Synthesis (2006).

use super::line::{About, Line};
use crate::published::System;
use crate::three_algorithms::{Algorithm, Representation, TableRow, ThreeAlgorithmsReport, VERSIONS, Version};

const POINTER: &str =
    "Figure 4 as printed keeps the pointer when it becomes invalid: 2^(k-1) states; theirs are 2^(k-2) + 2";
const SEEN: &str = "variables are shown as conflicts ask for them, theirs in an order that is not printed";
const LIMIT: &str = "a cell is given up after a short while here, after 30 minutes there";

/// The figures of the table.
pub(super) fn lines(report: &ThreeAlgorithmsReport) -> Vec<Line> {
    report.rows.iter().flat_map(row).collect()
}

fn row(row: &TableRow) -> Vec<Line> {
    let name = row.name();
    let about = About { paper: "2006", row: &name };
    let sizes = Algorithm::ALL.into_iter().map(|algorithm| size(&about, row, algorithm));
    let times = VERSIONS.into_iter().zip(&row.cells).map(|(version, cell)| {
        let ours = cell.unfinished.is_none().then_some(cell.seconds);
        let figure = format!("time of {}", version.name());
        about.time(&figure, row.published_seconds(version), ours, Some(LIMIT))
    });
    sizes.chain(times).collect()
}

fn size(about: &About<'_>, row: &TableRow, algorithm: Algorithm) -> Line {
    let theirs = row.published(algorithm).states;
    let why = match (algorithm, row.published.system) {
        (Algorithm::Direct, System::BitArray(_)) => Some(POINTER),
        (Algorithm::Refine, _) => Some(SEEN),
        _ => None,
    };
    let figure = format!("states by {}", algorithm.name());
    let sizes = Representation::ALL.map(|representation| row.cell(Version { algorithm, representation }).size);
    match sizes.into_iter().flatten().next() {
        Some(ours) => about.number(&figure, theirs, ours, why),
        None => about.text(&figure, &theirs.to_string(), "–", Some(LIMIT)),
    }
}
