//! Calls that make objects beside the main one, and calls on those: an iterator of a list, the other end of a pipe.
//!
//! Of all objects that are made for a role, one is followed. So where a role is free, what makes an object for it splits
//! the situation: it is the one, or another.

use std::rc::Rc;

use etiquette_automata::CallId;
use etiquette_java::boxes::primitive;
use etiquette_java::descriptor::MethodDescriptor;

use crate::body::is_constructor;
use crate::calls::{CallSite, UnknownCall};
use crate::client::class_of;
use crate::frame::{Frame, bit};
use crate::parts::{Part, Parts};
use crate::state::{Known, SAID_BY_OBJECT, Situation};

impl Frame<'_, '_> {
    /// The part that the receiver of a call plays. What clients make for a role, and is not in it, is another one.
    pub(crate) fn part_called(&self, site: &CallSite<'_>, known: &Known, situation: &Situation) -> Option<Part> {
        let is_there = situation.states().is_some() && !is_constructor(site.kind, &site.member.name);
        let class = match known {
            Known::New(class, _) => class,
            Known::Any { .. } | Known::Some { .. } => site.member.class.as_str(),
            _ => return known.part(),
        };
        let mut roles = self.analysis.protocol.roles().made_by_clients().filter(|_| is_there);
        let role = roles.find(|(_, ty)| self.analysis.client.is_below(class, ty));
        role.map(|(role, _)| Part::Another(role))
    }

    /// A call that makes an object for a role: the one that is followed, if the role is free, or another.
    pub(crate) fn make_beside(
        &mut self,
        site: &CallSite<'_>,
        descriptor: &MethodDescriptor,
        (role, on): (usize, Part),
        calls: &[CallId],
        situation: Situation,
    ) {
        let roles = self.analysis.protocol.roles();
        let (filling, others): (Vec<CallId>, Vec<CallId>) =
            calls.iter().partition(|call| roles.makes(**call) == Some(Part::Role(role)));
        if is_free(role, &situation) && !matches!(on, Part::Another(_)) {
            self.event(site, descriptor, &filling, Some(Known::InRole(role)), situation.clone());
        }
        match others.is_empty() {
            true => self.nothing_noticed(site, descriptor, Some(Known::Another(role)), situation),
            false => self.event(site, descriptor, &others, Some(Known::Another(role)), situation),
        }
    }

    /// A call on another object that is no event of the interface. Where the same call on the one in the role is, nobody
    /// notices this one; else it may be any.
    pub(crate) fn call_unnoticed(
        &mut self,
        site: &CallSite<'_>,
        descriptor: &MethodDescriptor,
        role: usize,
        situation: Situation,
    ) {
        let protocol = self.analysis.protocol;
        let same = protocol.calls(Part::Role(role), &site.member.name, descriptor, true);
        if same.is_empty() {
            let through = Some(Part::Another(role).into());
            let call = UnknownCall { arguments: &site.arguments[1..], through, ..site.unknown() };
            return self.unknown_call(&call, situation);
        }
        let makes = protocol.roles().role_made(&same).map(Known::Another);
        self.nothing_noticed(site, descriptor, makes, situation);
    }

    /// A call after which the objects are in the same state.
    fn nothing_noticed(
        &mut self,
        site: &CallSite<'_>,
        descriptor: &MethodDescriptor,
        makes: Option<Known>,
        mut situation: Situation,
    ) {
        situation.facts.answers.clear();
        self.give(site, descriptor, &mut situation);
        let client = self.analysis.client;
        self.may_throw(site.offset, &situation, Some(&|class| client.declares(site.member, class)));
        let related = self.analysis.is_related(site.result_type());
        let known = makes.unwrap_or(Known::Any { related, name: Some(site.offset) });
        self.end_call(site, known, bit(&("outcome", site.offset)) | SAID_BY_OBJECT, situation);
    }

    /// A call on a value that is none of the objects, but may become one, or lead to one.
    pub(crate) fn call_on_value(&mut self, site: &CallSite<'_>, known: &Known, situation: Situation) {
        match known {
            Known::View => {
                let through = Some(Parts::MAIN);
                let call = UnknownCall { arguments: &site.arguments[1..], through, ..site.unknown() };
                self.unknown_call(&call, situation);
            }
            Known::New(class, Some(made_at)) if is_constructor(site.kind, &site.member.name) => {
                self.construct_beside(site, (class, *made_at), situation);
            }
            _ => self.call_others(site, situation),
        }
    }

    /// The constructor of an object that may be one for a role.
    fn construct_beside(&mut self, site: &CallSite<'_>, (class, made_at): (&Rc<str>, u32), situation: Situation) {
        let protocol = self.analysis.protocol;
        let descriptor = site.member.descriptor.parse::<MethodDescriptor>().ok();
        let role = protocol.roles().made_by_clients().find(|(_, ty)| **ty == **class).map(|(role, _)| role);
        let (Some(role), Some(descriptor)) = (role.filter(|_| situation.states().is_some()), descriptor) else {
            return self.call_others(site, situation);
        };
        let [filling, others] = [Part::Role(role), Part::Another(role)].map(|made| protocol.makers(made, &descriptor));
        if is_free(role, &situation) && !filling.is_empty() {
            let mut filled = situation.clone();
            filled.follow_new(class, made_at, &Known::InRole(role));
            self.event(site, &descriptor, &filling, Some(Known::InRole(role)), filled);
        }
        match others.is_empty() {
            true => self.call_others(site, situation),
            false => self.event(site, &descriptor, &others, None, situation),
        }
    }

    /// Whether a value of a type may lead to the object that it was got from: views, cursors, streams. What methods
    /// return as `Object` is what an object holds.
    pub(crate) fn leads_to_object(&self, descriptor: &str) -> bool {
        let holds_nothing =
            |class: &str| primitive(class).is_some() || matches!(class, "java/lang/Object" | "java/lang/String");
        !self.analysis.protocol.roles().is_empty() && class_of(descriptor).is_some_and(|class| !holds_nothing(&class))
    }
}

fn is_free(role: usize, situation: &Situation) -> bool {
    !situation.facts.filled.has(Part::Role(role))
}
