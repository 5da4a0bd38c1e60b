//! Discriminator finalisation: a block whose states have successors in different places of the tree is split by a
//! letter followed by the final discriminator that separates the successors. No questions are needed: the answers are
//! in the tree.

use super::Ttt;
use super::tree::NodeId;

/// A way to split a block: the letter, and the inner node that separates the successors.
struct Splitter {
    letter: usize,
    separator: NodeId,
}

impl<O: Clone + Eq> Ttt<O> {
    /// Replaces the root of one block by a final discriminator; false where no block allows it.
    pub(super) fn finalise_a_block(&mut self) -> bool {
        for index in 0..self.blocks.len() {
            if let Some(splitter) = self.find_splitter(self.blocks[index]) {
                let block = self.blocks.swap_remove(index);
                self.finalise(block, &splitter);
                return true;
            }
        }
        false
    }

    /// The splitter with the shortest discriminator, if there is any.
    fn find_splitter(&self, block: NodeId) -> Option<Splitter> {
        let states = self.tree.states_below(block);
        let splitters = (0..self.alphabet).filter_map(|letter| {
            let separator = self.separator_of_successors(&states, letter)?;
            Some(Splitter { letter, separator })
        });
        splitters.min_by_key(|splitter| self.tree.discriminator_length(splitter.separator))
    }

    /// The lowest node above all successors, `None` where they lie in one block.
    fn separator_of_successors(&self, states: &[usize], letter: usize) -> Option<NodeId> {
        let targets = states.iter().map(|state| self.target_block(state * self.alphabet + letter));
        let lowest = targets.reduce(|first, second| self.tree.lowest_common_ancestor(first, second))?;
        self.tree.is_final(lowest).then_some(lowest)
    }

    fn finalise(&mut self, block: NodeId, splitter: &Splitter) {
        let states = self.tree.states_below(block);
        let outcome = |state: usize| {
            let target = self.target(state * self.alphabet + splitter.letter);
            (state, self.tree.output_towards(splitter.separator, target).clone())
        };
        let outcomes: Vec<(usize, O)> = states.into_iter().map(outcome).collect();
        let remaining = self.tree.finalise(block, (splitter.letter, splitter.separator), &outcomes);
        self.blocks.extend(remaining);
        let incoming = self.tree.take_incoming(block);
        self.open.extend(incoming.into_iter().map(|step| step as usize));
    }
}
