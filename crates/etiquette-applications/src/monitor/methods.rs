//! The methods of an interface as code sees them: one method with several guarded calls is one piece of code that tells
//! them apart.
//!
//! Calls whose guards a language can't write become one kind, what is left when no other guard holds. Such a kind is
//! allowed only where all of its calls are, and is followed only where they lead to the same state: that is the safe
//! side.

use etiquette_automata::{Alphabet, Call, CallId, Interface, StateId};
use etiquette_outcome::Outcome;

use super::guard::{Language, Written};
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
}

/// Calls of a method that the code does not tell apart.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Kind {
    /// None of them: arguments that belong to no call.
    pub calls: Vec<CallId>,
    /// The condition on the arguments; `None`: whatever no other kind has.
    pub condition: Option<String>,
}

impl<'a> Method<'a> {
    /// All methods of an alphabet, in the order of their first calls.
    pub fn all(alphabet: &'a Alphabet) -> Vec<Method<'a>> {
        methods(alphabet).into_iter().map(|calls| Method::new(alphabet, calls)).collect()
    }

    fn new(alphabet: &'a Alphabet, calls: Vec<CallId>) -> Self {
        let written: Vec<&Call> = calls.iter().map(|&call| alphabet.call(call)).collect();
        let mut outcomes: Vec<String> = Vec::new();
        for outcome in written.iter().flat_map(|call| &call.outcomes) {
            if !outcomes.contains(outcome) {
                outcomes.push(outcome.clone());
            }
        }
        Method { guards: Guards::of(&written), call: written[0], outcomes, calls }
    }

    /// Its name without parameter types.
    pub fn plain_name(&self) -> &'a str {
        plain_name(self.call)
    }

    /// What the code tells apart, and what is lost by that.
    pub fn kinds(&self, language: &dyn Language, names: &[String]) -> (Vec<Kind>, Vec<String>) {
        let written = Written { guards: &self.guards, names, language };
        let (mut kinds, mut rest, mut losses) = (Vec::new(), Vec::new(), Vec::new());
        for (position, &call) in self.calls.iter().enumerate() {
            match written.guard(position) {
                Ok(condition) => kinds.push(Kind { calls: vec![call], condition: Some(condition) }),
                Err(why) => {
                    let guards = self.guards.conditions().len();
                    let taken =
                        if guards == 1 { "any arguments" } else { "whatever no other guard of the method holds for" };
                    losses.push(format!(
                        "a guard of `{}` can't be written, so it means {taken}: {why}",
                        self.call.method
                    ));
                    rest.push(call);
                }
            }
        }
        match kinds.last_mut() {
            // Whatever the others don't hold for, this one does.
            Some(last) if rest.is_empty() && self.guards.cover_all() => last.condition = None,
            _ => kinds.push(Kind { calls: rest, condition: None }),
        }
        (kinds, losses)
    }
}

impl Kind {
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
        let next = |&call: &CallId| interface.next(state, event_of(interface, call, outcome)?);
        let mut next = self.calls.iter().map(next);
        let first = next.next()??;
        next.all(|other| other == Some(first)).then_some(first)
    }
}
