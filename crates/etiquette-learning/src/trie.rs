//! Words with values, as a tree in one dense array: the memory of the oracles that remember answers.
//!
//! A step takes one array access; a node takes four bytes for each letter, and its value.

/// A map from words over `0..alphabet` to values.
#[derive(Clone, Debug)]
pub(crate) struct Trie<V> {
    alphabet: usize,
    /// Row-major: node, then letter; zero, which is the root, where there is no child.
    children: Vec<u32>,
    values: Vec<Option<V>>,
}

/// A node of a [`Trie`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Node(u32);

impl<V> Trie<V> {
    pub(crate) const ROOT: Node = Node(0);

    pub(crate) fn new(alphabet: usize) -> Self {
        Trie { alphabet, children: vec![0; alphabet], values: vec![None] }
    }

    /// The number of nodes, the root included.
    pub(crate) fn size(&self) -> usize {
        self.values.len()
    }

    pub(crate) fn child(&self, node: Node, letter: usize) -> Option<Node> {
        match self.children[node.0 as usize * self.alphabet + letter] {
            0 => None,
            child => Some(Node(child)),
        }
    }

    /// The node of a word that starts at a given node, made where it does not exist.
    pub(crate) fn extend(&mut self, node: Node, word: &[usize]) -> Node {
        word.iter().fold(node, |node, &letter| self.child_or_new(node, letter))
    }

    fn child_or_new(&mut self, node: Node, letter: usize) -> Node {
        if let Some(child) = self.child(node, letter) {
            return child;
        }
        let new = u32::try_from(self.values.len()).expect("fewer than 2^32 words");
        self.values.push(None);
        self.children.resize(self.children.len() + self.alphabet, 0);
        self.children[node.0 as usize * self.alphabet + letter] = new;
        Node(new)
    }

    pub(crate) fn value(&self, node: Node) -> Option<&V> {
        self.values[node.0 as usize].as_ref()
    }

    pub(crate) fn set_value(&mut self, node: Node, value: V) {
        self.values[node.0 as usize] = Some(value);
    }
}
