//! Table 1 of Learning Component Interfaces with May and Must Abstractions (CAV 2010).

use super::line::{About, Judged, Line};
use crate::may_must::{MayMustReport, MayMustRow, MeasuredScheme};

const ONE_STEP: &str = "a method is one step here, so that conditions on its locals are none of the state";
const ROUNDS: &str = "one round for each time that new predicates came, and fewer come";
const LIMIT: &str = "a cell is given up after half a minute here";

/// The figures of the table.
pub(super) fn lines(report: &MayMustReport) -> Vec<Line> {
    report.rows.iter().flat_map(|row| row.schemes.iter().flat_map(|scheme| lines_of(row, scheme))).collect()
}

fn lines_of(row: &MayMustRow, scheme: &MeasuredScheme) -> Vec<Line> {
    let name = format!("{}, {}", row.class, scheme.scheme);
    let about = About { paper: "CAV 2010", row: &name };
    let states = row.own_states(scheme) as u64;
    let ours = scheme.proved.then_some(scheme.seconds);
    let Some(theirs) = scheme.published else {
        let judged = if scheme.proved { Judged::Better } else { Judged::Same };
        let ours = if scheme.proved { format!("{states} states") } else { "–".into() };
        return vec![about.line("finishes", "–".into(), ours, judged)];
    };
    vec![
        about.number("predicates", theirs.predicates, scheme.predicates, Some(ONE_STEP)),
        about.number("iterations", theirs.iterations, scheme.iterations, Some(ROUNDS)),
        about.number("states", row.published_states as u64, states, None),
        about.time("time", Some(theirs.seconds), ours, Some(LIMIT)),
    ]
}
