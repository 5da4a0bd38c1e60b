//! The cells of the table with don't-cares: what each experiment shows after each belief.
//!
//! Most experiments are others with an event before them. What such a one shows is what the other shows after the event,
//! and there it is mostly known.

use rustc_hash::FxHashMap;

use super::{Beliefs, Experiment, NodeId};
use crate::answer::Answer;
use crate::rows::{RowId, Rows};

/// What the experiments show after one belief.
#[derive(Clone, Debug)]
pub(super) struct Row {
    pub answers: Vec<Answer>,
    /// Rows of the same length are equal exactly if this is.
    pub id: RowId,
    /// Whether every experiment can happen.
    pub is_definite: bool,
}

/// All rows, and the columns.
#[derive(Clone, Debug)]
pub(super) struct Cells {
    columns: Vec<Experiment>,
    number_of: FxHashMap<Experiment, usize>,
    /// For each column the one that it is without its first event.
    shorter: Vec<Option<usize>>,
    rows: FxHashMap<NodeId, Row>,
    distinct: Rows<Answer>,
}

impl Cells {
    pub fn new() -> Self {
        Cells {
            columns: Vec::new(),
            number_of: FxHashMap::default(),
            shorter: Vec::new(),
            rows: FxHashMap::default(),
            distinct: Rows::new(),
        }
    }

    pub fn columns(&self) -> &[Experiment] {
        &self.columns
    }

    /// Adds a column, unless it is there.
    pub fn add(&mut self, column: Experiment) -> bool {
        if self.number_of.contains_key(&column) {
            return false;
        }
        let shorter = column.path.split_first().and_then(|(_, rest)| {
            let shorter = Experiment { path: rest.to_vec(), last: column.last };
            self.number_of.get(&shorter).copied()
        });
        self.shorter.push(shorter);
        self.number_of.insert(column.clone(), self.columns.len());
        self.columns.push(column);
        true
    }

    /// The row of a belief if all of it is known.
    pub fn known(&self, node: NodeId) -> &Row {
        &self.rows[&node]
    }

    /// Makes sure that all of the belief's row is known.
    pub fn fill<C, S: Beliefs<C>>(&mut self, space: &mut S, node: NodeId) -> Result<(), S::Error> {
        let empty = || Row { answers: Vec::new(), id: Rows::<Answer>::EMPTY, is_definite: true };
        let from = self.rows.entry(node).or_insert_with(empty).answers.len();
        for column in from..self.columns.len() {
            let answer = self.cell(space, node, column)?;
            if let Some(row) = self.rows.get_mut(&node) {
                row.answers.push(answer);
                row.id = self.distinct.extend(row.id, &answer);
                row.is_definite &= answer.is_possible();
            }
        }
        Ok(())
    }

    /// Follows the experiment until what is left of it is a column that is known there.
    fn cell<C, S: Beliefs<C>>(&self, space: &mut S, mut node: NodeId, column: usize) -> Result<Answer, S::Error> {
        let experiment = &self.columns[column];
        let mut left = Some(column);
        for &event in &experiment.path {
            if let Some(known) = left.and_then(|column| self.rows.get(&node)?.answers.get(column)) {
                return Ok(*known);
            }
            if !space.is_legal(node, event.letter)? {
                return Ok(Answer::Illegal);
            }
            match space.next(node, event)? {
                Some(next) => node = next,
                None => return Ok(Answer::Impossible),
            }
            left = left.and_then(|column| self.shorter[column]);
        }
        Ok(if space.is_legal(node, experiment.last)? { Answer::Legal } else { Answer::Illegal })
    }
}
