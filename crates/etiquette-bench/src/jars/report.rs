//! What the suite `jars` found, as text, Markdown and JSON.

use serde_json::Value;

use super::measured::MeasuredClass;
use super::targets;
use crate::machine::Machine;
use crate::quantity::Quantity;
use crate::report::{OneTable, Row, interruption};
use crate::table::{Table, TableOf, or_dash};

/// What the suite found.
#[derive(Clone, PartialEq, Debug)]
pub struct JarsReport {
    /// Whether only the first classes were looked at.
    pub quick: bool,
    /// Where it ran.
    pub machine: Machine,
    /// How many classes were asked about: more than there are below if the run was interrupted.
    pub asked: usize,
    /// The classes.
    pub classes: Vec<MeasuredClass>,
}

impl JarsReport {
    /// The classes about which something wrong was said.
    pub fn contradicted(&self) -> impl Iterator<Item = &MeasuredClass> {
        self.classes.iter().filter(|class| !class.contradiction.is_empty())
    }

    /// Whether somebody ended the run before all classes were looked at.
    pub fn is_interrupted(&self) -> bool {
        self.classes.len() < self.asked
    }
}

impl OneTable for JarsReport {
    const SUITE: &'static str = "jars";

    const LEFT_OUT: &'static str = "the first classes only";

    fn quick(&self) -> bool {
        self.quick
    }

    fn interrupted(&self) -> bool {
        self.is_interrupted()
    }

    fn machine(&self) -> &Machine {
        &self.machine
    }

    fn table(&self) -> Table {
        TableOf::new(&self.classes)
            .words("class", |row| &row.class)
            .numbers("time", |row| or_dash(row.cost.map(|cost| Quantity::seconds(cost.seconds))))
            .numbers("memory", |row| or_dash(row.cost.map(|cost| Quantity::bytes(cost.bytes))))
            .numbers("methods", |row| or_dash(row.is_answered.then(|| format!("{}/{}", row.looked_at, row.offered))))
            .numbers("states", |row| or_dash(row.is_answered.then_some(row.states)))
            .numbers("doubtful", |row| or_dash(row.is_answered.then_some(row.doubtful)))
            .numbers("assumptions", |row| or_dash(row.is_answered.then_some(row.assumptions)))
            .words("informative", |row| if row.informative { "yes" } else { "no" })
            .numbers("words", |row| row.words)
            .words("verdict", |row| match row.contradiction.is_empty() {
                true => row.verdict.clone(),
                false => format!("CONTRADICTED: {}", row.verdict),
            })
            .done()
    }

    fn targets(&self) -> Vec<Row> {
        if self.quick || self.is_interrupted() { Vec::new() } else { targets::rows(self) }
    }

    /// Whether it was interrupted, the totals, and each word on which a JVM disagrees.
    fn summary(&self) -> String {
        let count = |is: &dyn Fn(&MeasuredClass) -> bool| self.classes.iter().filter(|class| is(class)).count();
        let mut text = interruption(self.classes.len(), self.asked);
        text += &format!(
            "{} classes: {} informative ({} of these proved safe), {} with an answer; {} words played, {} contradicted.\n",
            self.classes.len(),
            count(&|class| class.informative),
            count(&|class| class.informative && class.safe),
            count(&|class| class.is_answered),
            self.classes.iter().map(|class| class.words).sum::<usize>(),
            self.contradicted().count(),
        );
        for class in self.contradicted() {
            text += &format!("\n```text\n{}```\n", class.contradiction);
        }
        text
    }

    fn rows_json(&self) -> Vec<Value> {
        self.classes.iter().map(MeasuredClass::to_json).collect()
    }
}
