//! The teacher of JIST's Fig. 4: membership, subset and superset queries about `U`, the most permissive safe interface of the abstract class.
//!
//! The superset query is answered as in the paper: the strong property ψ, then membership of its counterexample, then `OneStepFurther`. Beyond the paper:
//! words that the user offers, and on request an exact answer on beliefs (`settle`).

use etiquette_learning::{LStar, Learner, Machine, MembershipOracle};
use rustc_hash::FxHashSet;

use crate::engines::game::product::{Reached, allows, reach};
use crate::engines::game::settle::word_missing;
use crate::spaces::pairs::{Visit, Word, word_to};
use crate::spaces::predicates::class::AbstractClass;
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
    Settled,
    /// It may or may not be; this word, one run of which is safe, is in doubt.
    Unknown(Word),
}

/// Answers the learner's queries.
pub(crate) struct Teacher<'r> {
    pub class: AbstractClass,
    pub run: &'r mut Run,
    pub queries: Queries,
    /// Words that the user offers; where outcomes were left out, each with all of them.
    pub offered: Vec<Vec<Word>>,
    /// Whether superset queries are answered exactly where the paper gives up.
    pub settle: bool,
    asked: FxHashSet<Word>,
}

impl<'r> Teacher<'r> {
    pub fn new(class: AbstractClass, run: &'r mut Run, offered: Vec<Vec<Word>>, settle: bool) -> Self {
        Teacher { class, run, queries: Queries::default(), offered, settle, asked: FxHashSet::default() }
    }

    /// The paper's `Member`: whether all runs of the word are safe. A word whose prefix is not in the language is not counted.
    pub fn member(&mut self, word: &[usize]) -> Result<bool, StopReason> {
        self.run.tick()?;
        let mut belief = self.class.start();
        for (position, &event) in word.iter().enumerate() {
            match self.class.step(&belief, event, self.run)? {
                Some(next) => belief = next,
                None => {
                    self.count(&word[..=position]);
                    return Ok(false);
                }
            }
        }
        self.count(word);
        Ok(true)
    }

    fn count(&mut self, word: &[usize]) {
        self.queries.membership += u64::from(self.asked.insert(word.to_vec()));
    }

    /// The paper's `Subset`: whether the conjecture is safe; the pairs that it can be in, or a word that may fail.
    pub fn subset(&mut self, machine: &Machine<bool>) -> Result<Reached, StopReason> {
        self.queries.subset += 1;
        reach(&mut self.class, machine, self.run)
    }

    /// The paper's `Superset`, for a conjecture that is safe.
    pub fn superset(&mut self, learner: &LStar<bool>, visits: &[Visit]) -> Result<Answer, StopReason> {
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
        if !self.settle {
            return Ok(Answer::Unknown(doubtful));
        }
        Ok(word_missing(&mut self.class, &machine, self.run)?.map_or(Answer::Settled, Answer::Counterexample))
    }

    /// ψ, `AG(legal = 0 ∧ turn = t_J → EF E)`: from every pair, each call that is not allowed may fail. A shortest word that violates it.
    fn violation_of_strong_property(
        &mut self,
        machine: &Machine<bool>,
        visits: &[Visit],
    ) -> Result<Option<Word>, StopReason> {
        for (index, visit) in visits.iter().enumerate() {
            for method in 0..self.class.component().methods.len() {
                let allowed = allows(machine, &self.class.events, visit.place, method);
                if allowed || !self.class.is_in_order(visit.constructed, method) {
                    continue;
                }
                let moves = self.class.moves(visit.state, method, self.run)?;
                if !moves.fails {
                    let outcome = moves.next.iter().position(|targets| !targets.is_empty()).unwrap_or(0);
                    let mut word = word_to(visits, index);
                    word.push(self.class.events.number(method, outcome));
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
            match self.class.step(&belief, event, self.run) {
                Ok(Some(next)) if !next.states.is_empty() => belief = next,
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
