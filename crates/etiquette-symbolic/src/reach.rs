//! Reachable states: breadth first from the frontier, or by squaring the relation.
//!
//! Breadth first is exact about distances and cheapest where few steps are enough. A counter of `k` bits needs `2^k`
//! steps, but only `k` squarings, and its squared relations stay small. Which of them pays can't be known beforehand,
//! so a search goes breadth first for a while, then squares as long as that stays small, and then goes on breadth
//! first.

use crate::component::SymbolicComponent;
use crate::diagrams::{Bdd, Diagrams, Fallible, Halt, Replacement, Var};
use crate::layout::Cell;
use crate::relation::unchanged;

/// A bound on the work.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// The most image steps.
    pub steps: u64,
    /// The most nodes of a squared relation.
    pub relation: usize,
}

impl Effort {
    /// Goes on until the end.
    pub const UNBOUNDED: Effort = Effort { steps: u64::MAX, relation: usize::MAX };
}

/// What was reached.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reached {
    /// The states; without those that a call leads to which could also have failed.
    pub states: Bdd,
    /// Whether these are all.
    pub complete: bool,
    /// The number of image steps.
    pub steps: u64,
    /// The number of squarings.
    pub squarings: u64,
}

/// So many steps are tried before the relation is squared.
const FIRST_STEPS: u64 = 64;
/// A squared relation that is larger than this is given up.
const SQUARED_SIZE: usize = 20_000;

impl SymbolicComponent {
    /// The states that can be reached from the initial ones.
    ///
    /// # Errors
    /// When the node table is full, or on interruption.
    pub fn reachable(&self, effort: Effort) -> Fallible<Reached> {
        let start = Reached { states: self.initial.clone(), complete: false, steps: 0, squarings: 0 };
        let (found, frontier) = self.by_frontier(start, self.initial.clone(), effort.steps.min(FIRST_STEPS))?;
        if found.complete {
            return Ok(found);
        }
        match self.by_squaring(found.clone(), effort.relation.min(SQUARED_SIZE)) {
            Ok(squared) if squared.complete => Ok(squared),
            Err(Halt::Interrupted) => Err(Halt::Interrupted),
            _ => self.by_frontier(found, frontier, effort.steps).map(|(found, _)| found),
        }
    }

    /// Goes on from the frontier, the states whose successors are not known yet, which it also gives back.
    fn by_frontier(&self, mut found: Reached, mut frontier: Bdd, steps: u64) -> Fallible<(Reached, Bdd)> {
        while !frontier.is_false() && found.steps < steps {
            let mut after = self.diagrams.constant(false);
            for method in 0..self.methods.len() {
                after = self.diagrams.or(&after, &self.successors(method, &frontier)?)?;
            }
            frontier = self.diagrams.minus(&after, &found.states)?;
            found.states = self.diagrams.or(&found.states, &frontier)?;
            found.steps += 1;
        }
        found.complete = frontier.is_false();
        Ok((found, frontier))
    }

    fn by_squaring(&self, mut found: Reached, size: usize) -> Fallible<Reached> {
        let cells = &self.layout.cells;
        let mut relation = self.diagrams.constant(false);
        for step in self.steps.iter().flatten() {
            relation = self.diagrams.or(&relation, &step.over(&self.diagrams, cells)?)?;
            if relation.size() > size {
                return Ok(found);
            }
        }
        if let Some(closure) = Closure::new(&self.diagrams, cells, &relation, size)? {
            found.squarings += closure.squarings;
            found.states = closure.image(&self.diagrams, &found.states)?;
            found.complete = true;
        }
        Ok(found)
    }
}

/// Any number of steps of a relation at once, found by squaring it.
pub struct Closure {
    relation: Bdd,
    current: Bdd,
    next_to_current: Replacement,
    /// How often the relation was squared.
    pub squarings: u64,
}

impl Closure {
    /// The closure of a relation between current and next values of the cells; `None` if it grows past this many nodes
    /// on the way.
    ///
    /// # Errors
    /// When the node table is full, or on interruption.
    pub fn new(diagrams: &Diagrams, cells: &[Cell], relation: &Bdd, size: usize) -> Fallible<Option<Self>> {
        let squaring = Squaring::new(diagrams, cells)?;
        let mut relation = diagrams.or(relation, &unchanged(diagrams, cells)?)?;
        let mut squarings = 0;
        loop {
            let squared = squaring.composed(diagrams, &relation)?;
            squarings += 1;
            if squared == relation {
                break;
            }
            if squared.size() > size {
                return Ok(None);
            }
            relation = squared;
        }
        let next_to_current = diagrams.renaming(&renaming(cells, |cell| cell.next, |cell| cell.current))?;
        let current = diagrams.cube(&cells.iter().map(|cell| cell.current).collect::<Vec<_>>())?;
        Ok(Some(Closure { relation, current, next_to_current, squarings }))
    }

    /// What can be reached from the set in any number of steps.
    ///
    /// # Errors
    /// When the node table is full, or on interruption.
    pub fn image(&self, diagrams: &Diagrams, set: &Bdd) -> Fallible<Bdd> {
        let after = diagrams.and_exists(set, &self.relation, &self.current)?;
        diagrams.replace(&after, &self.next_to_current)
    }
}

fn renaming(cells: &[Cell], from: fn(&Cell) -> Var, to: fn(&Cell) -> Var) -> Vec<(Var, Var)> {
    cells.iter().map(|cell| (from(cell), to(cell))).collect()
}

/// Composes relations between current and next values; the values in between are those of the second run.
struct Squaring {
    next_to_twin: Replacement,
    current_to_twin: Replacement,
    twins: Bdd,
}

impl Squaring {
    fn new(diagrams: &Diagrams, cells: &[Cell]) -> Fallible<Self> {
        Ok(Squaring {
            next_to_twin: diagrams.renaming(&renaming(cells, |cell| cell.next, |cell| cell.twin))?,
            current_to_twin: diagrams.renaming(&renaming(cells, |cell| cell.current, |cell| cell.twin))?,
            twins: diagrams.cube(&cells.iter().map(|cell| cell.twin).collect::<Vec<_>>())?,
        })
    }

    fn composed(&self, diagrams: &Diagrams, relation: &Bdd) -> Fallible<Bdd> {
        let first = diagrams.replace(relation, &self.next_to_twin)?;
        let second = diagrams.replace(relation, &self.current_to_twin)?;
        diagrams.and_exists(&first, &second, &self.twins)
    }
}
