//! The observation table with don't-cares.

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use super::hypothesis::{Hypothesis, Lead, State};
use super::{Beliefs, ClassEvent, Experiment, LetterId, NodeId, START, observe};
use crate::answer::Answer;

/// A class of letters, and letters that stand for it.
#[derive(Clone, Debug)]
pub struct Sampled<C> {
    /// The class.
    pub class: C,
    /// At least one. Several only where an outcome can't be had with the others.
    pub samples: Vec<LetterId>,
}

/// What makes the table consistent.
#[derive(Debug)]
pub enum Refinement {
    /// The two letters of the class do not behave alike at the belief.
    Split {
        /// The class, by position.
        class: usize,
        /// The belief.
        node: NodeId,
        /// One of the letters.
        one: LetterId,
        /// The other one.
        other: LetterId,
        /// The outcome and the experiment after it in which they differ; `None`: in being legal.
        then: Option<(usize, Experiment)>,
    },
    /// A new column.
    Column(Experiment),
    /// The two beliefs must not share a state.
    Apart(NodeId, NodeId),
}

/// The table over classes `C` of letters.
#[derive(Clone, Debug)]
pub struct ClassTable<C> {
    /// The classes.
    pub classes: Vec<Sampled<C>>,
    /// The columns.
    pub experiments: Vec<Experiment>,
    known_experiments: FxHashSet<Experiment>,
    rows: FxHashMap<NodeId, Vec<Answer>>,
    /// Beliefs after prefixes of counterexamples.
    extra: FxHashSet<NodeId>,
    apart: FxHashSet<(NodeId, NodeId)>,
    /// Beliefs and classes of which all letters were found to be alike, or a difference was reported.
    alike: FxHashSet<(NodeId, C)>,
    /// Those for which letters were looked for that have other outcomes.
    sampled: FxHashSet<(NodeId, C)>,
}

/// What came of a step of building the hypothesis: a refinement is needed before it makes sense to go on.
type Built<T, E> = Result<Result<T, Refinement>, E>;

impl<C: Clone + Eq + Hash> ClassTable<C> {
    /// A table of these classes.
    pub fn new(classes: impl IntoIterator<Item = Sampled<C>>) -> Self {
        let mut table = ClassTable {
            classes: Vec::new(),
            experiments: Vec::new(),
            known_experiments: FxHashSet::default(),
            rows: FxHashMap::default(),
            extra: FxHashSet::default(),
            apart: FxHashSet::default(),
            alike: FxHashSet::default(),
            sampled: FxHashSet::default(),
        };
        for (position, Sampled { class, samples }) in classes.into_iter().enumerate() {
            table.classes.push(Sampled { class, samples: Vec::new() });
            for sample in samples {
                table.add_sample(position, sample);
            }
        }
        table
    }

    /// Adds a column, unless it is there.
    pub fn add_experiment(&mut self, experiment: Experiment) -> bool {
        let is_new = self.known_experiments.insert(experiment.clone());
        if is_new {
            self.experiments.push(experiment);
        }
        is_new
    }

    /// Expands the belief from now on.
    pub fn expand(&mut self, node: NodeId) -> bool {
        self.extra.insert(node)
    }

    /// Keeps two beliefs apart from now on.
    pub fn set_apart(&mut self, one: NodeId, other: NodeId) -> bool {
        self.apart.insert((one.min(other), one.max(other)))
    }

    /// Adds a sample to a class.
    pub fn add_sample(&mut self, class: usize, letter: LetterId) -> bool {
        if self.classes[class].samples.contains(&letter) {
            return false;
        }
        self.classes[class].samples.push(letter);
        self.add_experiment(Experiment { path: Vec::new(), last: letter });
        true
    }

    /// Splits a class in two, each of which must have samples.
    pub fn split(&mut self, position: usize, [inside, outside]: [C; 2], is_inside: impl FnMut(&LetterId) -> bool) {
        let samples = std::mem::take(&mut self.classes[position].samples);
        let (yes, no): (Vec<LetterId>, Vec<LetterId>) = samples.into_iter().partition(is_inside);
        debug_assert!(!yes.is_empty() && !no.is_empty());
        self.classes[position] = Sampled { class: inside, samples: yes };
        // Right behind, so that classes of one kind stay together.
        self.classes.insert(position + 1, Sampled { class: outside, samples: no });
    }

    fn row<S: Beliefs<C>>(&mut self, space: &mut S, node: NodeId) -> Result<&[Answer], S::Error> {
        let row = self.rows.entry(node).or_default();
        while row.len() < self.experiments.len() {
            row.push(observe(space, node, &self.experiments[row.len()])?);
        }
        Ok(row)
    }

    /// The automaton, with whatever refinement is needed on the way.
    pub fn hypothesis<S: Beliefs<C>>(
        &mut self,
        space: &mut S,
        mut refine: impl FnMut(&mut Self, &mut S, Refinement) -> Result<(), S::Error>,
    ) -> Result<Hypothesis, S::Error> {
        loop {
            match self.build(space)? {
                Ok(hypothesis) => return Ok(hypothesis),
                Err(refinement) => refine(self, space, refinement)?,
            }
        }
    }

    fn build<S: Beliefs<C>>(&mut self, space: &mut S) -> Built<Hypothesis, S::Error> {
        let mut growing = Growing::default();
        let row = self.row(space, START)?;
        growing.hypothesis.states.push(State::new(START, Vec::new(), row));
        growing.queue(0, START);
        while let Some((state, node)) = growing.pending.pop_front() {
            space.look()?;
            for class in 0..self.classes.len() {
                if let Err(refinement) = self.expand_class(space, &mut growing, (state, node), class)? {
                    return Ok(Err(refinement));
                }
            }
        }
        Ok(Ok(growing.hypothesis))
    }

    /// Tries a class at an expanded belief, with all its samples.
    fn expand_class<S: Beliefs<C>>(
        &mut self,
        space: &mut S,
        growing: &mut Growing,
        (state, node): (usize, NodeId),
        class: usize,
    ) -> Built<(), S::Error> {
        match self.legality(space, node, class)? {
            Ok(true) => {}
            Ok(false) => return Ok(Ok(())),
            Err(refinement) => return Ok(Err(refinement)),
        }
        growing.hypothesis.allowed.insert((state, class));
        self.sample_outcomes(space, node, class)?;
        for letter in self.classes[class].samples.clone() {
            for outcome in 0..space.outcomes(&self.classes[class].class) {
                let Some(next) = space.next(node, ClassEvent { letter, outcome })? else { continue };
                let step = Step { state, node, class, letter, outcome, next };
                match self.lead(space, &mut growing.hypothesis, step)? {
                    Ok(to) if self.is_expanded(&growing.hypothesis, to, next) => growing.queue(to, next),
                    Ok(_) => {}
                    Err(refinement) => return Ok(Err(refinement)),
                }
            }
        }
        Ok(Ok(()))
    }

    /// Adds samples for outcomes of a legal class that other letters have at the belief.
    fn sample_outcomes<S: Beliefs<C>>(&mut self, space: &mut S, node: NodeId, position: usize) -> Result<(), S::Error> {
        let Sampled { class, samples } = self.classes[position].clone();
        if space.is_single(&class) || !self.sampled.insert((node, class.clone())) {
            return Ok(());
        }
        let mut unseen = Vec::new();
        for outcome in 0..space.outcomes(&class) {
            let mut is_seen = false;
            for &letter in &samples {
                is_seen |= space.next(node, ClassEvent { letter, outcome })?.is_some();
            }
            unseen.extend((!is_seen).then_some(outcome));
        }
        for letter in space.with_outcomes(node, &class, &unseen) {
            self.add_sample(position, letter);
        }
        Ok(())
    }

    fn is_expanded(&self, hypothesis: &Hypothesis, state: usize, node: NodeId) -> bool {
        hypothesis.states[state].creator == node || self.extra.contains(&node)
    }

    /// Whether the class is legal at the belief: all its letters must agree. Single letters are columns, so the words
    /// of one state agree on them.
    fn legality<S: Beliefs<C>>(&mut self, space: &mut S, node: NodeId, class: usize) -> Built<bool, S::Error> {
        let samples = self.classes[class].samples.clone();
        let one = samples[0];
        let legal = space.is_legal(node, one)?;
        for &other in &samples[1..] {
            if space.is_legal(node, other)? != legal {
                return Ok(Err(Refinement::Split { class, node, one, other, then: None }));
            }
        }
        Ok(match self.unlike(space, node, class, legal) {
            Some(other) => Err(Refinement::Split { class, node, one, other, then: None }),
            None => Ok(legal),
        })
    }

    /// A letter of the class that is not as legal at the belief as its samples.
    fn unlike<S: Beliefs<C>>(&mut self, space: &mut S, node: NodeId, class: usize, legal: bool) -> Option<LetterId> {
        let class = &self.classes[class].class;
        if space.is_single(class) || !self.alike.insert((node, class.clone())) {
            return None;
        }
        space.unlike(node, class, legal)
    }

    /// The state that a step leads to: the one known for its event, else the first that fits, else a new one.
    fn lead<S: Beliefs<C>>(
        &mut self,
        space: &mut S,
        hypothesis: &mut Hypothesis,
        step: Step,
    ) -> Built<usize, S::Error> {
        let row = self.row(space, step.next)?.to_vec();
        let key = (step.state, step.class, step.outcome);
        if let Some(&lead) = hypothesis.leads.get(&key) {
            if self.fits(&hypothesis.states[lead.to], step.next, &row) {
                hypothesis.states[lead.to].join(step.next, &row);
                return Ok(Ok(lead.to));
            }
            return self.disagreement(space, step, lead).map(Err);
        }
        let to = match hypothesis.states.iter().position(|state| self.fits(state, step.next, &row)) {
            Some(to) => {
                hypothesis.states[to].join(step.next, &row);
                to
            }
            None => {
                let access = self.access_after(space, hypothesis, step)?;
                hypothesis.states.push(State::new(step.next, access, &row));
                hypothesis.states.len() - 1
            }
        };
        let lead = Lead { to, from_node: step.node, letter: step.letter, node: step.next };
        hypothesis.leads.insert(key, lead);
        Ok(Ok(to))
    }

    /// A word that the step ends.
    fn access_after<S: Beliefs<C>>(
        &self,
        space: &mut S,
        hypothesis: &Hypothesis,
        step: Step,
    ) -> Result<Vec<ClassEvent>, S::Error> {
        let from = &hypothesis.states[step.state];
        let mut access = from.access.clone();
        if from.creator != step.node {
            // The way to an expanded belief that is not the creator is not kept; where it is not found again, the
            // letter is put behind the creator's word.
            access = self.access_to(space, step.node)?.unwrap_or(access);
        }
        access.push(ClassEvent { letter: step.letter, outcome: step.outcome });
        Ok(access)
    }

    /// A shortest word over samples to a belief, among expanded beliefs.
    fn access_to<S: Beliefs<C>>(&self, space: &mut S, goal: NodeId) -> Result<Option<Vec<ClassEvent>>, S::Error> {
        let mut queue = VecDeque::from([(START, Vec::new())]);
        let mut seen = FxHashSet::from_iter([START]);
        while let Some((node, word)) = queue.pop_front() {
            if node == goal {
                return Ok(Some(word));
            }
            for event in self.sampled_events(space) {
                let Some(next) = space.next(node, event)? else { continue };
                if (self.extra.contains(&next) || next == goal) && seen.insert(next) {
                    queue.push_back((next, word.iter().copied().chain([event]).collect()));
                }
            }
        }
        Ok(None)
    }

    /// The events of all samples.
    fn sampled_events<S: Beliefs<C>>(&self, space: &mut S) -> Vec<ClassEvent> {
        let mut events = Vec::new();
        for Sampled { class, samples } in &self.classes {
            let outcomes = space.outcomes(class);
            let of = |&letter: &LetterId| (0..outcomes).map(move |outcome| ClassEvent { letter, outcome });
            events.extend(samples.iter().flat_map(of));
        }
        events
    }

    fn fits(&self, state: &State, node: NodeId, row: &[Answer]) -> bool {
        state.members.contains(&node)
            || state.row.iter().zip(row).all(|(mine, other)| !mine.contradicts(*other)) && !self.is_apart(state, node)
    }

    fn is_apart(&self, state: &State, node: NodeId) -> bool {
        !self.apart.is_empty()
            && state.members.iter().any(|&member| self.apart.contains(&(member.min(node), member.max(node))))
    }

    /// Two beliefs of one state, or two letters of one class, lead to beliefs that do not fit together: why?
    fn disagreement<S: Beliefs<C>>(&mut self, space: &mut S, step: Step, lead: Lead) -> Result<Refinement, S::Error> {
        let Step { node, class, letter, outcome, .. } = step;
        let split = |node, one, other, then| Refinement::Split { class, node, one, other, then };
        let Some(column) = self.contradiction(space, lead.node, step.next)? else {
            // They do not contradict each other, but others in the state that they share.
            return Ok(match lead.from_node == node {
                true => split(node, lead.letter, letter, None),
                false => Refinement::Apart(lead.from_node, node),
            });
        };
        let experiment = self.experiments[column].clone();
        if lead.from_node == node {
            return Ok(split(node, lead.letter, letter, Some((outcome, experiment))));
        }
        for (common, other, own) in [(letter, lead.letter, lead.from_node), (lead.letter, letter, node)] {
            let longer = experiment.after(ClassEvent { letter: common, outcome });
            let here = observe(space, node, &longer)?;
            if here.contradicts(observe(space, lead.from_node, &longer)?) {
                return Ok(Refinement::Column(longer));
            }
            // The same belief with the two letters: which of them it is matters.
            let instead = experiment.after(ClassEvent { letter: other, outcome });
            let differ = here != Answer::Impossible
                && common != other
                && observe(space, own, &longer)?.contradicts(observe(space, own, &instead)?);
            if differ {
                return Ok(split(own, common, other, Some((outcome, experiment))));
            }
        }
        Ok(Refinement::Apart(lead.from_node, node))
    }

    /// A column in which the two beliefs contradict each other.
    fn contradiction<S: Beliefs<C>>(
        &mut self,
        space: &mut S,
        one: NodeId,
        other: NodeId,
    ) -> Result<Option<usize>, S::Error> {
        let row = self.row(space, one)?.to_vec();
        let other = self.row(space, other)?;
        Ok(row.iter().zip(other).position(|(a, b)| a.contradicts(*b)))
    }

    /// Whether the creators of all states contradict each other pairwise, so that no automaton has fewer states.
    pub fn tells_all_apart<S: Beliefs<C>>(&mut self, space: &mut S, hypothesis: &Hypothesis) -> Result<bool, S::Error> {
        let creators: Vec<NodeId> = hypothesis.states.iter().map(|state| state.creator).collect();
        for (index, &one) in creators.iter().enumerate() {
            for &other in &creators[..index] {
                if self.contradiction(space, one, other)?.is_none() {
                    return Ok(false);
                }
            }
        }
        Ok(true)
    }
}

/// A hypothesis while it is built, and the beliefs that are still to be expanded.
#[derive(Default)]
struct Growing {
    hypothesis: Hypothesis,
    pending: VecDeque<(usize, NodeId)>,
    queued: FxHashSet<(usize, NodeId)>,
}

impl Growing {
    fn queue(&mut self, state: usize, node: NodeId) {
        if self.queued.insert((state, node)) {
            self.pending.push_back((state, node));
        }
    }
}

/// One event out of an expanded belief.
#[derive(Clone, Copy, Debug)]
struct Step {
    state: usize,
    node: NodeId,
    class: usize,
    letter: LetterId,
    outcome: usize,
    next: NodeId,
}
