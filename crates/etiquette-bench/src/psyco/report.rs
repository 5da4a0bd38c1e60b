//! What the suite `psyco` found, as a table beside the paper's.

use std::time::Duration;

use etiquette_synthesis::Check;
use serde_json::{Value, json};

use super::published::{Figures, MACHINE, Measured, PublishedRow};
use super::targets;
use crate::machine::Machine;
use crate::quantity::Quantity;
use crate::report::{OneTable, Row};
use crate::table::{Table, TableOf, or_dash};

/// What is said of the components of PSYCO's repository.
const FROM_THE_REPOSITORY: &str = "\
    The classes, constructors and methods are those of PSYCO's repository, where KMAX is not. Errors are failed \
    assertions and RuntimeExceptions.\n\
    A constructor that fails for some arguments is two calls here; the paper's |αM| fits one. Its configuration of CEV \
    V2 has 18 methods, of which the paper prints 20.\n";

/// How an interface is found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Way {
    /// By the engine `guarded` with this checker.
    Check(Check),
    /// By the certified engine.
    Certified,
}

impl Way {
    /// The checker's or the engine's name.
    pub fn name(self) -> &'static str {
        match self {
            Way::Check(check) => check.name(),
            Way::Certified => "certified",
        }
    }
}

/// What came of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Finding {
    /// Safe and permissive, without a bound.
    Proved,
    /// Safe and permissive for words of so many calls; why it ended there.
    UpTo(u64, String),
    /// Nothing, and why.
    Nothing(String),
}

/// One way on one component.
#[derive(Clone, PartialEq, Debug)]
pub struct PsycoCell {
    /// The way.
    pub way: Way,
    /// What the paper reports.
    pub published: Option<Figures>,
    /// The calls of the interface, with constructors.
    pub calls: usize,
    /// The states of the interface as the paper counts them, with the error state.
    pub states: usize,
    /// The most calls in a row that were looked at, if the way counts them.
    pub depth: Option<u64>,
    /// The seconds that it took.
    pub seconds: f64,
    /// The most bytes allocated at a time, if measured. Other programs are not counted.
    pub peak: Option<u64>,
    /// What came of it.
    pub finding: Finding,
    /// Whether the checker of certificates accepts its proof; `None` if it has none.
    pub checked: Option<bool>,
}

/// One component.
#[derive(Clone, PartialEq, Debug)]
pub struct PsycoRow {
    /// What the paper reports.
    pub published: PublishedRow,
    /// The methods, with constructors.
    pub methods: usize,
    /// The ways.
    pub cells: Vec<PsycoCell>,
}

/// What the suite found.
#[derive(Clone, PartialEq, Debug)]
pub struct PsycoReport {
    /// Whether only some components were measured.
    pub quick: bool,
    /// Whether they are those of PSYCO's repository, and not our own.
    pub originals: bool,
    /// The time after which a cell is given up.
    pub limit: Duration,
    /// Where it ran.
    pub machine: Machine,
    /// The components.
    pub rows: Vec<PsycoRow>,
}

impl OneTable for PsycoReport {
    const SUITE: &'static str = "psyco";

    const LEFT_OUT: &'static str = "some components, no targets";

    fn quick(&self) -> bool {
        self.quick
    }

    fn machine(&self) -> &Machine {
        &self.machine
    }

    fn table(&self) -> Table {
        let rows = self.rows.iter().flat_map(|row| row.cells.iter().map(move |cell| (row, cell)));
        let minutes = |seconds: Option<f64>| or_dash(seconds.map(|seconds| format!("{} min", seconds / 60.0)));
        TableOf::new(rows)
            .words("component", |(row, _)| row.published.component)
            .numbers("|M|", |(row, _)| row.methods)
            .numbers("(paper)", |(row, _)| row.published.methods)
            .words("checker", |(_, cell)| cell.way.name())
            .numbers("|αM|", |(_, cell)| cell.calls)
            .numbers("(paper)", |(row, cell)| settled(row, cell, |figures| figures.calls))
            .numbers("|Q|", |(_, cell)| cell.states)
            .numbers("(paper)", |(row, cell)| settled(row, cell, |figures| figures.states))
            .numbers("k max", |(_, cell)| or_dash(cell.depth))
            .numbers("(paper)", |(_, cell)| in_paper(cell, |figures| figures.depth.to_string()))
            .numbers("time", |(_, cell)| Quantity::seconds(cell.seconds))
            .numbers("(paper)", move |(_, cell)| in_paper(cell, |figures| minutes(figures.seconds)))
            .numbers("memory", |(_, cell)| or_dash(cell.peak.map(Quantity::bytes)))
            .words("result", |(_, cell)| result(cell))
            .done()
    }

    fn targets(&self) -> Vec<Row> {
        match self.quick {
            true => Vec::new(),
            false if self.originals => targets::originals(&self.rows),
            false => targets::rows(&self.rows),
        }
    }

    fn summary(&self) -> String {
        let counted: Vec<&PsycoRow> = self.rows.iter().filter(|row| !row.published.again).collect();
        let count = |holds: &dyn Fn(&PsycoRow) -> bool| counted.iter().filter(|row| holds(row)).count();
        let proved_by = |row: &PsycoRow, ways: &[&str]| {
            row.cells.iter().any(|cell| cell.finding == Finding::Proved && ways.contains(&cell.way.name()))
        };
        let all = counted.len();
        let whose = if self.originals { FROM_THE_REPOSITORY } else { "" };
        format!(
            "{whose}The paper's figures are from {MACHINE}. As there, |M| and |αM| count constructors, and |Q| the state \
             before construction and the error state.\n\
             A cell is given up after {}; the time of `external` is the time that passed, all others are processor \
             times, the median of up to nine runs if they are short.\n\
             Proved by search or pdr: {} of {all}; by the certified engine: {}; where both prove, as many states: {}.\n\
             At least as deep as in the paper, or proved: interpolation {} of {all}, search {} of {all}.\n",
            Quantity::seconds(self.limit.as_secs_f64()),
            count(&|row| proved_by(row, &["search", "pdr"])),
            count(&|row| proved_by(row, &["certified"])),
            count(&as_many_states),
            count(&|row| reaches_published_depth(row, "interpolation")),
            count(&|row| reaches_published_depth(row, "search")),
        )
    }

    fn rows_json(&self) -> Vec<Value> {
        self.rows.iter().flat_map(|row| row.cells.iter().map(|cell| cell_json(row, cell))).collect()
    }
}

/// Whether all ways that prove the interface find as many states, the certified engine among them.
fn as_many_states(row: &PsycoRow) -> bool {
    let proved: Vec<&PsycoCell> = row.cells.iter().filter(|cell| cell.finding == Finding::Proved).collect();
    let same = proved.windows(2).all(|pair| pair[0].states == pair[1].states);
    same && proved.len() > 1 && proved.iter().any(|cell| cell.way == Way::Certified)
}

/// Whether a checker went as far as in the paper; where the paper has no figure, anything is as far.
fn reaches_published_depth(row: &PsycoRow, checker: &str) -> bool {
    row.cells.iter().filter(|cell| cell.way.name() == checker).all(|cell| match (&cell.finding, cell.published) {
        (Finding::Proved, _) => true,
        (Finding::UpTo(calls, _), Some(Figures::Measured(figures))) => *calls >= figures.depth.calls,
        (Finding::UpTo(..), _) => true,
        (Finding::Nothing(_), _) => false,
    })
}

/// A figure of the paper for the same checker; for a way that it does not have, the one that it came to in the end.
fn settled(row: &PsycoRow, cell: &PsycoCell, figure: impl Fn(&Measured) -> u64) -> String {
    match cell.published {
        None => or_dash(row.published.settled().map(figure)),
        Some(_) => in_paper(cell, |figures| figure(figures).to_string()),
    }
}

fn in_paper(cell: &PsycoCell, text: impl Fn(&Measured) -> String) -> String {
    match &cell.published {
        None => or_dash(None::<String>),
        Some(Figures::NotApplicable) => "n/a".into(),
        Some(Figures::DidNotFinish) => "dnf".into(),
        Some(Figures::Measured(figures)) => text(figures),
    }
}

fn result(cell: &PsycoCell) -> String {
    match (&cell.finding, cell.checked) {
        (Finding::Proved, Some(true)) => "proved, checked".into(),
        (Finding::Proved, _) => "proved, no certificate".into(),
        (Finding::UpTo(calls, why), _) => format!("up to {calls} calls: {why}"),
        (Finding::Nothing(why), _) => format!("not finished: {why}"),
    }
}

fn cell_json(row: &PsycoRow, cell: &PsycoCell) -> Value {
    let published = match cell.published {
        Some(Figures::Measured(Measured { calls, states, depth, seconds })) => {
            json!({ "calls": calls, "states": states, "depth": depth.to_string(), "seconds": seconds })
        }
        Some(Figures::NotApplicable) => "n/a".into(),
        Some(Figures::DidNotFinish) => "dnf".into(),
        None => Value::Null,
    };
    json!({
        "component": row.published.component,
        "methods": row.methods,
        "publishedMethods": row.published.methods,
        "checker": cell.way.name(),
        "calls": cell.calls,
        "states": cell.states,
        "depth": cell.depth,
        "seconds": cell.seconds,
        "peak": cell.peak,
        "result": result(cell),
        "published": published,
    })
}
