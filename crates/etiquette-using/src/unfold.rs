//! Automata over classes of calls, described by their steps, and written out as interfaces.
//!
//! Whatever meets a component (an interface, two of them side by side, a single word) is described by [`Steps`]; [`unfold`] writes out the reachable
//! part of it, over the component's own outcomes, as the product with the component wants it.

use std::hash::Hash;

use etiquette_automata::{Alphabet, CallId, Interface, StateId};
use etiquette_component::Component;
use rustc_hash::FxHashMap;

use crate::classes::{Classes, as_call};

/// The most states that are written out.
const MOST_STATES: usize = 1 << 17;

/// An automaton over classes of calls.
pub trait Steps {
    /// What it can be in.
    type State: Clone + Eq + Hash;

    /// What it is in at first.
    fn start(&self) -> Self::State;

    /// What comes of a call of a class, by position: `None` where it is forbidden; otherwise the next state for each of the method's outcomes, `None` for an outcome
    /// that is not accepted.
    fn step(&self, state: &Self::State, class: usize) -> Option<Vec<Option<Self::State>>>;
}

/// An automaton that was written out.
#[derive(Clone, Debug)]
pub struct Unfolded<S> {
    /// The automaton. Its calls are the classes, in order.
    pub interface: Interface,
    /// What each of its states stands for.
    pub states: Vec<S>,
}

impl<S> Unfolded<S> {
    /// The states that stand for something of this kind.
    pub fn states_with(&self, is_meant: impl Fn(&S) -> bool) -> Vec<StateId> {
        let states = self.states.iter().enumerate().filter(|(_, state)| is_meant(state));
        states.map(|(index, _)| StateId::from_index(index)).collect()
    }
}

/// An automaton has too many states to be written out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyStates;

impl std::fmt::Display for TooManyStates {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "the automaton has more than {MOST_STATES} states")
    }
}

impl std::error::Error for TooManyStates {}

/// Writes an automaton out, its states in breadth-first order.
///
/// # Errors
/// It has too many states.
pub fn unfold<A: Steps>(
    component: &Component,
    classes: &Classes,
    automaton: &A,
) -> Result<Unfolded<A::State>, TooManyStates> {
    let calls = classes.list().iter().enumerate().map(|(index, calls)| {
        let name = &component.methods[calls.method].name;
        as_call(component, calls, format!("{name}#{index}"))
    });
    let start = automaton.start();
    let mut unfolding = Unfolding {
        interface: Interface::new(Alphabet::new(calls.collect())),
        states: vec![start.clone()],
        number_of: FxHashMap::from_iter([(start, StateId(0))]),
    };
    let mut next = 0;
    while next < unfolding.states.len() {
        if next > MOST_STATES {
            return Err(TooManyStates);
        }
        unfolding.expand(automaton, next);
        next += 1;
    }
    Ok(Unfolded { interface: unfolding.interface, states: unfolding.states })
}

struct Unfolding<S> {
    interface: Interface,
    states: Vec<S>,
    number_of: FxHashMap<S, StateId>,
}

impl<S: Clone + Eq + Hash> Unfolding<S> {
    fn expand<A: Steps<State = S>>(&mut self, automaton: &A, index: usize) {
        let (from, state) = (StateId::from_index(index), self.states[index].clone());
        for call in self.interface.alphabet().call_ids() {
            let Some(outcomes) = automaton.step(&state, call.index()) else { continue };
            self.interface.allow(from, call);
            for (outcome, next) in outcomes.into_iter().enumerate() {
                if let Some(next) = next {
                    self.connect(from, call, outcome, next);
                }
            }
        }
    }

    fn connect(&mut self, from: StateId, call: CallId, outcome: usize, next: S) {
        let to = self.number(next);
        let event = self.interface.alphabet().event(call, outcome);
        self.interface.connect(from, event, to);
    }

    fn number(&mut self, state: S) -> StateId {
        if let Some(&known) = self.number_of.get(&state) {
            return known;
        }
        let new = self.interface.add_state();
        self.number_of.insert(state.clone(), new);
        self.states.push(state);
        new
    }
}
