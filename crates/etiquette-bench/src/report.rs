//! What a suite found, as text, Markdown and JSON.

use serde_json::{Value, json};

use crate::machine::Machine;
use crate::published::{Published, THREE_ALGORITHMS_MACHINE, TIME_LIMIT};
use crate::quantity::{Quantity, Target, Verdict};
use crate::table::{Page, Table, TableOf, or_dash};
use crate::three_algorithms::Cell;

/// What all reports can be turned into.
pub trait Rendered {
    /// For a terminal, or for a record in `bench/records`.
    fn on(&self, page: Page) -> String;

    /// For other programs: times in seconds, memory in bytes.
    fn to_json(&self) -> Value;

    /// For a terminal.
    fn to_text(&self) -> String {
        self.on(Page::Text)
    }

    /// For a record in `bench/records`.
    fn to_markdown(&self) -> String {
        self.on(Page::Markdown)
    }
}

/// A report that is one table: what such reports have in common.
pub trait OneTable {
    /// The suite's name.
    const SUITE: &'static str;

    /// What a quick run leaves out.
    const LEFT_OUT: &'static str;

    /// Whether it was a quick run.
    fn quick(&self) -> bool;

    /// Whether somebody ended it before all rows were there.
    fn interrupted(&self) -> bool {
        false
    }

    /// Where it ran.
    fn machine(&self) -> &Machine;

    /// The table.
    fn table(&self) -> Table;

    /// What should come out, beside what did; none if nobody said so.
    fn targets(&self) -> Vec<Row> {
        Vec::new()
    }

    /// What the table says, in a few lines.
    fn summary(&self) -> String;

    /// The rows of the table for other programs.
    fn rows_json(&self) -> Vec<Value>;
}

impl<Suite: OneTable> Rendered for Suite {
    fn on(&self, page: Page) -> String {
        let heading = heading(Suite::SUITE, self.quick().then_some(Suite::LEFT_OUT), self.machine());
        let targets = self.targets();
        let targets = if targets.is_empty() { String::new() } else { format!("\n{}", rows_on(page, &targets)) };
        format!("{heading}\n\n{}\n{}{targets}", self.table().on(page), self.summary())
    }

    fn to_json(&self) -> Value {
        let mut report = json!({
            "suite": Suite::SUITE,
            "quick": self.quick(),
            "machine": self.machine().to_json(),
            "rows": self.rows_json(),
        });
        if self.interrupted() {
            report["interrupted"] = true.into();
        }
        let targets: Vec<Value> = self.targets().iter().map(row_json).collect();
        if !targets.is_empty() {
            report["targets"] = targets.into();
        }
        report
    }
}

/// What is said of a run that somebody ended early; nothing if all classes that were asked about were looked at.
pub(crate) fn interruption(done: usize, asked: usize) -> String {
    if done == asked { String::new() } else { format!("Interrupted: {done} of {asked} classes were looked at.\n") }
}

/// The first line of a report; `left_out` says what a quick run did not do.
pub(crate) fn heading(suite: &str, left_out: Option<&str>, machine: &Machine) -> String {
    let quick = left_out.map(|what| format!(" (quick: {what})")).unwrap_or_default();
    format!("Suite {suite}{quick} on {machine}")
}

/// One measurement.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// What was measured.
    pub what: String,
    /// What it should come to, if anybody said so.
    pub target: Option<Target>,
    /// What it came to; `None`: it could not be measured, and the notes say why.
    pub measured: Option<Quantity>,
    /// What else is worth knowing.
    pub notes: Vec<String>,
}

impl Row {
    /// How the measurement compares with the target, where there are both.
    pub fn verdict(&self) -> Option<Verdict> {
        Some(self.target?.judge(self.measured?))
    }
}

/// Both explicit engines on one component, beside what the 2006 paper measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The component.
    pub component: String,
    /// The states of the component that `direct` found.
    pub component_states: u64,
    /// Our `direct`.
    pub direct: Cell,
    /// The paper's direct algorithm.
    pub published_direct: Published,
    /// Our `learn`.
    pub learn: Cell,
    /// The paper's learning algorithm.
    pub published_learning: Published,
}

/// What a suite found.
#[derive(Clone, PartialEq, Debug)]
pub struct Report {
    /// The suite's name.
    pub suite: &'static str,
    /// Whether the sizes were those of a smoke test, so that targets don't apply.
    pub quick: bool,
    /// Where it ran.
    pub machine: Machine,
    /// Measurements with their targets.
    pub rows: Vec<Row>,
    /// Engines beside published times.
    pub comparisons: Vec<Comparison>,
}

impl Report {
    /// Whether every target that was measured is met.
    pub fn all_met(&self) -> bool {
        self.rows.iter().all(|row| row.verdict().is_none_or(|verdict| verdict == Verdict::Met))
    }
}

impl Rendered for Report {
    fn on(&self, page: Page) -> String {
        let heading = heading(self.suite, self.quick.then_some("small sizes, no targets"), &self.machine);
        let mut text = format!("{heading}\n\n{}", rows_on(page, &self.rows));
        if !self.comparisons.is_empty() {
            text += &format!("\n{}\n\n{}", comparison_heading(), comparison_table(&self.comparisons).on(page));
        }
        text
    }

    fn to_json(&self) -> Value {
        json!({
            "suite": self.suite,
            "quick": self.quick,
            "machine": self.machine.to_json(),
            "rows": self.rows.iter().map(row_json).collect::<Vec<_>>(),
            "comparisons": self.comparisons.iter().map(comparison_json).collect::<Vec<_>>(),
        })
    }
}

fn comparison_table(comparisons: &[Comparison]) -> Table {
    TableOf::new(comparisons)
        .words("component", |comparison| &comparison.component)
        .numbers("states", |comparison| comparison.component_states)
        .numbers("interface", |comparison| comparison.interface_states())
        .numbers("direct", |comparison| engine_time(&comparison.direct))
        .numbers("2006", |comparison| published_time(comparison.published_direct.explicit))
        .numbers("learn", |comparison| engine_time(&comparison.learn))
        .numbers("2006", |comparison| published_time(comparison.published_learning.explicit))
        .done()
}

impl Comparison {
    /// Whether both engines were done and their interfaces have different numbers of states, which must not be.
    pub fn disagree(&self) -> bool {
        self.direct.interface.zip(self.learn.interface).is_some_and(|(direct, learn)| direct != learn)
    }

    fn interface_states(&self) -> String {
        let (direct, learn) = (self.direct.interface, self.learn.interface);
        match self.disagree() {
            true => format!("{} or {}!", or_dash(direct), or_dash(learn)),
            false => or_dash(direct.or(learn)),
        }
    }
}

fn comparison_heading() -> String {
    format!(
        "Explicit engines, minimising included, beside Table 1 of Three Algorithms for Interface Synthesis \
         (2006; {THREE_ALGORITHMS_MACHINE})"
    )
}

/// Measurements with their targets: on a terminal, the notes stand below the table.
pub(crate) fn rows_on(page: Page, rows: &[Row]) -> String {
    let table = TableOf::new(rows)
        .words("what", |row| &row.what)
        .numbers("target", |row| or_dash(row.target))
        .numbers("measured", |row| or_dash(row.measured))
        .words("verdict", |row| or_dash(row.verdict()));
    if page == Page::Markdown {
        return table.words("notes", |row| row.notes.join("; ")).done().on(page);
    }
    let mut text = table.done().on(page);
    for row in rows.iter().filter(|row| !row.notes.is_empty()) {
        text += &format!("\n{}\n", row.what);
        text.extend(row.notes.iter().map(|note| format!("  {note}\n")));
    }
    text
}

fn engine_time(cell: &Cell) -> String {
    let seconds = Quantity::seconds(cell.seconds);
    if cell.unfinished.is_none() { seconds.to_string() } else { format!("> {seconds}") }
}

/// A time of the 2006 paper; `None` where it gave up.
pub(crate) fn published_time(seconds: Option<f64>) -> String {
    match seconds {
        Some(seconds) => Quantity::seconds(seconds).to_string(),
        None => format!("> {}", Quantity::seconds(TIME_LIMIT)),
    }
}

/// A measurement with its target.
pub(crate) fn row_json(row: &Row) -> Value {
    let quantity = |quantity: Quantity| json!({ "value": quantity.value, "unit": quantity.unit.name() });
    json!({
        "what": row.what,
        "target": row.target.map(|target| quantity(target.quantity)),
        "measured": row.measured.map(quantity),
        "met": row.verdict().map(|verdict| verdict == Verdict::Met),
        "notes": row.notes,
    })
}

fn comparison_json(comparison: &Comparison) -> Value {
    let ours =
        |cell: &Cell| json!({ "seconds": cell.seconds, "done": cell.unfinished.is_none(), "states": cell.interface });
    let theirs = |published: Published| json!({ "seconds": published.explicit, "states": published.states });
    json!({
        "component": comparison.component,
        "componentStates": comparison.component_states,
        "direct": ours(&comparison.direct),
        "publishedDirect": theirs(comparison.published_direct),
        "learn": ours(&comparison.learn),
        "publishedLearning": theirs(comparison.published_learning),
    })
}
