//! Prunes the dead ends of an interface that is there already (*Serialize*, 2006 paper, Algorithm 2).
//!
//! The explicit engines prune before they use don't-cares, and so exactly. Here an outcome that can't happen may count as a way into a dead end:
//! the result is safe, but may forbid more than needed, and says so. It has no certificate any more: that one was about the
//! whole interface.

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
    facts.forbidden.push(Forbidden { call, reason: Reason::LeadsToDeadEnd });
    facts.forbidden.sort_by_key(|forbidden| forbidden.call.index());
}

#[cfg(test)]
mod tests {
    use super::without_dead_ends;
    use crate::{Certified, Direct, Engine, Outcome, Reason, Run};

    fn both(source: &str) -> [Outcome; 2] {
        let component = etiquette_component::parse(source, "test.component").expect("a component");
        let mut run = Run::default();
        let certified = Certified.synthesize(&component, &mut run).expect("every component is taken");
        run.serial = true;
        [without_dead_ends(certified), Direct.synthesize(&component, &mut run).expect("a small component")]
    }

    #[test]
    fn what_is_left_is_what_exploration_leaves() {
        let [pruned, explored] = both(
            "component a { var on: bool = false; method press() { assert !on; on = true; } method wait() { assert !on; } }",
        );
        assert_eq!(pruned.interface, explored.interface);
        assert!(pruned.guarantee.serial && pruned.evidence.is_none());
        assert!(pruned.states[0].forbidden.iter().any(|forbidden| forbidden.reason == Reason::LeadsToDeadEnd));
    }

    #[test]
    fn a_client_that_must_get_stuck_may_do_nothing() {
        let [pruned, explored] =
            both("component a { var on: bool = false; method press() { assert !on; on = true; } }");
        assert_eq!(pruned.interface.state_count(), 1);
        assert_eq!(pruned.interface, explored.interface);
    }
}
