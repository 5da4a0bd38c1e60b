//! Prunes dead ends from an outcome, for interfaces over infinite words (the 2006 paper's *serial* automata).

use etiquette_automata::{CallId, Interface, serialise};

use crate::outcome::{Forbidden, Outcome, Reason, StateFacts};

/// The outcome without calls that end in a dead end whatever the client does next. Where even the first call does, the
/// initial state is left alone with nothing allowed.
pub fn prune_dead_ends(outcome: Outcome) -> Outcome {
    let serial = serialise(&outcome.interface);
    let interface = serial.interface.unwrap_or_else(|| Interface::new(outcome.interface.alphabet().clone()));
    let mut states = vec![StateFacts::default(); interface.state_count()];
    for (old, facts) in outcome.states.into_iter().enumerate() {
        let kept = serial.state_of[old].or((old == outcome.interface.initial().index()).then_some(interface.initial()));
        if let Some(new) = kept {
            states[new.index()] = facts;
        }
    }
    for state in interface.states() {
        let facts = &mut states[state.index()];
        let pruned =
            |call: &CallId| !interface.allows(state, *call) && facts.forbidden.iter().all(|known| known.call != *call);
        let pruned: Vec<CallId> = interface.alphabet().call_ids().filter(pruned).collect();
        facts.forbidden.extend(pruned.into_iter().map(|call| Forbidden { call, reason: Reason::LeadsToDeadEnd }));
        facts.forbidden.sort_by_key(|forbidden| forbidden.call);
    }
    let mut guarantee = outcome.guarantee;
    guarantee.serial = true;
    guarantee.full = false;
    // States that differed in what was pruned only are now the same.
    guarantee.minimal &= serial.pruned.is_empty();
    Outcome { interface, states, guarantee, ..outcome }
}
