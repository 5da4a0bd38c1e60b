//! `Refine` (Algorithm 4): which of the two sets of predicates has to know more, and what.
//!
//! A call that the witness refuses and that can't return is none that it should accept (*CXPerm*): `Π_P` has to show that. One that can't fail should be accepted
//! (*CXSafe*): `Π_S` has to show that. Where the component is not visibly deterministic it may do both; then it is refused for good reason, and `Π_P` has to
//! show that some run fails. Where loops are in the way of an answer, both sets learn what the methods test.

use std::rc::Rc;

use crate::engines::maymust::check::Trace;
use crate::engines::maymust::path::Ending;
use crate::engines::maymust::refine::{Refined, Spurious};
use crate::engines::maymust::teacher::Halt;
use crate::engines::witness::infer::Inference;
use crate::engines::witness::tighten::LooseEnd;

/// Which predicates are new.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Grown {
    pub safety: bool,
    pub permissiveness: bool,
}

/// Whose predicates they are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Side {
    Safety,
    Permissiveness,
}

impl Inference<'_> {
    /// Algorithm 4 on a witness counterexample.
    ///
    /// # Errors
    /// If there is nothing new to be had, or the run is to stop.
    pub fn refine(&mut self, trace: &Trace) -> Result<Grown, Halt> {
        self.run.look()?;
        self.effort.refinements += 1;
        let letters = Rc::clone(&self.letters);
        let returns = self.refiner.can_end(&letters, trace, Ending::Returns);
        let fails = self.refiner.can_end(&letters, trace, Ending::Fails);
        let (side, refined) = match (returns, fails) {
            (Some(false), _) => {
                let refined = self.refiner.rule_out(&letters, trace, Ending::Returns, &self.permissiveness);
                (Side::Permissiveness, refined)
            }
            (Some(true), Some(false)) => {
                (Side::Safety, self.refiner.rule_out(&letters, trace, Ending::Fails, &self.safety))
            }
            (Some(true), Some(true)) => {
                let refinement = self.refiner.refine(&letters, trace, &self.permissiveness, Spurious::Interpolants);
                (Side::Permissiveness, refinement.refined)
            }
            (None, _) | (_, None) => return self.look_into_loops(trace),
        };
        self.run.look()?;
        match refined {
            Refined::Nothing => self.look_into_loops(trace),
            refined => self.learn(side, refined, trace),
        }
    }

    /// Both sides learn what the methods test, or what a search along the trace comes upon.
    fn look_into_loops(&mut self, trace: &Trace) -> Result<Grown, Halt> {
        let letters = Rc::clone(&self.letters);
        let tested = self.refiner.tested(&letters, trace, &self.safety);
        let safe = match tested {
            Refined::Nothing => self.refiner.refine(&letters, trace, &self.safety, Spurious::Interpolants).refined,
            tested => tested,
        };
        let tested = self.refiner.tested(&letters, trace, &self.permissiveness);
        let permissive = match tested {
            Refined::Nothing => {
                self.refiner.refine(&letters, trace, &self.permissiveness, Spurious::Interpolants).refined
            }
            tested => tested,
        };
        self.run.look()?;
        let mut grown = Grown::default();
        for (side, refined) in [(Side::Safety, safe), (Side::Permissiveness, permissive)] {
            if refined != Refined::Nothing {
                let more = self.learn(side, refined, trace)?;
                grown.safety |= more.safety;
                grown.permissiveness |= more.permissiveness;
            }
        }
        if grown == Grown::default() { Err(Halt::Stuck(trace.clone())) } else { Ok(grown) }
    }

    /// Makes use of what a refinement found.
    fn learn(&mut self, side: Side, refined: Refined, trace: &Trace) -> Result<Grown, Halt> {
        let new = match refined {
            Refined::Predicates(new) => new,
            Refined::Arguments(splits) => {
                let mut letters = (*self.letters).clone();
                let finer = letters.split_all(&mut self.refiner.component, splits);
                self.letters = Rc::new(letters);
                return Err(if finer { Halt::Restart } else { Halt::Stuck(trace.clone()) });
            }
            Refined::Nothing => return Err(Halt::Stuck(trace.clone())),
        };
        self.came.extend(new.iter().filter(|term| !self.came.contains(term)).copied().collect::<Vec<_>>());
        match side {
            Side::Safety => self.safety.extend(new),
            Side::Permissiveness => self.permissiveness.extend(new),
        }
        let count = self.safety.len() + self.permissiveness.len();
        self.run.report("refine", count as u64, "predicates");
        if count > self.most_predicates {
            return Err(Halt::Diverges);
        }
        Ok(Grown { safety: side == Side::Safety, permissiveness: side == Side::Permissiveness })
    }

    /// The predicates of the paper's `Tighten`: what tells states that can do the event from others.
    ///
    /// # Errors
    /// If there is nothing new to be had, or the run is to stop.
    pub fn tighten(&mut self, loose: &LooseEnd) -> Result<(), Halt> {
        self.run.look()?;
        self.effort.refinements += 1;
        let letters = Rc::clone(&self.letters);
        let LooseEnd { trace, outcome } = loose;
        let ending = Ending::ReturnsWith(*outcome);
        let refined = match self.refiner.can_end(&letters, trace, ending) {
            Some(false) => self.refiner.rule_out(&letters, trace, ending, &self.safety),
            _ => self.refiner.what_it_takes(&letters, trace, ending, &self.safety),
        };
        self.run.look()?;
        self.learn(Side::Safety, refined, trace).map(|_| ())
    }
}
