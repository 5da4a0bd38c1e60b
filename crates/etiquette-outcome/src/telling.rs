//! How much a result tells whoever reads it.

use std::cmp::Reverse;

use etiquette_automata::{CallId, StateId};

use crate::outcome::{Forbidden, Outcome, Reason};

impl Outcome {
    /// Orders results by how much they tell: first how many calls are allowed in one state and known to fail in another,
    /// then how many are known to fail, then how few are doubtful.
    pub fn tells(&self) -> (usize, usize, Reverse<usize>) {
        (self.telling_calls().count(), self.certain_failures(), Reverse(self.doubtful()))
    }

    /// How many calls are known to fail, over all states.
    pub fn certain_failures(&self) -> usize {
        self.all_forbidden().filter(|found| fails(found)).count()
    }

    /// The calls that are allowed in one state and known to fail in another.
    pub fn telling_calls(&self) -> impl Iterator<Item = CallId> {
        let allowed = |call: &CallId| self.states_with_object().any(|state| self.interface.allows(state, *call));
        self.failing_calls().filter(allowed)
    }

    /// The calls on an object that are known to fail in some state.
    pub fn failing_calls(&self) -> impl Iterator<Item = CallId> {
        let alphabet = self.interface.alphabet();
        let is_failing = |call: &CallId| self.all_forbidden().any(|found| found.call == *call && fails(found));
        alphabet.call_ids().filter(|call| !alphabet.call(*call).constructor).filter(is_failing)
    }

    /// The states in which there is an object. Without constructors there always is.
    pub fn states_with_object(&self) -> impl Iterator<Item = StateId> {
        let makes_objects = self.interface.alphabet().calls().iter().any(|call| call.constructor);
        let initial = self.interface.initial();
        self.interface.states().filter(move |state| !makes_objects || *state != initial)
    }
}

fn fails(found: &Forbidden) -> bool {
    found.doubt.is_none() && matches!(found.reason, Reason::Error { .. })
}
