//! What an interface keeps beside its state: registers, whose values a client knows, and what events set them to.
//!
//! A configuration is a state with values of the registers. Guards may speak of registers as they do of parameters. All
//! new values are worked out before any register is set; one that is not named keeps its value.

use std::collections::BTreeMap;

use etiquette_component::{Guard, RESULT};

use crate::interface::{EventId, StateId};

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

/// Registers, and what becomes of them.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Memory {
    /// The registers.
    pub registers: Vec<Register>,
    updates: BTreeMap<(StateId, EventId), Vec<Update>>,
}

impl Memory {
    /// Registers that nothing sets yet.
    pub fn new(registers: Vec<Register>) -> Self {
        Memory { registers, updates: BTreeMap::new() }
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

    /// Whether a register is ever set to what a call returned.
    pub fn looks_at_results(&self) -> bool {
        self.all_updates().any(|(_, _, update)| update.value.names().contains(&RESULT))
    }

    /// An update as people write it: `count := count + 1`.
    pub fn written(&self, update: &Update) -> String {
        format!("{} := {}", self.registers[update.register].name, update.value)
    }
}
