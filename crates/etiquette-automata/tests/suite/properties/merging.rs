//! `merge_compatible` against an exact search for the smallest interface.

use std::collections::BTreeMap;

use etiquette_automata::{
    Comparison, EventId, Interface, Realizable, StateId, accepted_words, compare, merge_compatible, minimise,
};
use proptest::prelude::*;

use super::interfaces::{allowed, interfaces, possible};

/// A candidate with a fixed number of states, whose edges are chosen while the input is followed.
struct Candidate<'a> {
    interface: &'a Interface,
    most_states: usize,
    /// For each state that is in use, a state of the input that says what it allows.
    allows_like: Vec<StateId>,
    next: BTreeMap<(usize, EventId), usize>,
    /// The search is exponential: when this is used up, it gives up.
    steps_left: usize,
}

/// A state of the input and the state of the candidate that must do what it asks for.
type Pair = (StateId, usize);

impl Candidate<'_> {
    /// Whether edges can be chosen so that the candidate fits in all waiting pairs and what follows from them.
    fn fits(&mut self, seen: &[Pair], waiting: &[Pair]) -> bool {
        let Some((&pair, rest)) = waiting.split_last() else {
            return true;
        };
        if seen.contains(&pair) {
            return self.fits(seen, rest);
        }
        let events = possible(self.interface, pair.0);
        self.choose(&[seen, &[pair]].concat(), rest, pair, &events)
    }

    /// Chooses the edges of a pair for these events, and goes on.
    fn choose(&mut self, seen: &[Pair], waiting: &[Pair], pair: Pair, events: &[EventId]) -> bool {
        if self.steps_left == 0 {
            return false;
        }
        self.steps_left -= 1;
        let Some((&event, others)) = events.split_first() else {
            return self.fits(seen, waiting);
        };
        let to = self.interface.next(pair.0, event).expect("the event is possible");
        let edge = (pair.1, event);
        let longer = |chosen: usize| [waiting, &[(to, chosen)]].concat();
        if let Some(&chosen) = self.next.get(&edge) {
            return self.allows_same(to, chosen) && self.choose(seen, &longer(chosen), pair, others);
        }
        for chosen in 0..self.most_states.min(self.allows_like.len() + 1) {
            let fresh = chosen == self.allows_like.len();
            if fresh {
                self.allows_like.push(to);
            }
            self.next.insert(edge, chosen);
            if self.allows_same(to, chosen) && self.choose(seen, &longer(chosen), pair, others) {
                return true;
            }
            self.next.remove(&edge);
            if fresh {
                self.allows_like.pop();
            }
        }
        false
    }

    fn allows_same(&self, state: StateId, own: usize) -> bool {
        allowed(self.interface, state) == allowed(self.interface, self.allows_like[own])
    }
}

/// Whether an interface with this many states can do what the input asks for; `None` where the search gave up.
fn has_size(interface: &Interface, size: usize) -> Option<bool> {
    let mut candidate = Candidate {
        interface,
        most_states: size,
        allows_like: vec![interface.initial()],
        next: BTreeMap::new(),
        steps_left: 20_000,
    };
    let fits = candidate.fits(&[], &[(interface.initial(), 0)]);
    (fits || candidate.steps_left > 0).then_some(fits)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn keeps_what_the_input_says(interface in interfaces(9)) {
        let merged = merge_compatible(&interface).interface;
        for word in accepted_words(&interface, 4) {
            prop_assert!(merged.run(&word).is_some());
        }
        prop_assert_eq!(compare(&interface, &merged, Realizable::Ignore), Ok(Comparison::Equal));
    }

    #[test]
    fn is_no_larger_than_the_minimised_input(interface in interfaces(9)) {
        let merged = merge_compatible(&interface);
        prop_assert!(merged.interface.state_count() <= minimise(&interface).interface.state_count());
    }

    #[test]
    fn says_where_each_state_went(interface in interfaces(6)) {
        let merged = merge_compatible(&interface);
        for word in accepted_words(&interface, 4) {
            let class = interface.run(&word).and_then(|state| merged.class_of[state.index()]);
            prop_assert_eq!(merged.interface.run(&word), class);
        }
    }

    #[test]
    fn is_minimal_where_it_says_so(interface in interfaces(5)) {
        let merged = merge_compatible(&interface);
        let size = merged.interface.state_count();
        prop_assert_ne!(has_size(&interface, size), Some(false));
        if merged.minimal && size > 1 {
            prop_assert_ne!(has_size(&interface, size - 1), Some(true));
        }
    }
}
