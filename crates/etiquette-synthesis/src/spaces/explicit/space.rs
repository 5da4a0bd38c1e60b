//! The belief space: a deterministic automaton over events whose nodes are the sets of states that the component can be
//! in.
//!
//! Explored on the fly, a node at a time. Where the component makes no hidden choice, every node is a single state and
//! this is just its transition graph; otherwise it is the subset construction that makes the interface of a component
//! that is not visibly deterministic safe and permissive (a call that *may* fail is forbidden).

use etiquette_component::{Component, Exit, Interpreter};
use rustc_hash::FxHashMap;

use crate::engine::Unsupported;
use crate::readable::values::guard;
use crate::spaces::explicit::initial::initial_states;
use crate::spaces::explicit::letters::{Letters, check_choices, read_parameters};
use crate::spaces::explicit::results::for_each_result;
use crate::spaces::explicit::states::StateStore;
use crate::spaces::space::{INITIAL, Space, Verdict};
use etiquette_outcome::{Run, StopReason};

const NO_NODE: u32 = u32::MAX;
const LEGAL: u32 = u32::MAX;
const OUT_OF_ORDER: u32 = u32::MAX - 1;

/// An error, or the states after each outcome.
type Remembered = (Option<u32>, Vec<Vec<u32>>);

/// The belief space of a component, as far as explored.
pub(crate) struct BeliefSpace<'a> {
    pub component: &'a Component,
    pub letters: Letters,
    pub states: StateStore,
    interpreter: Interpreter,
    /// The states of all nodes, one after the other; node `n` has `members[starts[n]..starts[n + 1]]`, sorted.
    members: Vec<u32>,
    starts: Vec<u32>,
    /// The node of a single state, by state.
    single: Vec<u32>,
    /// Nodes with several states or none.
    several: FxHashMap<Box<[u32]>, u32>,
    /// For each expanded node its row in `verdicts` and `next`; expansion order is up to the engine.
    row: Vec<u32>,
    verdicts: Vec<u32>,
    next: Vec<u32>,
    expanded: usize,
    /// What letters do from states that are not alone in a belief: an error, or the states after each outcome.
    remembered: FxHashMap<(u32, u32), Remembered>,
    /// The values of the state at hand.
    values: Vec<u64>,
    /// The states after the letter at hand, by outcome.
    targets: Vec<Vec<u32>>,
    /// For each method: whether some call of it was seen not to return.
    pub never_returns: Vec<bool>,
}

impl<'a> BeliefSpace<'a> {
    /// The space with its initial node, number 0.
    pub fn new(component: &'a Component) -> Result<Self, Unsupported> {
        Self::with_letters(component, Letters::of(component)?)
    }

    /// The same with letters that were chosen before: those of a component of which this one is an abstraction.
    pub fn with_letters(component: &'a Component, letters: Letters) -> Result<Self, Unsupported> {
        check_choices(component)?;
        let mut space = BeliefSpace {
            component,
            letters,
            states: StateStore::new(component),
            interpreter: Interpreter::new(component),
            members: Vec::new(),
            starts: vec![0],
            single: Vec::new(),
            several: FxHashMap::default(),
            row: Vec::new(),
            verdicts: Vec::new(),
            next: Vec::new(),
            expanded: 0,
            remembered: FxHashMap::default(),
            values: vec![0; component.variables.len()],
            targets: Vec::new(),
            never_returns: vec![false; component.methods.len()],
        };
        let mut initial: Vec<u32> = initial_states(component).iter().map(|state| space.states.intern(state)).collect();
        initial.sort_unstable();
        if component.has_constructors() {
            // Before construction is a node of its own, even if a constructed object has the same variables.
            space.push_node(&initial);
        } else {
            space.node(&mut initial);
        }
        Ok(space)
    }

    /// The number of nodes that were expanded.
    pub fn expanded_count(&self) -> usize {
        self.expanded
    }

    /// The states of a node.
    pub fn belief(&self, node: u32) -> &[u32] {
        let node = node as usize;
        &self.members[self.starts[node] as usize..self.starts[node + 1] as usize]
    }

    /// The node with these states.
    fn node(&mut self, states: &mut Vec<u32>) -> u32 {
        if states.len() > 1 {
            states.sort_unstable();
            states.dedup();
        }
        if let [only] = states[..] {
            if self.single.len() <= only as usize {
                self.single.resize(self.states.len(), NO_NODE);
            }
            if self.single[only as usize] == NO_NODE {
                self.single[only as usize] = self.push_node(states);
            }
            return self.single[only as usize];
        }
        match self.several.get(&states[..]) {
            Some(&node) => node,
            None => {
                let node = self.push_node(states);
                self.several.insert(states.as_slice().into(), node);
                node
            }
        }
    }

    fn push_node(&mut self, states: &[u32]) -> u32 {
        let node = self.row.len() as u32;
        self.members.extend_from_slice(states);
        self.starts.push(u32::try_from(self.members.len()).expect("the state limit is below 2^32"));
        self.row.push(NO_NODE);
        node
    }

    fn expand_letter(&mut self, node: u32, letter: usize, run: &mut Run) -> Result<u32, StopReason> {
        let method = self.letters.letters[letter].method;
        if !self.component.may_call(method, node == INITIAL) {
            return Ok(OUT_OF_ORDER);
        }
        let mut targets = std::mem::take(&mut self.targets);
        targets.iter_mut().for_each(Vec::clear);
        targets.resize_with(self.component.methods[method].outcomes.len(), Vec::new);
        let verdict = self.try_letter(node, letter, &mut targets, run);
        self.targets = targets;
        verdict
    }

    fn try_letter(
        &mut self,
        node: u32,
        letter: usize,
        targets: &mut [Vec<u32>],
        run: &mut Run,
    ) -> Result<u32, StopReason> {
        let members = self.starts[node as usize]..self.starts[node as usize + 1];
        let is_shared = members.len() > 1;
        for position in members {
            let state = self.members[position as usize];
            let error = match is_shared {
                true => self.remembered_results(state, letter, targets, run)?,
                false => self.results(state, letter, targets, run)?,
            };
            if let Some(error) = error {
                return Ok(error);
            }
        }
        for (outcome, states) in targets.iter_mut().enumerate() {
            if !states.is_empty() {
                let target = self.node(states);
                let position = self.expanded * self.letters.event_count() + self.letters.event(letter, outcome);
                self.next[position] = target;
            }
        }
        Ok(LEGAL)
    }

    /// As [`BeliefSpace::results`], but each is found only once: a state is a member of many beliefs.
    fn remembered_results(
        &mut self,
        state: u32,
        letter: usize,
        targets: &mut [Vec<u32>],
        run: &mut Run,
    ) -> Result<Option<u32>, StopReason> {
        let key = (state, letter as u32);
        if !self.remembered.contains_key(&key) {
            let mut own = vec![Vec::new(); targets.len()];
            let error = self.results(state, letter, &mut own, run)?;
            for states in &mut own {
                states.sort_unstable();
                states.dedup();
            }
            self.remembered.insert(key, (error, own));
        }
        let (error, own) = &self.remembered[&key];
        for (all, own) in targets.iter_mut().zip(own) {
            all.extend_from_slice(own);
        }
        Ok(*error)
    }

    /// Adds the states after a letter from one state to the targets, by outcome; or gives the error that it fails with.
    fn results(
        &mut self,
        state: u32,
        letter: usize,
        targets: &mut [Vec<u32>],
        run: &mut Run,
    ) -> Result<Option<u32>, StopReason> {
        let letter = &self.letters.letters[letter];
        self.states.unpack(state, &mut self.values);
        let (states, never_returns) = (&mut self.states, &mut self.never_returns[letter.method]);
        let mut error = None;
        let visit = |exit: Exit, after: &[u64]| match exit {
            Exit::Returned(outcome) => targets[outcome].push(states.intern(after)),
            Exit::Failed(site) => error = error.or(Some(site as u32)),
            Exit::NeverReturns => *never_returns = true,
        };
        for_each_result(&mut self.interpreter, &self.values, letter, run, visit)?;
        Ok(error)
    }
}

impl Space for BeliefSpace<'_> {
    const UNIT: &'static str = "states";

    fn component(&self) -> &Component {
        self.component
    }

    fn letters(&self) -> &Letters {
        &self.letters
    }

    fn node_count(&self) -> usize {
        self.row.len()
    }

    fn size(&self) -> u64 {
        self.states.len() as u64
    }

    fn expand(&mut self, node: u32, run: &mut Run) -> Result<(), StopReason> {
        run.tick()?;
        if self.is_expanded(node) {
            return Ok(());
        }
        let row = self.expanded;
        self.verdicts.truncate(row * self.letters.len());
        self.next.truncate(row * self.letters.event_count());
        self.next.resize((row + 1) * self.letters.event_count(), NO_NODE);
        for letter in 0..self.letters.len() {
            let verdict = self.expand_letter(node, letter, run)?;
            self.verdicts.push(verdict);
        }
        self.row[node as usize] = row as u32;
        self.expanded += 1;
        Ok(())
    }

    fn is_expanded(&self, node: u32) -> bool {
        self.row[node as usize] != NO_NODE
    }

    fn verdict(&self, node: u32, letter: usize) -> Verdict {
        match self.verdicts[self.row[node as usize] as usize * self.letters.len() + letter] {
            LEGAL => Verdict::Legal,
            OUT_OF_ORDER => Verdict::OutOfOrder,
            error => Verdict::Fails(error as usize),
        }
    }

    fn next(&self, node: u32, event: usize) -> Option<u32> {
        let next = self.next[self.row[node as usize] as usize * self.letters.event_count() + event];
        (next != NO_NODE).then_some(next)
    }

    fn never_returns(&self) -> &[bool] {
        &self.never_returns
    }

    fn guard(&self, method: usize, letters: &[usize]) -> String {
        let method = &self.component.methods[method];
        let tuples: Vec<&[u64]> = letters.iter().map(|&letter| &self.letters.letters[letter].arguments[..]).collect();
        guard(self.component, method, &read_parameters(self.component, method), &tuples)
    }

    /// A node is one belief, whatever the word.
    fn error_after(&self, _word: &dyn Fn() -> Vec<(usize, usize)>, _letter: usize, known: usize) -> usize {
        known
    }
}
