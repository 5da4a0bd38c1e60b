//! What was learned, as an interface over the refined alphabet, ready to be checked.
//!
//! The letters are its calls, by position. The state that stands for errors is left out; a letter that leads there is
//! forbidden. Outcomes make no difference: each of them leads to the same state.

use etiquette_automata::{CallId, Interface, StateId};
use etiquette_component::{Component, GuardedCall};
use etiquette_learning::Machine;
use rustc_hash::FxHashSet;

use crate::engines::guarded::teacher::Teacher;
use crate::readable::grouping::letter_alphabet;

/// A conjecture.
#[derive(Clone)]
pub(crate) struct Conjecture {
    pub interface: Interface,
    /// The letters.
    pub calls: Vec<GuardedCall>,
    /// Forbidden calls of which nothing is claimed but that they may fail.
    pub open: Vec<(StateId, CallId)>,
    /// For each state of the machine its state in the interface.
    state_of: Vec<Option<StateId>>,
}

impl Conjecture {
    /// The machine as an interface.
    pub fn new(machine: &Machine<bool>, teacher: &mut Teacher<'_>) -> Self {
        let calls = teacher.executions.letters.calls();
        let component = teacher.executions.words.component();
        let (interface, state_of) = interface(component, machine, &calls);
        let mut conjecture = Conjecture { interface, calls, open: Vec::new(), state_of };
        conjecture.open = conjecture.open_calls(machine, teacher);
        conjecture
    }

    /// Where words lead of which no guard decides whether they are safe.
    fn open_calls(&self, machine: &Machine<bool>, teacher: &Teacher<'_>) -> Vec<(StateId, CallId)> {
        let current = &teacher.executions.letters.current;
        let mut open = FxHashSet::default();
        for word in teacher.unclear.keys() {
            let indices = word.iter().map(|letter| current.iter().position(|known| known == letter));
            // Words with letters that were split since then are not asked any more.
            let Some(indices) = indices.collect::<Option<Vec<usize>>>() else { continue };
            let Some((&last, before)) = indices.split_last() else { continue };
            let state = self.state_of[machine.run(before)];
            open.extend(state.map(|state| (state, CallId::from_index(last))));
        }
        let mut open: Vec<(StateId, CallId)> = open.into_iter().collect();
        open.sort_unstable();
        open
    }
}

fn interface(
    component: &Component,
    machine: &Machine<bool>,
    calls: &[GuardedCall],
) -> (Interface, Vec<Option<StateId>>) {
    let mut made = Interface::new(letter_alphabet(component, calls.iter().map(|call| call.method)));
    let mut state_of = vec![None; machine.states()];
    state_of[machine.initial()] = Some(made.initial());
    for state in (0..machine.states()).filter(|&state| state != machine.initial() && *machine.output_of(state)) {
        state_of[state] = Some(made.add_state());
    }
    for (state, from) in state_of.iter().enumerate() {
        let Some(from) = *from else { continue };
        for letter in 0..calls.len() {
            if let Some(to) = state_of[machine.next(state, letter)] {
                let call = CallId::from_index(letter);
                made.allow(from, call);
                made.alphabet().events_of(call).for_each(|event| made.connect(from, event, to));
            }
        }
    }
    (made, state_of)
}
