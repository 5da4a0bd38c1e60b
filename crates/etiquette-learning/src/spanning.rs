//! A tree of access words: each state but the first is reached from an earlier one by a letter, so words share their
//! prefixes.
//!
//! Both learners keep their representatives here; a word is written out only when it is asked.

/// The access words of states that are numbered in the order in which they were added.
#[derive(Clone, Debug)]
pub(crate) struct SpanningTree {
    /// For each state but the initial one the state before it and the letter between them.
    last_step: Vec<Option<(u32, u32)>>,
}

impl SpanningTree {
    /// The initial state alone, with the empty word.
    pub(crate) fn new() -> Self {
        SpanningTree { last_step: vec![None] }
    }

    pub(crate) fn size(&self) -> usize {
        self.last_step.len()
    }

    /// A new state whose access word is that of `parent` and a letter.
    pub(crate) fn add(&mut self, parent: usize, letter: usize) -> usize {
        self.last_step.push(Some((parent as u32, letter as u32)));
        self.last_step.len() - 1
    }

    pub(crate) fn last_step(&self, state: usize) -> Option<(usize, usize)> {
        self.last_step[state].map(|(parent, letter)| (parent as usize, letter as usize))
    }

    /// The state's access word.
    pub(crate) fn word(&self, state: usize) -> Vec<usize> {
        let mut word = Vec::new();
        self.write_word(state, &mut word);
        word
    }

    /// Replaces the content of `word` by the state's access word.
    pub(crate) fn write_word(&self, state: usize, word: &mut Vec<usize>) {
        word.clear();
        let mut here = state;
        while let Some((parent, letter)) = self.last_step(here) {
            word.push(letter);
            here = parent;
        }
        word.reverse();
    }
}
