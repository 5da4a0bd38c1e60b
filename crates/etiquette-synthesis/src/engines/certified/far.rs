//! Differences that only long words show: a walk that meets each belief once.
//!
//! Where a belief is met again with another state of the hypothesis, an experiment that tells the two states apart shows
//! which of them is wrong (as in Hopcroft and Karp's test of equivalence, 1971). Pairs of states and beliefs grow with
//! the square of the states; this grows with the beliefs. The words are not the shortest ones, so it is for hypotheses of
//! many states.

use etiquette_automata::Reached;

use crate::engines::certified::budgets::walk::MAX_SOLVER_CALLS;
use crate::engines::certified::classes::{Table, observe};
use crate::engines::certified::counterexample::{Difficulty, learn};
use crate::spaces::solver::beliefs::{Event, NodeId, Verdict, Words};
use etiquette_learning::dont_cares::{Experiment, Hypothesis};
use etiquette_outcome::{Run, StopReason};

/// The beliefs that were met, and the state of the hypothesis with which each was met first.
struct Far<'a> {
    table: &'a Table,
    words: &'a mut Words,
    hypothesis: &'a Hypothesis,
    beliefs: Reached<NodeId, Event>,
    states: Vec<usize>,
    limit: usize,
}

/// Learns from a difference among the first so many beliefs; says whether there was anything to learn. All beliefs that
/// were walked through are expanded: where one of them differs, others are likely to. The table must explain them.
///
/// # Errors
/// When the run is to stop.
pub(crate) fn learn_from_afar(
    table: &mut Table,
    words: &mut Words,
    hypothesis: &Hypothesis,
    limit: usize,
    run: &mut Run,
) -> Result<bool, StopReason> {
    let beliefs = Reached::from_starts([Words::START]);
    let mut far = Far { table, words, hypothesis, beliefs, states: vec![0], limit };
    let Some(found) = far.walk(run)? else { return Ok(false) };
    let walked = far.beliefs.into_states();
    let expanded = walked.into_iter().filter(|&node| table.expand(node)).count();
    if expanded > 0 { Ok(true) } else { learn(table, words, found, run) }
}

impl Far<'_> {
    /// Walks to the end even if there is a difference: all that is seen is of use.
    fn walk(&mut self, run: &mut Run) -> Result<Option<Difficulty>, StopReason> {
        let mut first = None;
        let solver_calls = self.words.solver_calls + MAX_SOLVER_CALLS;
        while let Some(index) = self.beliefs.visit().filter(|_| self.words.solver_calls <= solver_calls) {
            run.tick()?;
            for call in 0..self.table.classes.len() {
                let found = self.try_call(index, call, run)?;
                first = first.or(found);
            }
        }
        Ok(first)
    }

    fn try_call(&mut self, index: usize, call: usize, run: &mut Run) -> Result<Option<Difficulty>, StopReason> {
        let (node, state) = (self.beliefs.states()[index], self.states[index]);
        let sampled = &self.table.classes[call];
        let outcomes = self.words.component().methods[sampled.class.method].outcomes.len();
        for &letter in &sampled.samples {
            let verdict = self.words.verdict(node, letter, run)?;
            if verdict != Verdict::OutOfOrder && (verdict == Verdict::Legal) != self.hypothesis.allows(state, call) {
                return Ok(Some(Difficulty { path: self.beliefs.word_to(index), last: Some(letter) }));
            }
            for outcome in 0..outcomes {
                let event = Event { letter, outcome };
                let Some(next) = self.words.next(node, event, run)? else { continue };
                let Some(to) = self.hypothesis.next(state, call, outcome) else {
                    return Ok(Some(Difficulty { path: self.word(index, event), last: None }));
                };
                if let Some(found) = self.meet(index, event, next, to, run)? {
                    return Ok(Some(found));
                }
            }
        }
        Ok(None)
    }

    /// Meets a belief with a state of the hypothesis.
    fn meet(
        &mut self,
        index: usize,
        event: Event,
        node: NodeId,
        state: usize,
        run: &mut Run,
    ) -> Result<Option<Difficulty>, StopReason> {
        let Some(known) = self.beliefs.number_of(&node) else {
            if self.states.len() < self.limit {
                self.beliefs.enter(node, Some((index, event)));
                self.states.push(state);
            }
            return Ok(None);
        };
        let before = self.states[known];
        if before == state {
            return Ok(None);
        }
        let Some((experiment, expected)) = self.table.separating(self.hypothesis, state, before) else {
            return Ok(None);
        };
        let experiment = experiment.clone();
        let seen = observe(self.words, node, &experiment, run)?;
        let wrong = match seen.contradicts(expected) {
            true => self.word(index, event),
            false => self.beliefs.word_to(known),
        };
        Ok(seen.is_possible().then(|| then(wrong, experiment)))
    }

    fn word(&self, index: usize, event: Event) -> Vec<Event> {
        let mut word = self.beliefs.word_to(index);
        word.push(event);
        word
    }
}

fn then(mut path: Vec<Event>, experiment: Experiment) -> Difficulty {
    path.extend(experiment.path);
    Difficulty { path, last: Some(experiment.last) }
}
