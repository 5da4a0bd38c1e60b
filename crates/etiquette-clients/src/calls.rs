//! Calls: events of the object that is followed, methods of the client that are given it, and everything else.
//!
//! An event splits the situation by outcome, so that a later branch on the result finds the state that goes with it. A
//! call that is not followed may do with an object that it knows whatever the interface allows.

use std::collections::BTreeMap;
use std::rc::Rc;

use etiquette_automata::CallId;
use etiquette_component::condition_of_outcome;
use etiquette_java::boxes::{is_boxing, is_unboxing};
use etiquette_java::class::{Invocation, Member};
use etiquette_java::code::Register;
use etiquette_java::descriptor::{MethodDescriptor, TypeDescriptor};

use crate::analysis::shown;
use crate::body::{Body, is_constructor};
use crate::comparison::Bound;
use crate::configuration::{Configuration, joined};
use crate::effects::Calls;
use crate::finding::{Place, Step};
use crate::frame::{ExitKind, Frame, Thrown, bit, value_of};
use crate::guard::Argument;
use crate::parts::{Part, Parts};
use crate::protocol::States;
use crate::state::{Known, Phase, SAID_BY_OBJECT, Situation};
use crate::unfollowed::{Callee, UnknownCall, result_type};

/// A call in the client's code.
pub(crate) struct CallSite<'s> {
    pub offset: u32,
    pub kind: Invocation,
    pub member: &'s Member,
    pub arguments: &'s [Register],
    pub result: Option<Register>,
}

impl CallSite<'_> {
    /// The register of the receiver, if it has one.
    pub(crate) fn receiver(&self) -> Option<usize> {
        let first = self.arguments.first().filter(|_| self.kind != Invocation::Static)?;
        Some(usize::from(first.0))
    }

    pub(crate) fn result_type(&self) -> &str {
        result_type(&self.member.descriptor)
    }

    /// The call as one that is not followed.
    pub(crate) fn unknown(&self) -> UnknownCall<'_> {
        UnknownCall {
            offset: self.offset,
            arguments: self.arguments,
            result: self.result,
            descriptor: &self.member.descriptor,
            callee: Callee::Method(self.kind, self.member),
            through: None,
            returns: true,
        }
    }
}

/// The methods that every object has.
pub(crate) const OBJECT_METHODS: [&str; 7] =
    ["equals", "getClass", "hashCode", "notify", "notifyAll", "toString", "wait"];

/// What boxing a number that is known, or unboxing it, gives.
fn boxed_or_unboxed(site: &CallSite<'_>, situation: &Situation) -> Option<Known> {
    match value_of(situation, *site.arguments.first()?).0 {
        Known::Number(number) if is_boxing(site.member) => Some(Known::Boxed(number)),
        Known::Boxed(number) if is_unboxing(site.member, &site.member.class) => Some(Known::Number(number)),
        _ => None,
    }
}

/// What an event does: the outcome's name, and the states after it.
pub(crate) type Outcomes = BTreeMap<String, States>;

impl Frame<'_, '_> {
    pub(crate) fn invoke(&mut self, site: &CallSite<'_>, mut situation: Situation) {
        if self.is_on_null(site, &situation) {
            return self.throw(site.offset, situation, &Thrown::Exactly("java/lang/NullPointerException".into()), None);
        }
        self.note_meeting(site, &mut situation);
        let receiver = site.receiver().map(|register| (register, situation.get(register)));
        match receiver {
            Some((register, Known::Perhaps)) => self.call_perhaps(site, (register, Known::Followed), situation),
            Some((register, Known::PerhapsInRole(role))) if situation.facts.filled.has(Part::Role(role)) => {
                self.call_perhaps(site, (register, Known::InRole(role)), situation);
            }
            Some((_, known)) => match self.part_called(site, &known, &situation) {
                Some(part) => self.call_on_object(site, part, situation),
                None => self.call_on_value(site, &known, situation),
            },
            None => self.call_others(site, situation),
        }
    }

    /// A call on something that may be an object that is followed, and may be something else.
    fn call_perhaps(&mut self, site: &CallSite<'_>, (register, followed): (usize, Known), situation: Situation) {
        let mut object = situation.clone();
        let part = followed.part().unwrap_or(Part::Main);
        object.set_copy(register, followed, 0);
        object.facts.object_in_doubt = true;
        self.call_on_object(site, part, object);
        let mut other = situation;
        other.set_copy(register, Known::Some { related: false, name: None }, 0);
        self.call_others(site, other);
    }

    fn call_on_object(&mut self, site: &CallSite<'_>, part: Part, situation: Situation) {
        let Ok(descriptor) = site.member.descriptor.parse::<MethodDescriptor>() else { return };
        if is_constructor(site.kind, &site.member.name) {
            return self.construct(site, &descriptor, situation);
        }
        let protocol = self.analysis.protocol;
        let loosely = site.member.class != protocol.class;
        let calls = protocol.calls(part, &site.member.name, &descriptor, loosely);
        match (protocol.roles().role_made(&calls), part) {
            (Some(role), _) => self.make_beside(site, &descriptor, (role, part), &calls, situation),
            (None, Part::Another(role)) if calls.is_empty() => self.call_unnoticed(site, &descriptor, role, situation),
            (None, _) if calls.is_empty() => self.call_outside_alphabet(site, &descriptor, part, situation),
            (None, _) => self.event(site, &descriptor, &calls, None, situation),
        }
    }

    fn construct(&mut self, site: &CallSite<'_>, descriptor: &MethodDescriptor, mut situation: Situation) {
        let protocol = self.analysis.protocol;
        let calls = match site.member.class == protocol.class {
            true => protocol.constructors(descriptor),
            false => Vec::new(),
        };
        if !calls.is_empty() {
            return self.event(site, descriptor, &calls, None, situation);
        }
        let known = site.member.class == protocol.class && !protocol.has_constructors();
        let states = if known { protocol.unmade() } else { protocol.constructed() };
        if !known {
            let class = shown(&site.member.class);
            self.assume(format!(
                "`new {class}` leaves its object in any state of the interface of `{}`",
                protocol.component
            ));
        }
        // What a class below makes of the methods that make others is not known.
        situation.facts.object_in_doubt |= !protocol.roles().is_empty() && site.member.class != protocol.class;
        situation.facts.phase = Phase::In(states);
        let place = Place::new(&self.body, site.offset);
        situation.path = situation.path.with(Step { event: format!("new {}", shown(&site.member.class)), place });
        let others = &site.arguments[1..];
        self.unknown_call(&UnknownCall { arguments: others, result: None, ..site.unknown() }, situation);
    }

    /// A method that the interface says nothing about: those of `Object` leave the state as it is, others may change it
    /// to any.
    pub(crate) fn call_outside_alphabet(
        &mut self,
        site: &CallSite<'_>,
        descriptor: &MethodDescriptor,
        part: Part,
        mut situation: Situation,
    ) {
        if self.asks(site, descriptor) {
            return self.asked(site, descriptor, None, &situation);
        }
        let protocol = self.analysis.protocol;
        let (name, component) = (protocol.roles().written(part, &site.member.name), &protocol.component);
        if OBJECT_METHODS.contains(&site.member.name.as_str()) {
            self.assume(format!("`{name}` leaves an object of `{component}` in its state"));
        } else if part != Part::Main || !self.analysis.is_pure(site.member) {
            self.assume(format!(
                "`{name}` is no call of the interface of `{component}`: after it, any state is possible"
            ));
            situation.facts.phase = Phase::In(protocol.in_any_state(situation.facts.filled));
        }
        let through = Some(Parts::NONE);
        self.unknown_call(&UnknownCall { arguments: &site.arguments[1..], through, ..site.unknown() }, situation);
    }

    pub(crate) fn assume(&mut self, text: String) {
        self.analysis.assumptions.insert(text);
    }

    /// A call of the interface on an object, which may make another one.
    pub(crate) fn event(
        &mut self,
        site: &CallSite<'_>,
        descriptor: &MethodDescriptor,
        calls: &[CallId],
        makes: Option<Known>,
        mut situation: Situation,
    ) {
        let (possible, outcomes) = self.judged(site, descriptor, calls, &mut situation);
        let happened = Happened { possible: &possible, outcomes, makes };
        self.after_event(site, descriptor, happened, situation);
    }

    /// Which of the calls it may be, and what comes of those that are allowed.
    pub(crate) fn judged(
        &mut self,
        site: &CallSite<'_>,
        descriptor: &MethodDescriptor,
        calls: &[CallId],
        situation: &mut Situation,
    ) -> (Vec<CallId>, Outcomes) {
        let arguments = self.arguments(site, descriptor, situation);
        let protocol = self.analysis.protocol;
        let states = situation.states().cloned().unwrap_or_default();
        let pairs = states
            .iter()
            .flat_map(|at| protocol.possible(at, calls, &arguments).into_iter().map(move |call| (at.clone(), call)));
        let is_real = |(at, call): &(Configuration, CallId)| !protocol.is_about_nothing(at, *call);
        let pairs: Vec<(Configuration, CallId)> = pairs.filter(is_real).collect();
        let possible: Vec<CallId> =
            calls.iter().copied().filter(|call| pairs.iter().any(|(_, other)| other == call)).collect();
        let is_good = |(at, call): &(Configuration, CallId)| protocol.interface().allows(at.state, *call);
        let (good, bad): (Vec<_>, Vec<_>) = pairs.into_iter().partition(is_good);
        let is_decided = self.judge(site, situation, &good, &bad, &possible);
        // It goes on only if the object is in one of the good states, and it need not be able to; or if a doubtful call
        // returns.
        situation.facts.path_in_doubt |= !bad.is_empty() && is_decided;
        let returned = bad.into_iter().filter(|(at, call)| protocol.should_return(at, *call));
        let followed: Vec<(Configuration, CallId)> = good.into_iter().chain(returned).collect();
        (possible, self.outcomes(&followed, &arguments))
    }

    fn arguments(&self, site: &CallSite<'_>, descriptor: &MethodDescriptor, situation: &Situation) -> Vec<Argument> {
        let roles = self.analysis.protocol.roles();
        let argument = |(register, ty): (&Register, &TypeDescriptor)| match situation.get(usize::from(register.0)) {
            known if ty.is_reference() && situation.has_answered(&known) => {
                Argument::Asked(situation.answers_of(&known))
            }
            Known::Number(number) | Known::Boxed(number) => Argument::Number(number),
            Known::Null => Argument::Null,
            known if ty.is_reference() && !roles.is_empty() => roles.argument(&known),
            Known::Some { .. } if *ty == TypeDescriptor::Boolean => Argument::Number(1),
            Known::Some { .. } if ty.is_reference() => Argument::Object,
            Known::Any { name: Some(name), .. } if *ty == TypeDescriptor::Int => {
                Argument::Value { name, not_negative: situation.is_bound(name, Bound::NotNegative) }
            }
            Known::Followed => Argument::Itself,
            Known::Constant(_) | Known::New(..) => Argument::Another,
            _ => Argument::Unknown,
        };
        let others = site.arguments.iter().skip(usize::from(site.kind != Invocation::Static));
        others.zip(&descriptor.parameters).map(argument).collect()
    }

    /// Notes whether the call is allowed, and whether that is decided here, and not where another object is followed.
    fn judge(
        &mut self,
        site: &CallSite<'_>,
        situation: &Situation,
        good: &[(Configuration, CallId)],
        bad: &[(Configuration, CallId)],
        possible: &[CallId],
    ) -> bool {
        let is_judged = |call: &&CallId| self.analysis.protocol.roles().is_judged(**call);
        let Some(name) = possible.iter().find(is_judged).map(|call| self.call_name(*call)) else { return true };
        // What a library does with its own objects is not the client's affair.
        if !self.analysis.client.owns(&self.body.class.name) {
            return true;
        }
        let protocol = self.analysis.protocol;
        let reasons: Vec<_> = bad.iter().filter_map(|(at, call)| protocol.reason(at.state, *call)).collect();
        let unsure = !reasons.is_empty() && reasons.iter().all(|reason| reason.unexplored || reason.doubtful);
        let raises = reasons.iter().find(|reason| !reason.unexplored).map(|reason| reason.text.clone());
        if unsure && self.is_given_another(site, situation) {
            return false;
        }
        let is_open = !bad.is_empty() && (unsure || !good.is_empty());
        if is_open && !self.is_decided_here(site, situation) {
            return true;
        }
        let facts = &situation.facts;
        let (object_in_doubt, path_in_doubt) = (facts.object_in_doubt || unsure, facts.path_in_doubt);
        let place = Place::new(&self.body, site.offset);
        let record = self.analysis.record(place, name);
        record.raises = record.raises.take().or(raises);
        let path = Some(situation.path.clone());
        if bad.is_empty() {
            record.fine = true;
        } else if !good.is_empty() || object_in_doubt {
            record.may = record.may.take().or(path);
        } else if path_in_doubt {
            record.unsure = record.unsure.take().or(path);
        } else {
            record.certain = record.certain.take().or(path);
        }
        true
    }

    /// The method's name as the interface writes it.
    pub(crate) fn call_name(&self, call: CallId) -> String {
        self.analysis.protocol.interface().alphabet().call(call).method.clone()
    }

    /// The states after each outcome of calls that may return.
    fn outcomes(&self, followed: &[(Configuration, CallId)], arguments: &[Argument]) -> Outcomes {
        let protocol = self.analysis.protocol;
        let alphabet = protocol.interface().alphabet();
        let mut found = Outcomes::new();
        for (at, call) in followed {
            for event in alphabet.events_of(*call) {
                let after = protocol.after(at, event, arguments);
                if !after.is_empty() {
                    found.entry(alphabet.outcome_of(event).to_owned()).or_default().extend(after);
                }
            }
        }
        found.into_iter().map(|(outcome, states)| (outcome, joined(states))).collect()
    }

    fn after_event(
        &mut self,
        site: &CallSite<'_>,
        descriptor: &MethodDescriptor,
        Happened { possible, outcomes, makes }: Happened<'_>,
        situation: Situation,
    ) {
        let Some(call) = possible.first() else { return };
        let alphabet = self.analysis.protocol.interface().alphabet();
        let tells = possible.iter().any(|call| alphabet.call(*call).outcomes.len() > 1);
        let name = alphabet.call(*call).method.clone();
        let place = Place::new(&self.body, site.offset);
        let is_open = outcomes.len() > 1 && !self.asks(site, descriptor);
        for (outcome, states) in outcomes {
            let mut after = situation.clone();
            // Which outcome there is may depend on registers, in a way that the interface does not tell.
            after.facts.path_in_doubt |= is_open && states.iter().any(|at| !at.registers.is_empty());
            after.facts.phase = Phase::In(states);
            after.facts.answers.clear();
            let event = if tells { format!("{name} -> {outcome}") } else { name.clone() };
            let step = Step { event, place: place.clone() };
            let is_finite = self.analysis.protocol.is_finite();
            after.path = if is_finite { after.path.with(step) } else { after.path.with_each(step) };
            self.give(site, descriptor, &mut after);
            self.meet(site, &mut after);
            let outcomes = &self.analysis.protocol.interface().alphabet().call(*call).outcomes;
            match self.result_of(site, descriptor, (&outcome, outcomes)) {
                Ended::With(known) if self.asks(site, descriptor) => {
                    let answer = if let Known::Number(answer) = known { Some(answer != 0) } else { None };
                    self.asked(site, descriptor, answer, &after);
                }
                Ended::With(known) => {
                    let known = makes.clone().filter(|_| known != Known::Null).unwrap_or(known);
                    after.fill(&known, makes.as_ref());
                    let depends = bit(&("outcome", site.offset)) | if tells { 0 } else { SAID_BY_OBJECT };
                    self.end_call(site, known, depends, after.clone());
                }
                Ended::Thrown(class) => {
                    self.throw(site.offset, after, &Thrown::Exactly(class), None);
                    continue;
                }
            }
            // Where an outcome tells nothing, it may stand for exceptions, too.
            if !tells {
                self.may_throw(site.offset, &after, Some(&|_| true));
            }
        }
    }

    /// Other arguments than the receiver that are the object, or that may have it: then somebody else uses it.
    pub(crate) fn give(&mut self, site: &CallSite<'_>, descriptor: &MethodDescriptor, situation: &mut Situation) {
        let arguments = site.arguments.iter().skip(1).map(|from| value_of(situation, *from).0);
        let given: Vec<(Known, &TypeDescriptor)> = arguments.zip(&descriptor.parameters).collect();
        let has_escaped = !situation.facts.escaped.is_empty();
        let is_used = given.iter().any(|(known, ty)| has_escaped && calls_back(known, ty));
        let given = given.into_iter().filter(|(_, ty)| !self.is_told_of(ty)).map(|(known, _)| known.parts());
        let given = given.fold(Parts::NONE, Parts::or);
        if !given.is_empty() {
            self.expose(situation, given, Parts::NONE, Calls::ALL);
        } else if is_used {
            let calls = self.analysis.effects_of_call(&self.body, site.kind, site.member);
            self.expose(situation, given, Parts::NONE, calls);
        }
    }

    /// Whether an interface over several objects says what becomes of an argument of a type.
    fn is_told_of(&mut self, ty: &TypeDescriptor) -> bool {
        let descriptor = ty.descriptor();
        !self.analysis.protocol.roles().is_empty()
            && (self.analysis.is_related(&descriptor) || !self.analysis.roles_of(&descriptor).is_empty())
    }

    /// Others get some of the objects, and use these, those that others have had before, and some for this time only, by
    /// some calls.
    pub(crate) fn expose(&mut self, situation: &mut Situation, given: Parts, used: Parts, calls: Calls) {
        situation.facts.escaped = situation.facts.escaped.or(given);
        if let Phase::In(states) = &situation.facts.phase {
            let used = situation.facts.escaped.or(used);
            situation.facts.phase = Phase::In(self.analysis.protocol.closure(states, used, calls));
        }
    }

    pub(crate) fn end_call(&mut self, site: &CallSite<'_>, known: Known, depends: u64, mut situation: Situation) {
        if let Some(result) = site.result {
            situation.set(usize::from(result.0), known, depends);
        }
        self.go_on(site.offset, situation);
    }

    /// What the client sees of an outcome.
    fn result_of(
        &mut self,
        site: &CallSite<'_>,
        descriptor: &MethodDescriptor,
        (outcome, outcomes): (&str, &[String]),
    ) -> Ended {
        let result = site.result_type();
        let related = self.analysis.is_related(result);
        let any = Known::Any { related, name: Some(site.offset) };
        let is_boolean = descriptor.result == Some(TypeDescriptor::Boolean);
        match outcome {
            "true" if is_boolean => return Ended::With(Known::Number(1)),
            "false" if is_boolean => return Ended::With(Known::Number(0)),
            "null" => return Ended::With(Known::Null),
            "ok" | "object" | "true" | "false" if related => return Ended::With(self.returned_object(site)),
            "ok" | "object" if self.leads_to_object(result) => return Ended::With(Known::View),
            "object" => return Ended::With(Known::Some { related, name: Some(site.offset) }),
            "ok" => return Ended::With(any),
            _ => {}
        }
        if let Some(position) = outcomes.iter().position(|known| known == outcome)
            && condition_of_outcome(outcomes, position).is_some()
        {
            let number = outcome.parse().map_or(Known::Told(outcomes.into(), position), Known::Number);
            return Ended::With(number);
        }
        let class = crate::client::class_of(result).unwrap_or_default();
        if let Some(constant) = self.analysis.enum_constant(&class, outcome, result) {
            return Ended::With(constant);
        }
        // An exception that is not found may be any; calling it the root of all leaves open which handler takes it.
        Ended::Thrown(self.analysis.exception(outcome).unwrap_or_else(|| "java/lang/Throwable".into()))
    }

    /// A result whose type is one of the object: the object itself, if the method's code says so.
    fn returned_object(&self, site: &CallSite<'_>) -> Known {
        let class = &self.analysis.protocol.class;
        let found = self.analysis.client.hierarchy().select_method(class, &site.member.name, &site.member.descriptor);
        let body = found.ok().flatten().and_then(|(class, index)| self.analysis.client.body(&class, index));
        match body {
            Some(body) if body.returns_receiver() => Known::Followed,
            _ => Known::Perhaps,
        }
    }

    /// A call on something else than the object.
    pub(crate) fn call_others(&mut self, site: &CallSite<'_>, situation: Situation) {
        if let Some(asked) = self.asks_value(site, &situation) {
            return self.value_answers(site, asked, &situation);
        }
        // Of the protocol's own class, objects are made where it is asked, and nowhere else.
        let is_own = site.member.class == self.analysis.protocol.class;
        if let Some(known) = boxed_or_unboxed(site, &situation).filter(|_| !is_own) {
            let depends = self.sources(site, &situation);
            return self.end_call(site, known, depends, situation);
        }
        let is_given = site.arguments.iter().any(|from| value_of(&situation, *from).0.may_be_followed());
        if is_given && self.analysis.follows(self.depth) {
            let targets = self.analysis.client.targets(site.kind, site.member).unwrap_or_default();
            let bodies: Option<Vec<Rc<Body>>> =
                targets.iter().map(|(class, index)| self.analysis.client.body(class, *index)).collect();
            if let Some(bodies) = bodies.filter(|bodies| !bodies.is_empty()) {
                let mut situation = situation;
                // Which of several methods runs is not known, and some may never do.
                situation.facts.path_in_doubt |= bodies.len() > 1;
                return bodies.iter().for_each(|body| self.follow(site, body, &situation));
            }
        }
        if is_given && !self.only_reads(site) {
            self.analysis.unfollowed.insert((site.member.name.clone(), site.member.descriptor.clone()));
        }
        if self.is_origin(site.offset, &situation) {
            self.bear_result(site, &situation);
        }
        let has_roles = !self.analysis.protocol.roles().is_empty();
        let returns = !(has_roles && self.analysis.client.never_returns(site.kind, site.member));
        let arguments = if self.only_reads(site) { &site.arguments[..1] } else { site.arguments };
        self.unknown_call(&UnknownCall { arguments, returns, ..site.unknown() }, situation);
    }

    /// A call of a method whose code is looked at, because it is given the object.
    fn follow(&mut self, site: &CallSite<'_>, body: &Rc<Body>, situation: &Situation) {
        let entry = self.entry(site, body, situation);
        let exits = self.analysis.summary(body, entry, self.depth + 1);
        let related = self.analysis.is_related(site.result_type());
        let depends = self.sources(site, situation);
        for exit in exits.iter() {
            let mut after = situation.clone();
            after.learn(&exit.facts);
            after.path = situation.path.followed_by(&exit.path);
            if exit.branched {
                after.choose(site.offset, depends);
            }
            match &exit.kind {
                ExitKind::Returned(Known::Any { .. } | Known::Some { .. }) => {
                    self.end_call(site, Known::Any { related, name: Some(site.offset) }, depends, after);
                }
                ExitKind::Returned(known) => self.end_call(site, known.clone(), depends, after),
                ExitKind::Threw(thrown) => {
                    let client = self.analysis.client;
                    self.throw(site.offset, after, thrown, Some(&|class| client.declares(site.member, class)));
                }
            }
        }
    }

    fn entry(&mut self, site: &CallSite<'_>, body: &Rc<Body>, situation: &Situation) -> Situation {
        let mut entry = Situation::entry(usize::from(body.code.registers));
        entry.learn(&situation.facts);
        entry.path = situation.path.clone();
        for (position, ((register, descriptor), from)) in body.parameters().into_iter().zip(site.arguments).enumerate()
        {
            let known = match situation.get(usize::from(from.0)) {
                Known::Any { .. } | Known::Said(..) => Known::Any {
                    related: self.analysis.is_related(&descriptor),
                    name: Some(u32::MAX - position as u32),
                },
                known => known,
            };
            entry.set(usize::from(register.0), known, 1 << (position % 32));
        }
        entry
    }

    /// What a call's result depends on: what is called, and with what.
    fn sources(&self, site: &CallSite<'_>, situation: &Situation) -> u64 {
        let given = site.arguments.iter().fold(0, |all, from| all | value_of(situation, *from).1);
        given | bit(&(&site.member.class, &site.member.name))
    }
}

/// Whether code of an argument may run during the call, and use what it knows.
fn calls_back(known: &Known, ty: &TypeDescriptor) -> bool {
    let has_code = match ty {
        TypeDescriptor::Object(class) => class != "java/lang/String",
        TypeDescriptor::Array(element) => element.is_reference(),
        _ => false,
    };
    has_code && *known != Known::Null
}

/// An event: the calls that it may be, what comes of them, and the object that they make.
struct Happened<'s> {
    possible: &'s [CallId],
    outcomes: Outcomes,
    makes: Option<Known>,
}

/// How an event ends for the client.
enum Ended {
    With(Known),
    Thrown(String),
}
