//! Which variable of the diagrams stands for which bit of the component.
//!
//! A bit of the state has three variables next to each other: its value before a call, after it, and in a second run
//! beside the first.

use std::ops::Range;

use etiquette_component::{Binding, Component, Visibility};
use etiquette_logic::Symbol;
use rustc_hash::FxHashMap;

use crate::diagrams::Var;
use crate::prepared::{Bit, Prepared};

/// The variables of one bit that a call can change.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cell {
    /// Its value before.
    pub current: Var,
    /// Its value after.
    pub next: Var,
    /// Its value before, in a second run.
    pub twin: Var,
}

/// Enough for an automaton with so many bits of state.
const CELLS_BESIDE: Var = 16;

/// The places of all bits.
#[derive(Clone, Debug)]
pub struct Layout {
    /// The cells of the state: the variables one after the other, each least significant bit first; then, where the
    /// object is constructed by an event, the bit that says whether it was.
    pub cells: Vec<Cell>,
    /// Where the cells of each variable are.
    pub variables: Vec<Range<usize>>,
    /// The cell that says whether the object was constructed.
    pub constructed: Option<usize>,
    /// For each method the variables of its parameters, each least significant bit first.
    pub parameters: Vec<Vec<Vec<Var>>>,
    /// For each method the variables of its hidden choices.
    pub(crate) choices: Vec<Vec<Var>>,
    /// For each method the cells of its locals, where it has loops.
    pub(crate) locals: Vec<Vec<Cell>>,
    /// Cells that no bit of the component has, at the bottom of the order, where they slow down nothing else: for
    /// states of an automaton that runs beside it.
    pub beside: Vec<Cell>,
    /// The cells of all symbols that can change; parameters and choices have only one variable.
    places: FxHashMap<Bit, Cell>,
    count: Var,
}

impl Layout {
    /// The bits from the top of the order.
    pub(crate) fn new(prepared: &Prepared, bits: Vec<Bit>) -> Self {
        let mut places = FxHashMap::default();
        let mut count: Var = 0;
        let fixed: Vec<Symbol> = fixed_symbols(prepared);
        for bit in bits {
            let wide = if fixed.contains(&bit.0) { 0 } else { 1 };
            places.insert(bit, Cell { current: count, next: count + wide, twin: count + 2 * wide });
            count += 1 + 2 * wide;
        }
        let constructed = cell_at(count);
        let layout = Layout {
            cells: Vec::new(),
            variables: Vec::new(),
            constructed: None,
            parameters: Vec::new(),
            choices: Vec::new(),
            locals: Vec::new(),
            beside: (1..=CELLS_BESIDE).map(|number| cell_at(count + 3 * number)).collect(),
            places,
            count: count + 3 + 3 * CELLS_BESIDE,
        };
        layout.filled(prepared, constructed)
    }

    fn filled(mut self, prepared: &Prepared, constructed: Cell) -> Self {
        let component = &prepared.component;
        for variable in &component.variables {
            let cells = self.cells_of(prepared, &variable.binding);
            self.variables.push(self.cells.len()..self.cells.len() + cells.len());
            self.cells.extend(cells);
        }
        if component.has_constructors() {
            self.constructed = Some(self.cells.len());
            self.cells.push(constructed);
        }
        for (method, summary) in component.methods.iter().zip(&prepared.summaries) {
            let variables = |layout: &Self, binding: &Binding| -> Vec<Var> {
                layout.cells_of(prepared, binding).into_iter().map(|cell| cell.current).collect()
            };
            let parameters = method.parameters.iter().map(|binding| variables(&self, binding)).collect();
            let choices = summary.choices.iter().flat_map(|binding| variables(&self, binding)).collect();
            let locals = match summary.is_loop_free() {
                true => Vec::new(),
                false => method.locals.iter().flat_map(|binding| self.cells_of(prepared, binding)).collect(),
            };
            self.parameters.push(parameters);
            self.choices.push(choices);
            self.locals.push(locals);
        }
        self
    }

    fn cells_of(&self, prepared: &Prepared, binding: &Binding) -> Vec<Cell> {
        (0..prepared.width(binding.symbol)).map(|bit| self.places[&(binding.symbol, bit)]).collect()
    }

    /// The cell of a bit; parameters and choices have the same variable three times.
    pub(crate) fn cell(&self, bit: Bit) -> Option<Cell> {
        self.places.get(&bit).copied()
    }

    /// The number of variables.
    pub fn variable_count(&self) -> Var {
        self.count
    }

    /// The variables of the bits that are not visible.
    pub fn hidden_variables(&self, visibility: &Visibility, variable: impl Fn(&Cell) -> Var) -> Vec<Var> {
        let mut hidden = Vec::new();
        for (range, visible) in self.variables.iter().zip(&visibility.0) {
            let cells = self.cells[range.clone()].iter().enumerate();
            hidden.extend(cells.filter(|(bit, _)| visible >> bit & 1 == 0).map(|(_, cell)| variable(cell)));
        }
        hidden
    }

    /// The variables of the state before a call.
    pub fn current(&self) -> Vec<Var> {
        self.cells.iter().map(|cell| cell.current).collect()
    }

    /// The variables of the parameters of a method, all in a row.
    pub fn arguments(&self, method: usize) -> Vec<Var> {
        self.parameters[method].iter().flatten().copied().collect()
    }

    /// The variables of a list of words, so that the first word counts most, and of each its most significant bit.
    pub fn by_significance(words: &[Vec<Var>]) -> Vec<Var> {
        words.iter().flat_map(|word| word.iter().rev().copied()).collect()
    }

    /// The current variables of each state variable, each least significant bit first.
    pub fn words(&self) -> Vec<Vec<Var>> {
        let word = |range: &Range<usize>| self.cells[range.clone()].iter().map(|cell| cell.current).collect();
        self.variables.iter().map(word).collect()
    }
}

fn cell_at(first: Var) -> Cell {
    Cell { current: first, next: first + 1, twin: first + 2 }
}

/// Symbols that no step changes: parameters are cells, too, where a body assigns to them.
fn fixed_symbols(prepared: &Prepared) -> Vec<Symbol> {
    let choices = prepared.summaries.iter().flat_map(|summary| &summary.choices);
    let parameters = prepared.component.methods.iter().flat_map(|method| &method.parameters);
    let written: Vec<Symbol> =
        prepared.methods.iter().flatten().flat_map(|block| &block.block.updates).map(|(symbol, _)| *symbol).collect();
    choices.chain(parameters).map(|binding| binding.symbol).filter(|symbol| !written.contains(symbol)).collect()
}

/// All bits as they are written: parameters, choices and locals of the methods, then the state; most significant bits
/// first.
pub(crate) fn declared(prepared: &Prepared) -> Vec<Bit> {
    let component: &Component = &prepared.component;
    let mut bindings: Vec<&Binding> = Vec::new();
    for (method, summary) in component.methods.iter().zip(&prepared.summaries) {
        bindings.extend(method.parameters.iter().chain(&summary.choices).chain(&method.locals));
    }
    bindings.extend(component.variables.iter().map(|variable| &variable.binding));
    let bits = |binding: &&Binding| {
        let symbol = binding.symbol;
        (0..prepared.width(symbol)).rev().map(move |bit| (symbol, bit)).collect::<Vec<_>>()
    };
    bindings.iter().flat_map(bits).collect()
}
