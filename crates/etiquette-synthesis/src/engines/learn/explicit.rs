//! The learning algorithm (Three Algorithms for Interface Synthesis, 2006, Algorithm 3), explicit.
//!
//! L* asks the component: a membership query runs a word (`memb`, in `table`), an equivalence query compares a
//! conjecture with the component by reachability on their product (`checkSafety` and `checkPermissive`, in one
//! breadth-first search). Counterexamples are shortest ones at first, and later one of each kind. Beyond the paper: a
//! third answer, *impossible*, for outcomes that cannot be seen, so that hidden choices are handled.

use std::collections::BTreeMap;

use etiquette_automata::{CallId, EventId, Interface, Reached, StateId};
use etiquette_component::Component;
use etiquette_learning::{Answer, Machine, NodeTable, Steps};

use crate::engine::{Engine, Unsupported};
use crate::engines::learn::budgets::explicit::ROUNDS_WITH_ONE_WORD;
use crate::readable::grouping::letter_alphabet;
use crate::readable::labels::labels;
use crate::spaces::explicit;
use crate::spaces::explicit::Found;
use crate::spaces::explicit::space::BeliefSpace;
use crate::spaces::space::{INITIAL, Space, Verdict};
use etiquette_outcome::{Outcome, Run, StopReason};

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
        let Learned { space, interface, stop, mut statistics } = learn_space(BeliefSpace::new(component)?, run);
        statistics.insert("component states".into(), space.states.len() as u64);
        let found = Found { engine: self.name(), space: &space, interface, labels, stop, statistics };
        Ok(explicit::conclude(found, run))
    }
}

/// What was learned of a belief space.
pub(crate) struct Learned<'c> {
    pub space: BeliefSpace<'c>,
    /// Over letters; where it was stopped, of the part that was looked at.
    pub interface: Interface,
    pub stop: StopReason,
    pub statistics: BTreeMap<String, u64>,
}

/// Learns the interface of a belief space.
pub(crate) fn learn_space<'c>(space: BeliefSpace<'c>, run: &mut Run) -> Learned<'c> {
    let mut lesson = Lesson { space, run };
    let studied = lesson.study(by_nodes);
    let space = lesson.space;
    let (interface, stop) = studied.interface(&space);
    let mut statistics = studied.statistics();
    statistics.insert("beliefs".to_owned(), space.expanded_count() as u64);
    Learned { space, interface, stop, statistics }
}

/// What a learner made of a component.
pub(crate) struct Studied {
    /// The machine, or why there is none.
    pub machine: Result<Machine<Answer>, StopReason>,
    queries: u64,
    rounds: u64,
}

impl Studied {
    /// The interface over letters; where it was stopped, of the part that was looked at.
    pub fn interface(&self, space: &impl Space) -> (Interface, StopReason) {
        match &self.machine {
            Ok(machine) => (machine_interface(space, machine), StopReason::Done),
            Err(reason) => (explicit::expanded_interface(space), *reason),
        }
    }

    /// How many questions were asked.
    pub fn statistics(&self) -> BTreeMap<String, u64> {
        let queries = [("membership queries", self.queries), ("equivalence queries", self.rounds)];
        queries.map(|(name, count)| (name.to_owned(), count)).into()
    }
}

/// A space that answers a learner's questions, within the limits of a run.
pub(crate) struct Lesson<'r, S> {
    pub space: S,
    pub run: &'r mut Run,
}

/// Words on which conjecture and component differ; none, if they are the same.
type Differences = Result<Vec<Vec<usize>>, StopReason>;

impl<S: Space> Lesson<'_, S> {
    /// Asks until conjecture and component are the same; `difference` is the equivalence query.
    pub fn study(&mut self, difference: impl Fn(&mut Self, &Machine<Answer>, Wanted) -> Differences) -> Studied {
        let mut table = NodeTable::new(self.space.letters().event_count(), INITIAL);
        let mut rounds = 0;
        let machine = loop {
            rounds += 1;
            let wanted = if rounds > ROUNDS_WITH_ONE_WORD { Wanted::OneOfEachKind } else { Wanted::Shortest };
            match self.one_round(&mut table, |lesson, conjecture| difference(lesson, conjecture, wanted)) {
                Ok(Some(machine)) => break Ok(machine),
                Ok(None) => {}
                Err(reason) => break Err(reason),
            }
        };
        Studied { machine, queries: table.queries(), rounds }
    }

    /// Makes a conjecture; gives it if it is right, and else learns from what is wrong with it.
    fn one_round(
        &mut self,
        table: &mut NodeTable,
        difference: impl Fn(&mut Self, &Machine<Answer>) -> Differences,
    ) -> Result<Option<Machine<Answer>>, StopReason> {
        let conjecture = table.conjecture(self)?;
        let differences = difference(self, &conjecture)?;
        for counterexample in &differences {
            table.learn_from(self, &conjecture, counterexample)?;
        }
        Ok(differences.is_empty().then_some(conjecture))
    }
}

/// Which words are wanted on which conjecture and component differ.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Wanted {
    /// A shortest one.
    Shortest,
    /// A long one for each state and call of the conjecture that is wrong: where every state has its own distance from
    /// an error, short words would tell states apart one by one.
    OneOfEachKind,
}

impl<S: Space> Steps for Lesson<'_, S> {
    type Error = StopReason;

    fn step(&mut self, node: u32, event: usize) -> Result<(Answer, u32), StopReason> {
        self.space.expand_within_limits(node, self.run)?;
        let (letter, _) = self.space.letters().split(event);
        if self.space.verdict(node, letter) != Verdict::Legal {
            return Ok((Answer::Illegal, node));
        }
        Ok(self.space.next(node, event).map_or((Answer::Impossible, node), |next| (Answer::Legal, next)))
    }
}

/// The paper's `checkSafety` and `checkPermissive`, node by node and breadth first.
pub(crate) fn by_nodes<S: Space>(
    lesson: &mut Lesson<'_, S>,
    conjecture: &Machine<Answer>,
    wanted: Wanted,
) -> Differences {
    let mut pairs: Reached<(u32, usize), usize> = Reached::from_starts([(INITIAL, conjecture.initial())]);
    // For each state and event the last pair, and so one of those that are farthest away.
    let mut wrong: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    while let Some(index) = pairs.visit() {
        if lesson.run.limits().depth.is_some_and(|limit| pairs.word_to(index).len() as u64 > limit) {
            return Err(StopReason::DepthLimit);
        }
        let (node, state) = pairs.states()[index];
        for event in 0..conjecture.alphabet() {
            let (answer, next_node) = lesson.step(node, event)?;
            let next_state = conjecture.next(state, event);
            if *conjecture.output_of(next_state) != answer {
                wrong.insert((state, event), index);
            } else if answer == Answer::Legal {
                pairs.enter((next_node, next_state), Some((index, event)));
            }
        }
        if wanted == Wanted::Shortest && !wrong.is_empty() {
            break;
        }
        lesson.run.report("compare", pairs.states().len() as u64, "states");
    }
    let most = if wanted == Wanted::Shortest { 1 } else { usize::MAX };
    let word =
        |(&(_, event), &index): (&(usize, usize), &usize)| pairs.word_to(index).into_iter().chain([event]).collect();
    Ok(wrong.iter().take(most).map(word).collect())
}

/// The paper's `makeConjecture`: the states of the machine that legal words lead to, as an interface over letters.
fn machine_interface(space: &impl Space, machine: &Machine<Answer>) -> Interface {
    let mut interface = Interface::new(letter_alphabet(space.component(), space.letters().methods()));
    let state_of: Vec<Option<StateId>> = (0..machine.states())
        .map(|state| match *machine.output_of(state) {
            _ if state == machine.initial() => Some(interface.initial()),
            Answer::Legal => Some(interface.add_state()),
            Answer::Illegal | Answer::Impossible => None,
        })
        .collect();
    for (state, from) in state_of.iter().enumerate() {
        let Some(from) = *from else { continue };
        for letter in 0..space.letters().len() {
            let targets = space.letters().events(letter).map(|event| (event, machine.next(state, event)));
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
