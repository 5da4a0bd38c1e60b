//! Two interfaces over the same methods and outcomes, each still with its own guards and registers.
//!
//! A method has the name that the first interface gives it. Outcomes are matched by name; a single outcome stands for
//! all. What only one interface has never happens in the other.

use std::collections::BTreeMap;

use etiquette_automata::{Alphabet, Arguments, Call, CallId, EventId, Interface, Memory, values_in};
use etiquette_component::Type;
use etiquette_synthesis::Signatures;

/// Which calls of two interfaces are of the same method.
pub type Methods = [(Vec<CallId>, Vec<CallId>)];

/// Calls of one of the interfaces, renamed.
pub(super) struct Aligned {
    pub interface: Interface,
    /// What each of its calls is in the interface that it was made from.
    pub calls: Vec<CallId>,
}

/// What the two have in common.
pub(super) struct Plan {
    /// For each method, by position, its name and outcomes.
    methods: Vec<(String, Vec<String>)>,
    /// The values that guards of either name.
    values: Vec<String>,
    parameters: BTreeMap<String, Vec<(String, Type)>>,
    /// The types of returned numbers that registers are set to.
    results: BTreeMap<String, Type>,
}

impl Plan {
    /// The plan for methods of two interfaces, of which either may have no calls in one of them.
    pub fn new(one: &Interface, other: &Interface, methods: &Methods) -> Plan {
        let mut values = values_in(one);
        values.extend(values_in(other));
        let mut plan = Plan {
            methods: Vec::new(),
            values: distinct(values),
            parameters: BTreeMap::new(),
            results: BTreeMap::new(),
        };
        for (own, others) in methods {
            let calls = own.iter().map(|&call| one.alphabet().call(call));
            let calls: Vec<&Call> = calls.chain(others.iter().map(|&call| other.alphabet().call(call))).collect();
            let Some(first) = calls.first() else { continue };
            let parameters = Arguments::of(&calls).parameters.into_iter().map(|known| (known.name, known.ty));
            plan.parameters.insert(first.method.clone(), parameters.collect());
            plan.methods.push((first.method.clone(), outcomes(&calls)));
            let returned = returned(one, own).or_else(|| returned(other, others));
            plan.results.extend(returned.map(|ty| (first.method.clone(), ty)));
        }
        plan
    }

    pub fn signatures(&self) -> Signatures<'static> {
        Signatures::Given {
            values: self.values.clone(),
            parameters: self.parameters.clone(),
            results: self.results.clone(),
        }
    }

    /// An interface with the names and outcomes of the plan; its calls of each method are given.
    pub fn apply<'a>(&self, interface: &Interface, methods: impl Iterator<Item = &'a Vec<CallId>>) -> Aligned {
        let mut calls = Vec::new();
        let mut made = Vec::new();
        for ((name, outcomes), own) in self.methods.iter().zip(methods) {
            for &id in own {
                let (call, outcomes) = (interface.alphabet().call(id), outcomes.clone());
                made.push(Call { method: name.clone(), outcomes, ..call.clone() });
                calls.push(id);
            }
        }
        let interface = carried_over(interface, Alphabet::new(made), &calls);
        Aligned { interface, calls }
    }
}

/// The interface over other calls, each of which is one of its own.
fn carried_over(from: &Interface, alphabet: Alphabet, calls: &[CallId]) -> Interface {
    let mut made = Interface::with_states(alphabet, from.state_count(), from.initial());
    let mut memory = Memory::new(from.memory().registers.clone());
    for state in from.states() {
        for (id, &own) in made.alphabet().call_ids().zip(calls) {
            if !from.allows(state, own) {
                continue;
            }
            made.allow(state, id);
            for event in made.alphabet().events_of(id) {
                let Some(own) = event_named(from.alphabet(), own, made.alphabet().outcome_of(event)) else { continue };
                if let Some(to) = from.next(state, own) {
                    made.connect(state, event, to);
                    memory.set(state, event, from.updates(state, own).to_vec());
                }
            }
        }
    }
    made.set_memory(memory);
    made
}

/// The type of the number that calls return, if a register is set to it: the register's.
fn returned(interface: &Interface, calls: &[CallId]) -> Option<Type> {
    let memory = interface.memory();
    let is_meant = |event: EventId| calls.contains(&interface.alphabet().call_of(event));
    let mut updates = memory.all_updates().filter(|(_, event, update)| is_meant(*event) && update.looks_at_result());
    updates.find_map(|(_, _, update)| Type::of_source(&memory.registers[update.register].ty))
}

/// The event that an outcome is for a call, which may have one for all.
fn event_named(alphabet: &Alphabet, call: CallId, outcome: &str) -> Option<EventId> {
    match alphabet.call(call).outcomes.len() {
        1 => Some(alphabet.event(call, 0)),
        _ => alphabet.events_of(call).find(|&event| alphabet.outcome_of(event) == outcome),
    }
}

/// The outcomes that calls of a method have together; a single one stands for all.
fn outcomes(calls: &[&Call]) -> Vec<String> {
    let told = calls.iter().filter(|call| call.outcomes.len() > 1).flat_map(|call| call.outcomes.clone());
    let told = distinct(told.collect());
    if told.is_empty() { calls[0].outcomes.clone() } else { told }
}

fn distinct(names: Vec<String>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for name in names {
        if !found.contains(&name) {
            found.push(name);
        }
    }
    found
}
