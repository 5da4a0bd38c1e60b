//! The paper's basic algorithm, *BuildInterface* (Algorithm 1): learn the interface of `C^must`, check it against
//! `C^may`, refine, and begin again.
//!
//! With `refine-may`, a trace that the component can't do refines `C^may` alone. That adds no error to `C^must`, so
//! learning goes on with the same interface (Section 5).

use etiquette_learning::{LStar, Learner, Machine, MembershipOracle};
use rustc_hash::FxHashMap;

use crate::engines::maymust::teacher::Teacher;
use crate::refinement::abstractions::Halt;
use crate::spaces::predicates::abstract_component::AbstractComponent;
use crate::spaces::predicates::check::{Compare, Compared, Safety, check_safe, compare_with_must};
use crate::spaces::predicates::pairs::{Visits, Word};
use etiquette_outcome::StopReason;

/// The algorithm, with its two abstractions.
pub(crate) struct BuildInterface<'t, 'r> {
    teacher: &'t mut Teacher<'r>,
    pub may: AbstractComponent,
    pub must: AbstractComponent,
    /// How many predicates `C^must` has: where `refine-may` is used, it may be fewer than `C^may` has.
    must_predicates: usize,
    refine_may_only: bool,
    /// What `C^must` says of words.
    answers: FxHashMap<Word, bool>,
}

impl<'t, 'r> BuildInterface<'t, 'r> {
    /// # Errors
    /// When the run is to stop.
    pub fn new(teacher: &'t mut Teacher<'r>, refine_may_only: bool) -> Result<Self, Halt> {
        let (may, must) = (teacher.abstraction()?, teacher.abstraction()?);
        let must_predicates = teacher.predicates.len();
        Ok(BuildInterface { teacher, may, must, must_predicates, refine_may_only, answers: FxHashMap::default() })
    }

    /// Algorithm 1.
    ///
    /// # Errors
    /// Why it ended without a result; the abstractions then are what is known.
    pub fn build(&mut self) -> Result<(Machine<bool>, Visits), Halt> {
        let mut learned = self.learn_interface()?;
        loop {
            let trace = match check_safe(&mut self.may, &learned, self.teacher.run())? {
                Safety::Safe(visits) => return Ok((learned, visits)),
                Safety::Fails(trace) => trace,
            };
            let feasible = match self.teacher.refine(&trace) {
                // What `C^may` knows decides the trace: `C^must` has only to be told.
                Err(Halt::Stuck(_)) if self.must_predicates < self.teacher.predicates.len() => true,
                refined => refined?,
            };
            self.teacher.renew(&mut self.may)?;
            if feasible || !self.refine_may_only {
                self.teacher.renew(&mut self.must)?;
                self.must_predicates = self.teacher.predicates.len();
                learned = self.learn_interface()?;
            }
        }
    }

    /// The paper's `LearnInterface(C^must)`: L* with words and conjectures checked against `C^must`.
    fn learn_interface(&mut self) -> Result<Machine<bool>, Halt> {
        self.teacher.iterations += 1;
        self.answers.clear();
        let mut learner = LStar::new(self.must.letters.event_count(), self)?;
        loop {
            let machine = Learner::<bool, Self>::hypothesis(&learner).clone();
            let run = self.teacher.run();
            run.report("learn", machine.states() as u64, "states");
            match compare_with_must(&mut self.must, &machine, Compare::Equivalent, run)? {
                Compared::Agree(_) => return Ok(machine),
                Compared::Differ(word) => learner.learn_from(self, &word)?,
            }
        }
    }

    /// `CheckSafe(ts(σ), C^must)`.
    fn is_accepted(&mut self, word: &[usize]) -> Result<bool, StopReason> {
        let (must, run) = (&mut self.must, self.teacher.run());
        let mut knowledge = must.start();
        for &event in word {
            run.tick()?;
            let (letter, _) = must.letters.event(event);
            if !knowledge.may.is_empty() && must.legality(&knowledge, letter, run)?.is_error()
                || !must.is_in_order(knowledge.constructed, letter)
            {
                return Ok(false);
            }
            knowledge = must.after(&knowledge, event, run)?;
        }
        Ok(true)
    }
}

impl MembershipOracle<bool> for BuildInterface<'_, '_> {
    type Error = Halt;

    fn query(&mut self, word: &[usize]) -> Result<bool, Halt> {
        if let Some(&known) = self.answers.get(word) {
            return Ok(known);
        }
        self.teacher.membership += 1;
        let answer = self.is_accepted(word)?;
        self.answers.insert(word.to_vec(), answer);
        Ok(answer)
    }
}
