//! The teacher: answers the learner's questions by symbolic execution, and halts it where the alphabet has to be
//! refined first.
//!
//! A word is *safe* or not. One that is neither, and that no guard can decide, counts as not safe: a call that may fail
//! is forbidden. Such words are remembered, since nothing is claimed about how permissive it is to forbid them.

use std::collections::BTreeMap;

use etiquette_learning::MembershipOracle;

use crate::engines::guarded::budgets::teacher::MOST_GUARDS;
use crate::engines::guarded::execution::{Answer, Executions};
use crate::engines::guarded::letters::LetterId;
use crate::engines::guarded::refinement::{Remedy, Unclear};
use crate::spaces::solver::beliefs::{NodeId, Words};
use etiquette_outcome::{Run, StopReason};

/// Why the learner has to stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Halt {
    /// The alphabet was refined: learning starts again, with all answers at hand.
    Refined,
    Stop(StopReason),
}

impl From<StopReason> for Halt {
    fn from(stop: StopReason) -> Self {
        Halt::Stop(stop)
    }
}

/// Where a word leads.
#[derive(Clone, Copy)]
enum Reached {
    Node(NodeId),
    /// A call before the end never returns.
    Nowhere,
    Unsafe,
}

/// Answers questions about words of the current alphabet.
pub(crate) struct Teacher<'a> {
    pub executions: Executions,
    pub run: &'a mut Run,
    /// Words that no guard decides, by the numbers of their letters.
    pub unclear: BTreeMap<Vec<LetterId>, Unclear>,
    /// Words and letters that were asked for.
    pub queries: u64,
    pub symbols: u64,
    pub refinements: u64,
}

impl Teacher<'_> {
    /// Goes on from a place with some more calls; `word` is everything before them.
    fn go_on(&mut self, mut at: Reached, word: &mut Vec<LetterId>, more: &[usize]) -> Result<Reached, Halt> {
        for &index in more {
            let letter = self.executions.letters.current[index];
            at = match at {
                Reached::Unsafe => return Ok(at),
                Reached::Nowhere if self.is_late_constructor(letter) => Reached::Unsafe,
                Reached::Nowhere => Reached::Nowhere,
                Reached::Node(node) => {
                    word.push(letter);
                    self.step(node, word)?
                }
            };
        }
        Ok(at)
    }

    /// Whether the letter is a constructor: after a call that never returns, nothing is constructed any more either.
    fn is_late_constructor(&mut self, letter: LetterId) -> bool {
        let method = self.executions.letters.get(letter).method;
        self.executions.words.component().methods[method].constructor
    }

    /// Where the last letter of the word leads from a node.
    fn step(&mut self, node: NodeId, word: &[LetterId]) -> Result<Reached, Halt> {
        let Some(&last) = word.last() else { return Ok(Reached::Node(node)) };
        let tried = self.executions.tried(node, last, self.run)?;
        Ok(match (tried.answer, tried.next) {
            (Answer::Safe, Some(next)) => Reached::Node(next),
            (Answer::Safe | Answer::NeverReturns, _) => Reached::Nowhere,
            (Answer::Error | Answer::OutOfOrder, _) => Reached::Unsafe,
            (Answer::Mixed | Answer::Cut, _) => {
                self.settle(word, tried.answer)?;
                Reached::Unsafe
            }
        })
    }

    /// Refines the alphabet, or notes that nothing can be done about the word.
    fn settle(&mut self, word: &[LetterId], answer: Answer) -> Result<(), Halt> {
        if self.unclear.contains_key(word) {
            return Ok(());
        }
        // The same states are reached without going in circles, and there is less to execute.
        let direct = self.executions.without_circles(word);
        let remedy = if answer == Answer::Mixed { self.executions.remedy(&direct) } else { None };
        self.run.look()?;
        let unclear = match remedy {
            Some(Remedy::Split(letter, condition)) => return Err(self.split(letter, condition)),
            Some(Remedy::None(unclear)) => unclear,
            None => Unclear::Loop { call: word.last().map_or_else(String::new, |&last| self.executions.name(last)) },
        };
        self.unclear.insert(word.to_vec(), unclear);
        Ok(())
    }

    fn split(&mut self, letter: LetterId, condition: etiquette_logic::Term) -> Halt {
        let Executions { words, letters, .. } = &mut self.executions;
        if letters.count_of(letters.get(letter).method) >= MOST_GUARDS {
            return Halt::Stop(StopReason::TooManyGuards);
        }
        letters.split(words.component(), letter, condition);
        self.refinements += 1;
        Halt::Refined
    }
}

impl MembershipOracle<bool> for Teacher<'_> {
    type Error = Halt;

    fn query(&mut self, word: &[usize]) -> Result<bool, Halt> {
        let mut answers = Vec::new();
        self.query_suffixes(&[], &[word], &mut answers)?;
        Ok(answers.first().copied().unwrap_or(true))
    }

    fn query_suffixes(&mut self, prefix: &[usize], suffixes: &[&[usize]], answers: &mut Vec<bool>) -> Result<(), Halt> {
        let mut word = Vec::new();
        let start = self.go_on(Reached::Node(Words::START), &mut word, prefix)?;
        let length = word.len();
        for suffix in suffixes {
            self.queries += 1;
            self.symbols += (prefix.len() + suffix.len()) as u64;
            word.truncate(length);
            let reached = self.go_on(start, &mut word, suffix)?;
            answers.push(!matches!(reached, Reached::Unsafe));
        }
        Ok(())
    }
}
