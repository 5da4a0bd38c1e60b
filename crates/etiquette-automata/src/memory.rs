//! What an interface keeps beside its state: registers, whose values a client knows, and what events set them to.
//!
//! A configuration is a state with values of the registers. Guards may speak of registers as they do of parameters. All
//! new values are worked out before any register is set; one that is not named keeps its value.

use std::collections::BTreeMap;

use etiquette_component::{Guard, RESULT, register_of};

use crate::interface::{Call, EventId, StateId};

/// A variable whose value follows from what was called, with which arguments, and what came back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Register {
    /// Its name, which guards use.
    pub name: String,
    /// Its type, in the source language's syntax.
    pub ty: String,
    /// What it is at first; `None` where constructors set it.
    pub initial: Option<String>,
}

/// What a register is set to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Update {
    /// The register, by position.
    pub register: usize,
    /// The new value, over registers and parameters as they are before, and the `result` of the call.
    pub value: Guard,
}

impl Update {
    /// Whether the new value depends on what the call returned.
    pub fn looks_at_result(&self) -> bool {
        self.value.names().contains(&RESULT)
    }
}

/// A method that can be asked at any time, and what it returns wherever there is an object.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Observer {
    /// What it is called in conditions: `isEmpty()`.
    pub name: String,
    /// The type of what it returns, in the source language's syntax.
    pub ty: String,
    /// What it returns, over registers.
    pub value: Guard,
}

/// Registers, and what becomes of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// The registers.
    pub registers: Vec<Register>,
    /// Methods that tell what registers are.
    pub observers: Vec<Observer>,
    updates: BTreeMap<(StateId, EventId), Vec<Update>>,
}

impl Memory {
    /// Registers that nothing sets yet.
    pub fn new(registers: Vec<Register>) -> Self {
        Memory { registers, ..Memory::default() }
    }

    /// Whether there is nothing to keep.
    pub fn is_empty(&self) -> bool {
        self.registers.is_empty()
    }

    /// Says what an event sets in a state.
    pub fn set(&mut self, state: StateId, event: EventId, updates: Vec<Update>) {
        if !updates.is_empty() {
            self.updates.insert((state, event), updates);
        }
    }

    /// What an event sets in a state.
    pub fn updates(&self, state: StateId, event: EventId) -> &[Update] {
        self.updates.get(&(state, event)).map_or(&[], Vec::as_slice)
    }

    /// All that is ever set, with where.
    pub fn all_updates(&self) -> impl Iterator<Item = (StateId, EventId, &Update)> {
        self.updates.iter().flat_map(|(&(state, event), updates)| updates.iter().map(move |one| (state, event, one)))
    }

    /// The register that a name in a call's guard means, by position, if it means one: parameters come first.
    pub fn meant_by(&self, call: &Call, name: &str) -> Option<usize> {
        let is_parameter = call.parameters.iter().any(|parameter| parameter.name == name);
        let name = register_of(name).unwrap_or(name);
        self.registers.iter().position(|register| register.name == name).filter(|_| !is_parameter)
    }

    /// The same registers, with what events set in other states: where each state is now, if it is still there.
    pub(crate) fn moved(&self, to: impl Fn(StateId) -> Option<StateId>) -> Memory {
        let updates = self.updates.iter().filter_map(|(&(state, event), set)| Some(((to(state)?, event), set.clone())));
        self.with_updates(updates.collect())
    }

    /// The same registers, with what the events set that are left.
    pub(crate) fn left(&self, is_left: impl Fn(StateId, EventId) -> bool) -> Memory {
        let updates = self.updates.iter().filter(|((state, event), _)| is_left(*state, *event));
        self.with_updates(updates.map(|(&at, set)| (at, set.clone())).collect())
    }

    /// The same registers and observers, with other values to be set.
    fn with_updates(&self, updates: BTreeMap<(StateId, EventId), Vec<Update>>) -> Memory {
        Memory { registers: self.registers.clone(), observers: self.observers.clone(), updates }
    }

    /// The states in which an event sets registers, those together in which it sets them to the same.
    pub(crate) fn states_by_updates(&self, event: EventId) -> Vec<Vec<StateId>> {
        let mut groups: Vec<(&[Update], Vec<StateId>)> = Vec::new();
        for (&(state, _), set) in self.updates.iter().filter(|((_, other), _)| *other == event) {
            match groups.iter_mut().find(|(known, _)| known == set) {
                Some((_, states)) => states.push(state),
                None => groups.push((set, vec![state])),
            }
        }
        groups.into_iter().map(|(_, states)| states).collect()
    }

    /// Whether a register is ever set to what a call returned.
    pub fn looks_at_results(&self) -> bool {
        self.events_looked_at().next().is_some()
    }

    /// The events whose returned number a register is set to in some state.
    pub fn events_looked_at(&self) -> impl Iterator<Item = EventId> {
        self.all_updates().filter(|(_, _, update)| update.looks_at_result()).map(|(_, event, _)| event)
    }

    /// An update as people write it: `count := count + 1`.
    pub fn written(&self, update: &Update) -> String {
        format!("{} := {}", self.registers[update.register].name, update.value)
    }
}
