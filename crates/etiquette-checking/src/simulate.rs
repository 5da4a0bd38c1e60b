//! Runs of a system on concrete values, with the evaluator and no solver: the last word on whether a trace is real.

use etiquette_logic::{Evaluator, Symbol, TermPool};
use rustc_hash::FxHashMap;

use crate::system::{Step, System, TakenStep, Trace};

/// Whether the trace is a run of the system: it starts in an initial state, each step can be taken, and leads to the
/// next state.
pub fn replay(pool: &TermPool, system: &System, trace: &Trace) -> bool {
    let Some(first) = trace.states.first() else { return false };
    let fits = trace.states.iter().all(|state| state.len() == system.variables.len());
    fits && is_initial(pool, system, first)
        && simulate(pool, system, first.clone(), trace.steps.clone()).is_some_and(|run| run.states == trace.states)
}

/// Whether the state is an initial one.
pub(crate) fn is_initial(pool: &TermPool, system: &System, state: &[u64]) -> bool {
    let values = Values::of_state(system, state);
    Evaluator::new(|symbol| values.get(symbol)).value(pool, system.initial) == 1
}

/// The run that takes these steps from a state; `None` if one of them can't be taken.
pub(crate) fn simulate(pool: &TermPool, system: &System, from: Vec<u64>, steps: Vec<TakenStep>) -> Option<Trace> {
    let mut states = vec![from];
    for taken in &steps {
        let state = states.last()?;
        states.push(successor(pool, system, state, taken)?);
    }
    Some(Trace { states, steps })
}

/// The state after a step; `None` if it can't be taken.
pub(crate) fn successor(pool: &TermPool, system: &System, state: &[u64], taken: &TakenStep) -> Option<Vec<u64>> {
    let step = system.steps.get(taken.step)?;
    let mut values = Values::of_state(system, state);
    values.add_inputs(step, &taken.inputs);
    let mut evaluator = Evaluator::new(|symbol| values.get(symbol));
    if evaluator.value(pool, step.condition) == 0 {
        return None;
    }
    let mut updated: FxHashMap<Symbol, u64> = FxHashMap::default();
    for &(symbol, value) in &step.updates {
        updated.insert(symbol, evaluator.value(pool, value));
    }
    let new_value = |(symbol, &old): (&Symbol, &u64)| updated.get(symbol).copied().unwrap_or(old);
    Some(system.variables.iter().zip(state).map(new_value).collect())
}

/// Values of symbols; symbols without one are 0.
pub(crate) struct Values(FxHashMap<Symbol, u64>);

impl Values {
    /// The values that the variables have in a state.
    pub fn of_state(system: &System, state: &[u64]) -> Self {
        Values(system.variables.iter().copied().zip(state.iter().copied()).collect())
    }

    fn add_inputs(&mut self, step: &Step, inputs: &[u64]) {
        self.0.extend(step.inputs.iter().copied().zip(inputs.iter().copied()));
    }

    /// The value of a symbol.
    pub fn get(&self, symbol: Symbol) -> u64 {
        self.0.get(&symbol).copied().unwrap_or(0)
    }
}
