//! The abstract states that can be reached, with all transitions between them: what is printed as a boolean component.

use std::collections::BTreeMap;
use std::rc::Rc;

use crate::Interrupted;
use crate::abstraction::{Abstraction, Step};
use crate::valuation::Valuation;

/// What a call may do from an abstract state.
#[derive(Clone, Debug)]
pub struct Transition {
    /// The call, by position.
    pub call: usize,
    /// The state, by position.
    pub from: usize,
    /// All that it may do.
    pub step: Rc<Step>,
}

/// The abstract states that can be reached.
#[derive(Clone, Debug, Default)]
pub struct AbstractSpace {
    /// The valuations, in the order in which they were met.
    pub states: Vec<Valuation>,
    /// The initial ones are the first so many.
    pub initial: usize,
    /// The transitions: where there are constructors, theirs from the initial states, and those of methods from all states after them.
    pub transitions: Vec<Transition>,
}

/// Why not all states were explored.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Incomplete {
    /// There are more abstract states than allowed.
    TooLarge,
    /// The search was interrupted.
    Interrupted,
}

impl From<Interrupted> for Incomplete {
    fn from(_: Interrupted) -> Self {
        Incomplete::Interrupted
    }
}

/// Explores all abstract states that can be reached by the calls of the abstraction.
///
/// # Errors
/// If there are more states than the limit, or the search is interrupted.
pub fn explore(abstraction: &mut Abstraction, limit: usize) -> Result<AbstractSpace, Incomplete> {
    let has_constructors = abstraction.component().has_constructors();
    let mut explorer = Explorer::default();
    for valuation in abstraction.initial()? {
        explorer.number(valuation, limit)?;
    }
    explorer.space.initial = explorer.space.states.len();
    let initial: Vec<usize> = (0..explorer.space.initial).collect();
    if !has_constructors {
        explorer.follow(abstraction, initial, false, limit)?;
        return Ok(explorer.space);
    }
    let constructed = explorer.step_from_all(abstraction, &initial, true, limit)?;
    explorer.follow(abstraction, constructed, false, limit)?;
    Ok(explorer.space)
}

#[derive(Default)]
struct Explorer {
    space: AbstractSpace,
    numbers: BTreeMap<Valuation, usize>,
}

impl Explorer {
    fn number(&mut self, valuation: Valuation, limit: usize) -> Result<usize, Incomplete> {
        if let Some(&known) = self.numbers.get(&valuation) {
            return Ok(known);
        }
        if self.space.states.len() >= limit {
            return Err(Incomplete::TooLarge);
        }
        let number = self.space.states.len();
        self.space.states.push(valuation.clone());
        self.numbers.insert(valuation, number);
        Ok(number)
    }

    /// Goes on from these states until there are no new ones.
    fn follow(
        &mut self,
        abstraction: &mut Abstraction,
        start: Vec<usize>,
        constructors: bool,
        limit: usize,
    ) -> Result<(), Incomplete> {
        let mut seen: std::collections::BTreeSet<usize> = start.iter().copied().collect();
        let mut level = start;
        while !level.is_empty() {
            let targets = self.step_from_all(abstraction, &level, constructors, limit)?;
            level = targets.into_iter().filter(|&target| seen.insert(target)).collect();
        }
        Ok(())
    }

    /// Makes all calls of a kind from these states; the states that they lead to.
    fn step_from_all(
        &mut self,
        abstraction: &mut Abstraction,
        states: &[usize],
        constructors: bool,
        limit: usize,
    ) -> Result<Vec<usize>, Incomplete> {
        let mut targets = Vec::new();
        for &from in states {
            for call in 0..abstraction.calls().len() {
                let method = abstraction.calls()[call].method;
                if !abstraction.component().may_call(method, constructors) {
                    continue;
                }
                let step = abstraction.may(call, &self.space.states[from].clone())?;
                for target in step.next.iter().flatten() {
                    targets.push(self.number(target.clone(), limit)?);
                }
                self.space.transitions.push(Transition { call, from, step });
            }
        }
        Ok(targets)
    }
}
