//! The product of two interfaces: what both allow.
//!
//! A call is allowed where both sides allow it, and an event has a next state where it has one on both sides, so the
//! product accepts exactly the words that both accept.

use rustc_hash::FxHashMap;

use crate::interface::{CallId, Interface, StateId};
use crate::matching::{AlphabetMismatch, Matching};

/// The result of [`intersection`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Intersection {
    /// The product over the left alphabet, its states in breadth-first order.
    pub interface: Interface,
    /// For each state of the product the states of the two sides.
    pub pairs: Vec<(StateId, StateId)>,
}

/// The reachable product of two interfaces with the same calls and outcomes.
pub fn intersection(left: &Interface, right: &Interface) -> Result<Intersection, AlphabetMismatch> {
    let start = (left.initial(), right.initial());
    let mut product = Product {
        left,
        right,
        matching: Matching::of(left.alphabet(), right.alphabet())?,
        interface: Interface::new(left.alphabet().clone()),
        pairs: vec![start],
        number_of: FxHashMap::from_iter([(start, StateId(0))]),
    };
    let mut state = 0;
    while state < product.pairs.len() {
        product.expand(StateId::from_index(state));
        state += 1;
    }
    Ok(Intersection { interface: product.interface, pairs: product.pairs })
}

struct Product<'a> {
    left: &'a Interface,
    right: &'a Interface,
    matching: Matching,
    interface: Interface,
    pairs: Vec<(StateId, StateId)>,
    number_of: FxHashMap<(StateId, StateId), StateId>,
}

impl Product<'_> {
    fn expand(&mut self, state: StateId) {
        let (left, right) = self.pairs[state.index()];
        for call in self.left.alphabet().call_ids() {
            if self.left.allows(left, call) && self.right.allows(right, self.matching.call(call)) {
                self.interface.allow(state, call);
                self.expand_call(state, call);
            }
        }
    }

    fn expand_call(&mut self, state: StateId, call: CallId) {
        let (left, right) = self.pairs[state.index()];
        for event in self.left.alphabet().events_of(call) {
            let next = (self.left.next(left, event), self.right.next(right, self.matching.event(event)));
            if let (Some(to_left), Some(to_right)) = next {
                let to = self.number((to_left, to_right));
                self.interface.connect(state, event, to);
            }
        }
    }

    fn number(&mut self, pair: (StateId, StateId)) -> StateId {
        if let Some(&known) = self.number_of.get(&pair) {
            return known;
        }
        let new = self.interface.add_state();
        self.number_of.insert(pair, new);
        self.pairs.push(pair);
        new
    }
}
