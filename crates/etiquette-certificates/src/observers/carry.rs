//! Terms about the slice of a component as terms about the component.

use etiquette_component::Component;
use etiquette_logic::{Node, Symbol, Term};
use rustc_hash::FxHashMap;

use crate::plain;

/// Carries terms from the slice of a component to the component, by the names of variables.
pub struct Carry<'a> {
    from: &'a Component,
    symbols: FxHashMap<Symbol, Symbol>,
}

impl<'a> Carry<'a> {
    /// `None` if a variable is not there.
    pub fn new(from: &'a Component, to: &Component) -> Option<Self> {
        let variables = from.variables.iter().map(|variable| &variable.binding);
        let registers = from.registers.iter().map(|register| &register.binding);
        let carried = variables.chain(registers).map(|binding| {
            let found = to.variables.iter().find(|known| known.binding.name == binding.name)?;
            (found.binding.ty == binding.ty).then_some((binding.symbol, found.binding.symbol))
        });
        Some(Carry { from, symbols: carried.collect::<Option<_>>()? })
    }

    /// `None` if the term is about anything else.
    pub fn term(&self, term: Term, to: &mut Component) -> Option<Term> {
        let from = &self.from.terms;
        let mut done: FxHashMap<Term, Term> = FxHashMap::default();
        for part in from.reachable(&[term]) {
            let node = match from.node(part) {
                Node::Symbol(symbol) => Node::Symbol(*self.symbols.get(&symbol)?),
                other => plain::with_operands(other, |operand| done[&operand]),
            };
            done.insert(part, to.terms.intern(node));
        }
        done.get(&term).copied()
    }
}
