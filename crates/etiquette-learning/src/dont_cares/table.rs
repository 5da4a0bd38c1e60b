//! The observation table with don't-cares.

use std::collections::VecDeque;
use std::hash::Hash;

use rustc_hash::{FxHashMap, FxHashSet};

use super::cells::{Cells, Row};
use super::hypothesis::{Hypothesis, Lead, State};
use super::{Beliefs, ClassEvent, Experiment, LetterId, NodeId, START, observe};
use crate::answer::Answer;
use crate::rows::RowId;

/// A class of letters, and letters that stand for it.
#[derive(Clone, Debug)]
pub struct Sampled<C> {
    /// The class.
    pub class: C,
    /// At least one. Several only where an outcome can't be had with the others.
    pub samples: Vec<LetterId>,
    /// Whether the same letter is legal after some words and not after others, as far as anybody knows. One that is not
    /// tells no beliefs apart.
    pub may_tell: bool,
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
    cells: Cells,
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
            cells: Cells::new(),
            extra: FxHashSet::default(),
            apart: FxHashSet::default(),
            alike: FxHashSet::default(),
            sampled: FxHashSet::default(),
        };
        for (position, Sampled { class, samples, may_tell }) in classes.into_iter().enumerate() {
            table.classes.push(Sampled { class, samples: Vec::new(), may_tell });
            for sample in samples {
                table.add_sample(position, sample);
            }
        }
        table
    }

    /// The columns.
    pub fn experiments(&self) -> &[Experiment] {
        self.cells.columns()
    }

    /// Adds a column, unless it is there.
    pub fn add_experiment(&mut self, experiment: Experiment) -> bool {
        self.cells.add(experiment)
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
        if self.classes[class].may_tell {
            self.add_experiment(Experiment { path: Vec::new(), last: letter });
        }
        true
    }

    /// Splits a class in two, each of which must have samples.
    pub fn split(&mut self, position: usize, [inside, outside]: [C; 2], is_inside: impl FnMut(&LetterId) -> bool) {
        let may_tell = self.classes[position].may_tell;
        let samples = std::mem::take(&mut self.classes[position].samples);
        let (yes, no): (Vec<LetterId>, Vec<LetterId>) = samples.into_iter().partition(is_inside);
        debug_assert!(!yes.is_empty() && !no.is_empty());
        self.classes[position] = Sampled { class: inside, samples: yes, may_tell };
        // Right behind, so that classes of one kind stay together.
        self.classes.insert(position + 1, Sampled { class: outside, samples: no, may_tell });
    }

    fn row<S: Beliefs<C>>(&mut self, space: &mut S, node: NodeId) -> Result<&Row, S::Error> {
        self.cells.fill(space, node)?;
        Ok(self.cells.known(node))
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
        let mut growing = Growing { columns: self.experiments().len(), ..Growing::default() };
        growing.add_state(START, self.row(space, START)?);
        growing.queue(0, START);
        while let Some((state, node)) = growing.pending.pop_front() {
            space.look()?;
            for class in 0..self.classes.len() {
                if let Err(refinement) = self.expand_class(space, &mut growing, (state, node), class)? {
                    return Ok(Err(refinement));
                }
            }
        }
        self.add_access_words(space, &mut growing)?;
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
                match self.lead(space, growing, step)? {
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
        let Sampled { class, samples, .. } = self.classes[position].clone();
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
    fn lead<S: Beliefs<C>>(&mut self, space: &mut S, growing: &mut Growing, step: Step) -> Built<usize, S::Error> {
        self.cells.fill(space, step.next)?;
        let row = self.cells.known(step.next);
        let key = (step.state, step.class, step.outcome);
        if let Some(&lead) = growing.hypothesis.leads.get(&key) {
            if self.fits(&growing.hypothesis.states[lead.to], step.next, row) {
                growing.hypothesis.states[lead.to].join(step.next, &row.answers);
                return Ok(Ok(lead.to));
            }
            return self.disagreement(space, step, lead).map(Err);
        }
        let to = match self.first_that_fits(growing, step.next, row) {
            Some(to) => {
                growing.hypothesis.states[to].join(step.next, &row.answers);
                to
            }
            None => {
                let event = ClassEvent { letter: step.letter, outcome: step.outcome };
                growing.origins.push(Origin { state: step.state, node: step.node, event });
                growing.add_state(step.next, row)
            }
        };
        let lead = Lead { to, from_node: step.node, letter: step.letter, node: step.next };
        growing.hypothesis.leads.insert(key, lead);
        Ok(Ok(to))
    }

    /// The first state that a belief fits. Where experiments can always happen, that is the one with the same row.
    fn first_that_fits(&self, growing: &Growing, node: NodeId, row: &Row) -> Option<usize> {
        let states = &growing.hypothesis.states;
        let is_fitting = |&state: &usize| self.fits(&states[state], node, row);
        if !row.is_definite || !self.apart.is_empty() || row.answers.len() != growing.columns {
            return (0..states.len()).find(is_fitting);
        }
        let same = growing.definite.get(&row.id).copied();
        growing.others.iter().copied().find(is_fitting).into_iter().chain(same).min()
    }

    /// Gives every state a word that leads to it. The way to an expanded belief that is not the one that made its state
    /// is not kept; where it is not found again, the event is put behind the word of the state.
    fn add_access_words<S: Beliefs<C>>(&self, space: &mut S, growing: &mut Growing) -> Result<(), S::Error> {
        let mut ways: Option<Ways> = None;
        for number in 1..growing.hypothesis.states.len() {
            let Origin { state, node, event } = growing.origins[number - 1];
            let from = &growing.hypothesis.states[state];
            let mut access = from.access.clone();
            if from.creator != node {
                let ways = match &mut ways {
                    Some(known) => known,
                    none => none.insert(self.ways(space)?),
                };
                access = word_to(ways, node).unwrap_or(access);
            }
            access.push(event);
            growing.hypothesis.states[number].access = access;
        }
        Ok(())
    }

    /// The last steps of shortest words over samples to expanded beliefs, through such beliefs.
    fn ways<S: Beliefs<C>>(&self, space: &mut S) -> Result<Ways, S::Error> {
        let mut queue = VecDeque::from([START]);
        let mut ways = Ways::default();
        while let Some(node) = queue.pop_front() {
            for event in self.sampled_events(space) {
                let Some(next) = space.next(node, event)? else { continue };
                if next != START && self.extra.contains(&next) && !ways.contains_key(&next) {
                    ways.insert(next, (node, event));
                    queue.push_back(next);
                }
            }
        }
        Ok(ways)
    }

    /// The events of all samples.
    fn sampled_events<S: Beliefs<C>>(&self, space: &mut S) -> Vec<ClassEvent> {
        let mut events = Vec::new();
        for Sampled { class, samples, .. } in &self.classes {
            let outcomes = space.outcomes(class);
            let of = |&letter: &LetterId| (0..outcomes).map(move |outcome| ClassEvent { letter, outcome });
            events.extend(samples.iter().flat_map(of));
        }
        events
    }

    fn fits(&self, state: &State, node: NodeId, row: &Row) -> bool {
        state.members.contains(&node)
            || state.row.iter().zip(&row.answers).all(|(mine, other)| !mine.contradicts(*other))
                && !self.is_apart(state, node)
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
        let experiment = self.experiments()[column].clone();
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
        self.cells.fill(space, one)?;
        self.cells.fill(space, other)?;
        let [one, other] = [one, other].map(|node| &self.cells.known(node).answers);
        Ok(one.iter().zip(other).position(|(a, b)| a.contradicts(*b)))
    }

    /// An experiment that tells two states apart, and what it shows in the first one.
    pub fn separating(&self, hypothesis: &Hypothesis, one: usize, other: usize) -> Option<(&Experiment, Answer)> {
        let [one, other] = [one, other].map(|state| &hypothesis.states[state].row);
        let column = one.iter().zip(other).position(|(a, b)| a.contradicts(*b))?;
        Some((&self.experiments()[column], one[column]))
    }

    /// Whether the creators of all states contradict each other pairwise, so that no automaton has fewer states.
    pub fn tells_all_apart<S: Beliefs<C>>(&mut self, space: &mut S, hypothesis: &Hypothesis) -> Result<bool, S::Error> {
        let creators: Vec<NodeId> = hypothesis.states.iter().map(|state| state.creator).collect();
        for &node in &creators {
            self.cells.fill(space, node)?;
        }
        let rows = creators.iter().map(|&node| self.cells.known(node));
        if rows.clone().all(|row| row.is_definite) {
            return Ok(rows.map(|row| row.id).collect::<FxHashSet<RowId>>().len() == creators.len());
        }
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
    /// How many columns there were at the beginning.
    columns: usize,
    /// The states that were made by a belief after which all of these can happen, by its row, and the others.
    definite: FxHashMap<RowId, usize>,
    others: Vec<usize>,
    /// How the states came about, but for the first one.
    origins: Vec<Origin>,
    pending: VecDeque<(usize, NodeId)>,
    queued: FxHashSet<(usize, NodeId)>,
}

impl Growing {
    fn add_state(&mut self, creator: NodeId, row: &Row) -> usize {
        let number = self.hypothesis.states.len();
        self.hypothesis.states.push(State::new(creator, &row.answers));
        match row.is_definite && row.answers.len() == self.columns {
            true => _ = self.definite.entry(row.id).or_insert(number),
            false => self.others.push(number),
        }
        number
    }

    fn queue(&mut self, state: usize, node: NodeId) {
        if self.queued.insert((state, node)) {
            self.pending.push_back((state, node));
        }
    }
}

/// The event that made a state, the belief before it, and that belief's state.
#[derive(Clone, Copy)]
struct Origin {
    state: usize,
    node: NodeId,
    event: ClassEvent,
}

/// The last steps on ways from the start.
type Ways = FxHashMap<NodeId, (NodeId, ClassEvent)>;

fn word_to(ways: &Ways, goal: NodeId) -> Option<Vec<ClassEvent>> {
    let mut word = Vec::new();
    let mut node = goal;
    while node != START {
        let &(before, event) = ways.get(&node)?;
        word.push(event);
        node = before;
    }
    word.reverse();
    Some(word)
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
