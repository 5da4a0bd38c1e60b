//! Automata over classes of calls, described by their steps, and written out as interfaces.
//!
//! Whatever meets a component (an interface, two of them side by side, a single word) is described by [`Steps`];
//! [`unfold`] writes out the reachable part of it, over the component's own outcomes, as the product with the component
//! wants it.

use std::hash::Hash;

use etiquette_automata::{Alphabet, Call, CallId, Interface, StateId, write_out};
use etiquette_checking::Registers;
use etiquette_component::Component;
use etiquette_logic::{Symbol, Term};

use crate::classes::Classes;

/// The most states that are written out.
const MOST_STATES: usize = 1 << 17;

/// An automaton over classes of calls.
pub trait Steps {
    /// What it can be in.
    type State: Clone + Eq + Hash;

    /// What it is in at first.
    fn start(&self) -> Self::State;

    /// What comes of a call of a class, by position: `None` where it is forbidden; otherwise the next state for each of
    /// the method's outcomes, `None` for an outcome that is not accepted.
    fn step(&self, state: &Self::State, class: usize) -> Option<Vec<Option<Self::State>>>;

    /// The registers that it keeps beside its state, with what they are at first.
    fn registers(&self) -> Vec<(Symbol, u64)> {
        Vec::new()
    }

    /// The number that a call of a class that ends like this must return, where others are of no interest.
    fn returned(&self, _state: &Self::State, _class: usize, _outcome: usize) -> Option<u64> {
        None
    }

    /// What a call of a class that ends like this sets registers to.
    fn updates(&self, _state: &Self::State, _class: usize, _outcome: usize) -> Vec<(Symbol, Term)> {
        Vec::new()
    }
}

/// An automaton that was written out.
#[derive(Clone, Debug)]
pub struct Unfolded<S> {
    /// The automaton. Its calls are the classes, in order.
    pub interface: Interface,
    /// What each of its states stands for.
    pub states: Vec<S>,
    /// Its registers, and what becomes of them.
    pub registers: Registers,
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
        let method = &component.methods[calls.method];
        Call { id: format!("{}#{index}", method.name), ..Call::of_method(component, method) }
    });
    let alphabet = Alphabet::new(calls.collect());
    let step = |state: &A::State, call: CallId| automaton.step(state, call.index());
    let written = write_out(alphabet, automaton.start(), MOST_STATES, step);
    let (interface, states) = written.map_err(|_| TooManyStates)?;
    let registers = registers(automaton, &interface, &states);
    Ok(Unfolded { interface, states, registers })
}

fn registers<A: Steps>(automaton: &A, interface: &Interface, states: &[A::State]) -> Registers {
    let mut registers = Registers { variables: automaton.registers(), ..Registers::default() };
    let alphabet = interface.alphabet();
    for (state, call) in interface.states().flat_map(|state| alphabet.call_ids().map(move |call| (state, call))) {
        for (outcome, event) in alphabet.events_of(call).enumerate() {
            if interface.next(state, event).is_none() {
                continue;
            }
            let from = &states[state.index()];
            let returned = automaton.returned(from, call.index(), outcome);
            registers.returned.extend(returned.map(|number| ((state, event), number)));
            if !registers.variables.is_empty() {
                registers.updates.insert((state, event), automaton.updates(from, call.index(), outcome));
            }
        }
    }
    registers
}
