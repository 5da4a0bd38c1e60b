//! Section 5 of Permissive Interfaces (FSE 2005).

use super::line::{About, Line};
use crate::permissive::published::MOST_SECONDS;
use crate::permissive::{PermissiveReport, PermissiveRow};

const ENDINGS: &str = "how `next` ends is seen here, and that depends on the length of the list, which is a number";
const FLAGS: &str = "a predicate for each flag: our class has five, that of JDK 1.4 `created`, too";

/// What the section says of its classes.
pub(super) fn lines(report: &PermissiveReport) -> Vec<Line> {
    report.rows.iter().flat_map(row).collect()
}

fn row(row: &PermissiveRow) -> Vec<Line> {
    let about = About { paper: "FSE 2005", row: row.published.class };
    let yes = |holds: bool| if holds { "yes" } else { "no" };
    let seconds = (row.permissive.proved).then_some(row.permissive.seconds + row.full.seconds);
    let mut lines = vec![
        about.text("permissive", "yes", yes(row.permissive.proved), None),
        about.text("tight", "yes", yes(row.full.tight), (row.published.class == "ListItr").then_some(ENDINGS)),
        about.time("time at most", Some(MOST_SECONDS), seconds, None),
    ];
    let states = row.published.states;
    lines.extend(states.map(|states| about.number("states", states as u64, row.own_states() as u64, None)));
    let predicates = row.published.predicates;
    lines.extend(predicates.map(|theirs| about.number("predicates", theirs, row.permissive.safety, Some(FLAGS))));
    lines
}
