//! From a hypothesis to an interface over guarded calls, ready to be proved.

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_component::{Component, GuardedCall, MethodId};
use etiquette_logic::Term;

use crate::engines::certified::table::{Hypothesis, Table};
use crate::readable::grouping::{Grouped, letter_alphabet};
use crate::readable::guards::guard_text;

/// A hypothesis as an interface, calls that no state tells apart taken together.
pub(crate) struct Drafted {
    pub interface: Interface,
    pub calls: Vec<GuardedCall>,
    /// For each method, values of its hidden choices with which it is known to fail where it is forbidden.
    pub instances: Vec<Vec<Vec<Term>>>,
    /// The calls that need a guard.
    divided: Vec<CallId>,
}

impl Drafted {
    /// Puts guards into words. To make them short takes a while, so this is done for the last draft only.
    pub fn spell_guards(&mut self, component: &mut Component) {
        for &call in &self.divided {
            let GuardedCall { method, guard } = self.calls[call.index()];
            self.interface.set_guard(call, guard_text(component, method, guard));
        }
    }
}

/// Drafts the interface of a hypothesis. State and position are the same in both.
pub(crate) fn draft(
    component: &mut Component,
    table: &Table,
    hypothesis: &Hypothesis,
    instances: Vec<Vec<Vec<Term>>>,
) -> Drafted {
    let methods: Vec<MethodId> = table.calls.iter().map(|sampled| sampled.call.method).collect();
    let grouped = Grouped::new(component, &methods, &over_letters(component, &methods, hypothesis));
    let mut calls = Vec::new();
    for group in &grouped.letters {
        let guard = component.terms.any(group.iter().map(|&call| table.calls[call].call.guard));
        calls.push(GuardedCall { method: methods[group[0]], guard });
    }
    let divided = grouped.divided();
    Drafted { interface: grouped.interface, calls, instances, divided }
}

fn over_letters(component: &Component, methods: &[MethodId], hypothesis: &Hypothesis) -> Interface {
    let alphabet = letter_alphabet(component, methods.iter().copied());
    let mut interface = Interface::with_states(alphabet, hypothesis.states.len(), StateId(0));
    for from in interface.states() {
        for call in interface.alphabet().call_ids().filter(|call| hypothesis.allows(from.index(), call.index())) {
            interface.allow(from, call);
            for (outcome, event) in interface.alphabet().events_of(call).enumerate() {
                if let Some(to) = hypothesis.next(from.index(), call.index(), outcome) {
                    interface.connect(from, event, StateId::from_index(to));
                }
            }
        }
    }
    interface
}
