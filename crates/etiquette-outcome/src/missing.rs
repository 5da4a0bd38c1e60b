//! Calls on objects in roles before there are any: nobody could make them, so they are no errors like any other.

use etiquette_automata::{EventId, StateId};
use etiquette_component::{Meaning, NO_SUCH_OBJECT, Part};

use crate::outcome::{Forbidden, Outcome, Reason};

impl Outcome {
    /// The same, where a call that fails for want of an object is said to, unless one may be there in that state: then it
    /// fails for another reason as well, which is named if only one is possible.
    pub fn without_missing_objects(mut self) -> Outcome {
        if self.roles.is_empty() {
            return self;
        }
        let real: Vec<String> = self.errors.iter().filter(|name| *name != NO_SUCH_OBJECT).cloned().collect();
        let made: Vec<Vec<bool>> = self.roles.iter().map(|role| self.states_behind(&role.made_by)).collect();
        for state in self.interface.states() {
            let facts = self.states.get(state.index()).map(|facts| facts.forbidden.clone()).unwrap_or_default();
            let said = facts.into_iter().map(|found| match is_missing(&found) {
                true => self.said_of_missing(found, |role| made[role][state.index()], &real),
                false => found,
            });
            let said = said.collect();
            if let Some(facts) = self.states.get_mut(state.index()) {
                facts.forbidden = said;
            }
        }
        self.errors = self.errors.iter().filter(|name| *name != NO_SUCH_OBJECT || self.raises(name)).cloned().collect();
        self
    }

    fn raises(&self, name: &str) -> bool {
        self.all_forbidden().any(|found| matches!(&found.reason, Reason::Error { error, .. } if error == name))
    }

    /// Where an object may be there, the call is known to fail with it, too; no word was looked for that shows it.
    fn said_of_missing(&self, found: Forbidden, may_be_there: impl Fn(usize) -> bool, errors: &[String]) -> Forbidden {
        let known = self.interface.alphabet().call(found.call);
        let role = match Meaning::of(&self.roles, &known.method, known.constructor).on {
            Some(Part::Role(name)) => self.roles.iter().position(|role| role.name == name),
            _ => None,
        };
        match (role.is_some_and(may_be_there), errors) {
            (false, _) => Forbidden::new(found.call, Reason::NotThere),
            (true, [error]) => {
                let reason = Reason::Error { witness: Vec::new(), error: error.clone(), at: None };
                Forbidden::new(found.call, reason)
            }
            (true, _) => found,
        }
    }

    /// The states in which one may be once a call of one of these methods has returned.
    fn states_behind(&self, makers: &[String]) -> Vec<bool> {
        let alphabet = self.interface.alphabet();
        let events = || (0..alphabet.event_count()).map(EventId::from_index);
        // A call that throws makes nothing; only exceptions are outcomes with a capital letter here.
        let throws = |event: &EventId| alphabet.outcome_of(*event).starts_with(char::is_uppercase);
        let makes =
            |event: &EventId| makers.contains(&alphabet.call(alphabet.call_of(*event)).method) && !throws(event);
        let from_anywhere = |event: EventId| self.interface.states().map(move |state| (state, event));
        let made = events().filter(makes).flat_map(from_anywhere);
        let mut waiting: Vec<StateId> =
            made.filter_map(|(state, event)| self.interface.leads_to(state, event)).collect();
        let mut behind = vec![false; self.interface.state_count()];
        while let Some(state) = waiting.pop() {
            if !std::mem::replace(&mut behind[state.index()], true) {
                waiting.extend(events().filter_map(|event| self.interface.leads_to(state, event)));
            }
        }
        behind
    }
}

fn is_missing(found: &Forbidden) -> bool {
    found.doubt.is_none() && matches!(&found.reason, Reason::Error { error, .. } if error == NO_SUCH_OBJECT)
}
