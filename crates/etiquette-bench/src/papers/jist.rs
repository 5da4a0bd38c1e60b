//! Table 1 of JIST (POPL 2005).

use super::line::{About, Line};
use crate::jist::{JistReport, JistRow};
use crate::table::or_dash;

const STATES: &str = "our model of the class has four states, theirs five";
const JIMPLE: &str = "the model has Java's own variables alone: there are no temporary ones to derive predicates for";
const MODEL: &str = "a step of our model is a whole call: no program counter, no temporary variables";
const KEPT: &str =
    "each word is asked once, and none behind a refused one; Signature takes 32 so, and 72 without either";
const ORDER: &str = "counterexamples are the shortest, theirs what NuSMV finds first";

/// The figures of the table.
pub(super) fn lines(report: &JistReport) -> Vec<Line> {
    report.rows.iter().flat_map(row).collect()
}

fn row(row: &JistRow) -> Vec<Line> {
    let about = About { paper: "JIST 2005", row: row.class };
    let theirs = row.published;
    let further = |found: bool| if found { "yes" } else { "no" };
    vec![
        about.number("predicates in Java", theirs.predicates, row.predicates, Some(STATES)),
        about.text("predicates in Jimple", &theirs.in_jimple.to_string(), "–", Some(JIMPLE)),
        about.text("variables", &theirs.variables.to_string(), &or_dash(row.variables), Some(MODEL)),
        about.number("membership queries", theirs.membership, row.membership, Some(KEPT)),
        about.number("subset queries", theirs.subset, row.subset, Some(ORDER)),
        about.number("superset queries", theirs.superset, row.superset, Some(ORDER)),
        about.text(
            "OneStepFurther found one",
            further(theirs.one_step_further == Some(true)),
            further(row.one_step_further > 0),
            None,
        ),
        about.time("time", Some(theirs.seconds), Some(row.seconds), None),
        about.text("most permissive", further(theirs.most_permissive), further(row.most_permissive), None),
    ]
}
