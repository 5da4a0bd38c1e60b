//! Which component an interface is verified against: the slice, unless the interface depends on what the slice leaves
//! open.
//!
//! In the slice, outcomes that tell a client nothing about errors are free. An interface that goes different ways after
//! them is about words that the slice takes to be possible and the component does not, so that only the component
//! itself will do.

use etiquette_automata::Interface;
use etiquette_component::{Component, slices};

use crate::tied::tells_outcomes_apart;

/// The component without what no error depends on, as far as the interface allows that.
pub fn subject(component: &Component, interface: &Interface) -> Component {
    let sliced = slices(component).exact.component;
    let is_free = |name: &str| sliced.methods.iter().any(|method| method.name == name && method.free_outcomes);
    let alphabet = interface.alphabet();
    let depends =
        alphabet.call_ids().any(|call| is_free(&alphabet.call(call).method) && tells_outcomes_apart(interface, call));
    if depends { component.clone() } else { sliced }
}
