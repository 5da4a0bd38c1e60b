//! Which component an interface is verified against: the slice, unless the interface depends on what the slice leaves
//! open.
//!
//! In the slice, outcomes that tell a client nothing about errors are free. An interface that goes different ways after
//! them is about words that the slice takes to be possible and the component does not, so that only the component
//! itself will do. The same is true of an interface that sets registers to numbers that tell nothing about errors.

use etiquette_automata::Interface;
use etiquette_component::{Component, IsOver, slices_until, slices_with_results, without_counting_loops};

use crate::tied::tells_outcomes_apart;

/// The component without what no error depends on, as far as the interface allows that, and without the rounds of loops
/// that count: a checker would look at them one by one.
pub fn subject(component: &Component, interface: &Interface, is_over: IsOver<'_>) -> Component {
    if interface.memory().looks_at_results() {
        return with_results(component, interface, is_over);
    }
    let sliced = slices_until(component, is_over).exact.component;
    without_counting_loops(enough_for(interface, component, &sliced), is_over)
}

/// The same with returned numbers, as far as they tell a client something.
pub(crate) fn with_results(component: &Component, interface: &Interface, is_over: IsOver<'_>) -> Component {
    let sliced = slices_with_results(component, is_over).exact.component;
    without_counting_loops(enough_for(interface, component, &sliced), is_over)
}

/// The slice, unless the interface depends on more.
fn enough_for<'a>(interface: &Interface, component: &'a Component, sliced: &'a Component) -> &'a Component {
    let is_free = |name: &str| sliced.methods.iter().any(|method| method.name == name && method.free_outcomes);
    let alphabet = interface.alphabet();
    let depends =
        alphabet.call_ids().any(|call| is_free(&alphabet.call(call).method) && tells_outcomes_apart(interface, call));
    let returns = |name: &str| sliced.methods.iter().any(|method| method.name == name && method.result.is_some());
    let mut looked_at = interface.memory().events_looked_at().map(|event| alphabet.call(alphabet.call_of(event)));
    let is_lost = looked_at.any(|call| !returns(&call.method));
    if depends || is_lost { component } else { sliced }
}
