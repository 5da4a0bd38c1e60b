//! The outcome of an engine that was stopped before it knew anything: everything is forbidden, and the reason is said.

use etiquette_automata::{Alphabet, Call, Interface};
use etiquette_component::Component;

use crate::conclusion::Conclusion;
use crate::outcome::{Forbidden, Outcome, Reason, StateFacts, StopReason};

/// The interface with one call for each method, with any arguments, that allows nothing.
pub fn empty_interface(component: &Component) -> Interface {
    let calls = component.methods.iter().map(|method| Call::of_method(component, method));
    Interface::new(Alphabet::new(calls.collect()))
}

/// What an engine says that found out nothing. That an interface is safe that allows nothing is no news, so not even
/// that is claimed.
pub fn unexplored(component: &Component, engine: impl Into<String>, stop: StopReason) -> Outcome {
    let interface = empty_interface(component);
    let calls = interface.alphabet().call_ids();
    let forbidden = calls.map(|call| Forbidden::new(call, Reason::Unexplored)).collect();
    let states = vec![StateFacts { forbidden, ..StateFacts::default() }];
    Conclusion { states, ..Conclusion::new(engine, interface, stop) }.about(component)
}
