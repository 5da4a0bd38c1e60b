//! A quick proof of visible determinism: states that one word can lead to are put into one class, and so are the states
//! after them.
//!
//! This is the algorithm of Hopcroft and Karp for the equivalence of automata, with union-find: almost linear. If no
//! class has states that disagree, the component is visibly deterministic. The other way round it holds only where
//! outcomes don't tell states apart, since classes may have states that no word leads to both.

use crate::determinism::Halt;
use crate::determinism::steps::{Step, StepGraph};
use etiquette_outcome::Run;

/// Stands for no state.
const NONE: u32 = u32::MAX;

/// Whether all states of each class agree on which calls fail.
pub(crate) fn agree(graph: &mut StepGraph<'_>, run: &mut Run) -> Result<bool, Halt> {
    let mut classes = Classes { parent: Vec::new(), rows: Vec::new(), pending: Vec::new(), consistent: true };
    let mut unions = first_unions(graph, &mut classes, run)?;
    loop {
        while let Some((one, other)) = unions.pop() {
            classes.unite(one, other, &mut unions);
        }
        let Some(state) = classes.pending.pop().filter(|_| classes.consistent) else {
            return Ok(classes.consistent);
        };
        graph.expand(state, run)?;
        classes.visit(graph, state, &mut unions);
    }
}

/// The states after the constructors, or else the initial states, pairwise.
fn first_unions(graph: &mut StepGraph<'_>, classes: &mut Classes, run: &mut Run) -> Result<Vec<(u32, u32)>, Halt> {
    let initial = graph.initial.clone();
    if !graph.component.has_constructors() {
        return Ok(initial.iter().map(|&state| (initial[0], state)).collect());
    }
    let mut unions = Vec::new();
    let mut row = Row::new(graph);
    for state in initial {
        graph.expand(state, run)?;
        classes.consistent &= row.add(graph, state, true, &mut unions);
    }
    Ok(unions)
}

/// What a class is known to do.
#[derive(Clone)]
struct Row {
    /// For each letter whether it fails, once that is known.
    fails: Box<[Option<bool>]>,
    /// For each event one of the states that it leads to.
    targets: Box<[u32]>,
}

impl Row {
    fn new(graph: &StepGraph<'_>) -> Self {
        let (letters, events) = (graph.letters.len(), graph.letters.event_count());
        Row { fails: vec![None; letters].into(), targets: vec![NONE; events].into() }
    }

    /// Adds what a state does; says whether that agrees with what is known.
    fn add(&mut self, graph: &StepGraph<'_>, state: u32, constructors: bool, unions: &mut Vec<(u32, u32)>) -> bool {
        let in_order = (0..graph.letters.len()).filter(|&letter| graph.is_in_order(letter, constructors));
        let mut agrees = true;
        for letter in in_order {
            let Step { fails, passes, targets } = graph.step(state, letter);
            agrees &= !(*fails && *passes) && *self.fails[letter].get_or_insert(*fails) == *fails;
            for &(outcome, target) in targets {
                self.lead(graph.letters.event(letter, outcome as usize), target, unions);
            }
        }
        agrees
    }

    fn lead(&mut self, event: usize, target: u32, unions: &mut Vec<(u32, u32)>) {
        let known = std::mem::replace(&mut self.targets[event], target);
        unions.push((if known == NONE { target } else { known }, target));
    }
}

struct Classes {
    /// The parent of each state that was met; a root is its own.
    parent: Vec<u32>,
    /// For each root what its class does, once one of its states was expanded.
    rows: Vec<Option<Row>>,
    /// States that were met but not expanded.
    pending: Vec<u32>,
    consistent: bool,
}

impl Classes {
    /// The root of a state's class, which is met with this at the latest.
    fn root(&mut self, state: u32) -> u32 {
        let index = state as usize;
        if self.parent.len() <= index {
            self.parent.resize(index + 1, NONE);
            self.rows.resize(index + 1, None);
        }
        if self.parent[index] == NONE {
            self.parent[index] = state;
            self.pending.push(state);
        }
        let mut here = state;
        while self.parent[here as usize] != here {
            let above = self.parent[here as usize];
            self.parent[here as usize] = self.parent[above as usize];
            here = above;
        }
        here
    }

    fn unite(&mut self, one: u32, other: u32, unions: &mut Vec<(u32, u32)>) {
        let (one, other) = (self.root(one), self.root(other));
        if one == other {
            return;
        }
        self.parent[other as usize] = one;
        let Some(joining) = self.rows[other as usize].take() else { return };
        match &mut self.rows[one as usize] {
            empty @ None => *empty = Some(joining),
            Some(row) => self.consistent &= join(row, &joining, unions),
        }
    }

    fn visit(&mut self, graph: &StepGraph<'_>, state: u32, unions: &mut Vec<(u32, u32)>) {
        let root = self.root(state) as usize;
        let row = self.rows[root].get_or_insert_with(|| Row::new(graph));
        self.consistent &= row.add(graph, state, false, unions);
    }
}

/// Adds one row to another; says whether they agree.
fn join(row: &mut Row, joining: &Row, unions: &mut Vec<(u32, u32)>) -> bool {
    for (event, &target) in joining.targets.iter().enumerate().filter(|(_, target)| **target != NONE) {
        row.lead(event, target, unions);
    }
    let mut agrees = true;
    for (known, found) in row.fails.iter_mut().zip(&joining.fails) {
        agrees &= known.zip(*found).is_none_or(|(known, found)| known == found);
        *known = known.or(*found);
    }
    agrees
}
