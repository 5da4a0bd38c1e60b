//! An interface made ready for clients: which class it is about, which calls its events are, and which arguments its
//! guards ask for.
//!
//! States are kept as sorted sets, since a client often can't tell in which of several states an object is. With each
//! goes what is known of the registers.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use etiquette_automata::{Call, CallId, EventId, Interface, Register, Simulator, StateId, argument_type};
use etiquette_component::{Detail, Guard, NO_SUCH_OBJECT, Role, Type};
use etiquette_java::descriptor::{MethodDescriptor, TypeDescriptor};
use etiquette_logic::to_signed;

use crate::comparison::{Comparison, Operand};
use crate::configuration::{Configuration, Said};
use crate::effects::Calls;
use crate::guard::{Argument, GuardDecider, Truth};
use crate::parts::{Part, Parts};
use crate::ranges::Range;
use crate::roles::Roles;

/// A sorted set of states, each once, with what is known in it.
pub type States = Vec<Configuration>;

/// Why a call is forbidden in a state, for messages.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Reason {
    /// The error that the call can raise, with its place: `IllegalStateException at ArrayList.java:980`.
    pub text: String,
    /// Whether the call is only forbidden because nothing is known about it.
    pub unexplored: bool,
    /// Whether it depends on what is not modelled if it fails.
    pub doubtful: bool,
}

/// An interface, and the objects that it applies to.
#[derive(Debug)]
pub struct Protocol {
    /// The class that the interface is about, as the interface names it.
    pub component: String,
    /// The internal name of the class.
    pub class: String,
    /// The internal name of the type whose objects it applies to: the class, or what the user said.
    pub applies_to: String,
    interface: Interface,
    /// Whether the interface is known to be safe, so that an outcome without a next state can't happen.
    complete: bool,
    reasons: BTreeMap<(StateId, CallId), Reason>,
    guards: RefCell<Vec<GuardDecider>>,
    constructed: States,
    unmade: States,
    observers: BTreeSet<String>,
    /// The methods by which guards ask arguments what they are like.
    asked: BTreeSet<String>,
    roles: Roles,
}

impl Protocol {
    /// The interface of a class, given by the name that people write.
    pub fn new(component: &str, interface: Interface) -> Protocol {
        let class = component.replace('.', "/");
        let calls = interface.alphabet().calls();
        let constructed = constructed(&interface);
        let observers = calls.iter().filter_map(|call| call.observed.as_ref()).flat_map(|said| said.observers());
        let told = interface.memory().observers.iter().map(|known| known.name.trim_end_matches("()"));
        let observers = observers.chain(told).map(str::to_owned).collect();
        let parameters = calls.iter().flat_map(|call| &call.parameters);
        let asked = parameters.filter_map(|known| match Detail::read(&known.name)? {
            (_, Detail::Observer(call)) => Some(call.trim_end_matches("()").to_owned()),
            _ => None,
        });
        let asked = asked.collect();
        let unmade = vec![unmade(&interface)];
        let roles = Roles::new(interface.alphabet(), Vec::new());
        Protocol {
            component: component.to_owned(),
            applies_to: class.clone(),
            class,
            guards: RefCell::new(guards(&interface, &[])),
            interface,
            complete: true,
            reasons: BTreeMap::new(),
            constructed,
            unmade,
            observers,
            asked,
            roles,
        }
    }

    /// The same interface, with objects in roles beside the main one. What is said of states comes later.
    pub fn with_roles(mut self, roles: Vec<Role>) -> Protocol {
        self.roles = Roles::new(self.interface.alphabet(), roles);
        if !self.roles.is_empty() {
            self.guards = RefCell::new(guards(&self.interface, &self.roles.names()));
            self.constructed = self.in_any_state(Parts::NONE);
        }
        self
    }

    /// The same interface, for all objects that are used through a type.
    pub fn for_type(mut self, written: &str) -> Protocol {
        self.applies_to = written.replace('.', "/");
        self
    }

    /// The same interface, with a reason for a forbidden call.
    pub fn with_reason(mut self, state: StateId, call: CallId, reason: Reason) -> Protocol {
        self.reasons.insert((state, call), reason);
        self
    }

    /// The same interface, with what always holds in a state; parts that are about other things than registers don't
    /// count.
    pub fn with_label(self, state: StateId, label: &str) -> Protocol {
        let label = Guard::from(label);
        self.guards.borrow_mut().iter_mut().for_each(|guard| guard.rely_on(state, &label));
        self
    }

    /// The same interface, about which it is not known whether it is safe: an outcome without a next state may happen
    /// all the same.
    pub fn not_established(mut self) -> Protocol {
        self.complete = false;
        self
    }

    /// What objects there are beside the main one.
    pub(crate) fn roles(&self) -> &Roles {
        &self.roles
    }

    /// The interface.
    pub fn interface(&self) -> &Interface {
        &self.interface
    }

    /// The states that an object can be in once it is made, with no role filled.
    pub fn constructed(&self) -> States {
        self.constructed.clone()
    }

    /// The states that objects can be in while these roles are filled.
    pub(crate) fn in_any_state(&self, filled: Parts) -> States {
        if self.roles.is_empty() {
            return self.constructed();
        }
        let registers = self.interface.memory().registers.len();
        let states = self.roles.reached(&self.interface, &first(&self.interface), filled);
        states.into_iter().map(|state| Configuration::any(state, registers)).collect()
    }

    /// The state before construction.
    pub fn unmade(&self) -> States {
        self.unmade.clone()
    }

    /// The states that others who have these objects can bring them into, by some calls, where these are allowed.
    pub(crate) fn closure(&self, states: &[Configuration], having: Parts, calls: Calls) -> States {
        let having = self.roles.with_made(having);
        let is_made = |call: CallId| calls.has(call) && self.roles.may_make(call, having);
        let changes = |call: CallId| is_made(call) && !self.is_observer(self.roles.method(call));
        if !self.interface.alphabet().call_ids().any(changes) {
            return states.to_vec();
        }
        let states: Vec<StateId> = states.iter().map(|at| at.state).collect();
        closure(&self.interface, &states, is_made)
    }

    /// The calls that a method of this name and type is on an object: by parameter types, or else, where `loosely`, by
    /// their number.
    pub(crate) fn calls(&self, on: Part, method: &str, descriptor: &MethodDescriptor, loosely: bool) -> Vec<CallId> {
        let wanted = parameter_types(descriptor);
        let exact = self.matching(on, method, |types| types == wanted);
        match exact.is_empty() && loosely {
            true => self.matching(on, method, |types| types.len() == descriptor.parameters.len()),
            false => exact,
        }
    }

    /// The calls by which a client makes the object itself.
    pub(crate) fn constructors(&self, descriptor: &MethodDescriptor) -> Vec<CallId> {
        let wanted = parameter_types(descriptor);
        self.matching(Part::Main, "<init>", |types| types == wanted)
    }

    /// The calls by which a client makes an object for a role, or another one.
    pub(crate) fn makers(&self, made: Part, descriptor: &MethodDescriptor) -> Vec<CallId> {
        let (alphabet, wanted) = (self.interface.alphabet(), parameter_types(descriptor));
        let is_it = |call: &CallId| {
            self.roles.on(*call).is_none()
                && self.roles.makes(*call) == Some(made)
                && alphabet.call(*call).written_parameters().iter().map(|known| &known.ty).eq(&wanted)
        };
        alphabet.call_ids().filter(is_it).collect()
    }

    /// The calls that make the object by a static method of this name and type.
    pub fn factories(&self, method: &str, descriptor: &MethodDescriptor) -> Vec<CallId> {
        let (alphabet, wanted) = (self.interface.alphabet(), parameter_types(descriptor));
        let is_it = |id: &CallId| {
            let call = alphabet.call(*id);
            call.factory() == Some(method)
                && call.written_parameters().iter().map(|parameter| &parameter.ty).eq(&wanted)
        };
        alphabet.call_ids().filter(is_it).collect()
    }

    /// Whether any call on an object is a method of this name.
    pub(crate) fn has_method(&self, on: Part, method: &str) -> bool {
        !self.matching(on, method, |_| true).is_empty()
    }

    /// The calls on an object; those that make the main one count as calls on it.
    fn matching(&self, on: Part, method: &str, fits: impl Fn(Vec<&str>) -> bool) -> Vec<CallId> {
        let alphabet = self.interface.alphabet();
        let is_it = |id: &CallId| {
            let call = alphabet.call(*id);
            let (name, called_on) = match call.constructor {
                true => ("<init>", Some(Part::Main)),
                false => (self.roles.method(*id), self.roles.on(*id)),
            };
            call.factory().is_none()
                && called_on == Some(on)
                && name == method
                && fits(call.written_parameters().iter().map(|parameter| parameter.ty.as_str()).collect())
        };
        alphabet.call_ids().filter(is_it).collect()
    }

    /// Which of the calls of a method it may be.
    pub fn possible(&self, at: &Configuration, calls: &[CallId], arguments: &[Argument]) -> Vec<CallId> {
        let decided: Vec<(CallId, Truth)> =
            calls.iter().map(|call| (*call, self.decide(at, *call, arguments))).collect();
        // Where one is sure, no other is meant: guards of a method exclude each other.
        let is_sure = !self.is_finite() && decided.iter().any(|(_, truth)| *truth == Truth::Yes);
        let is_possible = |truth: Truth| truth == Truth::Yes || !is_sure && truth == Truth::Unknown;
        decided.into_iter().filter(|(_, truth)| is_possible(*truth)).map(|(call, _)| call).collect()
    }

    fn decide(&self, at: &Configuration, call: CallId, arguments: &[Argument]) -> Truth {
        let decider = &mut self.guards.borrow_mut()[call.index()];
        match self.is_finite() {
            true => decider.decide(arguments),
            false => decider.decide_at(arguments, Some(&self.as_observed(at, call))),
        }
    }

    /// Whether there are no registers.
    pub fn is_finite(&self) -> bool {
        self.interface.memory().is_empty()
    }

    /// The same, without what observers said where that need not be what the call's guard says: that was shown only for
    /// states in which the method may be called.
    fn as_observed(&self, at: &Configuration, call: CallId) -> Configuration {
        let alphabet = self.interface.alphabet();
        let method = &alphabet.call(call).method;
        let mut calls = alphabet.call_ids().filter(|other| alphabet.call(*other).method == *method);
        let matters = calls.any(|call| self.interface.allows(at.state, call));
        Configuration { said: if matters { at.said.clone() } else { Vec::new() }, ..at.clone() }
    }

    /// Whether a method is a pure observer, by which some guard is told, or of which it is known what it returns.
    pub fn is_observer(&self, method: &str) -> bool {
        self.observers.contains(method)
    }

    /// Whether guards ask arguments this.
    pub fn asks_arguments(&self, method: &str) -> bool {
        self.asked.contains(method)
    }

    /// The states in which an observer may say so.
    pub fn told(&self, states: &[Configuration], said: &Said) -> States {
        states.iter().filter_map(|at| self.with_answer(at.clone().with_said(said.clone()))).collect()
    }

    /// The states in which the number that an observer gave at a place may compare so with another. Where the object may
    /// have changed since then, that tells nothing.
    pub fn compared(&self, states: &[Configuration], given: &Said, comparison: Comparison, with: Operand) -> States {
        let said = Said::Compared(given.observer().to_owned(), comparison, with);
        let told = |at: &Configuration| match at.said.contains(given) {
            true => self.with_answer(at.clone().with_said(said.clone())),
            false => Some(at.clone()),
        };
        states.iter().filter_map(told).collect()
    }

    /// What an answer tells of the registers; `None` where it can't be given.
    fn with_answer(&self, mut at: Configuration) -> Option<Configuration> {
        let alphabet = self.interface.alphabet();
        let is_told = !self.interface.memory().observers.is_empty();
        for call in alphabet.call_ids().filter(|call| is_told || alphabet.call(*call).observed.is_some()) {
            let observed = self.as_observed(&at, call);
            let guard = &mut self.guards.borrow_mut()[call.index()];
            if guard.is_impossible_at(&observed) {
                return None;
            }
            at.registers = guard.told(&observed);
        }
        Some(at)
    }

    /// Whether the interface has constructors among its calls.
    pub fn has_constructors(&self) -> bool {
        self.interface.alphabet().calls().iter().any(|call| call.constructor)
    }

    /// The states after an event. An outcome that the interface knows nothing about leads nowhere if it is safe, else
    /// anywhere.
    pub fn after(&self, at: &Configuration, event: EventId, arguments: &[Argument]) -> States {
        match self.interface.leads_to(at.state, event) {
            Some(next) if self.is_finite() => vec![Configuration::any(next, 0)],
            Some(next) => vec![self.with_new_registers(at, event, arguments, next)],
            None if self.complete => Vec::new(),
            None => self.constructed(),
        }
    }

    /// Whether it is known what is true after a call that is forbidden, should it return.
    pub fn should_return(&self, at: &Configuration, call: CallId) -> bool {
        let mut events = self.interface.alphabet().events_of(call);
        events.any(|event| self.interface.next_should_return(at.state, event).is_some())
    }

    fn with_new_registers(
        &self,
        at: &Configuration,
        event: EventId,
        arguments: &[Argument],
        state: StateId,
    ) -> Configuration {
        let id = self.interface.alphabet().call_of(event);
        let call: &Call = self.interface.alphabet().call(id);
        let updates = self.interface.updates(at.state, event);
        let registers = self.guards.borrow_mut()[id.index()].after(call, arguments, at, updates);
        // Observers change nothing, so that what others said is still so.
        let name = call.method.split('(').next().unwrap_or_default();
        let said = if self.is_observer(name) { at.said.clone() } else { Vec::new() };
        Configuration { state, registers, said }
    }

    /// Whether a call is forbidden only because there is no such object, so that no client can make it.
    pub(crate) fn is_about_nothing(&self, at: &Configuration, call: CallId) -> bool {
        !self.roles.is_empty() && self.reason(at.state, call).is_some_and(|reason| reason.text == NO_SUCH_OBJECT)
    }

    /// Why a call is forbidden, if that is known.
    pub fn reason(&self, state: StateId, call: CallId) -> Option<&Reason> {
        self.reasons.get(&(state, call))
    }
}

fn guards(interface: &Interface, roles: &[String]) -> Vec<GuardDecider> {
    let roles: Vec<&str> = roles.iter().map(String::as_str).collect();
    let memory = interface.memory();
    let decider = |call: &Call| {
        let mut guard = GuardDecider::among(call, &memory.registers, &roles);
        memory.observers.iter().for_each(|observer| guard.rely_on_observer(observer));
        guard
    };
    interface.alphabet().calls().iter().map(decider).collect()
}

/// The parameter types as interfaces write them.
fn parameter_types(descriptor: &MethodDescriptor) -> Vec<String> {
    descriptor.parameters.iter().map(TypeDescriptor::to_string).collect()
}

/// The states behind the constructors, and all that can be reached from them; without constructors, from the initial
/// state.
fn constructed(interface: &Interface) -> States {
    closure(interface, &first(interface), |_| true)
}

/// The states behind the constructors; without any, the initial state.
fn first(interface: &Interface) -> Vec<StateId> {
    let alphabet = interface.alphabet();
    let made = alphabet.call_ids().filter(|call| alphabet.call(*call).constructor);
    let mut events = made.flat_map(|call| alphabet.events_of(call)).peekable();
    if events.peek().is_none() {
        return vec![interface.initial()];
    }
    events.filter_map(|event| interface.leads_to(interface.initial(), event)).collect()
}

fn closure(interface: &Interface, states: &[StateId], is_made: impl Fn(CallId) -> bool) -> States {
    let alphabet = interface.alphabet();
    let events = (0..alphabet.event_count()).map(EventId::from_index);
    let events: Vec<EventId> = events.filter(|event| is_made(alphabet.call_of(*event))).collect();
    let mut reached = vec![false; interface.state_count()];
    let mut waiting = states.to_vec();
    while let Some(state) = waiting.pop() {
        if std::mem::replace(&mut reached[state.index()], true) {
            continue;
        }
        waiting.extend(events.iter().filter_map(|event| interface.leads_to(state, *event)));
    }
    let registers = interface.memory().registers.len();
    let states = interface.states().filter(|state| reached[state.index()]);
    states.map(|state| Configuration::any(state, registers)).collect()
}

/// The initial state, with what registers are at first.
fn unmade(interface: &Interface) -> Configuration {
    let registers = &interface.memory().registers;
    let mut first = Configuration::any(interface.initial(), registers.len());
    if !registers.is_empty()
        && let Ok(walk) = Simulator::new(interface)
    {
        let values = registers.iter().zip(walk.start().registers);
        first.registers = values.map(|(register, value)| exactly(register, value)).collect();
    }
    first
}

fn exactly(register: &Register, value: u64) -> Range {
    match argument_type(&register.ty) {
        Type::Bool => Range::exactly((value != 0).into()),
        Type::Int { width, .. } => Range::exactly(to_signed(value, width)),
        Type::Enum(_) => Range::ANY,
    }
}
