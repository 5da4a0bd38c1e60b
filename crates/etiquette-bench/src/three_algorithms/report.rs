//! What the suite `three-algorithms` found, as text, Markdown, JSON and as a picture.

use std::time::Duration;

use serde_json::{Value, json};

use super::cell::{Algorithm, Cell, Representation, VERSIONS, Version};
use super::curves::Curve;
use super::notes::NOTES;
use super::orders::{ORDERS, OrderRow};
use super::targets::{self, Large};
use super::{ThreeAlgorithmsOptions, curves, plot};
use crate::machine::Machine;
use crate::published::{Published, THREE_ALGORITHMS_MACHINE, ThreeAlgorithms};
use crate::quantity::Quantity;
use crate::report::{Rendered, Row, heading, published_time, row_json, rows_on};
use crate::table::{Page, Table, TableOf, or_dash};

/// A row of the paper's table, run again.
#[derive(Clone, PartialEq, Debug)]
pub struct TableRow {
    /// The paper's row.
    pub published: ThreeAlgorithms,
    /// Ours, for each of [`VERSIONS`].
    pub cells: [Cell; 6],
}

impl TableRow {
    /// The system and its size.
    pub fn name(&self) -> String {
        self.published.system.instance().name
    }

    /// What the paper reports of an algorithm.
    pub fn published(&self, algorithm: Algorithm) -> Published {
        match algorithm {
            Algorithm::Direct => self.published.direct,
            Algorithm::Learn => self.published.learning,
            Algorithm::Refine => self.published.refinement,
        }
    }

    /// The paper's time; `None` where it gave up.
    pub fn published_seconds(&self, version: Version) -> Option<f64> {
        let published = self.published(version.algorithm);
        match version.representation {
            Representation::Explicit => published.explicit,
            Representation::Diagrams => published.symbolic,
        }
    }

    /// What came of a version.
    pub fn cell(&self, version: Version) -> &Cell {
        let index = VERSIONS.iter().position(|known| *known == version);
        &self.cells[index.unwrap_or_default()]
    }

    /// The sizes of both representations of an algorithm; one, if they agree.
    fn sizes(&self, algorithm: Algorithm) -> String {
        let sizes = Representation::ALL.map(|found| self.cell(Version { algorithm, representation: found }).size);
        match sizes {
            [Some(one), Some(other)] if one != other => format!("{one} or {other}!"),
            [one, other] => or_dash(one.or(other)),
        }
    }
}

/// What the suite found.
#[derive(Clone, PartialEq, Debug)]
pub struct ThreeAlgorithmsReport {
    /// Whether only the smallest systems were run.
    pub quick: bool,
    /// The time after which a cell was given up.
    pub limit: Duration,
    /// Where it ran.
    pub machine: Machine,
    /// The paper's table.
    pub rows: Vec<TableRow>,
    /// Systems of which the states can't be listed.
    pub large: Vec<Large>,
    /// Orders of variables.
    pub orders: Vec<OrderRow>,
    /// The separation families.
    pub curves: Vec<Curve>,
}

impl Rendered for ThreeAlgorithmsReport {
    fn on(&self, page: Page) -> String {
        let title = |title: &str| match page {
            Page::Text => title.to_owned(),
            Page::Markdown => format!("## {title}"),
        };
        let targets = if self.quick { String::new() } else { format!("{}\n", rows_on(page, &self.targets())) };
        let tables = self.tables().into_iter().map(|(what, table)| format!("{}\n\n{}\n", title(&what), table.on(page)));
        let notes_title = if page == Page::Markdown { "## Notes\n\n" } else { "" };
        format!("{}\n\n{targets}{}{notes_title}{}", self.heading(), tables.collect::<String>(), notes())
    }

    fn to_json(&self) -> Value {
        json!({
            "suite": "three-algorithms",
            "quick": self.quick,
            "limit": self.limit.as_secs_f64(),
            "machine": self.machine.to_json(),
            "targets": self.targets().iter().map(row_json).collect::<Vec<_>>(),
            "rows": self.rows.iter().map(table_row_json).collect::<Vec<_>>(),
            "orders": self.orders.iter().map(order_json).collect::<Vec<_>>(),
            "curves": self.curves.iter().map(curve_json).collect::<Vec<_>>(),
        })
    }
}

impl ThreeAlgorithmsReport {
    /// A report in which nothing was measured yet.
    pub(super) fn empty(options: &ThreeAlgorithmsOptions) -> Self {
        ThreeAlgorithmsReport {
            quick: options.quick,
            limit: options.limit,
            machine: Machine::here(),
            rows: Vec::new(),
            large: Vec::new(),
            orders: Vec::new(),
            curves: Vec::new(),
        }
    }

    /// The separation families as a picture.
    pub fn to_svg(&self) -> String {
        plot::render(&self.curves)
    }

    /// The targets with what was measured.
    pub fn targets(&self) -> Vec<Row> {
        match self.quick {
            true => Vec::new(),
            false => targets::rows(&self.rows, &self.large),
        }
    }

    fn heading(&self) -> String {
        let left_out = self.quick.then_some("the smallest systems, no targets");
        let limit = Quantity::seconds(self.limit.as_secs_f64());
        format!("{}; a cell is given up after {limit}", heading("three-algorithms", left_out, &self.machine))
    }

    fn tables(&self) -> Vec<(String, Table)> {
        let algorithm = |algorithm: Algorithm| {
            let title = format!(
                "Table 1 of Three Algorithms for Interface Synthesis (2006; {THREE_ALGORITHMS_MACHINE}): {}",
                algorithm.name()
            );
            (title, self.algorithm_table(algorithm))
        };
        let mut tables: Vec<(String, Table)> = Algorithm::ALL.into_iter().map(algorithm).collect();
        tables.push(("Orders of the variables of decision diagrams".into(), self.order_table()));
        for curve in &self.curves {
            tables.push((format!("Separation family {}", curve.family.claim()), curves::table(curve)));
        }
        tables
    }

    fn algorithm_table(&self, algorithm: Algorithm) -> Table {
        let time = |row: &TableRow, representation| cell_time(row.cell(Version { algorithm, representation }));
        TableOf::new(&self.rows)
            .words("system", |row| row.name())
            .numbers("explicit", |row| time(row, Representation::Explicit))
            .numbers("2006", |row| published_time(row.published(algorithm).explicit))
            .numbers("BDD", |row| time(row, Representation::Diagrams))
            .numbers("2006", |row| published_time(row.published(algorithm).symbolic))
            .numbers("FA size", |row| row.sizes(algorithm))
            .numbers("2006", |row| row.published(algorithm).states)
            .done()
    }

    fn order_table(&self) -> Table {
        let cell = |found: Option<(usize, f64)>| match found {
            Some((nodes, seconds)) => format!("{nodes} nodes, {}", Quantity::seconds(seconds)),
            None => "does not fit".into(),
        };
        let table = TableOf::new(&self.orders).words("system", |row| &row.system);
        let orders = ORDERS.iter().enumerate();
        orders.fold(table, |table, (index, (name, _))| table.numbers(name, |row| cell(row.orders[index]))).done()
    }
}

fn notes() -> String {
    NOTES.iter().map(|note| format!("- {note}\n")).collect()
}

/// The time of a cell, or why there is none.
pub(super) fn cell_time(cell: &Cell) -> String {
    let seconds = Quantity::seconds(cell.seconds);
    match &cell.unfinished {
        None => seconds.to_string(),
        Some(why) => format!("{why} after {seconds}"),
    }
}

fn cell_json(version: Version, cell: &Cell) -> Value {
    json!({
        "algorithm": version.algorithm.name(),
        "representation": version.representation.name(),
        "seconds": cell.seconds,
        "unfinished": cell.unfinished,
        "size": cell.size,
        "interface": cell.interface,
        "peak": cell.peak,
    })
}

fn table_row_json(row: &TableRow) -> Value {
    let cells = VERSIONS.iter().zip(&row.cells).map(|(version, cell)| {
        let mut value = cell_json(*version, cell);
        value["publishedSeconds"] = json!(row.published_seconds(*version));
        value["publishedSize"] = json!(row.published(version.algorithm).states);
        value
    });
    json!({ "system": row.name(), "cells": cells.collect::<Vec<_>>() })
}

fn order_json(row: &OrderRow) -> Value {
    let found = ORDERS.iter().zip(&row.orders).map(|((name, _), found)| {
        json!({ "order": name, "nodes": found.map(|(nodes, _)| nodes), "seconds": found.map(|(_, seconds)| seconds) })
    });
    json!({ "system": row.system, "orders": found.collect::<Vec<_>>() })
}

fn curve_json(curve: &Curve) -> Value {
    let points = curve.versions.iter().flat_map(|(version, points)| {
        points.iter().map(|point| {
            let mut value = cell_json(*version, &point.cell);
            value["variables"] = json!(point.variables);
            value
        })
    });
    json!({ "family": curve.family.claim(), "points": points.collect::<Vec<_>>() })
}
