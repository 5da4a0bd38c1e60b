//! Bounded exploration with partial order reduction: of two calls that do not touch each other's variables, only one
//! order is looked at.
//!
//! What a call reads and writes is computed from its steps. Two calls commute in a state of the conjecture if neither
//! writes what the other reads or writes, and the conjecture allows them in both orders and ends in the same state.
//! Then of `a b` and `b a` the smaller one is kept: the smallest word of each class is never dropped, and a call that
//! goes wrong after one that it commutes with goes wrong before it as well.

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_checking::Product;
use etiquette_component::Component;
use etiquette_logic::Symbol;
use rustc_hash::FxHashSet;

use crate::engines::guarded::check::bounded::explore;
use crate::engines::guarded::check::explore::Explorer;
use crate::engines::guarded::check::{Checker, Found, Question};
use etiquette_outcome::Run;

/// The checker.
pub(crate) struct PartialOrder;

impl Checker for PartialOrder {
    fn check(&self, question: Question<'_>, run: &mut Run) -> Found {
        let interface = question.conjecture.interface.clone();
        let touched = Touched::of(question.component, question.product, interface.alphabet().calls().len());
        explore(question, run, |explorer, from, step| is_redundant(explorer, &interface, &touched, from, step))
    }
}

/// Whether the step begins a call that commutes with the one before it, and comes first in the order of calls.
fn is_redundant(explorer: &Explorer<'_>, interface: &Interface, touched: &Touched, from: usize, step: usize) -> bool {
    let Some((before, last)) = explorer.kept[from].from else { return false };
    let (one, other) = (explorer.product.call_of(last), explorer.product.call_of(step));
    if other >= one || !touched.are_apart(one, other) {
        return false;
    }
    let state = explorer.key(&explorer.kept[before].set.values)[0];
    u32::try_from(state).is_ok_and(|state| commute(interface, StateId(state), one, other))
}

/// Whether the conjecture ends in the same state, whichever call comes first, and allows both all the time.
fn commute(interface: &Interface, state: StateId, one: CallId, other: CallId) -> bool {
    let after = |state: StateId, call: CallId| {
        let mut events = interface.alphabet().events_of(call).map(|event| interface.next(state, event));
        let first = events.next()??;
        events.all(|next| next == Some(first)).then_some(first)
    };
    let in_turn = |first: CallId, second: CallId| after(after(state, first)?, second);
    match (in_turn(one, other), in_turn(other, one)) {
        (Some(here), Some(there)) => here == there,
        _ => false,
    }
}

/// What each call reads and writes of the component's variables.
struct Touched {
    reads: Vec<FxHashSet<Symbol>>,
    writes: Vec<FxHashSet<Symbol>>,
    /// Calls that take more than one step commute with nothing.
    has_loops: Vec<bool>,
}

impl Touched {
    fn of(component: &Component, product: &Product, calls: usize) -> Self {
        let mut touched = Touched {
            reads: vec![FxHashSet::default(); calls],
            writes: vec![FxHashSet::default(); calls],
            has_loops: (0..calls).map(|call| product.has_loops(CallId::from_index(call))).collect(),
        };
        let variables: FxHashSet<Symbol> = component.variables.iter().map(|variable| variable.binding.symbol).collect();
        for (index, step) in product.system.steps.iter().enumerate() {
            let call = product.call_of(index).index();
            // What the status and the conjecture's state become is a matter of the conjecture, not of the component.
            let updates = step.updates.iter().filter(|(symbol, _)| variables.contains(symbol));
            touched.writes[call].extend(updates.clone().map(|update| update.0));
            let read = std::iter::once(step.condition).chain(updates.map(|update| update.1));
            let read: Vec<_> = read.collect();
            let symbols = component.terms.symbols_of_all(&read).into_iter();
            touched.reads[call].extend(symbols.filter(|symbol| variables.contains(symbol)));
        }
        touched
    }

    fn are_apart(&self, one: CallId, other: CallId) -> bool {
        let (one, other) = (one.index(), other.index());
        let clear = |writer: usize, reader: usize| {
            self.writes[writer].is_disjoint(&self.reads[reader])
                && self.writes[writer].is_disjoint(&self.writes[reader])
        };
        !self.has_loops[one] && !self.has_loops[other] && clear(one, other) && clear(other, one)
    }
}
