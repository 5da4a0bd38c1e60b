//! From letters to guarded calls: classes of arguments that no state of the interface tells apart become one call again.

use etiquette_automata::{Alphabet, Call, CallId, EventId, Interface, StateId};
use etiquette_component::Component;
use etiquette_logic::Term;

use crate::readable::guards::guard_text;

/// A letter: a method with a class of its arguments.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Class {
    pub method: usize,
    /// The class, as a condition on the parameters.
    pub guard: Term,
}

/// A call of the interface, as the letters that it stands for.
#[derive(Clone, Debug)]
pub(crate) struct Group {
    pub method: usize,
    pub letters: Vec<usize>,
    pub guard: Term,
}

/// The alphabet with a call for each letter.
pub(crate) fn letter_alphabet(component: &Component, letters: &[Class]) -> Alphabet {
    let calls = letters.iter().enumerate().map(|(index, letter)| Call {
        id: format!("{}#{index}", component.methods[letter.method].name),
        ..call(component, letter.method)
    });
    Alphabet::new(calls.collect())
}

fn call(component: &Component, method: usize) -> Call {
    Call::of_method(component, &component.methods[method])
}

/// The interface over guarded calls, and what each of them stands for.
pub(crate) fn group(component: &mut Component, letters: &[Class], interface: &Interface) -> (Interface, Vec<Group>) {
    let mut groups: Vec<Group> = Vec::new();
    for (index, letter) in letters.iter().enumerate() {
        let fits = |group: &&mut Group| {
            group.method == letter.method && group.letters.iter().all(|&other| are_alike(interface, index, other))
        };
        match groups.iter_mut().find(fits) {
            Some(group) => {
                group.letters.push(index);
                group.guard = component.terms.or(group.guard, letter.guard);
            }
            None => groups.push(Group { method: letter.method, letters: vec![index], guard: letter.guard }),
        }
    }
    let made = regrouped(component, interface, &mut groups);
    (made, groups)
}

fn are_alike(interface: &Interface, one: usize, other: usize) -> bool {
    let events_of = |letter: usize| interface.alphabet().events_of(CallId::from_index(letter));
    let events = || events_of(one).zip(events_of(other));
    interface.states().all(|state| {
        let same = |(one, other): (EventId, EventId)| match (interface.next(state, one), interface.next(state, other)) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        let allows = |letter: usize| interface.allows(state, CallId::from_index(letter));
        allows(one) == allows(other) && events().all(same)
    })
}

fn regrouped(component: &mut Component, old: &Interface, groups: &mut [Group]) -> Interface {
    let mut seen = vec![0; component.methods.len()];
    let mut calls = Vec::new();
    for index in 0..groups.len() {
        let method = groups[index].method;
        let several = groups.iter().filter(|other| other.method == method).count() > 1;
        let mut made = call(component, method);
        if several {
            seen[method] += 1;
            made.id = format!("{}#{}", made.id, seen[method]);
            made.guard = guard_text(component, method, groups[index].guard).into();
        } else {
            // All classes together are all arguments.
            groups[index].guard = component.terms.bool(true);
        }
        calls.push(made);
    }
    let mut interface = Interface::new(Alphabet::new(calls));
    for _ in 1..old.state_count() {
        interface.add_state();
    }
    interface.set_initial(old.initial());
    for (index, group) in groups.iter().enumerate() {
        for state in old.states() {
            for &letter in &group.letters {
                copy_call(old, &mut interface, state, (CallId::from_index(letter), CallId::from_index(index)));
            }
        }
    }
    interface
}

fn copy_call(old: &Interface, new: &mut Interface, state: StateId, (letter, call): (CallId, CallId)) {
    if !old.allows(state, letter) {
        return;
    }
    new.allow(state, call);
    for (event, made) in old.alphabet().events_of(letter).zip(new.alphabet().events_of(call)) {
        if let Some(to) = old.next(state, event) {
            new.connect(state, made, to);
        }
    }
}
