//! The paper's optimised algorithm, *LearnReuse* (Section 4.2): L* learns the interface of the component itself, and
//! never starts again.
//!
//! `Query` (Algorithm 2) refines the abstraction until it decides the word; what L* knows stays true, because it is
//! about the component. Conjectures go through *Oracle 1* (Algorithm 3: safe for `C^may`?) and *Oracle 2* (Algorithm 4:
//! permissive for `C^must`?).

use etiquette_learning::{LStar, Learner, Machine, MembershipOracle};
use rustc_hash::FxHashMap;

use crate::engines::maymust::teacher::Teacher;
use crate::refinement::abstractions::Halt;
use crate::spaces::predicates::abstract_component::{AbstractComponent, Legality};
use crate::spaces::predicates::check::{Compare, Compared, Safety, Trace, check_safe, compare_with_must};
use crate::spaces::predicates::pairs::{Visits, Word};
use etiquette_outcome::StopReason;

/// The algorithm, and what it has learned so far.
pub(crate) struct LearnReuse<'t, 'r> {
    teacher: &'t mut Teacher<'r>,
    /// Both abstractions, through all predicates.
    pub view: AbstractComponent,
    answers: FxHashMap<Word, bool>,
}

impl<'t, 'r> LearnReuse<'t, 'r> {
    /// # Errors
    /// When the run is to stop.
    pub fn new(teacher: &'t mut Teacher<'r>) -> Result<Self, Halt> {
        let view = teacher.abstraction()?;
        teacher.iterations += 1;
        Ok(LearnReuse { teacher, view, answers: FxHashMap::default() })
    }

    /// Learns until both oracles agree.
    ///
    /// # Errors
    /// Why it ended without a result; the view then is what is known.
    pub fn learn(&mut self) -> Result<(Machine<bool>, Visits), Halt> {
        let mut learner = LStar::new(self.view.letters.event_count(), self)?;
        loop {
            let machine = Learner::<bool, Self>::hypothesis(&learner).clone();
            self.teacher.run().report("learn", machine.states() as u64, "states");
            match self.oracle_1(&machine)? {
                Ok(visits) => return Ok((machine, visits)),
                Err(word) => learner.learn_from(self, &word)?,
            }
        }
    }

    /// Algorithm 3; goes on with Oracle 2 where the conjecture is safe. The pairs that can be reached, or a
    /// counterexample for L*.
    fn oracle_1(&mut self, machine: &Machine<bool>) -> Result<Result<Visits, Word>, Halt> {
        loop {
            let trace = match check_safe(&mut self.view, machine, self.teacher.run())? {
                Safety::Fails(trace) => trace,
                Safety::Safe(visits) => match self.oracle_2(machine)? {
                    Oracle2::Permissive => return Ok(Ok(visits)),
                    Oracle2::Counterexample(word) => return Ok(Err(word)),
                    // The pairs were those of coarser abstractions.
                    Oracle2::Refined => continue,
                },
            };
            let word = trace.project(&self.view.letters);
            if !self.decide(&word)? {
                return Ok(Err(word));
            }
        }
    }

    /// Algorithm 4.
    fn oracle_2(&mut self, machine: &Machine<bool>) -> Result<Oracle2, Halt> {
        let mut refined = false;
        loop {
            let word = match compare_with_must(&mut self.view, machine, Compare::Permissive, self.teacher.run())? {
                Compared::Agree(_) if refined => return Ok(Oracle2::Refined),
                Compared::Agree(_) => return Ok(Oracle2::Permissive),
                Compared::Differ(word) => word,
            };
            if self.decide(&word)? {
                return Ok(Oracle2::Counterexample(word));
            }
            refined = true;
        }
    }

    /// Algorithm 2: refines until no run of the word may fail, or one must.
    fn decide(&mut self, word: &[usize]) -> Result<bool, Halt> {
        loop {
            match self.verdict(word)? {
                Verdict::Safe => return Ok(true),
                Verdict::Error => return Ok(false),
                Verdict::Open(trace) => {
                    self.teacher.refine(&trace)?;
                    self.teacher.renew(&mut self.view)?;
                }
            }
        }
    }

    /// `CheckSafe(ts(σ), C^must)` and `CheckSafe(ts(σ), C^may)` in one walk along the word.
    fn verdict(&mut self, word: &[usize]) -> Result<Verdict, StopReason> {
        let (view, run) = (&mut self.view, self.teacher.run());
        let mut knowledge = view.start();
        let mut open = None;
        for (position, &event) in word.iter().enumerate() {
            run.tick()?;
            let (letter, _) = view.letters.event(event);
            match view.legality(&knowledge, letter, run)? {
                Legality::Error | Legality::OutOfOrder => return Ok(Verdict::Error),
                Legality::Open if open.is_none() => open = Some(Trace { word: word[..position].to_vec(), letter }),
                Legality::Open | Legality::Safe => {}
            }
            knowledge = view.after(&knowledge, event, run)?;
        }
        Ok(open.map_or(Verdict::Safe, Verdict::Open))
    }
}

enum Oracle2 {
    Permissive,
    Counterexample(Word),
    Refined,
}

/// What both abstractions say of a word.
enum Verdict {
    Safe,
    Error,
    /// A trace of `C^may` that fails, and that is none of `C^must`.
    Open(Trace),
}

/// Algorithm 2, with the answers that were given already.
impl MembershipOracle<bool> for LearnReuse<'_, '_> {
    type Error = Halt;

    fn query(&mut self, word: &[usize]) -> Result<bool, Halt> {
        if let Some(&known) = self.answers.get(word) {
            return Ok(known);
        }
        self.teacher.membership += 1;
        let answer = self.decide(word)?;
        self.answers.insert(word.to_vec(), answer);
        Ok(answer)
    }
}
