//! Calls that are not followed: those who have an object may use it, by the calls that what runs can reach.

use etiquette_java::class::{Invocation, Member};
use etiquette_java::code::Register;

use crate::analysis::Relation;
use crate::effects::{Calls, is_functional};
use crate::frame::{Frame, bit, value_of};
use crate::parts::{Part, Parts};
use crate::state::{Known, SAID_BY_OBJECT, Situation};

/// A call that is not followed.
pub(crate) struct UnknownCall<'s> {
    pub offset: u32,
    /// Those that may be used by what is called.
    pub arguments: &'s [Register],
    pub result: Option<Register>,
    pub descriptor: &'s str,
    /// What is called.
    pub callee: Callee<'s>,
    /// Where it is called on something that leads to the objects that are followed: what it may do with them.
    pub through: Option<Parts>,
    /// Whether it may return.
    pub returns: bool,
}

/// What a call names.
#[derive(Clone, Copy)]
pub(crate) enum Callee<'s> {
    Method(Invocation, &'s Member),
    /// What makes a lambda, or a text.
    Maker,
}

impl<'s> Callee<'s> {
    fn member(self) -> Option<&'s Member> {
        match self {
            Callee::Method(_, member) => Some(member),
            Callee::Maker => None,
        }
    }
}

/// The type of what a method returns, from its descriptor.
pub(crate) fn result_type(descriptor: &str) -> &str {
    descriptor.rsplit_once(')').map_or("V", |(_, result)| result)
}

impl Frame<'_, '_> {
    /// A call that is not followed: whoever has the object may use it.
    pub(crate) fn unknown_call(&mut self, call: &UnknownCall<'_>, mut situation: Situation) {
        situation.facts.answers.clear();
        let UnknownCall { offset, arguments, result, callee, through, returns, .. } = *call;
        let member = callee.member();
        let given = arguments.iter().map(|from| value_of(&situation, *from).0.parts()).fold(Parts::NONE, Parts::or);
        let (mut after, used) = (situation.clone(), through.unwrap_or_default());
        if !given.or(used).or(after.facts.escaped).is_empty() {
            let calls = if used.is_empty() { self.effects_of(callee, given) } else { Calls::ALL };
            self.expose(&mut after, given, used, calls);
        }
        let client = self.analysis.client;
        let declares = |class: &str| member.is_none_or(|member| client.declares(member, class));
        self.may_throw(offset, &after, Some(&declares));
        if after.facts != situation.facts {
            self.may_throw(offset, &situation, Some(&declares));
        }
        if !returns {
            return;
        }
        if let Some(result) = result {
            let known = self.returned(call, &after);
            let called = member.map_or(0, |member| self.called(member));
            let depends = arguments.iter().fold(called, |all, from| all | value_of(&situation, *from).1);
            after.set(usize::from(result.0), known, depends);
        }
        self.go_on(offset, after);
    }

    /// What may be called on objects that others have, or get. To make a lambda runs nothing yet, and to make a text
    /// changes nothing.
    fn effects_of(&mut self, callee: Callee<'_>, given: Parts) -> Calls {
        match callee {
            Callee::Method(_, member) if !given.is_empty() && is_functional(&member.class) => Calls::ALL,
            Callee::Method(kind, member) => self.analysis.effects_of_call(&self.body, kind, member),
            Callee::Maker => Calls::NONE,
        }
    }

    /// What a call gives that is not followed.
    fn returned(&mut self, call: &UnknownCall<'_>, after: &Situation) -> Known {
        let ty = result_type(call.descriptor);
        let related = self.analysis.relation(ty) != Relation::None;
        if related && after.facts.escaped.has(Part::Main) && !self.analysis.is_elsewhere_than(None) {
            return Known::Perhaps;
        }
        let view = (call.through.is_some() && self.leads_to_object(ty)).then_some(Known::View);
        let known = after.perhaps_in_role(&self.analysis.roles_of(ty)).or(view);
        known.unwrap_or(Known::Any { related, name: Some(call.offset) })
    }

    /// What the result of a method depends on. Other objects of the protocol know their states, too.
    fn called(&mut self, member: &Member) -> u64 {
        let is_related = self.analysis.class_relation(&member.class) != Relation::None;
        bit(&(&member.class, &member.name)) | if is_related { SAID_BY_OBJECT } else { 0 }
    }
}
