//! Component and automaton running side by side: for each state of the automaton the component states that the same
//! word leads to.
//!
//! Found by squaring their common relation, with the automaton's state in variables of its own, so that long ways take
//! few steps.

use etiquette_symbolic::{Bdd, Cell, Closure, Fallible, Halt, Var};

use crate::spaces::budgets::diagrams_joint::{MAX_STATES, SQUARED_SIZE};
use crate::spaces::diagrams::space::SymbolicSpace;

/// A step of the automaton.
pub(crate) struct JointStep {
    pub from: usize,
    pub letter: usize,
    pub outcome: usize,
    pub to: usize,
}

/// For each of so many states of an automaton, of which the first is `initial`, the component states that it meets;
/// `None` if that can't be found out by squaring.
pub(crate) fn meetings(
    space: &SymbolicSpace<'_>,
    states: usize,
    initial: usize,
    steps: &[JointStep],
) -> Fallible<Option<Vec<Bdd>>> {
    if states > MAX_STATES {
        return Ok(None);
    }
    let joint = Joint { space, width: bits_for(states) };
    match joint.meetings(states, initial, steps) {
        // The attempt is given up like one that grows too large.
        Err(Halt::NodeTableFull) => Ok(None),
        found => found,
    }
}

fn bits_for(states: usize) -> usize {
    (usize::BITS - states.saturating_sub(1).leading_zeros()) as usize
}

struct Joint<'a, 's> {
    space: &'a SymbolicSpace<'s>,
    /// The bits of the automaton's state.
    width: usize,
}

impl Joint<'_, '_> {
    fn beside(&self) -> &[Cell] {
        &self.space.symbolic.layout.beside[..self.width]
    }

    /// The automaton is in the state, in these variables of its cells.
    fn is_in(&self, state: usize, variable: fn(&Cell) -> Var) -> Fallible<Bdd> {
        let bits = self.beside().iter().enumerate().map(|(bit, cell)| (variable(cell), state >> bit & 1 == 1));
        self.space.symbolic.diagrams.assignment(&bits.collect::<Vec<_>>())
    }

    fn meetings(&self, states: usize, initial: usize, steps: &[JointStep]) -> Fallible<Option<Vec<Bdd>>> {
        let symbolic = self.space.symbolic;
        let diagrams = &symbolic.diagrams;
        let cells: Vec<Cell> = self.beside().iter().chain(&symbolic.layout.cells).copied().collect();
        let Some(relation) = self.relation(steps)? else { return Ok(None) };
        let Some(closure) = Closure::new(diagrams, &cells, &relation, SQUARED_SIZE)? else { return Ok(None) };
        let start = diagrams.and(&self.is_in(initial, |cell| cell.current)?, &symbolic.initial)?;
        let reached = closure.image(diagrams, &start)?;
        let met = |state| diagrams.restrict(&reached, &self.is_in(state, |cell| cell.current)?);
        (0..states).map(met).collect::<Fallible<Vec<_>>>().map(Some)
    }

    /// The steps of both together, event by event.
    fn relation(&self, steps: &[JointStep]) -> Fallible<Option<Bdd>> {
        let diagrams = &self.space.symbolic.diagrams;
        let mut relation = diagrams.constant(false);
        for (letter, call) in self.space.calls.iter().enumerate() {
            for (outcome, returns) in call.returns.iter().enumerate() {
                let own = steps.iter().filter(|step| (step.letter, step.outcome) == (letter, outcome));
                let mut moves = diagrams.constant(false);
                for step in own {
                    let from = self.is_in(step.from, |cell| cell.current)?;
                    let to = self.is_in(step.to, |cell| cell.next)?;
                    moves = diagrams.or(&moves, &diagrams.and(&from, &to)?)?;
                }
                let changes = returns.over(diagrams, &self.space.symbolic.layout.cells)?;
                relation = diagrams.or(&relation, &diagrams.and(&moves, &changes)?)?;
                if relation.size() > SQUARED_SIZE {
                    return Ok(None);
                }
            }
        }
        Ok(Some(relation))
    }
}
