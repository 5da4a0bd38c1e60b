//! Whether an interface is safe and permissive, by trying every word with the interpreter.

use std::collections::BTreeSet;

use etiquette_automata::{Interface, StateId};
use etiquette_component::{Component, Exit, Interpreter, Type};
use etiquette_logic::{Term, evaluate};

pub type Belief = BTreeSet<Vec<u64>>;

/// Every tuple of values of these types.
pub fn tuples(component: &Component, types: impl IntoIterator<Item = Type>) -> Vec<Vec<u64>> {
    let mut tuples = vec![Vec::new()];
    for ty in types {
        let values = 0..component.value_count(ty).unwrap();
        let longer = |tuple: Vec<u64>| values.clone().map(move |value| tuple.iter().copied().chain([value]).collect());
        tuples = tuples.into_iter().flat_map(longer).collect();
    }
    tuples
}

/// The arguments of a method that are in a guard.
pub fn arguments(component: &Component, method: usize, guard: Term) -> Vec<Vec<u64>> {
    let parameters = &component.methods[method].parameters;
    let mut found = tuples(component, parameters.iter().map(|binding| binding.ty));
    found.retain(|tuple| {
        let position = |symbol| parameters.iter().position(|binding| binding.symbol == symbol).unwrap();
        evaluate(&component.terms, guard, |symbol| tuple[position(symbol)]) == 1
    });
    found
}

pub fn initial_belief(component: &Component) -> Belief {
    let types = component.variables.iter().map(|variable| variable.binding.ty);
    let mut found = tuples(component, types);
    found.retain(|state| {
        let fixed =
            component.variables.iter().zip(state).all(|(variable, value)| variable.initial.is_none_or(|i| i == *value));
        let position = |symbol| component.variables.iter().position(|v| v.binding.symbol == symbol).unwrap();
        fixed && evaluate(&component.terms, component.initially, |symbol| state[position(symbol)]) == 1
    });
    found.into_iter().collect()
}

/// What a call does from a belief.
pub struct Effect {
    pub fails: bool,
    /// For each outcome the belief then.
    pub after: Vec<Belief>,
}

pub fn effect(
    component: &Component,
    interpreter: &mut Interpreter,
    belief: &Belief,
    method: usize,
    arguments: &[Vec<u64>],
) -> Effect {
    let outcomes = component.methods[method].outcomes.len();
    let mut effect = Effect { fails: false, after: vec![Belief::new(); outcomes] };
    for (state, tuple) in belief.iter().flat_map(|state| arguments.iter().map(move |tuple| (state, tuple))) {
        let mut visit = |exit: Exit, after: &[u64]| match exit {
            Exit::Returned(outcome) => drop(effect.after[outcome].insert(after.to_vec())),
            Exit::Failed(_) => effect.fails = true,
            Exit::NeverReturns => {}
        };
        interpreter.for_each_result(state, method, tuple, &mut || false, &mut visit).unwrap();
    }
    effect
}

/// Whether no allowed call can fail after any word that is accepted and can happen, and whether every legal word that can happen is
/// accepted.
pub fn truth(component: &Component, interface: &Interface, methods: &[usize], guards: &[Term]) -> [bool; 2] {
    let mut interpreter = Interpreter::new(component);
    let tuples: Vec<Vec<Vec<u64>>> = methods.iter().zip(guards).map(|(m, g)| arguments(component, *m, *g)).collect();
    let start = (interface.initial(), initial_belief(component), true);
    let mut seen: BTreeSet<(StateId, Belief, bool)> = BTreeSet::from([start.clone()]);
    let mut pending = vec![start];
    let [mut safe, mut permissive] = [true, true];
    while let Some((state, belief, legal)) = pending.pop() {
        for call in interface.alphabet().call_ids() {
            let method = methods[call.index()];
            let before = component.has_constructors() && state == interface.initial();
            if component.methods[method].constructor != before {
                continue;
            }
            let effect = effect(component, &mut interpreter, &belief, method, &tuples[call.index()]);
            safe &= !(interface.allows(state, call) && effect.fails);
            let legal = legal && !effect.fails;
            for (outcome, after) in effect.after.into_iter().enumerate().filter(|(_, after)| !after.is_empty()) {
                let next = interface.next(state, interface.alphabet().event(call, outcome));
                permissive &= !legal || next.is_some();
                if let Some(next) = next.map(|next| (next, after, legal))
                    && seen.insert(next.clone())
                {
                    pending.push(next);
                }
            }
        }
    }
    [safe, permissive]
}
