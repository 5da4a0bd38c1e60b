//! Breadth-first search: what has been reached, in order, each with the step by which it was reached first.
//!
//! Whoever expands the states in order gets shortest words.

use std::hash::Hash;

use rustc_hash::FxHashMap;

use crate::interface::{Alphabet, CallId, Interface, StateId};

/// What a search has reached, numbered in the order in which it was reached.
#[derive(Clone, Debug)]
pub struct Reached<State, Step> {
    states: Vec<State>,
    number_of: FxHashMap<State, usize>,
    /// For each state the one before it and the step between them; `None` where the search began.
    last_step: Vec<Option<(usize, Step)>>,
    expanded: usize,
}

impl<State: Clone + Eq + Hash, Step: Clone> Reached<State, Step> {
    /// A search that begins in these states.
    pub fn from_starts(starts: impl IntoIterator<Item = State>) -> Self {
        let mut reached =
            Reached { states: Vec::new(), number_of: FxHashMap::default(), last_step: Vec::new(), expanded: 0 };
        for start in starts {
            reached.enter(start, None);
        }
        reached
    }

    /// The number of a state, which is new unless it was reached before: then its first step is kept.
    pub fn enter(&mut self, state: State, step: Option<(usize, Step)>) -> usize {
        if let Some(&known) = self.number_of.get(&state) {
            return known;
        }
        let new = self.states.len();
        self.number_of.insert(state.clone(), new);
        self.states.push(state);
        self.last_step.push(step);
        new
    }

    /// The number of the next state to expand; `None` once all were.
    pub fn visit(&mut self) -> Option<usize> {
        let next = self.expanded;
        self.expanded += usize::from(next < self.states.len());
        (next < self.states.len()).then_some(next)
    }

    /// The states, in the order in which they were reached.
    pub fn states(&self) -> &[State] {
        &self.states
    }

    /// The states alone.
    pub fn into_states(self) -> Vec<State> {
        self.states
    }

    /// The number of a state, if it was reached.
    pub fn number_of(&self, state: &State) -> Option<usize> {
        self.number_of.get(state).copied()
    }

    /// The states before a state and the steps from them, the first one first.
    pub fn path_to(&self, number: usize) -> Vec<(usize, Step)> {
        let mut path = Vec::new();
        let mut here = number;
        while let Some((before, step)) = &self.last_step[here] {
            path.push((*before, step.clone()));
            here = *before;
        }
        path.reverse();
        path
    }

    /// The steps that lead to a state.
    pub fn word_to(&self, number: usize) -> Vec<Step> {
        self.path_to(number).into_iter().map(|(_, step)| step).collect()
    }
}

/// There are more states than the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooManyStates {
    /// The limit that was given.
    pub limit: usize,
}

/// Writes out an automaton that is given by its steps, its states in breadth-first order; also gives what they stand
/// for.
///
/// A step says of a call in a state: `None` where it is forbidden, otherwise the next state for each of its outcomes,
/// `None` where there is none.
///
/// # Errors
/// It has too many states.
pub fn write_out<State: Clone + Eq + Hash>(
    alphabet: Alphabet,
    start: State,
    limit: usize,
    mut step: impl FnMut(&State, CallId) -> Option<Vec<Option<State>>>,
) -> Result<(Interface, Vec<State>), TooManyStates> {
    let mut interface = Interface::new(alphabet);
    let mut reached: Reached<State, ()> = Reached::from_starts([start]);
    let mut position = 0;
    while position < reached.states.len() {
        if reached.states.len() > limit {
            return Err(TooManyStates { limit });
        }
        let (from, state) = (StateId::from_index(position), reached.states[position].clone());
        for call in interface.alphabet().call_ids() {
            let Some(outcomes) = step(&state, call) else { continue };
            interface.allow(from, call);
            for (event, next) in interface.alphabet().events_of(call).zip(outcomes) {
                let Some(next) = next else { continue };
                let to = reached.enter(next, None);
                if to == interface.state_count() {
                    interface.add_state();
                }
                interface.connect(from, event, StateId::from_index(to));
            }
        }
        position += 1;
    }
    Ok((interface, reached.states))
}
