//! What each method asks of its caller, and what it brings about, state by state: what contracts are made of.

use etiquette_automata::{Call, CallId, Interface, StateId, Update};
use etiquette_outcome::{Outcome, Reason};

use crate::weaker::is_same_method;

/// A method, with all of its calls.
pub struct Demands<'a> {
    /// One of its calls, for the signature.
    pub signature: &'a Call,
    /// Where it may be called. States in which none of its calls is allowed are not among them.
    pub may: Vec<May>,
    /// What it brings about.
    pub effects: Vec<Effect<'a>>,
    /// Errors that it is forbidden for.
    pub errors: Vec<&'a str>,
    /// Whether there may be others: one is recorded for each call, and a guard may have several alternatives.
    pub may_have_other_errors: bool,
}

/// States in which the same calls of a method are allowed.
pub struct May {
    /// The states.
    pub states: Vec<StateId>,
    /// The calls; `None` where all are.
    pub calls: Option<Vec<CallId>>,
}

/// States in which a call brings about the same.
pub struct Effect<'a> {
    /// The states.
    pub states: Vec<StateId>,
    /// The call.
    pub call: CallId,
    /// What it may come to.
    pub ends: Vec<End<'a>>,
}

/// What a call comes to.
#[derive(Clone, PartialEq, Eq)]
pub struct End<'a> {
    /// The outcomes with which it does.
    pub outcomes: Vec<&'a str>,
    /// The next state; `None` if it stays the same.
    pub to: Option<StateId>,
    /// What is set.
    pub updates: &'a [Update],
}

/// The states in which there is an object to be called.
pub fn object_states(interface: &Interface) -> Vec<StateId> {
    let constructs = interface.alphabet().calls().iter().any(|call| call.constructor);
    interface.states().filter(|state| !constructs || *state != interface.initial()).collect()
}

/// All methods, in the order of the calls.
pub fn demands(outcome: &Outcome) -> Vec<Demands<'_>> {
    let methods = outcome.interface.alphabet().methods(is_same_method).into_iter();
    methods.map(|calls| Demands::new(outcome, &calls)).collect()
}

impl<'a> Demands<'a> {
    fn new(outcome: &'a Outcome, calls: &[CallId]) -> Self {
        let interface = &outcome.interface;
        let signature = interface.alphabet().call(calls[0]);
        let states = if signature.constructor { vec![interface.initial()] } else { object_states(interface) };
        let (may, effects, errors) = (Vec::new(), Vec::new(), Vec::new());
        let mut demands = Demands { signature, may, effects, errors, may_have_other_errors: false };
        for state in states {
            demands.look_at(outcome, state, calls);
        }
        demands
    }

    fn look_at(&mut self, outcome: &'a Outcome, state: StateId, calls: &[CallId]) {
        let (allowed, forbidden): (Vec<CallId>, Vec<CallId>) =
            calls.iter().partition(|call| outcome.interface.allows(state, **call));
        let is_met = |call: &&CallId| outcome.reason(state, **call) != Some(&Reason::NeverMet);
        let mut refused = forbidden.iter().filter(is_met).peekable();
        let which = refused.peek().map(|_| allowed.clone());
        for call in refused {
            let alternatives = outcome.interface.alphabet().call(*call).guard.alternatives();
            self.may_have_other_errors |= alternatives.is_none_or(|alternatives| alternatives.len() > 1);
            if let Some(Reason::Error { error, .. }) = outcome.reason(state, *call)
                && !self.errors.contains(&error.as_str())
            {
                self.errors.push(error);
            }
        }
        for &call in &allowed {
            self.add_effect(state, call, ends(&outcome.interface, state, call));
        }
        match self.may.iter_mut().find(|may| may.calls == which) {
            _ if allowed.is_empty() => {}
            Some(may) => may.states.push(state),
            None => self.may.push(May { states: vec![state], calls: which }),
        }
    }

    fn add_effect(&mut self, state: StateId, call: CallId, ends: Vec<End<'a>>) {
        match self.effects.iter_mut().find(|effect| effect.call == call && effect.ends == ends) {
            Some(effect) => effect.states.push(state),
            None => self.effects.push(Effect { states: vec![state], call, ends }),
        }
    }
}

/// What a call comes to in a state, outcomes that come to the same together.
fn ends(interface: &Interface, state: StateId, call: CallId) -> Vec<End<'_>> {
    let alphabet = interface.alphabet();
    let mut ends: Vec<End> = Vec::new();
    for event in alphabet.events_of(call) {
        let Some(to) = interface.next(state, event) else { continue };
        let (to, updates) = ((to != state).then_some(to), interface.updates(state, event));
        match ends.iter_mut().find(|end| (end.to, end.updates) == (to, updates)) {
            Some(end) => end.outcomes.push(alphabet.outcome_of(event)),
            None => ends.push(End { outcomes: vec![alphabet.outcome_of(event)], to, updates }),
        }
    }
    ends
}
