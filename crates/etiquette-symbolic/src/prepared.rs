//! A component made ready to become diagrams: methods summarised into blocks, every term translated into wires of one
//! circuit.

use etiquette_component::{Block, Component, Summary, initial_condition, summarise};
use etiquette_logic::{Blaster, Gate, Signal, Sort, Symbol, Term};
use rustc_hash::FxHashMap;

/// A bit of a symbol.
pub(crate) type Bit = (Symbol, usize);

/// A block with its terms as wires.
pub(crate) struct WiredBlock {
    pub block: Block,
    pub condition: Signal,
    /// The new values of the variables that it changes, bit by bit, least significant first.
    pub updates: Vec<(Symbol, Vec<Signal>)>,
}

/// What a wire of the circuit is needed for.
pub(crate) struct Need {
    pub signal: Signal,
    /// The bit whose next value it is.
    pub target: Option<Bit>,
}

pub(crate) struct Prepared {
    /// With the terms of the summaries.
    pub component: Component,
    pub summaries: Vec<Summary>,
    pub methods: Vec<Vec<WiredBlock>>,
    pub initial: Signal,
    /// Which patterns of the variables' bits are values of their types.
    pub domain: Signal,
    /// For each method which patterns of its hidden choices' bits are values of their types.
    pub choices: Vec<Signal>,
    pub blaster: Blaster,
    /// The bits that the circuit's inputs stand for, by gate.
    pub inputs: FxHashMap<usize, Bit>,
}

impl Prepared {
    pub fn new(component: &Component) -> Self {
        let mut component = component.clone();
        let summaries: Vec<Summary> =
            (0..component.methods.len()).map(|method| summarise(&mut component, method)).collect();
        let initial = initial_condition(&mut component);
        let domain = component.state_domains();
        let choices = summaries.iter().map(|summary| component.domains(&summary.choices));
        let choices: Vec<Term> = choices.collect();
        let mut blaster = Blaster::new();
        let methods = summaries.iter().map(|summary| wire(&component, &mut blaster, &summary.blocks)).collect();
        let initial = blaster.signal(&component.terms, initial);
        let domain = blaster.signal(&component.terms, domain);
        let choices = choices.into_iter().map(|term| blaster.signal(&component.terms, term)).collect();
        let inputs = inputs(&blaster);
        Prepared { component, summaries, methods, initial, domain, choices, blaster, inputs }
    }

    /// Every wire that becomes a diagram.
    pub fn needs(&self) -> Vec<Need> {
        let mut needs = Vec::new();
        for block in self.methods.iter().flatten() {
            needs.push(Need { signal: block.condition, target: None });
            for (symbol, bits) in &block.updates {
                let bits = bits.iter().enumerate();
                needs.extend(bits.map(|(bit, &signal)| Need { signal, target: Some((*symbol, bit)) }));
            }
        }
        needs.push(Need { signal: self.initial, target: None });
        needs
    }

    /// Every term of the blocks, and the condition on the initial states.
    pub fn roots(&self) -> Vec<Term> {
        let blocks = self.methods.iter().flatten().map(|block| &block.block);
        let terms = blocks.flat_map(|block| block.updates.iter().map(|(_, value)| *value).chain([block.condition]));
        terms.chain([self.component.initially]).collect()
    }

    /// The number of bits of a symbol.
    pub fn width(&self, symbol: Symbol) -> usize {
        match self.component.terms.symbol_sort(symbol) {
            Sort::Bool => 1,
            Sort::Bits(width) => width as usize,
        }
    }
}

fn wire(component: &Component, blaster: &mut Blaster, blocks: &[Block]) -> Vec<WiredBlock> {
    let wired = |block: &Block| WiredBlock {
        condition: blaster.signal(&component.terms, block.condition),
        updates: block
            .updates
            .iter()
            .map(|&(symbol, value)| (symbol, blaster.signals(&component.terms, value).to_vec()))
            .collect(),
        block: block.clone(),
    };
    blocks.iter().map(wired).collect()
}

fn inputs(blaster: &Blaster) -> FxHashMap<usize, Bit> {
    let bits = blaster
        .symbols()
        .iter()
        .flat_map(|(symbol, signals)| signals.iter().enumerate().map(|(bit, signal)| (signal.gate(), (*symbol, bit))));
    bits.filter(|(gate, _)| matches!(blaster.aig().gate(*gate), Gate::Input)).collect()
}
