//! The paper's *Serialize* (three-algorithms 2006, Algorithm 2): keeps what can go on for ever.
//!
//! A state is dead if no call is left in it. The client does not choose the outcome, so a call is pruned if one of its
//! possible outcomes leads to a dead state, or if none of its outcomes can happen. What remains is *serial*: every
//! state allows a call, and every allowed call leads on. Takes time linear in the number of transitions.

use crate::interface::{CallId, EventId, Interface, StateId};
use crate::inverse::Inverse;
use crate::order::number_breadth_first;
use crate::relabel::with_calls_left;

/// The result of [`serialise`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Serialised {
    /// The serial interface in breadth-first order; `None` where even the initial state is dead, i.e. where every
    /// client gets stuck.
    pub interface: Option<Interface>,
    /// For each state of the input its state in the result, `None` where it is dead or can no longer be reached.
    pub state_of: Vec<Option<StateId>>,
    /// The calls that the input allows in a state and that were taken away there, in order.
    pub pruned: Vec<(StateId, CallId)>,
}

/// Prunes the calls after which a client can get stuck.
pub fn serialise(interface: &Interface) -> Serialised {
    let mut pruning = Pruning::start(interface);
    pruning.run();
    let pruned = pruning.pruned();
    if pruning.calls_left[interface.initial().index()] == 0 {
        return Serialised { interface: None, state_of: vec![None; interface.state_count()], pruned };
    }
    let is_kept = |state, call: CallId| pruning.kept[pruning.row(state).start + call.index()];
    let numbered = number_breadth_first(&with_calls_left(interface, is_kept));
    Serialised { interface: Some(numbered.interface), state_of: numbered.number_of, pruned }
}

/// The state of the pruning: the paper's *Err* is the set of states without calls, its *Wait* is `waiting`.
struct Pruning<'a> {
    interface: &'a Interface,
    /// Whether each call is still allowed; row-major: state, then call.
    kept: Vec<bool>,
    /// How many calls are still allowed in each state; zero means dead.
    calls_left: Vec<u32>,
    /// Dead states whose predecessors have not been looked at.
    waiting: Vec<StateId>,
}

impl<'a> Pruning<'a> {
    fn start(interface: &'a Interface) -> Self {
        let mut pruning = Pruning {
            interface,
            kept: Vec::with_capacity(interface.state_count() * interface.alphabet().calls().len()),
            calls_left: Vec::with_capacity(interface.state_count()),
            waiting: Vec::new(),
        };
        for state in interface.states() {
            let calls = interface.alphabet().call_ids();
            pruning.kept.extend(calls.map(|call| leads_on(interface, state, call)));
            let row = pruning.row(state);
            let left = pruning.kept[row].iter().filter(|&&kept| kept).count();
            pruning.calls_left.push(left as u32);
            if left == 0 {
                pruning.waiting.push(state);
            }
        }
        pruning
    }

    fn row(&self, state: StateId) -> std::ops::Range<usize> {
        let width = self.interface.alphabet().calls().len();
        state.index() * width..(state.index() + 1) * width
    }

    fn run(&mut self) {
        let inverse = Inverse::of(self.interface);
        while let Some(dead) = self.waiting.pop() {
            for event in (0..self.interface.alphabet().event_count()).map(EventId::from_index) {
                let call = self.interface.alphabet().call_of(event);
                for &source in inverse.sources(event.index(), dead.index()) {
                    self.prune(StateId(source), call);
                }
            }
        }
    }

    fn prune(&mut self, state: StateId, call: CallId) {
        let place = self.row(state).start + call.index();
        if std::mem::take(&mut self.kept[place]) {
            self.calls_left[state.index()] -= 1;
            if self.calls_left[state.index()] == 0 {
                self.waiting.push(state);
            }
        }
    }

    fn pruned(&self) -> Vec<(StateId, CallId)> {
        let mut pruned = Vec::new();
        for state in self.interface.states() {
            let kept = &self.kept[self.row(state)];
            let calls = self.interface.alphabet().call_ids();
            let gone = calls.filter(|&call| self.interface.allows(state, call) && !kept[call.index()]);
            pruned.extend(gone.map(|call| (state, call)));
        }
        pruned
    }
}

/// Whether the call is allowed and at least one of its outcomes can happen.
fn leads_on(interface: &Interface, state: StateId, call: CallId) -> bool {
    let mut events = interface.alphabet().events_of(call);
    interface.allows(state, call) && events.any(|event| interface.next(state, event).is_some())
}

#[cfg(test)]
mod tests {
    use super::serialise;
    use crate::interface::{Alphabet, Call, CallId, Interface, StateId};

    #[test]
    fn a_chain_that_ends_is_dead_from_the_start() {
        let mut chain = Interface::new(Alphabet::new(vec![Call::simple("step")]));
        let step = chain.alphabet().event(CallId(0), 0);
        let (middle, last) = (chain.add_state(), chain.add_state());
        chain.connect(StateId(0), step, middle);
        chain.connect(middle, step, last);
        let serial = serialise(&chain);
        assert_eq!(serial.interface, None);
        assert_eq!(serial.pruned, [(StateId(0), CallId(0)), (middle, CallId(0))]);
    }

    /// `try` may lead to a dead end, and the client cannot choose: it goes, although one outcome is harmless.
    #[test]
    fn one_outcome_into_a_dead_end_prunes_the_call() {
        let calls = vec![Call::simple("try").with_outcomes(["ok", "stuck"]), Call::simple("wait")];
        let mut risky = Interface::new(Alphabet::new(calls));
        let dead = risky.add_state();
        risky.connect(StateId(0), risky.alphabet().event(CallId(0), 0), StateId(0));
        risky.connect(StateId(0), risky.alphabet().event(CallId(0), 1), dead);
        risky.connect(StateId(0), risky.alphabet().event(CallId(1), 0), StateId(0));
        let serial = serialise(&risky);
        assert_eq!(serial.pruned, [(StateId(0), CallId(0))]);
        assert_eq!(serial.state_of, [Some(StateId(0)), None]);
        let remaining = serial.interface.expect("waiting goes on for ever");
        assert_eq!(remaining.state_count(), 1);
        assert!(!remaining.allows(StateId(0), CallId(0)) && remaining.allows(StateId(0), CallId(1)));
    }
}
