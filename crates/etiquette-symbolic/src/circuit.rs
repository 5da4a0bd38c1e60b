//! Wires of a circuit as diagrams, each translated once, without recursion.

use etiquette_logic::{Gate, Signal};
use rustc_hash::FxHashMap;

use crate::diagrams::{Bdd, Diagrams, Fallible};
use crate::layout::Layout;
use crate::prepared::Prepared;

pub(crate) struct Circuit<'a> {
    diagrams: &'a Diagrams,
    layout: &'a Layout,
    prepared: &'a Prepared,
    known: FxHashMap<usize, Bdd>,
}

impl<'a> Circuit<'a> {
    pub fn new(diagrams: &'a Diagrams, layout: &'a Layout, prepared: &'a Prepared) -> Self {
        Circuit { diagrams, layout, prepared, known: FxHashMap::default() }
    }

    /// The diagram of a wire, over the values before the step.
    pub fn diagram(&mut self, signal: Signal) -> Fallible<Bdd> {
        for gate in self.unknown_below(signal) {
            let diagram = self.gate(gate)?;
            self.known.insert(gate, diagram);
        }
        self.wire(signal)
    }

    fn wire(&self, signal: Signal) -> Fallible<Bdd> {
        let diagram = &self.known[&signal.gate()];
        if signal.is_negated() { self.diagrams.not(diagram) } else { Ok(diagram.clone()) }
    }

    fn gate(&self, gate: usize) -> Fallible<Bdd> {
        match self.prepared.blaster.aig().gate(gate) {
            Gate::False => Ok(self.diagrams.constant(false)),
            Gate::And(a, b) => self.diagrams.and(&self.wire(a)?, &self.wire(b)?),
            Gate::Input => {
                let cell = self.prepared.inputs.get(&gate).and_then(|&bit| self.layout.cell(bit));
                let cell = cell.expect("every symbol of a checked component has a place");
                self.diagrams.variable(cell.current)
            }
        }
    }

    /// The gates that are still to be translated, operands before their users.
    fn unknown_below(&self, signal: Signal) -> Vec<usize> {
        let mut found = Vec::new();
        let mut seen = rustc_hash::FxHashSet::default();
        let mut pending = vec![signal.gate()];
        while let Some(gate) = pending.pop() {
            if self.known.contains_key(&gate) || !seen.insert(gate) {
                continue;
            }
            found.push(gate);
            if let Gate::And(a, b) = self.prepared.blaster.aig().gate(gate) {
                pending.extend([a.gate(), b.gate()]);
            }
        }
        // A gate is younger than its operands.
        found.sort_unstable();
        found
    }
}
