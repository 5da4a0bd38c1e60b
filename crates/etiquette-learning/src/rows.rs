//! The rows of an observation table, interned: equal rows have equal ids, and a row that grows by a cell is one lookup.
//!
//! Rows are paths in a tree whose edges are outputs; a row's id is the node at its end.

use std::hash::Hash;

use rustc_hash::FxHashMap;

/// A row, by identity: rows of the same length are equal exactly if their ids are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct RowId(u32);

impl RowId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// All rows of a table.
#[derive(Clone, Debug)]
pub(crate) struct Rows<O> {
    outputs: Vec<O>,
    output_numbers: FxHashMap<O, u32>,
    /// The longer row for a row and an output.
    longer: FxHashMap<(u32, u32), u32>,
    /// The number of the first output in each row; meaningless for the empty row.
    first: Vec<u32>,
}

impl<O: Clone + Eq + Hash> Rows<O> {
    /// The row without cells.
    pub(crate) const EMPTY: RowId = RowId(0);

    pub(crate) fn new() -> Self {
        Rows { outputs: Vec::new(), output_numbers: FxHashMap::default(), longer: FxHashMap::default(), first: vec![0] }
    }

    /// How many different rows there are, prefixes of rows included.
    pub(crate) fn count(&self) -> usize {
        self.first.len()
    }

    /// The row with one more cell.
    pub(crate) fn extend(&mut self, row: RowId, output: &O) -> RowId {
        let output = self.number_of(output);
        let fresh = self.first.len() as u32;
        let id = *self.longer.entry((row.0, output)).or_insert(fresh);
        if id == fresh {
            let first = if row == Self::EMPTY { output } else { self.first[row.index()] };
            self.first.push(first);
        }
        RowId(id)
    }

    /// The output in the first cell of a row that is not empty.
    pub(crate) fn first_output(&self, row: RowId) -> &O {
        &self.outputs[self.first[row.index()] as usize]
    }

    fn number_of(&mut self, output: &O) -> u32 {
        if let Some(&known) = self.output_numbers.get(output) {
            return known;
        }
        let new = self.outputs.len() as u32;
        self.outputs.push(output.clone());
        self.output_numbers.insert(output.clone(), new);
        new
    }
}
