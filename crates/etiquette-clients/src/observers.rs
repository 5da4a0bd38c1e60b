//! Observers: what a client learns of the object by asking it. `if (!s.isEmpty()) s.pop();` is correct, since the guard
//! of `pop` is told by `isEmpty`.
//!
//! So is `if (i < list.size()) list.get(i);`: what an observer that returns a number is compared with is noted.
//!
//! Arguments are asked, too: `if (!address.isUnresolved()) s.bind(address);`. What they said holds until anything else is
//! called, or stored anywhere.
//!
//! An answer splits the situation, as an outcome does. An answer that contradicts what is known of the registers is
//! never given; where both are possible, it is not certain that either can be.

use std::rc::Rc;

use etiquette_java::code::Test;
use etiquette_java::descriptor::{MethodDescriptor, TypeDescriptor};

use crate::calls::CallSite;
use crate::comparison::{Operand, bounds, compared};
use crate::configuration::Said;
use crate::frame::{Frame, bit};
use crate::state::{Known, Phase, SAID_BY_OBJECT, Situation};

impl Frame<'_, '_> {
    /// Whether a call asks an observer.
    pub(crate) fn asks(&self, site: &CallSite<'_>, descriptor: &MethodDescriptor) -> bool {
        descriptor.parameters.is_empty()
            && matches!(descriptor.result, Some(TypeDescriptor::Boolean | TypeDescriptor::Int))
            && self.analysis.protocol.is_observer(&site.member.name)
    }

    /// Goes on with what an observer says. `known` is an answer that is known already.
    pub(crate) fn asked(
        &mut self,
        site: &CallSite<'_>,
        descriptor: &MethodDescriptor,
        known: Option<bool>,
        situation: &Situation,
    ) {
        match descriptor.result {
            Some(TypeDescriptor::Int) => self.numbered(site, situation.clone()),
            _ => self.answered(site, known, situation),
        }
    }

    /// The value that a call asks, by its name, where guards ask arguments the same. Others must not have the object.
    pub(crate) fn asks_value(&self, site: &CallSite<'_>, situation: &Situation) -> Option<u32> {
        let is_question = site.member.descriptor == "()Z" && self.analysis.protocol.asks_arguments(&site.member.name);
        let asked = situation.get(site.receiver().filter(|_| is_question && situation.facts.escaped.is_empty())?);
        asked.name()
    }

    /// Goes on with each answer that a value may give.
    pub(crate) fn value_answers(&mut self, site: &CallSite<'_>, value: u32, situation: &Situation) {
        let name = &site.member.name;
        self.assume(format!("`{name}` changes nothing, and answers the same when it is asked again"));
        let client = self.analysis.client;
        self.may_throw(site.offset, situation, Some(&|class| client.declares(site.member, class)));
        let key = (value, Rc::<str>::from(name.as_str()));
        let known = situation.facts.answers.get(&key).copied();
        for answer in [true, false].into_iter().filter(|answer| known.is_none_or(|known| known == *answer)) {
            let mut after = situation.clone();
            let depends = bit(&("answer", site.offset));
            if known.is_none() {
                after.choose(site.offset, depends);
            }
            after.facts.answers.insert(key.clone(), answer);
            self.end_call(site, Known::Number(answer.into()), depends, after);
        }
    }

    /// Some number: what it is compared with tells more.
    fn numbered(&mut self, site: &CallSite<'_>, mut after: Situation) {
        let observer = &site.member.name;
        let said = Said::Number(observer.clone(), site.offset);
        let Phase::In(states) = &mut after.facts.phase else { return };
        // What was said here before is the same number only if the object is the same since then.
        let is_same = states.iter().all(|at| at.said.contains(&said));
        *states = std::mem::take(states).into_iter().map(|at| at.with_said(said.clone())).collect();
        let stale = |known: &&mut Known| matches!(known, Known::Said(_, at) if *at == site.offset);
        if !is_same {
            after.facts.registers.iter_mut().filter(stale).for_each(|known| *known = Known::UNKNOWN);
        }
        let number = Known::Said(observer.as_str().into(), site.offset);
        self.end_call(site, number, bit(&("outcome", site.offset)) | SAID_BY_OBJECT, after);
    }

    /// What is known once a test was found to hold, or not; `None` where it can't be found so.
    pub(crate) fn compared(&self, test: Test, holds: bool, mut situation: Situation) -> Option<Situation> {
        let Some((left, comparison, right)) = compared(test, holds, &situation) else { return Some(situation) };
        for (one, comparison, other) in [(&left, comparison, &right), (&right, comparison.swapped(), &left)] {
            if let Known::Any { name: Some(name), .. } = one {
                bounds(comparison, other).into_iter().for_each(|bound| situation.bound(*name, bound));
            }
            let (Known::Said(observer, place), Some(operand)) = (one, Operand::of(other)) else { continue };
            let Phase::In(states) = &mut situation.facts.phase else { continue };
            let given = Said::Number(observer.to_string(), *place);
            *states = self.analysis.protocol.compared(states, &given, comparison, operand);
            if states.is_empty() {
                return None;
            }
        }
        Some(situation)
    }

    /// Goes on with each answer that may be given; with one only, where that is known already.
    fn answered(&mut self, site: &CallSite<'_>, known: Option<bool>, situation: &Situation) {
        let protocol = self.analysis.protocol;
        let states = situation.states().cloned().unwrap_or_default();
        let told = [true, false]
            .map(|answer| (answer, protocol.told(&states, &Said::Answer(site.member.name.clone(), answer))));
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
