//! From a hypothesis to an interface over guarded calls, ready to be proved.

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_component::{Component, GuardedCall, MethodId};
use etiquette_logic::Term;
use rustc_hash::FxHashSet;

use crate::engines::certified::classes::Table;
use crate::proofs::obligations::Claim;
use crate::readable::grouping::{Grouped, letter_alphabet};
use crate::readable::guards::guard_text;
use etiquette_learning::dont_cares::Hypothesis;

/// A hypothesis as an interface, calls that no state tells apart taken together.
pub(crate) struct Drafted {
    pub interface: Interface,
    pub calls: Vec<GuardedCall>,
    /// For each method, values of its hidden choices with which it is known to fail where it is forbidden.
    pub instances: Vec<Vec<Vec<Term>>>,
    /// The calls that need a guard.
    pub divided: Vec<CallId>,
}

impl Drafted {
    /// What is to be proved of it, but for the calls that are left open.
    pub fn claim<'a>(&'a self, open: &'a FxHashSet<(StateId, CallId)>) -> Claim<'a> {
        Claim { interface: &self.interface, calls: &self.calls, instances: &self.instances, open }
    }

    /// Puts guards into words. To make them short takes a while, so this is done for the last draft only.
    pub fn spell_guards(&mut self, component: &mut Component) {
        for &call in &self.divided {
            let GuardedCall { method, guard } = self.calls[call.index()];
            self.interface.set_guard(call, guard_text(component, method, guard).into());
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
    let methods: Vec<MethodId> = table.classes.iter().map(|call| call.class.method).collect();
    let grouped = Grouped::new(component, &methods, &over_letters(component, &methods, hypothesis));
    let mut calls = Vec::new();
    for group in &grouped.letters {
        let guard = component.terms.any(group.iter().map(|&call| table.classes[call].class.guard));
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
