//! `minimise` against Moore's algorithm.

use std::collections::BTreeMap;

use etiquette_automata::{
    AccessWords, Comparison, Interface, Realizable, StateId, accepted_words, compare, minimise, number_breadth_first,
};
use proptest::prelude::*;

use super::interfaces::{allowed, events, interfaces, possible};

/// For each state its class, by Moore's refinement from what can be observed at once.
fn moore_classes(interface: &Interface) -> Vec<usize> {
    let mut class_of = vec![0; interface.state_count()];
    for _ in 0..=interface.state_count() {
        let mut numbers = BTreeMap::new();
        let key = |state: StateId| {
            let next = events(interface).map(|event| interface.next(state, event).map(|to| class_of[to.index()]));
            (allowed(interface, state), possible(interface, state), next.collect::<Vec<_>>())
        };
        let keys: Vec<_> = interface.states().map(key).collect();
        class_of = keys
            .into_iter()
            .map(|key| {
                let fresh = numbers.len();
                *numbers.entry(key).or_insert(fresh)
            })
            .collect();
    }
    class_of
}

/// The same interface with its states in the opposite order.
fn reversed(interface: &Interface) -> Interface {
    let mirror = |state: StateId| StateId::from_index(interface.state_count() - 1 - state.index());
    let mut result = Interface::new(interface.alphabet().clone());
    (1..interface.state_count()).for_each(|_| _ = result.add_state());
    result.set_initial(mirror(interface.initial()));
    for state in interface.states() {
        allowed(interface, state).into_iter().for_each(|call| result.allow(mirror(state), call));
        for event in possible(interface, state) {
            let to = interface.next(state, event).expect("the event is possible");
            result.connect(mirror(state), event, mirror(to));
        }
    }
    result
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn keeps_the_language(interface in interfaces(9)) {
        let small = minimise(&interface).interface;
        prop_assert_eq!(compare(&interface, &small, Realizable::Strict), Ok(Comparison::Equal));
    }

    #[test]
    fn has_as_many_states_as_moore_finds(interface in interfaces(9)) {
        let classes = moore_classes(&interface);
        let access = AccessWords::of(&interface);
        let mut reachable: Vec<usize> = access.reachable().iter().map(|state| classes[state.index()]).collect();
        reachable.sort_unstable();
        reachable.dedup();
        prop_assert_eq!(minimise(&interface).interface.state_count(), reachable.len());
    }

    #[test]
    fn is_canonical(interface in interfaces(9)) {
        let small = minimise(&interface).interface;
        prop_assert_eq!(&minimise(&small).interface, &small);
        prop_assert_eq!(&minimise(&reversed(&interface)).interface, &small);
        prop_assert_eq!(&number_breadth_first(&small).interface, &small);
    }

    #[test]
    fn says_where_each_state_went(interface in interfaces(6)) {
        let small = minimise(&interface);
        for word in accepted_words(&interface, 4) {
            let class = interface.run(&word).and_then(|state| small.class_of[state.index()]);
            prop_assert_eq!(small.interface.run(&word), class);
        }
    }

    #[test]
    fn access_words_lead_where_they_should(interface in interfaces(9)) {
        let access = AccessWords::of(&interface);
        for &state in access.reachable() {
            let word = access.word(state).expect("a reachable state has a word");
            prop_assert_eq!(interface.run(&word), Some(state));
            let shorter = accepted_words(&interface, word.len().min(4)).take_while(|other| other.len() < word.len());
            for other in shorter {
                prop_assert_ne!(interface.run(&other), Some(state));
            }
        }
    }
}
