//! What the suite `permissive` found, as text, Markdown and JSON.

use serde_json::{Value, json};

use super::published::{MACHINE, MOST_SECONDS, PublishedRow};
use crate::machine::Machine;
use crate::quantity::{Quantity, Target};
use crate::report::{OneTable, Row};
use crate::table::{Table, TableOf, or_dash};

/// The engine on a class, in one of its versions.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct MeasuredWitness {
    /// The predicates of `Π_S`.
    pub safety: u64,
    /// The predicates of `Π_P`.
    pub permissiveness: u64,
    /// The nodes of the witness graph.
    pub nodes: u64,
    /// How often the graph was built.
    pub iterations: u64,
    /// The states of the interface.
    pub states: usize,
    /// The seconds that it took, the certificate included.
    pub seconds: f64,
    /// Whether it is proved safe and permissive, and the checker accepts the proof.
    pub proved: bool,
    /// Whether it accepts exactly the legal words.
    pub tight: bool,
}

/// One class.
#[derive(Clone, PartialEq, Debug)]
pub struct PermissiveRow {
    /// What the paper says.
    pub published: &'static PublishedRow,
    /// The methods, with constructors.
    pub methods: usize,
    /// Whether there is one more state here, before construction.
    pub has_constructor: bool,
    /// `BuildInterface`.
    pub permissive: MeasuredWitness,
    /// `BuildInterface'`, which tightens.
    pub full: MeasuredWitness,
}

impl PermissiveRow {
    /// The states without the one before construction, which the paper does not have.
    pub fn own_states(&self) -> usize {
        self.permissive.states.saturating_sub(usize::from(self.has_constructor))
    }
}

/// What the suite found.
#[derive(Clone, PartialEq, Debug)]
pub struct PermissiveReport {
    /// Whether only one class was measured.
    pub quick: bool,
    /// Where it ran.
    pub machine: Machine,
    /// The classes.
    pub rows: Vec<PermissiveRow>,
}

impl OneTable for PermissiveReport {
    const SUITE: &'static str = "permissive";

    const LEFT_OUT: &'static str = "one class, no targets";

    fn quick(&self) -> bool {
        self.quick
    }

    fn machine(&self) -> &Machine {
        &self.machine
    }

    fn table(&self) -> Table {
        TableOf::new(&self.rows)
            .words("class", |row| row.published.class)
            .words("error", |row| row.published.error)
            .numbers("methods", |row| row.methods)
            .numbers("states", |row| row.own_states())
            .numbers("(paper)", |row| or_dash(row.published.states))
            .numbers("for safety", |row| row.permissive.safety)
            .numbers("(paper)", |row| or_dash(row.published.predicates))
            .numbers("for permissiveness", |row| row.permissive.permissiveness)
            .numbers("nodes", |row| row.permissive.nodes)
            .numbers("time", |row| Quantity::seconds(row.permissive.seconds))
            .numbers("to be tight", |row| Quantity::seconds(row.full.seconds))
            .words("result", |row| result(row))
            .done()
    }

    fn targets(&self) -> Vec<Row> {
        if self.quick {
            return Vec::new();
        }
        let slowest = self.rows.iter().map(|row| row.permissive.seconds + row.full.seconds).max_by(f64::total_cmp);
        vec![
            Row {
                what: "the slowest class, permissive and tight".into(),
                target: Some(Target::below(Quantity::seconds(MOST_SECONDS))),
                measured: slowest.map(Quantity::seconds),
                notes: Vec::new(),
            },
            Row {
                what: "permissive, proved".into(),
                target: Some(Target::at_least(Quantity::count(self.rows.len()))),
                measured: Some(Quantity::count(self.permissive())),
                notes: Vec::new(),
            },
        ]
    }

    fn summary(&self) -> String {
        let tight = self.rows.iter().filter(|row| row.full.tight).count();
        format!(
            "Of {MACHINE}, the paper says that each class took less than {}, and was permissive and tight. States are \
             those after construction.\n\
             Here proved permissive on {} of {} classes, tight on {tight}.\n",
            Quantity::seconds(MOST_SECONDS),
            self.permissive(),
            self.rows.len(),
        )
    }

    fn rows_json(&self) -> Vec<Value> {
        self.rows.iter().map(row_json).collect()
    }
}

impl PermissiveReport {
    fn permissive(&self) -> usize {
        self.rows.iter().filter(|row| row.permissive.proved).count()
    }
}

fn result(row: &PermissiveRow) -> &'static str {
    match (row.permissive.proved, row.full.tight) {
        (true, true) => "permissive and tight, checked",
        (true, false) => "permissive, checked",
        (false, _) => "not finished",
    }
}

fn row_json(row: &PermissiveRow) -> Value {
    let witness = |measured: &MeasuredWitness| {
        json!({
            "safetyPredicates": measured.safety,
            "permissivenessPredicates": measured.permissiveness,
            "nodes": measured.nodes,
            "iterations": measured.iterations,
            "states": measured.states,
            "seconds": measured.seconds,
            "proved": measured.proved,
            "tight": measured.tight,
        })
    };
    json!({
        "class": row.published.class,
        "error": row.published.error,
        "methods": row.methods,
        "states": row.own_states(),
        "permissive": witness(&row.permissive),
        "full": witness(&row.full),
        "published": {
            "states": row.published.states,
            "predicates": row.published.predicates,
            "secondsAtMost": MOST_SECONDS,
        },
    })
}
