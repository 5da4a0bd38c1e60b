//! Observers: what a client learns of the object by asking it. `if (!s.isEmpty()) s.pop();` is correct, since the guard
//! of `pop` is told by `isEmpty`.
//!
//! An answer splits the situation, as an outcome does. An answer that contradicts what is known of the registers is
//! never given; where both are possible, it is not certain that either can be.

use etiquette_java::descriptor::{MethodDescriptor, TypeDescriptor};

use crate::calls::CallSite;
use crate::frame::{Frame, bit};
use crate::state::{Known, Phase, Situation};

impl Frame<'_, '_> {
    /// Whether a call asks an observer for a truth value.
    pub(crate) fn asks(&self, site: &CallSite<'_>, descriptor: &MethodDescriptor) -> bool {
        descriptor.parameters.is_empty()
            && descriptor.result == Some(TypeDescriptor::Boolean)
            && self.analysis.protocol.is_observer(&site.member.name)
    }

    /// Goes on with each answer that may be given; with one only, where that is known already.
    pub(crate) fn answered(&mut self, site: &CallSite<'_>, known: Option<bool>, situation: &Situation) {
        let protocol = self.analysis.protocol;
        let states = situation.states().cloned().unwrap_or_default();
        let told = [true, false].map(|answer| (answer, protocol.told(&states, &site.member.name, answer)));
        let in_doubt = told.iter().all(|(_, states)| !states.is_empty());
        let is_given = |answer: bool| known.is_none_or(|known| known == answer);
        for (answer, states) in told.into_iter().filter(|(answer, at)| is_given(*answer) && !at.is_empty()) {
            let mut after = situation.clone();
            after.facts.phase = Phase::In(states);
            after.facts.path_in_doubt |= in_doubt;
            self.end_call(site, Known::Number(answer.into()), bit(&("outcome", site.offset)), after);
        }
    }
}
