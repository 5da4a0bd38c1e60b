//! The abstract states that can be reached, with all transitions between them: what is printed as a boolean component.

use std::collections::{BTreeMap, BTreeSet};
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
    /// The transitions: where there are constructors, theirs from the initial states, and those of methods from all
    /// states after them.
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
    let mut explorer = Explorer { space: AbstractSpace::default(), numbers: BTreeMap::new(), limit };
    for valuation in abstraction.initial()? {
        explorer.number(valuation)?;
    }
    explorer.space.initial = explorer.space.states.len();
    let mut level: Vec<usize> = (0..explorer.space.initial).collect();
    if abstraction.component().has_constructors() {
        level = explorer.step_from_all(abstraction, &level, true)?;
    }
    let mut seen: BTreeSet<usize> = level.iter().copied().collect();
    while !level.is_empty() {
        let targets = explorer.step_from_all(abstraction, &level, false)?;
        level = targets.into_iter().filter(|&target| seen.insert(target)).collect();
    }
    Ok(explorer.space)
}

struct Explorer {
    space: AbstractSpace,
    numbers: BTreeMap<Valuation, usize>,
    limit: usize,
}

impl Explorer {
    fn number(&mut self, valuation: Valuation) -> Result<usize, Incomplete> {
        if let Some(&known) = self.numbers.get(&valuation) {
            return Ok(known);
        }
        let number = self.space.states.len();
        if number >= self.limit {
            return Err(Incomplete::TooLarge);
        }
        self.space.states.push(valuation.clone());
        self.numbers.insert(valuation, number);
        Ok(number)
    }

    /// Makes all calls of a kind from these states; the states that they lead to.
    fn step_from_all(
        &mut self,
        abstraction: &mut Abstraction,
        states: &[usize],
        constructors: bool,
    ) -> Result<Vec<usize>, Incomplete> {
        let mut targets = Vec::new();
        for &from in states {
            for call in 0..abstraction.calls().len() {
                let method = abstraction.calls()[call].method;
                if !abstraction.component().may_call(method, constructors) {
                    continue;
                }
                let step = abstraction.may(call, &self.space.states[from])?;
                for target in step.next.iter().flatten() {
                    targets.push(self.number(target.clone())?);
                }
                self.space.transitions.push(Transition { call, from, step });
            }
        }
        Ok(targets)
    }
}
