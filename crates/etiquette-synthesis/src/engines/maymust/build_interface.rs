//! The paper's basic algorithm, *BuildInterface* (Algorithm 1): learn the interface of `C^must`, check it against `C^may`, refine, and begin again.
//!
//! With `refine-may`, a trace that the component can't do refines `C^may` alone. That adds no error to `C^must`, so learning goes on with the same interface (Section 5).

use etiquette_learning::{LStar, Learner, Machine};
use etiquette_logic::Term;
use rustc_hash::FxHashMap;

use crate::engines::maymust::check::{Compare, Compared, Safety, check_safe, compare_with_must, is_error};
use crate::engines::maymust::teacher::{Halt, Teacher};
use crate::spaces::pairs::{Visit, Word};
use crate::spaces::predicates::view::View;
use etiquette_outcome::{Run, StopReason};

/// The algorithm, with its two abstractions.
pub(crate) struct BuildInterface<'t, 'r> {
    pub teacher: &'t mut Teacher<'r>,
    pub may: View,
    pub must: View,
    /// The predicates of `C^must`, where they are fewer than those of `C^may`.
    must_predicates: Vec<Term>,
    refine_may_only: bool,
}

impl<'t, 'r> BuildInterface<'t, 'r> {
    /// # Errors
    /// When the run is to stop.
    pub fn new(teacher: &'t mut Teacher<'r>, refine_may_only: bool) -> Result<Self, Halt> {
        let predicates = teacher.predicates.clone();
        let (may, must) = (teacher.view(&predicates)?, teacher.view(&predicates)?);
        Ok(BuildInterface { teacher, may, must, must_predicates: predicates, refine_may_only })
    }

    /// Algorithm 1.
    ///
    /// # Errors
    /// Why it ended without a result; the views then are what is known.
    pub fn build(&mut self) -> Result<(Machine<bool>, Vec<Visit>), Halt> {
        let mut learned = self.learn_interface()?;
        loop {
            let trace = match check_safe(&mut self.may, &learned, self.teacher.run)? {
                Safety::Safe(visits) => return Ok((learned, visits)),
                Safety::Fails(trace) => trace,
            };
            let feasible = match self.teacher.refine(&trace) {
                // What `C^may` knows decides the trace: `C^must` has only to be told.
                Err(Halt::Stuck(_)) if self.must_predicates.len() < self.teacher.predicates.len() => true,
                refined => refined?,
            };
            self.look_again(feasible)?;
            if feasible || !self.refine_may_only {
                learned = self.learn_interface()?;
            }
        }
    }

    /// Makes the abstractions anew; `C^must` only where it has to be.
    fn look_again(&mut self, feasible: bool) -> Result<(), Halt> {
        let predicates = self.teacher.predicates.clone();
        self.teacher.give_up(&self.may);
        self.may = self.teacher.view(&predicates)?;
        if feasible || !self.refine_may_only {
            self.teacher.give_up(&self.must);
            self.must = self.teacher.view(&predicates)?;
            self.must_predicates = predicates;
        }
        Ok(())
    }

    /// The paper's `LearnInterface(C^must)`: L* with words and conjectures checked against `C^must`.
    fn learn_interface(&mut self) -> Result<Machine<bool>, Halt> {
        self.teacher.effort.iterations += 1;
        let mut membership = 0;
        let (must, run) = (&mut self.must, &mut *self.teacher.run);
        let learned = learn(must, &self.teacher.letters, run, &mut membership);
        self.teacher.effort.membership += membership;
        learned
    }
}

/// A conjecture with more states follows the predicates one by one, where new ones keep coming: the paper's largest interface has fourteen.
const MOST_STATES: usize = 60;

fn learn(
    must: &mut View,
    letters: &crate::spaces::predicates::letters::Letters,
    run: &mut Run,
    membership: &mut u64,
) -> Result<Machine<bool>, Halt> {
    let mut answers: FxHashMap<Word, bool> = FxHashMap::default();
    let mut ask = |word: &[usize], must: &mut View, run: &mut Run| -> Result<bool, StopReason> {
        if let Some(&known) = answers.get(word) {
            return Ok(known);
        }
        *membership += 1;
        let answer = is_accepted(must, letters, word, run)?;
        answers.insert(word.to_vec(), answer);
        Ok(answer)
    };
    let mut learner = LStar::new(letters.event_count(), &mut |word: &[usize]| ask(word, must, run))?;
    loop {
        let machine = hypothesis(&learner);
        if machine.states() > MOST_STATES {
            return Err(Halt::Diverges);
        }
        run.report("learn", machine.states() as u64, "states");
        let word = match compare_with_must(must, &machine, Compare::Equivalent, run)? {
            Compared::Agree(_) => return Ok(machine),
            Compared::Differ(word) => word,
        };
        let member = ask(&word, must, run)?;
        while *hypothesis(&learner).output(&word) != member {
            learner.refine(&mut |word: &[usize]| ask(word, must, run), &word, &member)?;
        }
    }
}

type Oracle<'a> = &'a mut dyn FnMut(&[usize]) -> Result<bool, StopReason>;

fn hypothesis(learner: &LStar<bool>) -> Machine<bool> {
    Learner::<bool, Oracle<'_>>::hypothesis(learner).clone()
}

/// `CheckSafe(ts(σ), C^must)`.
fn is_accepted(
    must: &mut View,
    letters: &crate::spaces::predicates::letters::Letters,
    word: &[usize],
    run: &mut Run,
) -> Result<bool, StopReason> {
    let mut knowledge = must.start();
    for &event in word {
        run.tick()?;
        let (letter, _) = letters.event(event);
        if !knowledge.may.is_empty() && is_error(must.legality(&knowledge, letter, run)?)
            || !must.is_in_order(knowledge.constructed, letter)
        {
            return Ok(false);
        }
        knowledge = must.after(&knowledge, event, run)?;
    }
    Ok(true)
}
