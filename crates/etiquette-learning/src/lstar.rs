//! L* (Angluin 1987) with the counterexample analysis of Rivest and Schapire: the paper's *Learning* (three-algorithms
//! 2006, Algorithm 3), for any outputs instead of *safe* and *unsafe*.
//!
//! The observation table has the representative words `R`, the experiments `E` and the answers `G`. No two
//! representatives have the same row, so the hypothesis never has more states than the smallest right machine. It asks
//! many words in few rounds.

use std::hash::Hash;

use crate::analysis::find_wrong_step_along;
use crate::learner::Learner;
use crate::machine::Machine;
use crate::oracle::MembershipOracle;
use crate::rows::{RowId, Rows};
use crate::spanning::SpanningTree;

/// The L* learner.
#[derive(Clone, Debug)]
pub struct LStar<O> {
    alphabet: usize,
    /// `R`: each representative is another one with a letter.
    representatives: SpanningTree,
    /// `E`, the empty word first.
    experiments: Vec<Vec<usize>>,
    /// Each experiment with each letter before it: what is asked after a representative; row-major: experiment, then
    /// letter.
    extended_experiments: Vec<Vec<usize>>,
    /// `G`, with equal rows under one id.
    rows: Rows<O>,
    /// The row of the empty word.
    initial_row: RowId,
    /// The rows of `R` followed by a letter; row-major: representative, then letter.
    next_rows: Vec<RowId>,
    /// The representative with a row, by row.
    representative_of: Vec<Option<u32>>,
    hypothesis: Machine<O>,
}

impl<O: Clone + Eq + Hash> LStar<O> {
    /// A learner over `0..alphabet` with its first hypothesis.
    pub fn new<M: MembershipOracle<O>>(alphabet: usize, membership: &mut M) -> Result<Self, M::Error> {
        let output = membership.query(&[])?;
        let mut rows = Rows::new();
        let initial_row = rows.extend(Rows::<O>::EMPTY, &output);
        let mut learner = LStar {
            alphabet,
            representatives: SpanningTree::new(),
            experiments: Vec::new(),
            extended_experiments: Vec::new(),
            rows,
            initial_row,
            next_rows: Vec::new(),
            representative_of: Vec::new(),
            hypothesis: Machine::constant(alphabet, output),
        };
        learner.push_experiment(Vec::new());
        learner.enter_representative(0, initial_row);
        learner.ask_next_rows(membership, 0)?;
        learner.close(membership)?;
        learner.make_conjecture();
        Ok(learner)
    }

    /// The word of `R` for a state of the hypothesis.
    pub fn representative(&self, state: usize) -> Vec<usize> {
        self.representatives.word(state)
    }

    fn push_experiment(&mut self, experiment: Vec<usize>) {
        let with_letter = |letter| [&[letter], experiment.as_slice()].concat();
        self.extended_experiments.extend((0..self.alphabet).map(with_letter));
        self.experiments.push(experiment);
    }

    /// The paper's *checkClosure*, and what follows from it: as long as a row has no representative, its word becomes
    /// one.
    fn close<M: MembershipOracle<O>>(&mut self, membership: &mut M) -> Result<(), M::Error> {
        let mut position = 0;
        while position < self.next_rows.len() {
            let row = self.next_rows[position];
            if self.representative_of_row(row).is_none() {
                let (parent, letter) = (position / self.alphabet, position % self.alphabet);
                let new = self.representatives.add(parent, letter);
                self.enter_representative(new, row);
                self.ask_next_rows(membership, new)?;
            }
            position += 1;
        }
        Ok(())
    }

    fn representative_of_row(&self, row: RowId) -> Option<usize> {
        let entry = self.representative_of.get(row.index());
        entry.copied().flatten().map(|representative| representative as usize)
    }

    fn enter_representative(&mut self, representative: usize, row: RowId) {
        if self.representative_of.len() <= row.index() {
            self.representative_of.resize(self.rows.count(), None);
        }
        self.representative_of[row.index()] = Some(representative as u32);
    }

    /// Fills the rows of a new representative followed by each letter.
    fn ask_next_rows<M: MembershipOracle<O>>(
        &mut self,
        membership: &mut M,
        representative: usize,
    ) -> Result<(), M::Error> {
        let suffixes: Vec<&[usize]> = self.extended_experiments.iter().map(Vec::as_slice).collect();
        let mut answers = Vec::with_capacity(suffixes.len());
        membership.query_suffixes(&self.representative(representative), &suffixes, &mut answers)?;
        for letter in 0..self.alphabet {
            let cells = answers.iter().skip(letter).step_by(self.alphabet);
            let row = cells.fold(Rows::<O>::EMPTY, |row, output| self.rows.extend(row, output));
            self.next_rows.push(row);
        }
        Ok(())
    }

    /// Adds an experiment: every row gets one more cell.
    fn add_experiment<M: MembershipOracle<O>>(
        &mut self,
        membership: &mut M,
        experiment: Vec<usize>,
    ) -> Result<(), M::Error> {
        let initial_answer = membership.query(&experiment)?;
        self.push_experiment(experiment);
        self.initial_row = self.rows.extend(self.initial_row, &initial_answer);
        let column = self.extended_experiments.len() - self.alphabet;
        let suffixes: Vec<&[usize]> = self.extended_experiments[column..].iter().map(Vec::as_slice).collect();
        let (mut word, mut answers) = (Vec::new(), Vec::new());
        for representative in 0..self.representatives.size() {
            self.representatives.write_word(representative, &mut word);
            answers.clear();
            membership.query_suffixes(&word, &suffixes, &mut answers)?;
            let rows = &mut self.next_rows[representative * self.alphabet..];
            for (row, output) in rows.iter_mut().zip(&answers) {
                *row = self.rows.extend(*row, output);
            }
        }
        self.enter_all_representatives();
        Ok(())
    }

    /// Rows have grown: enters the representatives under their new rows.
    fn enter_all_representatives(&mut self) {
        for representative in 0..self.representatives.size() {
            self.enter_representative(representative, self.row_of(representative));
        }
    }

    fn row_of(&self, representative: usize) -> RowId {
        match self.representatives.last_step(representative) {
            Some((parent, letter)) => self.next_rows[parent * self.alphabet + letter],
            None => self.initial_row,
        }
    }

    /// The paper's *makeConjecture*: the representatives are the states.
    fn make_conjecture(&mut self) {
        let states = 0..self.representatives.size();
        let outputs = states.map(|state| self.rows.first_output(self.row_of(state)).clone());
        self.hypothesis = Machine::new(self.alphabet, outputs.collect(), |state, letter| {
            let row = self.next_rows[state * self.alphabet + letter];
            self.representative_of_row(row).expect("the table is closed")
        });
    }

    /// The paper's *findSuffix*, by search in logarithmic time instead of the longest suffix.
    fn find_suffix<M: MembershipOracle<O>>(
        &self,
        membership: &mut M,
        word: &[usize],
        output: &O,
    ) -> Result<Vec<usize>, M::Error> {
        let outputs = (output.clone(), self.hypothesis.output(word).clone());
        let state_at = |position: usize| self.hypothesis.run(&word[..position]);
        let step = find_wrong_step_along(membership, &self.representatives, word, outputs, state_at)?;
        Ok(word[step.position + 1..].to_vec())
    }
}

impl<O: Clone + Eq + Hash, M: MembershipOracle<O>> Learner<O, M> for LStar<O> {
    fn hypothesis(&self) -> &Machine<O> {
        &self.hypothesis
    }

    fn refine(&mut self, membership: &mut M, word: &[usize], output: &O) -> Result<(), M::Error> {
        let suffix = self.find_suffix(membership, word, output)?;
        self.add_experiment(membership, suffix)?;
        self.close(membership)?;
        self.make_conjecture();
        Ok(())
    }
}
