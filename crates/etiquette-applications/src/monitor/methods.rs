//! The methods of an interface as code sees them: one method with several guarded calls is one piece of code that tells
//! them apart.
//!
//! Calls whose guards a language can't write become one kind, what is left when no other guard holds. Such a kind is
//! allowed only where all of its calls are, and is followed only where they lead to the same state and set the same
//! registers: that is the safe side.

use std::collections::BTreeMap;

use etiquette_automata::{Call, CallId, EventId, Interface, StateId};
use etiquette_component::Guard;
use etiquette_logic::Term;
use etiquette_outcome::{Integers, Outcome};

use super::guard::Written;
use crate::diff::letters::{methods, plain_name};
use crate::experience::walk::event_of;
use crate::guards::Guards;

/// A method with all of its calls.
pub(super) struct Method<'a> {
    pub calls: Vec<CallId>,
    /// One of its calls: all have the same name and parameters.
    pub call: &'a Call,
    pub guards: Guards,
    /// What can be observed of any of its calls.
    pub outcomes: Vec<String>,
    interface: &'a Interface,
    updates: BTreeMap<(StateId, EventId), NewValues>,
    /// When it is not known what a call does, since numbers overflow.
    overflow: Option<Term>,
}

/// What registers are set to, by position; where that can't be read, why.
type NewValues = Vec<(usize, Result<Term, String>)>;

/// What registers are set to.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) struct Sets {
    /// The registers by position, with their new values as a language writes them.
    pub values: Vec<(usize, String)>,
    /// Whether some of them depend on what the call returned.
    pub look_at_result: bool,
}

/// Calls of a method that the code does not tell apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Kind {
    /// None of them: arguments that belong to no call.
    pub calls: Vec<CallId>,
    /// The condition on the arguments and registers; `None`: whatever no other kind has.
    pub condition: Option<String>,
    /// What outcomes set in a state; `None`: nobody knows.
    sets: BTreeMap<(StateId, String), Option<Sets>>,
}

impl<'a> Method<'a> {
    /// All methods of an interface, in the order of their first calls.
    pub fn all(outcome: &'a Outcome) -> Vec<Method<'a>> {
        let groups = methods(outcome.interface.alphabet());
        groups.into_iter().map(|calls| Method::new(outcome, calls)).collect()
    }

    fn new(outcome: &'a Outcome, calls: Vec<CallId>) -> Self {
        let interface = &outcome.interface;
        let written: Vec<&Call> = calls.iter().map(|&call| interface.alphabet().call(call)).collect();
        let mut outcomes: Vec<String> = Vec::new();
        for outcome in written.iter().flat_map(|call| &call.outcomes) {
            if !outcomes.contains(outcome) {
                outcomes.push(outcome.clone());
            }
        }
        let values = values_of(interface, &calls);
        let guards = Guards::with_registers(&written, &interface.memory().registers, &values);
        let call = written[0];
        let mut method = Method { guards, call, outcomes, calls, interface, updates: BTreeMap::new(), overflow: None };
        method.read_updates();
        if outcome.guarantee.integers == Integers::Ideal && !interface.memory().is_empty() {
            method.read_overflow();
        }
        method
    }

    fn read_updates(&mut self) {
        let alphabet = self.interface.alphabet();
        for (state, event, update) in self.interface.memory().all_updates() {
            let call = alphabet.call_of(event);
            if self.calls.contains(&call) {
                let value = self.guards.new_value(alphabet.call(call), &update.value, update.register);
                self.updates.entry((state, event)).or_default().push((update.register, value));
            }
        }
    }

    fn read_overflow(&mut self) {
        let mut overflows = Vec::new();
        for (_, value) in self.updates.values_mut().flatten() {
            // What is returned is not known before the call, when it can still be stopped.
            let overflows = |term: &Term| self.guards.looks_at_result(*term) && self.guards.may_overflow(*term);
            if value.as_ref().is_ok_and(overflows) {
                *value = Err("it depends on what is returned whether a number overflows".into());
            }
        }
        for (position, call) in self.calls.iter().enumerate() {
            let own = self.updates.iter().filter(|((_, event), _)| self.interface.alphabet().call_of(*event) == *call);
            let values = own.flat_map(|(_, set)| set).filter_map(|(_, value)| value.clone().ok());
            let values = values.filter(|value| !self.guards.looks_at_result(*value));
            let values: Vec<Term> = values.collect();
            overflows.extend(self.guards.overflow(position, &values));
        }
        self.overflow = (!overflows.is_empty()).then(|| self.guards.any(overflows));
    }

    /// Its name without parameter types.
    pub fn plain_name(&self) -> &'a str {
        plain_name(self.call)
    }

    /// A kind of its calls as messages call it.
    pub fn kind_name(&self, kind: &Kind) -> String {
        match &kind.calls[..] {
            [only] => self.interface.alphabet().call(*only).to_string(),
            [] if self.call.parameters.is_empty() => format!("{} now", self.plain_name()),
            [] => format!("{} with these arguments", self.plain_name()),
            _ => self.plain_name().to_string(),
        }
    }

    /// What the code tells apart, and what is lost by that.
    pub fn kinds(&self, written: &Written<'_>) -> (Vec<Kind>, Vec<String>) {
        let (mut kinds, mut rest, mut losses) = (Vec::new(), Vec::new(), Vec::new());
        for (position, &call) in self.calls.iter().enumerate() {
            match written.guard(position) {
                Ok(condition) => kinds.push(Kind::new(vec![call], Some(condition))),
                Err(why) => {
                    losses.push(self.unwritten_guard(&why));
                    rest.push(call);
                }
            }
        }
        match kinds.last_mut() {
            // Whatever the others don't hold for, this one does.
            Some(last) if rest.is_empty() && self.guards.cover_all() => last.condition = None,
            _ => kinds.push(Kind::new(rest, None)),
        }
        for kind in &mut kinds {
            losses.extend(self.read_sets(written, kind));
        }
        if let Some(overflow) = self.overflow {
            let condition = written.term(overflow).unwrap_or_else(|why| {
                losses.push(format!(
                    "`{}` is never allowed: where numbers overflow can't be written: {why}",
                    self.call.method
                ));
                "true".into()
            });
            kinds.insert(0, Kind::new(Vec::new(), Some(condition)));
        }
        (kinds, losses)
    }

    fn unwritten_guard(&self, why: &str) -> String {
        let guards = self.guards.conditions().len();
        let taken = if guards == 1 { "any arguments" } else { "whatever no other guard of the method holds for" };
        format!("a guard of `{}` can't be written, so it means {taken}: {why}", self.call.method)
    }

    /// What a kind of calls sets registers to, and what of that can't be written.
    fn read_sets(&self, written: &Written<'_>, kind: &mut Kind) -> Vec<String> {
        let mut losses = Vec::new();
        let alphabet = self.interface.alphabet();
        let own = self.updates.keys().filter(|(_, event)| kind.calls.contains(&alphabet.call_of(*event)));
        for &(state, _) in own {
            for outcome in &self.outcomes {
                let sets = self.sets(written, kind, state, outcome).unwrap_or_else(|why| {
                    let lost =
                        format!("after `{}` nothing is known, since what it sets can't be written", self.call.method);
                    losses.push(format!("{lost}: {why}"));
                    None
                });
                if sets.as_ref().is_none_or(|sets| !sets.values.is_empty()) {
                    kind.sets.insert((state, outcome.clone()), sets);
                }
            }
        }
        losses.dedup();
        losses
    }

    /// What an outcome sets; `None` where the calls set different things.
    fn sets(&self, written: &Written<'_>, kind: &Kind, state: StateId, outcome: &str) -> Result<Option<Sets>, String> {
        let mut all = Vec::new();
        for event in kind.calls.iter().filter_map(|&call| event_of(self.interface, call, outcome)) {
            let mut sets = Sets::default();
            for (register, value) in self.updates.get(&(state, event)).into_iter().flatten() {
                let value = value.clone()?;
                if self.guards.asks_arguments(value) {
                    return Err("it depends on what an argument says, which the call may have changed".into());
                }
                sets.look_at_result |= self.guards.looks_at_result(value);
                sets.values.push((*register, written.term(value)?));
            }
            all.push(sets);
        }
        let first = all.first().cloned();
        Ok(first.filter(|first| all.iter().all(|other| other == first)))
    }
}

/// What calls set registers to.
fn values_of<'a>(interface: &'a Interface, calls: &[CallId]) -> Vec<(&'a Call, &'a Guard)> {
    let alphabet = interface.alphabet();
    let updates = interface.memory().all_updates().map(|(_, event, update)| (alphabet.call_of(event), &update.value));
    updates.filter(|(call, _)| calls.contains(call)).map(|(call, value)| (alphabet.call(call), value)).collect()
}

impl Kind {
    /// Calls under a condition, of which it is not known yet what they set.
    pub fn new(calls: Vec<CallId>, condition: Option<String>) -> Kind {
        Kind { calls, condition, sets: BTreeMap::new() }
    }

    /// What an outcome sets in a state.
    pub fn set(&self, state: StateId, outcome: &str) -> &[(usize, String)] {
        let sets = self.sets.get(&(state, outcome.to_owned())).and_then(Option::as_ref);
        sets.map(|sets| &sets.values[..]).unwrap_or_default()
    }

    /// Whether something that is set depends on what the call returned.
    pub fn looks_at_result(&self) -> bool {
        self.sets.values().flatten().any(|sets| sets.look_at_result)
    }

    /// The outcomes that set something, with the states.
    pub fn all_sets(&self) -> impl Iterator<Item = (StateId, &str, &Sets)> {
        self.sets.iter().filter_map(|((state, outcome), sets)| Some((*state, outcome.as_str(), sets.as_ref()?)))
    }

    /// Whether all of the calls are allowed.
    pub fn is_allowed(&self, interface: &Interface, state: StateId) -> bool {
        !self.calls.is_empty() && self.calls.iter().all(|&call| interface.allows(state, call))
    }

    /// Whether some of the calls are not allowed, and all of these are doubtful.
    pub fn is_doubtful(&self, outcome: &Outcome, state: StateId) -> bool {
        let is_doubtful = |&call: &CallId| outcome.doubt(state, call).is_some();
        let mut refused = self.calls.iter().filter(|call| !outcome.interface.allows(state, **call)).peekable();
        refused.peek().is_some() && refused.all(is_doubtful)
    }

    /// Where an outcome leads from a state in which the calls are allowed; `None`: nobody knows.
    pub fn next(&self, interface: &Interface, state: StateId, outcome: &str) -> Option<StateId> {
        self.led_to(interface, (state, outcome), |event| interface.next(state, event))
    }

    /// The same, where the calls may be doubtful and were made all the same.
    pub fn next_even_if_doubtful(&self, interface: &Interface, state: StateId, outcome: &str) -> Option<StateId> {
        self.led_to(interface, (state, outcome), |event| interface.leads_to(state, event))
    }

    fn led_to(
        &self,
        interface: &Interface,
        (state, outcome): (StateId, &str),
        next: impl Fn(EventId) -> Option<StateId>,
    ) -> Option<StateId> {
        if self.sets.get(&(state, outcome.to_owned())).is_some_and(Option::is_none) {
            return None;
        }
        let mut next = self.calls.iter().map(|&call| next(event_of(interface, call, outcome)?));
        let first = next.next()??;
        next.all(|other| other == Some(first)).then_some(first)
    }
}
