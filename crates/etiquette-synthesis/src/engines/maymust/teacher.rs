//! What both algorithms share: the predicates so far, the views through them, and what is done when a trace is refined.
//!
//! Solver calls of views that were given up count, too.

use std::rc::Rc;

use etiquette_component::Component;
use etiquette_logic::Term;
use etiquette_predicates::Predicate;

use crate::engines::maymust::check::Trace;
use crate::engines::maymust::refine::{Refined, Refiner, Split, Spurious};
use crate::spaces::predicates::letters::Letters;
use crate::spaces::predicates::view::View;
use etiquette_outcome::{Run, StopReason};

/// Why a search ends without a result.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// A limit of the run.
    Stop(StopReason),
    /// There are more classes of arguments now: all words are new.
    Restart,
    /// Refinement goes on and on: the limit on predicates was reached.
    Diverges,
    /// Nothing was found that would decide this trace.
    Stuck(Trace),
}

impl Halt {
    /// What to say of it.
    pub fn stop_reason(&self) -> StopReason {
        match self {
            Halt::Stop(stop) => *stop,
            Halt::Restart | Halt::Diverges | Halt::Stuck(_) => StopReason::NoProof,
        }
    }
}

impl From<StopReason> for Halt {
    fn from(stop: StopReason) -> Self {
        Halt::Stop(stop)
    }
}

/// What was done.
#[derive(Clone, Default, Debug)]
pub(crate) struct Effort {
    pub refinements: u64,
    pub spurious: u64,
    /// Runs of the learner from the beginning.
    pub iterations: u64,
    pub membership: u64,
    /// Of views that were given up.
    pub solver_calls: u64,
}

/// The predicates, and all that is needed to find more.
pub(crate) struct Teacher<'r> {
    pub refiner: Refiner,
    pub letters: Rc<Letters>,
    /// In the order in which they were found.
    pub predicates: Vec<Term>,
    pub spurious: Spurious,
    pub most_predicates: usize,
    pub effort: Effort,
    pub run: &'r mut Run,
}

impl<'r> Teacher<'r> {
    pub fn new(component: &Component, spurious: Spurious, most_predicates: usize, run: &'r mut Run) -> Self {
        let mut refiner = Refiner::new(component);
        refiner.solver.set_interrupt(run.interrupt());
        let letters = Rc::new(Letters::of(&mut refiner.component));
        Teacher { refiner, letters, predicates: Vec::new(), spurious, most_predicates, effort: Effort::default(), run }
    }

    /// The component through some of the predicates.
    pub fn view(&mut self, predicates: &[Term]) -> Result<View, StopReason> {
        let component = &self.refiner.component;
        let found = predicates.iter().map(|&term| Predicate::found(component, term)).collect();
        View::new(component, found, &self.letters, self.run)
    }

    /// A view is given up: its solver calls stay.
    pub fn give_up(&mut self, view: &View) {
        self.effort.solver_calls += view.abstraction.statistics().solver_checks;
    }

    /// All solver calls, those of the views in use given.
    pub fn solver_calls(&self, views: &[&View]) -> u64 {
        let current: u64 = views.iter().map(|view| view.abstraction.statistics().solver_checks).sum();
        self.effort.solver_calls + self.refiner.solver.statistics().checks + current
    }

    /// `Preds := Preds ∪ Refine(t)`; whether the component can do the trace.
    ///
    /// # Errors
    /// If there are no new predicates to be had.
    pub fn refine(&mut self, trace: &Trace) -> Result<bool, Halt> {
        self.run.look()?;
        self.effort.refinements += 1;
        let refinement = self.refiner.refine(&self.letters, trace, &self.predicates, self.spurious);
        self.run.look()?;
        self.effort.spurious += u64::from(!refinement.feasible);
        match refinement.refined {
            Refined::Predicates(new) => self.predicates.extend(new),
            Refined::Arguments(splits) => return Err(self.split(splits, trace)),
            Refined::Nothing => return Err(Halt::Stuck(trace.clone())),
        }
        self.run.report("refine", self.predicates.len() as u64, "predicates");
        if self.predicates.len() > self.most_predicates {
            return Err(Halt::Diverges);
        }
        Ok(refinement.feasible)
    }

    fn split(&mut self, splits: Vec<(usize, Split)>, trace: &Trace) -> Halt {
        let mut letters = (*self.letters).clone();
        let finer = letters.split_all(&mut self.refiner.component, splits);
        self.letters = Rc::new(letters);
        if finer { Halt::Restart } else { Halt::Stuck(trace.clone()) }
    }
}
