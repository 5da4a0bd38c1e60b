//! Classes of states that behave alike, by splitting sets until nothing splits them any more.
//!
//! The blocks of a partition are diagrams. A block splits another if an event leads into it from some states of the
//! other and not from the rest (partition refinement as by Paige and Tarjan 1987, with sets as in Bouali and de Simone
//! 1992). In the end all states of a block allow the same letters and reach the same blocks by the same events, so
//! words over blocks are words over states. Then the subset construction over blocks gives the same automaton as that
//! over states, but is as large as the result, not as the state space.

use std::collections::{BTreeSet, VecDeque};

use etiquette_symbolic::{Bdd, Diagrams, Fallible};
use rustc_hash::FxHashMap;

use crate::spaces::diagrams::space::{Row, SymbolicSpace};
use crate::spaces::space::{INITIAL, Space, Verdict};

/// When to give up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Patience {
    /// The most blocks.
    pub blocks: usize,
}

/// The partition of the states that count, or `None` if there are too many blocks.
pub(crate) fn partition(space: &SymbolicSpace<'_>, care: &Bdd, patience: Patience) -> Fallible<Option<Vec<Bdd>>> {
    let diagrams = &space.symbolic.diagrams;
    let mut partition =
        Partition { diagrams, blocks: vec![care.clone()], waiting: VecDeque::from([0]), queued: vec![true] };
    if let Some(cell) = space.symbolic.layout.constructed {
        partition.split_by(&diagrams.variable(space.symbolic.layout.cells[cell].current)?)?;
    }
    for letter in &space.calls {
        partition.split_by(&letter.fails)?;
    }
    while let Some(splitter) = partition.next_splitter() {
        for letter in &space.calls {
            for relation in letter.returns.iter().filter(|relation| !relation.is_empty()) {
                partition.split_by(&relation.preimage(diagrams, &splitter)?)?;
            }
        }
        if partition.blocks.len() > patience.blocks {
            return Ok(None);
        }
    }
    Ok(Some(partition.blocks))
}

struct Partition<'a> {
    diagrams: &'a Diagrams,
    blocks: Vec<Bdd>,
    waiting: VecDeque<usize>,
    queued: Vec<bool>,
}

impl Partition<'_> {
    fn next_splitter(&mut self) -> Option<Bdd> {
        let block = self.waiting.pop_front()?;
        self.queued[block] = false;
        Some(self.blocks[block].clone())
    }

    /// Splits every block into what is in the set and what is not.
    fn split_by(&mut self, set: &Bdd) -> Fallible<()> {
        for block in 0..self.blocks.len() {
            let inside = self.diagrams.and(&self.blocks[block], set)?;
            if inside.is_false() || inside == self.blocks[block] {
                continue;
            }
            let outside = self.diagrams.minus(&self.blocks[block], set)?;
            self.blocks[block] = inside;
            self.enqueue(block);
            self.blocks.push(outside);
            self.queued.push(false);
            self.enqueue(self.blocks.len() - 1);
        }
        Ok(())
    }

    fn enqueue(&mut self, block: usize) {
        if !std::mem::replace(&mut self.queued[block], true) {
            self.waiting.push_back(block);
        }
    }
}

/// Makes unions of blocks the nodes of the space: those that words lead to.
pub(crate) fn use_blocks(space: &mut SymbolicSpace<'_>, blocks: &[Bdd]) -> Fallible<()> {
    let graph = BlockGraph::new(space, blocks)?;
    let initial = graph.blocks_of(&space.symbolic.initial)?;
    let mut nodes: Vec<BTreeSet<usize>> = vec![initial.clone()];
    let mut number: FxHashMap<BTreeSet<usize>, u32> = FxHashMap::from_iter([(initial, INITIAL)]);
    let mut rows: Vec<Row> = Vec::new();
    while rows.len() < nodes.len() {
        let node = rows.len() as u32;
        let here = nodes[node as usize].clone();
        let row = graph.row(node, &here, |set| {
            let next = nodes.len() as u32;
            *number.entry(set.clone()).or_insert_with(|| {
                nodes.push(set);
                next
            })
        });
        rows.push(row);
    }
    let union = |node: &BTreeSet<usize>| space.symbolic.diagrams.any(node.iter().map(|&block| &blocks[block]));
    let sets = nodes.iter().map(union).collect::<Fallible<Vec<_>>>()?;
    space.set_classes(sets, rows);
    Ok(())
}

/// The transitions between blocks, and the errors of their calls.
struct BlockGraph<'a, 's> {
    space: &'a SymbolicSpace<'s>,
    blocks: &'a [Bdd],
    /// For each block and letter an error that it raises.
    errors: Vec<Vec<Option<usize>>>,
    /// For each block and event the blocks that it leads to.
    next: Vec<Vec<BTreeSet<usize>>>,
}

impl<'a, 's> BlockGraph<'a, 's> {
    fn new(space: &'a SymbolicSpace<'s>, blocks: &'a [Bdd]) -> Fallible<Self> {
        let mut graph = BlockGraph { space, blocks, errors: Vec::new(), next: Vec::new() };
        for block in blocks {
            let errors = (0..space.calls.len()).map(|letter| space.error_in(block, letter));
            graph.errors.push(errors.collect::<Fallible<Vec<_>>>()?);
            graph.next.push(graph.targets(block)?);
        }
        Ok(graph)
    }

    /// All states of a block lead to the same blocks, so one of them is asked.
    fn targets(&self, block: &Bdd) -> Fallible<Vec<BTreeSet<usize>>> {
        let diagrams = &self.space.symbolic.diagrams;
        let current = self.space.symbolic.layout.current();
        let picked = diagrams.smallest(block, &current)?.unwrap_or_default();
        let bits: Vec<_> = current.into_iter().zip(picked).collect();
        let state = diagrams.assignment(&bits)?;
        let mut targets = Vec::new();
        for (letter, call) in self.space.calls.iter().enumerate() {
            for outcome in 0..call.returns.len() {
                targets.push(self.blocks_of(&self.space.image(letter, outcome, &state)?)?);
            }
        }
        Ok(targets)
    }

    /// The blocks that a set has states of.
    fn blocks_of(&self, set: &Bdd) -> Fallible<BTreeSet<usize>> {
        let mut found = BTreeSet::new();
        let mut rest = set.clone();
        for (index, block) in self.blocks.iter().enumerate() {
            if rest.is_false() {
                break;
            }
            let without = self.space.symbolic.diagrams.minus(&rest, block)?;
            if without != rest {
                found.insert(index);
                rest = without;
            }
        }
        Ok(found)
    }

    fn row(&self, node: u32, blocks: &BTreeSet<usize>, mut number: impl FnMut(BTreeSet<usize>) -> u32) -> Row {
        let letters = self.space.letters();
        let mut row = Row { verdicts: Vec::new(), next: vec![None; letters.event_count()] };
        for letter in 0..letters.len() {
            let failing = blocks.iter().find_map(|&block| self.errors[block][letter]);
            let verdict = match self.space.is_in_order(node, letter) {
                true => failing.map_or(Verdict::Legal, Verdict::Fails),
                false => Verdict::OutOfOrder,
            };
            row.verdicts.push(verdict);
            if verdict != Verdict::Legal {
                continue;
            }
            for event in letters.events(letter) {
                let targets = blocks.iter().flat_map(|&block| self.next[block][event].iter().copied());
                let targets: BTreeSet<usize> = targets.collect();
                row.next[event] = (!targets.is_empty()).then(|| number(targets));
            }
        }
        row
    }
}
