//! The teacher of JIST's Fig. 4: membership, subset and superset queries about `U`, the most permissive safe interface
//! of the abstract class.
//!
//! The superset query is answered as in the paper: the strong property ψ, then membership of its counterexample, then
//! `OneStepFurther`. Beyond the paper: words that the user offers, and on request an exact answer on beliefs.

use etiquette_learning::{LStar, Learner, Machine, MembershipOracle};
use rustc_hash::FxHashSet;

use crate::engines::game::exact_beliefs::word_missing;
use crate::spaces::predicates::abstract_component::AbstractComponent;
use crate::spaces::predicates::check::{Safety, Trace, check_safe};
use crate::spaces::predicates::exact::refused;
use crate::spaces::predicates::pairs::{Visits, Word};
use etiquette_outcome::{Run, StopReason};

/// What was asked.
#[derive(Default, Debug)]
pub(crate) struct Queries {
    pub membership: u64,
    pub subset: u64,
    pub superset: u64,
    /// Counterexamples of `OneStepFurther`.
    pub one_step_further: u64,
    /// Words of the user that were counterexamples.
    pub offered: u64,
}

/// What is known of a conjecture that is safe.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Answer {
    /// It lacks this word of `U`.
    Counterexample(Word),
    /// The strong property holds: it is the most permissive interface of the abstract class.
    Strong,
    /// So it is, by the exact check.
    Exact,
    /// It may or may not be; this word, one run of which is safe, is in doubt.
    Unknown(Word),
}

/// Answers the learner's queries.
pub(crate) struct Teacher<'r> {
    pub class: AbstractComponent,
    pub run: &'r mut Run,
    pub queries: Queries,
    /// Words that the user offers; where outcomes were left out, each with all of them.
    pub offered: Vec<Vec<Word>>,
    /// Whether superset queries are answered exactly where the paper gives up.
    pub exact: bool,
    asked: FxHashSet<Word>,
}

impl<'r> Teacher<'r> {
    pub fn new(class: AbstractComponent, run: &'r mut Run, offered: Vec<Vec<Word>>, exact: bool) -> Self {
        Teacher { class, run, queries: Queries::default(), offered, exact, asked: FxHashSet::default() }
    }

    /// The paper's `Member`: whether all runs of the word are safe. A word whose prefix is not in the language is not
    /// counted.
    pub fn member(&mut self, word: &[usize]) -> Result<bool, StopReason> {
        self.run.tick()?;
        let mut belief = self.class.start();
        for (position, &event) in word.iter().enumerate() {
            match self.class.safe_after(&belief, event, self.run)? {
                Some(next) => belief = next,
                None => {
                    self.count(&word[..=position]);
                    return Ok(false);
                }
            }
        }
        self.count(word);
        self.run.report("abstract", self.class.step_count() as u64, "steps");
        Ok(true)
    }

    fn count(&mut self, word: &[usize]) {
        self.queries.membership += u64::from(self.asked.insert(word.to_vec()));
    }

    /// The paper's `Subset`, a search of `A||J`: whether the conjecture is safe; the pairs that it can be in, or a word
    /// that may fail.
    pub fn subset(&mut self, machine: &Machine<bool>) -> Result<Result<Visits, Word>, StopReason> {
        self.queries.subset += 1;
        let Trace { mut word, letter } = match check_safe(&mut self.class, machine, self.run)? {
            Safety::Safe(visits) => return Ok(Ok(visits)),
            Safety::Fails(trace) => trace,
        };
        let place = machine.run(&word);
        // With an outcome that the conjecture accepts.
        let mut events = self.class.letters.events_of(letter);
        word.extend(events.find(|&event| *machine.output_of(machine.next(place, event))));
        Ok(Err(word))
    }

    /// The paper's `Superset`, for a conjecture that is safe.
    pub fn superset(&mut self, learner: &LStar<bool>, visits: &Visits) -> Result<Answer, StopReason> {
        self.queries.superset += 1;
        let machine = Learner::<bool, Self>::hypothesis(learner).clone();
        let Some(doubtful) = self.violation_of_strong_property(&machine, visits)? else {
            return Ok(Answer::Strong);
        };
        if self.member(&doubtful)? {
            return Ok(Answer::Counterexample(doubtful));
        }
        if let Some(word) = self.one_step_further(learner, &machine)? {
            self.queries.one_step_further += 1;
            return Ok(Answer::Counterexample(word));
        }
        if let Some(word) = self.offered_word(&machine)? {
            self.queries.offered += 1;
            return Ok(Answer::Counterexample(word));
        }
        if !self.exact {
            return Ok(Answer::Unknown(doubtful));
        }
        Ok(word_missing(&mut self.class, &machine, self.run)?.map_or(Answer::Exact, Answer::Counterexample))
    }

    /// ψ, `AG(legal = 0 ∧ turn = t_J → EF E)`: from every pair, each call that is not allowed may fail. A shortest word
    /// that violates it.
    fn violation_of_strong_property(
        &mut self,
        machine: &Machine<bool>,
        visits: &Visits,
    ) -> Result<Option<Word>, StopReason> {
        for (index, visit) in visits.states().iter().enumerate() {
            for method in refused(&self.class, machine, visit.constructed, visit.place) {
                let moves = self.class.moves(visit.state, method, self.run)?;
                if !moves.fails {
                    let outcome = moves.next.iter().position(|targets| !targets.is_empty()).unwrap_or(0);
                    let mut word = visits.word_to(index);
                    word.extend(self.class.letters.events_of(method).nth(outcome));
                    return Ok(Some(word));
                }
            }
        }
        Ok(None)
    }

    /// The paper's `OneStepFurther`: from every state, all safe sequences of two calls.
    fn one_step_further(&mut self, learner: &LStar<bool>, machine: &Machine<bool>) -> Result<Option<Word>, StopReason> {
        for place in (0..machine.states()).filter(|&place| *machine.output_of(place)) {
            let representative = learner.representative(place);
            for first in 0..machine.alphabet() {
                for second in 0..machine.alphabet() {
                    let after = machine.run_from(place, &[first, second]);
                    let word = [&representative[..], &[first, second]].concat();
                    if !*machine.output_of(after) && self.member(&word)? {
                        return Ok(Some(word));
                    }
                }
            }
        }
        Ok(None)
    }

    /// A word of the user that is safe, and that the conjecture does not accept.
    fn offered_word(&mut self, machine: &Machine<bool>) -> Result<Option<Word>, StopReason> {
        for word in self.offered.concat() {
            if !*machine.output(&word) && self.member(&word)? && self.can_happen(&word) {
                return Ok(Some(word));
            }
        }
        Ok(None)
    }

    /// Whether some run of the class shows the word without a failure.
    pub fn can_happen(&mut self, word: &[usize]) -> bool {
        let mut belief = self.class.start();
        for &event in word {
            match self.class.safe_after(&belief, event, self.run) {
                Ok(Some(next)) if !next.may.is_empty() => belief = next,
                _ => return false,
            }
        }
        true
    }
}

impl MembershipOracle<bool> for Teacher<'_> {
    type Error = StopReason;

    fn query(&mut self, word: &[usize]) -> Result<bool, StopReason> {
        self.member(word)
    }
}
