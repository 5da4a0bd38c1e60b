//! All initial states of a component with few of them.

use etiquette_component::Component;
use rustc_hash::FxHashMap;

use crate::spaces::explicit::letters::combinations;

/// The initial states, in a fixed order: one value for each variable.
pub(crate) fn initial_states(component: &Component) -> Vec<Vec<u64>> {
    let sizes = component.variables.iter().map(|variable| match variable.initial {
        Some(_) => 1,
        None => component.value_count(variable.binding.ty).unwrap_or(u64::MAX),
    });
    let fixed = |mut state: Vec<u64>| {
        for (value, variable) in state.iter_mut().zip(&component.variables) {
            *value = variable.initial.unwrap_or(*value);
        }
        state
    };
    let states = combinations(sizes.collect()).map(fixed);
    states.filter(|state| component.is_true(component.initially) || satisfies_initially(component, state)).collect()
}

fn satisfies_initially(component: &Component, state: &[u64]) -> bool {
    let variables = component.variables.iter().map(|variable| variable.binding.symbol);
    let values: FxHashMap<_, _> = variables.zip(state.iter().copied()).collect();
    etiquette_logic::evaluate(&component.terms, component.initially, |symbol| values[&symbol]) != 0
}
