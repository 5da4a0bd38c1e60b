//! From letters to guarded calls: classes of arguments that no state of the interface tells apart become one call again.

use etiquette_automata::{Alphabet, Call, CallId, EventId, Interface, StateId};
use etiquette_component::Component;
use etiquette_logic::Term;

use super::letters::Letters;
use crate::certified::guard_text;
use crate::explicit::parameters;

/// A call of the interface, as the letters that it stands for.
#[derive(Clone, Debug)]
pub(super) struct Group {
    pub method: usize,
    pub letters: Vec<usize>,
    pub guard: Term,
}

/// The alphabet with a call for each letter.
pub(super) fn letter_alphabet(component: &Component, letters: &Letters) -> Alphabet {
    let calls = letters.all.iter().enumerate().map(|(index, letter)| Call {
        id: format!("{}#{index}", component.methods[letter.method].name),
        ..call(component, letter.method)
    });
    Alphabet::new(calls.collect())
}

fn call(component: &Component, method: usize) -> Call {
    let method = &component.methods[method];
    Call {
        id: method.name.clone(),
        method: method.name.clone(),
        constructor: method.constructor,
        parameters: parameters(component, method),
        guard: "true".into(),
        outcomes: method.outcomes.clone(),
    }
}

/// The interface over guarded calls, and what each of them stands for.
pub(super) fn group(component: &mut Component, letters: &Letters, interface: &Interface) -> (Interface, Vec<Group>) {
    let mut groups: Vec<Group> = Vec::new();
    for (index, letter) in letters.all.iter().enumerate() {
        let fits = |group: &&mut Group| {
            group.method == letter.method
                && group.letters.iter().all(|&other| are_alike(letters, interface, index, other))
        };
        match groups.iter_mut().find(fits) {
            Some(group) => {
                group.letters.push(index);
                group.guard = component.terms.or(group.guard, letter.guard);
            }
            None => groups.push(Group { method: letter.method, letters: vec![index], guard: letter.guard }),
        }
    }
    let made = regrouped(component, letters, interface, &mut groups);
    (made, groups)
}

fn are_alike(letters: &Letters, interface: &Interface, one: usize, other: usize) -> bool {
    let events = || letters.events_of(one).zip(letters.events_of(other));
    interface.states().all(|state| {
        let next = |event: usize| interface.next(state, EventId::from_index(event));
        let same = |(one, other): (usize, usize)| match (next(one), next(other)) {
            (Some(one), Some(other)) => one == other,
            _ => true,
        };
        let allows = |letter: usize| interface.allows(state, CallId::from_index(letter));
        allows(one) == allows(other) && events().all(same)
    })
}

fn regrouped(component: &mut Component, letters: &Letters, old: &Interface, groups: &mut [Group]) -> Interface {
    let mut seen = vec![0; component.methods.len()];
    let mut calls = Vec::new();
    for index in 0..groups.len() {
        let method = groups[index].method;
        let several = groups.iter().filter(|other| other.method == method).count() > 1;
        let mut made = call(component, method);
        if several {
            seen[method] += 1;
            made.id = format!("{}#{}", made.id, seen[method]);
            made.guard = guard_text(component, method, groups[index].guard);
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
                copy_call(letters, old, &mut interface, state, (letter, CallId::from_index(index)));
            }
        }
    }
    interface
}

fn copy_call(letters: &Letters, old: &Interface, new: &mut Interface, state: StateId, (letter, call): (usize, CallId)) {
    if !old.allows(state, CallId::from_index(letter)) {
        return;
    }
    new.allow(state, call);
    for (event, made) in letters.events_of(letter).zip(new.alphabet().events_of(call)) {
        if let Some(to) = old.next(state, EventId::from_index(event)) {
            new.connect(state, made, to);
        }
    }
}
