//! A space whose nodes are sets of states as diagrams: beliefs, explored as they are asked for, or unions of classes of
//! states that behave alike.

use std::cell::{Cell, RefCell};

use etiquette_component::{Component, Letter};
use etiquette_symbolic::{Bdd, Fallible, SymbolicComponent, SymbolicLetter};
use rustc_hash::FxHashMap;

use crate::spaces::diagrams::guards::guard;
use crate::spaces::diagrams::stop_reason;
use crate::spaces::explicit::letters::Letters;
use crate::spaces::space::{INITIAL, Space, Verdict};
use etiquette_outcome::{Run, StopReason};

/// What is known of a node.
#[derive(Clone, Debug)]
pub(crate) struct Row {
    pub verdicts: Vec<Verdict>,
    /// By event.
    pub next: Vec<Option<u32>>,
}

#[derive(Default)]
struct Nodes {
    sets: Vec<Bdd>,
    index: FxHashMap<Bdd, u32>,
    rows: Vec<Option<Row>>,
    expanded: usize,
}

/// How nodes come about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// A node is the belief of its words; expanded by the engine.
    Beliefs,
    /// The same, expanded whenever somebody looks.
    Lazy,
    /// A node is a union of classes; its words have beliefs within it.
    Classes,
}

/// Letters, each with its guard.
pub(crate) struct Guarded {
    pub letters: Vec<SymbolicLetter>,
    pub guards: Vec<String>,
}

pub(crate) struct SymbolicSpace<'a> {
    component: &'a Component,
    pub symbolic: &'a SymbolicComponent,
    letters: Letters,
    pub calls: Vec<SymbolicLetter>,
    /// The guard of each letter by itself.
    guards: Vec<String>,
    nodes: RefCell<Nodes>,
    never_returns: Vec<bool>,
    illegal: Vec<Bdd>,
    kind: Cell<Kind>,
}

impl<'a> SymbolicSpace<'a> {
    /// The space of beliefs, with its initial node.
    ///
    /// # Errors
    /// When the node table is full, or on interruption.
    pub fn new(
        component: &'a Component,
        symbolic: &'a SymbolicComponent,
        Guarded { letters: calls, guards }: Guarded,
        care: &Bdd,
    ) -> Fallible<Self> {
        let plain = |letter: &SymbolicLetter| Letter { method: letter.method, arguments: letter.arguments.clone() };
        let letters = Letters::numbered(component, calls.iter().map(plain).collect());
        let never_returns = never_returns(symbolic, care)?;
        let illegal = calls.iter().map(|letter| illegal(component, symbolic, letter)).collect::<Fallible<Vec<_>>>()?;
        let nodes = RefCell::default();
        let kind = Cell::new(Kind::Beliefs);
        let space = SymbolicSpace { component, symbolic, letters, calls, guards, nodes, never_returns, illegal, kind };
        space.node(&symbolic.initial);
        Ok(space)
    }

    /// The node of a set.
    fn node(&self, set: &Bdd) -> u32 {
        let mut nodes = self.nodes.borrow_mut();
        if let Some(&node) = nodes.index.get(set) {
            return node;
        }
        let node = nodes.sets.len() as u32;
        nodes.sets.push(set.clone());
        nodes.index.insert(set.clone(), node);
        nodes.rows.push(None);
        node
    }

    /// Replaces beliefs by nodes that stand for classes, all of them expanded.
    pub fn set_classes(&mut self, sets: Vec<Bdd>, rows: Vec<Row>) {
        let expanded = rows.len();
        let rows = rows.into_iter().map(Some).collect();
        *self.nodes.borrow_mut() = Nodes { sets, index: FxHashMap::default(), rows, expanded };
        self.kind.set(Kind::Classes);
    }

    /// From now on nodes are expanded whenever somebody looks.
    pub fn expand_lazily(&self) {
        self.kind.set(Kind::Lazy);
    }

    /// Whether there may be more nodes than were met.
    pub fn is_lazy(&self) -> bool {
        self.kind.get() == Kind::Lazy
    }

    /// The set of a node.
    pub fn set(&self, node: u32) -> Bdd {
        self.nodes.borrow().sets[node as usize].clone()
    }

    /// The number of nodes that were expanded.
    pub fn expanded_count(&self) -> usize {
        self.nodes.borrow().expanded
    }

    /// The states after a letter with this outcome.
    pub fn image(&self, letter: usize, outcome: usize, set: &Bdd) -> Fallible<Bdd> {
        self.calls[letter].returns[outcome].image(&self.symbolic.diagrams, set)
    }

    /// Tries every letter at the node, however long that takes.
    fn try_letters(&self, node: u32) -> Fallible<()> {
        if self.nodes.borrow().rows[node as usize].is_some() {
            return Ok(());
        }
        let set = self.set(node);
        let mut row = Row { verdicts: Vec::new(), next: vec![None; self.letters.event_count()] };
        for letter in 0..self.calls.len() {
            let verdict = self.judge(node, &set, letter)?;
            row.verdicts.push(verdict);
            if verdict == Verdict::Legal {
                for (outcome, event) in self.letters.events(letter).enumerate() {
                    let after = self.image(letter, outcome, &set)?;
                    row.next[event] = (!after.is_false()).then(|| self.node(&after));
                }
            }
        }
        let mut nodes = self.nodes.borrow_mut();
        nodes.rows[node as usize] = Some(row);
        nodes.expanded += 1;
        Ok(())
    }

    /// The states from which the letter is not legal, among them those of the wrong side of construction.
    pub fn illegal(&self, letter: usize) -> &Bdd {
        &self.illegal[letter]
    }

    /// Whether the rules of construction allow the letter at the node at all.
    pub fn is_in_order(&self, node: u32, letter: usize) -> bool {
        self.component.may_call(self.calls[letter].method, node == INITIAL)
    }

    fn judge(&self, node: u32, set: &Bdd, letter: usize) -> Fallible<Verdict> {
        if !self.is_in_order(node, letter) {
            return Ok(Verdict::OutOfOrder);
        }
        Ok(self.error_in(set, letter)?.map_or(Verdict::Legal, Verdict::Fails))
    }

    /// An error that the letter can raise from a state of the set.
    pub fn error_in(&self, set: &Bdd, letter: usize) -> Fallible<Option<usize>> {
        for (error, condition) in &self.calls[letter].failures {
            if !self.symbolic.diagrams.are_disjoint(set, condition)? {
                return Ok(Some(*error));
            }
        }
        Ok(None)
    }

    fn error_by_simulation(&self, word: &[(usize, usize)], letter: usize) -> Fallible<Option<usize>> {
        let mut belief = self.symbolic.initial.clone();
        for &(letter, outcome) in word {
            belief = self.image(letter, outcome, &belief)?;
        }
        self.error_in(&belief, letter)
    }
}

fn illegal(component: &Component, symbolic: &SymbolicComponent, letter: &SymbolicLetter) -> Fallible<Bdd> {
    let Some(cell) = symbolic.layout.constructed else { return Ok(letter.fails.clone()) };
    let is_late = component.methods[letter.method].constructor;
    let wrong = symbolic.diagrams.literal(symbolic.layout.cells[cell].current, is_late)?;
    symbolic.diagrams.or(&letter.fails, &wrong)
}

fn never_returns(symbolic: &SymbolicComponent, care: &Bdd) -> Fallible<Vec<bool>> {
    let mut found = Vec::new();
    for (index, method) in symbolic.methods.iter().enumerate() {
        let somewhere = symbolic.diagrams.and(&method.never_returns, care)?;
        found.push(!symbolic.diagrams.are_disjoint(&somewhere, &symbolic.arguments[index])?);
    }
    Ok(found)
}

impl Space for SymbolicSpace<'_> {
    const UNIT: &'static str = "beliefs";

    fn component(&self) -> &Component {
        self.component
    }

    fn letters(&self) -> &Letters {
        &self.letters
    }

    fn node_count(&self) -> usize {
        self.nodes.borrow().sets.len()
    }

    fn size(&self) -> u64 {
        self.node_count() as u64
    }

    fn expand(&mut self, node: u32, run: &mut Run) -> Result<(), StopReason> {
        run.tick()?;
        self.try_letters(node).map_err(|halt| stop_reason(halt, run))
    }

    fn is_expanded(&self, node: u32) -> bool {
        if self.is_lazy() && self.try_letters(node).is_err() {
            return false;
        }
        self.nodes.borrow().rows[node as usize].is_some()
    }

    fn verdict(&self, node: u32, letter: usize) -> Verdict {
        let nodes = self.nodes.borrow();
        nodes.rows[node as usize].as_ref().expect("an expanded node").verdicts[letter]
    }

    fn next(&self, node: u32, event: usize) -> Option<u32> {
        self.nodes.borrow().rows[node as usize].as_ref().expect("an expanded node").next[event]
    }

    fn never_returns(&self) -> &[bool] {
        &self.never_returns
    }

    fn guard(&self, method: usize, letters: &[usize]) -> String {
        let classes = letters.iter().map(|&letter| &self.calls[letter].class);
        let set = self.symbolic.diagrams.any(classes);
        let text = set.and_then(|set| guard(self.component, self.symbolic, method, &set));
        // Together they may not fit into the table any more, but each of them was written down before.
        let one_by_one = || letters.iter().map(|&letter| format!("({})", self.guards[letter])).collect::<Vec<_>>();
        text.ok().flatten().unwrap_or_else(|| one_by_one().join(" || "))
    }

    /// The words to a node that stands for classes agree on whether a letter fails, but not on how.
    fn error_after(&self, word: &dyn Fn() -> Vec<(usize, usize)>, letter: usize, known: usize) -> usize {
        if self.kind.get() != Kind::Classes || self.calls[letter].failures.len() < 2 {
            return known;
        }
        self.error_by_simulation(&word(), letter).ok().flatten().unwrap_or(known)
    }
}
