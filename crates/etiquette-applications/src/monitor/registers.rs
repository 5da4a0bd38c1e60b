//! The registers of an interface as a monitor keeps them: truth values, and numbers as terms have them, signed whatever
//! their type.

use etiquette_automata::{CallId, EventId, Interface, Simulator, argument_type};
use etiquette_component::Type;
use etiquette_logic::to_signed;

use super::NoMonitor;
use super::guard::Language;

/// A register in the code.
pub(super) struct Field {
    /// What the interface calls it.
    pub register: String,
    /// What the code calls it.
    pub name: String,
    pub ty: Type,
    /// What it is before construction.
    pub initial: u64,
    /// What it is after construction, if that is the same however it is done.
    pub constructed: Option<u64>,
}

impl Field {
    /// The registers of an interface, with names for the code.
    ///
    /// # Errors
    /// One that no monitor keeps.
    pub fn all(interface: &Interface, mut named: impl FnMut(&str) -> String) -> Result<Vec<Field>, NoMonitor> {
        if interface.memory().is_empty() {
            return Ok(Vec::new());
        }
        let walk = Simulator::new(interface).map_err(|problem| NoMonitor(problem.to_string()))?;
        let (first, constructed) = (walk.start().registers, constructed(&walk));
        let registers = interface.memory().registers.iter().enumerate();
        let field = |(position, register): (usize, &etiquette_automata::Register)| {
            let field = Field {
                register: register.name.clone(),
                name: named(&register.name),
                ty: argument_type(&register.ty),
                initial: first[position],
                constructed: constructed.as_ref().map(|values| values[position]),
            };
            match field.ty {
                Type::Enum(_) => Err(NoMonitor(format!(
                    "the register `{}` is neither a number nor a truth value, and no monitor follows such",
                    register.name
                ))),
                _ => Ok(field),
            }
        };
        registers.map(field).collect()
    }

    /// A value of it in a language.
    pub fn value(&self, value: u64, language: &dyn Language) -> String {
        match self.ty {
            Type::Int { width, .. } => language.constant(to_signed(value, width), width),
            _ => (value != 0).to_string(),
        }
    }
}

/// The registers of every object that was just made, if they are the same for all.
fn constructed(walk: &Simulator) -> Option<Vec<u64>> {
    let (interface, start) = (walk.interface(), walk.start());
    let alphabet = interface.alphabet();
    let events = alphabet.call_ids().filter(|&call| alphabet.call(call).constructor);
    let events: Vec<(CallId, EventId)> =
        events.flat_map(|call| alphabet.events_of(call).map(move |event| (call, event))).collect();
    if events.is_empty() {
        return Some(start.registers);
    }
    let mut found = None;
    for (call, event) in events.into_iter().filter(|(_, event)| interface.next(start.state, *event).is_some()) {
        if interface.updates(start.state, event).iter().any(|update| !update.value.names().is_empty()) {
            return None;
        }
        let made = walk.after(&start, call, &[], alphabet.outcome_index(event))?.registers;
        if found.as_ref().is_some_and(|found| *found != made) {
            return None;
        }
        found = Some(made);
    }
    found
}
