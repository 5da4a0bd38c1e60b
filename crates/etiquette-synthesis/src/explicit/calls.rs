//! Letters to calls: letters of one method that no state tells apart become one call with a guard.

use etiquette_automata::{Alphabet, Call, CallId, Interface, Parameter, StateId};
use etiquette_component::{Binding, Component, Method};
use rustc_hash::FxHashMap;

use super::guards::guard;
use super::letters::{Letters, read_parameters};

/// An interface over calls, and the letters that each call stands for.
pub(crate) struct Grouped {
    pub interface: Interface,
    /// For each call its letters, the first one representing it.
    pub letters: Vec<Vec<usize>>,
}

/// The alphabet in which every letter is a call of its own.
pub(crate) fn letter_alphabet(component: &Component, letters: &Letters) -> Alphabet {
    let calls = letters.letters.iter().enumerate().map(|(index, letter)| {
        let outcomes = component.methods[letter.method].outcomes.iter();
        Call::simple(index.to_string()).with_outcomes(outcomes)
    });
    Alphabet::new(calls.collect())
}

/// Takes letters together.
pub(crate) fn group_letters(component: &Component, letters: &Letters, interface: &Interface) -> Grouped {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut known: FxHashMap<(usize, Vec<u32>), usize> = FxHashMap::default();
    let alone = single_letter_methods(component, letters);
    for (index, letter) in letters.letters.iter().enumerate() {
        let column = if alone[letter.method] { Vec::new() } else { column(interface, index) };
        let group = *known.entry((letter.method, column)).or_insert_with(|| {
            groups.push(Vec::new());
            groups.len() - 1
        });
        groups[group].push(index);
    }
    let alphabet = Alphabet::new(calls(component, letters, &groups));
    Grouped { interface: rebuild(interface, alphabet, &groups), letters: groups }
}

fn single_letter_methods(component: &Component, letters: &Letters) -> Vec<bool> {
    let mut counts = vec![0; component.methods.len()];
    for letter in &letters.letters {
        counts[letter.method] += 1;
    }
    counts.into_iter().map(|count| count == 1).collect()
}

/// Everything that the interface says about a letter, state by state.
fn column(interface: &Interface, letter: usize) -> Vec<u32> {
    let call = CallId::from_index(letter);
    let mut column = Vec::with_capacity(interface.state_count() * 2);
    for state in interface.states() {
        column.push(u32::from(interface.allows(state, call)));
        let next = interface.alphabet().events_of(call).map(|event| interface.next(state, event));
        column.extend(next.map(|next| next.map_or(u32::MAX, |state| state.0)));
    }
    column
}

fn calls(component: &Component, letters: &Letters, groups: &[Vec<usize>]) -> Vec<Call> {
    let method_of = |group: &Vec<usize>| letters.letters[group[0]].method;
    let mut seen = vec![0; component.methods.len()];
    let mut made = Vec::new();
    for group in groups {
        let index = method_of(group);
        let method = &component.methods[index];
        seen[index] += 1;
        let several = groups.iter().filter(|other| method_of(other) == index).count() > 1;
        let id = if several { format!("{}#{}", method.name, seen[index]) } else { method.name.clone() };
        made.push(Call {
            id,
            method: method.name.clone(),
            constructor: method.constructor,
            parameters: parameters(component, method),
            guard: if several { guard_of(component, method, letters, group) } else { "true".into() },
            outcomes: method.outcomes.clone(),
        });
    }
    made
}

fn parameters(component: &Component, method: &Method) -> Vec<Parameter> {
    let ty = |index: usize, binding: &Binding| {
        method.source_types.get(index).cloned().unwrap_or_else(|| component.type_name(binding.ty))
    };
    let parameter =
        |(index, binding): (usize, &Binding)| Parameter { name: binding.name.clone(), ty: ty(index, binding) };
    method.parameters.iter().enumerate().map(parameter).collect()
}

fn guard_of(component: &Component, method: &Method, letters: &Letters, group: &[usize]) -> String {
    let read = read_parameters(component, method);
    let tuples: Vec<&[u64]> = group.iter().map(|&letter| &letters.letters[letter].arguments[..]).collect();
    guard(component, method, &read, &tuples)
}

/// The same automaton with each group's first letter in place of the group.
fn rebuild(interface: &Interface, alphabet: Alphabet, groups: &[Vec<usize>]) -> Interface {
    let mut rebuilt = Interface::new(alphabet);
    for _ in 1..interface.state_count() {
        rebuilt.add_state();
    }
    rebuilt.set_initial(interface.initial());
    for state in interface.states() {
        for (index, group) in groups.iter().enumerate() {
            copy_call(interface, &mut rebuilt, state, CallId::from_index(group[0]), CallId::from_index(index));
        }
    }
    rebuilt
}

fn copy_call(from: &Interface, to: &mut Interface, state: StateId, letter: CallId, call: CallId) {
    if !from.allows(state, letter) {
        return;
    }
    to.allow(state, call);
    for (outcome, event) in from.alphabet().events_of(letter).enumerate() {
        if let Some(next) = from.next(state, event) {
            to.connect(state, to.alphabet().event(call, outcome), next);
        }
    }
}
