//! Fewer states than `minimise` by use of the don't-cares, i.e. of outcomes of allowed calls that cannot happen in a
//! state.
//!
//! Two states are compatible if no word that is defined from both leads to differing allowed sets. Compatible states
//! are merged greedily, with all that follows (finding the smallest result is NP-hard). The result accepts every word
//! that the input accepts, and forbids after each of these words exactly the same calls. It is *proved* minimal where
//! as many states are pairwise incompatible. With registers, don't-cares are not used.

use crate::clique::find_clique;
use crate::folding::Folding;
use crate::incompatible::{PairSet, incompatible_pairs};
use crate::interface::{Interface, StateId};
use crate::minimise::minimise;
use crate::order::number_breadth_first;
use crate::quotient::quotient;

/// The most states for which pairs are looked at.
const STATE_LIMIT: usize = 2_000;

/// How many merges are tried.
const MERGE_LIMIT: usize = 2_000_000;

/// The result of [`merge_compatible`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Merged {
    /// The smaller interface, its states in breadth-first order.
    pub interface: Interface,
    /// For each state of the input its state in the result, `None` where it cannot be reached.
    pub class_of: Vec<Option<StateId>>,
    /// Whether no interface with fewer states would do. False means that this was not proved.
    pub minimal: bool,
}

/// Merges compatible states. With more than 2,000 states after minimisation, don't-cares are not used.
pub fn merge_compatible(interface: &Interface) -> Merged {
    let small = minimise(interface);
    let has_registers = !small.interface.memory().is_empty();
    let complete = small.interface.is_complete();
    if complete || has_registers || small.interface.state_count() > STATE_LIMIT {
        return Merged { interface: small.interface, class_of: small.class_of, minimal: complete && !has_registers };
    }
    let (classes, minimal) = merge_classes(&small.interface);
    let merged = number_breadth_first(&quotient(&small.interface, &classes));
    let class_of = |state: StateId| merged.number_of[classes[state.index()] as usize];
    Merged {
        class_of: small.class_of.iter().map(|&state| class_of(state?)).collect(),
        interface: merged.interface,
        minimal,
    }
}

/// For each state its class, and whether no fewer classes are possible.
fn merge_classes(interface: &Interface) -> (Vec<u32>, bool) {
    let incompatible = incompatible_pairs(interface);
    let in_order: Vec<usize> = (0..interface.state_count()).collect();
    let classes = merge_in_order(interface, &incompatible, &in_order);
    let clique = find_clique(&incompatible, class_count(&classes));
    if clique.len() == class_count(&classes) {
        return (classes, true);
    }
    // States that have to stay apart in any case make good first classes.
    let others = in_order.iter().filter(|state| !clique.contains(state));
    let order: Vec<usize> = clique.iter().chain(others).copied().collect();
    let again = merge_in_order(interface, &incompatible, &order);
    let best = if class_count(&again) < class_count(&classes) { again } else { classes };
    let minimal = clique.len() == class_count(&best);
    (best, minimal)
}

/// Merges each state with the first of the earlier ones with which that is possible.
fn merge_in_order(interface: &Interface, incompatible: &PairSet, order: &[usize]) -> Vec<u32> {
    let mut folding = Folding::new(interface, incompatible, MERGE_LIMIT);
    let mut kept: Vec<usize> = Vec::new();
    for &state in order {
        if !kept.iter().any(|&earlier| folding.try_merge(earlier, state)) {
            kept.push(state);
        }
    }
    folding.classes()
}

fn class_count(classes: &[u32]) -> usize {
    classes.iter().max().map_or(0, |&last| last as usize + 1)
}

#[cfg(test)]
mod tests {
    use super::merge_compatible;
    use crate::interface::{Alphabet, Call, CallId, Interface, StateId};

    /// An iterator over two elements: `next` says how often it can be called, but nothing is ever forbidden, so one
    /// state is enough.
    #[test]
    fn what_cannot_happen_needs_no_state_of_its_own() {
        let calls = vec![Call::simple("next").with_outcomes(["element", "end"])];
        let mut iterator = Interface::new(Alphabet::new(calls));
        let (element, end) = (iterator.alphabet().event(CallId(0), 0), iterator.alphabet().event(CallId(0), 1));
        let (first, second) = (iterator.add_state(), iterator.add_state());
        iterator.connect(StateId(0), element, first);
        iterator.connect(first, element, second);
        iterator.connect(second, end, second);
        let merged = merge_compatible(&iterator);
        assert_eq!(merged.interface.state_count(), 1);
        assert!(merged.minimal);
        assert_eq!(merged.interface.next(StateId(0), end), Some(StateId(0)));
    }
}
