//! Letters to calls: letters of one method that no state tells apart become one call with a guard.

use etiquette_automata::{Alphabet, Call, CallId, Interface, StateId};
use etiquette_component::{Component, Guard, Method};
use rustc_hash::FxHashMap;

use crate::readable::values::guard;
use crate::spaces::explicit::letters::{Letters, read_parameters};
use crate::spaces::explored::Explored;

/// An interface over calls, and the letters that each call stands for.
#[derive(Clone)]
pub(crate) struct Grouped {
    pub interface: Interface,
    /// For each call its letters.
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

/// Takes letters together that lead to the same states wherever both of them lead anywhere, and are allowed in the same states. An outcome that
/// can't happen with some arguments does not set them apart.
pub(crate) fn group_letters(space: &impl Explored, interface: &Interface) -> Grouped {
    let (component, letters) = (space.component(), space.letters());
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut columns: Vec<Vec<u32>> = Vec::new();
    let mut of_method: FxHashMap<usize, Vec<usize>> = FxHashMap::default();
    let alone = single_letter_methods(component, letters);
    for (index, letter) in letters.letters.iter().enumerate() {
        let column = if alone[letter.method] { Vec::new() } else { column(interface, index) };
        let candidates = of_method.entry(letter.method).or_default();
        match candidates.iter().find(|&&group| are_compatible(&columns[group], &column)) {
            Some(&group) => {
                groups[group].push(index);
                unite(&mut columns[group], &column);
            }
            None => {
                candidates.push(groups.len());
                groups.push(vec![index]);
                columns.push(column);
            }
        }
    }
    let alphabet = Alphabet::new(calls(space, &groups));
    Grouped { interface: rebuild(interface, alphabet, &groups), letters: groups }
}

fn single_letter_methods(component: &Component, letters: &Letters) -> Vec<bool> {
    let mut counts = vec![0; component.methods.len()];
    for letter in &letters.letters {
        counts[letter.method] += 1;
    }
    counts.into_iter().map(|count| count == 1).collect()
}

/// What a column says of an event of an allowed call that can't happen.
const CANT_HAPPEN: u32 = u32::MAX;
/// What it says of an event of a forbidden call.
const FORBIDDEN: u32 = u32::MAX - 1;

/// Everything that the interface says about a letter, state by state.
fn column(interface: &Interface, letter: usize) -> Vec<u32> {
    let call = CallId::from_index(letter);
    let mut column = Vec::with_capacity(interface.state_count());
    for state in interface.states() {
        let missing = if interface.allows(state, call) { CANT_HAPPEN } else { FORBIDDEN };
        let next = interface.alphabet().events_of(call).map(|event| interface.next(state, event));
        column.extend(next.map(|next| next.map_or(missing, |state| state.0)));
    }
    column
}

fn are_compatible(one: &[u32], other: &[u32]) -> bool {
    let fits = |(a, b): (&u32, &u32)| {
        a == b || (*a == CANT_HAPPEN && *b != FORBIDDEN) || (*b == CANT_HAPPEN && *a != FORBIDDEN)
    };
    one.iter().zip(other).all(fits)
}

fn unite(column: &mut [u32], other: &[u32]) {
    for (entry, other) in column.iter_mut().zip(other) {
        if *entry == CANT_HAPPEN {
            *entry = *other;
        }
    }
}

fn calls(space: &impl Explored, groups: &[Vec<usize>]) -> Vec<Call> {
    let (component, letters) = (space.component(), space.letters());
    let method_of = |group: &Vec<usize>| letters.letters[group[0]].method;
    let mut seen = vec![0; component.methods.len()];
    let mut made = Vec::new();
    for group in groups {
        let index = method_of(group);
        let method = &component.methods[index];
        seen[index] += 1;
        let several = groups.iter().filter(|other| method_of(other) == index).count() > 1;
        let id = if several { format!("{}#{}", method.name, seen[index]) } else { method.name.clone() };
        let guard = if several { space.guard(index, group).into() } else { Guard::always() };
        made.push(Call { id, guard, ..Call::of_method(component, method) });
    }
    made
}

/// The condition on the arguments of a method that these letters list one by one.
pub(crate) fn guard_of(component: &Component, method: &Method, letters: &Letters, group: &[usize]) -> String {
    let read = read_parameters(component, method);
    let tuples: Vec<&[u64]> = group.iter().map(|&letter| &letters.letters[letter].arguments[..]).collect();
    guard(component, method, &read, &tuples)
}

/// The same automaton with a call in place of each group.
fn rebuild(interface: &Interface, alphabet: Alphabet, groups: &[Vec<usize>]) -> Interface {
    let mut rebuilt = Interface::new(alphabet);
    for _ in 1..interface.state_count() {
        rebuilt.add_state();
    }
    rebuilt.set_initial(interface.initial());
    for state in interface.states() {
        for (index, group) in groups.iter().enumerate() {
            for &letter in group {
                copy_call(interface, &mut rebuilt, state, CallId::from_index(letter), CallId::from_index(index));
            }
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
