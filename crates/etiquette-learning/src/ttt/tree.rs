//! The discrimination tree: inner nodes ask a discriminator, edges are outputs, leaves are states.
//!
//! Every state has really given the outputs on the way from the root to its leaf. Inner nodes with temporary
//! discriminators lie below those with final ones: a maximal subtree of them is a *block*.

use std::sync::Arc;

use crate::oracle::MembershipOracle;

/// A node of a [`Tree`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

impl NodeId {
    fn index(self) -> usize {
        self.0 as usize
    }
}

/// A final discriminator: the empty word, or a letter before another final discriminator.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SuffixId(u32);

#[derive(Clone, Copy, Debug)]
struct Suffix {
    length: usize,
    /// The first letter and the rest; `None` for the empty word.
    first_step: Option<(usize, SuffixId)>,
}

/// What an inner node asks.
#[derive(Clone, Debug)]
pub(super) enum Discriminator {
    Final(SuffixId),
    Temporary(Arc<[usize]>),
}

#[derive(Clone, Debug)]
pub(super) struct Node<O> {
    pub(super) parent: Option<NodeId>,
    /// The output on the edge from the parent; `None` for the root.
    pub(super) label: Option<O>,
    pub(super) kind: Kind,
    /// The steps outside the spanning tree that lead here.
    incoming: Vec<u32>,
}

#[derive(Clone, Debug)]
pub(super) enum Kind {
    Leaf(u32),
    Inner(Discriminator, Vec<NodeId>),
}

/// Which discriminators [`Tree::sift`] asks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Through {
    /// Final ones only: it stops at the root of a block.
    Final,
    /// All of them: it stops at a leaf.
    All,
}

/// The result of [`Tree::sift`].
pub(super) enum Sifted<O> {
    /// At a leaf, or at the root of a block.
    To(NodeId),
    /// The node has no child for this output.
    NoChild(NodeId, O),
}

/// The discrimination tree.
#[derive(Clone, Debug)]
pub(super) struct Tree<O> {
    nodes: Vec<Node<O>>,
    leaf_of: Vec<NodeId>,
    suffixes: Vec<Suffix>,
}

impl<O: Clone + Eq> Tree<O> {
    pub(super) const ROOT: NodeId = NodeId(0);
    const EMPTY_SUFFIX: SuffixId = SuffixId(0);

    /// A tree without states, whose root asks for the output of a state itself.
    pub(super) fn new() -> Self {
        let discriminator = Discriminator::Final(Self::EMPTY_SUFFIX);
        Tree {
            nodes: vec![Node {
                parent: None,
                label: None,
                kind: Kind::Inner(discriminator, Vec::new()),
                incoming: Vec::new(),
            }],
            leaf_of: Vec::new(),
            suffixes: vec![Suffix { length: 0, first_step: None }],
        }
    }

    pub(super) fn node(&self, node: NodeId) -> &Node<O> {
        &self.nodes[node.index()]
    }

    fn push_node(&mut self, parent: Option<NodeId>, label: Option<O>, kind: Kind) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than 2^32 nodes"));
        self.nodes.push(Node { parent, label, kind, incoming: Vec::new() });
        id
    }

    /// Adds the leaf of a state, the next one in number, under an inner node.
    pub(super) fn add_leaf(&mut self, parent: NodeId, label: O, state: usize) {
        let leaf = self.push_node(Some(parent), Some(label), Kind::Leaf(state as u32));
        if let Kind::Inner(_, children) = &mut self.nodes[parent.index()].kind {
            children.push(leaf);
        }
        debug_assert_eq!(self.leaf_of.len(), state);
        self.leaf_of.push(leaf);
    }

    /// Replaces the leaf of a state by a node with two leaves, for the state and for a new one with the outputs given;
    /// returns the node.
    pub(super) fn split_leaf(
        &mut self,
        old_state: usize,
        new_state: usize,
        discriminator: Discriminator,
        (old_output, new_output): (O, O),
    ) -> NodeId {
        let node = self.leaf_of[old_state];
        let old_leaf = self.push_node(Some(node), Some(old_output), Kind::Leaf(old_state as u32));
        self.leaf_of[old_state] = old_leaf;
        self.nodes[node.index()].kind = Kind::Inner(discriminator, vec![old_leaf]);
        self.add_leaf(node, new_output, new_state);
        node
    }

    pub(super) fn leaf_of(&self, state: usize) -> NodeId {
        self.leaf_of[state]
    }

    pub(super) fn add_incoming(&mut self, node: NodeId, step: usize) {
        self.nodes[node.index()].incoming.push(step as u32);
    }

    pub(super) fn remove_incoming(&mut self, node: NodeId, step: usize) {
        self.nodes[node.index()].incoming.retain(|&other| other as usize != step);
    }

    pub(super) fn take_incoming(&mut self, node: NodeId) -> Vec<u32> {
        std::mem::take(&mut self.nodes[node.index()].incoming)
    }

    /// The children of an inner node with the outputs that lead to them.
    pub(super) fn children(&self, node: NodeId) -> impl Iterator<Item = (&O, NodeId)> {
        let children = match &self.node(node).kind {
            Kind::Inner(_, children) => children.as_slice(),
            Kind::Leaf(_) => &[],
        };
        children.iter().filter_map(|&child| Some((self.node(child).label.as_ref()?, child)))
    }

    /// The word of a node with a temporary discriminator; empty for other nodes.
    pub(super) fn temporary_word(&self, node: NodeId) -> &[usize] {
        match &self.node(node).kind {
            Kind::Inner(Discriminator::Temporary(word), _) => word,
            _ => &[],
        }
    }

    pub(super) fn is_temporary(&self, node: NodeId) -> bool {
        matches!(self.node(node).kind, Kind::Inner(Discriminator::Temporary(_), _))
    }

    pub(super) fn is_final(&self, node: NodeId) -> bool {
        matches!(self.node(node).kind, Kind::Inner(Discriminator::Final(_), _))
    }

    /// The length of the word that an inner node asks; zero for a leaf.
    pub(super) fn discriminator_length(&self, node: NodeId) -> usize {
        match &self.node(node).kind {
            Kind::Inner(Discriminator::Final(suffix), _) => self.suffixes[suffix.0 as usize].length,
            Kind::Inner(Discriminator::Temporary(word), _) => word.len(),
            Kind::Leaf(_) => 0,
        }
    }

    /// A final discriminator: the letter before that of a node.
    pub(super) fn add_suffix(&mut self, letter: usize, node: NodeId) -> SuffixId {
        let Kind::Inner(Discriminator::Final(rest), _) = self.node(node).kind else {
            unreachable!("only final discriminators are extended");
        };
        let id = SuffixId(u32::try_from(self.suffixes.len()).expect("fewer than 2^32 discriminators"));
        self.suffixes
            .push(Suffix { length: self.suffixes[rest.0 as usize].length + 1, first_step: Some((letter, rest)) });
        id
    }

    pub(super) fn set_kind(&mut self, node: NodeId, kind: Kind) {
        self.nodes[node.index()].kind = kind;
    }

    /// An inner node that is not yet below another one.
    pub(super) fn add_detached(&mut self, discriminator: Discriminator, children: Vec<NodeId>) -> NodeId {
        self.push_node(None, None, Kind::Inner(discriminator, children))
    }

    /// Says where a node is: it must be among the children of `parent`.
    pub(super) fn attach(&mut self, node: NodeId, parent: NodeId, label: O) {
        self.nodes[node.index()].parent = Some(parent);
        self.nodes[node.index()].label = Some(label);
    }

    /// The state of a leaf.
    pub(super) fn state_at(&self, node: NodeId) -> Option<usize> {
        match self.node(node).kind {
            Kind::Leaf(state) => Some(state as usize),
            Kind::Inner(..) => None,
        }
    }

    /// The state of the first leaf under a node.
    pub(super) fn first_state(&self, node: NodeId) -> usize {
        let mut here = node;
        loop {
            match &self.node(here).kind {
                Kind::Leaf(state) => return *state as usize,
                Kind::Inner(_, children) => here = children[0],
            }
        }
    }

    /// The output of a state: what the root asks.
    pub(super) fn output_of(&self, state: usize) -> &O {
        let mut here = self.leaf_of[state];
        while let Some(parent) = self.node(here).parent.filter(|&parent| parent != Self::ROOT) {
            here = parent;
        }
        self.node(here).label.as_ref().expect("every leaf is below the root")
    }

    fn write_discriminator(&self, discriminator: &Discriminator, word: &mut Vec<usize>) {
        match discriminator {
            Discriminator::Temporary(suffix) => word.extend_from_slice(suffix),
            Discriminator::Final(suffix) => {
                let mut here = *suffix;
                while let Some((letter, rest)) = self.suffixes[here.0 as usize].first_step {
                    word.push(letter);
                    here = rest;
                }
            }
        }
    }

    fn ask<M: MembershipOracle<O>>(
        &self,
        membership: &mut M,
        word: &mut Vec<usize>,
        discriminator: &Discriminator,
    ) -> Result<O, M::Error> {
        let length = word.len();
        self.write_discriminator(discriminator, word);
        let output = membership.query(word)?;
        word.truncate(length);
        Ok(output)
    }

    fn child(&self, node: NodeId, output: &O) -> Option<NodeId> {
        let mut children = self.children(node);
        children.find(|(label, _)| *label == output).map(|(_, child)| child)
    }

    /// Goes down from a node with the outputs that the word gives, as far as the discriminators may be asked.
    pub(super) fn sift<M: MembershipOracle<O>>(
        &self,
        membership: &mut M,
        from: NodeId,
        word: &mut Vec<usize>,
        through: Through,
    ) -> Result<Sifted<O>, M::Error> {
        let mut here = from;
        while let Kind::Inner(discriminator, _) = &self.node(here).kind {
            if through == Through::Final && self.is_temporary(here) {
                break;
            }
            let output = self.ask(membership, word, discriminator)?;
            match self.child(here, &output) {
                Some(child) => here = child,
                None => return Ok(Sifted::NoChild(here, output)),
            }
        }
        Ok(Sifted::To(here))
    }
}
