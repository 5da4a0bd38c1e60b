//! The learning algorithm (Three Algorithms for Interface Synthesis, 2006, Algorithm 3), explicit.
//!
//! L* asks the component: a membership query runs a word (`memb`), an equivalence query compares a conjecture with the component by
//! reachability on their product (`checkSafety` and `checkPermissive`, in one breadth-first search, so that counterexamples are
//! shortest). Beyond the paper: a third answer, *impossible*, for outcomes that cannot be seen, so that hidden choices are handled.

use std::cell::RefCell;
use std::collections::{BTreeMap, VecDeque};

use etiquette_automata::{CallId, EventId, Interface, StateId};
use etiquette_component::Component;
use etiquette_learning::{
    Absorbing, Cache, Counter, EquivalenceOracle, LStar, LearningError, Machine, MembershipOracle, learn,
};
use hashbrown::HashSet;
use rustc_hash::FxBuildHasher;

use crate::engine::{Engine, Unsupported};
use crate::explicit::{self, BeliefSpace, Found, Verdict, letter_alphabet};
use crate::outcome::{Outcome, StopReason};
use crate::run::Run;

/// The learning algorithm on explicit states.
pub struct Learn;

impl Engine for Learn {
    fn name(&self) -> &'static str {
        "learn"
    }

    fn description(&self) -> &'static str {
        "learns the minimal interface by queries, L* (learning algorithm, 2006)"
    }

    fn supports(&self, component: &Component) -> Result<(), Unsupported> {
        explicit::supports(component)
    }

    fn synthesize(&self, component: &Component, run: &mut Run) -> Result<Outcome, Unsupported> {
        let space = BeliefSpace::new(component)?;
        let alphabet = space.letters.event_count();
        let teacher = RefCell::new(Teacher { space, run });
        let asked = Counter::new(Asked(&teacher));
        let filtered = Absorbing::new(asked, alphabet, |answer: &Answer| *answer != Answer::Legal);
        let mut membership = Cache::new(filtered, alphabet);
        let mut rounds = 0;
        let learned = LStar::new(alphabet, &mut membership).map_err(LearningError::Stopped).and_then(|mut learner| {
            learn(&mut learner, &mut membership, &mut Compared(&teacher), |round| rounds = round.number as u64)
        });
        let queries = membership.inner().inner().queries();
        let Teacher { space, run } = teacher.into_inner();
        let (interface, stop) = match learned {
            Ok(machine) => (machine_interface(&space, &machine), StopReason::Done),
            Err(LearningError::Stopped(reason)) => (explicit::expanded_interface(&space), reason),
            Err(contradiction) => unreachable!("both oracles ask one space: {contradiction}"),
        };
        let statistics = BTreeMap::from([
            ("component states".to_owned(), space.states.len() as u64),
            ("beliefs".to_owned(), space.expanded_count() as u64),
            ("membership queries".to_owned(), queries),
            ("equivalence queries".to_owned(), rounds),
        ]);
        let found = Found { engine: self.name(), space: &space, interface, stop, statistics };
        Ok(explicit::conclude(found, run))
    }
}

/// What the component says about a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Answer {
    /// Every call was legal and the outcomes can be seen.
    Legal,
    /// A call was not legal when it was made.
    Illegal,
    /// The calls before were legal, but an outcome can't be seen.
    Impossible,
}

struct Teacher<'r, 'c> {
    space: BeliefSpace<'c>,
    run: &'r mut Run,
}

impl Teacher<'_, '_> {
    /// One event on from a node.
    fn step(&mut self, node: u32, event: usize) -> Result<(Answer, u32), StopReason> {
        self.space.expand(node, self.run)?;
        if self.run.limits().states.is_some_and(|limit| self.space.states.len() as u64 > limit) {
            return Err(StopReason::StateLimit);
        }
        let (letter, _) = self.space.letters.split(event);
        if self.space.verdict(node, letter) != Verdict::Legal {
            return Ok((Answer::Illegal, node));
        }
        Ok(self.space.next(node, event).map_or((Answer::Impossible, node), |next| (Answer::Legal, next)))
    }

    /// The paper's `memb`.
    fn membership(&mut self, word: &[usize]) -> Result<Answer, StopReason> {
        let mut node = BeliefSpace::INITIAL;
        for &event in word {
            let (answer, next) = self.step(node, event)?;
            if answer != Answer::Legal {
                return Ok(answer);
            }
            node = next;
        }
        Ok(Answer::Legal)
    }

    /// The paper's `checkSafety` and `checkPermissive`: a shortest word on which conjecture and component differ.
    fn difference(&mut self, conjecture: &Machine<Answer>) -> Result<Option<Vec<usize>>, StopReason> {
        let mut pairs = vec![(BeliefSpace::INITIAL, conjecture.initial(), None)];
        let mut seen: HashSet<(u32, usize), FxBuildHasher> = HashSet::default();
        seen.insert((BeliefSpace::INITIAL, conjecture.initial()));
        let mut queue = VecDeque::from([(0, 0)]);
        while let Some((index, depth)) = queue.pop_front() {
            if self.run.limits().depth.is_some_and(|limit| depth > limit) {
                return Err(StopReason::DepthLimit);
            }
            let (node, state, _) = pairs[index];
            for event in 0..self.space.letters.event_count() {
                let (answer, next_node) = self.step(node, event)?;
                let next_state = conjecture.next(state, event);
                if *conjecture.output_of(next_state) != answer {
                    return Ok(Some(word_to(&pairs, index, event)));
                }
                if answer == Answer::Legal && seen.insert((next_node, next_state)) {
                    queue.push_back((pairs.len(), depth + 1));
                    pairs.push((next_node, next_state, Some((index, event))));
                }
            }
            self.run.report("compare", pairs.len() as u64, "states");
        }
        Ok(None)
    }
}

/// A node, a state of the conjecture, and the pair and event before.
type Pair = (u32, usize, Option<(usize, usize)>);

fn word_to(pairs: &[Pair], mut index: usize, last: usize) -> Vec<usize> {
    let mut word = vec![last];
    while let (_, _, Some((before, event))) = pairs[index] {
        word.push(event);
        index = before;
    }
    word.reverse();
    word
}

struct Asked<'t, 'r, 'c>(&'t RefCell<Teacher<'r, 'c>>);

impl MembershipOracle<Answer> for Asked<'_, '_, '_> {
    type Error = StopReason;

    fn query(&mut self, word: &[usize]) -> Result<Answer, StopReason> {
        self.0.borrow_mut().membership(word)
    }
}

struct Compared<'t, 'r, 'c>(&'t RefCell<Teacher<'r, 'c>>);

/// Decides equivalence.
impl EquivalenceOracle<Answer> for Compared<'_, '_, '_> {
    type Error = StopReason;

    fn find_counterexample(&mut self, hypothesis: &Machine<Answer>) -> Result<Option<Vec<usize>>, StopReason> {
        self.0.borrow_mut().difference(hypothesis)
    }
}

/// The paper's `makeConjecture`: the states of the machine that legal words lead to, as an interface over letters.
fn machine_interface(space: &BeliefSpace<'_>, machine: &Machine<Answer>) -> Interface {
    let mut interface = Interface::new(letter_alphabet(space.component, &space.letters));
    let state_of: Vec<Option<StateId>> = (0..machine.states())
        .map(|state| match *machine.output_of(state) {
            _ if state == machine.initial() => Some(interface.initial()),
            Answer::Legal => Some(interface.add_state()),
            Answer::Illegal | Answer::Impossible => None,
        })
        .collect();
    for (state, from) in state_of.iter().enumerate() {
        let Some(from) = *from else { continue };
        for letter in 0..space.letters.len() {
            let targets = space.letters.events(letter).map(|event| (event, machine.next(state, event)));
            if targets.clone().any(|(_, next)| *machine.output_of(next) == Answer::Illegal) {
                continue;
            }
            interface.allow(from, CallId::from_index(letter));
            for (event, next) in targets {
                if let Some(to) = state_of[next] {
                    interface.connect(from, EventId::from_index(event), to);
                }
            }
        }
    }
    interface
}
