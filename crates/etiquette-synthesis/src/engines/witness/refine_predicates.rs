//! `Refine` (Algorithm 4): which of the two sets of predicates has to know more, and what.
//!
//! A call that the witness refuses and that can't return is none that it should accept (*CXPerm*): `Π_P` has to show
//! that. One that can't fail should be accepted (*CXSafe*): `Π_S` has to show that. Where the component is not visibly
//! deterministic it may do both; then it is refused for good reason, and `Π_P` has to show that some run fails. Where
//! loops are in the way of an answer, both sets learn what the methods test.

use crate::engines::witness::build_interface::Inference;
use crate::engines::witness::tighten::LooseEnd;
use crate::refinement::abstractions::Halt;
use crate::refinement::path::Ending;
use crate::refinement::refiner::{Refined, Refiner, Spurious};
use crate::spaces::predicates::check::Trace;

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
        let (safety, permissiveness) = (&self.safety, &self.permissiveness);
        let refined = self.abstractions.refine(|refiner| {
            let returns = refiner.can_end(trace, Ending::Returns);
            let fails = refiner.can_end(trace, Ending::Fails);
            match (returns, fails) {
                (Some(false), _) => (Side::Permissiveness, refiner.rule_out(trace, Ending::Returns, permissiveness)),
                (Some(true), Some(false)) => (Side::Safety, refiner.rule_out(trace, Ending::Fails, safety)),
                (Some(true), Some(true)) => {
                    let (_, refined) = refiner.refine(trace, permissiveness, Spurious::Interpolants);
                    (Side::Permissiveness, refined)
                }
                (None, _) | (_, None) => (Side::Safety, Refined::Nothing),
            }
        });
        match refined? {
            (_, Refined::Nothing) => self.look_into_loops(trace),
            (side, refined) => self.learn(side, refined, trace),
        }
    }

    /// Both sides learn what the methods test, or what a search along the trace comes upon.
    fn look_into_loops(&mut self, trace: &Trace) -> Result<Grown, Halt> {
        let refiner = &mut self.abstractions.refiner;
        let sides = [
            (Side::Safety, tested_or_refined(refiner, trace, &self.safety)),
            (Side::Permissiveness, tested_or_refined(refiner, trace, &self.permissiveness)),
        ];
        self.abstractions.run.look()?;
        let mut grown = Grown::default();
        for (side, refined) in sides.into_iter().filter(|(_, refined)| *refined != Refined::Nothing) {
            let more = self.learn(side, refined, trace)?;
            grown.safety |= more.safety;
            grown.permissiveness |= more.permissiveness;
        }
        if grown == Grown::default() { Err(Halt::Stuck(trace.clone())) } else { Ok(grown) }
    }

    /// Makes use of what a refinement found.
    fn learn(&mut self, side: Side, refined: Refined, trace: &Trace) -> Result<Grown, Halt> {
        let new = self.abstractions.new_predicates(refined, trace)?;
        self.came.extend(new.iter().filter(|term| !self.came.contains(term)).copied().collect::<Vec<_>>());
        match side {
            Side::Safety => self.safety.extend(new),
            Side::Permissiveness => self.permissiveness.extend(new),
        }
        self.abstractions.count(self.safety.len() + self.permissiveness.len())?;
        Ok(Grown { safety: side == Side::Safety, permissiveness: side == Side::Permissiveness })
    }

    /// The predicates of the paper's `Tighten`: what tells states that can do the event from others.
    ///
    /// # Errors
    /// If there is nothing new to be had, or the run is to stop.
    pub fn tighten(&mut self, LooseEnd { trace, outcome }: &LooseEnd) -> Result<(), Halt> {
        let (known, ending) = (&self.safety, Ending::ReturnsWith(*outcome));
        let refined = self.abstractions.refine(|refiner| match refiner.can_end(trace, ending) {
            Some(false) => refiner.rule_out(trace, ending, known),
            _ => refiner.what_it_takes(trace, ending, known),
        });
        self.learn(Side::Safety, refined?, trace).map(|_| ())
    }
}

fn tested_or_refined(refiner: &mut Refiner, trace: &Trace, known: &[etiquette_logic::Term]) -> Refined {
    let tested = refiner.tested(trace, known);
    tested.or_else(|| refiner.refine(trace, known, Spurious::Interpolants).1)
}
