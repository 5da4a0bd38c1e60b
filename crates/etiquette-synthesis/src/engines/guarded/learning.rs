//! The loop: learn a conjecture, check it, learn from the difference; and start again with what is known whenever the
//! alphabet was refined.
//!
//! A counterexample is used until the conjecture explains it. Where it goes wrong is found by binary search (Rivest and
//! Schapire), so that long ones cost little more than short ones.

use std::collections::VecDeque;
use std::sync::Arc;

use etiquette_checking::{Product, Story, Wrong};
use etiquette_component::Component;
use etiquette_learning::{LStar, Learner, Machine, MembershipOracle, Ttt};
use etiquette_logic::Term;
use rustc_hash::FxHashSet;

use crate::engines::guarded::check::{Found, Question, check};
use crate::engines::guarded::conjecture::Conjecture;
use crate::engines::guarded::execution::Executions;
use crate::engines::guarded::teacher::{Halt, Teacher};
use crate::engines::guarded::{Guarded, LearningAlgorithm};
use etiquette_outcome::{Run, StopReason};

/// How the loop ended.
pub(crate) enum End {
    /// The last conjecture is right.
    Proved(Box<Proof>),
    /// It is right for words of at most so many calls.
    UpTo(u64, StopReason),
}

/// Why a conjecture is right.
pub(crate) struct Proof {
    pub product: Product,
    /// Conditions over the product's variables, if they could be written down.
    pub invariant: Option<Vec<Term>>,
}

/// One of the learners.
enum AnyLearner {
    LStar(LStar<bool>),
    Ttt(Ttt<bool>),
}

impl AnyLearner {
    fn new(algorithm: LearningAlgorithm, teacher: &mut Teacher<'_>) -> Result<Self, Halt> {
        let letters = teacher.executions.letters.current.len();
        Ok(match algorithm {
            LearningAlgorithm::LStar => AnyLearner::LStar(LStar::new(letters, teacher)?),
            LearningAlgorithm::Ttt => AnyLearner::Ttt(Ttt::new(letters, teacher)?),
        })
    }

    fn hypothesis(&self) -> &Machine<bool> {
        match self {
            AnyLearner::LStar(learner) => Learner::<bool, Teacher<'_>>::hypothesis(learner),
            AnyLearner::Ttt(learner) => Learner::<bool, Teacher<'_>>::hypothesis(learner),
        }
    }

    fn refine(&mut self, teacher: &mut Teacher<'_>, word: &[usize], output: bool) -> Result<(), Halt> {
        match self {
            AnyLearner::LStar(learner) => learner.refine(teacher, word, &output),
            AnyLearner::Ttt(learner) => learner.refine(teacher, word, &output),
        }
    }
}

/// Everything that is known.
pub(crate) struct Learning<'a> {
    engine: &'a Guarded,
    pub teacher: Teacher<'a>,
    /// The last conjecture.
    pub latest: Option<Conjecture>,
    pub rounds: u64,
    pub counterexamples: u64,
    pub longest: u64,
    /// Steps that checkers followed.
    pub followed: u64,
}

impl<'a> Learning<'a> {
    pub fn new(engine: &'a Guarded, component: &Component, run: &'a mut Run) -> Self {
        let executions = Executions::new(component, Arc::new(run.interrupt()));
        let unclear = std::collections::BTreeMap::new();
        let teacher = Teacher { executions, run, unclear, queries: 0, symbols: 0, refinements: 0 };
        Learning { engine, teacher, latest: None, rounds: 0, counterexamples: 0, longest: 0, followed: 0 }
    }

    /// Learns until there is a proof, or reason to stop.
    pub fn until_end(&mut self) -> End {
        loop {
            match self.learn() {
                Ok(end) => return end,
                Err(Halt::Refined) => {}
                Err(Halt::Stop(stop)) => return End::UpTo(0, stop),
            }
        }
    }

    /// Learns over the alphabet as it is.
    fn learn(&mut self) -> Result<End, Halt> {
        let mut learner = AnyLearner::new(self.engine.learner, &mut self.teacher)?;
        loop {
            self.rounds += 1;
            let states = learner.hypothesis().states() as u64;
            self.teacher.run.report("learn", states, "states");
            if self.teacher.run.limits().states.is_some_and(|limit| states > limit) {
                return Err(Halt::Stop(StopReason::StateLimit));
            }
            let refuting = match self.unexplained(&learner)?.or_else(|| self.out_of_order(&learner)) {
                Some(word) => word,
                None => match self.check(&learner) {
                    Checked::End(end) => return Ok(end),
                    Checked::Refuted(word) => word,
                },
            };
            self.learn_from(&mut learner, &refuting)?;
        }
    }

    /// A word of the log that the hypothesis does not explain.
    fn unexplained(&mut self, learner: &AnyLearner) -> Result<Option<Vec<usize>>, Halt> {
        for log in &self.engine.log {
            let Some(word) = self.teacher.executions.logged_word(log) else { continue };
            if self.teacher.query(&word)? != *learner.hypothesis().output(&word) {
                return Ok(Some(word));
            }
        }
        Ok(None)
    }

    /// A shortest word that the hypothesis takes for safe, and in which a constructor comes late or a method early. The
    /// product knows the order of construction already, and would never show such a word.
    fn out_of_order(&mut self, learner: &AnyLearner) -> Option<Vec<usize>> {
        let classes = self.teacher.executions.letters.calls();
        let component = self.teacher.executions.words.component();
        if !component.has_constructors() {
            return None;
        }
        let machine = learner.hypothesis();
        let mut seen = FxHashSet::from_iter([(machine.initial(), false)]);
        let mut queue = VecDeque::from([(machine.initial(), false, Vec::new())]);
        while let Some((state, constructed, word)) = queue.pop_front() {
            for (letter, class) in classes.iter().enumerate() {
                let next = machine.next(state, letter);
                if !*machine.output_of(next) {
                    continue;
                }
                let word = [&word[..], &[letter]].concat();
                if !component.may_call(class.method, !constructed) {
                    return Some(word);
                }
                if seen.insert((next, true)) {
                    queue.push_back((next, true, word));
                }
            }
        }
        None
    }

    fn check(&mut self, learner: &AnyLearner) -> Checked {
        let conjecture = Conjecture::new(learner.hypothesis(), &mut self.teacher);
        let conjecture = self.latest.insert(conjecture);
        let summaries = self.teacher.executions.words.executor.summaries.clone();
        let component = self.teacher.executions.words.component();
        let Conjecture { interface, calls, open, .. } = &*conjecture;
        let product = Product::with_open(component, &summaries, interface, calls, &[], open);
        let (depth, followed) = (self.engine.depth, &mut self.followed);
        let question = Question { component, conjecture, product: &product, depth, followed };
        match check(self.engine.check, question, self.teacher.run) {
            Found::Proved(invariant) => Checked::End(End::Proved(Box::new(Proof { product, invariant }))),
            Found::UpTo(calls, stop) => Checked::End(End::UpTo(calls, stop)),
            Found::Difference(trace) => Checked::Refuted(letters(&product.story(&trace))),
        }
    }

    /// Makes the hypothesis explain a word.
    fn learn_from(&mut self, learner: &mut AnyLearner, word: &[usize]) -> Result<(), Halt> {
        self.counterexamples += 1;
        self.longest = self.longest.max(word.len() as u64);
        let known = self.teacher.unclear.len();
        let output = self.teacher.query(word)?;
        let mut states = 0;
        while *learner.hypothesis().output(word) != output {
            // Each refinement finds a state.
            if learner.hypothesis().states() <= states {
                return Err(Halt::Stop(StopReason::NoProof));
            }
            states = learner.hypothesis().states();
            learner.refine(&mut self.teacher, word, output)?;
        }
        // Otherwise the word is one of those that no guard decides, and the next conjecture claims nothing about it.
        match states > 0 || self.teacher.unclear.len() > known {
            true => Ok(()),
            false => Err(Halt::Stop(StopReason::NoProof)),
        }
    }
}

/// What came of a check.
enum Checked {
    End(End),
    Refuted(Vec<usize>),
}

/// The letters of a run, the one that went wrong last.
fn letters(story: &Story) -> Vec<usize> {
    let mut word: Vec<usize> = story.word.iter().map(|happened| happened.call.index()).collect();
    word.extend(story.wrong.as_ref().map(|wrong| match wrong {
        Wrong::Failed { call, .. } | Wrong::Returned { call, .. } | Wrong::Missing { call, .. } => call.index(),
    }));
    word
}
