//! The observation table of Algorithm 3, over the nodes of a space instead of words.
//!
//! What a word of `R` followed by an experiment gives depends only on the node that the word leads to. So the table has a row for each
//! node, and with all tails of an experiment among the experiments, a cell is one step and another cell. Counterexamples are analysed as by
//! Rivest and Schapire (`findSuffix`); since all tails of what they give are added, a long one settles many states at once.

use etiquette_learning::Machine;
use rustc_hash::FxHashMap;

use crate::engines::learn::explicit::{Answer, Teaching, step};
use etiquette_outcome::StopReason;

/// The experiment that is the empty word.
const NO_EXPERIMENT: u32 = 0;

/// A row, by identity: rows with as many cells are equal exactly if their ids are.
type RowId = u32;

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
#[derive(Clone, Default)]
struct Row {
    /// The cells that were asked for, by experiment.
    cells: Vec<Option<Answer>>,
    /// The first cells as a row.
    id: RowId,
    /// How many cells are in the row.
    length: usize,
}

/// The table.
pub(crate) struct Table {
    alphabet: usize,
    /// `R`, by what its words lead to.
    representatives: Vec<Target>,
    /// `E`: the first event of each experiment, and the experiment that is left after it.
    experiments: Vec<(usize, u32)>,
    known_experiments: FxHashMap<(usize, u32), u32>,
    /// By target; see [`Target::index`].
    rows: Vec<Row>,
    /// The row with one more cell.
    longer: FxHashMap<(RowId, Answer), RowId>,
    row_count: RowId,
    /// How many cells were filled.
    pub queries: u64,
}

impl Table {
    pub fn new(alphabet: usize) -> Self {
        Table {
            alphabet,
            representatives: vec![Target::Node(crate::spaces::explored::INITIAL)],
            experiments: vec![(0, NO_EXPERIMENT)],
            known_experiments: FxHashMap::default(),
            rows: Vec::new(),
            longer: FxHashMap::default(),
            row_count: 0,
            queries: 0,
        }
    }

    /// The paper's `checkClosure` and `makeConjecture`: adds representatives until every row has one.
    pub fn conjecture(&mut self, lesson: &mut impl Teaching) -> Result<Machine<Answer>, StopReason> {
        let mut state_of: FxHashMap<RowId, usize> = FxHashMap::default();
        for state in 0..self.representatives.len() {
            state_of.insert(self.row(lesson, self.representatives[state])?, state);
        }
        let mut next = Vec::new();
        let mut state = 0;
        while state < self.representatives.len() {
            for event in 0..self.alphabet {
                let target = follow(lesson, self.representatives[state], event)?;
                let row = self.row(lesson, target)?;
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
    fn row(&mut self, lesson: &mut impl Teaching, target: Target) -> Result<RowId, StopReason> {
        let length_now = self.experiments.len();
        let (mut id, length) = self.rows.get(target.index()).map_or((0, 0), |row| (row.id, row.length));
        for experiment in length..length_now {
            let answer = self.cell(lesson, target, experiment as u32)?;
            let fresh = self.row_count + 1;
            id = *self.longer.entry((id, answer)).or_insert(fresh);
            self.row_count = self.row_count.max(id);
        }
        let row = self.row_mut(target);
        (row.id, row.length) = (id, length_now);
        Ok(id)
    }

    /// The answer to a word to the target followed by the experiment. Follows the experiment up to a cell that is known, and fills those on
    /// the way.
    fn cell(&mut self, lesson: &mut impl Teaching, target: Target, experiment: u32) -> Result<Answer, StopReason> {
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
            here = follow(lesson, here, event)?;
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
        if self.rows.len() <= index {
            self.rows.resize_with(index + 1, Row::default);
        }
        &mut self.rows[index]
    }

    fn known_cell(&self, target: Target, experiment: u32) -> Option<Answer> {
        self.rows.get(target.index())?.cells.get(experiment as usize).copied().flatten()
    }

    fn fill(&mut self, target: Target, experiment: u32, answer: Answer) {
        let cells = &mut self.row_mut(target).cells;
        if cells.len() <= experiment as usize {
            cells.resize(experiment as usize + 1, None);
        }
        cells[experiment as usize] = Some(answer);
    }

    /// The paper's `findSuffix`: looks for a place in the counterexample where a representative stands for a word that behaves otherwise. The
    /// rest of the counterexample behind it becomes an experiment, with all of its tails.
    pub fn learn_from(
        &mut self,
        lesson: &mut impl Teaching,
        conjecture: &Machine<Answer>,
        counterexample: &[usize],
    ) -> Result<(), StopReason> {
        let mut states = vec![conjecture.initial()];
        for &event in counterexample {
            states.push(conjecture.next(states[states.len() - 1], event));
        }
        let truth = answer_to(lesson, self.representatives[states[0]], counterexample)?;
        let (mut right, mut wrong) = (0, counterexample.len());
        while wrong - right > 1 {
            let middle = usize::midpoint(right, wrong);
            let answer = answer_to(lesson, self.representatives[states[middle]], &counterexample[middle..])?;
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
fn follow(lesson: &mut impl Teaching, target: Target, event: usize) -> Result<Target, StopReason> {
    let Target::Node(node) = target else { return Ok(target) };
    Ok(match step(lesson, node, event)? {
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
fn answer_to(lesson: &mut impl Teaching, target: Target, word: &[usize]) -> Result<Answer, StopReason> {
    let mut here = target;
    for &event in word {
        here = follow(lesson, here, event)?;
    }
    Ok(after_nothing(here))
}
