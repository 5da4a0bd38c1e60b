//! Whether the interface's registers are those of the component, and what sets them can be understood.

use etiquette_automata::Interface;
use etiquette_component::Component;

use super::{Rule, require};
use crate::certificate::Certificate;
use crate::obligations::new_value;

/// An interface without registers claims something of the component in which they are parameters only. That is what
/// engines have; [`has_its_registers`] asks for more.
pub fn well_formed(component: &mut Component, interface: &Interface, certificate: &Certificate) -> Rule {
    let memory = interface.memory();
    if !memory.is_empty() {
        has_its_registers(component, interface)?;
    }
    for (said, known) in memory.registers.iter().zip(&component.registers) {
        let initial = (!component.has_constructors()).then(|| component.value_name(known.binding.ty, known.initial));
        let place = || format!("the register `{}`", said.name);
        require(said.initial == initial, place, || "its first value is another one".into())?;
    }
    for (_, event, update) in memory.all_updates() {
        let (call, outcome) = (interface.alphabet().call_of(event), interface.alphabet().outcome_index(event));
        let method = certificate.methods[call.index()];
        let call = interface.alphabet().call(call);
        let place = || format!("what `{call}` sets a register to");
        let is_set = component.methods[method].exposed(update.register).is_some_and(|known| known.after.is_some());
        require(is_set, place, || format!("it does not set `{}`", memory.registers[update.register].name))?;
        new_value(component, call, (method, outcome), update)?;
    }
    Ok(())
}

/// Whether the interface has all registers of the component, and no others.
///
/// # Errors
/// What it has instead.
pub fn has_its_registers(component: &Component, interface: &Interface) -> Rule {
    let said: Vec<&str> = interface.memory().registers.iter().map(|register| register.name.as_str()).collect();
    let known: Vec<&str> = component.registers.iter().map(|register| register.binding.name.as_str()).collect();
    let problem = || format!("they are {} in the component, and {} in the interface", listed(&known), listed(&said));
    require(said == known, || "the registers".into(), problem)
}

fn listed(names: &[&str]) -> String {
    if names.is_empty() { "none".into() } else { names.join(", ") }
}
