//! The observation table of Algorithm 3 (three-algorithms 2006), over the nodes of a space instead of words.
//!
//! What a word of `R` followed by an experiment gives depends only on the node that the word leads to. So the table has
//! a row for each node, and with all tails of an experiment among the experiments, a cell is one step and another cell.
//! Counterexamples are analysed as by Rivest and Schapire (`findSuffix`); since all tails of what they give are added,
//! a long one settles many states at once.

use rustc_hash::FxHashMap;

use crate::answer::Answer;
use crate::machine::Machine;
use crate::rows::{RowId, Rows};

/// Nodes that words lead to, and one event on from each of them.
pub trait Steps {
    /// Why a question can fail.
    type Error;

    /// What comes of an event at a node, and the node after it where it is legal.
    fn step(&mut self, node: u32, event: usize) -> Result<(Answer, u32), Self::Error>;
}

/// The experiment that is the empty word.
const NO_EXPERIMENT: u32 = 0;

/// What a word leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Target {
    Node(u32),
    /// The word is not legal, or can't happen; and so is whatever follows.
    Nowhere(Answer),
}

impl Target {
    /// The position of its row.
    fn index(self) -> usize {
        match self {
            Target::Nowhere(Answer::Impossible) => 0,
            Target::Nowhere(_) => 1,
            Target::Node(node) => node as usize + 2,
        }
    }
}

/// What is known of a target.
#[derive(Clone, Debug)]
struct Row {
    /// The cells that were asked for, by experiment.
    cells: Vec<Option<Answer>>,
    /// The first cells as a row.
    id: RowId,
    /// How many cells are in the row.
    length: usize,
}

impl Row {
    const EMPTY: Row = Row { cells: Vec::new(), id: Rows::<Answer>::EMPTY, length: 0 };
}

/// The table.
#[derive(Clone, Debug)]
pub struct NodeTable {
    alphabet: usize,
    /// `R`, by what its words lead to.
    representatives: Vec<Target>,
    /// `E`: the first event of each experiment, and the experiment that is left after it.
    experiments: Vec<(usize, u32)>,
    known_experiments: FxHashMap<(usize, u32), u32>,
    /// By target; see [`Target::index`].
    targets: Vec<Row>,
    rows: Rows<Answer>,
    queries: u64,
}

impl NodeTable {
    /// The table over `0..alphabet` with the empty word, which leads to the node `initial`.
    pub fn new(alphabet: usize, initial: u32) -> Self {
        NodeTable {
            alphabet,
            representatives: vec![Target::Node(initial)],
            experiments: vec![(0, NO_EXPERIMENT)],
            known_experiments: FxHashMap::default(),
            targets: Vec::new(),
            rows: Rows::new(),
            queries: 0,
        }
    }

    /// How many cells were asked for.
    pub fn queries(&self) -> u64 {
        self.queries
    }

    /// The paper's `checkClosure` and `makeConjecture`: adds representatives until every row has one.
    pub fn conjecture<S: Steps>(&mut self, steps: &mut S) -> Result<Machine<Answer>, S::Error> {
        let mut state_of: FxHashMap<RowId, usize> = FxHashMap::default();
        for state in 0..self.representatives.len() {
            state_of.insert(self.row(steps, self.representatives[state])?, state);
        }
        let mut next = Vec::new();
        let mut state = 0;
        while state < self.representatives.len() {
            for event in 0..self.alphabet {
                let target = follow(steps, self.representatives[state], event)?;
                let row = self.row(steps, target)?;
                let fresh = self.representatives.len();
                let to = *state_of.entry(row).or_insert(fresh);
                if to == fresh {
                    self.representatives.push(target);
                }
                next.push(to);
            }
            state += 1;
        }
        let outputs = self.representatives.iter().map(|&target| after_nothing(target)).collect();
        Ok(Machine::new(self.alphabet, outputs, |state, event| next[state * self.alphabet + event]))
    }

    /// The row of a target, with a cell for every experiment.
    fn row<S: Steps>(&mut self, steps: &mut S, target: Target) -> Result<RowId, S::Error> {
        let length_now = self.experiments.len();
        let Row { mut id, length, .. } = *self.row_mut(target);
        for experiment in length..length_now {
            let answer = self.cell(steps, target, experiment as u32)?;
            id = self.rows.extend(id, &answer);
        }
        let row = self.row_mut(target);
        (row.id, row.length) = (id, length_now);
        Ok(id)
    }

    /// The answer to a word to the target followed by the experiment. Follows the experiment up to a cell that is
    /// known, and fills those on the way.
    fn cell<S: Steps>(&mut self, steps: &mut S, target: Target, experiment: u32) -> Result<Answer, S::Error> {
        let (mut here, mut rest) = (target, experiment);
        let mut way = Vec::new();
        let answer = loop {
            if let Target::Nowhere(answer) = here {
                break answer;
            }
            if rest == NO_EXPERIMENT {
                break Answer::Legal;
            }
            if let Some(answer) = self.known_cell(here, rest) {
                break answer;
            }
            way.push((here, rest));
            let (event, tail) = self.experiments[rest as usize];
            here = follow(steps, here, event)?;
            rest = tail;
        };
        self.queries += 1;
        for (target, experiment) in way {
            self.fill(target, experiment, answer);
        }
        Ok(answer)
    }

    fn row_mut(&mut self, target: Target) -> &mut Row {
        let index = target.index();
        if self.targets.len() <= index {
            self.targets.resize(index + 1, Row::EMPTY);
        }
        &mut self.targets[index]
    }

    fn known_cell(&self, target: Target, experiment: u32) -> Option<Answer> {
        self.targets.get(target.index())?.cells.get(experiment as usize).copied().flatten()
    }

    fn fill(&mut self, target: Target, experiment: u32, answer: Answer) {
        let cells = &mut self.row_mut(target).cells;
        if cells.len() <= experiment as usize {
            cells.resize(experiment as usize + 1, None);
        }
        cells[experiment as usize] = Some(answer);
    }

    /// The paper's `findSuffix`: looks for a place in the counterexample where a representative stands for a word that
    /// behaves otherwise. The rest of the counterexample behind it becomes an experiment, with all of its tails.
    pub fn learn_from<S: Steps>(
        &mut self,
        steps: &mut S,
        conjecture: &Machine<Answer>,
        counterexample: &[usize],
    ) -> Result<(), S::Error> {
        let mut states = vec![conjecture.initial()];
        for &event in counterexample {
            states.push(conjecture.next(states[states.len() - 1], event));
        }
        let truth = answer_to(steps, self.representatives[states[0]], counterexample)?;
        let (mut right, mut wrong) = (0, counterexample.len());
        while wrong - right > 1 {
            let middle = usize::midpoint(right, wrong);
            let answer = answer_to(steps, self.representatives[states[middle]], &counterexample[middle..])?;
            if answer == truth { right = middle } else { wrong = middle }
        }
        self.add_experiments(&counterexample[wrong..]);
        Ok(())
    }

    fn add_experiments(&mut self, longest: &[usize]) {
        let mut tail = NO_EXPERIMENT;
        for &event in longest.iter().rev() {
            let fresh = self.experiments.len() as u32;
            let found = *self.known_experiments.entry((event, tail)).or_insert(fresh);
            if found == fresh {
                self.experiments.push((event, tail));
            }
            tail = found;
        }
    }
}

/// One event on.
fn follow<S: Steps>(steps: &mut S, target: Target, event: usize) -> Result<Target, S::Error> {
    let Target::Node(node) = target else { return Ok(target) };
    Ok(match steps.step(node, event)? {
        (Answer::Legal, next) => Target::Node(next),
        (answer, _) => Target::Nowhere(answer),
    })
}

fn after_nothing(target: Target) -> Answer {
    match target {
        Target::Node(_) => Answer::Legal,
        Target::Nowhere(answer) => answer,
    }
}

/// The paper's `memb` for a word to the target followed by another.
fn answer_to<S: Steps>(steps: &mut S, target: Target, word: &[usize]) -> Result<Answer, S::Error> {
    let mut here = target;
    for &event in word {
        here = follow(steps, here, event)?;
    }
    Ok(after_nothing(here))
}
