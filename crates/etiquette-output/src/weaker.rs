//! An interface in the terms of a format that can't tell everything apart: weaker, but on the safe side.
//!
//! Calls that differ only in their guards become one, and so do outcomes, where the format has no words for them. What
//! then can't be known to be legal is forbidden. Each such loss that changes something becomes a sentence.

use etiquette_automata::{Call, CallId, Interface, StateId, View, coarsen, minimise};
use etiquette_component::Guard;
use etiquette_outcome::{Confidence, Outcome, StateFacts};

use crate::assumptions::doubt_loss;
use crate::rendered::Inexpressible;

/// What a format has words for.
pub struct Expressible<'a> {
    /// Whether the calls of one method can be told apart by their guards.
    pub guards: &'a dyn Fn(&[&Call]) -> bool,
    /// Whether the arguments of a method can be restricted to those of a call, once and for all.
    pub restrictions: &'a dyn Fn(&Call) -> bool,
    /// Whether these outcomes can be told apart.
    pub outcomes: &'a dyn Fn(&[String]) -> bool,
    /// Whether construction is an event.
    pub constructors: bool,
}

/// An interface in the terms of a format.
pub struct Weaker {
    /// Minimal, its states in breadth-first order.
    pub interface: Interface,
    /// What was lost, as sentences.
    pub losses: Vec<String>,
}

/// No more states than this are looked at.
const MAX_STATES: usize = 100_000;

/// The interface as far as it can be expressed.
pub fn weaker(outcome: &Outcome, expressible: &Expressible) -> Result<Weaker, Inexpressible> {
    let interface = &outcome.interface;
    let mut losses: Vec<String> = doubt_loss(outcome).into_iter().collect();
    // No such format has registers: guards that speak of them are told by none.
    let expressible = &Expressible {
        guards: &|calls| (expressible.guards)(calls) && !calls.iter().any(|call| speaks_of_registers(interface, call)),
        restrictions: &|call| (expressible.restrictions)(call) && !speaks_of_registers(interface, call),
        ..*expressible
    };
    let view = view(interface, expressible, &mut losses);
    let coarse = coarsen(interface, &view, MAX_STATES).map_err(|error| Inexpressible::new(error.to_string()))?;
    let small = minimise(&coarse.interface).interface;
    losses.extend(never_allowed(interface, &view, &small));
    Ok(Weaker { interface: small, losses })
}

/// The same interface without registers, for formats that tell everything else.
pub fn without_registers(outcome: &Outcome) -> Result<(Outcome, Vec<String>), Inexpressible> {
    let everything =
        Expressible { guards: &|_| true, restrictions: &|_| true, outcomes: &|_| true, constructors: true };
    let Weaker { interface, losses } = weaker(outcome, &everything)?;
    let mut outcome = Outcome {
        states: vec![StateFacts::default(); interface.state_count()],
        interface,
        evidence: None,
        ..outcome.clone()
    };
    outcome.guarantee.permissive = Confidence::NotEstablished;
    (outcome.guarantee.full, outcome.guarantee.minimal) = (false, false);
    Ok((outcome, losses))
}

fn speaks_of_registers(interface: &Interface, call: &Call) -> bool {
    call.guard.names().into_iter().any(|name| interface.memory().meant_by(call, name).is_some())
}

fn view(interface: &Interface, expressible: &Expressible, losses: &mut Vec<String>) -> View {
    let alphabet = interface.alphabet();
    let mut view = View {
        calls: Vec::new(),
        call_of: vec![None; alphabet.calls().len()],
        outcome_of: vec![0; alphabet.event_count()],
        start: vec![interface.initial()],
    };
    if !expressible.constructors && alphabet.calls().iter().any(|call| call.constructor) {
        view.start = constructed(interface, losses);
    }
    for group in alphabet.methods(is_same_method) {
        let is_constructor = alphabet.call(group[0]).constructor;
        if expressible.constructors || !is_constructor {
            let group = restricted(interface, group, expressible);
            add_method(&mut view, interface, &group, expressible, losses);
        }
    }
    view
}

/// Whether two calls are of one method.
pub(crate) fn is_same_method(one: &Call, other: &Call) -> bool {
    one.method == other.method && one.constructor == other.constructor && one.parameters == other.parameters
}

/// The states right after construction; all constructors look the same.
fn constructed(interface: &Interface, losses: &mut Vec<String>) -> Vec<StateId> {
    let alphabet = interface.alphabet();
    let initial = interface.initial();
    let mut targets = Vec::new();
    for id in alphabet.call_ids().filter(|id| alphabet.call(*id).constructor) {
        if !interface.allows(initial, id) {
            losses.push(format!("{} must not be called, which can't be said here", alphabet.call(id)));
        }
        targets.extend(alphabet.events_of(id).filter_map(|event| interface.next(initial, event)));
    }
    targets.sort_unstable();
    targets.dedup();
    if targets.len() > 1 {
        losses.push(
            "how the object was constructed can't be told here: only what is legal in each case is allowed".into(),
        );
    }
    if targets.is_empty() { vec![initial] } else { targets }
}

/// The calls of a method without those that are never legal, where the format can leave their arguments out.
fn restricted(interface: &Interface, group: Vec<CallId>, expressible: &Expressible) -> Vec<CallId> {
    let is_used = |id: &CallId| interface.states().any(|state| interface.allows(state, *id));
    let used: Vec<CallId> = group.iter().copied().filter(is_used).collect();
    match used[..] {
        [only] if group.len() > 1 && (expressible.restrictions)(interface.alphabet().call(only)) => used,
        _ => group,
    }
}

fn add_method(
    view: &mut View,
    interface: &Interface,
    group: &[CallId],
    expressible: &Expressible,
    losses: &mut Vec<String>,
) {
    let alphabet = interface.alphabet();
    let calls: Vec<&Call> = group.iter().map(|&id| alphabet.call(id)).collect();
    let outcomes = all_outcomes(&calls);
    let keeps_outcomes = outcomes.len() == 1 || (expressible.outcomes)(&outcomes);
    let is_restricted = calls.len() == 1 && (calls[0].guard.is_always() || (expressible.restrictions)(calls[0]));
    let keeps_guards = is_restricted || (expressible.guards)(&calls);
    let seen_outcomes = if keeps_outcomes { outcomes.clone() } else { vec!["ok".into()] };
    if !keeps_guards {
        let (id, guard) = (calls[0].method.clone(), Guard::always());
        let seen = Call { id, guard, observed: None, ..calls[0].clone() };
        view.calls.push(seen.with_outcomes(seen_outcomes.clone()));
        losses.extend(guard_loss(interface, group));
    }
    for &id in group {
        if keeps_guards {
            view.calls.push(alphabet.call(id).clone().with_outcomes(seen_outcomes.clone()));
        }
        view.call_of[id.index()] = Some(CallId::from_index(view.calls.len() - 1));
        for event in alphabet.events_of(id) {
            let position = seen_outcomes.iter().position(|name| name == alphabet.outcome_of(event));
            view.outcome_of[event.index()] = position.unwrap_or(0);
        }
    }
    if !keeps_outcomes {
        losses.extend(outcome_loss(interface, group, &outcomes));
    }
}

/// The outcomes of all calls of a method, each once.
fn all_outcomes(calls: &[&Call]) -> Vec<String> {
    let mut outcomes: Vec<String> = Vec::new();
    for outcome in calls.iter().flat_map(|call| &call.outcomes) {
        if !outcomes.contains(outcome) {
            outcomes.push(outcome.clone());
        }
    }
    outcomes
}

/// The sentence about guards that are lost, where some state treats the calls differently.
fn guard_loss(interface: &Interface, group: &[CallId]) -> Option<String> {
    let alphabet = interface.alphabet();
    let row = |state: StateId, call: CallId| {
        let next: Vec<_> = alphabet.events_of(call).map(|event| interface.next(state, event)).collect();
        (interface.allows(state, call), next)
    };
    let differs = |state: StateId| group.iter().any(|&call| row(state, call) != row(state, group[0]));
    let method = &alphabet.call(group[0]).method;
    interface
        .states()
        .any(differs)
        .then(|| format!("`{method}` is allowed only where all arguments are legal: its guards can't be written here"))
}

/// The sentence about outcomes that are lost, where they lead to different states.
fn outcome_loss(interface: &Interface, group: &[CallId], outcomes: &[String]) -> Option<String> {
    let alphabet = interface.alphabet();
    let differs = |state: StateId, call: CallId| {
        let mut next = alphabet.events_of(call).filter_map(|event| interface.next(state, event));
        let first = next.next();
        next.any(|other| Some(other) != first)
    };
    let matters = interface.states().any(|state| group.iter().any(|&call| differs(state, call)));
    let method = &alphabet.call(group[0]).method;
    matters.then(|| {
        let outcomes = outcomes.join(", ");
        format!(
            "after `{method}` only what is legal whatever its outcome is allowed: {outcomes} can't be told apart here"
        )
    })
}

/// The sentences about calls that nothing is left of.
fn never_allowed(interface: &Interface, view: &View, small: &Interface) -> Vec<String> {
    let is_used = |interface: &Interface, call: CallId| interface.states().any(|state| interface.allows(state, call));
    let lost = |seen: &CallId| {
        let mut members = interface.alphabet().call_ids().filter(|id| view.call_of[id.index()] == Some(*seen));
        !is_used(small, *seen) && members.any(|id| is_used(interface, id))
    };
    let calls = small.alphabet().call_ids().filter(lost);
    calls.map(|seen| format!("`{}` is never allowed in this form", small.alphabet().call(seen))).collect()
}
