//! What engines that find their own predicates have in common: the component through predicates, what is made of a
//! refinement, and why a search ends.

use etiquette_component::Component;
use etiquette_logic::Term;
use etiquette_predicates::Predicate;

use crate::refinement::refiner::{Refined, Refiner};
use crate::spaces::predicates::abstract_component::AbstractComponent;
use crate::spaces::predicates::check::Trace;
use etiquette_outcome::{Run, StopReason};

/// Why a search ends without a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// A limit of the run.
    Stop(StopReason),
    /// There are more classes of arguments now: all words are new.
    Restart,
    /// Nothing was found that would decide this trace.
    Stuck(Trace),
}

impl Halt {
    /// What to say of it.
    pub fn stop_reason(&self) -> StopReason {
        match self {
            Halt::Stop(stop) => *stop,
            Halt::Restart | Halt::Stuck(_) => StopReason::NoProof,
        }
    }
}

impl From<StopReason> for Halt {
    fn from(stop: StopReason) -> Self {
        Halt::Stop(stop)
    }
}

/// Makes abstractions, and finds predicates for them.
pub(crate) struct Abstractions<'r> {
    pub refiner: Refiner,
    pub refinements: u64,
    /// Of abstractions that were given up.
    pub solver_calls: u64,
    pub run: &'r mut Run,
}

impl<'r> Abstractions<'r> {
    pub fn new(component: &Component, run: &'r mut Run) -> Self {
        let mut refiner = Refiner::new(component);
        refiner.solver.set_interrupt(run.interrupt());
        Abstractions { refiner, refinements: 0, solver_calls: 0, run }
    }

    /// The component through some predicates.
    pub fn through(&self, predicates: &[Term]) -> Result<AbstractComponent, StopReason> {
        let component = &self.refiner.component;
        let predicates = predicates.iter().map(|&term| Predicate::found(component, term)).collect();
        AbstractComponent::through(component, predicates, &self.refiner.letters, self.run)
    }

    /// Asks the refiner, unless the run is to stop.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn refine<T>(&mut self, ask: impl FnOnce(&mut Refiner) -> T) -> Result<T, StopReason> {
        self.run.look()?;
        self.refinements += 1;
        let refined = ask(&mut self.refiner);
        self.run.look()?;
        Ok(refined)
    }

    /// The new predicates of a refinement.
    ///
    /// # Errors
    /// If there are none.
    pub fn new_predicates(&mut self, refined: Refined, trace: &Trace) -> Result<Vec<Term>, Halt> {
        match refined {
            Refined::Predicates(new) => Ok(new),
            Refined::Arguments(splits) if self.refiner.split(&splits) => Err(Halt::Restart),
            Refined::Arguments(_) | Refined::Nothing => Err(Halt::Stuck(trace.clone())),
        }
    }

    /// Whether refinement may go on with so many predicates.
    ///
    /// # Errors
    /// If these are more than the user allows.
    pub fn count(&mut self, predicates: usize) -> Result<(), Halt> {
        let predicates = predicates as u64;
        self.run.report("refine", predicates, "predicates");
        match self.run.limits().predicates.is_some_and(|most| predicates > most) {
            true => Err(StopReason::PredicateLimit.into()),
            false => Ok(()),
        }
    }
}
