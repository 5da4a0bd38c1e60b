//! Names for parts of terms that would be written over and over, or that lie deeper than the parser goes.

use etiquette_component::{Binding, Component, Type};
use etiquette_logic::{Sort, Symbol, Term};
use rustc_hash::FxHashMap;

use crate::plain::{self, Values};

/// A part that occurs more than once is written out as long as it has at most this many operators.
const SMALL: usize = 24;

/// The parser takes expressions up to a hundred levels deep.
const DEEP: usize = 40;

/// A part with a name.
pub struct Definition {
    /// Stands for the part in other terms.
    pub symbol: Symbol,
    /// The part, with the parts before it in place of theirs.
    pub term: Term,
}

/// Names the parts of these terms that need a name. Gives the definitions, each before its uses, and the terms that are
/// left.
pub fn share(
    component: &mut Component,
    terms: &[Term],
    name: impl Fn(usize) -> String,
) -> (Vec<Definition>, Vec<Term>) {
    let parts = component.terms.reachable(terms);
    let uses = count_uses(component, &parts, terms);
    let mut sharing = Sharing { written: FxHashMap::default(), definitions: Vec::new() };
    for part in parts {
        sharing.visit(component, part, uses[&part], &name);
    }
    let rest = terms.iter().map(|term| sharing.written[term].term).collect();
    (sharing.definitions, rest)
}

fn count_uses(component: &Component, parts: &[Term], roots: &[Term]) -> FxHashMap<Term, usize> {
    let mut uses = component.terms.count_uses(parts);
    for root in roots {
        *uses.entry(*root).or_default() += 1;
    }
    uses
}

/// A part as it is written: with names in it.
#[derive(Clone, Copy)]
struct Written {
    term: Term,
    size: usize,
    depth: usize,
}

struct Sharing {
    written: FxHashMap<Term, Written>,
    definitions: Vec<Definition>,
}

impl Sharing {
    fn visit(&mut self, component: &mut Component, part: Term, uses: usize, name: &impl Fn(usize) -> String) {
        let mut written = self.rewritten(component, part);
        if written.size > 1 && (uses > 1 && written.size > SMALL || written.depth > DEEP) {
            let sort = component.terms.sort(part);
            let symbol = component.terms.new_symbol(name(self.definitions.len()), sort);
            self.definitions.push(Definition { symbol, term: written.term });
            written = Written { term: component.terms.symbol(symbol), size: 1, depth: 0 };
        }
        self.written.insert(part, written);
    }

    /// The part with its operands as they are written.
    fn rewritten(&self, component: &mut Component, part: Term) -> Written {
        let operands: Vec<Written> =
            component.terms.node(part).operands().map(|operand| self.written[&operand]).collect();
        let size = operands.iter().map(|operand| operand.size).sum::<usize>().saturating_add(1);
        let depth = operands.iter().map(|operand| operand.depth + 1).max().unwrap_or(0);
        let term = plain::rebuild(&mut component.terms, part, |operand| self.written[&operand].term);
        Written { term, size, depth }
    }
}

/// A definition's symbol as a variable that can be seen. Terms know no signs, so signed it is, as the printer has it.
pub fn binding(component: &Component, symbol: Symbol) -> Binding {
    let ty = match component.terms.symbol_sort(symbol) {
        Sort::Bool => Type::Bool,
        Sort::Bits(width) => Type::Int { width, signed: true },
    };
    Binding { name: component.terms.symbol_name(symbol).to_owned(), ty, symbol }
}

/// The term with every definition's symbol replaced by what it stands for.
pub fn expand(component: &mut Component, term: Term, definitions: &Values) -> Term {
    plain::replace(&mut component.terms, term, definitions)
}
