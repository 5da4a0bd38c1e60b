//! What the discrimination tree does for blocks, i.e. maximal subtrees of temporary discriminators: find them, and
//! split them.
//!
//! Splitting keeps the outputs that were observed: a smaller block has the same discriminators, as far as they still
//! separate.

use super::tree::{Discriminator, Kind, NodeId, Tree};

impl<O: Clone + Eq> Tree<O> {
    /// The highest node that is not separated from the given one by a final discriminator.
    pub(super) fn block_of(&self, node: NodeId) -> NodeId {
        let mut here = node;
        while let Some(parent) = self.node(here).parent.filter(|&parent| self.is_temporary(parent)) {
            here = parent;
        }
        here
    }

    /// The states of all leaves under a node, from left to right.
    pub(super) fn states_below(&self, node: NodeId) -> Vec<usize> {
        let (mut states, mut waiting) = (Vec::new(), vec![node]);
        while let Some(here) = waiting.pop() {
            match &self.node(here).kind {
                Kind::Leaf(state) => states.push(*state as usize),
                Kind::Inner(_, children) => waiting.extend(children.iter().rev()),
            }
        }
        states
    }

    pub(super) fn lowest_common_ancestor(&self, first: NodeId, second: NodeId) -> NodeId {
        let (mut first, mut second) = (first, second);
        let (mut first_depth, mut second_depth) = (self.depth(first), self.depth(second));
        while first != second {
            let up = |node: NodeId| self.node(node).parent.unwrap_or(Self::ROOT);
            if first_depth >= second_depth {
                (first, first_depth) = (up(first), first_depth - 1);
            } else {
                (second, second_depth) = (up(second), second_depth - 1);
            }
        }
        first
    }

    fn depth(&self, node: NodeId) -> usize {
        std::iter::successors(self.node(node).parent, |&above| self.node(above).parent).count()
    }

    /// The output on the edge below `ancestor` that leads to `node`.
    pub(super) fn output_towards(&self, ancestor: NodeId, node: NodeId) -> &O {
        let mut here = node;
        while let Some(parent) = self.node(here).parent.filter(|&parent| parent != ancestor) {
            here = parent;
        }
        self.node(here).label.as_ref().expect("the node is below the ancestor")
    }

    /// Splits a block by a letter before the discriminator of `separator`, given the output for each of its states.
    /// Returns the blocks that remain under it.
    pub(super) fn finalise(
        &mut self,
        block: NodeId,
        (letter, separator): (usize, NodeId),
        outcomes: &[(usize, O)],
    ) -> Vec<NodeId> {
        let mut children: Vec<NodeId> = Vec::new();
        for (position, (_, output)) in outcomes.iter().enumerate() {
            if outcomes[..position].iter().any(|(_, earlier)| earlier == output) {
                continue;
            }
            let group = outcomes.iter().filter(|(_, other)| other == output);
            let states: Vec<usize> = group.map(|&(state, _)| state).collect();
            let child = self.restrict(block, &states).expect("a group has states");
            self.attach(child, block, output.clone());
            children.push(child);
        }
        let suffix = self.add_suffix(letter, separator);
        self.set_kind(block, Kind::Inner(Discriminator::Final(suffix), children.clone()));
        children.retain(|&child| self.is_temporary(child));
        children
    }

    /// The part of a block with only these states, without discriminators that no longer separate anything.
    fn restrict(&mut self, node: NodeId, states: &[usize]) -> Option<NodeId> {
        let (discriminator, children) = match &self.node(node).kind {
            Kind::Leaf(state) => return states.contains(&(*state as usize)).then_some(node),
            Kind::Inner(discriminator, children) => (discriminator.clone(), children.clone()),
        };
        let mut kept = Vec::new();
        for child in children {
            let label = self.node(child).label.clone();
            kept.extend(self.restrict(child, states).zip(label));
        }
        if kept.len() < 2 {
            return kept.pop().map(|(only, _)| only);
        }
        let smaller = self.add_detached(discriminator, kept.iter().map(|&(child, _)| child).collect());
        for (child, label) in kept {
            self.attach(child, smaller, label);
        }
        Some(smaller)
    }
}
