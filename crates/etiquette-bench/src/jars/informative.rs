//! Whether a result tells anybody anything.

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_outcome::{Confidence, Outcome, Reason};

/// Whether some call is allowed in one state and certainly forbidden in another, or nothing is forbidden or doubtful at
/// all, and that is proved. What is so before construction goes without saying.
pub(super) fn is_informative(outcome: &Outcome) -> bool {
    let interface = &outcome.interface;
    let calls = || interface.alphabet().call_ids().filter(|&call| !interface.alphabet().call(call).constructor);
    let states: Vec<StateId> = interface.states().filter(|&state| is_constructed(interface, state)).collect();
    let allowed = |call: CallId| states.iter().any(|&state| interface.allows(state, call));
    let fails = |call: CallId| states.iter().any(|&state| fails(outcome, state, call));
    let all_allowed =
        !states.is_empty() && calls().all(|call| states.iter().all(|&state| interface.allows(state, call)));
    let is_harmless = all_allowed && outcome.guarantee.safe == Confidence::Proved;
    // With registers, a guard tells where a call is allowed and where it fails.
    let depends_on_registers = |call: CallId| {
        let method = &interface.alphabet().call(call).method;
        let mut others = calls().filter(|other| interface.alphabet().call(*other).method == *method);
        !interface.memory().is_empty() && others.any(allowed)
    };
    is_harmless || calls().any(|call| fails(call) && (allowed(call) || depends_on_registers(call)))
}

/// Whether there is an object in the state. Without constructors there always is.
fn is_constructed(interface: &Interface, state: StateId) -> bool {
    let makes_objects = interface.alphabet().calls().iter().any(|call| call.constructor);
    !makes_objects || state != interface.initial()
}

fn fails(outcome: &Outcome, state: StateId, call: CallId) -> bool {
    let found = outcome.forbidden(state, call);
    found.is_some_and(|found| matches!(found.reason, Reason::Error { .. }) && found.doubt.is_none())
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
