//! Whether an interface is safe and permissive, by trying every word with the interpreter.

use std::collections::BTreeSet;

use etiquette_automata::{CallId, Interface, StateId};
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

/// Whether no allowed call can fail after any word that is accepted and can happen, and whether every legal word that
/// can happen is accepted.
pub fn truth(component: &Component, interface: &Interface, methods: &[usize], guards: &[Term]) -> [bool; 2] {
    let calls = methods.iter().zip(guards).map(|(m, g)| vec![arguments(component, *m, *g)]).collect();
    Words { component, interface, methods, letters: calls }.truth(&mut |_, _| ())
}

/// The same where the client remembers its arguments: each of them makes a letter of its own. `watch` hears each
/// interface state with each belief that a word leads to.
pub fn truth_by_arguments(
    component: &Component,
    interface: &Interface,
    methods: &[usize],
    guards: &[Term],
    watch: &mut dyn FnMut(StateId, &Belief),
) -> [bool; 2] {
    let alone = |tuples: Vec<Vec<u64>>| tuples.into_iter().map(|tuple| vec![tuple]).collect();
    let letters = methods.iter().zip(guards).map(|(m, g)| alone(arguments(component, *m, *g))).collect();
    Words { component, interface, methods, letters }.truth(watch)
}

struct Words<'a> {
    component: &'a Component,
    interface: &'a Interface,
    methods: &'a [usize],
    /// For each call sets of arguments that the client does not tell apart.
    letters: Vec<Vec<Vec<Vec<u64>>>>,
}

impl Words<'_> {
    fn truth(&self, watch: &mut dyn FnMut(StateId, &Belief)) -> [bool; 2] {
        let mut interpreter = Interpreter::new(self.component);
        let start = (self.interface.initial(), initial_belief(self.component), true);
        let mut seen: BTreeSet<(StateId, Belief, bool)> = BTreeSet::from([start.clone()]);
        let mut pending = vec![start];
        let [mut safe, mut permissive] = [true, true];
        while let Some((state, belief, legal)) = pending.pop() {
            watch(state, &belief);
            for (call, method, tuples) in self.letters_at(state) {
                let effect = effect(self.component, &mut interpreter, &belief, method, tuples);
                safe &= !(self.interface.allows(state, call) && effect.fails);
                let legal = legal && !effect.fails;
                for (outcome, after) in effect.after.into_iter().enumerate().filter(|(_, after)| !after.is_empty()) {
                    let next = self.interface.next(state, self.interface.alphabet().event(call, outcome));
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

    fn letters_at(&self, state: StateId) -> impl Iterator<Item = (CallId, usize, &Vec<Vec<u64>>)> {
        let before = self.component.has_constructors() && state == self.interface.initial();
        let calls = self.interface.alphabet().call_ids().map(|call| (call, self.methods[call.index()]));
        let calls = calls.filter(move |(_, method)| self.component.methods[*method].constructor == before);
        calls.flat_map(|(call, method)| self.letters[call.index()].iter().map(move |tuples| (call, method, tuples)))
    }
}
