//! Whether a result tells anybody anything.

use etiquette_automata::CallId;
use etiquette_outcome::{Confidence, Outcome, Reason};

/// Whether some call is allowed in one state and certainly forbidden in another, or nothing is forbidden or doubtful at
/// all, and that is proved of all methods. What is so before construction goes without saying.
pub(super) fn is_informative(outcome: &Outcome) -> bool {
    is_harmless(outcome) || outcome.telling_calls().next().is_some() || registers_tell(outcome)
}

fn is_harmless(outcome: &Outcome) -> bool {
    let interface = &outcome.interface;
    let mut calls = interface.alphabet().call_ids().filter(|&call| !interface.alphabet().call(call).constructor);
    let is_allowed = |call: CallId| outcome.states_with_object().all(|state| interface.allows(state, call));
    let has_states = outcome.states_with_object().next().is_some();
    let is_whole = outcome.not_covered.is_empty() && outcome.guarantee.safe == Confidence::Proved;
    has_states && calls.all(is_allowed) && is_whole
}

/// Whether a guard over registers tells where a call is allowed and where it fails.
fn registers_tell(outcome: &Outcome) -> bool {
    let interface = &outcome.interface;
    let alphabet = interface.alphabet();
    let allowed = |call: CallId| outcome.states_with_object().any(|state| interface.allows(state, call));
    let depends = |call: CallId| {
        let is_other = |other: &CallId| alphabet.call(*other).method == alphabet.call(call).method;
        alphabet.call_ids().filter(is_other).any(allowed)
    };
    !interface.memory().is_empty() && outcome.failing_calls().any(depends)
}

/// How many methods and constructors were looked at: those of which some state says that they may be called, or why
/// not.
pub(super) fn looked_at(outcome: &Outcome) -> usize {
    let interface = &outcome.interface;
    let is_decided = |call: CallId| {
        let decided =
            |state| interface.allows(state, call) || matches!(outcome.reason(state, call), Some(Reason::Error { .. }));
        interface.states().any(decided)
    };
    let alphabet = interface.alphabet();
    let mut methods: Vec<&str> =
        alphabet.call_ids().filter(|&call| is_decided(call)).map(|call| alphabet.call(call).method.as_str()).collect();
    methods.sort_unstable();
    methods.dedup();
    methods.len()
}
