//! What the suite `jist` found, as text, Markdown and JSON.

use serde_json::{Value, json};

use super::published::JistFigures;
use crate::machine::Machine;
use crate::quantity::Quantity;
use crate::report::OneTable;
use crate::table::{Table, TableOf, or_dash};

/// One row of the paper's table.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct JistRow {
    /// The paper's name for the class.
    pub class: &'static str,
    /// What the paper reports.
    pub published: JistFigures,
    /// The predicates.
    pub predicates: u64,
    /// The variables of the model for NuSMV; none if there is no model.
    pub variables: Option<u64>,
    /// Membership queries.
    pub membership: u64,
    /// Subset queries.
    pub subset: u64,
    /// Superset queries.
    pub superset: u64,
    /// How often OneStepFurther found a counterexample.
    pub one_step_further: u64,
    /// The states of the interface.
    pub states: usize,
    /// The seconds that it took.
    pub seconds: f64,
    /// Whether it is proved safe.
    pub safe: bool,
    /// Whether it is said to be the most permissive one of the abstraction.
    pub most_permissive: bool,
}

impl JistRow {
    fn says_the_same(&self) -> bool {
        self.most_permissive == self.published.most_permissive
            && (self.one_step_further > 0) == (self.published.one_step_further == Some(true))
    }
}

/// What the suite found.
#[derive(Clone, PartialEq, Debug)]
pub struct JistReport {
    /// Whether only some rows were measured.
    pub quick: bool,
    /// Where it ran.
    pub machine: Machine,
    /// The rows.
    pub rows: Vec<JistRow>,
}

impl OneTable for JistReport {
    const SUITE: &'static str = "jist";

    const LEFT_OUT: &'static str = "some classes";

    fn quick(&self) -> bool {
        self.quick
    }

    fn machine(&self) -> &Machine {
        &self.machine
    }

    fn rows_json(&self) -> Vec<Value> {
        self.rows.iter().map(row_json).collect()
    }

    fn table(&self) -> Table {
        TableOf::new(&self.rows)
            .words("class", |row| row.class)
            .numbers("predicates", |row| row.predicates)
            .numbers("(paper)", |row| row.published.predicates)
            .numbers("variables", |row| or_dash(row.variables))
            .numbers("(paper)", |row| row.published.variables)
            .numbers("member", |row| row.membership)
            .numbers("(paper)", |row| row.published.membership)
            .numbers("subset", |row| row.subset)
            .numbers("(paper)", |row| row.published.subset)
            .numbers("superset", |row| row.superset)
            .numbers("(paper)", |row| row.published.superset)
            .words("one step further", |row| yes(row.one_step_further > 0))
            .words("(paper)", |row| or_dash(row.published.one_step_further.map(yes)))
            .numbers("time", |row| Quantity::seconds(row.seconds))
            .numbers("(paper)", |row| format!("{} s", row.published.seconds))
            .words("most permissive", |row| yes(row.most_permissive))
            .words("(paper)", |row| yes(row.published.most_permissive))
            .numbers("states", |row| row.states)
            .done()
    }

    fn summary(&self) -> String {
        let same = self.rows.iter().filter(|row| row.says_the_same()).count();
        let all = self.rows.len();
        format!(
            "What is said of permissiveness, and whether OneStepFurther was needed, \
             is the same as in the paper on {same} of {all} rows.\n\
             The paper does not print states; its figures show 3, 3, 1, 2, 2 and 2.\n"
        )
    }
}

fn yes(answer: bool) -> &'static str {
    if answer { "yes" } else { "no" }
}

fn row_json(row: &JistRow) -> Value {
    let published = &row.published;
    json!({
        "class": row.class,
        "predicates": row.predicates,
        "variables": row.variables,
        "membership": row.membership,
        "subset": row.subset,
        "superset": row.superset,
        "oneStepFurther": row.one_step_further,
        "states": row.states,
        "seconds": row.seconds,
        "safe": row.safe,
        "mostPermissive": row.most_permissive,
        "published": {
            "predicates": published.predicates,
            "variables": published.variables,
            "membership": published.membership,
            "subset": published.subset,
            "superset": published.superset,
            "oneStepFurther": published.one_step_further,
            "seconds": published.seconds,
            "mostPermissive": published.most_permissive,
        },
    })
}
