//! What the suite `may-must` found, as text, Markdown and JSON.

use serde_json::{Value, json};

use super::published::Figures;
use crate::machine::Machine;
use crate::quantity::Quantity;
use crate::report::OneTable;
use crate::table::{Align, Table};

/// One scheme on one class.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MeasuredScheme {
    /// Its name.
    pub scheme: &'static str,
    /// What the paper reports.
    pub published: Option<Figures>,
    /// The predicates that were discovered.
    pub predicates: u64,
    /// How often learning began.
    pub iterations: u64,
    /// The states of the interface.
    pub states: usize,
    /// How often the solver was asked.
    pub solver_calls: u64,
    /// How many words L* asked about.
    pub membership: u64,
    /// The seconds that it took, the certificate included.
    pub seconds: f64,
    /// Whether it is proved safe and permissive.
    pub proved: bool,
    /// Whether the checker accepts its certificate.
    pub checked: bool,
}

/// One class.
#[derive(Clone, PartialEq, Debug)]
pub struct MayMustRow {
    /// The paper's name for it.
    pub class: &'static str,
    /// The states of the paper's interface.
    pub published_states: usize,
    /// Whether there is one more state here, before construction.
    pub has_constructor: bool,
    /// The schemes, in the order of the paper.
    pub schemes: Vec<MeasuredScheme>,
}

/// What the suite found.
#[derive(Clone, PartialEq, Debug)]
pub struct MayMustReport {
    /// Whether only some classes were measured.
    pub quick: bool,
    /// Where it ran.
    pub machine: Machine,
    /// The classes.
    pub rows: Vec<MayMustRow>,
}

impl OneTable for MayMustReport {
    const SUITE: &'static str = "may-must";

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
            ("scheme", Align::Left),
            ("predicates", Align::Right),
            ("(paper)", Align::Right),
            ("iterations", Align::Right),
            ("(paper)", Align::Right),
            ("states", Align::Right),
            ("(paper)", Align::Right),
            ("time", Align::Right),
            ("(paper)", Align::Right),
            ("solver calls", Align::Right),
            ("queries", Align::Right),
            ("result", Align::Left),
        ]);
        for row in &self.rows {
            row.schemes.iter().for_each(|scheme| table.push(cells(row, scheme)));
        }
        table
    }

    /// What the paper says of its table, for this one.
    fn summary(&self) -> String {
        let fewer = self.rows.iter().filter(|row| reuse_asks_least(row)).count();
        let states = self.rows.iter().filter(|row| has_published_states(row)).count();
        let all = self.rows.len();
        format!(
            "States are those after construction; as in the paper on {states} of {all} classes.\n\
             learn-reuse asks the solver less often than every other scheme on {fewer} of {all} classes.\n"
        )
    }
}

fn reuse_asks_least(row: &MayMustRow) -> bool {
    row.schemes.split_last().is_some_and(|(reuse, others)| {
        reuse.proved && others.iter().all(|other| reuse.solver_calls < other.solver_calls)
    })
}

fn has_published_states(row: &MayMustRow) -> bool {
    row.schemes.last().is_some_and(|reuse| reuse.proved && own_states(row, reuse) == row.published_states)
}

/// The states without the one before construction, which the paper does not have.
fn own_states(row: &MayMustRow, scheme: &MeasuredScheme) -> usize {
    scheme.states.saturating_sub(usize::from(row.has_constructor))
}

fn cells(row: &MayMustRow, scheme: &MeasuredScheme) -> [String; 13] {
    let published = |text: &dyn Fn(&Figures) -> String| scheme.published.as_ref().map_or_else(|| "–".to_owned(), text);
    [
        row.class.to_owned(),
        scheme.scheme.to_owned(),
        scheme.predicates.to_string(),
        published(&|figures| figures.predicates.to_string()),
        scheme.iterations.to_string(),
        published(&|figures| figures.iterations.to_string()),
        own_states(row, scheme).to_string(),
        row.published_states.to_string(),
        Quantity::seconds(scheme.seconds).to_string(),
        published(&|figures| format!("{} s", figures.seconds)),
        scheme.solver_calls.to_string(),
        scheme.membership.to_string(),
        result(scheme).to_owned(),
    ]
}

fn result(scheme: &MeasuredScheme) -> &'static str {
    match (scheme.proved, scheme.checked) {
        (true, true) => "proved, checked",
        (true, false) => "proved, no certificate",
        (false, _) => "not finished",
    }
}

fn row_json(row: &MayMustRow) -> Value {
    let schemes = row.schemes.iter().map(|scheme| {
        json!({
            "scheme": scheme.scheme,
            "predicates": scheme.predicates,
            "iterations": scheme.iterations,
            "states": own_states(row, scheme),
            "seconds": scheme.seconds,
            "solverCalls": scheme.solver_calls,
            "queries": scheme.membership,
            "result": result(scheme),
            "published": scheme.published.map(|figures| json!({
                "predicates": figures.predicates,
                "iterations": figures.iterations,
                "seconds": figures.seconds,
            })),
        })
    });
    json!({ "class": row.class, "publishedStates": row.published_states, "schemes": schemes.collect::<Vec<_>>() })
}
