//! The variables that can be seen, and the values that they can have.

use etiquette_component::{Binding, Component, Type};
use etiquette_logic::{BinaryOp, Node, Symbol, Term};

use crate::plain::{self, Values};

/// Whose variables can be seen.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Seen {
    /// The component's.
    State,
    /// A method's parameters only.
    Parameters(usize),
    /// The component's and a method's parameters: what there is when a call begins.
    Call(usize),
    /// The component's, and a method's parameters and local variables.
    Everything(usize),
}

/// The variables that can be seen.
pub fn bindings(component: &Component, seen: Seen) -> Vec<Binding> {
    let state = component.variables.iter().map(|variable| variable.binding.clone());
    let parameters = |method: usize| component.methods[method].parameters.iter().cloned();
    match seen {
        Seen::State => state.collect(),
        Seen::Parameters(method) => parameters(method).collect(),
        Seen::Call(method) => state.chain(parameters(method)).collect(),
        Seen::Everything(method) => {
            state.chain(parameters(method)).chain(component.methods[method].locals.iter().cloned()).collect()
        }
    }
}

/// That each variable holds a value of its type, and registers what is relied on.
pub fn domains(component: &mut Component, seen: Seen) -> Term {
    let mut parts = Vec::new();
    for binding in bindings(component, seen) {
        let term = component.terms.symbol(binding.symbol);
        parts.extend(domain(component, binding.ty, term));
    }
    if let Seen::Parameters(method) | Seen::Call(method) | Seen::Everything(method) = seen {
        parts.extend(relied_on_before(component, method));
    }
    plain::all(&mut component.terms, parts)
}

/// What is relied on of the registers before a call, over the method's parameters; `None` where it is not told of them.
fn relied_on_before(component: &mut Component, method: usize) -> Option<Term> {
    let told = component.methods[method].registers.clone();
    let before = told.iter().filter_map(|known| {
        let before = component.terms.symbol(known.before?);
        Some((component.registers[known.register].binding.symbol, before))
    });
    let before: Values = before.collect();
    let needed = component.terms.symbols_of(component.relied_on);
    let is_told = !needed.is_empty() && needed.iter().all(|symbol| before.contains_key(symbol));
    is_told.then(|| plain::replace(&mut component.terms, component.relied_on, &before))
}

/// That the term is a value of the type of a variable that the method sees; `None` where every bit pattern is.
pub fn domain_of(component: &mut Component, method: usize, symbol: Symbol, term: Term) -> Option<Term> {
    let ty = component.binding(Some(&component.methods[method]), symbol)?.ty;
    domain(component, ty, term)
}

/// That the term is a value of the type; `None` where every bit pattern is.
pub fn domain(component: &mut Component, ty: Type, term: Term) -> Option<Term> {
    let Type::Enum(index) = ty else { return None };
    let width = component.enums[index].width();
    let last = component.enums[index].values.len() as u64 - 1;
    let last_term = component.terms.bits(width, last);
    let partial = last < etiquette_logic::mask(width);
    partial.then(|| component.terms.intern(Node::Binary(BinaryOp::UnsignedLessEqual, term, last_term)))
}

/// The local variables of a call that begins.
pub fn zero_locals(component: &mut Component, method: usize) -> Values {
    let locals = component.methods[method].locals.clone();
    let zero = |local: Binding| {
        let sort = component.terms.symbol_sort(local.symbol);
        (local.symbol, component.terms.constant(sort, 0))
    };
    locals.into_iter().map(zero).collect()
}
