//! The suite `objects`: protocols of several objects of the JDK, as somebody would ask for them on the command line.

use etiquette_outcome::Outcome;
use serde_json::{Value, json};

use crate::machine::Machine;
use crate::quantity::{Quantity, Target};
use crate::report::{OneTable, Row};
use crate::table::{Table, TableOf};

/// Objects that work together, and the errors that are asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Group {
    /// What it is called in the table.
    pub name: &'static str,
    /// The class of the main object.
    pub class: &'static str,
    /// The others, as after `--with`.
    pub roles: &'static [&'static str],
    /// The error, as after `--error`.
    pub error: &'static str,
}

const fn group(name: &'static str, class: &'static str, roles: &'static [&'static str], error: &'static str) -> Group {
    Group { name, class, roles, error }
}

const CHANGED: &str = "ConcurrentModificationException";
const ITERATOR: &[&str] = &["it=iterator()"];

/// The groups, the one that has a time of its own as a target first.
pub const GROUPS: [Group; 15] = [
    group("list and iterator", "java.util.ArrayList", ITERATOR, CHANGED),
    group("linked list and iterator", "java.util.LinkedList", ITERATOR, CHANGED),
    group("map, keys, iterator", "java.util.HashMap", &["keys=keySet()", "it=keys.iterator()"], CHANGED),
    group("map, entries, iterator", "java.util.HashMap", &["entries=entrySet()", "it=entries.iterator()"], CHANGED),
    group("heap and iterator", "java.util.PriorityQueue", ITERATOR, CHANGED),
    group("deque and iterator", "java.util.ArrayDeque", ITERATOR, CHANGED),
    group("list and part of it", "java.util.ArrayList", &["sub=subList(int,int)"], CHANGED),
    group("pipe of bytes", "java.io.PipedOutputStream", &["sink=new java.io.PipedInputStream()"], "IOException"),
    group("pipe of characters", "java.io.PipedWriter", &["sink=new java.io.PipedReader()"], "IOException"),
    group(
        "lock and condition",
        "java.util.concurrent.locks.ReentrantLock",
        &["c=newCondition()"],
        "IllegalMonitorStateException",
    ),
    group("timer and task", "java.util.Timer", &["task=new java.util.TimerTask()"], "IllegalStateException"),
    group("buffer and duplicate", "java.nio.HeapByteBuffer", &["dup=duplicate()"], "BufferUnderflowException"),
    group(
        "archive and entry",
        "java.util.zip.ZipOutputStream",
        &["entry=new java.util.zip.ZipEntry(String)"],
        "ZipException",
    ),
    group(
        "executor and future",
        "java.util.concurrent.ThreadPoolExecutor",
        &["f=submit(Runnable)"],
        "RejectedExecutionException",
    ),
    group(
        "list, stream, mapped stream",
        "java.util.ArrayList",
        &["s=stream()", "m=s.map(java.util.function.Function)"],
        "IllegalStateException",
    ),
];

/// What came of a group.
#[derive(Clone, PartialEq, Debug)]
pub struct ObjectsRow {
    name: &'static str,
    seconds: f64,
    processor: f64,
    states: usize,
    covered: usize,
    offered: usize,
    doubtful: usize,
    is_proved: bool,
    verdict: String,
}

impl ObjectsRow {
    /// What was found out about a group, in which time on the wall and of the processor.
    pub fn new(group: &Group, (seconds, processor): (f64, f64), (outcome, covered): (&Outcome, usize)) -> Self {
        let guarantee = &outcome.guarantee;
        ObjectsRow {
            name: group.name,
            seconds,
            processor,
            states: outcome.interface.state_count(),
            covered,
            offered: covered + outcome.not_covered.len(),
            doubtful: outcome.doubtful(),
            is_proved: outcome.is_proved(),
            verdict: format!("safe: {}, permissive: {}", guarantee.safe, guarantee.permissive),
        }
    }
}

/// The rows of the suite.
#[derive(Clone, PartialEq, Debug)]
pub struct ObjectsReport {
    /// Whether only the first group was looked at.
    pub quick: bool,
    rows: Vec<ObjectsRow>,
    machine: Machine,
}

/// The targets: how long the first group takes, and how many are proved.
const MOST_SECONDS: f64 = 2.0;
const LEAST_PROVED: usize = 8;

impl ObjectsReport {
    /// The report of these rows.
    pub fn new(quick: bool, rows: Vec<ObjectsRow>) -> Self {
        ObjectsReport { quick, rows, machine: Machine::here() }
    }

    fn proved(&self) -> usize {
        self.rows.iter().filter(|row| row.is_proved).count()
    }
}

impl OneTable for ObjectsReport {
    const SUITE: &'static str = "objects";

    const LEFT_OUT: &'static str = "all but the first group";

    fn quick(&self) -> bool {
        self.quick
    }

    fn machine(&self) -> &Machine {
        &self.machine
    }

    fn table(&self) -> Table {
        TableOf::new(&self.rows)
            .words("of", |row| row.name)
            .numbers("time", |row| Quantity::seconds(row.seconds))
            .numbers("processor", |row| Quantity::seconds(row.processor))
            .numbers("states", |row| row.states)
            .words("covers", |row| format!("{} of {}", row.covered, row.offered))
            .words("verdict", |row| row.verdict.clone())
            .done()
    }

    fn targets(&self) -> Vec<Row> {
        let row = |what: &str, target: Target, measured: Quantity| Row {
            what: what.into(),
            target: Some(target),
            measured: Some(measured),
            notes: Vec::new(),
        };
        let first = self.rows.first().map(|first| (first.name, Quantity::seconds(first.processor)));
        let time = first.map(|(name, time)| row(name, Target::below(Quantity::seconds(MOST_SECONDS)), time));
        let least = Target::at_least(Quantity::count(LEAST_PROVED));
        let proved = (!self.quick).then(|| row("groups proved", least, Quantity::count(self.proved())));
        time.into_iter().chain(proved).collect()
    }

    fn summary(&self) -> String {
        format!("proved: {} of {} groups\n", self.proved(), self.rows.len())
    }

    fn rows_json(&self) -> Vec<Value> {
        let row = |row: &ObjectsRow| {
            json!({
                "of": row.name,
                "seconds": row.seconds,
                "processor": row.processor,
                "states": row.states,
                "covered": row.covered,
                "offered": row.offered,
                "doubtful": row.doubtful,
                "proved": row.is_proved,
                "verdict": row.verdict,
            })
        };
        self.rows.iter().map(row).collect()
    }
}
