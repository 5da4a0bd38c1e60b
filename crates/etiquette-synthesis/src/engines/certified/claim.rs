//! From a hypothesis to an interface over guarded calls, ready to be proved.

use etiquette_automata::{Alphabet, Call, CallId, Interface, StateId};
use etiquette_component::Component;

use crate::engines::certified::classes::Table;
use crate::proofs::obligations::ProofCall;
use crate::readable::guards::guard_text;
use etiquette_learning::dont_cares::Hypothesis;

/// A hypothesis as an interface, calls that no state tells apart taken together.
pub(crate) struct Drafted {
    pub interface: Interface,
    pub calls: Vec<ProofCall>,
}

impl Drafted {
    /// Puts guards into words. To make them short takes a while, so this is done for the last draft only.
    pub fn spell_guards(&mut self, component: &mut Component) {
        for (index, call) in self.calls.iter().enumerate() {
            // All groups of a method together are all arguments.
            if self.calls.iter().filter(|other| other.method == call.method).count() > 1 {
                let text = guard_text(component, call.method, call.guard);
                self.interface.set_guard(CallId::from_index(index), text.into());
            }
        }
    }
}

/// Drafts the interface of a hypothesis. State and position are the same in both.
pub(crate) fn draft(component: &mut Component, table: &Table, hypothesis: &Hypothesis) -> Drafted {
    let groups = groups(component, table, hypothesis);
    let calls: Vec<ProofCall> = groups.iter().map(|group| proof_call(component, table, group)).collect();
    let alphabet = Alphabet::new(calls_of(component, &calls));
    let mut interface = Interface::new(alphabet);
    for _ in 1..hypothesis.states.len() {
        interface.add_state();
    }
    for state in 0..hypothesis.states.len() {
        for (index, group) in groups.iter().enumerate() {
            for &call in group {
                copy_call(hypothesis, &mut interface, state, call, CallId::from_index(index));
            }
        }
    }
    Drafted { interface, calls }
}

fn copy_call(hypothesis: &Hypothesis, interface: &mut Interface, state: usize, call: usize, id: CallId) {
    if !hypothesis.allows(state, call) {
        return;
    }
    let from = StateId::from_index(state);
    interface.allow(from, id);
    for (outcome, event) in interface.alphabet().events_of(id).enumerate() {
        if let Some(to) = hypothesis.next(state, call, outcome) {
            interface.connect(from, event, StateId::from_index(to));
        }
    }
}

fn proof_call(component: &mut Component, table: &Table, group: &[usize]) -> ProofCall {
    let guards: Vec<_> = group.iter().map(|&call| table.classes[call].class.guard).collect();
    let guard = component.terms.any(guards);
    ProofCall { method: table.classes[group[0]].class.method, guard, instances: Vec::new() }
}

/// Calls of one method that are allowed in the same states and never lead to different ones.
fn groups(component: &Component, table: &Table, hypothesis: &Hypothesis) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    for call in 0..table.classes.len() {
        let method = table.classes[call].class.method;
        let outcomes = component.methods[method].outcomes.len();
        let fits = |group: &&mut Vec<usize>| {
            table.classes[group[0]].class.method == method
                && group.iter().all(|&other| are_alike(hypothesis, outcomes, call, other))
        };
        match groups.iter_mut().find(fits) {
            Some(group) => group.push(call),
            None => groups.push(vec![call]),
        }
    }
    groups
}

fn are_alike(hypothesis: &Hypothesis, outcomes: usize, one: usize, other: usize) -> bool {
    (0..hypothesis.states.len()).all(|state| {
        let same = |outcome: usize| match (hypothesis.next(state, one, outcome), hypothesis.next(state, other, outcome))
        {
            (Some(a), Some(b)) => a == b,
            _ => true,
        };
        hypothesis.allows(state, one) == hypothesis.allows(state, other) && (0..outcomes).all(same)
    })
}

/// The calls, their guards still to be put into words.
fn calls_of(component: &Component, calls: &[ProofCall]) -> Vec<Call> {
    let mut seen = vec![0; component.methods.len()];
    let mut made = Vec::new();
    for call in calls {
        let several = calls.iter().filter(|other| other.method == call.method).count() > 1;
        let method = &component.methods[call.method];
        seen[call.method] += 1;
        let id = if several { format!("{}#{}", method.name, seen[call.method]) } else { method.name.clone() };
        made.push(Call { id, ..Call::of_method(component, method) });
    }
    made
}
