//! Whether all that an interface shows can happen: then it is as good as its component, for whoever holds it.
//!
//! Every set of states that the component can be in after a word is looked at beside the state of the interface, with
//! all arguments. This is possible for components with few states and arguments; where it is not, the answer is no.

use std::collections::VecDeque;

use etiquette_automata::{CallId, StateId};
use etiquette_component::{Component, GuardedCall};
use rustc_hash::FxHashSet;

use crate::hierarchy::budgets::happening::MOST_PAIRS;
use crate::spaces::explicit::space::BeliefSpace;
use crate::spaces::space::{INITIAL, Space, Verdict};
use etiquette_outcome::{Outcome, Run};

/// Whether after every word that the interface accepts, each call that it allows can return with each outcome that it
/// has a next state for, whatever the arguments, and each call that it forbids can fail.
pub fn only_shows_what_happens(component: &Component, outcome: &Outcome, run: &mut Run) -> bool {
    Beside::new(component, outcome).and_then(|beside| beside.walk(run)).unwrap_or(false)
}

/// A component beside its interface.
struct Beside<'a> {
    outcome: &'a Outcome,
    space: BeliefSpace<'a>,
    /// The call that each letter of the space belongs to.
    calls: Vec<CallId>,
}

impl<'a> Beside<'a> {
    fn new(component: &'a Component, outcome: &'a Outcome) -> Option<Self> {
        let space = BeliefSpace::new(component).ok()?;
        let mut terms = component.clone();
        let guards = guarded_calls(&mut terms, outcome)?;
        let calls =
            space.letters.letters.iter().map(|letter| guards.iter().position(|call| call.contains(&terms, letter)));
        let calls = calls.map(|call| call.map(CallId::from_index)).collect::<Option<Vec<CallId>>>()?;
        Some(Beside { outcome, space, calls })
    }

    /// `None` where there is too much to look at.
    fn walk(mut self, run: &mut Run) -> Option<bool> {
        let first = (INITIAL, self.outcome.interface.initial());
        let (mut seen, mut pending) = (FxHashSet::from_iter([first]), VecDeque::from([first]));
        while let Some((node, state)) = pending.pop_front() {
            self.space.expand(node, run).ok()?;
            for letter in 0..self.calls.len() {
                let Some(next) = self.follow(node, state, letter) else { return Some(false) };
                pending.extend(next.into_iter().filter(|&pair| seen.insert(pair)));
            }
            if seen.len() > MOST_PAIRS {
                return None;
            }
        }
        Some(true)
    }

    /// The pairs after a letter; `None` where the interface shows something that does not happen, or the other way
    /// round.
    fn follow(&self, node: u32, state: StateId, letter: usize) -> Option<Vec<(u32, StateId)>> {
        let (interface, call) = (&self.outcome.interface, self.calls[letter]);
        let verdict = self.space.verdict(node, letter);
        if !interface.allows(state, call) {
            return (verdict != Verdict::Legal).then(Vec::new);
        }
        if verdict != Verdict::Legal {
            return None;
        }
        let mut next = Vec::new();
        for (event, of_space) in interface.alphabet().events_of(call).zip(self.space.letters.events(letter)) {
            match (self.space.next(node, of_space), interface.next(state, event)) {
                (Some(node), Some(state)) => next.push((node, state)),
                (None, None) => {}
                _ => return None,
            }
        }
        Some(next)
    }
}

/// The calls of the interface.
fn guarded_calls(component: &mut Component, outcome: &Outcome) -> Option<Vec<GuardedCall>> {
    let calls = outcome.interface.alphabet().calls().iter();
    let guard = |call: &etiquette_automata::Call| {
        let position = component.methods.iter().position(|method| method.name == call.method)?;
        let method = &component.methods[position];
        if method.outcomes != call.outcomes {
            return None;
        }
        let parameters = method.parameters.clone();
        let guard = call.guard_over(component, &parameters).ok()?;
        Some(GuardedCall { method: position, guard })
    };
    calls.map(guard).collect()
}
