//! An interface made ready for clients: which class it is about, which calls its events are, and which arguments its
//! guards ask for.
//!
//! States are kept as sorted sets, since a client often can't tell in which of several states an object is.

use std::cell::RefCell;
use std::collections::BTreeMap;

use etiquette_automata::{CallId, EventId, Interface, StateId};
use etiquette_java::descriptor::{MethodDescriptor, TypeDescriptor};

use crate::guard::{Argument, GuardDecider, Truth};

/// A sorted set of states.
pub type States = Vec<StateId>;

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
}

impl Protocol {
    /// The interface of a class, given by the name that people write.
    pub fn new(component: &str, interface: Interface) -> Protocol {
        let class = component.replace('.', "/");
        let guards = interface.alphabet().calls().iter().map(GuardDecider::new).collect();
        let constructed = constructed(&interface);
        Protocol {
            component: component.to_owned(),
            applies_to: class.clone(),
            class,
            interface,
            complete: true,
            reasons: BTreeMap::new(),
            guards: RefCell::new(guards),
            constructed,
        }
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

    /// The same interface, about which it is not known whether it is safe: an outcome without a next state may happen
    /// all the same.
    pub fn not_established(mut self) -> Protocol {
        self.complete = false;
        self
    }

    /// The interface.
    pub fn interface(&self) -> &Interface {
        &self.interface
    }

    /// The states that an object can be in once it is made.
    pub fn constructed(&self) -> States {
        self.constructed.clone()
    }

    /// The state before construction.
    pub fn unmade(&self) -> States {
        vec![self.interface.initial()]
    }

    /// The states that others can bring an object into by calls that are allowed.
    pub fn closure(&self, states: &[StateId]) -> States {
        closure(&self.interface, states)
    }

    /// The calls that a method of this name and type is: by parameter types, or else, where `loosely`, by their number.
    pub fn calls(&self, method: &str, descriptor: &MethodDescriptor, loosely: bool) -> Vec<CallId> {
        let wanted = parameter_types(descriptor);
        let exact = self.matching(method, |types| types == wanted);
        match exact.is_empty() && loosely {
            true => self.matching(method, |types| types.len() == descriptor.parameters.len()),
            false => exact,
        }
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

    /// Whether any call is a method of this name.
    pub fn has_method(&self, method: &str) -> bool {
        !self.matching(method, |_| true).is_empty()
    }

    fn matching(&self, method: &str, fits: impl Fn(Vec<&str>) -> bool) -> Vec<CallId> {
        let alphabet = self.interface.alphabet();
        let is_it = |id: &CallId| {
            let call = alphabet.call(*id);
            let name = call.method.split('(').next().unwrap_or_default();
            let name = if call.constructor { "<init>" } else { name };
            call.factory().is_none()
                && name == method
                && fits(call.written_parameters().iter().map(|parameter| parameter.ty.as_str()).collect())
        };
        alphabet.call_ids().filter(is_it).collect()
    }

    /// Whether a call's guard holds for arguments.
    pub fn decide(&self, call: CallId, arguments: &[Argument]) -> Truth {
        self.guards.borrow_mut()[call.index()].decide(arguments)
    }

    /// Whether the interface has constructors among its calls.
    pub fn has_constructors(&self) -> bool {
        self.interface.alphabet().calls().iter().any(|call| call.constructor)
    }

    /// The states after an event. An outcome that the interface knows nothing about leads nowhere if it is safe, else
    /// anywhere.
    pub fn after(&self, state: StateId, event: EventId) -> States {
        match self.interface.next(state, event) {
            Some(next) => vec![next],
            None if self.complete => Vec::new(),
            None => self.constructed(),
        }
    }

    /// Why a call is forbidden, if that is known.
    pub fn reason(&self, state: StateId, call: CallId) -> Option<&Reason> {
        self.reasons.get(&(state, call))
    }
}

/// The parameter types as interfaces write them.
fn parameter_types(descriptor: &MethodDescriptor) -> Vec<String> {
    descriptor.parameters.iter().map(TypeDescriptor::to_string).collect()
}

/// The states behind the constructors, and all that can be reached from them; without constructors, from the initial
/// state.
fn constructed(interface: &Interface) -> States {
    let alphabet = interface.alphabet();
    let made = alphabet.call_ids().filter(|call| alphabet.call(*call).constructor);
    let events: Vec<EventId> = made.flat_map(|call| alphabet.events_of(call)).collect();
    if events.is_empty() {
        return closure(interface, &[interface.initial()]);
    }
    let first: States = events.iter().filter_map(|event| interface.next(interface.initial(), *event)).collect();
    closure(interface, &first)
}

fn closure(interface: &Interface, states: &[StateId]) -> States {
    let events = (0..interface.alphabet().event_count()).map(EventId::from_index);
    let events: Vec<EventId> = events.collect();
    let mut reached = vec![false; interface.state_count()];
    let mut waiting = states.to_vec();
    while let Some(state) = waiting.pop() {
        if std::mem::replace(&mut reached[state.index()], true) {
            continue;
        }
        waiting.extend(events.iter().filter_map(|event| interface.next(state, *event)));
    }
    interface.states().filter(|state| reached[state.index()]).collect()
}
