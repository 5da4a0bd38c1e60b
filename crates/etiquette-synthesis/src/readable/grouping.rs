//! From letters to calls: letters of one method that no state of the interface tells apart become one call.
//!
//! A state tells letters apart if it allows only one of them, or if they lead to different states. An outcome that
//! can't happen with some arguments does not set them apart. How the guards of the calls are put into words is up to
//! the engine.

use etiquette_automata::{Alphabet, Call, CallId, Interface, StateId, merge_compatible, number_breadth_first};
use etiquette_component::{Component, GuardedCall, MethodId};

use crate::readable::guards::guard_text;

/// An interface over calls, and the letters that each call stands for.
#[derive(Clone)]
pub(crate) struct Grouped {
    pub interface: Interface,
    /// For each call its letters.
    pub letters: Vec<Vec<usize>>,
}

/// A call of the interface, as the letters that it stands for.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub call: GuardedCall,
    pub letters: Vec<usize>,
}

/// An interface in the shape in which it is shown, over guarded calls.
pub(crate) struct Shape {
    pub interface: Interface,
    pub groups: Vec<Group>,
    /// For each state of what was found its state in the interface.
    pub state_of: Vec<Option<StateId>>,
    /// Whether no smaller one forbids the same calls.
    pub merged_minimal: bool,
}

impl Shape {
    /// The smallest interface that says the same where it matters, or the same one without what can't be reached, with
    /// letters that no state tells apart taken together.
    pub fn of(component: &mut Component, letters: &[GuardedCall], interface: &Interface, minimise: bool) -> Self {
        let (small, state_of, merged_minimal) = if minimise {
            let merged = merge_compatible(interface);
            (merged.interface, merged.class_of, merged.minimal)
        } else {
            let numbered = number_breadth_first(interface);
            (numbered.interface, numbered.number_of, false)
        };
        let (interface, groups) = group(component, letters, &small);
        Shape { interface, groups, state_of, merged_minimal }
    }

    /// What one state of the interface stands for.
    pub fn members(&self, state: StateId) -> Vec<usize> {
        (0..self.state_of.len()).filter(|&member| self.state_of[member] == Some(state)).collect()
    }
}

/// The alphabet with a call for each letter, given by its method.
pub(crate) fn letter_alphabet(component: &Component, methods: impl IntoIterator<Item = MethodId>) -> Alphabet {
    let calls = methods.into_iter().enumerate().map(|(index, method)| {
        let method = &component.methods[method];
        Call { id: format!("{}#{index}", method.name), ..Call::of_method(component, method) }
    });
    Alphabet::new(calls.collect())
}

impl Grouped {
    /// Groups the calls of an interface over letters, given by their methods. Their guards are not put into words yet.
    pub fn new(component: &Component, methods: &[MethodId], interface: &Interface) -> Self {
        let letters = groups(methods, interface);
        let alphabet = Alphabet::new(calls(component, letters.iter().map(|group| methods[group[0]]).collect()));
        Grouped { interface: regrouped(interface, alphabet, &letters), letters }
    }

    /// The calls that need a guard.
    pub fn divided(&self) -> Vec<CallId> {
        divided(self.interface.alphabet())
    }
}

/// The calls that are not all calls of their method: these need a guard.
pub(crate) fn divided(alphabet: &Alphabet) -> Vec<CallId> {
    alphabet.call_ids().filter(|&call| alphabet.call(call).id != alphabet.call(call).method).collect()
}

/// The interface over guarded calls, and what each of them stands for.
fn group(component: &mut Component, letters: &[GuardedCall], interface: &Interface) -> (Interface, Vec<Group>) {
    let methods: Vec<MethodId> = letters.iter().map(|letter| letter.method).collect();
    let mut grouped = Grouped::new(component, &methods, interface);
    // All classes together are all arguments.
    let always = component.terms.bool(true);
    let group = |own: &Vec<usize>| {
        let call = GuardedCall { method: methods[own[0]], guard: always };
        Group { call, letters: own.clone() }
    };
    let mut groups: Vec<Group> = grouped.letters.iter().map(group).collect();
    for call in grouped.divided() {
        let Group { call: GuardedCall { method, guard }, letters: own } = &mut groups[call.index()];
        *guard = component.terms.any(own.iter().map(|&letter| letters[letter].guard));
        grouped.interface.set_guard(call, guard_text(component, *method, *guard).into());
    }
    (grouped.interface, groups)
}

/// What a column says of an event of an allowed call that can't happen.
const CANT_HAPPEN: u32 = u32::MAX;
/// What it says of an event of a forbidden call.
const FORBIDDEN: u32 = u32::MAX - 1;

fn groups(methods: &[MethodId], interface: &Interface) -> Vec<Vec<usize>> {
    let mut groups: Vec<Vec<usize>> = Vec::new();
    let mut columns: Vec<Vec<u32>> = Vec::new();
    for (letter, method) in methods.iter().enumerate() {
        let column = column(interface, CallId::from_index(letter));
        let fits = |&group: &usize| methods[groups[group][0]] == *method && are_compatible(&columns[group], &column);
        match (0..groups.len()).find(fits) {
            Some(group) => {
                groups[group].push(letter);
                unite(&mut columns[group], &column);
            }
            None => {
                groups.push(vec![letter]);
                columns.push(column);
            }
        }
    }
    groups
}

/// Everything that the interface says about a letter, state by state.
fn column(interface: &Interface, letter: CallId) -> Vec<u32> {
    let mut column = Vec::with_capacity(interface.state_count());
    for state in interface.states() {
        let missing = if interface.allows(state, letter) { CANT_HAPPEN } else { FORBIDDEN };
        let next = interface.alphabet().events_of(letter).map(|event| interface.next(state, event));
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

/// A call for each group, given by its method; numbered where the method has several.
pub(crate) fn calls(component: &Component, methods: Vec<MethodId>) -> Vec<Call> {
    let mut seen = vec![0; component.methods.len()];
    let call = |&method: &MethodId| {
        let mut call = Call::of_method(component, &component.methods[method]);
        seen[method] += 1;
        if methods.iter().filter(|&&other| other == method).count() > 1 {
            call.id = format!("{}#{}", call.id, seen[method]);
        }
        call
    };
    methods.iter().map(call).collect()
}

/// The same automaton with a call in place of each group.
fn regrouped(interface: &Interface, alphabet: Alphabet, groups: &[Vec<usize>]) -> Interface {
    let mut made = Interface::with_states(alphabet, interface.state_count(), interface.initial());
    for state in interface.states() {
        for (index, group) in groups.iter().enumerate() {
            for &letter in group {
                copy_call(interface, &mut made, state, (CallId::from_index(letter), CallId::from_index(index)));
            }
        }
    }
    made
}

/// Copies what one interface says about a call in a state to a call of another.
pub(crate) fn copy_call(from: &Interface, to: &mut Interface, state: StateId, (letter, call): (CallId, CallId)) {
    if !from.allows(state, letter) {
        return;
    }
    to.allow(state, call);
    for (event, made) in from.alphabet().events_of(letter).zip(to.alphabet().events_of(call)) {
        if let Some(next) = from.next(state, event) {
            to.connect(state, made, next);
        }
    }
}
