//! The observation table of the certified engine: L* (Angluin 1987) over beliefs, with don't-cares.
//!
//! A row is what experiments show after a word: legal, illegal, or *impossible* where the outcomes on the way can't happen. Words belong to one
//! state unless a possible experiment tells them apart; so states that a hidden length or content would keep apart forever are one. A state is known by the words
//! that are *expanded* in it: the one that made it, and prefixes of counterexamples. Where they disagree about what follows, a longer experiment, a
//! finer guard, or, if all else fails, a mark that sets two words apart resolves it.

use std::collections::VecDeque;

use etiquette_component::{Component, GuardedCall, Letter, MethodId};
use etiquette_logic::{Symbol, Term};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::engines::certified::split::{arguments_with, unlike};
use crate::spaces::solver::beliefs::{Event, LetterId, NodeId, Verdict, Words};
use etiquette_outcome::{Run, StopReason};

/// A method with a guard over its parameters, and argument tuples that stand for it.
#[derive(Clone, Debug)]
pub(crate) struct SampledCall {
    pub call: GuardedCall,
    /// At least one. Several only where an outcome can't be had with the others.
    pub samples: Vec<LetterId>,
}

/// Events, and a letter whose legality is asked for after them.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Experiment {
    pub path: Vec<Event>,
    pub last: LetterId,
}

/// What an experiment shows after a word.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Seen {
    Legal,
    Illegal,
    Impossible,
}

impl Seen {
    fn contradicts(self, other: Seen) -> bool {
        matches!((self, other), (Seen::Legal, Seen::Illegal) | (Seen::Illegal, Seen::Legal))
    }
}

/// A state of the hypothesis.
#[derive(Clone, Debug)]
pub(crate) struct State {
    /// The word that made the state, and the belief after it.
    pub access: Vec<Event>,
    pub creator: NodeId,
    /// All beliefs that were seen to belong to it.
    pub members: FxHashSet<NodeId>,
    row: Vec<Seen>,
}

/// Where an event of a state leads, and which belief said so first.
#[derive(Clone, Copy, Debug)]
struct Lead {
    to: usize,
    from_node: NodeId,
    letter: LetterId,
    node: NodeId,
}

/// A closed and consistent table as an automaton.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hypothesis {
    pub states: Vec<State>,
    /// By state, call and outcome.
    next: FxHashMap<(usize, usize, usize), Lead>,
    /// Legal calls by state.
    allowed: FxHashSet<(usize, usize)>,
}

impl Hypothesis {
    pub fn allows(&self, state: usize, call: usize) -> bool {
        self.allowed.contains(&(state, call))
    }

    pub fn next(&self, state: usize, call: usize, outcome: usize) -> Option<usize> {
        self.next.get(&(state, call, outcome)).map(|lead| lead.to)
    }
}

/// What makes the table consistent.
#[derive(Debug)]
pub(crate) enum Refinement {
    /// The two letters of the call do not behave alike at the node: they differ in the experiment after the outcome, or in being legal.
    Split { call: usize, node: NodeId, one: LetterId, other: LetterId, then: Option<(usize, Experiment)> },
    /// A new column.
    Column(Experiment),
    /// The two beliefs must not share a state.
    Apart(NodeId, NodeId),
}

/// The table.
pub(crate) struct Table {
    pub calls: Vec<SampledCall>,
    pub experiments: Vec<Experiment>,
    known_experiments: FxHashSet<Experiment>,
    rows: FxHashMap<NodeId, Vec<Seen>>,
    /// Beliefs after prefixes of counterexamples.
    extra: FxHashSet<NodeId>,
    apart: FxHashSet<(NodeId, NodeId)>,
    /// Beliefs, methods and guards for which all arguments were found to be alike, or a difference was reported.
    alike: FxHashSet<(NodeId, usize, Term)>,
    /// Those for which arguments were looked for that have other outcomes.
    sampled: FxHashSet<(NodeId, usize, Term)>,
}

impl Table {
    /// One call for each method, with all arguments alike.
    pub fn new(words: &mut Words) -> Self {
        let mut table = Table {
            calls: Vec::new(),
            experiments: Vec::new(),
            known_experiments: FxHashSet::default(),
            rows: FxHashMap::default(),
            extra: FxHashSet::default(),
            apart: FxHashSet::default(),
            alike: FxHashSet::default(),
            sampled: FxHashSet::default(),
        };
        for method in 0..words.component().methods.len() {
            table.calls.push(SampledCall { call: GuardedCall::any(method), samples: Vec::new() });
            for arguments in first_arguments(words, method) {
                let sample = words.letter_id(Letter { method, arguments });
                table.add_sample(method, sample);
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

    /// Adds a sample to a call.
    pub fn add_sample(&mut self, call: usize, letter: LetterId) -> bool {
        if self.calls[call].samples.contains(&letter) {
            return false;
        }
        self.calls[call].samples.push(letter);
        self.add_experiment(Experiment { path: Vec::new(), last: letter });
        true
    }

    /// Splits the call by a condition over its parameters; both parts have samples.
    pub fn split(&mut self, words: &mut Words, call: usize, condition: Term) {
        let SampledCall { call: GuardedCall { method, guard }, samples } = self.calls[call].clone();
        let component = words.component();
        let not = component.terms.not(condition);
        let (yes, no) = (component.terms.and(guard, condition), component.terms.and(guard, not));
        let (inside, outside): (Vec<LetterId>, Vec<LetterId>) = samples
            .into_iter()
            .partition(|&sample| words.letter(sample).satisfies(&words.executor.component, condition));
        debug_assert!(!inside.is_empty() && !outside.is_empty());
        self.calls[call] = SampledCall { call: GuardedCall { method, guard: yes }, samples: inside };
        // Right behind, so that calls of one method stay together.
        self.calls.insert(call + 1, SampledCall { call: GuardedCall { method, guard: no }, samples: outside });
    }

    /// The number of calls of the method that has most.
    pub fn calls_of_a_method(&self) -> usize {
        let of = |method: MethodId| self.calls.iter().filter(|sampled| sampled.call.method == method).count();
        self.calls.iter().map(|sampled| of(sampled.call.method)).max().unwrap_or(0)
    }

    /// The call that a letter belongs to.
    pub fn call_of(&self, component: &Component, letter: &Letter) -> Option<usize> {
        self.calls.iter().position(|sampled| sampled.call.contains(component, letter))
    }

    /// What an experiment shows after a belief.
    pub fn observe(
        words: &mut Words,
        mut node: NodeId,
        experiment: &Experiment,
        run: &mut Run,
    ) -> Result<Seen, StopReason> {
        for &event in &experiment.path {
            if words.verdict(node, event.letter, run)? != Verdict::Legal {
                return Ok(Seen::Illegal);
            }
            match words.next(node, event, run)? {
                Some(next) => node = next,
                None => return Ok(Seen::Impossible),
            }
        }
        Ok(match words.verdict(node, experiment.last, run)? {
            Verdict::Legal => Seen::Legal,
            _ => Seen::Illegal,
        })
    }

    fn row(&mut self, words: &mut Words, node: NodeId, run: &mut Run) -> Result<&[Seen], StopReason> {
        let row = self.rows.entry(node).or_default();
        while row.len() < self.experiments.len() {
            row.push(Self::observe(words, node, &self.experiments[row.len()], run)?);
        }
        Ok(row)
    }

    /// The automaton, with whatever refinement is needed on the way. `split` finds the condition that tells two letters apart.
    ///
    /// # Errors
    /// When the run is to stop.
    pub fn hypothesis(
        &mut self,
        words: &mut Words,
        run: &mut Run,
        mut refine: impl FnMut(&mut Table, &mut Words, Refinement, &mut Run) -> Result<(), StopReason>,
    ) -> Result<Hypothesis, StopReason> {
        loop {
            match self.build(words, run)? {
                Ok(hypothesis) => return Ok(hypothesis),
                Err(refinement) => refine(self, words, refinement, run)?,
            }
        }
    }

    fn build(&mut self, words: &mut Words, run: &mut Run) -> Result<Result<Hypothesis, Refinement>, StopReason> {
        let mut growing = Growing::default();
        self.new_state(words, &mut growing.hypothesis, Words::START, Vec::new(), run)?;
        growing.queue(0, Words::START);
        while let Some((state, node)) = growing.pending.pop_front() {
            run.look()?;
            for call in 0..self.calls.len() {
                if let Err(refinement) = self.expand_call(words, &mut growing, (state, node), call, run)? {
                    return Ok(Err(refinement));
                }
            }
        }
        Ok(Ok(growing.hypothesis))
    }

    /// Makes a call at an expanded belief, with all its samples.
    fn expand_call(
        &mut self,
        words: &mut Words,
        growing: &mut Growing,
        (state, node): (usize, NodeId),
        call: usize,
        run: &mut Run,
    ) -> Result<Result<(), Refinement>, StopReason> {
        match self.legality(words, &growing.hypothesis, (state, node), call, run)? {
            Ok(true) => {}
            Ok(false) => return Ok(Ok(())),
            Err(refinement) => return Ok(Err(refinement)),
        }
        growing.hypothesis.allowed.insert((state, call));
        self.sample_outcomes(words, node, call, run)?;
        let outcomes = words.component().methods[self.calls[call].call.method].outcomes.len();
        for letter in self.calls[call].samples.clone() {
            for outcome in 0..outcomes {
                let Some(next) = words.next(node, Event { letter, outcome }, run)? else { continue };
                let step = Step { state, node, call, letter, outcome, next };
                match self.lead(words, &mut growing.hypothesis, step, run)? {
                    Ok(to) if self.is_expanded(&growing.hypothesis, to, next) => growing.queue(to, next),
                    Ok(_) => {}
                    Err(refinement) => return Ok(Err(refinement)),
                }
            }
        }
        Ok(Ok(()))
    }

    /// Adds samples for outcomes of a legal call that other arguments have at the node.
    fn sample_outcomes(
        &mut self,
        words: &mut Words,
        node: NodeId,
        call: usize,
        run: &mut Run,
    ) -> Result<(), StopReason> {
        let SampledCall { call: GuardedCall { method, guard }, samples } = self.calls[call].clone();
        let takes_arguments = !words.component().methods[method].parameters.is_empty();
        if !takes_arguments || !self.sampled.insert((node, method, guard)) {
            return Ok(());
        }
        let mut unseen = Vec::new();
        for outcome in 0..words.component().methods[method].outcomes.len() {
            let mut is_seen = false;
            for &letter in &samples {
                is_seen |= words.next(node, Event { letter, outcome }, run)?.is_some();
            }
            unseen.extend((!is_seen).then_some(outcome));
        }
        for arguments in arguments_with(words, method, guard, node, &unseen) {
            let letter = words.letter_id(Letter { method, arguments });
            self.add_sample(call, letter);
        }
        Ok(())
    }

    fn is_expanded(&self, hypothesis: &Hypothesis, state: usize, node: NodeId) -> bool {
        hypothesis.states[state].creator == node || self.extra.contains(&node)
    }

    /// Whether the call is legal at the node: all its samples must agree, and so must the state.
    fn legality(
        &mut self,
        words: &mut Words,
        hypothesis: &Hypothesis,
        (state, node): (usize, NodeId),
        call: usize,
        run: &mut Run,
    ) -> Result<Result<bool, Refinement>, StopReason> {
        let samples = self.calls[call].samples.clone();
        let one = samples[0];
        let legal = words.verdict(node, one, run)? == Verdict::Legal;
        for &other in &samples[1..] {
            if (words.verdict(node, other, run)? == Verdict::Legal) != legal {
                return Ok(Err(Refinement::Split { call, node, one, other, then: None }));
            }
        }
        if let Some(other) = self.unlike(words, node, call, legal) {
            return Ok(Err(Refinement::Split { call, node, one, other, then: None }));
        }
        let known = hypothesis.allowed.contains(&(state, call));
        // Single letters are columns, so words of one state agree on them.
        debug_assert!(hypothesis.states[state].creator == node || known == legal);
        Ok(Ok(legal))
    }

    /// A letter of the call that is not as legal at the node as its samples.
    fn unlike(&mut self, words: &mut Words, node: NodeId, call: usize, legal: bool) -> Option<LetterId> {
        let GuardedCall { method, guard } = self.calls[call].call;
        let takes_arguments = !words.component().methods[method].parameters.is_empty();
        let in_order = words.is_in_order(node, method);
        if !takes_arguments || !in_order || !self.alike.insert((node, method, guard)) {
            return None;
        }
        let arguments = unlike(words, method, guard, node, legal)?;
        Some(words.letter_id(Letter { method, arguments }))
    }

    fn new_state(
        &mut self,
        words: &mut Words,
        hypothesis: &mut Hypothesis,
        node: NodeId,
        access: Vec<Event>,
        run: &mut Run,
    ) -> Result<usize, StopReason> {
        let row = self.row(words, node, run)?.to_vec();
        let members = FxHashSet::from_iter([node]);
        hypothesis.states.push(State { access, creator: node, members, row });
        Ok(hypothesis.states.len() - 1)
    }

    /// The state that a step leads to: the one known for its event, else the first that fits, else a new one.
    fn lead(
        &mut self,
        words: &mut Words,
        hypothesis: &mut Hypothesis,
        step: Step,
        run: &mut Run,
    ) -> Result<Result<usize, Refinement>, StopReason> {
        let row = self.row(words, step.next, run)?.to_vec();
        let key = (step.state, step.call, step.outcome);
        if let Some(&lead) = hypothesis.next.get(&key) {
            if self.fits(hypothesis, lead.to, step.next, &row) {
                join(&mut hypothesis.states[lead.to], step.next, &row);
                return Ok(Ok(lead.to));
            }
            return self.disagreement(words, step, lead, run).map(Err);
        }
        let to = (0..hypothesis.states.len()).find(|&state| self.fits(hypothesis, state, step.next, &row));
        let to = match to {
            Some(to) => {
                join(&mut hypothesis.states[to], step.next, &row);
                to
            }
            None => {
                let mut access = hypothesis.states[step.state].access.clone();
                if hypothesis.states[step.state].creator != step.node {
                    // The way to an expanded belief that is not the creator is not kept; the letter is made at the creator's place.
                    access = self.access_to(words, step.node, run)?.unwrap_or(access);
                }
                access.push(Event { letter: step.letter, outcome: step.outcome });
                self.new_state(words, hypothesis, step.next, access, run)?
            }
        };
        hypothesis.next.insert(key, Lead { to, from_node: step.node, letter: step.letter, node: step.next });
        Ok(Ok(to))
    }

    /// A shortest word over samples to a belief, among expanded beliefs.
    fn access_to(&self, words: &mut Words, goal: NodeId, run: &mut Run) -> Result<Option<Vec<Event>>, StopReason> {
        let mut queue = VecDeque::from([(Words::START, Vec::new())]);
        let mut seen = FxHashSet::from_iter([Words::START]);
        while let Some((node, word)) = queue.pop_front() {
            if node == goal {
                return Ok(Some(word));
            }
            for SampledCall { call, samples } in &self.calls {
                for &letter in samples {
                    for outcome in 0..words.component().methods[call.method].outcomes.len() {
                        let event = Event { letter, outcome };
                        let Some(next) = words.next(node, event, run)? else { continue };
                        if (self.extra.contains(&next) || next == goal) && seen.insert(next) {
                            let longer = word.iter().copied().chain([event]).collect();
                            queue.push_back((next, longer));
                        }
                    }
                }
            }
        }
        Ok(None)
    }

    fn fits(&self, hypothesis: &Hypothesis, state: usize, node: NodeId, row: &[Seen]) -> bool {
        let found = &hypothesis.states[state];
        if found.members.contains(&node) {
            return true;
        }
        let agrees = found.row.iter().zip(row).all(|(mine, other)| !mine.contradicts(*other));
        agrees && !self.is_apart(found, node)
    }

    fn is_apart(&self, state: &State, node: NodeId) -> bool {
        !self.apart.is_empty()
            && state.members.iter().any(|&member| self.apart.contains(&(member.min(node), member.max(node))))
    }

    /// Two beliefs of one state, or two letters of one call, lead to beliefs that do not fit together: why?
    fn disagreement(
        &mut self,
        words: &mut Words,
        step: Step,
        lead: Lead,
        run: &mut Run,
    ) -> Result<Refinement, StopReason> {
        let Step { node, call, letter, outcome, .. } = step;
        let Some(column) = self.contradiction(words, lead.node, step.next, run)? else {
            // They do not contradict each other, but others in the state that they share.
            return Ok(match lead.from_node == node {
                true => Refinement::Split { call, node, one: lead.letter, other: letter, then: None },
                false => Refinement::Apart(lead.from_node, node),
            });
        };
        let experiment = self.experiments[column].clone();
        if lead.from_node == node {
            let then = Some((outcome, experiment));
            return Ok(Refinement::Split { call, node, one: lead.letter, other: letter, then });
        }
        for common in [letter, lead.letter] {
            let path: Vec<Event> =
                std::iter::once(Event { letter: common, outcome }).chain(experiment.path.iter().copied()).collect();
            let longer = Experiment { path, last: experiment.last };
            let here = Self::observe(words, node, &longer, run)?;
            if here.contradicts(Self::observe(words, lead.from_node, &longer, run)?) {
                return Ok(Refinement::Column(longer));
            }
            // The same belief with the two letters: the arguments matter.
            let (other_letter, own) = if common == letter { (lead.letter, lead.from_node) } else { (letter, node) };
            if here != Seen::Impossible
                && self.differ_at(words, own, (common, other_letter), outcome, &experiment, run)?
            {
                let then = Some((outcome, experiment));
                return Ok(Refinement::Split { call, node: own, one: common, other: other_letter, then });
            }
        }
        Ok(Refinement::Apart(lead.from_node, node))
    }

    fn differ_at(
        &self,
        words: &mut Words,
        node: NodeId,
        (one, other): (LetterId, LetterId),
        outcome: usize,
        experiment: &Experiment,
        run: &mut Run,
    ) -> Result<bool, StopReason> {
        let mut see = |letter: LetterId| {
            let path = std::iter::once(Event { letter, outcome }).chain(experiment.path.iter().copied()).collect();
            Self::observe(words, node, &Experiment { path, last: experiment.last }, run)
        };
        Ok(one != other && see(one)?.contradicts(see(other)?))
    }

    /// A column in which the two beliefs contradict each other.
    fn contradiction(
        &mut self,
        words: &mut Words,
        one: NodeId,
        other: NodeId,
        run: &mut Run,
    ) -> Result<Option<usize>, StopReason> {
        let row = self.row(words, one, run)?.to_vec();
        let other = self.row(words, other, run)?;
        Ok(row.iter().zip(other).position(|(a, b)| a.contradicts(*b)))
    }

    /// Whether the creators of all states contradict each other pairwise, so that no automaton has fewer states.
    pub fn tells_all_apart(
        &mut self,
        words: &mut Words,
        hypothesis: &Hypothesis,
        run: &mut Run,
    ) -> Result<bool, StopReason> {
        let creators: Vec<NodeId> = hypothesis.states.iter().map(|state| state.creator).collect();
        for (index, &one) in creators.iter().enumerate() {
            for &other in &creators[..index] {
                if self.contradiction(words, one, other, run)?.is_none() {
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
    call: usize,
    letter: LetterId,
    outcome: usize,
    next: NodeId,
}

fn join(state: &mut State, node: NodeId, row: &[Seen]) {
    if state.members.insert(node) {
        for (mine, other) in state.row.iter_mut().zip(row) {
            if *mine == Seen::Impossible {
                *mine = *other;
            }
        }
    }
}

/// The arguments with which a method is tried first: zeros, and for each parameter that has two values and a say, the other one.
fn first_arguments(words: &mut Words, method: usize) -> Vec<Vec<u64>> {
    let used = used_symbols(words, method);
    let component = words.component();
    let parameters = &component.methods[method].parameters;
    let zeros = vec![0; parameters.len()];
    let mut found = vec![zeros.clone()];
    for (place, parameter) in parameters.iter().enumerate() {
        if used.contains(&parameter.symbol) && component.value_count(parameter.ty) == Some(2) {
            let mut other = zeros.clone();
            other[place] = 1;
            found.push(other);
        }
    }
    found
}

/// The symbols on which it depends what a method does.
fn used_symbols(words: &Words, method: usize) -> Vec<Symbol> {
    let terms: Vec<Term> = words.executor.summaries[method].terms().collect();
    words.executor.component.terms.symbols_of_all(&terms)
}
