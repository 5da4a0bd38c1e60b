//! What the suite `jist` found, as text, Markdown and JSON.

use serde_json::{Value, json};

use super::published::{JistFigures, PublishedRow};
use crate::machine::Machine;
use crate::quantity::Quantity;
use crate::report::OneTable;
use crate::table::{Align, Table};

/// One row of the paper's table.
#[derive(Clone, PartialEq, Debug)]
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
    /// A row of which nothing is measured yet.
    pub(super) fn of(published: &PublishedRow) -> Self {
        JistRow {
            class: published.class,
            published: published.figures,
            predicates: 0,
            variables: None,
            membership: 0,
            subset: 0,
            superset: 0,
            one_step_further: 0,
            states: 0,
            seconds: 0.0,
            safe: false,
            most_permissive: false,
        }
    }

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

    fn left_out(&self) -> Option<&'static str> {
        self.quick.then_some("some classes")
    }

    fn machine(&self) -> &Machine {
        &self.machine
    }

    fn rows_json(&self) -> Vec<Value> {
        self.rows.iter().map(row_json).collect()
    }

    fn table(&self) -> Table {
        let mut table = Table::new([
            ("class", Align::Left),
            ("predicates", Align::Right),
            ("(paper)", Align::Right),
            ("variables", Align::Right),
            ("(paper)", Align::Right),
            ("member", Align::Right),
            ("(paper)", Align::Right),
            ("subset", Align::Right),
            ("(paper)", Align::Right),
            ("superset", Align::Right),
            ("(paper)", Align::Right),
            ("one step further", Align::Left),
            ("(paper)", Align::Left),
            ("time", Align::Right),
            ("(paper)", Align::Right),
            ("most permissive", Align::Left),
            ("(paper)", Align::Left),
            ("states", Align::Right),
        ]);
        self.rows.iter().for_each(|row| table.push(cells(row)));
        table
    }

    fn summary(&self) -> String {
        let same = self.rows.iter().filter(|row| row.says_the_same()).count();
        let all = self.rows.len();
        format!(
            "What is said of permissiveness, and whether OneStepFurther was needed, is the same as in the paper on {same} of {all} rows.\n\
             The paper does not print states; its figures show 3, 3, 1, 2, 2 and 2.\n"
        )
    }
}

fn yes(answer: bool) -> String {
    if answer { "yes" } else { "no" }.to_owned()
}

fn cells(row: &JistRow) -> [String; 18] {
    let published = &row.published;
    [
        row.class.to_owned(),
        row.predicates.to_string(),
        published.predicates.to_string(),
        row.variables.map_or_else(|| "–".to_owned(), |count| count.to_string()),
        published.variables.to_string(),
        row.membership.to_string(),
        published.membership.to_string(),
        row.subset.to_string(),
        published.subset.to_string(),
        row.superset.to_string(),
        published.superset.to_string(),
        yes(row.one_step_further > 0),
        published.one_step_further.map_or_else(|| "–".to_owned(), yes),
        Quantity::seconds(row.seconds).to_string(),
        format!("{} s", published.seconds),
        yes(row.most_permissive),
        yes(published.most_permissive),
        row.states.to_string(),
    ]
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
