//! What a suite found, as text, Markdown and JSON.

use serde_json::{Value, json};

use crate::machine::Machine;
use crate::published::{Published, THREE_ALGORITHMS_MACHINE, TIME_LIMIT};
use crate::quantity::{Quantity, Target, Verdict};
use crate::table::{Align, Table};

/// What all reports can be turned into.
pub trait Rendered {
    /// For a terminal.
    fn to_text(&self) -> String;

    /// For a record in `bench/records`.
    fn to_markdown(&self) -> String;

    /// For other programs: times in seconds, memory in bytes.
    fn to_json(&self) -> Value;
}

/// A report that is one table: what such reports have in common.
pub trait OneTable {
    /// The suite's name.
    const SUITE: &'static str;

    /// What a quick run left out; `None` if everything was measured.
    fn left_out(&self) -> Option<&'static str>;

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
    fn to_text(&self) -> String {
        let targets = self.targets();
        let targets = if targets.is_empty() { String::new() } else { format!("\n{}", rows_as_text(&targets)) };
        format!("{}\n\n{}\n{}{targets}", heading(self), self.table().to_text(), self.summary())
    }

    fn to_markdown(&self) -> String {
        let targets = self.targets();
        let table = || row_table(&targets, true).to_markdown();
        let targets = if targets.is_empty() { String::new() } else { format!("\n{}", table()) };
        format!("{}\n\n{}\n{}{targets}", heading(self), self.table().to_markdown(), self.summary())
    }

    fn to_json(&self) -> Value {
        let mut report = json!({
            "suite": Suite::SUITE,
            "quick": self.left_out().is_some(),
            "machine": self.machine().to_json(),
            "rows": self.rows_json(),
        });
        let targets: Vec<Value> = self.targets().iter().map(row_json).collect();
        if !targets.is_empty() {
            report["targets"] = targets.into();
        }
        report
    }
}

fn heading<Suite: OneTable>(report: &Suite) -> String {
    let quick = report.left_out().map(|what| format!(" (quick: {what})")).unwrap_or_default();
    format!("Suite {}{quick} on {}", Suite::SUITE, report.machine())
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

/// The time of an engine on a component.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct EngineTime {
    /// Seconds until it was done or stopped.
    pub seconds: f64,
    /// Whether it was done before the time limit.
    pub done: bool,
    /// The states of its interface, if it was done.
    pub states: Option<u64>,
}

/// Both explicit engines on one component, beside what the 2006 paper measured.
#[derive(Clone, PartialEq, Debug)]
pub struct Comparison {
    /// The component.
    pub component: String,
    /// The states of the component that `direct` found.
    pub component_states: u64,
    /// Our `direct`.
    pub direct: EngineTime,
    /// The paper's direct algorithm.
    pub published_direct: Published,
    /// Our `learn`.
    pub learn: EngineTime,
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
        self.rows.iter().all(|row| !matches!(row.verdict(), Some(Verdict::Missed { .. })))
    }
}

impl Rendered for Report {
    fn to_text(&self) -> String {
        let mut text = format!("{}\n\n{}", self.heading(), rows_as_text(&self.rows));
        if !self.comparisons.is_empty() {
            text += &format!("\n{}\n\n{}", comparison_heading(), self.comparison_table().to_text());
        }
        text
    }

    fn to_markdown(&self) -> String {
        let mut text = format!("{}\n\n{}", self.heading(), row_table(&self.rows, true).to_markdown());
        if !self.comparisons.is_empty() {
            text += &format!("\n{}\n\n{}", comparison_heading(), self.comparison_table().to_markdown());
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

impl Report {
    fn heading(&self) -> String {
        let quick = if self.quick { " (quick: small sizes, no targets)" } else { "" };
        format!("Suite {}{quick} on {}", self.suite, self.machine)
    }

    fn comparison_table(&self) -> Table {
        let mut table = Table::new([
            ("component", Align::Left),
            ("states", Align::Right),
            ("interface", Align::Right),
            ("direct", Align::Right),
            ("2006", Align::Right),
            ("learn", Align::Right),
            ("2006", Align::Right),
        ]);
        for comparison in &self.comparisons {
            table.push([
                comparison.component.clone(),
                comparison.component_states.to_string(),
                comparison.interface_states(),
                engine_time(comparison.direct),
                published_time(comparison.published_direct),
                engine_time(comparison.learn),
                published_time(comparison.published_learning),
            ]);
        }
        table
    }
}

impl Comparison {
    /// Whether both engines were done and their interfaces have different numbers of states, which must not be.
    pub fn disagree(&self) -> bool {
        self.direct.states.zip(self.learn.states).is_some_and(|(direct, learn)| direct != learn)
    }

    fn interface_states(&self) -> String {
        let shown = |states: Option<u64>| states.map_or("–".to_owned(), |count| count.to_string());
        match self.disagree() {
            true => format!("{} or {}!", shown(self.direct.states), shown(self.learn.states)),
            false => shown(self.direct.states.or(self.learn.states)),
        }
    }
}

fn comparison_heading() -> String {
    format!(
        "Explicit engines, minimising included, beside Table 1 of Three Algorithms for Interface Synthesis \
         (2006; {THREE_ALGORITHMS_MACHINE})"
    )
}

/// Measurements with their targets, for a terminal: the notes below the table.
pub(crate) fn rows_as_text(rows: &[Row]) -> String {
    let mut text = row_table(rows, false).to_text();
    for row in rows.iter().filter(|row| !row.notes.is_empty()) {
        text += &format!("\n{}\n", row.what);
        for note in &row.notes {
            text += &format!("  {note}\n");
        }
    }
    text
}

/// Measurements with their targets.
pub(crate) fn row_table(rows: &[Row], with_notes: bool) -> Table {
    let columns =
        [("what", Align::Left), ("target", Align::Right), ("measured", Align::Right), ("verdict", Align::Left)];
    let mut table = match with_notes {
        true => Table::new([columns[0], columns[1], columns[2], columns[3], ("notes", Align::Left)]),
        false => Table::new(columns),
    };
    for row in rows {
        let [what, target, measured, verdict] = row_cells(row);
        match with_notes {
            true => table.push([what, target, measured, verdict, row.notes.join("; ")]),
            false => table.push([what, target, measured, verdict]),
        }
    }
    table
}

fn row_cells(row: &Row) -> [String; 4] {
    let dash = || "–".to_owned();
    [
        row.what.clone(),
        row.target.map_or_else(dash, |target| target.to_string()),
        row.measured.map_or_else(dash, |measured| measured.to_string()),
        row.verdict().map_or_else(dash, |verdict| verdict.to_string()),
    ]
}

fn engine_time(time: EngineTime) -> String {
    let seconds = Quantity::seconds(time.seconds);
    if time.done { seconds.to_string() } else { format!("> {seconds}") }
}

fn published_time(published: Published) -> String {
    match published.explicit {
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
    let ours = |time: EngineTime| json!({ "seconds": time.seconds, "done": time.done, "states": time.states });
    let theirs = |published: Published| json!({ "seconds": published.explicit, "states": published.states });
    json!({
        "component": comparison.component,
        "componentStates": comparison.component_states,
        "direct": ours(comparison.direct),
        "publishedDirect": theirs(comparison.published_direct),
        "learn": ours(comparison.learn),
        "publishedLearning": theirs(comparison.published_learning),
    })
}
