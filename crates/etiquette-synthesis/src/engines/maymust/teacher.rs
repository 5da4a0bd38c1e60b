//! What both algorithms share: the predicates so far, and what was done.

use etiquette_component::Component;
use etiquette_logic::Term;

use crate::refinement::abstractions::{Abstractions, Halt};
use crate::refinement::refiner::Spurious;
use crate::spaces::predicates::abstract_component::AbstractComponent;
use crate::spaces::predicates::check::Trace;
use etiquette_outcome::{Run, StopReason};

/// The predicates, and all that is needed to find more.
pub(crate) struct Teacher<'r> {
    pub abstractions: Abstractions<'r>,
    /// In the order in which they were found.
    pub predicates: Vec<Term>,
    how: Spurious,
    pub spurious: u64,
    /// Runs of the learner from the beginning.
    pub iterations: u64,
    pub membership: u64,
}

impl<'r> Teacher<'r> {
    pub fn new(component: &Component, how: Spurious, run: &'r mut Run) -> Self {
        let abstractions = Abstractions::new(component, run);
        Teacher { abstractions, predicates: Vec::new(), how, spurious: 0, iterations: 0, membership: 0 }
    }

    pub fn run(&mut self) -> &mut Run {
        self.abstractions.run
    }

    /// The component through all predicates.
    pub fn abstraction(&self) -> Result<AbstractComponent, StopReason> {
        self.abstractions.through(&self.predicates)
    }

    /// The same in place of an abstraction whose solver calls count, too.
    pub fn renew(&mut self, old: &mut AbstractComponent) -> Result<(), StopReason> {
        self.abstractions.solver_calls += old.solver_calls();
        *old = self.abstraction()?;
        Ok(())
    }

    /// `Preds := Preds ∪ Refine(t)`; whether the component can do the trace.
    ///
    /// # Errors
    /// If there are no new predicates to be had.
    pub fn refine(&mut self, trace: &Trace) -> Result<bool, Halt> {
        let (known, how) = (&self.predicates, self.how);
        let (feasible, refined) = self.abstractions.refine(|refiner| refiner.refine(trace, known, how))?;
        self.spurious += u64::from(!feasible);
        self.predicates.extend(self.abstractions.new_predicates(refined, trace)?);
        self.abstractions.count(self.predicates.len())?;
        Ok(feasible)
    }
}
