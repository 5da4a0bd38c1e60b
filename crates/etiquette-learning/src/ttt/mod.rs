//! The TTT learner (Isberner, Howar, Steffen 2014): a spanning tree of access words, a discrimination tree whose leaves
//! are the states, and discriminators that are short because each is a letter before another one.
//!
//! A counterexample splits a state by a suffix of itself, which may be long: a *temporary* discriminator. It is
//! replaced by a *final* one as soon as the successors of the split states are told apart, so that no later question
//! contains it. After each refinement all discriminators are final. Asks fewer words than L*, in more rounds.

mod blocks;
mod finalise;
mod tree;

use crate::analysis::{WrongStep, find_wrong_step_along};
use crate::learner::Learner;
use crate::machine::Machine;
use crate::oracle::MembershipOracle;
use crate::spanning::SpanningTree;

use tree::{Discriminator, NodeId, Sifted, Through, Tree};

/// The TTT learner.
#[derive(Clone, Debug)]
pub struct Ttt<O> {
    alphabet: usize,
    states: SpanningTree,
    tree: Tree<O>,
    /// Where each step leads; row-major: state, then letter.
    steps: Vec<Step>,
    /// Steps whose target must be found or found anew.
    open: Vec<usize>,
    /// The roots of maximal subtrees with temporary discriminators.
    blocks: Vec<NodeId>,
    hypothesis: Machine<O>,
    /// Steps whose targets have changed since the hypothesis was made.
    changed: Vec<usize>,
}

/// Where a letter leads from a state.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// An edge of the spanning tree: to the state whose access word it is.
    ToChild(usize),
    /// Another edge: to a leaf or, while a block has not been resolved, to its root.
    ToNode {
        node: NodeId,
        /// How far below `node` temporary discriminators have led when they had to be asked.
        inside: NodeId,
    },
}

/// A word that starts in a state and on which the hypothesis is wrong.
struct Inconsistency<O> {
    start: usize,
    word: Vec<usize>,
    output: O,
}

impl Step {
    fn to_node(node: NodeId) -> Self {
        Step::ToNode { node, inside: node }
    }
}

impl<O: Clone + Eq> Ttt<O> {
    /// A learner over `0..alphabet` with its first hypothesis.
    pub fn new<M: MembershipOracle<O>>(alphabet: usize, membership: &mut M) -> Result<Self, M::Error> {
        let output = membership.query(&[])?;
        let mut learner = Ttt {
            alphabet,
            states: SpanningTree::new(),
            tree: Tree::new(),
            steps: Vec::new(),
            open: Vec::new(),
            blocks: Vec::new(),
            hypothesis: Machine::constant(alphabet, output.clone()),
            changed: Vec::new(),
        };
        learner.tree.add_leaf(Tree::<O>::ROOT, output, 0);
        learner.add_steps(0);
        learner.close(membership)?;
        learner.update_hypothesis();
        Ok(learner)
    }

    fn add_steps(&mut self, state: usize) {
        for letter in 0..self.alphabet {
            self.steps.push(Step::to_node(Tree::<O>::ROOT));
            self.open.push(state * self.alphabet + letter);
        }
    }

    fn target(&self, step: usize) -> NodeId {
        match self.steps[step] {
            Step::ToChild(state) => self.tree.leaf_of(state),
            Step::ToNode { node, .. } => node,
        }
    }

    /// The leaf of a step's target, or the root of the block that it lies in.
    fn target_block(&self, step: usize) -> NodeId {
        self.tree.block_of(self.target(step))
    }

    fn write_step_word(&self, step: usize, word: &mut Vec<usize>) {
        self.states.write_word(step / self.alphabet, word);
        word.push(step % self.alphabet);
    }

    /// Finds the targets of all open steps. A step to a place in the tree where no state is yet becomes a new state.
    fn close<M: MembershipOracle<O>>(&mut self, membership: &mut M) -> Result<(), M::Error> {
        let mut word = Vec::new();
        while let Some(step) = self.open.pop() {
            self.write_step_word(step, &mut word);
            match self.tree.sift(membership, self.target(step), &mut word, Through::Final)? {
                Sifted::To(node) => self.set_target(step, node),
                Sifted::NoChild(parent, output) => {
                    let state = self.make_state(step);
                    self.tree.add_leaf(parent, output, state);
                }
            }
        }
        Ok(())
    }

    fn set_target(&mut self, step: usize, node: NodeId) {
        self.steps[step] = Step::to_node(node);
        self.tree.add_incoming(node, step);
        self.changed.push(step);
    }

    /// Makes a step an edge of the spanning tree, to a new state whose leaf the caller adds.
    fn make_state(&mut self, step: usize) -> usize {
        if let Step::ToNode { node, .. } = self.steps[step] {
            self.tree.remove_incoming(node, step);
        }
        let state = self.states.add(step / self.alphabet, step % self.alphabet);
        self.steps[step] = Step::ToChild(state);
        self.changed.push(step);
        self.add_steps(state);
        state
    }

    /// Uses an inconsistency: the word of the wrong step becomes a new state, next to the one that it was taken for.
    fn split<M: MembershipOracle<O>>(&mut self, membership: &mut M, wrong: &Inconsistency<O>) -> Result<(), M::Error> {
        let Some(run) = self.run_to_leaves(membership, wrong)? else {
            return Ok(());
        };
        let found = self.analyse(membership, &run, wrong)?;
        let step = run[found.position] * self.alphabet + wrong.word[found.position];
        let old_state = run[found.position + 1];
        let new_state = self.make_state(step);
        let suffix = Discriminator::Temporary(wrong.word[found.position + 1..].into());
        let outputs = (found.state_output, found.step_output);
        let node = self.tree.split_leaf(old_state, new_state, suffix, outputs);
        if self.tree.block_of(node) == node {
            self.blocks.push(node);
        }
        Ok(())
    }

    fn analyse<M: MembershipOracle<O>>(
        &self,
        membership: &mut M,
        run: &[usize],
        wrong: &Inconsistency<O>,
    ) -> Result<WrongStep<O>, M::Error> {
        let outputs = (wrong.output.clone(), self.tree.output_of(run[wrong.word.len()]).clone());
        find_wrong_step_along(membership, &self.states, &wrong.word, outputs, |position| run[position])
    }

    /// The states along the word. Where a step leads to an unresolved block, its temporary discriminators are asked; if
    /// that shows a new state, it is added, and there is no run.
    fn run_to_leaves<M: MembershipOracle<O>>(
        &mut self,
        membership: &mut M,
        wrong: &Inconsistency<O>,
    ) -> Result<Option<Vec<usize>>, M::Error> {
        let mut run = vec![wrong.start];
        let mut state = wrong.start;
        for &letter in &wrong.word {
            match self.successor(membership, state * self.alphabet + letter)? {
                Some(successor) => state = successor,
                None => return Ok(None),
            }
            run.push(state);
        }
        Ok(Some(run))
    }

    /// The state that a step leads to; `None` if that turns out to be a new one, which is then added.
    fn successor<M: MembershipOracle<O>>(
        &mut self,
        membership: &mut M,
        step: usize,
    ) -> Result<Option<usize>, M::Error> {
        let (node, inside) = match self.steps[step] {
            Step::ToChild(state) => return Ok(Some(state)),
            Step::ToNode { node, inside } => (node, inside),
        };
        if let Some(state) = self.tree.state_at(inside) {
            return Ok(Some(state));
        }
        let mut word = Vec::new();
        self.write_step_word(step, &mut word);
        match self.tree.sift(membership, inside, &mut word, Through::All)? {
            Sifted::To(leaf) => {
                self.steps[step] = Step::ToNode { node, inside: leaf };
                Ok(Some(self.tree.first_state(leaf)))
            }
            Sifted::NoChild(parent, output) => {
                let new_state = self.make_state(step);
                self.tree.add_leaf(parent, output, new_state);
                Ok(None)
            }
        }
    }

    /// Resolves all blocks: replaces temporary discriminators by final ones, and where that is not possible uses the
    /// contradiction between a temporary discriminator and the hypothesis.
    fn stabilise<M: MembershipOracle<O>>(&mut self, membership: &mut M) -> Result<(), M::Error> {
        loop {
            self.close(membership)?;
            if self.finalise_a_block() {
                continue;
            }
            let Some(&block) = self.blocks.first() else {
                return Ok(());
            };
            let wrong = self.inconsistency(block);
            self.split(membership, &wrong)?;
        }
    }

    /// When no block can be finalised, the successors of a block's states lie in a common block for each letter, so the
    /// hypothesis gives one output to the block's discriminator, while different ones were observed.
    fn inconsistency(&self, block: NodeId) -> Inconsistency<O> {
        let word = self.tree.temporary_word(block).to_vec();
        let representative = |node: NodeId| self.tree.first_state(node);
        let step = |state: usize, &letter: &usize| representative(self.target_block(state * self.alphabet + letter));
        let end = word.iter().fold(representative(block), step);
        let claimed = self.tree.output_of(end);
        let mut children = self.tree.children(block);
        let (output, child) =
            children.find(|(output, _)| *output != claimed).expect("a discriminator has different outputs");
        Inconsistency { start: representative(child), output: output.clone(), word }
    }

    fn update_hypothesis(&mut self) {
        for state in self.hypothesis.states()..self.states.size() {
            self.hypothesis.add_state(self.tree.output_of(state).clone());
        }
        for step in std::mem::take(&mut self.changed) {
            let target = self.tree.first_state(self.target_block(step));
            let (state, letter) = (step / self.alphabet, step % self.alphabet);
            self.hypothesis.set_next(state, letter, target);
        }
    }
}

impl<O: Clone + Eq, M: MembershipOracle<O>> Learner<O, M> for Ttt<O> {
    fn hypothesis(&self) -> &Machine<O> {
        &self.hypothesis
    }

    fn refine(&mut self, membership: &mut M, word: &[usize], output: &O) -> Result<(), M::Error> {
        let counterexample = Inconsistency { start: 0, word: word.to_vec(), output: output.clone() };
        self.split(membership, &counterexample)?;
        self.stabilise(membership)?;
        self.update_hypothesis();
        Ok(())
    }
}
