//! What the suite `certified` found, as text, Markdown and JSON.

use serde_json::{Value, json};

use super::targets;
use crate::machine::Machine;
use crate::published::PublishedTime;
use crate::quantity::Quantity;
use crate::report::{OneTable, Row};
use crate::table::{Table, TableOf, or_dash};

/// How much was proved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proved {
    /// Safe and permissive.
    Both,
    /// Safe only.
    Safe,
    /// Nothing, for this reason.
    Nothing(String),
}

/// One component.
#[derive(Clone, PartialEq, Debug)]
pub struct CertifiedRow {
    /// The component.
    pub name: String,
    /// The component's methods.
    pub methods: usize,
    /// The states of its interface.
    pub states: usize,
    /// The guarded calls of its interface.
    pub calls: usize,
    /// The seconds that the engine took.
    pub seconds: f64,
    /// How often it asked the solver.
    pub solver_calls: u64,
    /// The most bytes allocated at a time, if measured.
    pub peak: Option<u64>,
    /// How much was proved.
    pub proved: Proved,
    /// The obligations of its certificate and the seconds that checking them took.
    pub checked: Option<(usize, f64)>,
    /// What papers report.
    pub published: Vec<PublishedTime>,
}

/// What the suite found.
#[derive(Clone, PartialEq, Debug)]
pub struct CertifiedReport {
    /// Whether only some components were measured, and stopped early.
    pub quick: bool,
    /// Where it ran.
    pub machine: Machine,
    /// The components.
    pub rows: Vec<CertifiedRow>,
    /// How fast words are answered.
    pub membership: Membership,
    /// How the engine does with many states.
    pub growth: Growth,
}

/// A counter, whose interface has a state for each of its values.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Growth {
    /// The states of its interface, if that was proved and the checker agrees.
    pub states: Option<usize>,
    /// The seconds that it took, with the check.
    pub seconds: f64,
}

/// Words that were asked about, and the time that the whole search for the interface took.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Membership {
    /// The words.
    pub queries: u64,
    /// The seconds.
    pub seconds: f64,
}

impl OneTable for CertifiedReport {
    const SUITE: &'static str = "certified";

    const LEFT_OUT: &'static str = "some components";

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
            .words("component", |row| &row.name)
            .numbers("methods", |row| row.methods)
            .numbers("states", |row| row.states)
            .numbers("calls", |row| row.calls)
            .numbers("time", |row| Quantity::seconds(row.seconds))
            .numbers("solver calls", |row| row.solver_calls)
            .numbers("memory", |row| or_dash(row.peak.map(Quantity::bytes)))
            .words("proved", |row| proved_text(&row.proved))
            .numbers("obligations", |row| or_dash(row.checked.map(|(count, _)| count)))
            .numbers("check", |row| or_dash(row.checked.map(|(_, seconds)| Quantity::seconds(seconds))))
            .words("papers", |row| published_texts(row).join(", "))
            .done()
    }

    fn targets(&self) -> Vec<Row> {
        match self.quick {
            true => Vec::new(),
            false => targets::rows(self),
        }
    }

    /// The totals, and what took longest.
    fn summary(&self) -> String {
        let both = self.rows.iter().filter(|row| row.proved == Proved::Both).count();
        let safe = self.rows.iter().filter(|row| row.proved == Proved::Safe).count();
        let total: f64 = self.rows.iter().map(|row| row.seconds).sum();
        let checks: f64 = self.rows.iter().filter_map(|row| row.checked).map(|(_, seconds)| seconds).sum();
        let mut text = format!(
            "{both} of {} proved safe and permissive, {safe} more proved safe; {} in all, {} for the checks.\n",
            self.rows.len(),
            Quantity::seconds(total),
            Quantity::seconds(checks),
        );
        if let Some(slowest) = self.rows.iter().max_by(|one, other| one.seconds.total_cmp(&other.seconds)) {
            text += &format!("The slowest is {} with {}.\n", slowest.name, Quantity::seconds(slowest.seconds));
        }
        text
    }
}

fn published_texts(row: &CertifiedRow) -> Vec<String> {
    row.published.iter().map(PublishedTime::to_string).collect()
}

fn proved_text(proved: &Proved) -> &str {
    match proved {
        Proved::Both => "safe, permissive",
        Proved::Safe => "safe",
        Proved::Nothing(why) => why,
    }
}

fn row_json(row: &CertifiedRow) -> Value {
    json!({
        "component": row.name,
        "methods": row.methods,
        "states": row.states,
        "calls": row.calls,
        "seconds": row.seconds,
        "solverCalls": row.solver_calls,
        "peak": row.peak,
        "proved": proved_text(&row.proved),
        "obligations": row.checked.map(|(count, _)| count),
        "checkSeconds": row.checked.map(|(_, seconds)| seconds),
        "published": published_texts(row),
    })
}
