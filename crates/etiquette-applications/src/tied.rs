//! An interface tied to a component: its calls are found among the component's methods, its guards are read, and its
//! outcomes matched.
//!
//! An interface that was made from another class, or with other options, does not fit, and the message says where. A
//! call with a single outcome stands for all outcomes of the method: that is how interfaces are written that don't tell
//! outcomes apart. Registers become symbols of the component's terms, which guards and values speak of
//! (`tied_registers.rs`).

use std::fmt;

use etiquette_automata::{Call, CallId, EventId, Interface, StateId, UnreadGuard};
use etiquette_component::diagnostic::nearest;
use etiquette_component::{Component, GuardedCall, Method};
use etiquette_logic::{Symbol, Term};

use crate::classes::Classes;
use crate::tied_registers::TiedRegisters;
use crate::unfold::Steps;

/// An interface whose calls are known as calls of a component.
#[derive(Clone, Debug)]
pub struct Tied {
    interface: Interface,
    calls: Vec<TiedCall>,
    registers: TiedRegisters,
}

#[derive(Clone, Debug)]
struct TiedCall {
    calls: GuardedCall,
    /// For each outcome of the component's method the event that it is.
    events: Vec<EventId>,
}

/// Why an interface does not fit a component.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Misfit {
    /// What does not fit.
    pub message: String,
    /// What to do.
    pub help: String,
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.message, self.help)
    }
}

impl std::error::Error for Misfit {}

pub(crate) fn misfit(message: String, help: impl Into<String>) -> Misfit {
    Misfit { message, help: help.into() }
}

pub(crate) const OTHER_OPTIONS: &str = "was the interface made from another class, or with other options?";

impl Tied {
    /// Ties an interface to a component.
    ///
    /// # Errors
    /// What does not fit.
    pub fn new(component: &mut Component, interface: &Interface) -> Result<Tied, Misfit> {
        let mut registers = TiedRegisters::new(component, interface)?;
        let calls = interface.alphabet().call_ids().map(|call| tie_call(component, interface, &registers, call));
        let calls: Vec<TiedCall> = calls.collect::<Result<_, _>>()?;
        let mut tied = Tied { calls, interface: interface.clone(), registers: TiedRegisters::default() };
        let outcomes_of = |event: EventId| {
            let call = interface.alphabet().call_of(event);
            (tied.calls(call).method, tied.outcomes(event))
        };
        registers.read_updates(component, interface, outcomes_of)?;
        tied.registers = registers;
        Ok(tied)
    }

    /// The registers, and what events set them to.
    pub fn registers(&self) -> &TiedRegisters {
        &self.registers
    }

    /// The interface.
    pub fn interface(&self) -> &Interface {
        &self.interface
    }

    /// The calls, as conditions that take calls of the component apart.
    pub fn conditions(&self) -> impl Iterator<Item = GuardedCall> + '_ {
        self.calls.iter().map(|call| call.calls)
    }

    /// The calls of the component that a call of the interface stands for.
    pub fn calls(&self, call: CallId) -> GuardedCall {
        self.calls[call.index()].calls
    }

    /// The event that an outcome of the component's method is, for a call.
    pub fn event(&self, call: CallId, outcome: usize) -> Option<EventId> {
        self.calls[call.index()].events.get(outcome).copied()
    }

    /// The outcomes of the component's method that are this event.
    pub fn outcomes(&self, event: EventId) -> Vec<usize> {
        let events = &self.calls[self.interface.alphabet().call_of(event).index()].events;
        // A method with one outcome tells nothing, whatever the interface calls it.
        let is_meant = |&outcome: &usize| events.len() == 1 || events[outcome] == event;
        (0..events.len()).filter(is_meant).collect()
    }

    /// The interface as an automaton over classes that were made from its own conditions among others; `first` is the
    /// position of its first condition. Where guards of registers overlap, which they may where registers never are, the
    /// first one counts, as in a [`Simulator`](etiquette_automata::Simulator).
    ///
    /// # Errors
    /// Two of its calls overlap, and it has no registers.
    pub fn over(&self, classes: &Classes, first: usize) -> Result<View<'_>, Misfit> {
        let call_of = |class: usize| {
            let mut within = (0..self.calls.len()).filter(|call| classes.is_within(class, first + call));
            match (within.next(), within.next()) {
                (Some(one), Some(other)) if self.interface.memory().is_empty() => Err(self.overlap(one, other)),
                (found, _) => Ok(found),
            }
        };
        let call_of_class = (0..classes.list().len()).map(call_of).collect::<Result<_, _>>()?;
        Ok(View { tied: self, call_of_class })
    }

    fn overlap(&self, one: usize, other: usize) -> Misfit {
        let written = |call: usize| self.interface.alphabet().call(CallId::from_index(call)).to_string();
        let message = format!("the guards of `{}` and `{}` overlap", written(one), written(other));
        misfit(message, "each argument must belong to one call of its method")
    }
}

fn tie_call(
    component: &mut Component,
    interface: &Interface,
    registers: &TiedRegisters,
    id: CallId,
) -> Result<TiedCall, Misfit> {
    let call = interface.alphabet().call(id);
    let method = method_of(component, call)?;
    let known = registers.beside_parameters(component, method);
    let guard = call.guard_over(component, &known).map_err(|problem| {
        let message = match problem {
            UnreadGuard::OtherParameters { .. } => {
                format!("the interface has `{call}`, and the method of that name has other parameters")
            }
            unreadable => unreadable.to_string(),
        };
        misfit(message, OTHER_OPTIONS)
    })?;
    let events = events_of(&component.methods[method], interface, id)?;
    Ok(TiedCall { calls: GuardedCall { method, guard }, events })
}

fn method_of(component: &Component, call: &Call) -> Result<usize, Misfit> {
    let found = component.methods.iter().position(|method| method.name == call.method);
    found.ok_or_else(|| {
        let names: Vec<&str> = component.methods.iter().map(|method| method.name.as_str()).collect();
        let message =
            format!("the interface has the call `{}`, and `{}` has no such method", call.method, component.name);
        match nearest(&call.method, names.iter().copied()) {
            Some(name) => misfit(message, format!("did you mean `{name}`?")),
            None => misfit(message, format!("it has `{}`", names.join("`, `"))),
        }
    })
}

/// Which event of the call each outcome of the method is.
fn events_of(method: &Method, interface: &Interface, id: CallId) -> Result<Vec<EventId>, Misfit> {
    let alphabet = interface.alphabet();
    let call = alphabet.call(id);
    if call.outcomes.len() == 1 || (method.outcomes.len() == 1 && !tells_outcomes_apart(interface, id)) {
        return Ok(vec![alphabet.event(id, 0); method.outcomes.len()]);
    }
    let unknown = call.outcomes.iter().find(|outcome| !method.outcomes.contains(outcome));
    let missing = method.outcomes.iter().find(|outcome| !call.outcomes.contains(outcome));
    if let Some(outcome) = unknown.or(missing) {
        let known = method.outcomes.join("`, `");
        let message =
            format!("the interface has other outcomes of `{}`: `{outcome}` is not known to both", call.method);
        return Err(misfit(message, format!("the method has `{known}`; {OTHER_OPTIONS}")));
    }
    let event = |outcome: &String| alphabet.events_of(id).find(|&event| alphabet.outcome_of(event) == outcome);
    Ok(method.outcomes.iter().filter_map(event).collect())
}

/// Whether it makes a difference to the interface what the outcome of a call is.
pub(crate) fn tells_outcomes_apart(interface: &Interface, call: CallId) -> bool {
    let events: Vec<EventId> = interface.alphabet().events_of(call).collect();
    let told = |state: StateId, event: EventId| (interface.next(state, event), interface.updates(state, event));
    let differs = |state: StateId| events.windows(2).any(|pair| told(state, pair[0]) != told(state, pair[1]));
    interface.states().any(differs)
}

/// An interface as an automaton over classes of calls.
#[derive(Clone, Debug)]
pub struct View<'a> {
    tied: &'a Tied,
    call_of_class: Vec<Option<usize>>,
}

impl View<'_> {
    /// The call that a class belongs to; `None` where the interface does not have it, and so forbids it.
    pub fn call(&self, class: usize) -> Option<CallId> {
        self.call_of_class[class].map(CallId::from_index)
    }
}

impl Steps for View<'_> {
    type State = StateId;

    fn start(&self) -> StateId {
        self.tied.interface.initial()
    }

    fn step(&self, state: &StateId, class: usize) -> Option<Vec<Option<StateId>>> {
        let call = self.call_of_class[class]?;
        if !self.tied.interface.allows(*state, CallId::from_index(call)) {
            return None;
        }
        let events = self.tied.calls[call].events.iter();
        Some(events.map(|&event| self.tied.interface.next(*state, event)).collect())
    }

    fn registers(&self) -> Vec<(Symbol, u64)> {
        self.tied.registers.at_first()
    }

    fn updates(&self, state: &StateId, class: usize, outcome: usize) -> Vec<(Symbol, Term)> {
        let Some(call) = self.call_of_class[class] else { return Vec::new() };
        self.tied.registers.updates(*state, self.tied.calls[call].events[outcome])
    }
}
