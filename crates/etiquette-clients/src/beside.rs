//! Calls that make objects beside the main one, and calls on those: an iterator of a list, the other end of a pipe.
//!
//! Of all objects that are made for a role, one is followed. So where a role is free, what makes an object for it splits
//! the situation: it is the one, or another.

use std::rc::Rc;

use etiquette_automata::CallId;
use etiquette_java::boxes::primitive;
use etiquette_java::class::Invocation;
use etiquette_java::descriptor::MethodDescriptor;

use crate::body::is_constructor;
use crate::calls::CallSite;
use crate::client::class_of;
use crate::frame::{Frame, bit, value_of};
use crate::parts::{Part, Parts};
use crate::state::{Known, SAID_BY_OBJECT, Situation};
use crate::unfollowed::UnknownCall;

impl Frame<'_, '_> {
    /// The part that the receiver of a call plays. What clients make for a role, and is not in it, is another one once
    /// it has to do with the objects that are followed.
    pub(crate) fn part_called(&self, site: &CallSite<'_>, known: &Known, situation: &Situation) -> Option<Part> {
        let is_met = !is_constructor(site.kind, &site.member.name)
            && site.arguments.iter().any(|from| value_of(situation, *from).0.part().is_some());
        let role = match known {
            _ if !is_met => None,
            Known::Any { .. } | Known::Some { .. } => self.role_made_of(&site.member.class),
            known => self.role_of_new(known),
        };
        known.part().or(role.map(Part::Another))
    }

    /// The role that a new object could play that is not followed.
    fn role_of_new(&self, known: &Known) -> Option<usize> {
        let Known::New(class, _) = known else { return None };
        self.role_made_of(class)
    }

    /// The role for which clients make objects of a class.
    fn role_made_of(&self, class: &str) -> Option<usize> {
        let mut roles = self.analysis.protocol.roles().made_by_clients();
        roles.find(|(_, ty)| self.analysis.client.is_below(class, ty)).map(|(role, _)| role)
    }

    /// Notes that an object in a role has to do with another one of the main one's class.
    pub(crate) fn note_meeting(&self, site: &CallSite<'_>, situation: &mut Situation) {
        let known: Vec<Known> = site.arguments.iter().map(|from| value_of(situation, *from).0).collect();
        let is_in_role = known.iter().any(|known| matches!(known, Known::InRole(_)));
        let is_main = |known: &Known| matches!(known, Known::New(class, _) if self.analysis.is_object(class));
        situation.facts.met_another |= is_in_role && known.iter().any(is_main);
    }

    /// Whether nothing is called, so that an exception is thrown.
    pub(crate) fn is_on_null(&self, site: &CallSite<'_>, situation: &Situation) -> bool {
        let is_null = |register: usize| situation.get(register) == Known::Null;
        !self.analysis.protocol.roles().is_empty() && site.receiver().is_some_and(is_null)
    }

    /// Whether a call is about the objects that are followed, and no others: what becomes of one in a role that has met
    /// another of the main one's class is decided where that one is followed.
    pub(crate) fn is_decided_here(&self, site: &CallSite<'_>, situation: &Situation) -> bool {
        let parts = site.arguments.iter().filter_map(|from| value_of(situation, *from).0.part());
        let parts: Parts = parts.collect();
        !situation.facts.met_another || parts.has(Part::Main) && parts != Parts::MAIN
    }

    /// New objects that met those that are followed, in a call, belong to them from then on.
    pub(crate) fn meet(&self, site: &CallSite<'_>, situation: &mut Situation) {
        for register in site.arguments.iter().map(|from| usize::from(from.0)) {
            let known = situation.get(register);
            let (Some(role), Known::New(class, made_at)) = (self.role_of_new(&known), &known) else { continue };
            situation.set_copy(register, Known::Another(role), 0);
            if let Some(made_at) = made_at {
                situation.follow_new(class, *made_at, &Known::Another(role));
            }
        }
    }

    /// Whether a call is given an object that could play a role and does not, but will when it is followed itself.
    pub(crate) fn is_given_another(&self, site: &CallSite<'_>, situation: &Situation) -> bool {
        site.arguments.iter().any(|from| match value_of(situation, *from).0 {
            Known::Another(_) => true,
            known => self.role_of_new(&known).is_some(),
        })
    }

    /// Objects that were there before the main one never play a role beside it.
    pub(crate) fn forget_strangers(&self, situation: &mut Situation) {
        for register in 0..situation.facts.registers.len() {
            let known = situation.get(register);
            if self.role_of_new(&known).is_some() {
                situation.set_copy(register, Known::Some { related: false, name: None }, 0);
            }
        }
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
        match (others.is_empty(), filling.is_empty()) {
            (true, true) => self.call_others(site, situation),
            (true, false) => self.nothing_noticed(site, &descriptor, None, situation),
            (false, _) => self.event(site, &descriptor, &others, None, situation),
        }
    }

    /// Whether a collection of the JDK is given others, of which it only takes the elements: `addAll`, a copy. What it
    /// is given as `Object`, it keeps.
    pub(crate) fn only_reads(&mut self, site: &CallSite<'_>) -> bool {
        let class = &site.member.class;
        let Ok(descriptor) = site.member.descriptor.parse::<MethodDescriptor>() else { return false };
        let is_collection = !self.analysis.protocol.roles().is_empty()
            && site.kind != Invocation::Static
            && class.starts_with("java/util/")
            && self.analysis.client.is_below(class, "java/util/Collection");
        let mut types = descriptor.parameters.iter().filter(|ty| ty.is_reference()).peekable();
        let only_reads =
            is_collection && types.peek().is_some() && types.all(|ty| self.analysis.is_related(&ty.descriptor()));
        if only_reads {
            self.assume("collections of the JDK only read the collections that they are given".into());
        }
        only_reads
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
