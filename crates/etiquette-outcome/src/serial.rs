//! Prunes the dead ends of an interface that is there already (*Serialize*, 2006 paper, Algorithm 2).
//!
//! The explicit engines prune before they use don't-cares, and so exactly. Here an outcome that can't happen may count
//! as a way into a dead end: the result is safe, but may forbid more than needed, and says so. It has no certificate
//! any more: that one was about the whole interface.

use etiquette_automata::{CallId, Interface, StateId, serialise};

use crate::outcome::{Confidence, Forbidden, Outcome, Reason, StateFacts};

/// The outcome with an interface in which a client can always go on.
pub fn without_dead_ends(outcome: Outcome) -> Outcome {
    let pruned = serialise(&outcome.interface);
    let stuck = || (Interface::new(outcome.interface.alphabet().clone()), initial_only(&outcome.interface));
    let (interface, state_of) = pruned.interface.map_or_else(stuck, |interface| (interface, pruned.state_of));
    let mut states = vec![StateFacts::default(); interface.state_count()];
    for (facts, state) in outcome.states.iter().zip(&state_of) {
        if let Some(state) = state {
            states[state.index()] = facts.clone();
        }
    }
    for &(state, call) in &pruned.pruned {
        forbid(&mut states, state_of[state.index()], call);
    }
    let mut guarantee = outcome.guarantee;
    if !pruned.pruned.is_empty() {
        (guarantee.permissive, guarantee.minimal, guarantee.full) = (Confidence::NotEstablished, false, false);
    }
    guarantee.serial = true;
    Outcome { interface, states, guarantee, evidence: None, ..outcome }
}

/// Where every client gets stuck, only the initial state is left.
fn initial_only(interface: &Interface) -> Vec<Option<StateId>> {
    interface.states().map(|state| (state == interface.initial()).then(|| StateId::from_index(0))).collect()
}

fn forbid(states: &mut [StateFacts], state: Option<StateId>, call: CallId) {
    let Some(facts) = state.and_then(|state| states.get_mut(state.index())) else { return };
    facts.forbidden.push(Forbidden::new(call, Reason::LeadsToDeadEnd));
    facts.forbidden.sort_by_key(|forbidden| forbidden.call.index());
}
