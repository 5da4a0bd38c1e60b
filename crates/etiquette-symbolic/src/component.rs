//! A component as diagrams: its initial states and its methods, built from the terms, never by enumerating states.

use std::rc::Rc;

use etiquette_component::Component;
use etiquette_logic::to_signed;

use crate::circuit::Circuit;
use crate::diagrams::{Bdd, Capacity, Diagrams, Fallible, Var};
use crate::layout::Layout;
use crate::method::{MethodBuilder, SymbolicMethod};
use crate::order::Order;
use crate::prepared::Prepared;
use crate::relation::Relation;
use crate::trial::Plan;

/// Whom to ask whether to stop.
pub(crate) type Interrupt = Rc<dyn Fn() -> bool>;

/// How a component becomes diagrams.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Options {
    /// The order of the variables.
    pub order: Order,
    /// The size of the tables.
    pub capacity: Capacity,
}

/// A component over diagrams.
pub struct SymbolicComponent {
    /// The operations on sets.
    pub diagrams: Diagrams,
    /// Which variable stands for what.
    pub layout: Layout,
    /// The methods, as in the component.
    pub methods: Vec<SymbolicMethod>,
    /// The states before the first call.
    pub initial: Bdd,
    /// All patterns of bits that are states.
    pub domain: Bdd,
    /// For each method the arguments that are values of their types.
    pub arguments: Vec<Bdd>,
    /// For each method and outcome the calls with any arguments.
    pub steps: Vec<Vec<Relation>>,
}

impl SymbolicComponent {
    /// Builds the diagrams.
    ///
    /// # Errors
    /// When they do not fit into the table, or `interrupt` says so.
    pub fn new(component: &Component, options: &Options, interrupt: impl Fn() -> bool + 'static) -> Fallible<Self> {
        let interrupt: Interrupt = Rc::new(interrupt);
        let prepared = Prepared::new(component);
        let plan = Plan { component, prepared: &prepared, capacity: options.capacity, interrupt: &interrupt };
        plan.build(options.order)
    }

    /// Builds the diagrams with this layout.
    pub(crate) fn build(
        component: &Component,
        prepared: &Prepared,
        layout: Layout,
        capacity: Capacity,
        interrupt: &Interrupt,
    ) -> Fallible<Self> {
        let mut diagrams = Diagrams::new(layout.variable_count(), capacity);
        let hook = Rc::clone(interrupt);
        diagrams.set_interrupt(move || hook());
        let mut circuit = Circuit::new(&diagrams, &layout, prepared);
        let methods = methods(&mut circuit, &diagrams, &layout, prepared)?;
        let initial = initial(&mut circuit, &diagrams, &layout, prepared)?;
        let domain = circuit.diagram(prepared.domain)?;
        let valid = |method| valid_arguments(component, &diagrams, &layout, method);
        let arguments = (0..methods.len()).map(valid).collect::<Fallible<Vec<_>>>()?;
        let step = |(index, method)| any_arguments(&diagrams, method, &arguments[index], &layout.arguments(index));
        let steps = methods.iter().enumerate().map(step).collect::<Fallible<Vec<_>>>()?;
        drop(circuit);
        Ok(SymbolicComponent { diagrams, layout, methods, initial, domain, arguments, steps })
    }

    /// The states after a call of the method with any arguments, whatever its outcome.
    pub fn successors(&self, method: usize, set: &Bdd) -> Fallible<Bdd> {
        let images = self.steps[method].iter().map(|step| step.image(&self.diagrams, set));
        self.diagrams.any(&images.collect::<Fallible<Vec<_>>>()?)
    }

    /// The number of states of a set; `u128::MAX` for more.
    pub fn count(&self, set: &Bdd) -> u128 {
        self.diagrams.count(set, &self.layout.current())
    }

    /// The smallest state of the set, its variables in the order of the component; `None`: the set is empty.
    pub fn smallest_state(&self, set: &Bdd) -> Fallible<Option<Vec<u64>>> {
        self.smallest(set, &self.layout.words())
    }

    /// The smallest arguments of the set, in the order of the method's parameters.
    pub fn smallest_arguments(&self, method: usize, set: &Bdd) -> Fallible<Option<Vec<u64>>> {
        self.smallest(set, &self.layout.parameters[method])
    }

    fn smallest(&self, set: &Bdd, words: &[Vec<Var>]) -> Fallible<Option<Vec<u64>>> {
        let found = self.diagrams.smallest(set, &Layout::by_significance(words))?;
        Ok(found.map(|bits| numbers(&bits, words)))
    }

    /// The set of one state; where objects are constructed by an event, of a constructed one.
    pub fn state(&self, values: &[u64]) -> Fallible<Bdd> {
        let mut bits = assignment(values, &self.layout.words());
        bits.extend(self.layout.constructed.map(|cell| (self.layout.cells[cell].current, true)));
        self.diagrams.assignment(&bits)
    }

    /// The set of one tuple of arguments.
    pub fn tuple(&self, method: usize, arguments: &[u64]) -> Fallible<Bdd> {
        self.diagrams.assignment(&assignment(arguments, &self.layout.parameters[method]))
    }

    /// The smallest and the largest value that a word (a variable or a parameter) has in the set; `None` if that is
    /// empty.
    pub fn range(&self, set: &Bdd, word: &[Var], signed: bool) -> Fallible<Option<(i128, i128)>> {
        if set.is_false() {
            return Ok(None);
        }
        let bound = |largest| Ok(number(self.extreme(set, word, signed, largest)?, word.len() as u32, signed));
        Ok(Some((bound(false)?, bound(true)?)))
    }

    /// The smallest or the largest value of a word in a set that is not empty, bit by bit from the most significant
    /// one.
    fn extreme(&self, set: &Bdd, word: &[Var], signed: bool, largest: bool) -> Fallible<u64> {
        let mut rest = set.clone();
        let mut value = 0;
        for (bit, &variable) in word.iter().enumerate().rev() {
            // With a sign, a number is smaller if its highest bit is on.
            let wanted = largest != (signed && bit + 1 == word.len());
            let preferred = self.diagrams.restrict(&rest, &self.diagrams.literal(variable, wanted)?)?;
            let is_on = wanted != preferred.is_false();
            rest = match preferred.is_false() {
                true => self.diagrams.restrict(&rest, &self.diagrams.literal(variable, !wanted)?)?,
                false => preferred,
            };
            value |= u64::from(is_on) << bit;
        }
        Ok(value)
    }

    /// The assignments in which a word is at least (`largest: false`) or at most the bound.
    pub fn bounded(&self, word: &[Var], signed: bool, bound: i128, largest: bool) -> Fallible<Bdd> {
        let mut found = self.diagrams.constant(true);
        for (bit, &variable) in word.iter().enumerate() {
            let flip = signed && bit + 1 == word.len();
            let is_on = bound >> bit & 1 == 1;
            let variable = self.diagrams.literal(variable, !flip)?;
            // Larger than the bound so far: this bit is on where the bound's is off, or the same and the rest decides.
            found = match ((is_on != flip), largest) {
                (true, false) => self.diagrams.and(&variable, &found)?,
                (false, false) => self.diagrams.or(&variable, &found)?,
                (true, true) => self.diagrams.or(&self.diagrams.not(&variable)?, &found)?,
                (false, true) => self.diagrams.and(&self.diagrams.not(&variable)?, &found)?,
            };
        }
        Ok(found)
    }
}

fn methods(
    circuit: &mut Circuit<'_>,
    diagrams: &Diagrams,
    layout: &Layout,
    prepared: &Prepared,
) -> Fallible<Vec<SymbolicMethod>> {
    let build = |method| MethodBuilder { diagrams, layout, prepared, circuit: &mut *circuit, method }.build();
    (0..prepared.component.methods.len()).map(build).collect()
}

/// The states before the first call: nothing was constructed.
fn initial(circuit: &mut Circuit<'_>, diagrams: &Diagrams, layout: &Layout, prepared: &Prepared) -> Fallible<Bdd> {
    let initial = circuit.diagram(prepared.initial)?;
    match layout.constructed {
        Some(cell) => diagrams.and(&initial, &diagrams.literal(layout.cells[cell].current, false)?),
        None => Ok(initial),
    }
}

fn number(value: u64, width: u32, signed: bool) -> i128 {
    if signed { i128::from(to_signed(value, width)) } else { i128::from(value) }
}

fn numbers(bits: &[bool], words: &[Vec<Var>]) -> Vec<u64> {
    let mut bits = bits.iter();
    let value = |word: &Vec<Var>| bits.by_ref().take(word.len()).fold(0, |value, &bit| value << 1 | u64::from(bit));
    words.iter().map(value).collect()
}

fn assignment(values: &[u64], words: &[Vec<Var>]) -> Vec<(Var, bool)> {
    let bits = words.iter().zip(values).flat_map(|(word, &value)| {
        word.iter().enumerate().map(move |(bit, &variable)| (variable, value >> bit & 1 == 1))
    });
    bits.collect()
}

/// The arguments that are values of their types.
fn valid_arguments(component: &Component, diagrams: &Diagrams, layout: &Layout, method: usize) -> Fallible<Bdd> {
    let mut valid = diagrams.constant(true);
    for (binding, word) in component.methods[method].parameters.iter().zip(&layout.parameters[method]) {
        let last = component.value_count(binding.ty).map_or(u64::MAX, |count| count - 1);
        let mut below = diagrams.constant(true);
        for (bit, &variable) in word.iter().enumerate() {
            let off = diagrams.literal(variable, false)?;
            below = if last >> bit & 1 == 1 { diagrams.or(&off, &below)? } else { diagrams.and(&off, &below)? };
        }
        valid = diagrams.and(&valid, &below)?;
    }
    Ok(valid)
}

fn any_arguments(
    diagrams: &Diagrams,
    method: &SymbolicMethod,
    valid: &Bdd,
    arguments: &[Var],
) -> Fallible<Vec<Relation>> {
    let step = |relation: &Relation| relation.constrained(diagrams, valid)?.hiding(diagrams, arguments);
    method.returns.iter().map(step).collect()
}
