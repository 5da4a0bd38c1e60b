//! What the suite `may-must` found, as text, Markdown and JSON.

use serde_json::{Value, json};

use super::published::Figures;
use crate::machine::Machine;
use crate::quantity::Quantity;
use crate::report::OneTable;
use crate::table::{Table, TableOf, or_dash};

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

impl MayMustRow {
    /// The states without the one before construction, which the paper does not have.
    pub fn own_states(&self, scheme: &MeasuredScheme) -> usize {
        scheme.states.saturating_sub(usize::from(self.has_constructor))
    }
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
        let rows = self.rows.iter().flat_map(|row| row.schemes.iter().map(move |scheme| (row, scheme)));
        TableOf::new(rows)
            .words("class", |(row, _)| row.class)
            .words("scheme", |(_, scheme)| scheme.scheme)
            .numbers("predicates", |(_, scheme)| scheme.predicates)
            .numbers("(paper)", |(_, scheme)| or_dash(scheme.published.map(|figures| figures.predicates)))
            .numbers("iterations", |(_, scheme)| scheme.iterations)
            .numbers("(paper)", |(_, scheme)| or_dash(scheme.published.map(|figures| figures.iterations)))
            .numbers("states", |(row, scheme)| row.own_states(scheme))
            .numbers("(paper)", |(row, _)| row.published_states)
            .numbers("time", |(_, scheme)| Quantity::seconds(scheme.seconds))
            .numbers("(paper)", |(_, scheme)| or_dash(scheme.published.map(|figures| format!("{} s", figures.seconds))))
            .numbers("solver calls", |(_, scheme)| scheme.solver_calls)
            .numbers("queries", |(_, scheme)| scheme.membership)
            .words("result", |(_, scheme)| result(scheme))
            .done()
    }

    /// What the paper says of its table, for this one.
    fn summary(&self) -> String {
        let fewer = self.rows.iter().filter(|row| reuse_asks_least(row)).count();
        let fastest = self.rows.iter().filter(|row| reuse_is_fastest(row)).count();
        let states = self.rows.iter().filter(|row| has_published_states(row)).count();
        let all = self.rows.len();
        format!(
            "States are those after construction; as in the paper on {states} of {all} classes.\n\
             learn-reuse asks the solver less often than every other scheme on {fewer} of {all} classes, and is faster on {fastest}.\n"
        )
    }
}

fn reuse_asks_least(row: &MayMustRow) -> bool {
    row.schemes.split_last().is_some_and(|(reuse, others)| {
        reuse.proved && others.iter().all(|other| reuse.solver_calls < other.solver_calls)
    })
}

fn reuse_is_fastest(row: &MayMustRow) -> bool {
    row.schemes
        .split_last()
        .is_some_and(|(reuse, others)| reuse.proved && others.iter().all(|other| reuse.seconds < other.seconds))
}

fn has_published_states(row: &MayMustRow) -> bool {
    row.schemes.last().is_some_and(|reuse| reuse.proved && row.own_states(reuse) == row.published_states)
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
            "states": row.own_states(scheme),
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
